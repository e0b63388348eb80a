"""The way back from the vocabulary of the clauses to the engine: the inverse of :mod:`projection`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.projection import (
    BACKGROUNDS,
    CONDITIONS,
    FACES,
    KINDS,
    NOTHING,
    code,
    rules_of,
)
from archipel.checks.costa_ruana.witness_completion import completions
from archipel.checks.costa_ruana.witness_known import (
    OFFER,
    OVER,
    PILE,
    PREPARE,
    RESOLVE,
    REVEAL,
    NotAPosition,
)
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Card, Deck, Laid, Phase, State
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.effects import can_act
from archipel.reference.costa_ruana.resolution import next_cards
from archipel.reference.costa_ruana.state import Game, game_for
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature

MOST_MOMENTS = 3000
"""How many moments of the game are tried for a situation that does not say when it is."""

Values = Mapping[str, Any]

_KIND = {code(number): kind for kind, number in KINDS.items()}
_BACKGROUND = {code(number): background for background, number in BACKGROUNDS.items()}
_FACE = {code(number): face for face, number in FACES.items()}
_CONDITION = {code(number): condition for condition, number in CONDITIONS.items()}
_PHASE = {code(number): phase for phase, number in projection.PHASES.items() if phase is not Phase.EFFECT}


class InsideEffect(NotAPosition):
    """A moment between two decisions, which the engine passes without showing it; ``step`` is what happens next."""

    def __init__(self, step: str) -> None:
        super().__init__(f"a moment between two decisions: next, without anybody deciding, comes {step}")
        self.step = step


def state_from(values: Values, checked: bool = True) -> State:
    """The engine's position that these values describe, completed where they say nothing.

    Raises :class:`NotAPosition` with what is wrong with the likeliest completion when none is a position. Unchecked, it
    is enough that the engine can hold the position, even if it knows that no game comes to it.
    """
    wrong: list[tuple[dict[str, Any], NotAPosition]] = []
    for whole in islice(completions(values), MOST_MOMENTS):
        try:
            return state_of(whole, checked)
        except NotAPosition as error:
            wrong = wrong or [(whole, error)]
    whole, first = wrong[0]
    raise first if isinstance(first, InsideEffect) else NotAPosition(first.reason, broken_clauses(whole))


def state_of(values: Values, checked: bool = True) -> State:
    """The engine's position for values that leave nothing open."""
    state = _built(values)
    if isinstance(state, InsideEffect):
        raise state
    if checked and (doubt := doubt_about(state)):
        raise NotAPosition(doubt)
    found = projection.values(state)
    if wrong := [name for name, value in values.items() if not _same(name, value, found, values)]:
        raise NotAPosition(f"{', '.join(wrong)}: not as any position of the engine has it")
    return state


def doubt_about(state: State) -> str:
    """Why the engine says that no game comes to this position; empty if it does not say so."""
    try:
        check_state(state)
    except BadInput as error:
        return str(error)
    return ""


def broken_clauses(values: Values) -> tuple[str, ...]:
    """The clauses about every position and about the material that these values break."""
    return tuple(dict.fromkeys(machine().at(values).broken(Nature.REQUIREMENT, Nature.INVARIANT)))


def _same(name: str, value: Any, found: Values, values: Values) -> bool:
    """Whether the engine has the same value; it forgets where the shuffle put the cards that were drawn."""
    if name != "position":
        return bool(found.get(name, value) == value)
    pile = [card for card, place in enumerate(values["place_of"]) if place == PILE]
    return all(found[name][card] == value[card] for card in pile)


def _built(values: Values) -> State | InsideEffect:
    phase = values["phase"]
    if phase == REVEAL:
        return InsideEffect("reveal")
    if phase == PREPARE:
        return InsideEffect("finish_game" if values["round"] == values["rounds"] else "prepare")
    game = _game(values)
    shaman, players = values["shaman"], game.players
    state = State(
        game=game,
        round=values["round"],
        phase=_PHASE[phase],
        shaman=shaman,
        actor=None if phase == OVER else shaman if phase == OFFER else (shaman + values["turn"]) % players,
        tide=_BACKGROUND[values["tide"]],
        time=_BACKGROUND[values["time"]],
        inhabitants=values["on"],
        treasures=values["treasures"],
        reserve=values["reserve"],
        huts=values["hut"],
        gains=values["gained"],
        hands=tuple([_cards_in(values, seat) for seat in range(players)]),
        pile=tuple(sorted(_cards_in(values, PILE), key=lambda card: values["position"][card])),
        table=_table(values),
        standing=_standing(values),
        resolving=None,
        waiting=(),
        copying=False,
        moved=(),
    )
    return _resolving(state, values) if phase == RESOLVE else state


def _game(values: Values) -> Game:
    printed = zip(values["kind"], values["amount"], values["background"], values["notches"], strict=True)
    cards = tuple([Card(_KIND[kind], amount, _BACKGROUND[back], notches) for kind, amount, back, notches in printed])
    try:
        return game_for(values["players"], rules_of(values), _shared(Deck(cards)))
    except BadInput as error:
        raise NotAPosition(str(error), ("components.enough-cards",)) from None


def _shared(deck: Deck) -> Deck:
    return engine.balanced_deck() if deck == engine.balanced_deck() else deck


def _cards_in(values: Values, place: int) -> tuple[int, ...]:
    return tuple([card for card, where in enumerate(values["place_of"]) if where == place])


def _table(values: Values) -> tuple[Laid | None, ...]:
    """First the cards laid up, then those laid down."""
    slots = [(seat, face) for face in _FACE for seat in range(values["players"])]
    return tuple([_laid(values, seat, face) for seat, face in slots])


def _laid(values: Values, seat: int, face: int) -> Laid | None:
    card = values["laid"][seat][face]
    if card == NOTHING:
        return None
    return Laid(card, values["lies_before"][seat][face], values["hidden"][seat][face])


def _standing(values: Values) -> tuple[int | None, ...]:
    players = values["players"]
    found = []
    for rows in values["stands"]:
        slots = [face * players + by for by, row in enumerate(rows) for face, stands in enumerate(row) if stands]
        if len(slots) > 1:
            raise NotAPosition("stands: a player has one inhabitant on cards at most", ("play.inhabitant",))
        found.append(slots[0] if slots else None)
    return tuple(found)


def _resolving(state: State, values: Values) -> State | InsideEffect:
    """Which question of the resolution is asked, if one is."""
    players = state.players
    opened = [face * players + by for by, row in enumerate(values["opened"]) for face, on in enumerate(row) if on]
    if len(opened) > 1:
        raise NotAPosition("opened: one card at most is being resolved", ("resolution.one-at-a-time",))
    if opened and state.table[opened[0]] is not None:
        return _carrying_out(state, values, opened[0])
    cards = next_cards(state)
    if len(cards) < 2:
        return InsideEffect("take_up" if cards else "collect")
    laid = state.table[cards[0]]
    assert laid is not None
    return state.changed(phase=Phase.RESOLVE, actor=laid.before)


def _carrying_out(state: State, values: Values, slot: int) -> State | InsideEffect:
    laid, players = state.table[slot], state.players
    assert laid is not None
    due = values["due"][slot % players][slot // players]
    turns = [turn for turn, waits in enumerate(due) if waits]
    if not turns:
        return InsideEffect("finish_card")
    seats = [(laid.before + max(turn - 1, 0)) % players for turn in turns]
    asked = state.changed(
        phase=Phase.EFFECT, actor=seats[0], resolving=slot, waiting=tuple(seats[1:]), copying=turns[0] > 0
    )
    return asked if can_act(asked, seats[0], state.deck.cards[laid.card]) else InsideEffect("skip")
