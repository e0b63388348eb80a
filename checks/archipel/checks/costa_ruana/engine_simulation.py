"""From one question of the resolution to the next: the engine and the clauses go the same way (simulation).

The engine deals with a card in one go where the clauses take one consequence after another. The card under way has a
line of those for whom it acts; while the engine is at one place of it, the clauses are in the position in which the
turns before that place are over (:func:`at_place`). Each function is shown for what it does with this line, whatever
the functions it calls have been shown to do; :func:`turns` shows that the clauses follow it step by step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import z3

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine_loops import homegoing
from archipel.checks.costa_ruana.engine_states import (
    Claims,
    PathsOutcome,
    allowed,
    asked,
    equalities,
    following,
    notion,
    on_every_path,
    same,
    unchanged,
)
from archipel.checks.costa_ruana.engine_tables import AnyTable, at_loop, below, both, seeing
from archipel.checks.proofs.engine.loop_invariants import LoopInvariant, Values
from archipel.checks.proofs.engine.rewritten import merging
from archipel.checks.proofs.engine.stand_ins import Given, by_claims, defined, rely_on, shown
from archipel.checks.proofs.engine.symbolic import (
    Path,
    SymbolicBool,
    assume,
    either,
    some,
    term_of,
    unknown,
    unknown_truth,
)
from archipel.checks.proofs.engine.unknown_sequences import Subsequence, Token, candidates_of, exchanged, lookup, maybes
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Face, IllegalAction, Laid, Phase, State, resolution
from archipel.reference.costa_ruana import engine as stepping
from archipel.spec.clauses import Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.logic.fingerprint import Fingerprints
from archipel.spec.logic.solver import Interpretation

EFFECT_STEPS = tuple(RULEBOOK.steps[name] for name in ("move_treasure", "remove", "place", "move_inhabitant"))
FINISHING = ("table", "standing", "reserve", "resolving", "waiting", "copying", "moved")
MOVED_ON = ("due", "opened", "phase", "stands")
NOBODY = -1


def copiers(players: int) -> PathsOutcome:
    """Any inhabitants on any card, wherever it lies."""
    table, slot, before = AnyTable(players), unknown("slot"), unknown("front")
    there = [both(part.there, part.value == slot) for part in maybes(table.state.standing)]

    def run() -> tuple[list[tuple[Any, Any]], list[int]]:
        found = candidates_of(copying(table.state, slot, before))
        return found, [(int(before) + d) % players for d in range(players)]

    def claims(path: Path[tuple[list[tuple[Any, Any]], list[int]]]) -> Claims:
        line, seats = path.value
        listed = [seat for _, seat in line]
        return {"clockwise": listed == [seat for seat in seats if seat in listed]} | {
            f"seat {q} is among them": same(some([here for here, seat in line if seat == q]), there[q])
            for q in range(players)
        }

    copying = merging(resolution.copiers)
    with seeing(resolution, _somebody_on=merging(resolution._somebody_on)):
        known = [*table.sensible(), *defined(below(players, before), below(2 * players, slot))]
        return on_every_path(run, known, claims)


# Whom a card acts for


class SimulationLine:
    """A card under way in a slot in front of some seat: its own effect, if still to come, and any copies."""

    def __init__(self, table: AnyTable, slot: int, first: int) -> None:
        self.table, self.slot, self.first = table, slot, first
        players = table.players
        self.copying = unknown_truth("copying")
        self.seats = [first, *[(first + d) % players for d in range(players)]]
        self.there = [either(self.copying, False, True), *[unknown_truth(f"copy_{d}") for d in range(players)]]
        self.able = [unknown_truth(f"able_{q}") for q in range(players)]
        self.before_it = [unknown_truth(f"first_{t}") for t in table.slots]
        card = Laid(table.tokens[slot], first, False)
        self.state = table.state.changed(table=exchanged(table.state.table, slot, card))

    @property
    def places(self) -> range:
        """The places of the line."""
        return range(len(self.seats))

    def rest(self, place: int) -> Any:
        """Those who come from some place on."""
        return Subsequence([*zip(self.there, self.seats, strict=True)][place:])

    def at_place(self, place: int) -> State:
        """The turns before some place are over, and nothing else has happened."""
        begun = self.copying if place == 0 else True
        return self.state.changed(
            phase=Phase.EFFECT, actor=NOBODY, resolving=self.slot, copying=begun, waiting=self.rest(max(place, 1))
        )

    def asked_at(self, place: int) -> State:
        """What :func:`resolution._ask_first_able` has been shown to return if this is the first who is able."""
        return self.state.changed(
            phase=Phase.EFFECT,
            actor=self.seats[place],
            resolving=self.slot,
            waiting=self.rest(place + 1),
            copying=either(self.copying, True, self.rest(0).count_before(place) > 0),
        )

    def clauses(self, state: State) -> Interpretation:
        """The clauses there, for which no card comes before this one, and who is able is known by a name."""
        rely_on(["engine.effects.can-act"])
        view = self.table.clauses(state)
        for t, first in zip(self.table.slots, self.before_it, strict=True):
            view.expanded["comes_first", (*self.table.place(t), *self.table.place(self.slot))] = first.term
        acts = [notion(view, "acts", q) for q in range(self.table.players)]
        named = [z3.If(view.expression(a), z3.If(b.term, 1, 0), 0) for a, b in zip(acts, self.able, strict=True)]
        view.expanded["required", ()] = z3.Sum(named)
        return view

    def assumed(self) -> list[Given]:
        """No card on the table comes before this one."""
        others = zip(maybes(self.state.table), self.before_it, strict=True)
        earlier = [term_of(both(part.there, first)) for part, first in others]
        return shown("nothing_waits_that_comes_first", *map(z3.Not, earlier))


def turns(players: int) -> PathsOutcome:
    """Any card under way with any copies: at each place of its line the clauses ask or skip as the engine does."""
    table, found = AnyTable(players), PathsOutcome(0)
    for slot in table.slots:
        for first in range(players):
            line = SimulationLine(table, slot, first)
            at = [line.at_place(place) for place in range(len(line.seats) + 1)]
            claims: dict[str, Any] = {}
            for place in line.places:
                turn = _turn(line, place, at[place], table.told(at[place + 1]))
                claims |= {f"place {place}: {name}": claim for name, claim in turn.items()}
            found += on_every_path(lambda: None, line.assumed(), partial(_always, claims), f"slot {slot}, ")
            if found.wrong:
                return found
    return found


def _always(claims: Claims, _: object) -> Claims:
    return claims


def _turn(line: SimulationLine, place: int, state: State, later: Mapping[str, Any]) -> Claims:
    """What the clauses say at one place of a line, whether somebody is there and able or not."""
    there, able = line.there[place], line.able[line.seats[place]]
    skipped, table, view = term_of(both(there, either(able, False, True))), line.table, line.clauses(state)
    question, slot, players = term_of(both(there, able)), line.slot, table.players
    skip = RULEBOOK.steps["skip"]
    claims = {f"{name} where nobody is": z3.Implies(z3.Not(term_of(there)), _expression(claim))
              for name, claim in equalities(view, later).items()}
    claims |= {f"{name} after skipping": z3.Implies(skipped, _expression(claim))
               for name, claim in equalities(following(view, skip), later).items()}
    for step in _moving_on():
        turned = equalities(following(view, step), later, MOVED_ON)
        claims |= {f"{name} after {step.name}": z3.Implies(question, _expression(z)) for name, z in turned.items()}
    claims["it is skipped"] = z3.Implies(skipped, _expression(_due_to_follow(view, skip)))
    claims["it is asked for"] = z3.Implies(question, view.expanded["required", ()] >= 1)
    told = equalities(view, table.told(line.asked_at(place)))
    claims |= {f"{name} when asked": z3.Implies(question, _expression(claim)) for name, claim in told.items()}
    for q in range(players):
        acts = same(notion(view, "acts", q), q == line.seats[place])
        claims[f"seat {q} acts"] = z3.Implies(term_of(there), acts)
    claims["the kind"] = same(notion(view, "kind_now"), table.kind[slot])
    claims["the number"] = same(notion(view, "amount_now"), table.amount[slot])
    return claims


@cache
def _moving_on() -> list[Step]:
    """The effects, without those that say the very same of a card's turns as another."""
    said: dict[str, Step] = {}
    written = Fingerprints()
    for step in EFFECT_STEPS:
        changes = [change for change in RULEBOOK.changes(step) if change.target.name in MOVED_ON]
        places = [variable.name for change in changes for variable in change.variables]
        said.setdefault(f"{places} {written(*[change.term for change in changes])}", step)
    return [*said.values()]


def _expression(claim: Any) -> Any:
    return z3.BoolVal(claim) if isinstance(claim, bool) else term_of(claim)


def _due_to_follow(view: Interpretation, step: Step) -> Any:
    return view.conjunction(view(part.term) for part in RULEBOOK.guards(step))


def first_able(players: int) -> PathsOutcome:
    """Any line on any card. After some places of it: nobody so far was able; the first who is, is asked."""
    table, places = AnyTable(players), range(players + 1)
    seats: list[Any] = [Token(f"the seat at place {place}") for place in places]
    slot, finished = _any("the slot of the card"), _any("the position without the card")
    laid, state, copying = Laid(table.tokens[0], seats[0], False), table.state, unknown_truth("copying")
    there = [unknown_truth(f"waits_{place}") for place in places]
    able = [unknown_truth(f"able_{place}") for place in places]
    line = Subsequence(zip(there, seats, strict=True))

    @by_claims("engine.effects.can-act")
    def can_act(given: State, player: object, card: object) -> Any:
        assume("the position and the card", given is state and card is state.deck.cards[laid.card])
        return able[_place(seats, player)]

    @by_claims("engine.resolution.finish-card")
    def finish_card(given: State, where: object) -> Any:
        assume("this card in this position", given is state and where is slot)
        return finished

    def nobody(done: int) -> Any:
        return z3.Not(z3.Or(*[z3.And(there[n].term, able[n].term) for n in range(done)]))

    def ends(after: Any) -> Claims:
        if after is finished:
            return {"finished because nobody is able": nobody(players + 1)}
        place, waiting = _place(seats, after.actor), candidates_of(after.waiting)
        copies = z3.Or(copying.term, *[there[n].term for n in range(place)])
        return {
            "asked because he is able": z3.And(nobody(place), there[place].term, able[place].term),
            "an effect of this card": after.phase is Phase.EFFECT and after.resolving is slot,
            "a copy, or not": same(after.copying, SymbolicBool(copies)),
            "all places": len(waiting) == len(seats) and all(a is b for (_, a), b in zip(waiting, seats, strict=True)),
            **{f"place {n} waits": same(here, both(n > place, there[n])) for n, (here, _) in enumerate(waiting)},
            **unchanged(state, after, "phase", "actor", "resolving", "waiting", "copying"),
        }

    invariant = LoopInvariant(lambda _: {}, lambda done, _: {"nobody was able": nobody(done)})
    with seeing(resolution, can_act=can_act, finish_card=finish_card):
        arguments = [state, slot, laid, line, copying]
        return at_loop(resolution._ask_first_able, arguments, invariant, ends, len(places))


def _any(name: str) -> Any:
    return Token(name)


def _place(tokens: Sequence[object], token: object) -> int:
    found = [place for place, own in enumerate(tokens) if own is token]
    assume("a seat of the line", len(found) == 1)
    return found[0]


def start_card(players: int) -> PathsOutcome:
    """A card is begun for the player in front of whom it lies, then for its copiers."""
    table, slot, before, answer = AnyTable(players), _any("the slot"), _any("the seat"), _any("what comes of it")
    laid = Laid(table.tokens[0], before, False)
    copies = Subsequence([(unknown_truth(f"copies_{q}"), _any(f"copier {q}")) for q in range(players)])
    state = table.state.changed(table=lookup([slot], [laid]))

    @by_claims("engine.resolution.copiers")
    def copiers_of(given: State, where: object, first: object) -> Any:
        assume("the copiers of this card", given is state and where is slot and first is before)
        return copies

    @by_claims("engine.resolution.first-able", "engine.resolution.turns")
    def ask(given: State, where: object, card: object, line: Any, copying: object) -> Any:
        assume("this card in this position", given is state and where is slot and card is laid and copying is False)
        found, expected = candidates_of(line), [(True, before), *copies.candidates]
        assume("its player, then the copiers", _identical(found, expected))
        return answer

    run = partial(merging(resolution.start_card), state, slot)
    with seeing(resolution, copiers=copiers_of, _ask_first_able=ask):
        return on_every_path(run, [], lambda path: {"the answer": path.value is answer})


def _identical(found: Sequence[tuple[Any, Any]], expected: Sequence[tuple[Any, Any]]) -> bool:
    """Whether two lists of candidates are the very same."""
    pairs = zip(found, expected, strict=False)
    return len(found) == len(expected) and all(a[0] is b[0] and a[1] is b[1] for a, b in pairs)


def begun(players: int) -> PathsOutcome:
    """The clauses, where one card is next or chosen, come to where the engine begins its line."""
    table, found = AnyTable(players), PathsOutcome(0)
    state, standing = table.state, maybes(table.state.standing)
    for slot in table.slots:
        copies: Any = Subsequence([(both(part.there, part.value == slot), q) for q, part in enumerate(standing)])
        line = state.changed(phase=Phase.EFFECT, actor=NOBODY, resolving=slot, copying=False, waiting=copies)
        by, face = table.place(slot)
        view = table.clauses(state, player=unknown("player"), by=by, face=face)
        for s in table.slots:
            view.expanded["candidate", table.place(s)] = s == slot
        take_up, expected = RULEBOOK.steps["take_up"], table.told(line)
        claims = {"it is taken up": _due_to_follow(view, take_up)}
        for step in (take_up, RULEBOOK.steps["resolve"]):
            claims |= {f"{step.name}: {name}": z for name, z in equalities(following(view, step), expected).items()}
        found += on_every_path(lambda: None, [*table.sensible(), *defined(table.there[slot])], partial(_always, claims))
    return found


def finish_card(players: int) -> PathsOutcome:
    """Any card of which nothing is to come: it goes, and those on it."""
    table, found = AnyTable(players), PathsOutcome(0)
    done = merging(resolution.finish_card)
    step = RULEBOOK.steps["finish_card"]
    for slot in table.slots:
        over = table.state.changed(phase=Phase.EFFECT, actor=NOBODY, resolving=slot, copying=True, waiting=())
        view = table.clauses(over)
        later = following(view, step)

        def claims(path: Path[State], view: Interpretation = view, later: Interpretation = later) -> Claims:
            after = path.value
            over = after.resolving is None and after.waiting == () and after.copying is False and after.moved == ()
            finished = _due_to_follow(view, step)
            claimed = {"no card is under way": over, "it is finished": finished, **equalities(later, table.told(after))}
            return {**claimed, **unchanged(table.state, after, *FINISHING)}

        with seeing(resolution, _somebody_on=merging(resolution._somebody_on), sent_home=homegoing):
            known = [*table.sensible(), *table.revealed(), *defined(table.there[slot])]
            found += on_every_path(partial(done, table.state, slot), known, claims, f"slot {slot}: ")
    return found


def proceed(players: int) -> PathsOutcome:
    """Any table between two cards: one card is begun, one of several is asked for, or the round ends."""
    table = AnyTable(players)
    state, nexts = table.state, [unknown_truth(f"next_{s}") for s in table.slots]
    number = z3.Sum([z3.If(one.term, 1, 0) for one in nexts])
    cards = z3.Sum([z3.If(there.term, 1, 0) for there in table.there])
    later, question = state.changed(actor=unknown("last")), state.changed(resolving=0)
    collected, ended = state.changed(), state.changed()

    @by_claims("engine.resolution.next-cards")
    def next_of(given: State) -> Any:
        assume("this position", given is state)
        return Subsequence(zip(nexts, table.slots, strict=True))

    @by_claims("engine.resolution.start-card", "engine.resolution.begun")
    def start(given: State, slot: int) -> State:
        assume("this position", given is state)
        assume("its only next card", bool(both(nexts[slot], SymbolicBool(number == 1))))
        return question if unknown_truth("asked") else later

    @by_claims("engine.collection.collect")
    def collect(given: State) -> State:
        assume("this position", given is state)
        return collected

    @by_claims("engine.succession.end-round")
    def end_round(given: State) -> State:
        assume("after collecting", given is collected)
        return ended

    def ends(after: State) -> Claims:
        if after is question:
            return {}
        if after is ended:
            return {"treasures are collected when no card is left": cards == 0}
        pairs = zip(nexts, table.before, strict=True)
        his = [z3.And(one.term, term_of(after.actor == before)) for one, before in pairs]
        return {
            "one of several cards is asked for": z3.And(number > 1, z3.BoolVal(after.phase is Phase.RESOLVE)),
            "whoever they lie in front of decides": z3.Or(*his),
            **unchanged(state, after, "phase", "actor"),
        }

    def left(found: Values) -> Any:
        return cards if found["state"] is state else cards - 1

    def holds(_: int, found: Values) -> Claims:
        return {"a position between two cards": found["state"] is state or found["state"] is later}

    there = [z3.Implies(one.term, there.term) for one, there in zip(nexts, table.there, strict=True)]
    some_card = z3.Implies(cards > 0, number > 0)
    known = [*shown("engine.resolution.next-cards", some_card, *there), *table.sensible()]
    invariant = LoopInvariant(lambda _: {"state": state}, holds, left)
    with seeing(resolution, next_cards=next_of, start_card=start, collect=collect, end_round=end_round):
        return at_loop(resolution.proceed, [state], invariant, ends, 1, known)


def resolve(players: int) -> PathsOutcome:
    """Any of several next cards chosen, or anything else, by anybody; from the first line of ``apply_action``."""
    found = PathsOutcome(0)
    for face in Face:
        for by in (*range(players), None):
            found += _resolved(players, face, by)
    return found


def _resolved(players: int, face: Face, by: int | None) -> PathsOutcome:
    """Chosen by whom it was laid, if that is a seat at all."""
    table, player = AnyTable(players), unknown("player")
    where = unknown("by") if by is None else by
    state = table.state
    view = table.clauses(state, player=player, by=where, face=projection.code(projection.FACES[face]))
    for one in table.slots:
        for other in table.slots:
            places = (*table.place(one), *table.place(other))
            for name in ("nearer_the_shaman", "of_an_earlier_kind"):
                view.expanded[name, places] = z3.Bool(f"{name}_{one}_{other}")
    nexts = [SymbolicBool(view.expression(notion(view, "candidate", *table.place(s)))) for s in table.slots]
    step, begun_with = RULEBOOK.steps["resolve"], Subsequence(zip(nexts, table.slots, strict=True))
    out_of_range = z3.Or(term_of(where) < 0, term_of(where) >= players) if by is None else z3.BoolVal(True)
    permitted = z3.BoolVal(False) if by is None else view.expression(allowed(view, step))
    question, later, final = state.changed(resolving=0), state.changed(), state.changed()

    @by_claims("engine.resolution.next-cards")
    def next_of(given: State) -> Any:
        assume("this position", given is state)
        return begun_with

    @by_claims("engine.resolution.start-card", "engine.resolution.begun")
    def start(given: State, slot: object) -> State:
        assume("the card chosen", given is state and slot == (where if face is Face.UP else players + where))
        return question if unknown_truth("asked") else later

    @by_claims("engine.resolution.proceed")
    def go_on(given: State) -> State:
        assume("after the card", given is later)
        return final

    def claims(path: Path[State]) -> Claims:
        if isinstance(path.error, IllegalAction):
            return {f"the clauses allow it, the engine says {path.error.reason.value}": z3.Not(permitted)}
        goes_on = path.value is question or path.value is final
        return {"the clauses forbid it, the engine does it": permitted, "it goes on after the card": goes_on}

    pairs = zip(nexts, table.before, strict=True)
    his = [z3.Implies(one.term, term_of(before == state.actor)) for one, before in pairs]
    several = z3.Sum([z3.If(one.term, 1, 0) for one in nexts]) > 1
    action = asked(engine.Resolve, player=player, by=where, face=face)
    with seeing(resolution, next_cards=next_of, start_card=start, proceed=go_on):
        choice = shown("engine.resolution.proceed", *his, several)
        known = [*table.sensible(), *choice, *defined(out_of_range)]
        return on_every_path(lambda: stepping.apply_action(state, action), known, claims, f"{by}, {face.value}: ")
