"""What each kind of card does: who can act, how much must be done, what may be done, and the board after it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import z3

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine_states import (
    Claims,
    Outcome,
    allowed,
    asked,
    clauses_at,
    equalities,
    following,
    invariants,
    notion,
    on_every_path,
    opening,
    same,
    unknowns,
    with_unknown_board,
)
from archipel.checks.proofs.engine.symbolic import Path, lifted, term_of, unknown, with_item
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Card, Deck, IllegalAction, Kind, Laid, Phase, State, effects
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.logic.solver import Interpretation

BOARD = ("on", "treasures", "reserve", "hut", "gained")
ACTIONS: Mapping[Kind, type[engine.Action]] = {
    Kind.MOVE_TREASURE: engine.MoveTreasure,
    Kind.REMOVE: engine.Remove,
    Kind.PLACE: engine.Place,
    Kind.MOVE_INHABITANT: engine.MoveInhabitant,
}


def carrying_out(players: int, kind: Kind, actor: Any) -> tuple[State, dict[str, Any]]:
    """A position with an unknown board in which somebody must carry out a card with an unknown number on it.

    Also what the clauses must be told of the card, since the number is not known.
    """
    start = opening(players)
    number, amount = start.hands[0][0], unknown("amount") if kind in (Kind.REMOVE, Kind.PLACE) else 1
    card = Card(kind, amount, start.tide, 1)
    cards = tuple([card if n == number else other for n, other in enumerate(start.deck.cards)])
    table = (Laid(number, actor, False), *(None,) * (2 * players - 1))
    state = with_unknown_board(start).changed(
        phase=Phase.EFFECT, round=1, shaman=unknown("shaman"), actor=actor, table=table, resolving=0
    )
    hands = (start.hands[0][1:], *start.hands[1:])
    shown = {
        "kind": tuple([projection.code(projection.KINDS[c.kind]) for c in cards]),
        "amount": tuple([c.amount for c in cards]),
    }
    return state.changed(game=replace(start.game, deck=Deck(cards)), hands=hands), shown


def shown_amount(state: State) -> list[Any]:
    """The number on the card is one that cards show."""
    card = state.resolving_card
    assert card is not None
    amount = term_of(card.amount)
    return [amount >= NUMBERS.least_amount, amount <= NUMBERS.greatest_amount]


def able(players: int) -> Outcome:
    """Who can act, for every kind of card."""
    found = Outcome(0)
    for kind in Kind:
        for player in range(players):
            found += _able(players, kind, player)
    return found


def _able(players: int, kind: Kind, player: int) -> Outcome:
    state, shown = carrying_out(players, kind, player)
    view, card = clauses_at(state, shown), state.resolving_card
    assert card is not None
    required = notion(view, "required")

    def claims(path: Path[Any]) -> Claims:
        return {f"seat {player} can carry out {card.kind.value}": same(view.expression(required) >= 1, path.value)}

    with lifted(effects):
        return on_every_path(
            lambda: effects.can_act(state, player, card), [*invariants(view), *shown_amount(state)], claims
        )


def counted(players: int) -> Outcome:
    """How many inhabitants must be taken back or placed, and how much room there is."""
    found = Outcome(0)
    for player in range(players):
        for kind, number in ((Kind.REMOVE, effects.number_removed), (Kind.PLACE, effects.number_placed)):
            found += _counted(players, kind, number, player)
    return found


def _counted(players: int, kind: Kind, number: Callable[[State, int, int], int], player: int) -> Outcome:
    state, shown = carrying_out(players, kind, player)
    view, card = clauses_at(state, shown), state.resolving_card
    assert card is not None
    crowds = [notion(view, "crowd", island) for island in range(state.islands)]

    def run() -> tuple[int, Sequence[int], Sequence[int]]:
        return number(state, player, card.amount), effects.room(state), effects.own(state, player)

    def claims(path: Path[tuple[int, Sequence[int], Sequence[int]]]) -> Claims:
        moved, room, own = path.value
        on = view.table(RULEBOOK.vocabulary.symbols["on"])
        return {
            f"{kind.value}: how many": same(notion(view, "required"), moved),
            **{f"room on island {i}": same(NUMBERS.island_cap - crowd, room[i]) for i, crowd in enumerate(crowds)},
            **{f"own on island {i}": same(on[i, player], own[i]) for i in range(state.islands)},
        }

    with lifted(effects):
        return on_every_path(run, [*invariants(view), *shown_amount(state)], claims)


def performed(players: int, kind: Kind) -> Outcome:
    """A card of one kind, carried out in any way at all by whoever must."""
    if kind is Kind.MOVE_TREASURE:
        journey = {"source": unknown("source"), "target": unknown("target")}
        return _performed(players, kind, unknown("actor"), journey, journey)
    if kind is Kind.MOVE_INHABITANT:
        journey = {name: unknown(name) for name in ("owner", "source", "target")}
        return _performed(players, kind, unknown("actor"), journey, journey)
    found = Outcome(0)
    for size in range(NUMBERS.greatest_amount + 2):
        islands = unknowns("island", size) if size else ()
        chosen = _chosen(players, islands)
        found += _performed(players, kind, unknown("actor"), {"islands": islands}, {"chosen": chosen})
    return found


def _chosen(players: int, islands: Sequence[Any]) -> tuple[Any, ...]:
    """How often each island is named."""
    named = range(NUMBERS.islands_for_players[players])
    return tuple([z3.Sum([z3.If(term_of(i) == island, 1, 0) for i in islands] or [z3.IntVal(0)]) for island in named])


def _performed(players: int, kind: Kind, actor: Any, given: Mapping[str, Any], arguments: Mapping[str, Any]) -> Outcome:
    state, shown = carrying_out(players, kind, actor)
    action = asked(ACTIONS[kind], player=actor, **given)
    view = clauses_at(state, {**shown, **arguments, "player": actor})
    step = RULEBOOK.steps[kind.value]
    permitted = z3.And(view.expression(allowed(view, step)), _listed(given.get("islands", ()), state.islands))
    later = following(view, step)
    possible = view.expression(notion(view, "required")) >= 1
    seat = z3.And(term_of(actor) >= 0, term_of(actor) < players)

    def claims(path: Path[State]) -> Claims:
        return _as_allowed(path, later, permitted)

    with lifted(effects, containers=True, replaced=with_item):
        return on_every_path(
            lambda: effects.perform(state, action),
            [*invariants(view), *shown_amount(state), possible, seat],
            claims,
            f"{kind.value}: ",
        )


def _as_allowed(path: Path[State], later: Interpretation, permitted: Any) -> Claims:
    if isinstance(path.error, IllegalAction):
        return {f"the clauses allow it, the engine says {path.error.reason.value}": z3.Not(permitted)}
    if path.error is not None:
        return {f"the engine fails with {path.error!r}": False}
    return {"the clauses forbid it, the engine does it": permitted} | equalities(later, board(path.value), BOARD)


def _listed(islands: Sequence[Any], number: int) -> Any:
    """The islands exist and are named in increasing order, so that each choice can be named in one way only."""
    terms = [term_of(island) for island in islands]
    rising = [one <= other for one, other in itertools.pairwise(terms)]
    return z3.And(*rising, *[z3.And(term >= 0, term < number) for term in terms])


def board(state: State) -> dict[str, Any]:
    """The numbers of the board, as the clauses name them."""
    return {
        "on": state.inhabitants,
        "treasures": state.treasures,
        "reserve": state.reserve,
        "hut": state.huts,
        "gained": state.gains,
    }

