"""Whether a game can come to a situation: a search from the setup through the engine.

The search is a sweep: all positions after so many decisions, then all after one more, so that what is found first is
found early. While the players settle, positions that differ only in islands the goal does not speak of count once, and
small games are swept completely; later only the positions nearest to the goal are kept. Sweeps start from several
setups. Everything is drawn from seeds: the same question has the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from random import Random
from typing import NamedTuple, TypeAlias

from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    Condition,
    Deck,
    IllegalAction,
    Phase,
    Rules,
    Setup,
    State,
    balanced_deck,
    codec,
)
from archipel.reference.costa_ruana.effects import perform
from archipel.reference.costa_ruana.resolution import sent_home

__all__ = [
    "Budget",
    "Goal",
    "Moment",
    "NotReached",
    "Reached",
    "at_collection",
    "plain_choices",
    "reachable",
    "shortened",
]


class Moment(NamedTuple):
    """What one decision led to: the position after it, and the board as the treasures were collected, if they were."""

    after: State
    collected: State | None


Holds: TypeAlias = Callable[[Moment], bool]
Distance: TypeAlias = Callable[[State], float]


def _nowhere(_: State) -> float:
    return 0.0


@dataclass(frozen=True)
class Goal:
    """What is sought: ``holds`` recognises it, ``distance`` says how far a position seems to be from it.

    ``islands`` are those that the goal speaks of; the others are alike to it.
    """

    holds: Holds
    distance: Distance = _nowhere
    islands: frozenset[int] = frozenset(range(16))

    @staticmethod
    def position(holds: Callable[[State], bool], distance: Distance = _nowhere, islands: Iterable[int] = ()) -> Goal:
        """A goal about a position in which somebody decides, or the end of the game."""
        return Goal(lambda moment: holds(moment.after), distance, frozenset(islands))

    @staticmethod
    def collection(holds: Callable[[State], bool], distance: Distance = _nowhere, islands: Iterable[int] = ()) -> Goal:
        """A goal about the board at the moment at which treasures are collected."""
        return Goal(lambda m: m.collected is not None and holds(m.collected), distance, frozenset(islands))


@dataclass(frozen=True)
class Budget:
    """How far and how broadly to search: decisions ahead, setups to start from, positions kept after each decision,
    actions tried in each position. ``more`` setups are searched for a shorter game once one is found."""

    decisions: int = 250
    setups: int = 6
    more: int = 1
    width: int = 30
    choices: int = 20

    def kept(self, state: State) -> int:
        """How many positions like this one are kept: nearly all that two players can settle."""
        return 400 if state.phase is Phase.SETTLE and state.players == 2 else self.width


@dataclass(frozen=True)
class Reached:
    """A legal game from its setup that ends with the goal, the shortest that was found."""

    record: codec.Record

    @property
    def decisions(self) -> int:
        return len(self.record.moves)


@dataclass(frozen=True)
class NotReached:
    """No game was found: from so many setups, looking so many decisions ahead."""

    decisions: int
    games: int


def at_collection(before: State, action: Action, after: State) -> State | None:
    """The board at the moment of collection, if this decision led to it."""
    if before.phase not in (Phase.FLIP, Phase.RESOLVE, Phase.EFFECT) or after.phase not in (Phase.OFFER, Phase.OVER):
        return None
    board = perform(before, action) if before.phase is Phase.EFFECT else before
    home = sent_home(board, range(len(board.table)))
    return home.changed(
        phase=Phase.RESOLVE,
        tide=after.tide,
        time=after.time,
        table=(None,) * len(board.table),
        resolving=None,
        waiting=(),
        copying=False,
    )


def moment_of(before: State, action: Action, after: State) -> Moment:
    """What a decision led to."""
    return Moment(after, at_collection(before, action, after))


# The sweep


class _Node(NamedTuple):
    """A position of a sweep and the decision that led to it; ``rank`` is its distance, then chance."""

    rank: tuple[float, float]
    state: State
    path: tuple[Action, _Node] | None

    def moves(self) -> tuple[Action, ...]:
        found: list[Action] = []
        node = self
        while node.path is not None:
            action, node = node.path
            found.append(action)
        return tuple(reversed(found))


def reachable(
    goal: Goal,
    players: int,
    budget: Budget | None = None,
    seed: int = 0,
    rules: Rules = STANDARD,
    deck: Deck | None = None,
) -> Reached | NotReached:
    """Search for a game that comes to the goal; what is found is made as short as it gets."""
    limits = budget or Budget()
    best: codec.Record | None = None
    deepest, left = 0, limits.setups
    for start in _starts(players, seed, rules, deck or balanced_deck()):
        if not left:
            break
        found, looked = sweep(goal, start, limits, limits.decisions if best is None else len(best.moves) - 1)
        deepest = max(deepest, looked)
        left = left - 1 if best is not None or found is None else limits.more
        best = best if found is None else shortened(found, goal)
    return NotReached(deepest, limits.setups) if best is None else Reached(best)


def _starts(players: int, seed: int, rules: Rules, deck: Deck) -> Iterator[codec.Record]:
    """Games in which nothing has been decided yet."""
    for number in count(1000 * seed):
        yield codec.Record(Setup.from_seed(players, number, rules, deck), (), rules, deck)


def sweep(goal: Goal, game: codec.Record, budget: Budget, decisions: int) -> tuple[codec.Record | None, int]:
    """One search from one setup: the game found, if any, and how many decisions ahead it looked."""
    start, setup = engine.new_game(game.setup, game.rules, game.deck), game.setup
    if goal.holds(Moment(start, None)):
        return game, 0
    chance = Random(f"sweep {setup.order} {setup.shaman}")
    layer = [_Node((0.0, 0.0), start, None)]
    for depth in range(decisions):
        children: dict[object, _Node] = {}
        for node, action, after in _steps(layer, goal, budget, chance):
            child = _Node((goal.distance(after), chance.random()), after, (action, node))
            if goal.holds(moment_of(node.state, action, after)):
                return replace(game, moves=child.moves()), depth + 1
            children.setdefault(_key(after, goal), child)
        if not children:
            return None, depth
        layer = sorted(children.values(), key=_rank)[: budget.kept(next(iter(children.values())).state)]
    return None, decisions


def _rank(node: _Node) -> tuple[float, float]:
    return node.rank


def _steps(layer: Sequence[_Node], goal: Goal, budget: Budget, chance: Random) -> Iterator[tuple[_Node, Action, State]]:
    for node in layer:
        for action in _choices(node.state, goal, budget, chance):
            yield node, action, node.state.apply_action(action)


def _key(state: State, goal: Goal) -> object:
    """Positions with the same key count once."""
    if state.phase is not Phase.SETTLE:
        return state
    islands = list(zip(state.treasures, state.inhabitants, strict=True))
    named = tuple([islands[island] for island in sorted(goal.islands) if island < len(islands)])
    rest = sorted([pair for island, pair in enumerate(islands) if island not in goal.islands])
    return named, tuple(rest)


def _choices(state: State, goal: Goal, budget: Budget, chance: Random) -> Sequence[Action]:
    """All legal actions or, of many, some that touch islands of the goal and some at random."""
    actions = state.legal_actions()
    if len(actions) <= budget.choices or state.phase is Phase.SETTLE:
        return actions
    shuffled = chance.sample(actions, len(actions))
    near = sorted(shuffled, key=lambda action: -_touches(action, goal))[: budget.choices // 2]
    return [*near, *islice((a for a in shuffled if a not in near), budget.choices - len(near))]


def _touches(action: Action, goal: Goal) -> int:
    match action:
        case engine.Remove(islands=islands) | engine.Place(islands=islands):
            return sum([island in goal.islands for island in islands])
        case engine.MoveTreasure() | engine.MoveInhabitant():
            return (action.source in goal.islands) + (action.target in goal.islands)
        case _:
            return 0


# Making a game shorter and plainer


def shortened(record: codec.Record, goal: Goal) -> codec.Record:
    """A game to the same goal with no decision more, and with fewer or plainer ones where that was found."""
    best = _upto_goal(record, record.moves, goal)
    assert best is not None
    index = 0
    while index < len(best.moves):
        best = _plainer(best, index, goal) or best
        index += 1
    return best


def _plainer(record: codec.Record, index: int, goal: Goal) -> codec.Record | None:
    """The same game with one decision exchanged for a plainer one, if it still comes to the goal as soon."""
    *_, state = codec.replay(replace(record, moves=record.moves[:index]))
    for action in plain_choices(state, record.moves[index]):
        found = _upto_goal(record, (*record.moves[:index], action, *record.moves[index + 1 :]), goal)
        if found is not None and _is_better(found, record, action):
            return found
    return None


def _is_better(found: codec.Record, record: codec.Record, action: Action) -> bool:
    """Shorter, or as short with a decision that changes less."""
    plain = isinstance(action, engine.Pass | engine.Accept)
    return len(found.moves) < len(record.moves) + plain


def plain_choices(state: State, action: Action) -> Iterator[Action]:
    """Decisions with fewer consequences: nobody on a card, another card, before oneself, no shaman named."""
    match action:
        case engine.Stand(player=player):
            yield engine.Pass(player)
        case engine.PlayUp(player=player) | engine.PlayDown(player=player):
            for card in state.hands[player]:
                if (card, player) != (action.card, action.before):
                    yield type(action)(player, card, player)
        case engine.Flip(player=player):
            yield from [engine.Flip(player, other) for other in Condition if other is not action.condition]
        case engine.Name(player=player):
            yield engine.Accept(player)


def _upto_goal(record: codec.Record, moves: Sequence[Action], goal: Goal) -> codec.Record | None:
    """The game up to the goal; moves that are no longer legal are left out, and missing ones end the attempt."""
    state = engine.new_game(record.setup, record.rules, record.deck)
    taken: list[Action] = []
    if goal.holds(Moment(state, None)):
        return replace(record, moves=())
    for action in moves:
        try:
            after = state.apply_action(action)
        except IllegalAction:
            continue
        taken.append(action)
        if goal.holds(moment_of(state, action, after)):
            return replace(record, moves=tuple(taken))
        state = after
    return None
