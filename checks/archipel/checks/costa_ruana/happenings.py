"""What a legal move leads to, as the clauses have it: the decision, every consequence in turn, and by which clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.outcomes import Scorer
from archipel.checks.costa_ruana.questions import succession, taken
from archipel.checks.costa_ruana.telling import Teller
from archipel.checks.costa_ruana.why_not import everybody
from archipel.checks.costa_ruana.wording import counted, listed, say
from archipel.checks.costa_ruana.wording_why import sentence, why
from archipel.reference.costa_ruana.actions import Face
from archipel.reference.costa_ruana.rules import Rules
from archipel.reference.costa_ruana.state import State
from archipel.spec.machine import Position

CODES = {face: projection.code(code) for face, code in projection.FACES.items()}
Slot = tuple[int, Face]


@dataclass(frozen=True)
class Moment:
    """A consequence, told in one language: the positions before and after it."""

    lang: str
    state: State
    before: Position
    after: Position

    @property
    def names(self) -> tuple[str, ...]:
        return everybody(self.lang, self.state.players)

    @cached_property
    def teller(self) -> Teller:
        return Teller(self.lang, self.names, self.state.deck, None)

    def slots(self) -> Iterator[Slot]:
        """The cards on the table before it, by who laid them and how: first those laid up."""
        for face in Face:
            yield from ((by, face) for by in range(self.state.players) if self.card(by, face) >= 0)

    def card(self, by: int, face: Face) -> int:
        return int(self.before.values["laid"][by][CODES[face]])

    def where(self, by: int, face: Face) -> str:
        """A card and before whom it lies."""
        before = self.names[self.before.values["lies_before"][by][CODES[face]]]
        return say(self.lang, "card.before", card=self.teller.card(self.card(by, face)), before=before)

    def opened(self, position: Position) -> Slot:
        """The card under way."""
        return next(slot for slot in self.slots() if position.values["opened"][slot[0]][CODES[slot[1]]])

    def sent_home(self) -> list[str]:
        """Whose inhabitants left a card, as a sentence."""
        before, after = self.before.values["stands"], self.after.values["stands"]
        home = [self.names[q] for q in range(self.state.players) if before[q] != after[q]]
        return [say(self.lang, "told.home", people=listed(self.lang, home))] if home else []


def told(step: str, moment: Moment) -> list[str]:
    """What is told of a consequence."""
    return TOLD[step](moment)


def words_used(step: str, before: Position, rules: Rules) -> list[str]:
    """The clauses whose words decide how a consequence comes out, where that depends on words."""
    if step == "reveal":
        return [before.machine.rulebook.clause_defining("active")]
    if step == "collect":
        taking = [taken(before, island) for island in range(before.values["islands"])]
        return [clause for found in taking if found["winner"] is not None for clause in found["clauses"]]
    if step == "prepare":
        return [id for id in succession(before, Scorer(before, rules).counted)["clauses"] if id != "succession.refuse"]
    return []


def _reveal(m: Moment) -> list[str]:
    hidden = [slot for slot in m.slots() if m.before.values["hidden"][slot[0]][CODES[slot[1]]]]
    active = [slot for slot in m.slots() if m.before.evaluate("active", slot[0], CODES[slot[1]])]
    inactive = [slot for slot in m.slots() if slot not in active]
    return [
        *[_shown(m, *slot) for slot in hidden],
        _listed(m, "told.active", active) if active else say(m.lang, "told.active.none"),
        *([_listed(m, "told.discarded", inactive)] if inactive else []),
        *m.sent_home(),
    ]


def _shown(m: Moment, by: int, face: Face) -> str:
    before = m.names[m.before.values["lies_before"][by][CODES[face]]]
    return say(m.lang, "told.revealed", by=m.names[by], card=m.teller.card(m.card(by, face)), before=before)


def _listed(m: Moment, key: str, slots: Sequence[Slot]) -> str:
    return say(m.lang, key, cards=say(m.lang, "separator").join([m.where(*slot) for slot in slots]))


def _take_up(m: Moment) -> list[str]:
    return [sentence(why(m.lang, "then.take_up", laid=m.where(*m.opened(m.after))))]


def _skip(m: Moment) -> list[str]:
    player = next(seat for seat in range(m.state.players) if m.before.evaluate("acts", seat))
    return [say(m.lang, "told.idle", card=m.teller.card(m.card(*m.opened(m.before))), player=m.names[player])]


def _finish_card(m: Moment) -> list[str]:
    return [sentence(why(m.lang, "then.finish_card", laid=m.where(*m.opened(m.before)))), *m.sent_home()]


def _collect(m: Moment) -> list[str]:
    scorer = Scorer(m.before, m.state.rules)
    islands = [island for island, row in enumerate(m.before.values["on"]) if any(row)]
    return [scorer.island_told(m.lang, island) for island in islands]


def _prepare(m: Moment) -> list[str]:
    offered = why(m.lang, "shaman.next", player=m.names[m.after.values["shaman"]])
    return [offered, counted(m.lang, "told.draw", m.before.evaluate("cards_for", 1))]


def _finish_game(m: Moment) -> list[str]:
    return [say(m.lang, "told.over")]


TOLD: dict[str, Callable[[Moment], list[str]]] = {
    "reveal": _reveal,
    "take_up": _take_up,
    "skip": _skip,
    "finish_card": _finish_card,
    "collect": _collect,
    "prepare": _prepare,
    "finish_game": _finish_game,
}
