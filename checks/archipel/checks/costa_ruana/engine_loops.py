"""Functions of the resolution with loops over slots, players and islands, by invariants of their loops."""

from __future__ import annotations

from functools import partial
from typing import Any

import z3

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine_states import (
    Claims,
    PathsOutcome,
    equalities,
    following,
    notion,
    on_every_path,
    same,
    unchanged,
)
from archipel.checks.costa_ruana.engine_tables import AnyTable, alike, at_loop, below, both, negated, seeing
from archipel.checks.proofs.engine.loop_invariants import LoopInvariant, Values
from archipel.checks.proofs.engine.stand_ins import by_claims, defined
from archipel.checks.proofs.engine.symbolic import (
    SymbolicInt,
    assume,
    either,
    some,
    term_of,
    unknown,
    unknown_truth,
)
from archipel.checks.proofs.engine.unknown_sequences import (
    Maybe,
    MaybeList,
    MaybeTuple,
    Subsequence,
    candidates_of,
    maybes,
)
from archipel.reference.costa_ruana import State, conditions, resolution
from archipel.reference.costa_ruana.deck import KINDS
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.logic.solver import Interpretation


def next_cards(players: int) -> PathsOutcome:
    """Any cards in front of anybody, any slots empty. After some slots: the least rank among them, and who has it."""
    table, best = AnyTable(players), unknown("best")
    chosen = [unknown_truth(f"chosen_{s}") for s in table.slots]
    order = Order(table)

    def anything(done: int) -> Values:
        return {"best": best, "slots": Subsequence([(chosen[s], s) for s in range(done)])}

    def holds(done: int, found: Values) -> Claims:
        first, seen = term_of(found["best"]), range(done)
        there = [z3.And(table.there[s].term, first == order.ranks[s]) for s in seen]
        nobody = z3.Not(z3.Or(*[table.there[s].term for s in seen]))
        return {
            "nothing seen is less": z3.And(*[z3.Implies(table.there[s].term, first <= order.ranks[s]) for s in seen]),
            "the least is of a card": z3.Or(*there, z3.And(nobody, first == players * len(KINDS))),
            **{f"slot {s} is among them": same(held(found["slots"], s), there[s]) for s in seen},
            "no other is": not set(_slots(found["slots"])) - set(seen),
        }

    def ends(slots: Any) -> Claims:
        view = order.told(table.clauses(table.state))
        next_by_clauses = [notion(view, "candidate", *table.place(s)) for s in table.slots]
        return {
            f"the card in slot {s} may be next": z3.Implies(order.known(), same(next_by_clauses[s], held(slots, s)))
            for s in table.slots
        } | {
            "each once, in order": _slots(slots) == sorted(set(_slots(slots))),
            "one is next if any is there": z3.Implies(
                z3.Or(*[there.term for there in table.there]), z3.Or(*[term_of(held(slots, s)) for s in table.slots])
            ),
        }

    known, invariant = [*table.sensible(), *defined(*order.defined())], LoopInvariant(anything, holds)
    with seeing(resolution):
        found = at_loop(resolution.next_cards, [table.state], invariant, ends, 2 * players, known)
    return found + order.shown()


class Order:
    """Which card comes first, as a comparison of ranks: what the clauses say of two cards is shown pair by pair."""

    def __init__(self, table: AnyTable) -> None:
        self.table, state = table, table.state
        self.ranks = [z3.Int(f"rank_{s}") for s in table.slots]
        pairs = zip(table.before, table.kind, strict=True)
        self.meant = [term_of((b - state.shaman) % table.players * len(KINDS) + k) for b, k in pairs]
        self.first = {(s, t): z3.Bool(f"first_{s}_{t}") for s in table.slots for t in table.slots}

    def _both(self, s: int, t: int) -> Any:
        return z3.And(self.table.there[s].term, self.table.there[t].term)

    def defined(self) -> list[Any]:
        """What the ranks are."""
        return [z3.And(rank == meant, rank >= 0) for rank, meant in zip(self.ranks, self.meant, strict=True)]

    def known(self) -> Any:
        """Of two cards on the table the one with the smaller rank comes first."""
        pairs = self.first.items()
        return z3.And(*[z3.Implies(self._both(s, t), f == (self.ranks[s] < self.ranks[t])) for (s, t), f in pairs])

    def told(self, view: Interpretation) -> Interpretation:
        """The clauses, to which the order of two cards is given by ranks."""
        for (s, t), first in self.first.items():
            view.expanded["comes_first", (*self.table.place(s), *self.table.place(t))] = first
        return view

    def shown(self) -> PathsOutcome:
        """That the clauses order any two cards so."""
        found, view = PathsOutcome(0), self.table.clauses(self.table.state)
        for s, t in self.first:
            by_clauses = notion(view, "comes_first", *self.table.place(s), *self.table.place(t))
            claim = {f"slot {s} before {t}": same(by_clauses, self.meant[s] < self.meant[t])}
            found += on_every_path(lambda: None, defined(*self._sensible(s, t)), partial(_always, claim))
        return found

    def _sensible(self, s: int, t: int) -> list[Any]:
        befores, kinds = (self.table.before[s], self.table.before[t]), (self.table.kind[s], self.table.kind[t])
        seats = below(self.table.players, SymbolicInt(term_of(self.table.state.shaman)), *befores)
        return [seats, below(len(KINDS), *kinds), self._both(s, t)]


def _always(claims: Claims, _: object) -> Claims:
    return claims


# Inhabitants that go home, and cards that go


def sent_home(players: int) -> PathsOutcome:
    """Any inhabitants standing anywhere, any cards gone. After some players: those of them on such cards are home."""
    table = AnyTable(players)
    gone = [unknown_truth(f"gone_{s}") for s in table.slots]
    slots, state = Subsequence(zip(gone, table.slots, strict=True)), table.state
    home = homegoing.function(state, slots)
    view = table.clauses(state)
    for s in table.slots:
        view.expanded["finished", table.place(s)] = gone[s].term
    later = following(view, RULEBOOK.steps["finish_card"])

    def anything(done: int) -> Values:
        reserve = [home.reserve[q] if q < done else state.reserve[q] for q in range(players)]
        standing = [*maybes(home.standing)[:done], *maybes(state.standing)[done:]]
        return {"reserve": reserve, "standing": MaybeList(standing)}

    def holds(done: int, found: Values) -> Claims:
        expected = anything(done)
        return {name: z for part in expected for name, z in alike(part, found[part], expected[part]).items()}

    def ends(after: State) -> Claims:
        told = equalities(later, table.told(after), ("reserve", "stands"))
        return {**told, **unchanged(state, after, "reserve", "standing")}

    with seeing(resolution):
        return at_loop(
            resolution.sent_home, [state, slots], LoopInvariant(anything, holds), ends, players, table.sensible()
        )


@by_claims("engine.resolution.sent-home")
def homegoing(state: State, slots: Any) -> State:
    """What :func:`resolution.sent_home` has been shown to do, as expressions."""
    parts, reserve = [], []
    for part, number in zip(maybes(state.standing), state.reserve, strict=True):
        back = part.there if part.there is False else both(part.there, held(slots, part.value))
        parts.append(Maybe(both(part.there, negated(back)), part.value))
        reserve.append(number + either(back, 1, 0))
    return state.changed(reserve=tuple(reserve), standing=MaybeTuple(parts))


class Showing:
    """The two sides that show, not known; a card's background is one of them or not."""

    def __init__(self, *sides: SymbolicInt) -> None:
        self.sides = sides

    def __contains__(self, background: SymbolicInt) -> bool:
        return bool(self.shows(background))

    def shows(self, background: SymbolicInt) -> Any:
        """Whether a background is one of them, as one expression."""
        return some([background == side for side in self.sides])


def reveal(players: int) -> PathsOutcome:
    """Any cards under any sides. After some slots: their active cards are face up, the other slots listed."""
    table = AnyTable(players)
    state, showing = table.state, Showing(unknown("tide"), unknown("time"))
    stays = [both(there, showing.shows(back)) for there, back in zip(table.there, table.back, strict=True)]
    view = table.clauses(state, phase=projection.code(words.REVEAL))
    later = following(view, RULEBOOK.steps["reveal"])

    @by_claims("engine.conditions.active-backgrounds")
    def sides(tide: object, time: object, readings: object) -> Showing:
        assume("the sides that show", tide is state.tide and time is state.time)
        assume("the readings of the game", readings is state.rules.readings)
        return showing

    def anything(done: int) -> Values:
        faces = table.face_up()
        gone = [(negated(active), slot) for slot, active in zip(table.slots, stays, strict=True)]
        return {"table": MaybeList(list(map(Maybe, stays, faces))[:done]), "gone": Subsequence(gone[:done])}

    def holds(done: int, found: Values) -> Claims:
        expected = anything(done)
        return {
            **alike("table", found["table"], expected["table"]),
            **{f"slot {s} is gone": same(held(found["gone"], s), negated(stays[s])) for s in range(done)},
            "no other is": not set(_slots(found["gone"])) - set(range(done)),
        }

    def ends(after: State) -> Claims:
        return {**equalities(later, table.told(after)), **unchanged(state, after, "table", "reserve", "standing")}

    with seeing(conditions, active_backgrounds=sides, sent_home=homegoing):
        return at_loop(conditions.reveal, [state], LoopInvariant(anything, holds), ends, 2 * players, table.sensible())


def _slots(found: Any) -> list[Any]:
    return [slot for _, slot in candidates_of(found)]


def held(found: Any, item: Any) -> Any:
    """Whether something is in a sequence."""
    return some([both(there, own == item) for there, own in candidates_of(found)])
