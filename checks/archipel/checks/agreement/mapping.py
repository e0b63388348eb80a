"""Bidirectional mapping (*lenses*) between the vocabulary of the clauses and an engine's positions and actions.

A lens says how some facts of the clauses are read off a position of the engine, and which of its fields follow from
them; an argument says the same of one argument of a step and a field of an action. A game writes tables of these; both
directions come from the same table. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import attrgetter
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

from archipel.checks.games.engine import Action, GameEngine, Setup, State, Terms
from archipel.spec.clauses import Step
from archipel.spec.logic.terms import Num, Number
from archipel.spec.machine import IncoherentError, Machine, Position
from archipel.spec.readings import Choice, Readings

Values = Mapping[str, Any]
Fields = dict[str, Any]
Name = TypeVar("Name", bound=Hashable)

OURS: Choice = {}
"""Our reading of every point."""

NOTHING = -1
"""What the clauses say where the engine says None."""

MACHINES = 64
"""So many readings are asked about at once at most; others are compiled again when they are needed."""


class NoPosition(ValueError):  # noqa: N818
    """Values that are no position of the engine."""


class BetweenDecisions(NoPosition):
    """A moment that the engine passes without showing it; ``step`` is what happens next by itself."""

    def __init__(self, step: str) -> None:
        super().__init__(f"a moment between two decisions: next, without anybody deciding, comes {step}")
        self.step = step


def code(constant: Num) -> int:
    """The number of a named constant of the vocabulary."""
    assert isinstance(constant, Number)
    return constant.value


def named(names: Iterable[Name], vocabulary: ModuleType, **otherwise: Num) -> dict[Name, Num]:
    """The constant of each of an engine's names (members of an enumeration): the one called so, or ``otherwise``."""
    return {
        name: otherwise[_word(name)] if _word(name) in otherwise else getattr(vocabulary, _word(name)) for name in names
    }


def _word(name: Hashable) -> str:
    return str(getattr(name, "name", name)).upper()


@dataclass(frozen=True)
class Lens(Generic[State]):
    """Some facts of a position, and the engine's fields from which they are told and which follow from them."""

    get: Callable[[State], Values]
    put: Callable[[Values], Fields]


def direct(**fields: str) -> Lens[Any]:
    """Facts that are fields: each fact with the name of its field."""
    facts, read = tuple(fields), _fields(tuple(fields.values()))
    return Lens(
        lambda state: dict(zip(facts, read(state), strict=True)),
        lambda values: {name: values[fact] for fact, name in fields.items()},
    )


def coded(fact: str, name: str, codes: Mapping[Any, Num]) -> Lens[Any]:
    """A fact that is a field with a name for each number; of several names for a number the first comes back."""
    numbers = {member: code(constant) for member, constant in codes.items()}
    members = {number: member for member, number in reversed(numbers.items())}

    def put(values: Values) -> Fields:
        if values[fact] not in members:
            raise NoPosition(f"{fact}: the engine has nothing for {values[fact]}")
        return {name: members[values[fact]]}

    return Lens(lambda state: {fact: numbers[getattr(state, name)]}, put)


def told(fact: str, get: Callable[[State], Any]) -> Lens[State]:
    """A fact that follows from others, and from which no field follows."""
    return Lens(lambda state: {fact: get(state)}, lambda values: {})


def optional(fact: str, name: str, nothing: int = NOTHING) -> Lens[Any]:
    """A fact that is a field which may be missing; ``nothing`` is what the clauses say then."""

    def get(state: Any) -> Values:
        value = getattr(state, name)
        return {fact: nothing if value is None else value}

    return Lens(get, lambda values: {name: None if values[fact] == nothing else values[fact]})


def where(condition: Callable[[State], bool], lens: Lens[State], *facts: str) -> Lens[State]:
    """A lens for facts that are only known where the readings of a position need them."""
    return Lens(
        lambda state: lens.get(state) if condition(state) else {},
        lambda values: lens.put(values) if all(fact in values for fact in facts) else {},
    )


def located(
    fact: str,
    size: Callable[[State], int],
    layers: Sequence[tuple[int, Callable[[State], Iterable[int]]]],
    hands: str,
    piles: Mapping[str, tuple[int, str]],
) -> Lens[State]:
    """A fact that tells where each card is: with a seat in the field ``hands``, or somewhere else.

    Cards are painted ``layers`` over one another, the first of which holds them all. Piles are fields that list the
    cards at a place in the order of a symbol, or, if that has no name, in the order of their numbers.
    """

    def get(state: State) -> Values:
        places = [NOTHING] * size(state)
        for place, cards in layers:
            for card in cards(state):
                places[card] = place
        for seat, hand in enumerate(getattr(state, hands)):
            for card in hand:
                places[card] = seat
        return {fact: tuple(places)}

    def put(values: Values) -> Fields:
        def cards(place: int, order: Sequence[int] | None = None) -> tuple[int, ...]:
            found = [card for card, at in enumerate(values[fact]) if at == place]
            return tuple(sorted(found, key=order.__getitem__) if order is not None else found)

        lists = {name: cards(place, values[order] if order else None) for name, (place, order) in piles.items()}
        return {hands: tuple([cards(seat) for seat in range(values["players"])]), **lists}

    return Lens(get, put)


class Slots(NamedTuple):
    """How the slots of a table are numbered, by players, row and column; there is a row for each seat."""

    slot: Callable[[int, int, int], int]
    columns: int

    def grid(self, players: int) -> tuple[tuple[int, ...], ...]:
        return _grid(self, players)

    def listed(self, values: Values, of: Callable[[int, int], Any]) -> tuple[Any, ...]:
        """What there is for each slot, in the order of slots."""
        grid = self.grid(values["players"])
        found = {slot: of(row, column) for row, slots in enumerate(grid) for column, slot in enumerate(slots)}
        return tuple([found[slot] for slot in sorted(found)])


@lru_cache(maxsize=64)
def _grid(slots: Slots, players: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(slots.slot(players, row, column) for column in range(slots.columns)) for row in range(players))


def in_slots(slots: Slots, name: str, make: Callable[..., Any], missing: Mapping[str, Any], **facts: str) -> Lens[Any]:
    """Facts about what lies in each slot of the field ``name``: each fact with the attribute that tells it.

    The first fact says by its ``missing`` value that nothing lies there.
    """
    first = next(iter(facts))

    def get(state: Any) -> Values:
        table, grid = getattr(state, name), slots.grid(state.players)
        return {
            fact: tuple(
                tuple(missing[fact] if table[slot] is None else getattr(table[slot], of) for slot in row)
                for row in grid
            )
            for fact, of in facts.items()
        }

    def put(values: Values) -> Fields:
        def item(row: int, column: int) -> Any:
            if values[first][row][column] == missing[first]:
                return None
            return make(**{of: values[fact][row][column] for fact, of in facts.items()})

        return {name: slots.listed(values, item)}

    return Lens(get, put)


def in_slot(slots: Slots, fact: str, name: str) -> Lens[Any]:
    """A fact that is true of one slot at most: the one that a field names."""

    def get(state: Any) -> Values:
        return {fact: _marked(slots.grid(state.players), getattr(state, name))}

    return Lens(get, lambda values: {name: _mark(slots.grid(values["players"]), values[fact], fact)})


def in_slot_of_each(slots: Slots, fact: str, name: str) -> Lens[Any]:
    """The same for each seat: the fact has a table for each, the field a slot for each."""

    def get(state: Any) -> Values:
        grid = slots.grid(state.players)
        return {fact: tuple([_marked(grid, slot) for slot in getattr(state, name)])}

    def put(values: Values) -> Fields:
        grid = slots.grid(values["players"])
        return {name: tuple([_mark(grid, rows, fact) for rows in values[fact]])}

    return Lens(get, put)


def _marked(grid: Sequence[Sequence[int]], marked: int | None) -> tuple[tuple[bool, ...], ...]:
    return tuple([tuple([slot == marked for slot in row]) for row in grid])


def _mark(grid: Sequence[Sequence[int]], rows: Sequence[Sequence[bool]], fact: str) -> int | None:
    found = [slot for slots, row in zip(grid, rows, strict=True) for slot, on in zip(slots, row, strict=True) if on]
    if len(found) > 1:
        raise NoPosition(f"{fact}: more than one, where one at most can be")
    return found[0] if found else None


@dataclass(frozen=True)
class Argument:
    """An argument of a step: the field of the action that gives it, and what it is there and back again.

    Without ``get`` and ``put`` it is the same in both. What it is can depend on the position.
    """

    name: str
    get: Callable[[Any, Any], Any] | None = None
    put: Callable[[Any], Any] | None = None


def named_argument(name: str, codes: Mapping[Any, Num]) -> Argument:
    """An argument that the action has by name."""
    numbers = {member: code(constant) for member, constant in codes.items()}
    members = {number: member for member, number in numbers.items()}
    return Argument(name, lambda value, _: numbers[value], members.__getitem__)


def counted_argument(name: str, size: Callable[[Any], int]) -> Argument:
    """How many of each there are, of so many; the action lists them one by one."""
    return Argument(
        name,
        lambda listed, state: tuple([listed.count(element) for element in range(size(state))]),
        lambda counts: tuple([element for element, count in enumerate(counts) for _ in range(count)]),
    )


class StepReader(NamedTuple):
    """How the arguments of a step are read off an action."""

    step: Step
    fields: Callable[[Any], tuple[Any, ...]]
    converted: tuple[tuple[int, Callable[[Any, Any], Any]], ...]

    def __call__(self, state: object, action: object) -> tuple[Step, tuple[Any, ...]]:
        given = self.fields(action)
        if not self.converted:
            return self.step, given
        changed = list(given)
        for place, get in self.converted:
            changed[place] = get(given[place], state)
        return self.step, tuple(changed)


@dataclass(frozen=True, eq=False)
class EngineMapping(Generic[Setup, State, Action, Terms]):
    """A game's clauses and its engine, told in terms of one another.

    ``parameters`` are the numbers of the clauses for some terms and players, ``material`` everything else that does not
    change during a game; a setup tells it where a position does not. ``terms`` are those of a game with some numbers
    and readings, the inverse of ``parameters``; where there are none, they raise :class:`NoPosition`. ``made`` makes a
    position of the fields that the lenses put, for a choice of readings, and looks at the values once more for what no
    lens puts.

    An action is the step of its name, and each of its fields the argument called so, but for what the tables say:
    ``arguments`` by their name in the clauses; ``taken_as``, by the name of an action, which step it is in which
    position; and ``actions_of``, by the name of a step, which action it is.
    """

    engine: GameEngine[Setup, State, Action, Terms]
    readings: Readings
    lenses: tuple[Lens[State], ...]
    parameters: Callable[[Terms, int], Values]
    terms: Callable[[Values, Choice], Terms]
    material: Callable[[State, Setup | None], Values]
    made: Callable[[Fields, Values, Choice], State]
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    taken_as: Mapping[str, Callable[[State], str]] = field(default_factory=dict)
    actions_of: Mapping[str, str] = field(default_factory=dict)

    # Positions

    def facts(self, state: State) -> dict[str, Any]:
        """The symbols that change during a game."""
        found: dict[str, Any] = {}
        for lens in self.lenses:
            found.update(lens.get(state))
        return found

    def some_facts(self, state: State, names: Iterable[str]) -> dict[str, Any]:
        """Some of them, and others told by the same lenses."""
        wanted = frozenset(names)
        if wanted not in self._telling:
            self._telling[wanted] = [lens for lens in self.lenses if wanted & lens.get(state).keys()]
        return {name: value for lens in self._telling[wanted] for name, value in lens.get(state).items()}

    @cached_property
    def _telling(self) -> dict[frozenset[str], list[Lens[State]]]:
        return {}

    def values(self, state: State, setup: Setup | None = None) -> dict[str, Any]:
        """Every symbol of the clauses, as it stands in a position; of an opening, if its setup is given."""
        terms, players = self.engine.terms_of(state), self.engine.players(state)
        return {**self.parameters(terms, players), **self.material(state, setup), **self.facts(state)}

    def state_of(self, values: Values, choice: Choice = OURS) -> State:
        """The position with these values; raises :class:`NoPosition` if the engine cannot hold it."""
        due = self._due(values, choice)
        if due is not None:
            raise BetweenDecisions(due.name)
        state = self.drawn_up(values, choice)
        found = self.facts(state)
        if wrong := [name for name, value in found.items() if values.get(name, value) != value]:
            raise NoPosition(f"{', '.join(wrong)}: not as any position of the engine has it")
        return state

    def drawn_up(self, values: Values, choice: Choice = OURS) -> State:
        """What the engine makes of these values, whether it can be in such a position or not."""
        fields: Fields = {}
        for lens in self.lenses:
            fields.update(lens.put(values))
        return self.made(fields, values, choice)

    def _due(self, values: Values, choice: Choice) -> Step | None:
        try:
            due = self.machine(choice).at(values).consequence()
            return None if due is None else due[0]
        except IncoherentError as error:
            raise NoPosition(str(error)) from None

    def machine(self, choice: Choice) -> Machine:
        """The clauses by some readings, compiled once for everybody who runs them."""
        return self._machines(frozenset(choice.items()))

    @cached_property
    def _machines(self) -> Callable[[frozenset[tuple[str, str]]], Machine]:
        return lru_cache(maxsize=MACHINES)(lambda choice: Machine(self.readings.under(dict(choice))))

    def choice_at(self, state: State) -> Choice:
        """The readings by which a position is played."""
        return self.engine.choice_of(self.engine.terms_of(state))

    def machine_at(self, state: State) -> Machine:
        """The clauses by which a position is played."""
        return self.machine(self.choice_at(state))

    def position(self, state: State, setup: Setup | None = None) -> Position:
        """A position as the clauses see it."""
        return self.machine_at(state).at(self.values(state, setup))

    # Steps

    def step_of(self, state: State, action: Action) -> tuple[Step, tuple[Any, ...]]:
        """The step that an action takes, with its arguments in the step's order."""
        name = self._names[type(action)]
        if name in self.taken_as:
            name = self.taken_as[name](state)
        return self._readers[name](state, action)

    def action_of(self, step: Step, given: Sequence[Any]) -> Action:
        """The action that takes a step, legal or not: the inverse of :meth:`step_of`."""
        fields: Fields = {}
        for symbol, value in zip(step.arguments, given, strict=True):
            argument = self._argument(symbol.name)
            fields[argument.name] = value if argument.put is None else argument.put(value)
        make: Callable[..., Action] = self.engine.actions[self.actions_of.get(step.name, step.name)]
        return make(**fields)

    @cached_property
    def steps(self) -> Mapping[str, Step]:
        """Every step there is, under some reading."""
        return {**self.readings.rulebook.steps, **self.readings.steps}

    @cached_property
    def _names(self) -> Mapping[type[Action], str]:
        return {kind: name for name, kind in self.engine.actions.items()}

    @cached_property
    def _readers(self) -> Mapping[str, StepReader]:
        return {name: self._reader(step) for name, step in self.steps.items()}

    def _reader(self, step: Step) -> StepReader:
        arguments = [self._argument(symbol.name) for symbol in step.arguments]
        converted = [(place, argument.get) for place, argument in enumerate(arguments) if argument.get is not None]
        return StepReader(step, _fields([argument.name for argument in arguments]), tuple(converted))

    def _argument(self, name: str) -> Argument:
        return self.arguments.get(name) or Argument(name)


def _fields(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Several attributes at once, always as a tuple."""
    if not names:
        return lambda _: ()
    read: Callable[[Any], Any] = attrgetter(*names)
    return read if len(names) > 1 else lambda item: (read(item),)
