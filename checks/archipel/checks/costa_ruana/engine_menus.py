"""Completeness: the decisions that the engine lists in a position are those that the clauses allow, each of them once.

The decision is unknown as well: whatever its arguments, it is listed exactly if the clauses allow it.
"""

from __future__ import annotations

import inspect
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

import z3

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine_decisions import FEW_CARDS, full_table, hand_is, seat_of
from archipel.checks.costa_ruana.engine_effects import effect_of, under_way
from archipel.checks.costa_ruana.engine_states import (
    ASSUMED,
    Claims,
    PathsOutcome,
    allowed,
    asked,
    clauses_at,
    invariants,
    notion,
    on_every_path,
    opening,
    same,
    unknowns,
    with_unknown_board,
)
from archipel.checks.costa_ruana.engine_tables import AnyTable, at_loop, below, seeing
from archipel.checks.proofs.engine.loop_invariants import LoopInvariant, Values
from archipel.checks.proofs.engine.rewritten import merging
from archipel.checks.proofs.engine.stand_ins import Given, by_claims, defined, instead, rely_on, shown
from archipel.checks.proofs.engine.symbolic import (
    Path,
    SymbolicBool,
    assume,
    either,
    every,
    some,
    term_of,
    unknown,
    with_item,
)
from archipel.checks.proofs.engine.unknown_sequences import Subsequence, alike, candidates_of
from archipel.checks.proofs.prover import arguments_in_range
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Condition, Face, Kind, Phase, State, effects, menus, resolution, settling
from archipel.reference.costa_ruana import engine as stepping
from archipel.reference.costa_ruana.menus import SeatMenus, spreads
from archipel.spec.clauses import Step
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.logic.solver import Interpretation

DECISIONS = tuple([step for step in RULEBOOK.steps.values() if step.is_decision])
# Known before any name of the engine has another meaning.
ACTIONS = projection.MAPPING.engine.actions

Told = Callable[[Mapping[str, Any]], Interpretation]
May = Callable[[Step, Mapping[str, Any]], Any]


def universe(state: State) -> Iterator[engine.Action]:
    """Every action that the player who decides could try."""
    assert state.actor is not None
    own: SeatMenus = state.game.menus[state.actor]
    yield from itertools.chain(own.settle, own.stand, own.flip, own.offer, own.resolve)
    yield from itertools.chain.from_iterable(itertools.chain(own.play_up, own.play_down, own.move_treasure))
    yield from itertools.chain(own.remove.values(), own.place.values())
    yield from itertools.chain.from_iterable(itertools.chain.from_iterable(own.move_inhabitant))


class Wanted:
    """Decisions with any arguments at all, and whether the clauses allow them."""

    def __init__(self, state: State, asked_for: Sequence[tuple[Step, tuple[Any, ...]]], may: May) -> None:
        self.state = state
        self.asked = [(step, given, may(step, _by_name(step, given))) for step, given in asked_for]

    def claims(self, menu: Any) -> Claims:
        """That each is listed exactly if it is allowed, and that nothing is listed twice."""
        listed: dict[str, list[tuple[Any, tuple[Any, ...]]]] = {step.name: [] for step, _, _ in self.asked}
        strange: list[tuple[Any, tuple[Any, ...]]] = []
        for there, action in candidates_of(menu):
            step, given = projection.step_of(self.state, action)
            listed.get(step.name, strange).append((there, (self.state.actor, *given[1:])))
        return {
            "nothing else is listed": not strange,
            **{f"no {name} is listed twice": _different(own) for name, own in listed.items()},
            **{
                f"{step.name} {mine} is listed where it is allowed": same(
                    permitted, some([every([there, alike(given, mine)]) for there, given in listed[step.name]])
                )
                for step, mine, permitted in self.asked
            },
        }


def _by_name(step: Step, given: Sequence[Any]) -> dict[str, Any]:
    return {symbol.name: value for symbol, value in zip(step.arguments, given, strict=True)}


def _anything(state: State, *but: str) -> list[tuple[Step, tuple[Any, ...]]]:
    """Every kind of decision, with unknown arguments."""
    return [
        (step, tuple([unknowns(a.name, *([state.islands] if a.domains else [])) for a in step.arguments]))
        for step in DECISIONS
        if step.name not in but
    ]


def _different(listed: Sequence[tuple[Any, tuple[Any, ...]]]) -> Any:
    """That no two of those that are there are the same."""
    given = [arguments[1:] for _, arguments in listed]
    if all(map(_is_known, given)):
        return len(set(given)) == len(given)
    pairs = itertools.combinations(listed, 2)
    return every([either(every([a, b, alike(one, other)]), False, True) for (a, one), (b, other) in pairs])


def _is_known(value: Any) -> bool:
    return all(map(_is_known, value)) if isinstance(value, tuple) else isinstance(value, int)


def _listed(
    state: State, told: Told, assumed: Sequence[Given], about: str = "", asked_for: Any = None
) -> PathsOutcome:
    """What ``legal_actions`` says, from its first line to its last."""
    decisions = _anything(state) if asked_for is None else asked_for
    wanted = Wanted(state, decisions, lambda step, arguments: allowed(told(arguments), step))
    listing = partial(stepping.legal_actions, state)
    return on_every_path(listing, assumed, lambda path: wanted.claims(path.value), about)


# Settling, playing, flipping, answering


def settle(players: int) -> PathsOutcome:
    """Any board while the players settle, whoever has to."""
    found, menu = PathsOutcome(0), merging(vars(stepping)["settle_menu"])
    for actor in range(players):
        state = with_unknown_board(opening(players)).changed(shaman=unknown("shaman"), actor=actor)
        known = invariants(clauses_at(state), (*ASSUMED, "settlers_keep_pace"))
        with seeing(settling), instead(stepping, {"settle_menu": menu}):
            found += _listed(state, partial(clauses_at, state), known, f"seat {actor}: ")
    return found


class CardMenus:
    """What a seat can do with a card that is not known."""

    def __init__(self, seat: int, players: int, kind: type[engine.Action]) -> None:
        self.seat, self.players, self.kind = seat, players, kind

    def __getitem__(self, card: Any) -> tuple[engine.Action, ...]:
        rely_on(["engine.menus.seats"])
        return tuple([asked(self.kind, player=self.seat, card=card, before=before) for before in range(self.players)])


def lay(players: int) -> PathsOutcome:
    """Any hand of either phase in which a card is laid, of anybody."""
    found = PathsOutcome(0)
    least = NUMBERS.hand - NUMBERS.draw + NUMBERS.last_draw
    for laid, phase in enumerate((Phase.PLAY_UP, Phase.PLAY_DOWN)):
        for actor, size in itertools.product(range(players), range(least - laid, NUMBERS.hand - laid + 1)):
            found += _laid(players, phase, ACTIONS[phase.value], actor, size)
    return found


def _laid(players: int, phase: Phase, kind: type[engine.Action], actor: int, size: int) -> PathsOutcome:
    hand, where, shaman = unknowns("hand", size), unknowns("place_of", FEW_CARDS), unknown("shaman")
    empty: State = opening(players).changed(
        phase=phase, round=1, shaman=shaman, actor=actor, hands=((),) * players
    )
    own: Any = copy(empty.game.menus[actor])
    own.play_up = own.play_down = CardMenus(actor, players, kind)
    every_seat: Any = tuple([own if p == actor else None for p in range(players)])
    game = replace(empty.game, menus=every_seat)
    state = empty.changed(game=game, hands=with_item(empty.hands, actor, hand))
    told = {"cards": FEW_CARDS, "place_of": where}
    known = [*shown("somebody_is_shaman", seat_of(shaman, players)), *defined(*hand_is(hand, where, actor))]
    about = f"{phase.value}, seat {actor} with {size} cards: "
    return _listed(state, lambda arguments: clauses_at(empty, {**arguments, **told}), known, about)


def stand(players: int) -> PathsOutcome:
    """Any reserve, anybody standing anywhere, whoever has to decide."""
    found = PathsOutcome(0)
    for actor in range(players):
        others = [unknown(f"standing_{p}") if p != actor else None for p in range(players)]
        state = with_unknown_board(full_table(players)).changed(
            phase=Phase.STAND, shaman=unknown("shaman"), actor=actor, standing=tuple(others)
        )
        somewhere = [z3.And(s.term >= -1, s.term < 2 * players) for s in others if s is not None]
        known = [*invariants(clauses_at(state), (*ASSUMED, "nobody_stands_before_acting")), *defined(*somewhere)]
        found += _listed(state, partial(clauses_at, state), known, f"seat {actor}: ")
    return found


def flip(players: int) -> PathsOutcome:
    """The shaman, whoever that is."""
    return _by_the_shaman(players, full_table(players).changed(phase=Phase.FLIP))


def offer(players: int) -> PathsOutcome:
    """The new shaman, whoever that is, after any round but the last."""
    return _by_the_shaman(players, opening(players).changed(phase=Phase.OFFER, round=unknown("round")))


def _by_the_shaman(players: int, start: State) -> PathsOutcome:
    found = PathsOutcome(0)
    for shaman in range(players):
        state = with_unknown_board(start).changed(shaman=shaman, actor=shaman)
        found += _listed(state, partial(clauses_at, state), invariants(clauses_at(state)), f"seat {shaman}: ")
    return found


def over(players: int) -> PathsOutcome:
    """Nothing, when the game is over."""
    state = with_unknown_board(opening(players)).changed(
        phase=Phase.OVER, shaman=unknown("shaman"), actor=None, round=unknown("round")
    )
    return _listed(state, partial(clauses_at, state), invariants(clauses_at(state)))


def resolve(players: int) -> PathsOutcome:
    """Any table with several cards that may be next, asked of whoever has to choose."""
    table = AnyTable(players)
    found = PathsOutcome(0)
    for actor in range(players):
        state = table.state.changed(actor=actor)
        found += _resolve(table, state)
    return found


def _resolve(table: AnyTable, state: State) -> PathsOutcome:
    view = _with_order(table, table.clauses(state))
    nexts = [SymbolicBool(view.expression(notion(view, "candidate", *table.place(s)))) for s in table.slots]

    @by_claims("engine.resolution.next-cards")
    def next_of(given: State) -> Any:
        assume("this position", given is state)
        return Subsequence(zip(nexts, table.slots, strict=True))

    his = [z3.Implies(one.term, b.term == state.actor) for one, b in zip(nexts, table.before, strict=True)]
    several = z3.Sum([z3.If(one.term, 1, 0) for one in nexts]) > 1
    known = [*table.sensible(), *shown("engine.resolution.proceed", *his, several)]
    step, player = RULEBOOK.steps["resolve"], unknown("player")
    places = [(by, projection.code(projection.FACES[face])) for face in Face for by in range(table.players)]
    cards = [(step, (player, *place)) for place in places]
    menu = merging(vars(stepping)["resolve_menu"])
    with seeing(resolution, next_cards=next_of), instead(stepping, {"resolve_menu": menu}):
        return _listed(
            state,
            lambda arguments: _with_order(table, table.clauses(state, **arguments)),
            known,
            f"seat {state.actor}: ",
            [*_anything(state, "resolve"), *cards],
        )


def _with_order(table: AnyTable, view: Interpretation) -> Interpretation:
    """Which card comes before which may be anything here."""
    for one, other in itertools.product(table.slots, repeat=2):
        for name in ("nearer_the_shaman", "of_an_earlier_kind"):
            view.expanded[name, (*table.place(one), *table.place(other))] = z3.Bool(f"{name}_{one}_{other}")
    return view


# Effects


class OwnMenus:
    """The menus of whoever decides, which differ from those of other seats in nothing but that."""

    def __init__(self, actor: Any, menus: SeatMenus) -> None:
        self.actor, self.menus = actor, menus

    def __getitem__(self, seat: object) -> SeatMenus:
        assume("his own menus", seat is self.actor)
        rely_on(["engine.menus.seats"])
        return self.menus


def effect(players: int) -> PathsOutcome:
    """Whatever is asked for by a card of some kind, the menu of that kind is asked, and nothing is done with it."""
    found = PathsOutcome(0)
    for kind, menu in EFFECT_MENUS.items():
        state, listed = _asked_for(players, kind)[1], (engine.Pass(0),)

        @by_claims(f"engine.menus.{kind.value.replace('_', '-')}")
        def own(given: State, player: object, *amount: object, listed: Any = listed, state: State = state) -> Any:
            card = state.resolving_card
            assert card is not None
            assume("this position and player", given is state and player is state.actor)
            assume("the number on the card", all(number is card.amount for number in amount))
            return listed

        def claims(path: Path[Any], listed: Any = listed) -> Claims:
            return {"the menu of the card's kind": path.value is listed}

        with instead(effects, {menu: own}):
            found += on_every_path(partial(stepping.legal_actions, state), [], claims, f"{kind.value}: ")
    return found


def _asked_for(players: int, kind: Kind) -> tuple[AnyTable, State]:
    """A card of some kind is carried out by anybody, for the first time or again."""
    table, actor = AnyTable(players), unknown("actor")
    state = under_way(table, kind, actor)
    own: Any = OwnMenus(actor, opening(players).game.menus[0])
    return table, state.changed(game=replace(state.game, menus=own))


class EffectWanted:
    """Any way to carry out a card of some kind, on any board."""

    def __init__(self, players: int, kind: Kind) -> None:
        self.kind = kind
        self.table, self.state = _asked_for(players, kind)
        self.wanted = Wanted(self.state, _anything(self.state, "resolve"), self._may)
        view = self._told({})
        possible = view.expression(notion(view, "required")) >= 1
        self.known = [
            *invariants(view),
            *self.table.sensible(),
            *shown("engine.resolution.first-able", possible),
            *defined(below(players, self.state.actor)),
        ]

    def _told(self, arguments: Mapping[str, Any]) -> Interpretation:
        return effect_of(self.table, self.kind, self.state.actor, **arguments)

    def _may(self, step: Step, arguments: Mapping[str, Any]) -> Any:
        view = self._told({**arguments, "player": self.state.actor})
        guards = [view(part.term) for part in RULEBOOK.guards(step) if part.name != "players_effect"]
        permitted = z3.And(*map(view.expression, [*guards, *arguments_in_range(view, step)]))
        return z3.And(term_of(arguments["player"]) == term_of(self.state.actor), permitted)


def shared_out(players: int, kind: Kind) -> PathsOutcome:
    """Any board and any number on the card: taking inhabitants back, or placing some."""
    told, menu = EffectWanted(players, kind), getattr(effects, EFFECT_MENUS[kind])
    card = told.state.resolving_card
    assert card is not None
    listing = partial(merging(menu), told.state, told.state.actor, card.amount)
    with seeing(effects, spreads=_any_spreads):
        return on_every_path(listing, told.known, lambda path: told.wanted.claims(path.value))


@by_claims("engine.menus.spreads")
def _any_spreads(limits: Sequence[Any], size: Any) -> Subsequence:
    """All ways to share out so many pieces, as far as the limits allow it."""
    number = int(size)
    assume("limits are cut", bool(every([limit <= number for limit in limits])))
    ways = itertools.combinations_with_replacement(range(len(limits)), number)
    return Subsequence(
        [(every([limits[place] >= times for place, times in Counter(way).items()]), way) for way in ways]
    )


def moved(players: int, kind: Kind) -> PathsOutcome:
    """Any board. After some islands: every journey from one of them on which there is what can be moved."""
    told, menu = EffectWanted(players, kind), getattr(effects, EFFECT_MENUS[kind])
    state, journeys = told.state, opening(players).game.menus[0]

    def anything(done: int) -> Values:
        return {"menu": Subsequence([way for island in range(done) for way in _from(state, journeys, kind, island)])}

    def holds(done: int, found: Values) -> Claims:
        listed = {action: there for there, action in candidates_of(found["menu"])}
        expected = candidates_of(anything(done)["menu"])
        same_ways = {str(way): same(there, listed.get(way, False)) for there, way in expected}
        return {"each once": len(listed) == len(candidates_of(found["menu"])), **same_ways}

    with seeing(effects):
        invariant = LoopInvariant(anything, holds)
        return at_loop(menu, [state, state.actor], invariant, told.wanted.claims, state.islands, told.known)


def _from(state: State, journeys: SeatMenus, kind: Kind, island: int) -> list[tuple[Any, engine.Action]]:
    if kind is Kind.MOVE_TREASURE:
        return [(state.treasures[island] != 0, way) for way in journeys.move_treasure[island]]
    rows = zip(state.inhabitants[island], journeys.move_inhabitant[island], strict=True)
    return [(count != 0, way) for count, ways in rows for way in ways]


EFFECT_MENUS: Mapping[Kind, str] = {kind: f"_{kind.value}_menu" for kind in Kind}


# What menus are made of


def seats(players: int) -> PathsOutcome:
    """Every menu of every seat: all decisions of its kind, in a fixed order."""
    state = opening(players)

    def claims(path: Path[tuple[SeatMenus, ...]]) -> Claims:
        named = [(p, menus, _expected(state, p)) for p, menus in enumerate(path.value)]
        return {
            f"{name} of seat {p}": getattr(menus, name) == menu
            for p, menus, expected in named
            for name, menu in expected.items()
        }

    return on_every_path(lambda: state.game.menus, [], claims)


def _expected(state: State, p: int) -> Mapping[str, Any]:
    everybody, islands, cards = range(state.players), range(state.islands), range(len(state.deck.cards))
    ways = [[(i, j) for j in islands if i != j] for i in islands]
    most = range(NUMBERS.greatest_amount + 1)
    spread = [way for size in most[1:] for way in itertools.combinations_with_replacement(islands, size)]
    spots = [(by, face) for face in Face for by in everybody]
    return {
        "settle": tuple([engine.Settle(p, i) for i in islands]),
        "play_up": [tuple([engine.PlayUp(p, c, b) for b in everybody]) for c in cards],
        "play_down": [tuple([engine.PlayDown(p, c, b) for b in everybody]) for c in cards],
        "no_stand": (engine.Pass(p),),
        "stand": (*[engine.Stand(p, *spot) for spot in spots], engine.Pass(p)),
        "flip": tuple([engine.Flip(p, condition) for condition in Condition]),
        "resolve": [engine.Resolve(p, *spot) for spot in spots],
        "remove": {way: engine.Remove(p, way) for way in spread},
        "place": {way: engine.Place(p, way) for way in spread},
        "place_anywhere": [tuple([engine.Place(p, way) for way in spread if len(way) == n]) for n in most],
        "move_treasure": [tuple([engine.MoveTreasure(p, *way) for way in mine]) for mine in ways],
        "move_inhabitant": [
            [tuple([engine.MoveInhabitant(p, q, *way) for way in mine]) for q in everybody] for mine in ways
        ],
        "offer": (engine.Accept(p), *[engine.Name(p, q) for q in everybody if q != p]),
    }


def all_spreads(players: int) -> PathsOutcome:
    """Any limits. After some islands: all ways that keep to their limits, and to islands that have one at all."""
    found, limits = PathsOutcome(0), unknowns("limit", NUMBERS.islands_for_players[players])
    known, islands = defined(*[limit.term >= 0 for limit in limits]), range(len(limits))
    for size in range(1, NUMBERS.greatest_amount + 1):
        ways = list(itertools.combinations_with_replacement(islands, size))

        def kept(way: tuple[int, ...], done: int) -> Any:
            times = Counter(way)
            return every([limits[i] >= (times[i] if i < done else 1) for i in times])

        def anything(done: int, ways: Any = ways, kept: Any = kept) -> Values:
            return {"found": Subsequence([(kept(way, done), way) for way in ways])}

        def agree(done: int, ways_found: Any, ways: Any = ways, kept: Any = kept) -> Claims:
            listed = {way: there for there, way in candidates_of(ways_found)}
            strange = {way for way in listed if way not in ways} or len(listed) != len(candidates_of(ways_found))
            return {"nothing else": not strange} | {
                str(way): same(kept(way, done), listed.get(way, False)) for way in ways
            }

        def holds(done: int, values: Values, agree: Any = agree) -> Claims:
            claims: Claims = agree(done, values["found"])
            return claims

        invariant = LoopInvariant(anything, holds)
        with seeing(menus, combinations_with_replacement=_combined):
            function = inspect.unwrap(menus.spreads)
            ends = partial(agree, len(limits))
            found += at_loop(function, [limits, size], invariant, ends, len(limits), known)
    return found


def _combined(items: Any, size: int) -> Subsequence:
    """``combinations_with_replacement``, of items that may be missing too."""
    ways = itertools.combinations_with_replacement(candidates_of(items), size)
    return Subsequence([(every([there for there, _ in way]), tuple([item for _, item in way])) for way in ways])


# For the concolic search


def known_spreads(limits: Sequence[Any], size: Any) -> tuple[tuple[int, ...], ...]:
    """The engine's function of this name, asking for its arguments and keeping none of them."""
    found: tuple[tuple[int, ...], ...] = spreads.__wrapped__(tuple(map(int, limits)), int(size))
    return found
