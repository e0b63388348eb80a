"""An engine that asks for a reading at the moment it needs one, so that all readings can be followed at once."""

from __future__ import annotations

from dataclasses import fields, replace

from archipel.checks.diagnosing import Ask, Hypothesis, Table
from archipel.reference.costa_ruana import State
from archipel.reference.costa_ruana.readings import CHOICES, POINTS, Readings, chosen
from archipel.reference.costa_ruana.state import Game, game_for

TABLE = Table(CHOICES)

_POINT_OF = {point.replace("-", "_"): point for point in POINTS}


class Consulted(Readings):
    """Readings that nobody has chosen: the engine, looking at one, asks for it."""

    def __init__(self, ask: Ask) -> None:
        self.listen(ask)

    def listen(self, ask: Ask) -> None:
        """Ask this one from now on."""
        object.__setattr__(self, "_ask", ask)

    def __getattribute__(self, name: str) -> object:
        if name in _POINT_OF:
            ask: Ask = object.__getattribute__(self, "_ask")
            return ask(_POINT_OF[name])
        return object.__getattribute__(self, name)

    # No two of them are equal: a cache that took one for another would answer without asking.
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def asked(game: Game, ask: Ask) -> Game:
    """The same game, the readings being asked for here."""
    assert isinstance(game.rules.readings, Consulted)
    game.rules.readings.listen(ask)
    return game


def asking(state: State, ask: Ask) -> State:
    """The same position, the readings being asked for here."""
    asked(state.game, ask)
    return state


def decided(state: State, hypothesis: Hypothesis) -> State:
    """The same position in an ordinary game with these readings."""
    rules = replace(state.rules, readings=chosen(hypothesis))
    return state._replace(game=game_for(state.players, rules, state.deck))


class Games:
    """Constant parts of games, each kept once, so that equal positions are recognised under whatever readings."""

    def __init__(self) -> None:
        self._kept: list[Game] = []

    def kept(self, state: State) -> State:
        """The same position with a game kept before, if one is like its own in everything but the readings."""
        return state._replace(game=self.kept_game(state.game))

    def kept_game(self, game: Game) -> Game:
        """The game kept before that is like this one in everything but the readings, if there is one."""
        for other in self._kept:
            if _contents(other) == _contents(game):
                return other
        self._kept.append(game)
        return game


def _contents(game: Game) -> list[object]:
    """What there is in a game besides its rules."""
    parts = [getattr(game, part.name) for part in fields(game) if part.name not in ("rules", "menus")]
    return [*parts, *[vars(menus) for menus in game.menus]]
