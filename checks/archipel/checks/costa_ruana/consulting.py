"""An engine that asks for a reading at the moment it needs one, so that all readings can be followed at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import NamedTuple

from archipel.checks.readings.diagnose import Ask, Hypotheses, Hypothesis, HypothesisTable, parted
from archipel.reference.costa_ruana import Action, Deck, Rules, State, resolution
from archipel.reference.costa_ruana.collection import collect
from archipel.reference.costa_ruana.readings import CHOICES, POINTS, Readings, chosen
from archipel.reference.costa_ruana.state import Game, game_for
from archipel.reference.costa_ruana.succession import end_round
from archipel.reference.strict_json import BadInput

TABLE = HypothesisTable(CHOICES)

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


def visible(state: State) -> State:
    """The position without what only some readings remember."""
    return state.changed(moved=(), offered=None, old_shaman=None)


def decided(state: State, hypothesis: Hypothesis) -> State:
    """The same position in an ordinary game with these readings."""
    rules = replace(state.rules, readings=chosen(hypothesis))
    return state.changed(game=game_for(state.players, rules, state.deck))


# A decision and all that follows, in stages


class Halted(NamedTuple):
    """A position in which the treasures are about to be collected."""

    state: State


class Collected(NamedTuple):
    """A position in which they have been, and the round is about to end."""

    state: State


Position = State | Halted | Collected
Stage = Callable[[Position, Ask], Position]


class _Halt(Exception):  # noqa: N818
    """The engine has come to the collection."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


def _halt(state: State) -> State:
    raise _Halt(state)


# Where the engine looks up what to do when no card is left.
_ENGINE = vars(resolution)


def stages(action: Action) -> list[Stage]:
    """A decision in stages. Each asks for readings of its own, and hypotheses that have come to the same position by
    then are followed together; in one stage they would multiply."""
    return [partial(_until_collection, action), _collection, _end_of_round]


def whole(position: Position) -> State:
    """A position in which somebody decides, or the game is over."""
    assert isinstance(position, State)
    return position


def _until_collection(action: Action, position: Position, ask: Ask) -> Position:
    _ENGINE["collect"] = _halt
    try:
        return asking(whole(position), ask).apply_action(action)
    except _Halt as halt:
        return Halted(halt.state)
    finally:
        _ENGINE["collect"] = collect


def _collection(position: Position, ask: Ask) -> Position:
    return Collected(collect(asking(position.state, ask))) if isinstance(position, Halted) else position


def _end_of_round(position: Position, ask: Ask) -> Position:
    return end_round(asking(position.state, ask)) if isinstance(position, Collected) else position


# Games


class ConsultedGames:
    """Games with the same numbers and cards; for each number of players one for each way in which readings matter.

    Equal positions are recognised because games that differ in nothing but their readings are one and the same.
    """

    def __init__(self, rules: Callable[[Ask], Rules], deck: Deck) -> None:
        self._rules, self._deck = rules, deck
        self._made: dict[int, dict[Game | str, Hypotheses]] = {}

    def under(self, players: int, ask: Ask) -> Game:
        """The game under the readings that are asked for, if there is one."""
        found = next(game for game, those in self.all_for(players).items() if those.holds(ask))
        if isinstance(found, str):
            raise BadInput(found)
        return asked(found, ask)

    def all_for(self, players: int) -> Mapping[Game | str, Hypotheses]:
        """Every game for so many players, with the hypotheses under which it is played; or why there is none."""
        if players not in self._made:
            kept: list[Game] = []
            self._made[players] = parted(partial(self._make, players, kept), TABLE.all)
        return self._made[players]

    def _make(self, players: int, kept: list[Game], ask: Ask) -> Game | str:
        try:
            game = game_for(players, self._rules(ask), self._deck)
        except BadInput as error:
            return str(error)
        for other in kept:
            if _contents(other) == _contents(game):
                return other
        kept.append(game)
        return game


def _contents(game: Game) -> list[object]:
    """What there is in a game besides its rules."""
    parts = [getattr(game, part.name) for part in fields(game) if part.name not in ("rules", "menus")]
    return [*parts, *[menus.known() for menus in game.menus]]
