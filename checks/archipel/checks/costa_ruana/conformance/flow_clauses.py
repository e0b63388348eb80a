"""Which clauses a program mistakes that asks another question than the rules do, or asks somebody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.costa_ruana.conformance.board_clauses import FACE, TURNS, is_card, slot_named, successor_clauses
from archipel.checks.judge.conformance.step_trace import Course, TracedStep
from archipel.reference.costa_ruana import (
    Accept,
    Action,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Phase,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Stand,
    State,
    slot_by,
    slot_face,
)
from archipel.reference.costa_ruana.deck import Kind
from archipel.reference.costa_ruana.effects import number_placed, number_removed, own
from archipel.spec.machine import Position

PHASE_OF: Mapping[type[Action], Phase] = {
    Settle: Phase.SETTLE,
    PlayUp: Phase.PLAY_UP,
    PlayDown: Phase.PLAY_DOWN,
    Stand: Phase.STAND,
    Pass: Phase.STAND,
    Flip: Phase.FLIP,
    Resolve: Phase.RESOLVE,
    MoveTreasure: Phase.EFFECT,
    Remove: Phase.EFFECT,
    Place: Phase.EFFECT,
    MoveInhabitant: Phase.EFFECT,
    Accept: Phase.OFFER,
    Name: Phase.OFFER,
}
KIND_OF: Mapping[type[Action], Kind] = {
    MoveTreasure: Kind.MOVE_TREASURE,
    Remove: Kind.REMOVE,
    Place: Kind.PLACE,
    MoveInhabitant: Kind.MOVE_INHABITANT,
}
CARDS: Mapping[Kind, str] = {
    Kind.MOVE_TREASURE: "cards.move-treasure",
    Kind.REMOVE: "cards.remove",
    Kind.PLACE: "cards.place",
    Kind.MOVE_INHABITANT: "cards.move-inhabitant",
}
IMPOSSIBLE: Mapping[Kind, str] = {**CARDS, Kind.REMOVE: "cards.own-only", Kind.PLACE: "cards.place-all"}
"""What makes an effect of each kind impossible."""
RESOLVING = (Phase.RESOLVE, Phase.EFFECT)
Slot = tuple[int, int]


@dataclass(frozen=True)
class AskedNext:
    """A question: in which phase, of whom, and about which card (by who laid it and how), if that is known.

    ``table`` has the cards that are still on the table, if the program says so.
    """

    phase: Phase
    actor: int | None
    card: Slot | None = None
    kind: Kind | None = None
    table: frozenset[Slot] | None = None


def asked_by(state: State) -> AskedNext:
    """What the rules ask in a position."""
    card = state.resolving_card
    slot = None if state.resolving is None else _named(state.players, state.resolving)
    return AskedNext(state.phase, state.actor, slot, None if card is None else card.kind)


def asked_in(given: Mapping[str, Any], legal: Sequence[Action]) -> AskedNext | None:
    """What a program asks, as its state says or its decisions show; None if neither says anything."""
    first = legal[0] if legal else None
    phase = given.get("phase") or (PHASE_OF.get(type(first)) if first else Phase.OVER)
    if phase not in list(Phase):
        return None
    actor = given.get("actor", first.player if first else None)
    card = given.get("resolving")
    slot = (card["by"], FACE[card["face"]]) if isinstance(card, Mapping) and card.get("face") in FACE else None
    table = frozenset(map(slot_named, filter(is_card, given["table"]))) if "table" in given else None
    return AskedNext(Phase(phase), actor, slot, KIND_OF.get(type(first)) if first else None, table)


def _named(players: int, slot: int) -> Slot:
    return slot_by(players, slot), FACE[slot_face(players, slot).value]


def flow_clauses(course: Course, after: State, theirs: AskedNext) -> Iterator[str]:
    """The clauses behind another question."""
    ours = asked_by(after)
    if same_question(ours, theirs):
        return
    if ours.phase in RESOLVING or theirs.phase in RESOLVING:
        yield from Resolving(course, after, ours, theirs).clauses()
    else:
        yield from _in_turn(course, after, theirs)


def same_question(ours: AskedNext, theirs: AskedNext) -> bool:
    """Whether two questions are the same, as far as is known."""
    return (ours.phase, ours.actor, ours.card, ours.kind) == (
        theirs.phase,
        theirs.actor,
        theirs.card or ours.card,
        theirs.kind or ours.kind,
    )


def _in_turn(course: Course, after: State, theirs: AskedNext) -> Iterator[str]:
    """Outside the resolution players follow each other, and phases too."""
    before = course.before.phase
    if (prepare := course.stage("prepare")) is not None and theirs.phase is Phase.OFFER:
        yield from successor_clauses(prepare, course.before, theirs.actor)
    elif theirs.phase is after.phase:
        yield from ["succession.refuse"] * (before is Phase.OFFER)
        yield TURNS[after.phase]
    elif before is Phase.SETTLE:
        yield "setup.settle-count"
    elif Phase.OVER in (theirs.phase, after.phase):
        yield from ["round.count", "end.after-last-round"]
    elif before is Phase.OFFER:
        yield "succession.no-second-refusal" if isinstance(course.action, Name) else "succession.refuse"
    elif after.phase is Phase.OFFER:
        yield "succession.refuse"
    else:
        yield "round.steps"


class Resolving:
    """Two opinions about which card is next, and for whom."""

    def __init__(self, course: Course, after: State, ours: AskedNext, theirs: AskedNext) -> None:
        self.course = course
        self.after = after
        self.ours = ours
        self.theirs = theirs

    @property
    def due(self) -> Position:
        """The position in which the first card had not been begun, or else the last one."""
        stage = self.course.stage("take_up") or self.course.stages[-1]
        return stage.here

    def clauses(self) -> Iterator[str]:
        if self._asks_for_an_inactive_card():
            yield from ["conditions.active", "reveal.discard"]
        elif self.ours.phase is Phase.RESOLVE or self.theirs.phase is Phase.RESOLVE:
            yield from self._choosing()
        elif self.ours.phase is not Phase.EFFECT:
            yield from self._asked_too_much()
        elif self.theirs.phase is not Phase.EFFECT:
            yield from self._left_out()
        elif self._their_card() == self.ours.card:
            yield from self._other_player()
        else:
            yield from self._other_card()

    def _their_card(self) -> Slot | None:
        """The program's card; if it does not say, a card of the kind it asks about, for whom it asks."""
        if self.theirs.card is not None:
            return self.theirs.card
        fitting = [slot for slot in self._slots() if self._fits(slot, self.due)]
        return self.ours.card if self.ours.card in fitting or not fitting else fitting[0]

    def _asks_for_an_inactive_card(self) -> bool:
        """Whether the program asks for an effect that only a discarded card could have."""
        reveal = self.course.stage("reveal")
        if reveal is None or self.theirs.phase is not Phase.EFFECT or self.theirs.card is not None:
            return False
        active = any(self._fits(slot, reveal.after) for slot in _laid(reveal.after))
        return not active and any(self._fits(slot, reveal.here) for slot in _laid(reveal.here))

    def _slots(self) -> Iterator[Slot]:
        """The cards on the table when resolving went on."""
        return _laid(self.due)

    def _fits(self, slot: Slot, position: Position) -> bool:
        """Whether a card is of the kind that the program asks about, and concerns whom it asks."""
        here, seat = position.values, self.theirs.actor
        card = self.course.before.deck.cards[here["laid"][slot[0]][slot[1]]]
        concerned = here["lies_before"][slot[0]][slot[1]] == seat or (
            isinstance(seat, int) and 0 <= seat < self.after.players and here["stands"][seat][slot[0]][slot[1]]
        )
        return card.kind is self.theirs.kind and bool(concerned)

    def _choosing(self) -> Iterator[str]:
        """One of them lets a player choose a card."""
        card = self._their_card()
        if self.ours.phase is Phase.RESOLVE and card is not None:
            yield from self._precedence(self._candidates(), card)
        yield "resolution.same-kind"

    def _candidates(self) -> Iterator[Slot]:
        end = self.course.stages[-1].after
        return (slot for slot in self._slots() if end.evaluate("candidate", *slot))

    def _precedence(self, first: Iterator[Slot], card: Slot) -> Iterator[str]:
        """Why other cards come before a card."""
        if not self._exists(card):
            return
        for slot in first:
            if self.due.evaluate("nearer_the_shaman", *slot, *card):
                yield "resolution.seat-order"
            if self.due.evaluate("of_an_earlier_kind", *slot, *card):
                yield "resolution.kind-order"

    def _exists(self, card: Slot) -> bool:
        return 0 <= card[0] < self.after.players and self.due.values["laid"][card[0]][card[1]] >= 0

    def _other_card(self) -> Iterator[str]:
        ours, theirs = self.ours.card, self._their_card()
        assert ours is not None and theirs is not None
        done = self._partial() if self.theirs.table is None else ours not in self.theirs.table
        if done or self._under_way(ours):
            yield from self._left_out()
        yield from self._precedence(iter([ours]), theirs)
        yield from self._asked_too_much()

    def _under_way(self, card: Slot) -> bool:
        """Whether a card had been begun before the decision."""
        slot = self.course.before.resolving
        return slot is not None and _named(self.after.players, slot) == card

    def _other_player(self) -> Iterator[str]:
        """The same card is asked of somebody else."""
        if self.theirs.actor in self._skipped():
            yield from self._asked_too_much()
        elif self._partial():
            yield from self._left_out()
        yield "resolution.beneficiaries"

    def _skipped(self) -> Sequence[int]:
        """Those for whom an effect was skipped, since it could do nothing."""
        stages = [stage for stage in self.course.stages if stage.step.name == "skip"]
        return [seat for stage in stages for seat in _acting(stage)]

    def _asked_too_much(self) -> Iterator[str]:
        """The program asks for an effect that the rules do not ask for any more, or not yet."""
        if not self._skipped():
            yield from ["resolution.beneficiaries", "resolution.one-at-a-time"]
            return
        yield "resolution.as-possible"
        if self.theirs.kind is not None:
            yield IMPOSSIBLE[self.theirs.kind]

    def _left_out(self) -> Iterator[str]:
        """The program does not ask for an effect that the rules ask for."""
        card = self.after.resolving_card
        if card is None:
            return
        if self._partial():
            yield "resolution.as-possible"
            yield {Kind.PLACE: "cards.place-all", Kind.REMOVE: "cards.remove-all"}[card.kind]
        if card.kind is Kind.MOVE_INHABITANT and not any(own(self.after, self.after.actor or 0)):
            yield "cards.move-inhabitant"
        yield "resolution.beneficiaries" if self.after.copying else "resolution.mandatory"
        yield CARDS[card.kind]

    def _partial(self) -> bool:
        """Whether the effect that is due cannot be carried out in full."""
        card, actor = self.after.resolving_card, self.after.actor
        if card is None or actor is None or card.kind not in (Kind.PLACE, Kind.REMOVE):
            return False
        number = number_placed if card.kind is Kind.PLACE else number_removed
        return number(self.after, actor, card.amount) < card.amount


def _laid(position: Position) -> Iterator[Slot]:
    """The cards on the table."""
    for by, laid in enumerate(position.values["laid"]):
        yield from ((by, face) for face, card in enumerate(laid) if card >= 0)


def _acting(stage: TracedStep) -> Iterator[int]:
    return (seat for seat in range(stage.here.values["players"]) if stage.here.evaluate("acts", seat))
