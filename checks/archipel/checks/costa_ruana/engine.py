"""The engine of Costa Ruana, as the kit asks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from archipel.checks.games.engine import GameEngine, GameRecord
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Action, Deck, IllegalAction, Rules, Setup, State
from archipel.reference.costa_ruana.deck import balanced_deck
from archipel.reference.costa_ruana.readings import CHOICES, Readings, choice_of, chosen

if TYPE_CHECKING:
    from archipel.checks.costa_ruana.formats import CostaRuanaCodec


class Terms(NamedTuple):
    """What a game is played with: numbers and readings, and the cards."""

    rules: Rules = STANDARD
    deck: Deck = balanced_deck()


Record = GameRecord[Setup, Action, Terms]


def played(choice: Mapping[str, str]) -> Readings:
    """The engine's readings for a choice; it does not know points that make no difference to play."""
    return chosen({point: name for point, name in choice.items() if point in CHOICES})


class CostaRuanaEngine(GameEngine[Setup, State, Action, Terms]):
    """Its positions and decisions."""

    illegal = IllegalAction
    standard = Terms()

    actor = staticmethod(engine.current_player)
    legal_actions = staticmethod(engine.legal_actions)
    apply_action = staticmethod(engine.apply_action)
    returns = staticmethod(engine.returns)
    ranking = staticmethod(engine.ranking)
    view = staticmethod(engine.view)

    @cached_property
    def codec(self) -> CostaRuanaCodec:
        from archipel.checks.costa_ruana.formats import CostaRuanaCodec

        return CostaRuanaCodec()

    @cached_property
    def actions(self) -> Mapping[str, type[Action]]:
        from archipel.reference.costa_ruana.codec import DECISIONS

        return DECISIONS

    def check_state(self, state: State, /) -> None:
        from archipel.reference.costa_ruana.checking import check_state

        check_state(state)

    def by(self, terms: Terms, choice: Mapping[str, str], /) -> Terms:
        return terms._replace(rules=replace(terms.rules, readings=played(choice)))

    def choice_of(self, terms: Terms, /) -> Mapping[str, str]:
        return choice_of(terms.rules.readings)

    def terms_of(self, state: State, /) -> Terms:
        return Terms(state.rules, state.deck)

    def player_counts(self, terms: Terms, /) -> Sequence[int]:
        return range(terms.rules.min_players, terms.rules.max_players + 1)

    def setup_from_seed(self, players: int, seed: int, terms: Terms, /) -> Setup:
        return Setup.from_seed(players, seed, *terms)

    def new_game(self, setup: Setup, terms: Terms, /) -> State:
        return engine.new_game(setup, *terms)

    def players(self, state: State, /) -> int:
        return state.players


ENGINE = CostaRuanaEngine()
