"""Looking for situations that show what a clause is for."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from archipel.checks.proofs.necessity.parting import answers_differ, parting
from archipel.checks.proofs.necessity.stages import POSITION, Ground, NecessityScene, Stage, differences
from archipel.checks.proofs.necessity.variants import ClauseVariant, excerpt, sizes_in, variants
from archipel.spec.clauses import Clause, Nature, Part, Rulebook, Step
from archipel.spec.logic.terms import Prop, Role, symbols_in, truth
from archipel.spec.machine import Machine, Values, blank

# In which order a clause's parts are tried: what allows, forbids or does something shows best what a clause is for.
TRIED = (
    Nature.PERMITS,
    Nature.GUARD,
    Nature.BECOMES,
    Nature.ADDS,
    Nature.DEFINITION,
    Nature.INITIAL,
    Nature.REQUIREMENT,
)


class ClauseEffect(enum.Enum):
    """What depends on a clause."""

    FORBIDS = "without it, more would be legal"
    ALLOWS = "without it, less would be legal"
    CHANGES = "without it, something else would happen"
    ANSWERS = "without it, the answer would be another"
    OPENS = "without it, more could open a game"


@dataclass(frozen=True)
class Observation:
    """A defined notion whose value people ask for, and when they do."""

    notion: str
    asked: Prop = truth


@dataclass(frozen=True, eq=False)
class Witness:
    """A situation in which a rulebook and a variant of it part ways.

    ``given`` are the arguments of the step, or the places of the notion asked for. ``late`` counts the scenes in which
    there is none. ``unusual`` names what distinguishes the position from the ordinary one of its scene.
    """

    variant: ClauseVariant
    effect: ClauseEffect
    scene: NecessityScene
    values: Values
    step: Step | None = None
    given: tuple[Any, ...] = ()
    asked: str = ""
    late: int = 0

    @property
    def part(self) -> Part:
        return self.variant.part

    @property
    def players(self) -> int:
        return self.scene.ground.players

    @property
    def unusual(self) -> tuple[str, ...]:
        return tuple(differences(self.scene.ordinary, self.values))


class ReplayError(AssertionError):
    """A situation the solver found is not what it was found for."""


class Search:
    """Looks for situations that show what a clause is for.

    The game says where to look for a step, or without a step for anything (``scenes``), what an ordinary opening is and
    what is assumed of all openings, and which notions somebody asks for.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        scenes: Callable[[int, Step | None], Sequence[NecessityScene]],
        opening: Callable[[int], NecessityScene],
        observations: Sequence[Observation] = (),
    ) -> None:
        self.rulebook, self.scenes, self.opening, self.observations = rulebook, scenes, opening, observations
        self.machine = Machine(rulebook)
        self.stages: dict[Ground, Stage] = {}
        self.undecided = False

    def needed(self, clause: Clause, players: Sequence[int]) -> Witness | None:
        """A situation that depends on the clause, for as few players as can show it."""
        parts = sorted((part for part in clause.parts if part.nature in TRIED), key=lambda p: TRIED.index(p.nature))
        for part in parts:
            if (witness := self.shown(part, players)) is not None:
                return witness
        return None

    def shown(self, part: Part, players: Sequence[int]) -> Witness | None:
        """A situation in which the part makes a difference, for as few players as can show it.

        Of a notion's variants the one that takes the least ordinary situation to notice says most about it; among
        equals it is the last, the condition that always holds or the number that is nothing.
        """
        for number_of_players, anywhere in _ways_to_look(players):
            found = [self.telling(variant, number_of_players, anywhere) for variant in variants(self.rulebook, part)]
            if witnesses := [witness for witness in found if witness is not None]:
                return max(reversed(witnesses), key=lambda witness: (witness.late, len(witness.unusual)))
        return None

    def telling(self, variant: ClauseVariant, players: int, anywhere: bool = False) -> Witness | None:
        """A situation that tells a variant from the rulebook, and does so without a solver too.

        It is sought where the step is taken in ordinary games, or at any other moment of one.
        """
        if variant.part.nature in (Nature.INITIAL, Nature.REQUIREMENT):
            return self._opening(variant, players)
        return self._taking(variant, players, anywhere) or self._asking(variant, players)

    def _stage(self, ground: Ground) -> Stage:
        if ground not in self.stages:
            parts = self.rulebook.parts(Nature.REQUIREMENT, Nature.INVARIANT)
            self.stages[ground] = Stage(self.rulebook, ground, parts)
        return self.stages[ground]

    def _find(self, scene: NecessityScene, facts: Iterable[Any], step: Step | None, wished: Values) -> Values | None:
        stage = self._stage(scene.ground)
        found = stage.values(facts, step, wished, *POSITION)
        self.undecided = self.undecided or stage.undecided
        return found

    def _taking(self, variant: ClauseVariant, players: int, anywhere: bool) -> Witness | None:
        for step in self.rulebook.steps.values():
            ways = parting(self.rulebook, variant.rulebook, step)
            scenes = () if ways.is_empty else self.scenes(players, None if anywhere else step)
            for late, scene in enumerate(scenes):
                view = self._stage(scene.ground).view
                facts = [*ways.taken(view), ways.differs(view)]
                if (found := self._find(scene, facts, step, scene.ordinary)) is not None:
                    return replace(self._taken(variant, scene, step, found), late=late)
        return None

    def _taken(self, variant: ClauseVariant, scene: NecessityScene, step: Step, found: Values) -> Witness:
        given, values = _arguments(step, found), self._position(found)
        ours, theirs = self.machine.at(values), Machine(excerpt(variant.rulebook, step=step)).at(values)
        if ours.allows(step, *given) != theirs.allows(step, *given):
            effect = ClauseEffect.ALLOWS if ours.allows(step, *given) else ClauseEffect.FORBIDS
        elif ours.allows(step, *given) and ours.after(step, *given) != theirs.after(step, *given):
            effect = ClauseEffect.CHANGES
        else:
            raise ReplayError(f"{variant.part.clause}, {step.name}: the clauses do not depend on {variant.part.name}")
        return Witness(variant, effect, scene, values, step, given)

    def _position(self, found: Values) -> Values:
        """The values of a position alone, in which all must hold that holds in every position."""
        arguments = {symbol.name for symbol in self.rulebook.vocabulary.with_role(Role.ARGUMENT)}
        values = {name: value for name, value in found.items() if name not in arguments}
        if broken := self.machine.at(values).broken(Nature.REQUIREMENT, Nature.INVARIANT):
            raise ReplayError(f"not a position: {', '.join(broken)}")
        return values

    def _asking(self, variant: ClauseVariant, players: int) -> Witness | None:
        for observation in self.observations:
            ours, theirs = (book.definitions[observation.notion] for book in (self.rulebook, variant.rulebook))
            for scene in () if ours is theirs else reversed(self.scenes(players, None)):
                view = self._stage(scene.ground).view
                facts = [view(observation.asked), answers_differ(view, ours, theirs)]
                if (found := self._find(scene, facts, None, scene.ordinary)) is not None:
                    return self._asked(variant, scene, observation.notion, self._position(found))
        return None

    def _asked(self, variant: ClauseVariant, scene: NecessityScene, notion: str, values: Values) -> Witness:
        ours, theirs = self.machine.at(values), Machine(excerpt(variant.rulebook, notion=notion)).at(values)
        view, definition = self._stage(scene.ground).view, self.rulebook.definitions[notion]
        for place in itertools.product(*(view.elements(variable.domain) for variable in definition.parameters)):
            if ours.evaluate(notion, *place) != theirs.evaluate(notion, *place):
                return Witness(variant, ClauseEffect.ANSWERS, scene, values, given=place, asked=notion)
        raise ReplayError(f"{variant.part.clause}: {notion} does not depend on {variant.part.name}")

    def _opening(self, variant: ClauseVariant, players: int) -> Witness | None:
        """Material, numbers or an opening that only this part keeps from beginning a game."""
        part, usual = variant.part, self.opening(players)
        opens = part.nature is Nature.INITIAL
        natures = (Nature.REQUIREMENT, Nature.INITIAL) if opens else (Nature.REQUIREMENT,)
        for loose in _loosened(self.rulebook, part, natures):
            scene = _loose_scene(usual, loose, usual.ground.assumed if opens else ())
            parts = [other for other in variant.rulebook.parts(*natures) if loose & symbols_in(other.term).keys()]
            stage = Stage(self.rulebook, scene.ground, parts)
            facts = [*_not_negative(stage), stage.view.negation(stage.view(part.term))]
            found = stage.values(facts, None, scene.ordinary, *(POSITION if opens else POSITION[:2]))
            self.undecided = self.undecided or stage.undecided
            if found is not None:
                return self._admitted(Witness(variant, ClauseEffect.OPENS, scene, blank(self.rulebook, found)), natures)
        return None

    def _admitted(self, witness: Witness, natures: Sequence[Nature]) -> Witness:
        """All other parts hold, or more would be broken than this one."""
        broken = self.machine.at(witness.values).broken(*natures)
        if broken != [witness.part.clause]:
            raise ReplayError(f"{witness.part.clause}: the opening breaks {broken}")
        return witness

    def contrast(self, witness: Witness) -> tuple[Values, tuple[Any, ...]] | None:
        """The situation nearest to a witness in which the step is legal, or the notion asked for, and does not depend
        on the part."""
        if witness.step is not None:
            return self._step_beside(witness, witness.step)
        return self._answer_beside(witness) if witness.asked else None

    def _step_beside(self, witness: Witness, step: Step) -> tuple[Values, tuple[Any, ...]] | None:
        ways = parting(self.rulebook, witness.variant.rulebook, step)
        view = self._stage(witness.scene.ground).view
        facts = [*ways.taken(view), ways.legal(view), view.negation(ways.differs(view))]
        given = dict(zip((symbol.name for symbol in step.arguments), witness.given, strict=True))
        wished = given | {name: witness.values[name] for name in witness.scene.ordinary}
        found = self._find(witness.scene, facts, step, wished)
        if found is None:
            return None
        values, arguments = self._position(found), _arguments(step, found)
        if not self.machine.at(values).allows(step, *arguments):
            raise ReplayError(f"{witness.part.clause}, {step.name}: not legal beside the witness")
        return values, arguments

    def _answer_beside(self, witness: Witness) -> tuple[Values, tuple[Any, ...]] | None:
        asked = next(each.asked for each in self.observations if each.notion == witness.asked)
        books = (self.rulebook, witness.variant.rulebook)
        ours, theirs = (book.definitions[witness.asked] for book in books)
        view = self._stage(witness.scene.ground).view
        facts = [view(asked), view.negation(answers_differ(view, ours, theirs))]
        wished = {name: witness.values[name] for name in witness.scene.ordinary}
        found = self._find(witness.scene, facts, None, wished)
        return None if found is None else (self._position(found), witness.given)


def _ways_to_look(players: Sequence[int]) -> Iterator[tuple[int, bool]]:
    """Few players everywhere before more players anywhere: problems grow with the players."""
    for counts in (players[:2], players[2:]):
        for anywhere in (False, True):
            for number_of_players in counts:
                yield number_of_players, anywhere


def _arguments(step: Step, found: Values) -> tuple[Any, ...]:
    return tuple(found[symbol.name] for symbol in step.arguments)


def _loosened(rulebook: Rulebook, part: Part, natures: Sequence[Nature]) -> list[set[str]]:
    """Which symbols to leave open, few first: what the part says of pieces, all it speaks of, then more."""
    sizes = sizes_in(other.term for other in rulebook.parts(*natures))
    about = {name: symbol for name, symbol in symbols_in(part.term).items() if name not in sizes}
    pieces = {name for name, symbol in about.items() if symbol.role is not Role.PARAMETER}
    more = Role.STATE if Nature.INITIAL in natures else Role.PARAMETER
    others = {symbol.name for symbol in rulebook.vocabulary.with_role(more)} - sizes
    steps = [pieces, set(about), set(about) | others]
    return [loose for index, loose in enumerate(steps) if loose and loose not in steps[:index]]


def _loose_scene(usual: NecessityScene, loose: set[str], assumed: tuple[Prop, ...]) -> NecessityScene:
    known = {name: value for name, value in usual.ordinary.items() if name not in loose}
    ground = Ground(usual.ground.players, known, assumed=assumed)
    return NecessityScene(usual.name, ground, {name: value for name, value in usual.ordinary.items() if name in loose})


def _not_negative(stage: Stage) -> Iterator[Any]:
    """Numbers of the game count something."""
    for symbol in stage.rulebook.vocabulary.with_role(Role.PARAMETER):
        for unknown in stage.view.table(symbol).values():
            if not isinstance(unknown, int):
                yield unknown >= 0
