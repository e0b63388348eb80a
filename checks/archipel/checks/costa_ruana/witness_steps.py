"""What a step alone tells about the position it is taken in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from archipel.checks.costa_ruana.witness_known import (
    FLIP,
    OFFER,
    PLAY_DOWN,
    PLAY_UP,
    PREPARE,
    RESOLVE,
    REVEAL,
    SETTLE,
    STAND,
    UP,
)
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Card, Kind
from archipel.spec.costa_ruana import RULEBOOK

PHASE_OF = {
    "settle": SETTLE,
    "play_up": PLAY_UP,
    "play_down": PLAY_DOWN,
    "stand": STAND,
    "pass": STAND,
    "flip": FLIP,
    "reveal": REVEAL,
    "prepare": PREPARE,
    "finish_game": PREPARE,
    "accept": OFFER,
    "name": OFFER,
}
"""When each step is taken; those not listed belong to the resolution."""

EFFECTS = {
    "move_treasure": Kind.MOVE_TREASURE,
    "remove": Kind.REMOVE,
    "place": Kind.PLACE,
    "move_inhabitant": Kind.MOVE_INHABITANT,
}


def with_hints(values: Mapping[str, Any], step: str | None, arguments: Sequence[Any]) -> dict[str, Any]:
    """The values, and what the step tells where they are silent: when it is, who is shaman, which card acts."""
    if step is None:
        return dict(values)
    hints: dict[str, Any] = {"phase": PHASE_OF.get(step, RESOLVE)}
    if arguments:
        given = dict(zip([symbol.name for symbol in RULEBOOK.steps[step].arguments], arguments, strict=True))
        hints |= _turn_hints(values, hints["phase"], given["player"])
        hints |= _card_hints(values, step, given)
    return {**hints, **{name: value for name, value in values.items() if value is not None}}


def _turn_hints(values: Mapping[str, Any], phase: int, player: int) -> dict[str, int]:
    """In which turn the player decides, or who must be shaman for him to decide."""
    if phase == RESOLVE:
        return {}
    if phase in (FLIP, OFFER):
        return {"shaman": player}
    players = values["players"]
    if values.get("shaman") is not None:
        return {"turn": (player - values["shaman"]) % players}
    turn = values.get("turn") or 0
    return {"turn": turn, "shaman": (player - turn) % players}


def _card_hints(values: Mapping[str, Any], step: str, given: Mapping[str, Any]) -> dict[str, Any]:
    if step in ("play_up", "play_down"):
        return {"place_of": _one(given["card"], given["player"])}
    about_the_table = ("laid", "opened", "due", "place_of", "kind")
    if any(values.get(name) is not None for name in about_the_table):
        return {}
    player = given["player"]
    if step in EFFECTS:
        return _one_card(player, EFFECTS[step], sum(given.get("chosen", ())))
    return _two_cards(player, given["by"], given["face"], values["players"]) if step == "resolve" else {}


def _one(place: int, value: Any) -> tuple[Any, ...]:
    """A table of which one entry is known."""
    return (*[None] * place, value)


def _one_card(player: int, kind: Kind, number: int) -> dict[str, Any]:
    """A card of this kind before the player, who carries out its effect."""
    card = _shipped(kind, max(number, 1))[0]
    return {"laid": _one(player, (card,)), "opened": _one(player, (True,)), "lies_before": _one(player, (player,))}


def _two_cards(player: int, by: int, face: int, players: int) -> dict[str, Any]:
    """Two cards of one kind before the player, one of them in this slot."""
    first, second = _shipped(Kind.REMOVE, 1)[:2]
    rows: list[list[int | None]] = [[None, None] for _ in range(players)]
    rows[by][face] = first
    rows[(by + 1) % players][UP] = second
    before = tuple(tuple(player if card is not None else None for card in row) for row in rows)
    return {"laid": tuple(map(tuple, rows)), "lies_before": before, "opened": ((False, False),) * players}


def _shipped(kind: Kind, amount: int) -> list[int]:
    """Cards of the shipped deck with this face, those that every game uses first."""
    cards = engine.balanced_deck().cards
    found = [number for number, card in enumerate(cards) if _has_face(card, kind, amount)]
    return sorted(found, key=lambda number: cards[number].notches) or _shipped(kind, amount - 1)


def _has_face(card: Card, kind: Kind, amount: int) -> bool:
    return card.kind is kind and (card.amount == amount or kind in (Kind.MOVE_TREASURE, Kind.MOVE_INHABITANT))
