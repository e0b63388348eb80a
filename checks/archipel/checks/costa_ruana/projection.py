"""The mapping between the clauses of Costa Ruana and its engine, as tables of lenses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from itertools import cycle, islice
from typing import Any

from archipel.checks.agreement.mapping import NOTHING as NOTHING
from archipel.checks.agreement.mapping import (
    Argument,
    EngineMapping,
    Fields,
    Lens,
    NoPosition,
    Slots,
    Values,
    coded,
    counted_argument,
    direct,
    in_slot,
    in_slot_of_each,
    in_slots,
    located,
    named,
    named_argument,
    optional,
    told,
    where,
)
from archipel.checks.agreement.mapping import code as code
from archipel.checks.costa_ruana.engine import ENGINE, Terms, played
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import (
    Background,
    Card,
    Condition,
    Deck,
    Face,
    Kind,
    Laid,
    Phase,
    Rules,
    Setup,
    State,
    slot_of,
)
from archipel.reference.costa_ruana.deck import COUNTED
from archipel.reference.costa_ruana.readings import CHOICES, OURS, Readings, choice_of
from archipel.reference.costa_ruana.resolution import next_cards
from archipel.reference.costa_ruana.state import game_for
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana import Numbers
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.machine import Machine
from archipel.spec.readings import Choice

KINDS = named(Kind, words)
BACKGROUNDS = named(Background, words)
PHASES = named(Phase, words, EFFECT=words.RESOLVE)
FACES = named(Face, words)
_KIND = {code(number): kind for kind, number in KINDS.items()}
_SIDE = {code(number): side for side, number in BACKGROUNDS.items()}
CONDITIONS = named(Condition, words)
IN_TURN = (Phase.SETTLE, Phase.PLAY_UP, Phase.PLAY_DOWN, Phase.STAND)
BY_THE_SHAMAN = (Phase.FLIP, Phase.OFFER)
SLOTS = Slots(lambda players, by, face: slot_of(players, by, tuple(Face)[face]), len(Face))
PILE, TABLE, DISCARD, BOX = map(code, (words.PILE, words.TABLE, words.DISCARD, words.BOX))

# What it means to pass where a reading lets a player do so; everywhere else it is to put no inhabitant on a card.
PASSING = {Phase.FLIP: "keep_conditions", Phase.EFFECT: "forgo"}

RULE_NAMES = {
    "island_cap": "cap",
    "draw": "cards_drawn",
    "settlers": "settled",
    "treasures_per_island": "treasures",
    "treasure_points": "points_per_treasure",
    "reserve_points": "points_per_inhabitant",
    "greatest_amount": "largest_amount",
    "deck_size": "total_cards",
}
"""The engine's names for numbers that the clauses call otherwise."""


# Parameters and material


@lru_cache(maxsize=64)
def numbers_of(rules: Rules) -> Numbers:
    """The numbers of the clauses for the engine's rules."""
    names = [f.name for f in fields(Numbers)]
    known = {name: getattr(rules, RULE_NAMES.get(name, name), None) for name in names}
    counts = range(rules.min_players, rules.max_players + 1)
    table = dict(zip(counts, rules.islands_by_players, strict=True))
    return Numbers(**{name: value for name, value in known.items() if value is not None}, islands_for_players=table)


def rules_of(parameters: Mapping[str, Any]) -> Rules:
    """The engine's rules for the parameters of the clauses; the engine's readings may be given too."""
    known = {f.name for f in fields(Rules)}
    numbers = {RULE_NAMES.get(name, name): parameters[name] for name in parameters if name != "treasures"}
    numbers = {name: value for name, value in numbers.items() if name in known}
    try:
        return Rules(islands_by_players=tuple(parameters["islands_for"]), **numbers)
    except BadInput as error:
        raise NoPosition(f"numbers: {error}") from None


def material(deck: Deck, order: tuple[int, ...]) -> dict[str, Any]:
    """What is printed on the cards, and where the shuffle put them."""
    where = {card: place for place, card in enumerate(order)}
    return {
        "cards": len(deck.cards),
        "kind": tuple(code(KINDS[card.kind]) for card in deck.cards),
        "amount": tuple(card.amount for card in deck.cards),
        "background": tuple(code(BACKGROUNDS[card.background]) for card in deck.cards),
        "notches": tuple(card.notches for card in deck.cards),
        "position": tuple(where.get(card, NOTHING) for card in range(len(deck.cards))),
    }


def some_order(state: State) -> tuple[int, ...]:
    """An order of the cards that a game in this position can have started from."""
    pile = set(state.pile)
    return tuple(card for card in state.game.kept if card not in pile) + state.pile


def _material(state: State, setup: Setup | None) -> dict[str, Any]:
    return material(state.deck, some_order(state) if setup is None else setup.order)


# What no table tells


def _turn(state: State) -> int:
    """How far from the shaman whoever decides sits; to flip and to answer is his own, and must be found so."""
    if state.phase not in (*IN_TURN, *BY_THE_SHAMAN) or state.actor is None:
        return 0
    return (state.actor - state.shaman) % state.players


def _on_table(state: State) -> list[int]:
    return [laid.card for laid in state.table if laid is not None]


def _by_reading(point: str, name: str, fact: str, lens: Lens[State]) -> Lens[State]:
    """A lens for what only one reading needs to know."""
    return where(lambda state: getattr(state.rules.readings, point) == name, lens, fact)


def _moved_here(state: State) -> Values:
    seats, islands = range(state.players), range(state.islands)
    return {"moved_here": tuple(tuple(state.moved.count((island, seat)) for seat in seats) for island in islands)}


def _moved(values: Values) -> Fields:
    rows = enumerate(values["moved_here"])
    return {"moved": tuple((i, seat) for i, row in rows for seat, count in enumerate(row) for _ in range(count))}


def _all_due(state: State) -> tuple[tuple[tuple[bool, ...], ...], ...]:
    return tuple(tuple(_due(state, slot) for slot in row) for row in SLOTS.grid(state.players))


def _due(state: State, slot: int) -> tuple[bool, ...]:
    """Which turns of a card are still to come: its own effect, then copies clockwise."""
    laid = state.table[slot]
    resolving = state.phase in (Phase.RESOLVE, Phase.EFFECT)
    if laid is None or not resolving:
        return (False,) * (state.players + 1)
    if slot == state.resolving:
        own, copiers = not state.copying, {*state.waiting, *([state.actor] if state.copying else [])}
    else:
        own, copiers = True, {seat for seat in range(state.players) if state.standing[seat] == slot}
    first = _first(state, laid)
    clockwise = [(first + distance) % state.players for distance in range(state.players)]
    return (own, *(seat in copiers for seat in clockwise))


def _first(state: State, laid: Laid) -> int:
    """From whom the turns of a card are counted."""
    return laid.before if state.rules.readings.copy_order == "card" else state.shaman


# Positions from facts


def _made(found: Fields, values: Values, choice: Choice) -> State:
    """The position, whoever decides in it being told by its phase or by the card under way."""
    state = State(
        game=_game(values, choice), actor=_in_turn(found, values), waiting=(), copying=False, **{"moved": (), **found}
    )
    if state.phase is not Phase.RESOLVE:
        return state
    laid = None if state.resolving is None else state.table[state.resolving]
    if laid is None or state.resolving is None:
        laid = state.table[next_cards(state)[0]]
        assert laid is not None
        return state.changed(resolving=None, actor=laid.before)
    due = values["due"][state.resolving % state.players][state.resolving // state.players]
    turns = [turn for turn, waits in enumerate(due) if waits]
    first = _first(state, laid)
    seats = tuple([(first + turn - 1) % state.players if turn else laid.before for turn in turns])
    return state.changed(phase=Phase.EFFECT, actor=seats[0], waiting=seats[1:], copying=turns[0] > 0)


def _in_turn(found: Fields, values: Values) -> int | None:
    if found["phase"] is Phase.OVER:
        return None
    turn: int = values["turn"] if found["phase"] in IN_TURN else 0
    return int(values["shaman"] + turn) % int(values["players"])


def adapted_deck(numbers: Mapping[str, Any]) -> Deck:
    """The shipped cards over and over, as many as there are by these numbers, with the amounts there are."""
    amounts = range(numbers["least_amount"], numbers["greatest_amount"] + 1)
    cards = islice(cycle(engine.balanced_deck().cards), numbers["deck_size"])
    return Deck(tuple([_with_amount_in(card, amounts) for card in cards]))


def _with_amount_in(card: Card, amounts: range) -> Card:
    amount = min(max(card.amount, amounts[0]), amounts[-1])
    return card._replace(amount=amount) if card.kind in COUNTED else card


def _terms(values: Values, choice: Choice) -> Terms:
    """Numbers and readings, and the shipped deck, adapted, with enough cards for so few players."""
    rules = rules_of({"readings": played(choice), **values})
    players, deck = values["players"], adapted_deck(values)
    if len(deck.kept(players)) < rules.cards_needed(players):
        deck = Deck(tuple([card._replace(notches=min(card.notches, players)) for card in deck.cards]))
    return Terms(rules, engine.balanced_deck() if deck == engine.balanced_deck() else deck)


def deck_of(values: Values) -> Deck:
    """The cards that are printed so; the shipped deck is the one that everybody shares."""
    printed = zip(values["kind"], values["amount"], values["background"], values["notches"], strict=True)
    deck = Deck(tuple([Card(_KIND[kind], amount, _SIDE[side], notches) for kind, amount, side, notches in printed]))
    return engine.balanced_deck() if deck == engine.balanced_deck() else deck


def setup_of(values: Values) -> Setup:
    """The chance that an opening shows."""
    where = {card: place for card, place in enumerate(values["position"]) if place >= 0}
    order = tuple(sorted(where, key=lambda card: where[card]))
    poor = tuple(island for island, number in enumerate(values["treasures"]) if number == values["poor_treasures"])
    return Setup(values["players"], order, _SIDE[values["tide"]], _SIDE[values["time"]], poor, values["shaman"])


def _game(values: Values, choice: Choice) -> engine.state.Game:
    shared = deck_of(values)
    try:
        return game_for(values["players"], rules_of({"readings": played(choice), **values}), shared)
    except BadInput as error:
        raise NoPosition(str(error)) from None


MAPPING: EngineMapping[Setup, State, engine.Action, Terms] = EngineMapping(
    ENGINE,
    READINGS,
    lenses=(
        direct(round="round", shaman="shaman", on="inhabitants", treasures="treasures", reserve="reserve"),
        direct(hut="huts", gained="gains"),
        coded("phase", "phase", PHASES),
        coded("tide", "tide", BACKGROUNDS),
        coded("time", "time", BACKGROUNDS),
        told("turn", _turn),
        told("drawn", lambda state: len(state.game.kept) - len(state.pile)),
        located(
            "place_of",
            lambda state: len(state.deck.cards),
            [
                (BOX, lambda state: range(len(state.deck.cards))),
                (DISCARD, lambda state: state.game.kept),
                (PILE, lambda state: state.pile),
                (TABLE, _on_table),
            ],
            hands="hands",
            piles={"pile": (PILE, "position")},
        ),
        in_slots(
            SLOTS,
            "table",
            Laid,
            {"laid": NOTHING, "lies_before": NOTHING, "hidden": False},
            laid="card",
            lies_before="before",
            hidden="face_down",
        ),
        in_slot_of_each(SLOTS, "stands", "standing"),
        in_slot(SLOTS, "opened", "resolving"),
        told("due", _all_due),
        _by_reading("moved_twice", "another", "moved_here", Lens(_moved_here, _moved)),
        _by_reading("previous_shaman", "offered", "offered", optional("offered", "offered")),
        _by_reading("naming", "not-the-old-shaman", "old_shaman", optional("old_shaman", "old_shaman")),
    ),
    parameters=lambda terms, players: {**numbers_of(terms.rules).values(players), "cards": len(terms.deck.cards)},
    terms=_terms,
    material=_material,
    made=_made,
    arguments={
        "face": named_argument("face", FACES),
        "condition": named_argument("condition", CONDITIONS),
        "named": Argument("shaman"),
        "chosen": counted_argument("islands", lambda state: state.islands),
    },
    taken_as={"pass": lambda state: PASSING.get(state.phase, "pass")},
    actions_of=dict.fromkeys(PASSING.values(), "pass"),
)
facts, values, step_of = MAPPING.facts, MAPPING.values, MAPPING.step_of


def by_point(readings: Readings) -> dict[str, str]:
    """The reading of every point."""
    return {point: getattr(readings, point.replace("-", "_")) for point in CHOICES}


def machine(readings: Readings = OURS) -> Machine:
    """The clauses under some readings, as the engine names them."""
    return MAPPING.machine(choice_of(readings))
