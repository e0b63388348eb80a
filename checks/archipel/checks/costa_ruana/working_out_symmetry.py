"""What the rules do not tell apart: islands, cards, and seats up to turning the table.

Shown three ways. The formulas are looked through one by one: none of them looks into the names of what it speaks of
(see ``archipel.spec.logic.symmetry``). The two notions that do reckon with seats are tried for every seat and every
turn of the table. And, independently of that argument, positions are renamed at random and played side by side with the
originals, by the engine and by the clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.costa_ruana.projection import machine
from archipel.checks.costa_ruana.theory import game
from archipel.checks.costa_ruana.working_out_play import Worked
from archipel.checks.proofs.results import Status
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Deck, Laid, Phase, State
from archipel.reference.costa_ruana.state import game_for
from archipel.spec.clauses import Nature, Rulebook, Step
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.vocabulary import Cards, Islands, Players
from archipel.spec.logic.symmetry import Symmetry
from archipel.spec.logic.terms import Domain, Symbol, Term
from archipel.spec.machine import Position, blank

Call: TypeAlias = tuple[Step, tuple[Any, ...]]

WALKS = 10
DECISIONS = 8


# Formula by formula


def formulas(rulebook: Rulebook, *, openings: bool) -> Iterator[tuple[str, Term]]:
    """Every formula of the rules with its name: what steps need and do, what notions mean, what always holds."""
    for step in rulebook.steps.values():
        for part in rulebook.parts(Nature.GUARD, Nature.BECOMES, Nature.ADDS, Nature.PERMITS, step=step):
            yield f"{part.clause} {part.name}", part.term
    always = (Nature.INVARIANT, Nature.REQUIREMENT, Nature.DEFINITION)
    for part in rulebook.parts(*always, *([Nature.INITIAL] if openings else [])):
        yield f"{part.clause} {part.name}", part.term


def looked_through(rulebook: Rulebook, symmetry: Symmetry, *, openings: bool = True) -> Worked:
    """Whether any formula tells the elements of a domain apart; notions that turn with the table may."""
    cases, faults = 0, list[str]()
    for name, term in formulas(rulebook, openings=openings):
        cases += 1
        if name.split()[-1] not in symmetry.rotating:
            faults += [f"{name} {fault}" for fault in symmetry.broken(term)]
    for step in rulebook.steps.values():
        for change in rulebook.changes(step):
            cases += 1
            faults += [f"{step.name} {fault}" for fault in symmetry.mixed(change.target, change.term)]
    return Worked(cases, "; ".join(faults[:3]), "every formula")


def islands_alike_in_the_clauses(players: int) -> Worked:
    return looked_through(RULEBOOK, Symmetry(Islands))


def cards_alike_in_the_clauses(players: int) -> Worked:
    return looked_through(RULEBOOK, Symmetry(Cards))


def seats_in_a_circle_in_the_clauses(players: int) -> Worked:
    """Openings aside: the first cards are dealt seat by seat, and the shuffle decides which those are."""
    return looked_through(RULEBOOK, Symmetry(Players, game().rotating), openings=False)


def seats_in_a_circle_by_reckoning(players: int) -> Worked:
    """The notions that reckon with seats, for every seat (and for nobody) and every turn of the table."""
    here = machine().at(blank(RULEBOOK, NUMBERS.values(players) | {"cards": 0}))
    cases, wrong = 0, ""
    anybody = (projection.NOTHING, *range(players))
    for turn in range(players):
        table = Renaming.of_seats(players, turn)
        for seat in anybody:
            for other in anybody:
                same = here.evaluate("clockwise", seat, other) == here.evaluate(
                    "clockwise", table.name(seat), table.name(other)
                )
                wrong = wrong or ("" if same else f"from {seat} to {other}, turned by {turn}")
            for steps in range(players + 1):
                there = here.evaluate("seat_after", table.name(seat), steps)
                same = there == table.name(here.evaluate("seat_after", seat, steps))
                wrong = wrong or ("" if same else f"{steps} after {seat}, turned by {turn}")
            cases += len(anybody) + players + 1
    return Worked(cases, wrong, "every seat and turn")


# Side by side


@dataclass(frozen=True)
class Renaming:
    """New names for the elements of one domain; what is outside it keeps its own."""

    domain: Domain
    names: tuple[int, ...]

    @staticmethod
    def of_seats(players: int, turn: int) -> Renaming:
        return Renaming(Players, tuple((seat + turn) % players for seat in range(players)))

    @staticmethod
    def shuffled(domain: Domain, size: int, chance: Random) -> Renaming:
        return Renaming(domain, tuple(chance.sample(range(size), size)))

    def name(self, element: int) -> int:
        return self.names[element] if 0 <= element < len(self.names) else element

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        """Items in the order of the new names of their places."""
        found = list(items)
        for place, item in enumerate(items):
            found[self.names[place]] = item
        return tuple(found)

    def value(self, symbol: Symbol, value: Any) -> Any:
        """A symbol's value, told in new names."""
        named = symbol.values is self.domain or self.domain in symbol.domains
        return self._table(symbol, symbol.domains, value) if named else value

    def _table(self, symbol: Symbol, domains: tuple[Domain, ...], value: Any) -> Any:
        if not domains:
            return self.name(value) if symbol.values is self.domain else value
        inner = tuple([self._table(symbol, domains[1:], item) for item in value])
        return self.row(inner) if domains[0] is self.domain else inner

    def values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        symbols = RULEBOOK.vocabulary.symbols
        return {name: self.value(symbols[name], value) for name, value in values.items()}

    def call(self, call: Call) -> Call:
        step, given = call
        return step, tuple(self.value(symbol, value) for symbol, value in zip(step.arguments, given, strict=True))

    def state(self, state: State) -> State:
        if self.domain is Islands:
            return state.changed(inhabitants=self.row(state.inhabitants), treasures=self.row(state.treasures))
        return _with_cards(self, state) if self.domain is Cards else _turned(self, state)


def _with_cards(renaming: Renaming, state: State) -> State:
    """The engine's position with other numbers for the cards, and the deck listed accordingly."""

    def laid(card: Laid | None) -> Laid | None:
        return None if card is None else Laid(renaming.name(card.card), card.before, card.face_down)

    deck = Deck(renaming.row(state.deck.cards))
    return state.changed(game=game_for(state.players, state.rules, deck)).changed(
        hands=tuple(tuple(sorted(map(renaming.name, hand))) for hand in state.hands),
        pile=tuple(map(renaming.name, state.pile)),
        table=tuple(map(laid, state.table)),
    )


def _turned(renaming: Renaming, state: State) -> State:
    """The engine's position with everybody so many seats on."""
    players = state.players

    def slot(number: int | None) -> int | None:
        return None if number is None else number // players * players + renaming.name(number % players)

    def laid(card: Laid | None) -> Laid | None:
        return None if card is None else Laid(card.card, renaming.name(card.before), card.face_down)

    up, down = state.table[:players], state.table[players:]
    return state.changed(
        shaman=renaming.name(state.shaman),
        actor=None if state.actor is None else renaming.name(state.actor),
        inhabitants=tuple(map(renaming.row, state.inhabitants)),
        reserve=renaming.row(state.reserve),
        huts=renaming.row(state.huts),
        gains=renaming.row(state.gains),
        hands=renaming.row(state.hands),
        table=tuple(map(laid, renaming.row(up) + renaming.row(down))),
        standing=tuple(map(slot, renaming.row(state.standing))),
        resolving=slot(state.resolving),
        waiting=tuple(map(renaming.name, state.waiting)),
    )


def side_by_side(renaming: Renaming, start: State, chance: Random) -> tuple[int, str]:
    """Some random decisions in a position and, renamed, in the renamed one: how many, and the first difference."""
    state, twin = start, renaming.state(start)
    for count in range(DECISIONS):
        if wrong := difference(renaming, state, twin):
            return count, wrong
        actions = state.legal_actions()
        if not actions:
            return count, ""
        action = chance.choice(actions)
        other = _counterpart(renaming, action, state, twin)
        state, twin = state.apply_action(action), twin.apply_action(other)
    return DECISIONS, difference(renaming, state, twin)


def _counterpart(renaming: Renaming, action: engine.Action, state: State, twin: State) -> engine.Action:
    wanted = renaming.call(projection.step_of(state, action))
    return next(other for other in twin.legal_actions() if projection.step_of(twin, other) == wanted)


def difference(renaming: Renaming, state: State, twin: State) -> str:
    """In what a position and its twin differ other than in names, for the engine or for the clauses."""
    expected, found = renaming.values(projection.facts(state)), projection.facts(twin)
    if unlike := [name for name, value in found.items() if expected[name] != value]:
        return f"the engine comes to another {', '.join(unlike)}"
    offered = {projection.step_of(state, action) for action in state.legal_actions()}
    if {renaming.call(call) for call in offered} != {projection.step_of(twin, a) for a in twin.legal_actions()}:
        return "the engine allows other decisions"
    values = projection.values(state)
    return _difference_by_clauses(renaming, machine().at(values), machine().at(renaming.values(values)))


def _difference_by_clauses(renaming: Renaming, here: Position, there: Position) -> str:
    allowed = [(step, given) for step in RULEBOOK.decisions for given in here.legal(step)]
    others = {(step, given) for step in RULEBOOK.decisions for given in there.legal(step)}
    if {renaming.call(call) for call in allowed} != others:
        return "the clauses allow other decisions"
    for step, given in allowed[:: 1 + len(allowed) // 3]:
        after = renaming.values(_followed(here, (step, given)))
        if after != _followed(there, renaming.call((step, given))):
            return f"the clauses come to another position by {step.name}"
    return ""


def _followed(position: Position, call: Call) -> dict[str, Any]:
    """Where the clauses come to by a decision and all that follows from it."""
    step, given = call
    last = machine().at(position.after(step, *given))
    for *_, after in last.unfolding():
        last = after
    return dict(last.values)


def _walked(players: int, renaming_for: Callable[[State, Random], Renaming]) -> Worked:
    decisions = 0
    for seed in range(WALKS):
        chance = Random(f"renaming {players} {seed}")
        start = _start(players, seed, chance)
        count, wrong = side_by_side(renaming_for(start, chance), start, chance)
        decisions += count
        if wrong:
            return Worked(decisions, wrong, SAMPLED, Status.SAMPLED)
    return Worked(decisions, "", SAMPLED, Status.SAMPLED)


SAMPLED = "decisions side by side"


def _start(players: int, seed: int, chance: Random) -> State:
    """A random position, every other time one in which cards are about to be resolved."""
    while True:
        state = random_position(players, chance)
        if seed % 2 or state.phase is Phase.FLIP:
            return state


def islands_alike_in_play(players: int) -> Worked:
    return _walked(players, lambda state, chance: Renaming.shuffled(Islands, state.islands, chance))


def cards_alike_in_play(players: int) -> Worked:
    return _walked(players, lambda state, chance: Renaming.shuffled(Cards, len(state.deck.cards), chance))


def seats_in_a_circle_in_play(players: int) -> Worked:
    return _walked(players, lambda state, chance: Renaming.of_seats(players, chance.randrange(1, players)))


PROCEDURES: Mapping[str, Callable[[int], Worked]] = {
    "islands_alike_in_the_clauses": islands_alike_in_the_clauses,
    "islands_alike_in_play": islands_alike_in_play,
    "cards_alike_in_the_clauses": cards_alike_in_the_clauses,
    "cards_alike_in_play": cards_alike_in_play,
    "seats_in_a_circle_in_the_clauses": seats_in_a_circle_in_the_clauses,
    "seats_in_a_circle_by_reckoning": seats_in_a_circle_by_reckoning,
    "seats_in_a_circle_in_play": seats_in_a_circle_in_play,
}
