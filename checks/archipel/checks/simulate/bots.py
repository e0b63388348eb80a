"""Bots over any engine: at random, and greedy (*one-ply lookahead*) by the value function that a game declares.

A bot has no memory, and its value function sees only what the bot's seat sees. The same seed, view and actions always
give the same answer, so a game that is undone, saved or replayed goes on as it would have gone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

from archipel.checks.simulate.chance import Chance
from archipel.checks.simulate.game import RANDOM, Words
from archipel.reference.strict_json import canonical

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

State = Any
Action = Any
View = Any
Judged = Callable[[View, Sequence[Action]], Sequence[float]]
"""How good each action looks from a seat; only differences matter."""
Mind = Callable[[State], Judged]
"""How whoever plays games like that of a position values actions."""
Bot = Callable[[State, Sequence[Action]], Action]

GREEDY, WEAK = "greedy", "weak"

STRENGTHS: Mapping[str, Words] = {
    RANDOM: {
        "en": "any legal action, each as likely as the others",
        "fr": "une action légale quelconque, toutes aussi probables",
    },
    WEAK: {
        "en": "as random or as greedy, each as often",
        "fr": "tantôt random, tantôt greedy, aussi souvent l'un que l'autre",
    },
    GREEDY: {
        "en": "the best action one decision ahead, by what it sees itself",
        "fr": "la meilleure action à une décision de distance, d'après ce qu'il voit lui-même",
    },
}
"""The bots that a game with a value function has, the weakest first, and what they do."""


def strengths(game: Game) -> Mapping[str, Words]:
    """The bots that a game has, and what they do."""
    return STRENGTHS if game.mind is not None else {RANDOM: STRENGTHS[RANDOM]}


# With people


def bots(game: Game) -> tuple[str, ...]:
    """Those that play with people."""
    return (RANDOM,) if game.mind is None else (RANDOM, GREEDY)


def make_bot(game: Game, name: str, seed: int) -> Bot:
    """A bot by its name; chance depends on nothing but the seed and what is seen, and decides between equals."""
    engine, judged = game.engine, list[Judged]()

    def chance(state: State) -> Random:
        seen = canonical(engine.codec.view_data(state, engine.actor(state) or 0))
        return Random(sha256(f"{seed}:{seen}".encode("ascii")).digest())

    def at_random(state: State, actions: Sequence[Action]) -> Action:
        return actions[int(chance(state).random() * len(actions))]

    def greedy(state: State, actions: Sequence[Action]) -> Action:
        if not judged and game.mind is not None:
            judged.append(game.mind(state))
        random, (judge,) = chance(state).random, judged
        looks = judge(engine.view(state, engine.actor(state) or 0), actions)
        return actions[-max([(look, random(), -place) for place, look in enumerate(looks)])[2]]

    return greedy if name == GREEDY else at_random


# In simulations

Player = Callable[[State, Sequence[Action], Chance], Action]


def any_action(_: State, actions: Sequence[Action], chance: Chance) -> Action:
    return actions[chance.below(len(actions))]


def player_called(name: str, game: Game, first: State) -> Player:
    """A player of this strength for a game that begins so; all share one generator, and remember nothing else."""
    if name == RANDOM:
        return any_action
    assert game.mind is not None
    greedy = _greedy(game, game.mind(first))
    return greedy if name == GREEDY else _either(greedy)


def _greedy(game: Game, judged: Judged) -> Player:
    engine = game.engine

    def choose(state: State, actions: Sequence[Action], chance: Chance) -> Action:
        values = judged(engine.view(state, engine.actor(state) or 0), actions)
        best = max(values)
        equal = [action for action, value in zip(actions, values, strict=True) if value == best]
        return any_action(state, equal, chance)

    return choose


def _either(greedy: Player) -> Player:
    def choose(state: State, actions: Sequence[Action], chance: Chance) -> Action:
        return (any_action, greedy)[chance.below(2)](state, actions, chance)

    return choose
