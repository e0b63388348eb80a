"""What a sentence of a rulebook can mean: points on which readers differ, and each reading as an amendment.

A point has readings. Ours is what its clause says; every other one has a sentence to stand in that clause's place, and
says what it changes. A reading that changes nothing is about something that no clause decides: either it makes no
difference, or it is ``beyond`` the clauses, which say what may be done and not what players know or say.

What settles a point is named here and worked out elsewhere: a theorem that no longer holds with a reading, something
that a reading ``needs`` and that is not always so, or a theorem by which it makes no difference. Nothing here knows any
game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from archipel.spec.amendments import Amendment, amended
from archipel.spec.clauses import LANGUAGES, Clause, Part, Rulebook, Step, StepKind, symbol_of
from archipel.spec.logic.terms import Domain, Num, NumFunction, Prop, Role, Symbol, Term

Choice = Mapping[str, str]

# So many amended rulebooks are kept for whoever asks for them again; the oldest makes room, the original never does.
KEPT = 256


@dataclass(frozen=True, eq=False)
class Demand:
    """What a reading takes for granted of every position, in a formula and in words."""

    name: str
    term: Prop
    statements: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Reading:
    """One thing a point can mean.

    What it says besides, it says through ``clause``: a sheet for the clause in question, written on like any clause.
    """

    name: str
    statements: Mapping[str, str]
    clause: Clause
    beyond: bool = False
    breaks: tuple[str, ...] = ()
    makes_no_difference_by: tuple[str, ...] = ()
    demands: list[Demand] = field(default_factory=list)
    notions: dict[str, Term] = field(default_factory=dict)
    parts: dict[Part, Part | None] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def needs(self, *, en: str, fr: str) -> Callable[[Callable[[], Prop]], Callable[[], Prop]]:
        """Something that must be so in every position for the reading to make sense, and why, in words."""

        def decorate(body: Callable[[], Prop]) -> Callable[[], Prop]:
            self.demands.append(Demand(body.__name__, body(), {"en": en, "fr": fr}))
            return body

        return decorate

    def redefines(self, notion: Callable[..., Term]) -> Callable[[Callable[..., Term]], None]:
        """Another meaning for a notion."""
        definition = self.clause.rulebook.definitions[notion.__name__]

        def decorate(body: Callable[..., Term]) -> None:
            self.notions[definition.name] = body(*definition.parameters)

        return decorate

    def replaces(self, passage: Callable[..., Term]) -> Callable[[Callable[..., Term]], None]:
        """Other words for a part of a clause, wherever it stands."""

        def decorate(body: Callable[..., Term]) -> None:
            for part in self._called(passage):
                self.parts[part] = replace(part, term=body(*part.variables))

        return decorate

    def _called(self, passage: Callable[..., Term]) -> list[Part]:
        parts = [part for clause in self.clause.rulebook.clauses.values() for part in clause.parts]
        found = [part for part in parts if part.name == passage.__name__]
        if not found:
            raise ValueError(f"no clause says {passage.__name__}")
        return found

    def decision(self, name: str, *arguments: Num | NumFunction) -> Step:
        """A decision that the clauses do not know."""
        step = Step(name, StepKind.DECISION, tuple(symbol_of(argument) for argument in arguments))
        self.steps.append(step)
        return step

    def numbers(self, name: str, *domains: Domain, meaning: str) -> NumFunction:
        """Numbers of the position that the clauses do not know; 0 in every opening."""
        return NumFunction(Symbol(name, Role.STATE, domains, meaning=meaning))

    @property
    def changes_nothing(self) -> bool:
        """Whether the reading leaves everything as the clauses have it."""
        return not (self.notions or self.parts or self.steps or self.clause.parts)


@dataclass(frozen=True, eq=False)
class Point:
    """A question that a rulebook leaves open, the clause it is about, and its readings, ours first.

    ``reasons`` say why ours is ours; ``covers`` are labels under which others have raised the question, and ``sources``
    public ones that answer it.
    """

    id: str
    clause: Clause
    questions: Mapping[str, str]
    reasons: Mapping[str, str]
    covers: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    readings: dict[str, Reading] = field(default_factory=dict)

    @property
    def default(self) -> Reading:
        return next(iter(self.readings.values()))

    @property
    def others(self) -> tuple[Reading, ...]:
        return tuple(self.readings.values())[1:]

    @property
    def is_played(self) -> bool:
        """Whether it makes a difference to what may be done or to what happens."""
        return any(not reading.changes_nothing for reading in self.others)

    def reading(
        self,
        name: str,
        *,
        en: str,
        fr: str,
        beyond: bool = False,
        breaks: tuple[str, ...] = (),
        makes_no_difference_by: tuple[str, ...] = (),
    ) -> Reading:
        """Another reading: the whole sentence that would stand in the clause's place.

        It ``breaks`` theorems that the rulebook counts on, or makes no difference by others.
        """
        sheet = replace(self.clause, parts=[])
        return self.keep(Reading(name, {"en": en, "fr": fr}, sheet, beyond, breaks, makes_no_difference_by))

    def keep(self, reading: Reading) -> Reading:
        if reading.name in self.readings:
            raise ValueError(f"{self.id}: {reading.name} is read twice")
        self.readings[reading.name] = reading
        return reading


class Readings:
    """Every point of a rulebook, and the rulebook under any choice of readings."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.points: dict[str, Point] = {}
        self._amended: dict[frozenset[tuple[str, str]], Rulebook] = {frozenset(): rulebook}

    def point(
        self,
        id: str,
        clause: Clause,
        *,
        ours: str,
        en: str,
        fr: str,
        why: tuple[str, str],
        covers: tuple[str, ...] = (),
        sources: tuple[str, ...] = (),
    ) -> Point:
        """A question about a clause; ``ours`` names its reading, and ``why`` says in each language why that is ours."""
        if id in self.points:
            raise ValueError(f"{id}: this point was made already")
        reasons = dict(zip(LANGUAGES, why, strict=True))
        point = Point(id, clause, {"en": en, "fr": fr}, reasons, covers, sources)
        point.keep(Reading(ours, clause.statements, replace(clause, parts=[])))
        self.points[id] = point
        return point

    @property
    def played(self) -> dict[str, Point]:
        """The points that make a difference to play."""
        return {id: point for id, point in self.points.items() if point.is_played}

    @property
    def steps(self) -> dict[str, Step]:
        """The decisions that only some readings know."""
        readings = [reading for point in self.points.values() for reading in point.readings.values()]
        return {step.name: step for reading in readings for step in reading.steps}

    def chosen(self, choice: Choice) -> tuple[Reading, ...]:
        """The readings of a choice that are not ours, in rulebook order."""
        for id, name in choice.items():
            if id not in self.points:
                raise ValueError(f"{id}: no such point; there are {', '.join(self.points)}")
            if name not in self.points[id].readings:
                raise ValueError(f"{id}={name}: no such reading; there are {', '.join(self.points[id].readings)}")
        return tuple(
            point.readings[choice[id]]
            for id, point in self.points.items()
            if id in choice and point.readings[choice[id]] is not point.default
        )

    def under(self, choice: Choice) -> Rulebook:
        """The rulebook with these readings, made once unless very many have been asked for since."""
        readings = self.chosen(choice)
        key = frozenset((id, name) for id, name in choice.items() if self.points[id].readings[name] in readings)
        if key not in self._amended:
            if len(self._amended) >= KEPT:
                del self._amended[next(islice(self._amended, 1, None))]
            self._amended[key] = amended(self.rulebook, together(readings))
        return self._amended[key]


def together(readings: Iterable[Reading]) -> Amendment:
    """What several readings change together."""
    notions: dict[str, Term] = {}
    parts: dict[Part, Part | None] = {}
    added: list[Part] = []
    steps: list[Step] = []
    chosen = tuple(readings)
    for reading in chosen:
        if both := notions.keys() & reading.notions.keys() or {part.name for part in parts.keys() & reading.parts}:
            raise ValueError(f"two readings both say what {', '.join(sorted(both))} means")
        notions |= reading.notions
        parts |= reading.parts
        added += reading.clause.parts
        steps += reading.steps
    return Amendment(notions, parts, added, steps, _sentences(chosen))


def _sentences(readings: Sequence[Reading]) -> dict[str, dict[str, str]]:
    """The sentences that stand in the clauses' places; two about one clause stand side by side."""
    found: dict[str, dict[str, str]] = {}
    for reading in readings:
        before = found.get(reading.clause.id, {})
        found[reading.clause.id] = {
            language: f"{before[language]} / {sentence}" if before else sentence
            for language, sentence in reading.statements.items()
        }
    return found
