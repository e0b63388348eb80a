"""Lazy evaluation of readings: an engine that asks for one at the moment it looks at it. Nothing here knows any game.

So all readings can be followed at once: an engine that is run once for each way of answering what it asks has been run
for all of them. Readings are strings, in fields of its terms (or of what these hold) that are called like the points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from archipel.checks.games.derived_codec import with_field
from archipel.checks.games.engine import Action, Data, GameEngine, GameResult, Setup, State, Terms
from archipel.checks.readings.diagnose.hypotheses import Ask, Hypotheses, Hypothesis, HypothesisTable, parted
from archipel.reference.strict_json import BadInput, canonical
from archipel.spec.readings import Readings

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

Item = TypeVar("Item")


@dataclass(frozen=True)
class BetweenStages(Generic[State]):
    """A position in the midst of a decision, after so many stages of it."""

    stages: int
    state: State


Position: TypeAlias = Any
"""A position in which somebody decides, or one between two stages."""

Stage: TypeAlias = Callable[[Position, Ask], Position]


class Listening:
    """Whoever answers for the readings just now."""

    ask: Ask

    def __call__(self, point: str) -> str:
        return self.ask(point)


def lazily(value: Item, points: Iterable[str], ask: Ask) -> Item | None:
    """The same value, which asks for its readings whenever they are looked at; None if it has not all of them."""
    names = {point.replace("-", "_"): point for point in points}
    if all(hasattr(value, name) for name in names):
        asked: Item = _asked(value, names, ask)
        return asked
    for name in _fields_of(value):
        if (found := lazily(getattr(value, name), names.values(), ask)) is not None:
            return with_field(value, name, found)
    return None


def _fields_of(value: object) -> Sequence[str]:
    return [each.name for each in fields(value)] if is_dataclass(value) else getattr(value, "_fields", ())


def _asked(value: Any, names: Mapping[str, str], ask: Ask) -> Any:
    """No two of these are equal: a cache that took one for another would answer without asking."""

    def look(self: object, name: str) -> object:
        return ask(names[name]) if name in names else object.__getattribute__(self, name)

    members = {"__getattribute__": look, "__eq__": object.__eq__, "__hash__": object.__hash__}
    found: Any = object.__new__(type(f"Asked{type(value).__name__}", (type(value),), members))
    for name in _fields_of(value):
        object.__setattr__(found, name, getattr(value, name))
    return found


def readings_known(engine: GameEngine[Any, Any, Any, Terms], readings: Readings) -> dict[str, list[str]]:
    """The points and readings that an engine knows, ours first; others make no difference to play."""
    known: dict[str, list[str]] = {}
    for point in readings.points.values():
        names = [reading.name for reading in point.others]
        others = [name for name in names if _chosen(engine, point.id, name) == name]
        if others:
            known[point.id] = [point.default.name, *others]
    return known


def _chosen(engine: GameEngine[Any, Any, Any, Terms], point: str, name: str) -> str | None:
    return engine.choice_of(engine.by(engine.standard, {point: name})).get(point)


class Consultation(Generic[Setup, State, Action, Terms]):
    """A game followed under all readings at once; what a game knows better, it says by overriding the first members."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine: GameEngine[Setup, State, Action, Terms] = game.engine
        self.table = HypothesisTable(readings_known(self.engine, game.readings))
        self.listening = Listening()
        self._games: dict[str, ConsultedGames[Setup, State, Action, Terms]] = {}
        schemas = self.engine.codec.schemas
        self.names = [name for name in schemas["state"]["properties"] if name not in self.engine.codec.header]
        self.required = [name for name in self.names if name in schemas["state"]["required"]]
        secret = [name for name in self.required if name not in schemas["view"]["properties"]]
        self.seen_facts = [*[name for name in self.required if name not in secret], "result", *secret]

    # What a game may know better

    def stages(self, action: Action) -> Sequence[Stage]:
        """A decision in stages. Each asks for readings of its own, and hypotheses that have come to the same position
        by then are followed together; in one stage they would multiply. Illegal ones are refused in the first."""
        return [lambda position, ask: self.engine.apply_action(self.heard(position, ask), action)]

    def constants(self, state: State) -> object:
        """What a position keeps of its terms that depends on readings, and that its packed bytes do not say."""
        return ()

    def plainness(self, state: State) -> tuple[int, ...]:
        """The less, the easier it is to set up."""
        return ()

    # Positions

    def heard(self, state: State, ask: Ask) -> State:
        """The same position, the readings being asked for here."""
        self.listening.ask = ask
        return state

    def moved(self, state: State, like: State) -> State:
        """The same position in the game of another."""
        return self.engine.codec.unpacked(self.engine.codec.packed(state), like)

    def first(self, players: int, seed: int, terms: Terms) -> State:
        return self.engine.new_game(self.engine.setup_from_seed(players, seed, terms), terms)

    def decided(self, state: State, terms: Terms, hypothesis: Hypothesis) -> State:
        """The same position in an ordinary game with these readings."""
        plain = self.engine.by(terms, hypothesis)
        return self.moved(state, self.first(self.engine.players(state), 0, plain))

    def terms_of(self, state: State) -> Terms:
        """The terms of a position that asks for readings, as they are without any reading but ours."""
        terms, players = self.engine.terms_of(state), self.engine.players(state)
        return next(games.terms for games in self._games.values() if games.has(terms, players))

    def facts(self, state: State) -> Data:
        """What can be written down about a position, the result included."""
        data = self.engine.codec.position_data(state)
        return {name: data[name] for name in self.names if name in data} | {"result": self._result(state)}

    def _result(self, state: State) -> Data | None:
        result: GameResult | None = self.engine.result(state)
        return result and {"points": list(result.points), "ranking": [list(group) for group in result.ranking]}

    def seen(self, state: State) -> str:
        """What a position shows under every reading, written down."""
        facts = self.facts(state)
        return canonical({name: facts[name] for name in self.seen_facts})

    def games(self, terms: Terms) -> ConsultedGames[Setup, State, Action, Terms]:
        """All games with the same terms but for the readings."""
        plain = self.engine.by(terms, {})
        key = canonical(self.engine.codec.header_data(plain))
        return self._games.setdefault(key, ConsultedGames(self, plain))


class ConsultedGames(Generic[Setup, State, Action, Terms]):
    """Games by the same terms; for each number of players one for each way in which readings matter to what it keeps.

    Equal positions are recognised because games that differ in nothing but their readings are one and the same.
    """

    def __init__(self, consultation: Consultation[Setup, State, Action, Terms], terms: Terms) -> None:
        self.consultation, self.terms = consultation, terms
        self._made: dict[int, dict[State | str, Hypotheses]] = {}

    def asking(self, ask: Ask) -> Terms:
        """The terms, which ask for every reading from now on."""
        consultation = self.consultation
        consultation.listening.ask = ask
        points = consultation.table.points
        found = lazily(self.terms, points, consultation.listening) if points else self.terms
        if found is None:
            raise BadInput(f"the game {consultation.game.name} has its readings where they cannot be asked for")
        return found

    def under(self, players: int, ask: Ask) -> State:
        """The beginning of some game under the readings that are asked for, if there is one."""
        found = next(start for start, those in self.all_for(players).items() if those.holds(ask))
        if isinstance(found, str):
            raise BadInput(found)
        return self.consultation.heard(found, ask)

    def begun(self, setup: Setup, ask: Ask) -> State:
        """The first position of a game."""
        return self.placed(self.consultation.engine.new_game(setup, self.asking(ask)), ask)

    def placed(self, state: State, ask: Ask) -> State:
        """The same position in the game under the readings that are asked for."""
        consultation = self.consultation
        return consultation.moved(state, self.under(consultation.engine.players(state), ask))

    def all_for(self, players: int) -> Mapping[State | str, Hypotheses]:
        """Every game for so many players, with the hypotheses under which it is played; or why there is none."""
        if players not in self._made:
            kept: list[State] = []
            self._made[players] = parted(partial(self._make, players, kept), self.consultation.table.all)
        return self._made[players]

    def has(self, terms: Terms, players: int) -> bool:
        """Whether a game for so many players is played by these terms, which ask for readings."""
        starts = [start for start in self.all_for(players) if not isinstance(start, str)]
        return any(self.consultation.engine.terms_of(start) == terms for start in starts)

    def _make(self, players: int, kept: list[State], ask: Ask) -> State | str:
        consultation = self.consultation
        try:
            start = consultation.first(players, 0, self.asking(ask))
        except BadInput as error:
            return str(error)
        constants = consultation.constants(start)
        for other in kept:
            if consultation.constants(other) == constants:
                return other
        kept.append(start)
        return start
