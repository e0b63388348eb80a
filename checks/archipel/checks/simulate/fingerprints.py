"""A fingerprint of a game: histograms of many random games, which any other program can make as well and compare.

Every histogram has one value for each game. Whoever uses the same generator in the same way gets the same numbers;
whoever uses another one gets others that a statistical test cannot tell from these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.simulate.chance import MOST_SEED, NAME
from archipel.checks.simulate.game import RANDOM, SimulationTask
from archipel.checks.simulate.running import simulated
from archipel.checks.simulate.tallies import Histogram, plain
from archipel.checks.support.parallel import Workers
from archipel.checks.variants.variant_files import Variant
from archipel.reference.strict_json import BadInput, Field, canonical, parse, shown

FORMAT = "archipel-fingerprint"
VERSION = "1.0.0"
FILE = "fingerprint.json"
GAMES = 10_000
STAGES = (1, 100)
"""The first game and the first hundred stand there by themselves, so that mistakes are found sooner."""

MOST_GAMES = 10**12
MOST_ENTRIES = 100
MOST_VALUES = 10_000
LONGEST_NAME = 100
VALUE = re.compile(r"0|-?[1-9][0-9]{0,8}")


@dataclass(frozen=True)
class FingerprintEntry:
    """The histograms of the first so many games for so many players."""

    players: int
    games: int
    histograms: Mapping[str, Histogram]

    def as_json(self) -> dict[str, Any]:
        found = {name: plain(histogram) for name, histogram in self.histograms.items()}
        return {"players": self.players, "games": self.games, "histograms": found, "sha256": digest(found)}


@dataclass(frozen=True)
class Fingerprint:
    """Somebody's entries, and the generator they were made with."""

    generator: str
    seed: int
    entries: tuple[FingerprintEntry, ...]


def digest(value: object) -> str:
    """The SHA-256 of the canonical text of a value: sorted keys, no spaces, a newline at the end."""
    return sha256(canonical(value).encode("ascii")).hexdigest()


def entry_of(task: SimulationTask, games: int, workers: Workers) -> FingerprintEntry:
    """What the first so many games of a run show."""
    tally = simulated(task, games, workers)
    names = game_called(task.variant.game).simulation.compared(task)
    return FingerprintEntry(task.players, games, {name: tally.histograms[name] for name in names})


def fingerprint(tasks: Sequence[SimulationTask], games: int, workers: Workers) -> dict[str, Any]:
    """The fingerprint of some runs of the same variant with the same seed, as a document."""
    stages = [stage for stage in STAGES if stage < games]
    entries = [entry_of(task, number, workers).as_json() for task in tasks for number in (*stages, games)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": tasks[0].variant.game,
        "variant": variant_data(tasks[0].variant),
        "generator": NAME,
        "seed": tasks[0].seed,
        "entries": entries,
    }


def variant_data(variant: Variant) -> dict[str, Any]:
    """What is not as in the rulebook."""
    return {"numbers": dict(variant.given), "readings": dict(variant.chosen)}


@cache
def published(game: str) -> dict[str, Any]:
    """The fingerprint that is kept for others to compare with."""
    path = game_called(game).reports / FILE
    found = parse(path.read_bytes())
    assert isinstance(found, dict)
    return found


def published_entry(variant: Variant, players: int, games: int, seed: int) -> FingerprintEntry | None:
    """What is kept of so many games, if it is."""
    if not variant.is_original:
        return None
    kept = parsed(canonical(published(variant.game)).encode("ascii"), variant)
    found = (entry for entry in kept.entries if (entry.players, entry.games) == (players, games))
    return next(found, None) if kept.seed == seed else None


# Reading somebody's


def parsed(source: bytes, variant: Variant) -> Fingerprint:
    """The fingerprint in a file; one that is about something else, or that contradicts itself, is refused."""
    required = ("format", "version", "game", "generator", "seed", "entries")
    members = Field(parse(source)).members(required, ("variant",))
    members["format"].exactly(FORMAT)
    if not re.fullmatch(r"1\.[0-9]+\.[0-9]+", members["version"].text()):
        members["version"].fail(f"expected {VERSION} or another 1.x, found {shown(members['version'].value)}")
    members["game"].exactly(variant.game)
    told = members["variant"].value if "variant" in members else variant_data(Variant(variant.game))
    if told != variant_data(variant):
        raise BadInput("variant: not the variant that is asked about (see --variant)")
    generator = members["generator"].text()
    if not 0 < len(generator) <= LONGEST_NAME or not generator.isprintable():
        members["generator"].fail(f"expected a name of at most {LONGEST_NAME} letters")
    entries = tuple(_entry(item, variant) for item in members["entries"].items(1, MOST_ENTRIES))
    return Fingerprint(generator, members["seed"].whole(0, MOST_SEED), entries)


def _entry(field: Field, variant: Variant) -> FingerprintEntry:
    members = field.members(("players", "games", "histograms"), ("sha256",))
    players = members["players"].whole(variant.players[0], variant.players[-1])
    games = members["games"].whole(1, MOST_GAMES)
    histograms = _histograms(members["histograms"], _names(variant, players), games)
    if "sha256" in members and members["sha256"].text() != digest(members["histograms"].value):
        members["sha256"].fail("does not fit the histograms beside it")
    return FingerprintEntry(players, games, histograms)


def _names(variant: Variant, players: int) -> list[str]:
    task = SimulationTask(variant, players, 0, (RANDOM,))
    return list(game_called(variant.game).simulation.compared(task))


def _histograms(field: Field, known: Iterable[str], games: int) -> dict[str, Histogram]:
    """At least one of the histograms there are; each has every game in it once."""
    names = list(known)
    found = {name: _histogram(item) for name, item in field.members((), names).items()}
    if not found:
        field.fail(f"expected at least one of {', '.join(names)}")
    for name, histogram in found.items():
        if sum(histogram.values()) != games:
            field.fail(f"{name}: the counts add up to {sum(histogram.values())}, not to {games} games")
    return {name: found[name] for name in names if name in found}


def _histogram(field: Field) -> Histogram:
    value = field.value
    keys = list(value) if isinstance(value, dict) else []
    members = field.members((), keys)
    if len(members) > MOST_VALUES:
        field.fail(f"more than {MOST_VALUES} different values")
    for key in keys:
        if not VALUE.fullmatch(key):
            field.fail(f"expected whole numbers as keys, found {shown(key)}")
    return {int(key): item.whole(1, MOST_GAMES) for key, item in members.items()}
