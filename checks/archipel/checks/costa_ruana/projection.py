"""The engine's positions and actions, told in the vocabulary of the clauses."""

from __future__ import annotations

from typing import Any

from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Background, Condition, Face, Kind, Phase, State, slot_of
from archipel.spec.clauses import Step
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK, Numbers
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.logic.terms import Num, Number

KINDS = {
    Kind.MOVE_TREASURE: words.MOVE_TREASURE,
    Kind.REMOVE: words.REMOVE,
    Kind.PLACE: words.PLACE,
    Kind.MOVE_INHABITANT: words.MOVE_INHABITANT,
}
BACKGROUNDS = {
    Background.HIGH_TIDE: words.HIGH_TIDE,
    Background.LOW_TIDE: words.LOW_TIDE,
    Background.DAY: words.DAY,
    Background.NIGHT: words.NIGHT,
}
PHASES = {
    Phase.SETTLE: words.SETTLE,
    Phase.PLAY_UP: words.PLAY_UP,
    Phase.PLAY_DOWN: words.PLAY_DOWN,
    Phase.STAND: words.STAND,
    Phase.FLIP: words.FLIP,
    Phase.RESOLVE: words.RESOLVE,
    Phase.EFFECT: words.RESOLVE,
    Phase.OFFER: words.OFFER,
    Phase.OVER: words.OVER,
}
IN_TURN = (Phase.SETTLE, Phase.PLAY_UP, Phase.PLAY_DOWN, Phase.STAND)
FACES = {Face.UP: words.UP, Face.DOWN: words.DOWN}
CONDITIONS = {Condition.TIDE: words.TIDE, Condition.TIME: words.TIME}
NOTHING = -1

# Every decision there is, under some reading.
STEPS = {**RULEBOOK.steps, **READINGS.steps}


def code(constant: Num) -> int:
    """The value of a named constant of the vocabulary."""
    assert isinstance(constant, Number)
    return constant.value


def material(deck: engine.Deck, order: tuple[int, ...]) -> dict[str, Any]:
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


def values(state: State, order: tuple[int, ...] | None = None, numbers: Numbers = NUMBERS) -> dict[str, Any]:
    """Every symbol of the clauses, as it stands in an engine's position."""
    return {
        **numbers.values(state.players),
        **material(state.deck, some_order(state) if order is None else order),
        **facts(state),
    }


def facts(state: State) -> dict[str, Any]:
    """The symbols that change during a game."""
    return {
        "round": state.round,
        "phase": code(PHASES[state.phase]),
        "turn": _turn(state),
        "shaman": state.shaman,
        "tide": code(BACKGROUNDS[state.tide]),
        "time": code(BACKGROUNDS[state.time]),
        "on": state.inhabitants,
        "treasures": state.treasures,
        "reserve": state.reserve,
        "hut": state.huts,
        "gained": state.gains,
        "drawn": len(state.game.kept) - len(state.pile),
        "place_of": _places(state),
        **_table(state),
        **_by_reading(state),
    }


def _by_reading(state: State) -> dict[str, Any]:
    """What only some readings need to know."""
    readings = state.rules.readings
    found: dict[str, Any] = {}
    if readings.moved_twice == "another":
        seats, islands = range(state.players), range(state.islands)
        found["moved_here"] = tuple(tuple(state.moved.count((island, seat)) for seat in seats) for island in islands)
    if readings.previous_shaman == "offered":
        found["offered"] = state.offered
    if readings.naming == "not-the-old-shaman":
        found["old_shaman"] = NOTHING if state.old_shaman is None else state.old_shaman
    return found


def _turn(state: State) -> int:
    if state.phase not in IN_TURN or state.actor is None:
        return 0
    return (state.actor - state.shaman) % state.players


def _places(state: State) -> tuple[int, ...]:
    places = [code(words.BOX)] * len(state.deck.cards)
    for card in state.game.kept:
        places[card] = code(words.DISCARD)
    for card in state.pile:
        places[card] = code(words.PILE)
    for player, hand in enumerate(state.hands):
        for card in hand:
            places[card] = player
    for laid in state.table:
        if laid is not None:
            places[laid.card] = code(words.TABLE)
    return tuple(places)


def _table(state: State) -> dict[str, Any]:
    seats = range(state.players)
    slots = [[slot_of(state.players, by, face) for face in Face] for by in seats]
    cards = [[state.table[slot] for slot in row] for row in slots]
    return {
        "laid": tuple(tuple(NOTHING if laid is None else laid.card for laid in row) for row in cards),
        "lies_before": tuple(tuple(NOTHING if laid is None else laid.before for laid in row) for row in cards),
        "hidden": tuple(tuple(laid is not None and laid.face_down for laid in row) for row in cards),
        "stands": tuple(
            tuple(tuple(state.standing[seat] == slot for slot in row) for row in slots) for seat in seats
        ),
        "opened": tuple(tuple(state.resolving == slot for slot in row) for row in slots),
        "due": tuple(tuple(_due(state, slot) for slot in row) for row in slots),
    }


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
    first = laid.before if state.rules.readings.copy_order == "card" else state.shaman
    clockwise = [(first + distance) % state.players for distance in range(state.players)]
    return (own, *(seat in copiers for seat in clockwise))


# What it means to pass where a reading lets a player do so; everywhere else it is to put no inhabitant on a card.
PASSING = {Phase.FLIP: "keep_conditions", Phase.EFFECT: "forgo"}


def step_of(action: engine.Action, islands: int, phase: Phase | None = None) -> tuple[Step, tuple[Any, ...]]:
    """The step of the clauses that an action takes, with its arguments in the step's order."""
    name, given = _call(action, islands)
    if isinstance(action, engine.Pass) and phase in PASSING:
        name = PASSING[phase]
    return STEPS[name], (action.player, *given)


def _call(action: engine.Action, islands: int) -> tuple[str, tuple[Any, ...]]:
    match action:
        case engine.Settle():
            return "settle", (action.island,)
        case engine.PlayUp():
            return "play_up", (action.card, action.before)
        case engine.PlayDown():
            return "play_down", (action.card, action.before)
        case engine.Stand() | engine.Resolve():
            name = "stand" if isinstance(action, engine.Stand) else "resolve"
            return name, (action.by, code(FACES[action.face]))
        case engine.StandFrom():
            return "stand_from", (action.by, code(FACES[action.face]), action.source)
        case engine.Flip():
            return "flip", (code(CONDITIONS[action.condition]),)
        case engine.Name():
            return "name", (action.shaman,)
        case engine.Pass() | engine.Accept():
            return ("pass" if isinstance(action, engine.Pass) else "accept"), ()
        case _:
            return _effect(action, islands)


def _effect(
    action: engine.MoveTreasure | engine.Remove | engine.Place | engine.MoveInhabitant, islands: int
) -> tuple[str, tuple[Any, ...]]:
    match action:
        case engine.MoveTreasure():
            return "move_treasure", (action.source, action.target)
        case engine.MoveInhabitant():
            return "move_inhabitant", (action.owner, action.source, action.target)
        case engine.Remove() | engine.Place():
            name = "remove" if isinstance(action, engine.Remove) else "place"
            return name, (tuple(action.islands.count(island) for island in range(islands)),)
