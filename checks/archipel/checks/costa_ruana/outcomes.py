"""How things come out: who takes an island's treasure, who is the next shaman, who has won, and by which clauses.

Who wins what is found by the same questions that :mod:`questions` answers; here they are asked of a position, and each
clause of the answer is given the facts of that position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.costa_ruana.projection import MAPPING, numbers_of, step_of
from archipel.checks.costa_ruana.questions import standings, succession, taken
from archipel.checks.costa_ruana.why_not import who
from archipel.checks.costa_ruana.wording import crowd_words, listed
from archipel.checks.costa_ruana.wording_why import how_many, why
from archipel.checks.explain.model import Link, Outcome, Text, linked
from archipel.reference.costa_ruana.actions import Action
from archipel.reference.costa_ruana.rules import Rules
from archipel.reference.costa_ruana.state import Phase, State
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.machine import Position

Answer = Mapping[str, Any]


def in_all(make: Callable[[str], str]) -> Text:
    """The same in every language."""
    return {lang: make(lang) for lang in LANGUAGES}


@dataclass(frozen=True)
class Reached:
    """A position, and the one before it with the move taken there, if that is known."""

    state: State
    before: State | None = None
    action: Action | None = None
    move: int = 0

    @property
    def now(self) -> Position:
        return MAPPING.position(self.state)

    def due(self, step: str) -> Position | None:
        """The position in which a consequence of the move before was due, if it had that consequence."""
        if self.before is None or self.action is None:
            return None
        here = MAPPING.position(self.before)
        decision, given = step_of(self.before, self.action)
        here = here.machine.at(here.after(decision, *given))
        for consequence, _, after in here.unfolding():
            if consequence.name == step:
                return here
            here = after
        return None


def who_takes(reached: Reached, island: int) -> Outcome:
    """Who takes an island's treasure: in the round that the last move ended, or else now."""
    if not 0 <= island < reached.state.islands:
        raise BadInput(f"island {island}: there are islands 0 to {reached.state.islands - 1}")
    ended = reached.due("collect")
    return Scorer(ended or reached.now, reached.state.rules).island(island, _when(reached, ended))


def next_shaman(reached: Reached, viewer: int | None = None) -> Outcome:
    """Who is the next shaman: after the round that the last move ended, or else if it ended now."""
    state = reached.state
    _check_open(state, viewer, needs_huts=state.rules.readings.fewest == "total")
    ended = reached.due("prepare")
    if ended is None and state.phase is Phase.OVER:
        raise BadInput("the game is over: there is no next shaman")
    if ended is None and state.phase is Phase.OFFER:
        raise BadInput("a position does not say what was taken in the round before: give the game record")
    here = reached.now if ended is None else ended
    collected = here.machine.at(here.after(RULEBOOK.steps["collect"])) if ended is None else ended
    return Scorer(collected, state.rules).shaman(_when(reached, ended))


def who_wins(reached: Reached, viewer: int | None = None) -> Outcome:
    """Who has won, or would win if the game ended now."""
    _check_open(reached.state, viewer, needs_huts=True)
    over = reached.state.phase is Phase.OVER
    when = in_all(lambda lang: why(lang, "when.end" if over else "when.now"))
    return Scorer(reached.now, reached.state.rules).winner(when)


def _when(reached: Reached, ended: Position | None) -> Text:
    return in_all(lambda lang: why(lang, "when.now") if ended is None else why(lang, "when.move", move=reached.move))


def _check_open(state: State, viewer: int | None, needs_huts: bool) -> None:
    """Refuse to tell a seat what depends on the treasures in closed huts."""
    if viewer is None:
        return
    if not 0 <= viewer < state.players:
        raise BadInput(f"seat {viewer}: there are seats 0 to {state.players - 1}")
    if needs_huts and state.phase is not Phase.OVER:
        raise BadInput(f"seat {viewer} may not look into the huts of others before the game is over")


TIES = {
    (False, False): "fact.tie",
    (False, True): "fact.tie.self_first",
    (True, False): "fact.tie.offered",
    (True, True): "fact.tie.offered_self_first",
}
"""How a tie for shaman is told: counted from whom the role was offered to, and whether he comes first himself."""


@dataclass(frozen=True)
class Scorer:
    """The clauses at a position, and the numbers and readings it is played with."""

    here: Position
    rules: Rules

    @property
    def players(self) -> int:
        return int(self.here.values["players"])

    def who(self, lang: str, *seats: int) -> str:
        """Seats by name and number."""
        return listed(lang, [who(lang, self.players, seat) for seat in seats])

    def counts(self, lang: str, numbers: Sequence[int]) -> str:
        """A number for each seat."""
        return ", ".join([f"{self.who(lang, seat)} {number}" for seat, number in enumerate(numbers)])

    def link(self, clause: str, make: Callable[[str], str]) -> Link:
        numbers = numbers_of(self.rules).for_statements()
        return linked(self.here.machine.rulebook, numbers, clause, in_all(make))

    # Who takes an island's treasure

    def island(self, island: int, when: Text) -> Outcome:
        found = taken(self.here, island)
        chain = [self.link(clause, self._island_fact(clause, island, found)) for clause in found["clauses"]]
        told = in_all(lambda lang: self.island_told(lang, island))
        result = {"island": island, "winner": found["winner"], "returns": found["returns"]}
        return Outcome("island", when, told, result, tuple(chain))

    def island_told(self, lang: str, island: int) -> str:
        """Who takes the treasure of an island, in one sentence."""
        found = taken(self.here, island)
        counts = crowd_words(lang, self.here.values["on"][island])
        if found["winner"] is None:
            return why(lang, "island.nobody", island=island, counts=counts)
        key = "island.keeps" if found["returns"] is None else "island.takes"
        return why(lang, key, island=island, counts=counts, player=self.who(lang, found["winner"]))

    def _island_fact(self, clause: str, island: int, found: Answer) -> Callable[[str], str]:
        row, winner = self.here.values["on"][island], found["winner"]
        make: dict[str, Callable[[str], str]] = {
            "collection.no-treasure": lambda lang: why(lang, "fact.no_treasure", island=island),
            "collection.majority": lambda lang: self._majority(lang, row, winner),
            "collection.conflict": lambda lang: self._conflicts(lang, row, found["conflicts"]),
            "collection.single": lambda lang: self._single(lang, winner),
            "collection.winner-returns": lambda lang: why(
                lang, "fact.returns", player=self.who(lang, winner), island=island
            ),
            "collection.nobody-else-returns": lambda lang: why(lang, "fact.nobody_returns", island=island),
        }
        return make[clause]

    def _majority(self, lang: str, row: Sequence[int], winner: int | None) -> str:
        if winner is None:
            return why(lang, "fact.majority.none", counts=self.counts(lang, row))
        values = {"player": self.who(lang, winner), "count": row[winner], "counts": self.counts(lang, row)}
        return why(lang, "fact.majority", **values)

    def _single(self, lang: str, winner: int | None) -> str:
        if winner is None:
            return why(lang, "fact.single.none")
        return why(lang, "fact.single", player=self.who(lang, winner))

    def _conflicts(self, lang: str, row: Sequence[int], groups: Sequence[Sequence[int]]) -> str:
        told = [
            why(lang, "fact.conflict.group", players=self.who(lang, *group), count=row[group[0]]) for group in groups
        ]
        return why(lang, "fact.conflict", groups="; ".join(told))

    # Who is the next shaman

    @property
    def counted(self) -> tuple[int, ...]:
        """The treasures that count for the next shaman."""
        gained: tuple[int, ...] = self.here.values["gained"]
        if self.rules.readings.fewest == "round":
            return gained
        return tuple(sum(pair) for pair in zip(self.here.values["hut"], gained, strict=True))

    def shaman(self, when: Text) -> Outcome:
        found = succession(self.here, self.counted)
        chain = [self.link(clause, self._shaman_fact(clause, found)) for clause in found["clauses"]]
        told = in_all(lambda lang: why(lang, "shaman.next", player=self.who(lang, found["shaman"])))
        result = {"shaman": found["shaman"], "fewest": found["fewest"]}
        return Outcome("shaman", when, told, result, tuple(chain))

    def _shaman_fact(self, clause: str, found: Answer) -> Callable[[str], str]:
        def values(lang: str) -> dict[str, str]:
            return {
                "counts": self.counts(lang, self.counted),
                "players": self.who(lang, *found["fewest"]),
                "player": self.who(lang, found["shaman"]),
                "shaman": self.who(lang, self.here.values["offered" if by_offer else "shaman"]),
            }

        readings = self.rules.readings
        by_offer = readings.previous_shaman == "offered"
        tie = TIES[by_offer, readings.shaman_tie == "self-first"]
        key = {"succession.fewest": "fact.fewest", "succession.tie": tie, "succession.refuse": "fact.refuse"}
        return lambda lang: why(lang, key[clause], **values(lang))

    # Who has won

    def winner(self, when: Text) -> Outcome:
        found = standings(self.here)
        winners = found["winners"]
        chain = [self.link(clause, self._winner_fact(clause, found)) for clause in found["clauses"]]
        key = "winner.one" if len(winners) == 1 else "winner.many"
        told = in_all(lambda lang: why(lang, key, players=self.who(lang, *winners)))
        result = {"winners": winners, "points": found["points"], "ranking": found["ranking"]}
        return Outcome("winner", when, told, result, tuple(chain))

    def _winner_fact(self, clause: str, found: Answer) -> Callable[[str], str]:
        points, huts = found["points"], self.here.values["hut"]
        most = [seat for seat in range(self.players) if points[seat] == max(points)]
        level = [seat for seat in most if huts[seat] == max(huts[other] for other in most)]
        make: dict[str, Callable[[str], str]] = {
            "end.points": self._points(points),
            "end.winner": lambda lang: why(
                lang, "fact.winner", points=how_many(lang, "points", max(points)), players=self.who(lang, *most)
            ),
            "end.tie-break": lambda lang: why(
                lang, "fact.tie_break", counts=", ".join([f"{self.who(lang, seat)} {huts[seat]}" for seat in most])
            ),
            "end.shared": lambda lang: why(lang, "fact.level", players=self.who(lang, *level)),
        }
        return make[clause]

    def _points(self, points: Sequence[int]) -> Callable[[str], str]:
        huts, reserve = self.here.values["hut"], self.here.values["reserve"]

        def told(lang: str, seat: int) -> str:
            values = {"points": how_many(lang, "points", points[seat]), "reserve": reserve[seat]}
            treasures = how_many(lang, "treasures", huts[seat])
            return why(lang, "fact.points.seat", player=self.who(lang, seat), treasures=treasures, **values)

        return lambda lang: why(
            lang, "fact.points", counts=", ".join([told(lang, seat) for seat in range(self.players)])
        )
