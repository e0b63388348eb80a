"""Where situations of Costa Ruana are looked for: the moments of one ordinary game, and what every position has."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from archipel.checks.agreement.witnesses.ordinary_positions import ordinary_game
from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine import ENGINE
from archipel.checks.costa_ruana.projection import code
from archipel.checks.proofs.necessity import Ground, NecessityScene
from archipel.reference import costa_ruana as engine
from archipel.spec.clauses import Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana.conditions import active
from archipel.spec.costa_ruana.play import acts_for_somebody
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.costa_ruana.vocabulary import (
    BOX,
    HIGH_TIDE,
    NIGHT,
    NOTHING,
    PILE,
    PREPARE,
    RESOLVE,
    SETTLE,
    Cards,
    Faces,
    Islands,
    Players,
    Turns,
    cards,
    due,
    gained,
    hut,
    islands,
    laid,
    lies,
    lies_before,
    on,
    phase,
    place_of,
    players,
    poor_islands,
    poor_treasures,
    reserve,
    round_number,
    tide,
    time,
    treasures,
    treasures_per_island,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, count, forall, implies, total, when
from archipel.spec.logic.terms import Role
from archipel.spec.machine import Values
from archipel.spec.theorems import Form

# A game by random players in which every kind of step is taken, and most of them early.
SEEDS = {2: 32, 3: 341, 4: 3, 5: 3, 6: 0}


# What every position of a game has although no clause says so. It only keeps the search from situations that no game
# comes to: a situation counts if the clauses and the engine, replaying it, agree about it.


def every_slot(body: Callable[[Num, Num], Prop]) -> Prop:
    return forall(Players, lambda p: forall(Faces, lambda f: body(p, f)))


def gains_are_in_huts() -> Prop:
    return implies(phase != PREPARE, forall(Players, lambda p: gained(p) == 0))


def no_more_than_an_island_gives_in_a_round() -> Prop:
    collected = round_number - when(any_of(phase == SETTLE, phase > PREPARE), 0, 1)
    in_huts = total(Players, lambda p: hut(p)) <= islands * collected
    return all_of(in_huts, total(Players, lambda p: gained(p)) <= islands)


def treasures_lie_still_while_settling() -> Prop:
    def as_laid_out(i: Num) -> Prop:
        return any_of(treasures(i) == poor_treasures, treasures(i) == treasures_per_island)

    poor = count(Islands, lambda i: treasures(i) == poor_treasures) == poor_islands
    return implies(phase == SETTLE, all_of(forall(Islands, as_laid_out), poor))


def cards_are_somewhere() -> Prop:
    return forall(Cards, lambda c: all_of(place_of(c) >= BOX, place_of(c) < players))


def only_active_cards_are_resolved() -> Prop:
    return implies(phase == RESOLVE, every_slot(lambda p, f: implies(lies(p, f), active(p, f))))


def effects_are_due_in_order() -> Prop:
    def later_ones_too(p: Num, f: Num, t: Num) -> Prop:
        later = forall(Turns, lambda u: implies(all_of(t < u, acts_for_somebody(p, f, u)), due(p, f, u)))
        return implies(due(p, f, t), later)

    return every_slot(lambda p, f: forall(Turns, lambda t: later_ones_too(p, f, t)))


ASSUMED = (
    *(claim.term for claim in THEORY.claims(Form.INVARIANT) if claim.term is not None),
    gains_are_in_huts(),
    no_more_than_an_island_gives_in_a_round(),
    treasures_lie_still_while_settling(),
    cards_are_somewhere(),
    only_active_cards_are_resolved(),
    effects_are_due_in_order(),
)

# An opening may break any clause, but pieces are counted, cards have places and Condition cards show one of four sides.


def pieces_are_counted() -> Prop:
    def with_a_player(p: Num) -> Prop:
        return all_of(reserve(p) >= 0, hut(p) >= 0, gained(p) >= 0, forall(Islands, lambda i: on(i, p) >= 0))

    return all_of(forall(Players, with_a_player), forall(Islands, lambda i: treasures(i) >= 0))


def sides_are_sides() -> Prop:
    return all_of(tide >= HIGH_TIDE, tide <= NIGHT, time >= HIGH_TIDE, time <= NIGHT)


def cards_on_the_table_are_cards() -> Prop:
    def card_or_nothing(p: Num, f: Num) -> Prop:
        before = all_of(lies_before(p, f) >= NOTHING, lies_before(p, f) < players)
        return all_of(laid(p, f) >= NOTHING, laid(p, f) < cards, before)

    return every_slot(card_or_nothing)


OPENINGS = (cards_are_somewhere(), pieces_are_counted(), sides_are_sides(), cards_on_the_table_are_cards())

FACTS = tuple(symbol.name for symbol in RULEBOOK.vocabulary.with_role(Role.STATE))


# Ordinary positions: one game, and the positions in which each kind of step is taken in it


@cache
def game(number_of_players: int) -> tuple[tuple[Step | None, Values], ...]:
    """Every step of one game with the position before it; at the end, no step."""
    seed = SEEDS[number_of_players]
    shuffled = projection.material(engine.balanced_deck(), engine.Setup.from_seed(number_of_players, seed).order)
    moments = ordinary_game(projection.MAPPING, number_of_players, seed, ENGINE.standard)
    return tuple((moment.due, {**moment.position, **shuffled}) for moment in moments)


@cache
def ground(number_of_players: int, round_now: int, drawn: int) -> Ground:
    """Numbers, deck, shuffle, round and pile are fixed; the cards that left the pile may be anywhere else."""
    _, values = game(number_of_players)[0]
    known = {name: value for name, value in values.items() if name not in FACTS}
    place: dict[tuple[int, ...], int | bool] = {}
    for card, where in enumerate(values["position"]):
        if where < 0 or where >= drawn:
            place[card,] = code(BOX if where < 0 else PILE)
    return Ground(number_of_players, known | {"round": round_now, "drawn": drawn}, {"place_of": place}, ASSUMED)


@cache
def scenes(number_of_players: int, wanted: Step | None) -> tuple[NecessityScene, ...]:
    """When the step is first taken, and first in the last round it is taken in; without a step, all over the game."""
    firsts: dict[tuple[int, int], NecessityScene] = {}
    for step, values in game(number_of_players):
        moment = (values["round"], values["drawn"] if step is not None else -1)
        if wanted in (step, None) and moment not in firsts:
            name = f"round {values['round']}, before {step.name}" if step is not None else "end of the game"
            here = ground(number_of_players, values["round"], values["drawn"])
            firsts[moment] = NecessityScene(name, here, {fact: values[fact] for fact in FACTS})
    found = tuple(firsts.values())
    return found[:3] + found[-2:] if wanted is None else found[:1] + found[1:][-1:]


def opening(number_of_players: int) -> NecessityScene:
    """The first position of the same game; what is in the box is varied rather than what is done with it."""
    _, values = game(number_of_players)[0]
    order = [name for name in reversed(RULEBOOK.vocabulary.symbols) if name in values]
    return NecessityScene(
        "opening", Ground(number_of_players, {}, assumed=OPENINGS), {name: values[name] for name in order}
    )
