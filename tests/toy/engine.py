"""The engine of Lagoon, written from its rulebook."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Literal, TypeVar

from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput


class Board:
    """Reefs, the channels between them, and the reefs on the cards."""

    def __init__(self, channels: list[tuple[int, int]], cards: list[int]) -> None:
        self.channels, self.cards = channels, cards
        self.reefs = range(1 + max(map(max, channels)))
        self.ways = [sorted({a + b - reef for a, b in channels if reef in (a, b)}) for reef in self.reefs]


FILE = Path(__file__).with_name("lagoon.toml")
BOARDS = {name: Board(**board) for name, board in tomllib.loads(FILE.read_text(encoding="utf-8")).items()}
REEFS, CARDS = len(BOARDS["ring"].reefs), BOARDS["ring"].cards
Item = TypeVar("Item")
DIE = (1, 1, 1, 2, 2, 3)


class Phase(StrEnum):
    ROLL = "roll"
    ACT = "act"
    OVER = "over"


class NotAllowed(ValueError):  # noqa: N818
    """An action against the rules."""


@dataclass(frozen=True)
class Rules:
    pearls: int = 3
    hand: int = 1
    rounds: int = 4
    card_points: int = 2
    scarce: Literal["what-is-left", "all-or-none"] = "what-is-left"
    board: Literal["ring", "chain"] = "ring"


@dataclass(frozen=True)
class Setup:
    """The cards each player is dealt, and who begins."""

    hands: tuple[tuple[int, ...], ...]
    first: int


@dataclass(frozen=True)
class Roll:
    pips: int


@dataclass(frozen=True)
class Swim:
    player: int
    reef: int


@dataclass(frozen=True)
class Dive:
    player: int


@dataclass(frozen=True)
class Show:
    player: int
    card: int


Action = Roll | Swim | Dive | Show


@dataclass(frozen=True)
class State:
    rules: Rules
    phase: Phase
    round: int
    turns: int
    active: int
    die: int | None
    divers: tuple[int, ...]
    pearls: tuple[int, ...]
    baskets: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    shown: tuple[int, ...]

    @property
    def players(self) -> int:
        return len(self.divers)

    @property
    def board(self) -> Board:
        return BOARDS[self.rules.board]


def player_counts() -> tuple[int, ...]:
    return (3, 4)


def check_state(state: State) -> None:
    if sum(state.pearls) + sum(state.baskets) != len(state.board.reefs) * state.rules.pearls:
        raise BadInput("pearls: some are missing")


def new_game(setup: Setup, rules: Rules) -> State:
    players, dealt = len(setup.hands), [card for hand in setup.hands for card in hand]
    if (
        players not in player_counts()
        or not 0 <= setup.first < players
        or any(len(hand) != rules.hand for hand in setup.hands)
    ):
        raise BadInput("setup: not so many players, or cards for each")
    if len(set(dealt)) < len(dealt) or not set(dealt) <= set(range(len(BOARDS[rules.board].cards))):
        raise BadInput("setup.hands: every card can be dealt once")
    nothing, seats = (0,) * players, tuple(range(players))
    pearls, hands = (rules.pearls,) * len(BOARDS[rules.board].reefs), tuple(tuple(sorted(hand)) for hand in setup.hands)
    return State(rules, Phase.ROLL, 1, 0, setup.first, None, seats, pearls, nothing, hands, (), nothing)


def setup_from_seed(players: int, seed: int, rules: Rules) -> Setup:
    chance = Random(seed)
    cards = range(len(BOARDS[rules.board].cards))
    deck, first = chance.sample(cards, players * rules.hand), chance.randrange(players)
    return Setup(tuple(tuple(deck[seat::players]) for seat in range(players)), first)


def actor(state: State) -> int | None:
    return {Phase.ROLL: CHANCE, Phase.ACT: state.active}.get(state.phase)


def legal_actions(state: State) -> tuple[Action, ...]:
    if state.phase is Phase.ROLL:
        return tuple(Roll(pips) for pips in sorted(set(DIE)))
    if state.phase is Phase.OVER:
        return ()
    seat = state.active
    reef = state.divers[seat]
    swims = [Swim(seat, other) for other in state.board.ways[reef]]
    dives = [Dive(seat)] if _catch(state, reef) else []
    return (*swims, *dives, *(Show(seat, card) for card in state.hands[seat] if state.board.cards[card] == reef))


def _catch(state: State, reef: int) -> int:
    """How many pearls a diver would bring up."""
    wanted = state.die or 0
    there = state.pearls[reef]
    return 0 if there < wanted and state.rules.scarce == "all-or-none" else min(wanted, there)


def chance_outcomes(state: State) -> list[tuple[Action, int]]:
    return [(Roll(pips), DIE.count(pips)) for pips in sorted(set(DIE))] if state.phase is Phase.ROLL else []


def apply_action(state: State, action: Action) -> State:
    if action not in legal_actions(state):
        raise NotAllowed("that cannot be done now")
    if isinstance(action, Roll):
        return replace(state, phase=Phase.ACT, die=action.pips)
    seat = action.player
    if isinstance(action, Swim):
        return _next(replace(state, divers=_put(state.divers, seat, action.reef)))
    if isinstance(action, Show):
        hand = tuple(card for card in state.hands[seat] if card != action.card)
        discard, shown = tuple(sorted((*state.discard, action.card))), _put(state.shown, seat, state.shown[seat] + 1)
        return _next(replace(state, hands=_put(state.hands, seat, hand), discard=discard, shown=shown))
    reef = state.divers[seat]
    catch = _catch(state, reef)
    baskets = _put(state.baskets, seat, state.baskets[seat] + catch)
    return _next(replace(state, pearls=_put(state.pearls, reef, state.pearls[reef] - catch), baskets=baskets))


def _put(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _next(state: State) -> State:
    """The turn passes to the left, unless the game is over."""
    round_over = state.turns + 1 == state.players
    if not any(state.pearls) or (round_over and state.round == state.rules.rounds):
        return replace(state, phase=Phase.OVER)
    later = replace(state, phase=Phase.ROLL, die=None, active=(state.active + 1) % state.players)
    return replace(later, turns=0, round=state.round + 1) if round_over else replace(later, turns=state.turns + 1)


def returns(state: State) -> tuple[int, ...]:
    return tuple(b + state.rules.card_points * n for b, n in zip(state.baskets, state.shown, strict=True))


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    keys = list(zip(returns(state), state.shown, strict=True))
    return tuple(tuple(s for s, key in enumerate(keys) if key == best) for best in sorted(set(keys), reverse=True))


def view(state: State, seat: int) -> State:
    """The same with no cards in the other hands."""
    return replace(state, hands=tuple(hand if s == seat else () for s, hand in enumerate(state.hands)))
