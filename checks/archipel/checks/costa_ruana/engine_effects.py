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
    PathsOutcome,
    asked,
    clauses_at,
    equalities,
    following,
    invariants,
    notion,
    on_every_path,
    opening,
    same,
    unchanged,
    unknowns,
    with_unknown_board,
)
from archipel.checks.costa_ruana.engine_tables import AnyTable, below
from archipel.checks.proofs.engine.stand_ins import by_claims, defined, instead, shown
from archipel.checks.proofs.engine.symbolic import (
    Path,
    assume,
    either,
    lifted,
    term_of,
    unknown,
    unknown_truth,
)
from archipel.checks.proofs.engine.unknown_sequences import Subsequence, Token, lookup
from archipel.checks.proofs.prover import arguments_in_range
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Card, Deck, IllegalAction, Kind, Laid, Phase, State, effects, resolution
from archipel.reference.costa_ruana import engine as stepping
from archipel.reference.costa_ruana import state as state_module
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


def able(players: int) -> PathsOutcome:
    """Who can act, for every kind of card."""
    found = PathsOutcome(0)
    for kind in Kind:
        for player in range(players):
            found += _able(players, kind, player)
    return found


def _able(players: int, kind: Kind, player: int) -> PathsOutcome:
    table = AnyTable(players)
    view = effect_of(table, kind, player)
    card = Card(kind, table.amount[0], table.handed_on["tide"], 1)
    required = notion(view, "required")

    def claims(path: Path[Any]) -> Claims:
        return {f"seat {player} can carry out {card.kind.value}": same(view.expression(required) >= 1, path.value)}

    with lifted(effects):
        known = [*invariants(view), *table.sensible()]
        return on_every_path(lambda: effects.can_act(table.state, player, card), known, claims)


def effect_of(table: AnyTable, kind: Kind, actor: Any, **arguments: Any) -> Interpretation:
    """The clauses where only one player acts, by a card of some kind with an unknown number, whatever else lies there.

    That it is so wherever the engine asks for an effect, or whether there is one, :mod:`.engine_simulation` shows.
    """
    view = table.clauses(table.state, **arguments)
    for seat in range(table.players):
        view.expanded["acts", (seat,)] = term_of(either(actor == seat, True, False))
    view.expanded["kind_now", ()] = projection.code(projection.KINDS[kind])
    view.expanded["amount_now", ()] = table.amount[0].term
    return view


def counted(players: int) -> PathsOutcome:
    """How many inhabitants must be taken back or placed, and how much room there is."""
    found = PathsOutcome(0)
    for player in range(players):
        for kind, number in ((Kind.REMOVE, effects.number_removed), (Kind.PLACE, effects.number_placed)):
            found += _counted(players, kind, number, player)
    return found


def _counted(players: int, kind: Kind, number: Callable[[State, int, int], int], player: int) -> PathsOutcome:
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
        return on_every_path(run, [*invariants(view), *defined(*shown_amount(state))], claims)


def performed(players: int, kind: Kind) -> PathsOutcome:
    """A card of one kind, carried out in any way at all by whoever must."""
    if kind is Kind.MOVE_TREASURE:
        journey = {"source": unknown("source"), "target": unknown("target")}
        return _performed(players, kind, unknown("actor"), journey, journey)
    if kind is Kind.MOVE_INHABITANT:
        journey = {name: unknown(name) for name in ("owner", "source", "target")}
        return _performed(players, kind, unknown("actor"), journey, journey)
    found = PathsOutcome(0)
    for size in range(NUMBERS.greatest_amount + 2):
        islands = unknowns("island", size) if size else ()
        chosen = _chosen(players, islands)
        found += _performed(players, kind, unknown("actor"), {"islands": islands}, {"chosen": chosen})
    return found


def _chosen(players: int, islands: Sequence[Any]) -> tuple[Any, ...]:
    """How often each island is named."""
    named = range(NUMBERS.islands_for_players[players])
    return tuple([z3.Sum([z3.If(term_of(i) == island, 1, 0) for i in islands] or [z3.IntVal(0)]) for island in named])


def _performed(
    players: int, kind: Kind, actor: Any, given: Mapping[str, Any], arguments: Mapping[str, Any]
) -> PathsOutcome:
    """From the first line of ``apply_action`` to the last of ``carry_out``; who is asked next is left out here."""
    table, player, step = AnyTable(players), unknown("player"), RULEBOOK.steps[kind.value]
    state = under_way(table, kind, actor)
    action = asked(ACTIONS[kind], player=player, **given)
    view = effect_of(table, kind, actor, **arguments, player=actor)
    (his_turn,) = [part for part in RULEBOOK.guards(step) if part.name == "players_effect"]
    guards = [view(part.term) for part in RULEBOOK.guards(step) if part is not his_turn]
    listed = _listed(given.get("islands", ()), state.islands)
    permitted = z3.And(*map(view.expression, [*guards, *arguments_in_range(view, step)]), listed)
    permitted = z3.And(term_of(player) == term_of(actor), permitted)
    possible = view.expression(notion(view, "required")) >= 1
    later = following(view, step)

    def claims(path: Path[State]) -> Claims:
        return _as_allowed(path, later, permitted)

    with lifted(effects, state_module, containers=True):
        able = shown("engine.resolution.first-able", possible)
        known = [*invariants(view), *table.sensible(), *able, *defined(below(players, actor))]
        return on_every_path(lambda: _carried_out(state, action), known, claims, f"{kind.value}: ")


def under_way(table: AnyTable, kind: Kind, actor: Any) -> State:
    """A card of some kind is carried out by somebody, whether for the first time or as a copy."""
    slot: Any = Token("the slot of the card")
    state = table.state
    card = Card(kind, table.amount[0] if kind in (Kind.REMOVE, Kind.PLACE) else 1, table.handed_on["tide"], 1)
    return state.changed(
        game=replace(state.game, deck=Deck(lookup(table.tokens[:1], [card]))),
        phase=Phase.EFFECT,
        actor=actor,
        resolving=slot,
        table=lookup([slot], table.face_up()[:1]),
        waiting=Subsequence([(unknown_truth("waits"), Token("who waits"))]),  # type: ignore[arg-type]
        copying=unknown_truth("copying"),
    )


def _carried_out(state: State, action: engine.Action) -> State:
    """The position after the effect, before the next player is asked, who then is asked in that position."""
    done: list[State] = []
    table: Any = state.table
    question, over, final = state.changed(), state.changed(resolving=None), state.changed()

    @by_claims("engine.resolution.first-able", "engine.resolution.turns")
    def ask(after: State, slot: object, laid: object, line: object, copying: object) -> State:
        there = slot is state.resolving and laid is table[slot]
        assume("this card", there and _nothing_but_the_board(state, after))
        assume("those who wait, as copies", line is state.waiting and copying is True)
        done.append(after)
        return question if unknown_truth("asked") else over

    @by_claims("engine.resolution.proceed")
    def go_on(after: State) -> State:
        assume("the card is finished", after is over)
        return final

    with instead(resolution, {"_ask_first_able": ask, "proceed": go_on}):
        found = stepping.apply_action(state, action)
    assume("nothing is done afterwards", len(done) == 1 and (found is question or found is final))
    return done[0]


def _nothing_but_the_board(state: State, after: State) -> bool:
    return all(unchanged(state, after, "inhabitants", "treasures", "reserve", "huts", "gains").values())


def _as_allowed(path: Path[State], later: Interpretation, permitted: Any) -> Claims:
    if isinstance(path.error, IllegalAction):
        return {f"the clauses allow it, the engine says {path.error.reason.value}": z3.Not(permitted)}
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

