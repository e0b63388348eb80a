"""Who plays, and what chance decides before the first decision.

Unlike those that play with people, these players share one generator with the setup and remember nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from archipel.checks.costa_ruana.bots import Greedy
from archipel.checks.simulate.chance import Chance
from archipel.checks.simulate.game import RANDOM
from archipel.reference.costa_ruana import Action, Deck, Rules, Setup, State
from archipel.reference.costa_ruana.deck import TIDES, TIMES
from archipel.reference.costa_ruana.state import Game

Player = Callable[[State, Sequence[Action], Chance], Action]

STRENGTHS: Mapping[str, Mapping[str, str]] = {
    RANDOM: {
        "en": "any legal action, each as likely as the others",
        "fr": "une action légale quelconque, toutes aussi probables",
    },
    "weak": {
        "en": "as random or as greedy, each as often",
        "fr": "tantôt random, tantôt greedy, aussi souvent l'un que l'autre",
    },
    "greedy": {
        "en": "the best action one decision ahead, by what it sees itself",
        "fr": "la meilleure action à une décision de distance, d'après ce qu'il voit lui-même",
    },
}


def drawn_setup(players: int, rules: Rules, deck: Deck, chance: Chance) -> Setup:
    """What chance decides, in the documented order."""
    order = chance.shuffled(list(deck.kept(players)))
    tide, time = TIDES[chance.below(len(TIDES))], TIMES[chance.below(len(TIMES))]
    poor = sorted(chance.shuffled(list(range(rules.islands(players))))[: rules.poor_islands])
    return Setup(players, tuple(order), tide, time, tuple(poor), chance.below(players))


def any_action(_: State, actions: Sequence[Action], chance: Chance) -> Action:
    return actions[chance.below(len(actions))]


@lru_cache(maxsize=64)
def player_called(name: str, game: Game) -> Player:
    """A player of this strength, for games with these rules and cards."""
    if name == RANDOM:
        return any_action
    greedy = _greedy(Greedy(game))
    return greedy if name == "greedy" else _either(greedy)


def _greedy(mind: Greedy) -> Player:
    def choose(state: State, actions: Sequence[Action], chance: Chance) -> Action:
        assert state.actor is not None
        view = state.view(state.actor)
        values = mind.judged(view, actions)
        best = max(values)
        equal = [action for action, value in zip(actions, values, strict=True) if value == best]
        return any_action(state, equal, chance)

    return choose


def _either(greedy: Player) -> Player:
    def choose(state: State, actions: Sequence[Action], chance: Chance) -> Action:
        return (any_action, greedy)[chance.below(2)](state, actions, chance)

    return choose
