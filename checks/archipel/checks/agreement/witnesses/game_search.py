"""Whether a game can come to a situation: *beam search* from its setup through the engine.

The search is a sweep: all positions after so many decisions, then all after one more, so that what is found first is
found early. Positions that are alike to the goal count once, and only those nearest to it are kept. Sweeps start from
several setups; what is found is made shorter and plainer (*delta debugging*). Everything is drawn from seeds: the same
question has the same answer. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from random import Random
from typing import Any, Generic, NamedTuple

from archipel.checks.games.engine import Action, GameEngine, GameRecord, Setup, State, Terms


class Arrival(NamedTuple, Generic[State]):
    """What one decision led to: the position after it, and the one that it passed on the way there, if any."""

    after: State
    passed: State | None


def _nowhere(_: object) -> float:
    return 0.0


@dataclass(frozen=True)
class SearchGoal(Generic[State]):
    """What is sought: ``holds`` recognises it, ``distance`` says how far a position seems to be from it.

    ``about`` are the places that the goal speaks of; the others are alike to it.
    """

    holds: Callable[[Arrival[State]], bool]
    distance: Callable[[State], float] = _nowhere
    about: frozenset[int] = frozenset(range(16))

    @staticmethod
    def position(
        holds: Callable[[State], bool], distance: Callable[[State], float] = _nowhere, about: Iterable[int] = ()
    ) -> SearchGoal[State]:
        """A goal about a position in which somebody decides, or the end of the game."""
        return SearchGoal(lambda arrival: holds(arrival.after), distance, frozenset(about))

    @staticmethod
    def passing(
        holds: Callable[[State], bool], distance: Callable[[State], float] = _nowhere, about: Iterable[int] = ()
    ) -> SearchGoal[State]:
        """A goal about a position that a decision passes."""
        return SearchGoal(lambda a: a.passed is not None and holds(a.passed), distance, frozenset(about))


@dataclass(frozen=True)
class SearchBudget:
    """How far and how broadly to search: decisions ahead, setups to start from, positions kept after each decision,
    actions tried in each position. ``more`` setups are searched for a shorter game once one is found."""

    decisions: int = 250
    setups: int = 6
    more: int = 1
    width: int = 30
    choices: int = 20


@dataclass(frozen=True)
class GameReached(Generic[Setup, Action, Terms]):
    """A legal game from its setup that ends with the goal, the shortest that was found."""

    record: GameRecord[Setup, Action, Terms]

    @property
    def decisions(self) -> int:
        return len(self.record.moves)


@dataclass(frozen=True)
class NotReached:
    """No game was found: from so many setups, looking so many decisions ahead."""

    decisions: int
    games: int


class _Node(NamedTuple):
    """A position of a sweep and the decision that led to it; ``rank`` is its distance, then chance."""

    rank: tuple[float, float]
    state: Any
    path: tuple[Any, _Node] | None

    def moves(self) -> tuple[Any, ...]:
        found: list[Any] = []
        node = self
        while node.path is not None:
            action, node = node.path
            found.append(action)
        return tuple(reversed(found))


class GameSearch(Generic[Setup, State, Action, Terms]):
    """Searches games of one engine. What a game knows better about its positions, it says by overriding the members
    up to ``states``."""

    def __init__(self, engine: GameEngine[Setup, State, Action, Terms]) -> None:
        self.engine = engine

    # What a game may know better

    def passed(self, before: State, action: Action, after: State) -> State | None:
        """The position that a decision passed and that goals can be about."""
        return None

    def kept(self, state: State, budget: SearchBudget) -> int:
        """How many positions like this one are kept after a decision."""
        return budget.width

    def tries_all(self, state: State) -> bool:
        """Whether every action is tried in a position, however many there are."""
        return False

    def named(self, setup: Setup) -> str:
        """A setup, for the seed of what is drawn while it is searched."""
        return str(setup)

    def key(self, state: State, goal: SearchGoal[State]) -> Hashable:
        """Positions with the same key count once."""
        return state

    def touches(self, action: Action, goal: SearchGoal[State]) -> int:
        """How much an action has to do with the places that the goal speaks of."""
        return 0

    def plainer(self, state: State, action: Action) -> Iterator[Action]:
        """Decisions with fewer consequences."""
        yield from ()

    def is_plain(self, action: Action) -> bool:
        """Whether a game as long is better with this decision."""
        return False

    # Games

    def states(self, record: GameRecord[Setup, Action, Terms]) -> Iterator[State]:
        """Every position of a game, the first one among them."""
        state = self.engine.new_game(record.setup, record.terms)
        yield state
        for action in record.moves:
            state = self.engine.apply_action(state, action)
            yield state

    def arrival(self, before: State, action: Action, after: State) -> Arrival[State]:
        """What a decision led to."""
        return Arrival(after, self.passed(before, action, after))

    def reachable(
        self,
        goal: SearchGoal[State],
        players: int,
        budget: SearchBudget | None = None,
        seed: int = 0,
        terms: Terms | None = None,
    ) -> GameReached[Setup, Action, Terms] | NotReached:
        """Search for a game that comes to the goal; what is found is made as short as it gets."""
        limits, best = budget or SearchBudget(), None
        deepest, left = 0, limits.setups
        for start in self._starts(players, seed, self.engine.standard if terms is None else terms):
            if not left:
                break
            found, looked = self.sweep(goal, start, limits, limits.decisions if best is None else len(best.moves) - 1)
            deepest = max(deepest, looked)
            left = left - 1 if best is not None or found is None else limits.more
            best = best if found is None else self.shortened(found, goal)
        return NotReached(deepest, limits.setups) if best is None else GameReached(best)

    def _starts(self, players: int, seed: int, terms: Terms) -> Iterator[GameRecord[Setup, Action, Terms]]:
        """Games in which nothing has been decided yet."""
        for number in count(1000 * seed):
            yield GameRecord(self.engine.setup_from_seed(players, number, terms), (), terms)

    def sweep(
        self, goal: SearchGoal[State], game: GameRecord[Setup, Action, Terms], budget: SearchBudget, decisions: int
    ) -> tuple[GameRecord[Setup, Action, Terms] | None, int]:
        """One search from one setup: the game found, if any, and how many decisions ahead it looked."""
        start = self.engine.new_game(game.setup, game.terms)
        if goal.holds(Arrival(start, None)):
            return game, 0
        chance = Random(f"sweep {self.named(game.setup)}")
        layer = [_Node((0.0, 0.0), start, None)]
        for depth in range(decisions):
            children: dict[Hashable, _Node] = {}
            for node, action, after in self._steps(layer, goal, budget, chance):
                child = _Node((goal.distance(after), chance.random()), after, (action, node))
                if goal.holds(self.arrival(node.state, action, after)):
                    return game._replace(moves=child.moves()), depth + 1
                children.setdefault(self.key(after, goal), child)
            if not children:
                return None, depth
            width = self.kept(next(iter(children.values())).state, budget)
            layer = sorted(children.values(), key=_rank)[:width]
        return None, decisions

    def _steps(
        self, layer: Sequence[_Node], goal: SearchGoal[State], budget: SearchBudget, chance: Random
    ) -> Iterator[tuple[_Node, Action, State]]:
        for node in layer:
            for action in self._choices(node.state, goal, budget, chance):
                yield node, action, self.engine.apply_action(node.state, action)

    def _choices(self, state: State, goal: SearchGoal[State], budget: SearchBudget, chance: Random) -> Sequence[Action]:
        """All legal actions or, of many, some that have to do with the goal and some at random."""
        actions = self.engine.legal_actions(state)
        if len(actions) <= budget.choices or self.tries_all(state):
            return actions
        shuffled = chance.sample(actions, len(actions))
        near = sorted(shuffled, key=lambda action: -self.touches(action, goal))[: budget.choices // 2]
        return [*near, *islice((a for a in shuffled if a not in near), budget.choices - len(near))]

    # Making a game shorter and plainer

    def shortened(
        self, record: GameRecord[Setup, Action, Terms], goal: SearchGoal[State]
    ) -> GameRecord[Setup, Action, Terms]:
        """A game to the same goal with no decision more, and with fewer or plainer ones where that was found."""
        best = self._upto_goal(record, record.moves, goal)
        assert best is not None
        index = 0
        while index < len(best.moves):
            best = self._with_plainer(best, index, goal) or best
            index += 1
        return best

    def _with_plainer(
        self, record: GameRecord[Setup, Action, Terms], index: int, goal: SearchGoal[State]
    ) -> GameRecord[Setup, Action, Terms] | None:
        """The same game with one decision exchanged for a plainer one, if it still comes to the goal as soon."""
        *_, state = self.states(record._replace(moves=record.moves[:index]))
        for action in self.plainer(state, record.moves[index]):
            found = self._upto_goal(record, (*record.moves[:index], action, *record.moves[index + 1 :]), goal)
            if found is not None and len(found.moves) < len(record.moves) + self.is_plain(action):
                return found
        return None

    def _upto_goal(
        self, record: GameRecord[Setup, Action, Terms], moves: Sequence[Action], goal: SearchGoal[State]
    ) -> GameRecord[Setup, Action, Terms] | None:
        """The game up to the goal; moves that are no longer legal are left out, and missing ones end the attempt."""
        state = self.engine.new_game(record.setup, record.terms)
        taken: list[Action] = []
        if goal.holds(Arrival(state, None)):
            return record._replace(moves=())
        for action in moves:
            try:
                after = self.engine.apply_action(state, action)
            except self.engine.illegal:
                continue
            taken.append(action)
            if goal.holds(self.arrival(state, action, after)):
                return record._replace(moves=tuple(taken))
            state = after
        return None


def _rank(node: _Node) -> tuple[float, float]:
    return node.rank
