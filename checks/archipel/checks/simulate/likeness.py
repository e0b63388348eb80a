"""Whether somebody's fingerprint is ours: number by number with the same generator, and by a test with another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from archipel.checks.simulate.chance import NAME
from archipel.checks.simulate.fingerprints import (
    GAMES,
    Fingerprint,
    FingerprintEntry,
    entry_of,
    published,
    published_entry,
)
from archipel.checks.simulate.game import RANDOM, SimulationTask
from archipel.checks.simulate.odds import ChiSquare, compared
from archipel.checks.simulate.tallies import plain
from archipel.checks.support.parallel import Workers
from archipel.checks.support.phrases import Phrases
from archipel.checks.variants.variant_files import Variant

WRONGLY = 0.001
"""How often at most a right program with another generator is said to differ, all its histograms together."""

PHRASES = Phrases(__file__)


@dataclass(frozen=True)
class Exact:
    """Two entries that must be equal."""

    theirs: FingerprintEntry
    ours: FingerprintEntry
    seed: int

    @property
    def other(self) -> list[str]:
        """The histograms that are not equal."""
        theirs = self.theirs.histograms
        return [name for name, found in theirs.items() if plain(found) != plain(self.ours.histograms[name])]

    def as_json(self) -> dict[str, Any]:
        about = {"players": self.theirs.players, "games": self.theirs.games, "how": "exact"}
        return {**about, "different": {name: self._first(name) for name in self.other}}

    def _first(self, name: str) -> dict[str, int]:
        """The least value that was not seen equally often."""
        theirs, ours = self.theirs.histograms[name], self.ours.histograms[name]
        value = min(value for value in {*theirs, *ours} if theirs.get(value, 0) != ours.get(value, 0))
        return {"value": value, "theirs": theirs.get(value, 0), "ours": ours.get(value, 0)}

    def lines(self, lang: str) -> Iterator[str]:
        number = len(self.theirs.histograms)
        about = {"players": self.theirs.players, "games": self.theirs.games, "seed": self.seed}
        yield PHRASES.say(lang, "exact", **about, same=number - len(self.other), all=number)
        for name in self.other:
            yield PHRASES.say(lang, "other", name=name, **self._first(name))
        if self.other:
            yield PHRASES.say(lang, "hint", **about)


@dataclass(frozen=True)
class Tested:
    """Two entries that must look as if they were drawn alike."""

    theirs: FingerprintEntry
    ours: FingerprintEntry
    limit: float

    @property
    def tests(self) -> dict[str, ChiSquare]:
        return {name: compared(self.ours.histograms[name], found) for name, found in self.theirs.histograms.items()}

    @property
    def other(self) -> list[str]:
        """The histograms that differ by more than chance explains."""
        return [name for name, test in self.tests.items() if test.chance < self.limit]

    def as_json(self) -> dict[str, Any]:
        tests = {name: _test_data(test, test.chance < self.limit) for name, test in self.tests.items()}
        about = {"players": self.theirs.players, "games": self.theirs.games, "how": "chi-square"}
        return {**about, "against": self.ours.games, "limit": self.limit, "tests": tests}

    def lines(self, lang: str) -> Iterator[str]:
        about = {"players": self.theirs.players, "games": self.theirs.games, "ours": self.ours.games}
        yield PHRASES.say(lang, "tested", **about)
        yield PHRASES.say(lang, "columns")
        for name, test in self.tests.items():
            mark = f"  {PHRASES.say(lang, 'differs')}" if name in self.other else ""
            yield f"  {name:26}{test.statistic:10.1f}  {test.freedom:7}  {test.chance:.1e}{mark}"


def _test_data(test: ChiSquare, differs: bool) -> dict[str, Any]:
    return {"statistic": test.statistic, "freedom": test.freedom, "chance": test.chance, "differs": differs}


@dataclass(frozen=True)
class Likeness:
    """All that was compared."""

    parts: tuple[Exact | Tested, ...]

    @property
    def alike(self) -> bool:
        return not any(part.other for part in self.parts)

    def as_json(self) -> dict[str, Any]:
        return {"alike": self.alike, "entries": [part.as_json() for part in self.parts]}

    def lines(self, lang: str) -> Iterator[str]:
        tested = [part for part in self.parts if isinstance(part, Tested)]
        for part in self.parts:
            yield from part.lines(lang)
        if tested:
            number = sum(len(part.theirs.histograms) for part in tested)
            yield PHRASES.say(lang, "limit", limit=tested[0].limit, wrongly=WRONGLY, tests=number)
        yield PHRASES.say(lang, "alike" if self.alike else "unlike")


def compared_with(theirs: Fingerprint, variant: Variant, workers: Workers) -> Likeness:
    """Somebody's fingerprint, compared with ours: the one that is kept or, if that does not have it, a new one."""
    if theirs.generator == NAME:
        return Likeness(tuple(_exact(entry, theirs.seed, variant, workers) for entry in theirs.entries))
    largest = {entry.players: entry for entry in sorted(theirs.entries, key=lambda entry: entry.games)}
    tests = sum(len(entry.histograms) for entry in largest.values())
    limit = WRONGLY / tests
    seed = int(published(variant.game)["seed"])
    ours = {players: _ours(variant, players, GAMES, seed, workers) for players in sorted(largest)}
    return Likeness(tuple(Tested(largest[players], entry, limit) for players, entry in ours.items()))


def _exact(entry: FingerprintEntry, seed: int, variant: Variant, workers: Workers) -> Exact:
    return Exact(entry, _ours(variant, entry.players, entry.games, seed, workers), seed)


def _ours(variant: Variant, players: int, games: int, seed: int, workers: Workers) -> FingerprintEntry:
    kept = published_entry(variant, players, games, seed)
    return kept or entry_of(SimulationTask(variant, players, seed, (RANDOM,)), games, workers)


