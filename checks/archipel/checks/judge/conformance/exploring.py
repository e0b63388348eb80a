"""Players who play against a program to find it out: novelty search, policies of the game's own, and near misses.

They remember what they have seen and tried, and seek what is rare. Nothing here knows any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from archipel.checks.games.engine import GameEngine
from archipel.checks.judge.adapters.encoding import DECIDER, AnyMapping, written
from archipel.checks.judge.conformance.games import Given
from archipel.checks.simulate.policies import Policy
from archipel.reference.chance import CHANCE
from archipel.spec.machine import Position

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

Item = TypeVar("Item")
Tag = tuple[Hashable, ...]
NearMiss = tuple[Tag, Any]

SAMPLED = 10
"""So many decisions are looked at by those who think ahead."""
EACH = 5
"""So many decisions of a given position are always tried, spread over all that are legal."""
LOOKED_AT = 100
TRIES = 0.5
VIEWS = 0.2
ALTERED = 5
"""So many legal decisions are altered."""


class Explorer:
    """Deals games and plays them, each by another kind of player; it remembers what it has seen and tried."""

    def __init__(self, engine: GameEngine[Any, Any, Any, Any], players: Sequence[int], seed: int, terms: Any) -> None:
        self.engine = engine
        self.players = players
        self.seed = seed
        self.terms = terms
        self.chance = Random(seed)
        self.seen: Counter[Tag] = Counter()
        self.tried: Counter[Tag] = Counter()
        self.steps = set[Tag]()
        self.policies: Sequence[Policy[Any, Any]] = self.kinds()
        self.policy: Policy[Any, Any] = self.policies[0]

    # What a game has of its own

    def kinds(self) -> Sequence[Policy[Any, Any]]:
        """The kinds of players, in turn."""
        return (self.novel,)

    def tags(self, before: Any, action: Any, after: Any) -> Iterable[Tag]:
        """What is remarkable about a decision and the position it leads to: rare tags are worth seeking."""
        yield (type(action).__name__, len(self.engine.legal_actions(after)), self.engine.actor(after))

    def numbers(self, before: Any, action: Any, after: Any) -> Iterable[Tag]:
        """How a decision changes numbers, if it is worth trying for that."""
        return ()

    def near_misses(self, state: Any) -> Sequence[NearMiss]:
        """Illegal decisions, each with what it is an example of."""
        return ()

    # Playing

    def begin(self, number: int) -> Any:
        """Every number of players in turn, and every kind of player; in time each plays at tables of each size."""
        players = self.players[number % len(self.players)]
        self.policy = self.policies[number % len(self.policies)]
        self.chance = Random(f"{self.seed} {number}")
        return self.engine.setup_from_seed(players, self.seed * 1_000_003 + number, self.terms)

    def decision(self, state: Any) -> Any | None:
        actions = self.engine.legal_actions(state)
        if not actions:
            return None
        if self.engine.actor(state) == CHANCE:
            return brought_by_chance(self.engine, state, self.chance)
        action = self.policy(state, actions, self.chance)
        self.seen.update(self.tags(state, action, self.engine.apply_action(state, action)))
        return action

    def choices(self, state: Any) -> Sequence[Any]:
        """A few, and whatever changes a number as nothing before did."""
        legal = self.engine.legal_actions(state)
        found = [legal[round(number * (len(legal) - 1) / (EACH - 1))] for number in range(EACH)] if legal else []
        for action in sample(legal, self.chance, LOOKED_AT):
            if new := set(self.numbers(state, action, self.engine.apply_action(state, action))) - self.steps:
                self.steps |= new
                found.append(action)
        return found

    def near_miss(self, state: Any) -> Any | None:
        """The illegal decision whose like has been tried least."""
        if self.chance.random() > TRIES:
            return None
        found = self.near_misses(state)
        if not found:
            return None
        tag, action = min(found, key=lambda one: self.tried[one[0]])
        self.tried[tag] += 1
        return action

    def viewer(self, state: Any) -> int | None:
        often = 1.0 if self.engine.is_terminal(state) else VIEWS
        return None if self.chance.random() > often else int(self.chance.random() * self.engine.players(state))

    def novel(self, state: Any, actions: Sequence[Any], chance: Random) -> Any:
        """Whatever has been seen least."""

        def novelty(action: Any) -> float:
            after = self.engine.apply_action(state, action)
            return sum([1.0 / (1 + self.seen[tag]) ** 2 for tag in self.tags(state, action, after)])

        return max(sample(actions, chance), key=novelty)


def brought_by_chance(engine: GameEngine[Any, Any, Any, Any], state: Any, chance: Random) -> Any:
    outcomes, weights = zip(*engine.chance_outcomes(state), strict=True)
    return chance.choices(outcomes, weights)[0]


def sample(actions: Sequence[Item], chance: Random, most: int = SAMPLED) -> Sequence[Item]:
    """A few of the actions."""
    return actions if len(actions) <= most else chance.sample(actions, most)


def near_misses(mapping: AnyMapping, state: Any, chance: Random) -> list[NearMiss]:
    """Illegal decisions that are almost legal, or of the wrong moment, each with what it is an example of."""
    engine, here = mapping.engine, mapping.position(state)
    legal = engine.legal_actions(state)
    asked = type(legal[0]).__name__ if legal else ""
    tried = [*_altered(mapping, state, here, sample(legal, chance, ALTERED), chance)]
    tried += _whenever(mapping, here, engine.actor(state), chance)
    reasons = [(action, refusal(engine, state, action)) for action in dict.fromkeys(tried)]
    return [((asked, type(action).__name__, why), action) for action, why in reasons if why is not None]


def refusal(engine: GameEngine[Any, Any, Any, Any], state: Any, action: Any) -> str | None:
    """Why an action is illegal; None if it is legal."""
    try:
        engine.apply_action(state, action)
    except engine.illegal as error:
        return str(error)
    return None


def _altered(mapping: AnyMapping, state: Any, here: Position, actions: Sequence[Any], chance: Random) -> Iterator[Any]:
    """The actions with each of their arguments changed in turn; it may name what there is not."""
    for action in actions:
        step, given = mapping.step_of(state, action)
        for place, argument in enumerate(step.arguments):
            values = list(here.choices(argument))
            beyond = [values[-1] + 1] if argument.values is not None and values else []
            for value in (*sample(values, chance, 2), *beyond):
                other = written(mapping, step, (*given[:place], value, *given[place + 1 :]))
                yield from [] if other is None else [other]


def _whenever(mapping: AnyMapping, here: Position, actor: int | None, chance: Random) -> Iterator[Any]:
    """Decisions of every kind, by whoever decides now and by anybody."""
    for step in here.machine.decisions:
        for player in (actor, None):
            choices = [
                [player] if argument.name == DECIDER and player in here.choices(argument) else [*here.choices(argument)]
                for argument in step.arguments
            ]
            other = written(mapping, step, [chance.choice(values) for values in choices]) if all(choices) else None
            yield from [] if other is None else [other]


def played_positions(game: Game, players: Sequence[int], seed: int) -> Iterator[Given]:
    """The last position in which each kind of decision is asked, and the end: of a game for each number of players."""
    engine, policies = game.engine, game.policies
    for number, seats in enumerate(players):
        chance, policy = Random(seed), policies[number % len(policies)]
        setup = engine.setup_from_seed(seats, seed * 1_000_003 + number, engine.standard)
        state, found = engine.new_game(setup, engine.standard), dict[object, Any]()
        while actions := engine.legal_actions(state):
            found[type(actions[0])] = state
            is_chance = engine.actor(state) == CHANCE
            action = brought_by_chance(engine, state, chance) if is_chance else policy(state, actions, chance)
            state = engine.apply_action(state, action)
        yield from [Given(engine.codec.state_data(one)) for one in (*found.values(), state)]
