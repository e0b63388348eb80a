"""Two ways to read a rulebook: proved equivalent, or told apart by a small situation. Nothing here knows any game.

The two are equivalent if, for every number of players, games begin alike, the same steps are allowed in every position
that both come to, these lead to the same positions, and what people ask is answered alike. Each of these is an
obligation (:mod:`archipel.checks.readings.divergence`) that both provers must show. If one cannot be shown, a game is
sought that is legal under both readings and comes to a decision, or to an end, of which the engine does not make the
same under both. Only such a game makes the two different; without it, nothing is decided.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.prover import PROVERS
from archipel.checks.proofs.solver_session import SolverVerdict as Answer
from archipel.checks.readings.choices import told
from archipel.checks.readings.divergence import Bound, Duel, Occasion, Opening, doubtful, excluded
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES, Rulebook
from archipel.spec.readings import Choice, Point, Readings

Choices = tuple[Choice, Choice]
Advance = Callable[..., Any]

MOST_PIECES = 100
"""A situation with more pieces than this is not looked for."""


class ComparisonVerdict(enum.Enum):
    """What two readings are to each other."""

    EQUIVALENT = "equivalent"
    DIFFERENT = "different"
    UNDECIDED = "undecided"


class ShownDifference(Protocol):
    """A game that shows two readings parting; ``size`` counts the pieces that the parting is about."""

    @property
    def players(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def decisions(self) -> int:
        """How many decisions of the game both play alike."""

    @property
    def searched(self) -> int:
        """How many decisions were played in search of it."""

    def dumps(self) -> str:
        """The game up to there as text, in the format of the game's records."""

    def told(self, lang: str) -> list[str]:
        """What each reading makes of the situation."""

    def counted(self, lang: str) -> str:
        """How many pieces of which kinds."""

    def as_json(self) -> dict[str, Any]: ...


class Apart(Protocol):
    """A game that parts two variants whose numbers differ."""

    def dumps(self) -> str: ...

    def told(self, titles: Sequence[str], lang: str) -> list[str]: ...

    def as_json(self, titles: Sequence[str]) -> dict[str, Any]: ...


class ReadingTable(Protocol):
    """What a game offers for comparing."""

    def duel(self, one: Rulebook, other: Rulebook) -> Duel: ...

    def opened_apart(self, choices: Choices, players: int) -> ShownDifference | None: ...

    def shown(
        self, against: Duel, choices: Choices, players: int, bound: Bound, advance: Advance
    ) -> ShownDifference | None: ...

    def some_parting(self, choices: Choices, players: int) -> str | None: ...

    def numbers_apart(self, rules: tuple[Any, Any], counts: Iterable[int]) -> Apart | None:
        """A game that parts two rules of the engine whose numbers differ, if one is soon found."""


class ContradictoryReadingsError(AssertionError):
    """Provers and engine say opposite things: one of them, or what they were told, is wrong."""


@dataclass(frozen=True)
class ComparisonWitness:
    """A game that shows two readings parting, and how small its situation is known to be.

    ``fewest_players`` says whether provers exclude a parting with fewer players; ``least`` is the number of pieces
    below which they exclude one with so many players, if they do. ``impossible`` are the readings under which they
    exclude any game at all, whatever the material.
    """

    shown: ShownDifference
    fewest_players: bool
    least: int | None
    impossible: tuple[str, ...] = ()

    @property
    def smallest(self) -> bool:
        return self.fewest_players and self.least is not None and self.shown.size <= self.least

    def as_json(self) -> dict[str, Any]:
        return {
            "players": self.shown.players,
            "smallest": self.smallest,
            "fewest_players": self.fewest_players,
            "pieces": self.shown.size,
            "at_least": self.least,
            **({"impossible": list(self.impossible)} if self.impossible else {}),
            **self.shown.as_json(),
        }


@dataclass(frozen=True)
class Comparison:
    """What was found out about two ways to read a rulebook.

    ``players`` are the player counts for which they were proved equivalent or, if they differ, the one for which that
    was shown. ``open`` says, for each player count, what could not be shown.
    """

    game: str
    choices: Choices
    verdict: ComparisonVerdict
    players: tuple[int, ...]
    obligations: int = 0
    witness: ComparisonWitness | None = None
    open: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def points(self) -> list[Point]:
        """The points that the two read differently."""
        points = game_called(self.game).readings.points.values()
        return [point for point in points if len({reading_of(point, choice) for choice in self.choices}) > 1]

    def as_json(self) -> dict[str, Any]:
        numbers = game_called(self.game).numbers.for_statements()
        return {
            "game": self.game,
            "readings": [told(choice) for choice in self.choices],
            "verdict": self.verdict.value,
            "players": list(self.players),
            "provers": list(PROVERS),
            "obligations": self.obligations,
            "points": [_described(point, self.choices, numbers) for point in self.points],
            "witness": None if self.witness is None else self.witness.as_json(),
            **({"open": {str(count): list(names) for count, names in self.open.items()}} if self.open else {}),
        }


def reading_of(point: Point, choice: Choice) -> str:
    return choice.get(point.id, point.default.name)


def sentence(point: Point, choice: Choice, numbers: Mapping[str, int], language: str) -> str:
    """What stands in the clause's place as a choice reads it."""
    return point.readings[reading_of(point, choice)].statements[language].format(**numbers)


def _described(point: Point, choices: Choices, numbers: Mapping[str, int]) -> dict[str, Any]:
    read = [
        {"name": reading_of(point, choice)} | {lang: sentence(point, choice, numbers, lang) for lang in LANGUAGES}
        for choice in choices
    ]
    return {"id": point.id, "clause": point.clause.id, "question": dict(point.questions), "readings": read}


def _quietly(*_: Any) -> None:
    """Nobody waits for progress."""


def compare(
    game: str, one: Choice, other: Choice, players: Sequence[int] | None = None, advance: Advance = _quietly
) -> Comparison:
    """Whether two ways to read a rulebook are equivalent, with a proof or a game that shows where they part."""
    counts = game_called(game).players if players is None else players
    return Comparing(game_called(game).comparison, game, (one, other), counts, advance).comparison()


def proved_equivalent(game: str, one: Choice, other: Choice) -> bool:
    """Whether both provers show two ways to be equivalent; provers are not asked where a few games tell otherwise."""
    table, counts = game_called(game).comparison, game_called(game).players
    if any(table.some_parting((one, other), players) is not None for players in counts):
        return False
    comparing = Comparing(table, game, (one, other), counts, _quietly)
    return not any(comparing.doubtful(players) for players in comparing.counts)


def rulebook_under(readings: Readings, choice: Choice) -> Rulebook:
    try:
        return readings.under(choice)
    except ValueError as error:
        raise BadInput(f"{told(choice)}: {error}") from None


class Comparing:
    """One comparison under way."""

    def __init__(
        self, table: ReadingTable, game: str, choices: Choices, counts: Sequence[int], advance: Advance
    ) -> None:
        self.table, self.game, self.choices, self.counts, self.advance = table, game, choices, tuple(counts), advance
        books = [rulebook_under(game_called(game).readings, choice) for choice in choices]
        self.duel = table.duel(books[0], books[1])
        self.obligations = 0
        self.proved: list[int] = []
        self.open: dict[int, tuple[str, ...]] = {}

    def comparison(self) -> Comparison:
        for players in self.counts:
            witness = self._opened(players) or self._parted(players)
            if witness is not None:
                return self._found(ComparisonVerdict.DIFFERENT, (players,), witness)
        verdict = ComparisonVerdict.UNDECIDED if self.open else ComparisonVerdict.EQUIVALENT
        return self._found(verdict, tuple(self.proved))

    def _found(
        self, verdict: ComparisonVerdict, players: tuple[int, ...], witness: ComparisonWitness | None = None
    ) -> Comparison:
        return Comparison(self.game, self.choices, verdict, players, self.obligations, witness, self.open)

    def _fewest(self, players: int) -> bool:
        """Whether provers exclude a parting with fewer players."""
        return all(fewer in self.proved for fewer in game_called(self.game).players if fewer < players)

    def _opened(self, players: int) -> ComparisonWitness | None:
        """How games begin differently, or one of the two can begin none."""
        opening = next((occasion for occasion in self.duel.occasions if isinstance(occasion, Opening)), None)
        shown = None if opening is None else self.table.opened_apart(self.choices, players)
        if opening is None or shown is None:
            return None
        books = zip(self.choices, (self.duel.one, self.duel.other), strict=True)
        impossible = [told(choice) for choice, book in books if opening.is_impossible(players, book)]
        return ComparisonWitness(shown, self._fewest(players), 0, tuple(impossible))

    def _parted(self, players: int) -> ComparisonWitness | None:
        """A game in which the two part, unless it is proved that there is none."""
        game = self.table.some_parting(self.choices, players)
        doubtful = self.doubtful(players) if game is None else self.duel.occasions
        if not doubtful:
            self.proved.append(players)
            return None
        bound = self._bound(players, doubtful)
        if game is not None and bound.certain and not bound.values:
            raise ContradictoryReadingsError(f"provers exclude that the two part, but they do in this game: {game}")
        shown = self.table.shown(self.duel, self.choices, players, bound, self.advance) if bound.values else None
        if shown is None:
            self.open[players] = tuple(occasion.name for occasion in doubtful)
            return None
        if bound.certain and shown.size < bound.number:
            raise ContradictoryReadingsError(
                f"provers exclude fewer than {bound.number} pieces, but see {shown.dumps()}"
            )
        return ComparisonWitness(shown, self._fewest(players), bound.number if bound.certain else None)

    def doubtful(self, players: int) -> Sequence[Occasion]:
        """Where the two may part."""
        return doubtful(self.duel, players, tell=partial(self._counts, players))

    def _counts(self, players: int, occasion: Occasion, prover: str, verdict: Answer) -> None:
        self.obligations += verdict.instances
        self.advance(f"{players}: {occasion.name} ({prover})")

    def _bound(self, players: int, doubtful: Sequence[Occasion]) -> Bound:
        """The fewest pieces with which the two can part, over all occasions."""
        best = Bound(MOST_PIECES)
        for index, occasion in enumerate(doubtful):
            best = occasion.fewest(players, best.number, occasion.alike(doubtful[:index])) or best
            self.advance(f"{players}: {occasion.name}")
        certain = not best.number or all(excluded(doubtful, players, prover, best.number) for prover in PROVERS)
        return replace(best, certain=certain)
