"""Positions of the resolution about which nothing is known but the invariants: any table, anybody standing anywhere.

A slot may hold a card or not, of any kind and amount, in front of anybody; the numbers of the cards, what is in hands
and pile and which sides of the Condition cards show can be handed on and nothing else. :meth:`AnyTable.told` says what
the clauses say of such a position, as :mod:`.projection` does of a known one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import ModuleType
from typing import Any

import z3

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine_states import (
    OF_TABLES,
    Claims,
    PathsOutcome,
    invariants,
    on_every_path,
    opening,
    same,
    unknowns,
    with_unknown_board,
)
from archipel.checks.proofs.engine.loop_invariants import CutLoop, LoopInvariant
from archipel.checks.proofs.engine.rewritten import NotRewrittenError
from archipel.checks.proofs.engine.stand_ins import Given, defined, relied_upon, shown
from archipel.checks.proofs.engine.symbolic import (
    SymbolicBool,
    SymbolicInt,
    assume,
    either,
    lifted,
    plain,
    some,
    unknown,
    unknown_truth,
)
from archipel.checks.proofs.engine.unknown_sequences import (
    UNKNOWN_SEQUENCES,
    Maybe,
    MaybeTuple,
    Token,
    candidates_of,
    lookup,
    maybes,
)
from archipel.reference.costa_ruana import Deck, Kind, Laid, Phase, State
from archipel.reference.costa_ruana import state as state_module
from archipel.reference.costa_ruana.deck import KINDS
from archipel.spec.costa_ruana import NUMBERS
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.logic.solver import Interpretation

NOTHING, TABLE, DISCARD = projection.NOTHING, projection.code(words.TABLE), projection.code(words.DISCARD)
RESOLVING = projection.code(words.RESOLVE)


class UnknownCard:
    """A card; its kind takes one path for each that it can be."""

    def __init__(self, kind: SymbolicInt, amount: SymbolicInt, background: Any) -> None:
        self.number, self.amount, self.background = kind, amount, background

    @property
    def kind(self) -> Kind:
        return KINDS[self.number]


class AnyTable:
    """A position of the resolution, and the clauses' names for what is unknown in it.

    The card in a slot has the slot's number in the clauses, where the engine has a token.
    """

    def __init__(self, players: int) -> None:
        self.players, self.slots = players, range(2 * players)
        self.tokens: list[Any] = [Token(f"the number of the card in slot {s}") for s in self.slots]
        self.there = [unknown_truth(f"there_{s}") for s in self.slots]
        self.before, self.kind, self.amount = [unknowns(name, 2 * players) for name in ("before", "kind", "amount")]
        self.back, self.elsewhere = [unknowns(name, 2 * players) for name in ("background", "elsewhere")]
        self.hidden = [unknown_truth(f"hidden_{s}") for s in self.slots]
        self.stands = [unknown_truth(f"stands_{q}") for q in range(players)]
        self.spot = unknowns("spot", players)
        self.handed_on: dict[str, Any] = {name: Token(name) for name in ("tide", "time", "hands", "pile")}
        self._made: dict[Any, tuple[Any, Any]] = {}
        self.state = self._state()

    def _state(self) -> State:
        cards = [UnknownCard(*printed) for printed in zip(self.kind, self.amount, self.back, strict=True)]
        start = opening(self.players)
        game = dataclasses.replace(
            start.game,
            deck=Deck(lookup(self.tokens, cards)),
            kind_order=lookup(self.tokens, self.kind),
        )
        laid = map(Laid, self.tokens, self.before, self.hidden)
        return with_unknown_board(start).changed(
            game=game,
            phase=Phase.RESOLVE,
            round=unknown("round"),
            shaman=unknown("shaman"),
            actor=unknown("actor"),
            **self.handed_on,
            table=MaybeTuple(map(Maybe, self.there, laid)),
            standing=MaybeTuple(map(Maybe, self.stands, self.spot)),
        )

    def place(self, slot: int) -> tuple[int, int]:
        """How the clauses name a slot: who laid the card, and how."""
        return slot % self.players, slot // self.players

    def face_up(self) -> list[Laid]:
        """The cards in the slots, face up."""
        return [Laid(token, before, False) for token, before in zip(self.tokens, self.before, strict=True)]

    def by_place(self, values: Sequence[Any]) -> tuple[tuple[Any, ...], ...]:
        """One value for each slot, as the clauses want them."""
        return tuple([(values[seat], values[self.players + seat]) for seat in range(self.players)])

    def sensible(self) -> list[Given]:
        """What is printed on cards, that seats are seats and slots are slots, and that people stand on cards."""
        amounts = [z3.And(a.term >= NUMBERS.least_amount, a.term <= NUMBERS.greatest_amount) for a in self.amount]
        cards = defined(below(len(KINDS), *self.kind), *amounts)
        fields = defined(below(2 * self.players, *self.spot), below(self.players, self.state.actor))
        before = [below(self.players, b) for b in self.before]
        return [
            *cards,
            *fields,
            *shown("somebody_is_shaman", below(self.players, self.state.shaman)),
            *shown("every_card_lies_before_somebody", *before),
            *invariants(self.clauses(self.state), OF_TABLES),
        ]

    def revealed(self) -> list[Given]:
        """No card is face down, as revealing leaves it and nothing changes until the next round."""
        return shown("only_cards_laid_face_down_are_hidden", *[z3.Not(hidden.term) for hidden in self.hidden])

    def clauses(self, state: State, phase: int = RESOLVING, **arguments: Any) -> Interpretation:
        """The clauses at a position that came from this one, and at a decision."""
        values = {**NUMBERS.values(self.players), **self.printed(), **self.told(state, phase), **arguments}
        return Interpretation("z3", {name: plain(value) for name, value in values.items()})

    def printed(self) -> dict[str, Any]:
        """What the clauses say of the cards."""
        return {
            "cards": len(self.slots),
            "kind": self.kind,
            "amount": self.amount,
            "background": self.back,
            "notches": (1,) * len(self.slots),
            "position": unknowns("position", len(self.slots)),
        }

    def told(self, state: State, phase: int = RESOLVING) -> dict[str, Any]:
        """The facts of a position that came from this one; a field that must not change and did is an error."""
        found: dict[str, Any] = self._once(f"told {phase}", partial(self._told, phase), state)
        return found

    def _told(self, phase: int, state: State) -> dict[str, Any]:
        for name, value in self.handed_on.items():
            assume(f"{name} is as it was", getattr(state, name) is value)
        found = {
            "round": state.round,
            "phase": phase,
            "turn": 0,
            "shaman": state.shaman,
            "tide": unknown("tide"),
            "time": unknown("time"),
            "on": state.inhabitants,
            "treasures": state.treasures,
            "reserve": state.reserve,
            "hut": state.huts,
            "gained": state.gains,
            "drawn": unknown("drawn"),
            **self._table(state, phase),
        }
        return {name: plain(value) for name, value in found.items()}

    def _table(self, state: State, phase: int) -> dict[str, Any]:
        laid, stands = self._once("laid", self._all_laid, state.table), self._once("on", self._all_on, state.standing)
        opened = [False if state.resolving is None else state.resolving == slot for slot in self.slots]
        turns = self._once("due", partial(self._all_due, laid, stands), state.table, state.standing)
        due = [self._under_way(state, slot, laid[slot]) if opened[slot] is True else turns[slot] for slot in self.slots]
        return {
            **self._once("cards", partial(self._lying, laid), state.table),
            "stands": self._once("stands", lambda _: tuple(map(self.by_place, stands)), state.standing),
            "opened": self.by_place(opened),
            "due": self.by_place(due if phase == RESOLVING else [(False,) * (self.players + 1)] * len(self.slots)),
        }

    def _lying(self, laid: Sequence[Any], _: Any) -> dict[str, Any]:
        return {
            "laid": self.by_place([either(there, slot, NOTHING) for slot, (there, _, _) in enumerate(laid)]),
            "lies_before": self.by_place([either(there, before, NOTHING) for there, before, _ in laid]),
            "hidden": self.by_place([either(there, hidden, False) for there, _, hidden in laid]),
            "place_of": tuple(
                either(there, TABLE, either(was, DISCARD, where))
                for (there, _, _), was, where in zip(laid, self.there, self.elsewhere, strict=True)
            ),
        }

    def _once(self, name: str, make: Callable[..., Any], *parts: Any) -> Any:
        """Something made of parts of a position, made once only."""
        key = (name, *map(id, parts))
        if key not in self._made:
            self._made[key] = (parts, make(*parts))
        return self._made[key][1]

    def _all_laid(self, table: Any) -> list[Any]:
        return [self._laid(slot, part) for slot, part in enumerate(maybes(table))]

    def _all_on(self, standing: Any) -> list[Any]:
        return [[self._on(part, slot) for slot in self.slots] for part in maybes(standing)]

    def _all_due(self, laid: Sequence[Any], stands: Sequence[Any], *_: Any) -> list[Any]:
        return [self._due(laid[slot], True, [row[slot] for row in stands]) for slot in self.slots]

    def _under_way(self, state: State, slot: int, laid: Any) -> tuple[Any, ...]:
        return self._due(laid, negated(state.copying), [self._waits(state, seat) for seat in range(self.players)])

    def _laid(self, slot: int, part: Maybe) -> tuple[Any, Any, Any]:
        """Whether a slot holds a card, in front of whom, and whether it is hidden."""
        if part.there is False:
            return False, NOTHING, False
        assume("each card is in its slot", part.value.card is self.tokens[slot])
        return part.there, part.value.before, part.value.face_down

    def _on(self, part: Maybe, slot: int) -> Any:
        return False if part.there is False else either(part.there, part.value == slot, False)

    def _due(self, laid: tuple[Any, Any, Any], own: Any, copies: Sequence[Any]) -> tuple[Any, ...]:
        """Which turns of a card are still to come: its own effect, then copies clockwise."""
        there, before, _ = laid
        if there is False:
            return (False,) * (self.players + 1)
        seats = range(self.players)
        turns = [some([both(copies[q], before == (q - d) % self.players) for q in seats]) for d in seats]
        return tuple(both(there, turn) for turn in (own, *turns))

    def _waits(self, state: State, seat: int) -> Any:
        waiting = [both(there, q == seat) for there, q in candidates_of(state.waiting)]
        return some([*waiting, both(state.copying, state.actor == seat)])


@contextmanager
def seeing(*modules: ModuleType, **names: Any) -> Iterator[None]:
    """For a while, let modules work on unknown sequences, and see other meanings of some of their names."""
    own: dict[str, Any] = {**UNKNOWN_SEQUENCES}
    with lifted(state_module, **own), lifted(*modules, **{**own, **names}):
        yield


def both(one: Any, other: Any) -> Any:
    """That two things hold."""
    return either(one, other, False)


def negated(value: Any) -> Any:
    """That something does not hold."""
    return either(value, False, True)


def alike(name: str, found: Sequence[Any], expected: Sequence[Any]) -> Claims:
    """That two sequences of numbers, each of which may be missing, are the same."""
    pairs = list(zip(maybes(found), maybes(expected), strict=False))
    return {f"as many in {name}": len(maybes(found)) == len(maybes(expected))} | {
        f"{name}_{place}": same_if_there(*pair) for place, pair in enumerate(pairs)
    }


def same_if_there(one: Maybe, other: Maybe) -> Any:
    """That both are missing, or both there and alike."""
    there = SymbolicBool(same(one.there, other.there))
    if one.value is other.value or one.there is False or other.there is False:
        return there
    return both(there, either(one.there, _alike(one.value, other.value), True))


def _alike(one: Any, other: Any) -> Any:
    if isinstance(one, Laid):
        sides = SymbolicBool(same(one.face_down, other.face_down))
        return both(one.card is other.card, both(SymbolicBool(same(one.before, other.before)), sides))
    return SymbolicBool(same(one, other))


def below(bound: int, *numbers: Any) -> Any:
    """That numbers are seats, slots or the like."""
    return z3.And(*[z3.And(number.term >= 0, number.term < bound) for number in numbers])


def at_loop(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    invariant: LoopInvariant,
    ends: Callable[[Any], Claims],
    times: int,
    assumptions: Sequence[Given] = (),
) -> PathsOutcome:
    """Whether a claim holds of whatever a function with a loop returns, by an invariant of its loop."""
    found = PathsOutcome(0)
    try:
        for part in CutLoop(function).obligations(arguments, invariant, ends, times, relied_upon(assumptions)):
            found += on_every_path(part.run, defined(*part.assumptions), part.claims, part.about)
            if found.wrong:
                break
    except (NotRewrittenError, TypeError) as error:
        found += PathsOutcome(0, gave_up=str(error))
    return found
