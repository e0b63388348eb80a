"""Clauses, steps and the rulebook that holds them.

A clause is one normative sentence: an id, where it stands, a statement in two languages, and the formal parts it
contributes. A step is one way the position changes: a decision somebody takes, a consequence nobody decides, or an
outcome that chance picks. Each step collects guards and changes from the clauses; what no clause changes stays as it
is.
"""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import ParamSpec, TypeAlias, TypeVar

from archipel.spec.logic.terms import (
    ChoiceBounds,
    Definition,
    Domain,
    Num,
    NumApply,
    NumCall,
    NumFunction,
    NumLike,
    Prop,
    PropApply,
    PropCall,
    PropFunction,
    Role,
    Symbol,
    Term,
    Variable,
    any_of,
    bind,
    falsehood,
    number,
    substitute,
    truth,
)

P = ParamSpec("P")
Result = TypeVar("Result", bound=Num | Prop)

Target: TypeAlias = Num | Prop | NumFunction | PropFunction
Notion: TypeAlias = Callable[..., Num | Prop]

LANGUAGES = ("en", "fr")


class Nature(enum.Enum):
    """What a formal part does."""

    REQUIREMENT = "requirement"
    INITIAL = "initial"
    INVARIANT = "invariant"
    DEFINITION = "definition"
    GUARD = "guard"
    BECOMES = "becomes"
    ADDS = "adds"
    PERMITS = "permits"
    WEIGHT = "weight"
    PRECEDES = "precedes"
    SHOWS = "shows"


class StepKind(enum.Enum):
    """Who brings a step about."""

    DECISION = "decision"
    CONSEQUENCE = "consequence"
    CHANCE = "chance"


class Origin(enum.Enum):
    """Why a clause is in the rulebook: it says so, it cannot mean to say nothing about it, or it can be read so."""

    STATED = "stated"
    IMPLIED = "implied"
    READING = "reading"


@dataclass(frozen=True)
class Source:
    """Where a clause stands: a text, a heading of it, and the paragraph or item under that heading."""

    text: str
    heading: str
    item: str = ""

    def __str__(self) -> str:
        return f"{self.text} «{self.heading}»" + (f" {self.item}" if self.item else "")


@dataclass(frozen=True, eq=False)
class Step:
    """A way the position changes: somebody decides it, it follows by itself, or it is left to chance."""

    name: str
    kind: StepKind
    arguments: tuple[Symbol, ...] = ()

    @property
    def is_decision(self) -> bool:
        return self.kind is StepKind.DECISION

    @property
    def is_consequence(self) -> bool:
        return self.kind is StepKind.CONSEQUENCE

    @property
    def is_chance(self) -> bool:
        return self.kind is StepKind.CHANCE


@dataclass(frozen=True, eq=False)
class Part:
    """One formal part of a clause.

    One that says which of two consequences comes first names the ``later`` one too. One that says who sees a fact, or a
    ``notion``, has a variable for the ``seat`` if it says something of it.
    """

    clause: str
    nature: Nature
    name: str
    term: Term
    variables: tuple[Variable, ...] = ()
    step: Step | None = None
    target: Symbol | None = None
    later: Step | None = None
    notion: str = ""
    seat: Variable | None = None


@dataclass(frozen=True, eq=False)
class Clause:
    """One normative sentence of a rulebook."""

    rulebook: Rulebook
    id: str
    section: str
    statements: Mapping[str, str]
    sources: tuple[Source, ...]
    covers: tuple[str, ...]
    origin: Origin
    parts: list[Part] = field(default_factory=list)

    def statement(self, language: str, numbers: Mapping[str, int]) -> str:
        """The sentence, with the game's numbers filled in."""
        return self.statements[language].format(**numbers)

    def requires(self, body: Callable[[], Prop]) -> Callable[[], Prop]:
        """A condition on the material and the numbers alone."""
        return self._proposition(Nature.REQUIREMENT, body)

    def initially(self, body: Callable[[], Prop]) -> Callable[[], Prop]:
        """A condition on the position in which the first decision is taken."""
        return self._proposition(Nature.INITIAL, body)

    def always(self, body: Callable[[], Prop]) -> Callable[[], Prop]:
        """A condition on every position."""
        return self._proposition(Nature.INVARIANT, body)

    def _proposition(self, nature: Nature, body: Callable[[], Prop]) -> Callable[[], Prop]:
        self.parts.append(Part(self.id, nature, body.__name__, body()))
        return body

    def defines(self, *domains: Domain) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
        """A named notion that other clauses use."""

        def decorate(body: Callable[P, Result]) -> Callable[P, Result]:
            definition = self.rulebook.define(body, domains)
            self.parts.append(
                Part(self.id, Nature.DEFINITION, definition.name, definition.body, definition.parameters)
            )
            return calling(definition)

        return decorate

    def guards(self, *steps: Step) -> Callable[[Callable[[], Prop]], Callable[[], Prop]]:
        """A condition without which the step cannot be taken."""
        return self._about(Nature.GUARD, steps)

    def _about(
        self, nature: Nature, steps: tuple[Step, ...]
    ) -> Callable[[Callable[[], Prop]], Callable[[], Prop]]:
        def decorate(body: Callable[[], Prop]) -> Callable[[], Prop]:
            for step in steps:
                self.parts.append(Part(self.id, nature, body.__name__, body(), step=step))
            return body

        return decorate

    def permits(self, *steps: Step) -> Callable[[Callable[[], Prop]], Callable[[], Prop]]:
        """A way to take the step that the clause expressly allows; it forbids nothing and changes nothing."""
        return self._about(Nature.PERMITS, steps)

    def weighs(self, *steps: Step) -> Callable[[Callable[[], Num]], Callable[[], Num]]:
        """How likely an outcome of chance is, as a whole number; all outcomes weigh 1 where no clause says more."""
        if others := [step.name for step in steps if not step.is_chance]:
            raise ValueError(f"{self.id} weighs {', '.join(others)}, which chance does not decide")

        def decorate(body: Callable[[], Num]) -> Callable[[], Num]:
            for step in steps:
                self.parts.append(Part(self.id, Nature.WEIGHT, body.__name__, body(), step=step))
            return body

        return decorate

    def precedes(self, *steps: Step) -> Callable[[Callable[..., Prop]], Callable[..., Prop]]:
        """Which consequence happens first where several are due: each of these before all that are named after it.

        The function has a parameter for each argument of the first and of the later one, or none if it is so whatever
        the arguments. Of one step alone it says which arguments come first.
        """
        if others := [step.name for step in steps if not step.is_consequence]:
            raise ValueError(f"{self.id} puts {', '.join(others)} in an order, and only consequences have one")
        pairs = list(combinations(steps, 2)) if len(steps) > 1 else [(step, step) for step in steps]

        def decorate(body: Callable[..., Prop]) -> Callable[..., Prop]:
            for first, later in pairs:
                domains = [_elements_of(symbol) for symbol in (*first.arguments, *later.arguments)]
                variables = bind(body, *(domains if inspect.signature(body).parameters else ()))
                term, name = body(*variables), body.__name__
                self.parts.append(Part(self.id, Nature.PRECEDES, name, term, variables, step=first, later=later))
            return body

        return decorate

    def shows(self, shown: Target | Notion, *, to: Domain) -> Callable[[Callable[..., Prop]], Callable[..., Prop]]:
        """When a seat sees an entry of a fact, or what a notion says there.

        The function takes the seat first and then the places. Where several clauses show the same thing, a seat sees
        what any of them shows.
        """

        def decorate(body: Callable[..., Prop]) -> Callable[..., Prop]:
            seat, *variables = bind(body, to, *self._places_of(shown))
            self._show(shown, body.__name__, body(seat, *variables), tuple(variables), seat)
            return body

        return decorate

    def shows_everybody(self, *shown: Target | Notion) -> None:
        """Facts and notions that lie open for all."""
        for one in shown:
            self._show(one, "everybody_sees_it", truth, _fresh(self._places_of(one)))

    def hides(self, *hidden: Target) -> None:
        """Facts that nobody sees, unless another clause shows them to somebody; saying so is for readers."""
        for one in hidden:
            self._show(one, "nobody_sees_it", falsehood, _fresh(self._places_of(one)))

    def _show(
        self,
        shown: Target | Notion,
        name: str,
        term: Prop,
        variables: tuple[Variable, ...],
        seat: Variable | None = None,
    ) -> None:
        definition = self._definition(shown)
        target = None if definition is not None else symbol_of(shown)
        notion = "" if definition is None else definition.name
        part = Part(self.id, Nature.SHOWS, name, term, variables, target=target, notion=notion, seat=seat)
        self.parts.append(part)

    def _definition(self, shown: Target | Notion) -> Definition | None:
        """The definition of a notion; none if it is a fact."""
        if isinstance(shown, Num | Prop | NumFunction | PropFunction):
            return None
        return self.rulebook.definitions[shown.__name__]

    def _places_of(self, shown: Target | Notion) -> list[Domain]:
        definition = self._definition(shown)
        if definition is not None:
            return [variable.domain for variable in definition.parameters]
        return list(symbol_of(shown).domains)

    def sets(self, target: Target, *steps: Step) -> Callable[[Callable[..., Term]], Callable[..., Term]]:
        """The value a fact has after the step."""
        return self._change(Nature.BECOMES, target, steps)

    def adds(self, target: Target, *steps: Step) -> Callable[[Callable[..., Term]], Callable[..., Term]]:
        """What the step adds to a number; contributions of several clauses add up."""
        return self._change(Nature.ADDS, target, steps)

    def _change(
        self, nature: Nature, target: Target, steps: tuple[Step, ...]
    ) -> Callable[[Callable[..., Term]], Callable[..., Term]]:
        symbol = symbol_of(target)

        def decorate(body: Callable[..., Term]) -> Callable[..., Term]:
            for step in steps:
                variables = bind(body, *symbol.domains)
                self.parts.append(
                    Part(self.id, nature, body.__name__, body(*variables), variables, step=step, target=symbol)
                )
            return body

        return decorate


def _fresh(domains: Sequence[Domain]) -> tuple[Variable, ...]:
    return tuple(Variable(domain.letter.lower(), domain) for domain in domains)


def _elements_of(argument: Symbol) -> Domain:
    if argument.values is None:
        raise TypeError(f"{argument.name} is not an element of anything, so nothing comes first by it")
    return argument.values


def calling(definition: Definition) -> Callable[..., Result]:
    """The definition as something clauses can call."""

    def call(*arguments: Num | int) -> Num | Prop:
        places = tuple(number(argument) for argument in arguments)
        if len(places) != len(definition.parameters):
            raise TypeError(f"{definition.name} takes {len(definition.parameters)} places, got {len(places)}")
        if isinstance(definition.body, Prop):
            return PropCall(definition, places)
        return NumCall(definition, places)

    call.__name__ = definition.name
    return call  # type: ignore[return-value]


def symbol_of(target: Target | Notion) -> Symbol:
    if isinstance(target, NumFunction | PropFunction | NumApply | PropApply):
        return target.symbol
    raise TypeError(f"{target!r} is not a symbol of the game")


class Vocabulary:
    """The symbols of one game, each with its meaning in a few words, in the order in which they are declared."""

    def __init__(self) -> None:
        self.symbols: dict[str, Symbol] = {}

    def _keep(self, symbol: Symbol) -> Symbol:
        if symbol.name in self.symbols:
            raise ValueError(f"{symbol.name} is declared twice")
        self.symbols[symbol.name] = symbol
        return symbol

    def parameter(self, name: str, meaning: str = "") -> Num:
        return NumApply(self._keep(Symbol(name, Role.PARAMETER, meaning=meaning)))

    def parameter_table(self, name: str, *domains: Domain, meaning: str = "") -> NumFunction:
        return NumFunction(self._keep(Symbol(name, Role.PARAMETER, domains, meaning=meaning)))

    def parameter_facts(self, name: str, *domains: Domain, meaning: str = "") -> PropFunction:
        return PropFunction(self._keep(Symbol(name, Role.PARAMETER, domains, is_prop=True, meaning=meaning)))

    def material(self, name: str, *domains: Domain, meaning: str = "", of: Domain | None = None) -> NumFunction:
        """What is printed on the material; ``of`` a domain if it names one of its elements."""
        return NumFunction(self._keep(Symbol(name, Role.MATERIAL, domains, values=of, meaning=meaning)))

    def material_facts(self, name: str, *domains: Domain, meaning: str = "") -> PropFunction:
        """What is true of the material, such as which places of a board lie side by side."""
        return PropFunction(self._keep(Symbol(name, Role.MATERIAL, domains, is_prop=True, meaning=meaning)))

    def number(self, name: str, meaning: str = "", of: Domain | None = None) -> Num:
        """A number of the position; ``of`` a domain if it names one of its elements."""
        return NumApply(self._keep(Symbol(name, Role.STATE, values=of, meaning=meaning)))

    def numbers(self, name: str, *domains: Domain, meaning: str = "", of: Domain | None = None) -> NumFunction:
        return NumFunction(self._keep(Symbol(name, Role.STATE, domains, values=of, meaning=meaning)))

    def facts(self, name: str, *domains: Domain, meaning: str = "") -> PropFunction:
        return PropFunction(self._keep(Symbol(name, Role.STATE, domains, is_prop=True, meaning=meaning)))

    def argument(self, name: str, domain: Domain, meaning: str = "") -> Num:
        return NumApply(self._keep(Symbol(name, Role.ARGUMENT, values=domain, meaning=meaning)))

    def choices(
        self,
        name: str,
        *domains: Domain,
        meaning: str = "",
        each: NumLike | Callable[..., NumLike] | None = None,
        total: NumLike | None = None,
        at_least: NumLike | None = None,
    ) -> NumFunction:
        """An argument with places: how many, for each of them.

        At most ``each`` of a place, which may depend on the place and on the position; in all no more than ``total``
        and ``at_least`` so many. ``each=1`` is a subset.
        """
        if each is None and total is None:
            raise ValueError(f"{name} says neither how many of each place nor how many in all")
        places = tuple(Variable(domain.name, domain) for domain in domains)
        if callable(each):
            places = bind(each, *domains)
            each = each(*places)
        bounds = ChoiceBounds(places, _optional(each), _optional(total), _optional(at_least))
        return NumFunction(self._keep(Symbol(name, Role.ARGUMENT, domains, meaning=meaning, bounds=bounds)))

    def with_role(self, role: Role) -> tuple[Symbol, ...]:
        return tuple(symbol for symbol in self.symbols.values() if symbol.role is role)


def _optional(value: NumLike | None) -> Num | None:
    return None if value is None else number(value)


@dataclass(frozen=True, eq=False)
class Change:
    """What a step makes of one fact, and the clauses that say so."""

    target: Symbol
    variables: tuple[Variable, ...]
    term: Term
    clauses: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Visibility:
    """Who sees a fact of the position, or what a notion says: whether a seat does at some places."""

    shown: Symbol | Definition
    seat: Variable | None
    variables: tuple[Variable, ...]
    term: Prop
    clauses: tuple[str, ...]


class Rulebook:
    """The clauses of one game in rulebook order, and the steps they speak of."""

    def __init__(self, game: str, sections: Mapping[str, Mapping[str, str]], vocabulary: Vocabulary) -> None:
        self.game = game
        self.sections = sections
        self.vocabulary = vocabulary
        self.clauses: dict[str, Clause] = {}
        self.steps: dict[str, Step] = {}
        self.definitions: dict[str, Definition] = {}

    def notion(self, *domains: Domain) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
        """A word of the game that no sentence of the rulebook defines, and clauses use."""

        def decorate(body: Callable[P, Result]) -> Callable[P, Result]:
            return calling(self.define(body, domains))

        return decorate

    def define(self, body: Callable[..., Num | Prop], domains: tuple[Domain, ...]) -> Definition:
        if body.__name__ in self.definitions:
            raise ValueError(f"{body.__name__} is defined twice")
        variables = bind(body, *domains)
        meaning = inspect.cleandoc(body.__doc__ or "")
        definition = Definition(body.__name__, variables, body(*variables), meaning)
        self.definitions[definition.name] = definition
        return definition

    def clause(
        self,
        id: str,
        *sources: Source,
        en: str,
        fr: str,
        covers: tuple[str, ...] = (),
        origin: Origin = Origin.STATED,
    ) -> Clause:
        section = id.partition(".")[0]
        if section not in self.sections or id in self.clauses:
            raise ValueError(f"{id}: unknown section or id already taken")
        clause = Clause(self, id, section, {"en": en, "fr": fr}, sources, covers, origin)
        self.clauses[id] = clause
        return clause

    def decision(self, name: str, *arguments: Num | NumFunction) -> Step:
        """Something that somebody decides."""
        return self._step(name, StepKind.DECISION, arguments)

    def consequence(self, name: str, *arguments: Num | NumFunction) -> Step:
        """Something that follows by itself, with whatever arguments guards allow."""
        return self._step(name, StepKind.CONSEQUENCE, arguments)

    def chance(self, name: str, *arguments: Num | NumFunction) -> Step:
        """Something that chance decides: its arguments are the outcome, guards say which outcomes are possible."""
        return self._step(name, StepKind.CHANCE, arguments)

    def _step(self, name: str, kind: StepKind, arguments: Sequence[Num | NumFunction]) -> Step:
        step = Step(name, kind, tuple(symbol_of(argument) for argument in arguments))
        self.steps[name] = step
        return step

    @property
    def decisions(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps.values() if step.is_decision)

    @property
    def consequences(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps.values() if step.is_consequence)

    @property
    def chances(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps.values() if step.is_chance)

    def parts(self, *natures: Nature, step: Step | None = None) -> tuple[Part, ...]:
        return tuple(
            part
            for clause in self.clauses.values()
            for part in clause.parts
            if part.nature in natures and part.step is step
        )

    def clause_defining(self, notion: str) -> str:
        """The id of the clause that defines a notion."""
        return next(part.clause for part in self.parts(Nature.DEFINITION) if part.name == notion)

    def guards(self, step: Step) -> tuple[Part, ...]:
        return self.parts(Nature.GUARD, step=step)

    def weight(self, step: Step) -> Num:
        """How likely an outcome of a chance step is; what weighs 0 cannot happen."""
        parts = self.parts(Nature.WEIGHT, step=step)
        if len(parts) > 1:
            raise ValueError(f"{', '.join(part.clause for part in parts)} all weigh {step.name}")
        return _num(parts[0].term) if parts else number(1)

    def order(self) -> tuple[Part, ...]:
        """What says which of two consequences happens first."""
        parts = (part for clause in self.clauses.values() for part in clause.parts)
        return tuple(part for part in parts if part.nature is Nature.PRECEDES)

    def visibility(self) -> tuple[Visibility, ...]:
        """Who sees what: for each fact of the position, and for what else clauses show.

        Where no clause shows or hides anything, everything lies open, and nothing is said here. As soon as one does,
        nobody sees a fact that no clause shows: what was forgotten is missed at the table, and gives nothing away.
        """
        by_shown: dict[Symbol | Definition, list[Part]] = {}
        for part in self.parts(Nature.SHOWS):
            shown = self.definitions[part.notion] if part.target is None else part.target
            by_shown.setdefault(shown, []).append(part)
        if len({part.seat.domain for parts in by_shown.values() for part in parts if part.seat is not None}) > 1:
            raise ValueError("clauses show things to elements of several domains, and only one can be the seats")
        facts = self.vocabulary.with_role(Role.STATE) if by_shown else ()
        unsaid = [Visibility(fact, None, _fresh(fact.domains), falsehood, ()) for fact in facts if fact not in by_shown]
        return (*(_seen(shown, parts) for shown, parts in by_shown.items()), *unsaid)

    def changes(self, step: Step) -> tuple[Change, ...]:
        """What the step changes; every symbol of the state not named here keeps its value."""
        by_target: dict[Symbol, list[Part]] = {}
        for part in self.parts(Nature.BECOMES, Nature.ADDS, step=step):
            assert part.target is not None
            by_target.setdefault(part.target, []).append(part)
        return tuple(_combined(target, parts) for target, parts in by_target.items())


def _num(term: Term) -> Num:
    assert isinstance(term, Num)
    return term


def _seen(shown: Symbol | Definition, parts: list[Part]) -> Visibility:
    """What several clauses show of the same thing, as one."""
    variables, seat = parts[0].variables, next((part.seat for part in parts if part.seat is not None), None)
    terms: list[Prop] = []
    for part in parts:
        own = dict(zip(part.variables, variables, strict=True))
        if part.seat is not None and seat is not None:
            own[part.seat] = seat
        term = substitute(part.term, own)
        assert isinstance(term, Prop)
        terms.append(term)
    term = terms[0] if len(terms) == 1 else any_of(*terms)
    return Visibility(shown, seat, variables, term, tuple(part.clause for part in parts))


def _combined(target: Symbol, parts: list[Part]) -> Change:
    clauses = tuple(part.clause for part in parts)
    if any(part.nature is Nature.BECOMES for part in parts):
        if len(parts) > 1:
            raise ValueError(f"{', '.join(clauses)} all set {target.name}")
        return Change(target, parts[0].variables, parts[0].term, clauses)
    variables = parts[0].variables
    value: Num = NumApply(target, variables)
    for part in parts:
        value = value + _num(substitute(part.term, dict(zip(part.variables, variables, strict=True))))
    return Change(target, variables, value, clauses)
