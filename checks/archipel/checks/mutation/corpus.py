"""What mutants of the clauses are judged by: games and positions as the engine plays them, and values of no game.

Values of no game are those of games with a few entries wrong. The engine says of each whether there is such material,
opening or position; where the clauses say the same, a changed clause must not say otherwise (*differential oracle*).
Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from archipel.checks.agreement.action_universe import near_misses
from archipel.checks.agreement.boundary_values import Box, Surveyor
from archipel.checks.agreement.edges import EdgeExplorer, EdgeGround
from archipel.checks.agreement.mapping import BetweenDecisions, NoPosition
from archipel.checks.agreement.views import ViewCheck
from archipel.checks.mutation.behaviour import (
    PROPOSITIONS,
    Episode,
    RecordedAttempt,
    RecordedBehaviour,
    RecordedQuestion,
    Situation,
    named,
)
from archipel.checks.proofs.necessity.stages import entries, nested
from archipel.checks.simulate.policies import Policy, uniform
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature, Step
from archipel.spec.logic.terms import Role, symbols_in
from archipel.spec.machine import IncoherentError, Values, blank

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

# How many attempts of each sort are kept at one position: legal ones, and near misses of each guard.
LEGAL_KEPT, MISSES_KEPT = 6, 3
WALKS = 2
FOR_EACH = 10
"""Of openings with entries wrong, one in so many for each clause is wrong only in what that speaks of."""
"""How many walks leave a position with what each invariant speaks of."""


@dataclass(frozen=True)
class CorpusSize:
    """How much to record, for each of these numbers of players; ``asked`` is how often each notion is asked for."""

    players: tuple[int, ...]
    games: int = 4
    positions: int = 40
    spoiled: int = 900
    asked: int = 250


class BehaviourRecorder:
    """Follows the engine with the clauses, which must agree, and keeps what happened; a game may know more to ask."""

    def __init__(self, game: Game) -> None:
        self.game, self.mapping, self.engine = game, game.mapping, game.engine
        self.machine, self.rulebook = self.mapping.machine({}), game.rulebook
        self.parts = {nature: self.rulebook.parts(nature) for nature in PROPOSITIONS}
        state, material = (self.rulebook.vocabulary.with_role(role) for role in (Role.STATE, Role.MATERIAL))
        self.facts, self.material = [s.name for s in state], [s.name for s in material]
        numbers = self.rulebook.vocabulary.with_role(Role.PARAMETER)
        self.sizes = [symbol.name for symbol in numbers if not symbol.domains]

    # What a game says itself

    def scattered(self, players: int, number: int) -> Any:
        """A position that games may never come to; None if there are only those of games."""
        return None

    def is_over(self, start: Any, state: Any) -> bool:
        """Whether what begins in a scattered position has been followed for long enough."""
        return False

    def told(self, state: Any) -> tuple[Any, ...]:
        """What else the engine says of a position, in words of its own."""
        return ()

    def wrong_view(self, state: Any, seat: int, chance: Random) -> str:
        """What is wrong with what seats see of a position; empty if nothing is."""
        return ViewCheck(self.mapping).wrong(state, chance)

    def uses(self, state: Any, action: Any) -> Mapping[str, bool]:
        """Which permissions a legal action uses, in the game's own words."""
        return {}

    def questions(self, size: CorpusSize) -> Iterable[tuple[str, RecordedQuestion]]:
        """Notions that the engine knows too."""
        return ()

    def opens(self, values: Values) -> bool | None:
        """Whether the engine begins a game so; None if it cannot be asked."""
        return None

    def boxes(self, players: Sequence[int]) -> Iterable[Box]:
        """Material to go out from, with the engine's reasons not to play with other material."""
        return ()

    def explorer(self) -> EdgeExplorer:
        """How positions are left in small steps."""
        return EdgeExplorer(self.machine, EdgeGround(lambda values: self.refusal(values), (), {}, {}))

    def refusal(self, values: Values) -> str | None:
        """Why the engine has no such position, or none that follows from such a moment; None if it cannot be asked."""
        try:
            self.engine.check_state(self.mapping.state_of(values))
        except BetweenDecisions:
            later = self._after(values)
            return None if later is None else self.refusal(later) or None
        except (NoPosition, BadInput, LookupError, AssertionError, ValueError, TypeError) as error:
            return f"{type(error).__name__}: {error}"
        return ""

    def _after(self, values: Values) -> Values | None:
        """What follows by itself from a moment between two decisions; None if something contradicts itself there."""
        try:
            *_, (_, _, later) = self.machine.at(values).unfolding(limit=200)
        except (IncoherentError, LookupError, ValueError):
            return None
        return later.values

    # Everything

    def recorded(self, size: CorpusSize) -> RecordedBehaviour:
        """The same at every call."""
        kept, openings = _Kept(Random(1)), list[Values]()
        for players, number in product(size.players, range(size.games)):
            terms, policies = self.engine.standard, self.game.policies
            setup = self.engine.setup_from_seed(players, number, terms)
            state = self.engine.new_game(setup, terms)
            openings.append(self.mapping.values(state, setup))
            self._follow(kept, state, openings[-1], policies[number % len(policies)], None)
        for players, number in product(size.players, range(size.positions)):
            if (state := self.scattered(players, number)) is not None:
                self._follow(kept, state, self.mapping.values(state), uniform, state)
        questions: dict[str, list[RecordedQuestion]] = {}
        for notion, question in self.questions(size):
            questions.setdefault(notion, []).append(question)
        situations = [*self._of_games(kept, openings), *self._of_none(kept, openings, size)]
        return RecordedBehaviour(kept.attempts, kept.episodes, situations, questions)

    def _follow(self, kept: _Kept, state: Any, values: Values, policy: Policy[Any, Any], start: Any) -> None:
        """Play on to the end, or as far as what a scattered position begins, recording every action."""
        while True:
            actions = self.engine.legal_actions(state)
            self._try_decisions(kept, state, values, actions)
            if not actions or (start is not None and self.is_over(start, state)):
                return
            chosen = uniform if self.engine.actor(state) == CHANCE else policy
            action = chosen(state, actions, kept.chance)
            step, given = self.mapping.step_of(state, action)
            state = self.engine.apply_action(state, action)
            values = self._record(kept, values, step, given, self.mapping.facts(state))

    def _record(self, kept: _Kept, values: Values, step: Step, given: tuple[Any, ...], facts: Values) -> Values:
        position = self.machine.at(values)
        assert position.consequence() is None
        decided = self.machine.at(position.after(step, *given))
        positions = [decided, *(later for *_, later in decided.unfolding())]
        passed = tuple((later.values, later.consequence()) for later in positions)
        after = positions[-1].values
        wrong = [name for name, value in facts.items() if after[name] != value]
        if wrong or any(later.broken(Nature.INVARIANT) for later in positions):
            raise AssertionError(f"clauses and engine disagree about {step.name} without any mutant: {wrong}")
        kept.episodes.append(Episode(values, step, given, passed, facts))
        return after

    def _try_decisions(self, kept: _Kept, state: Any, values: Values, actions: Sequence[Any]) -> None:
        position, allowed = self.machine.at(values), set()
        legal = [(*self.mapping.step_of(state, action), action) for action in actions]
        for step, given, action in kept.some(legal, LEGAL_KEPT):
            kept.attempts.setdefault(step.name, []).append(
                RecordedAttempt(values, given, uses=self.uses(state, action))
            )
        allowed = {(step, given) for step, given, _ in legal}
        for step in self.rulebook.decisions:
            missed: dict[str, list[tuple[Any, ...]]] = {}
            for given, guard in near_misses(position, step):
                assert (step, given) not in allowed
                missed.setdefault(guard, []).append(given)
            for guard, misses in missed.items():
                found = [RecordedAttempt(values, given, guard) for given in kept.some(misses, MISSES_KEPT)]
                kept.attempts.setdefault(step.name, []).extend(found)

    # Values of games, and of none

    def _of_games(self, kept: _Kept, openings: Sequence[Values]) -> Iterator[Situation]:
        for values in openings:
            yield Situation(values, PROPOSITIONS)
        for values in kept.some([values for episode in kept.episodes for values, _ in episode.passed], 5_000):
            yield Situation(values, (Nature.INVARIANT,))

    def _of_none(self, kept: _Kept, openings: Sequence[Values], size: CorpusSize) -> Iterator[Situation]:
        chance = Random(2)
        every = [*self.facts, *self.material]
        wrong = [every] * size.spoiled + [names for names in self._spoken() for _ in range(size.spoiled // FOR_EACH)]
        for number, names in enumerate(wrong if openings else ()):
            values = self._spoilt(openings[number % len(openings)], names, chance)
            opens = self.opens(values)
            yield from self._judged(values, Nature.INITIAL, None if opens is None else not opens)
        positions = [episode.values for episode in kept.episodes]
        for values in self._beside(positions, 3 * size.spoiled, chance):
            said = self.refusal(values)
            yield from self._judged(values, Nature.INVARIANT, None if said is None else bool(said))
        for box in self.boxes(size.players):
            for values, refused in Surveyor(self.machine).judged(box):
                yield from self._judged(blank(self.rulebook, values), Nature.REQUIREMENT, refused)

    def _spoken(self) -> list[list[str]]:
        """What each clause about openings speaks of."""
        can_differ = {*self.facts, *self.material}
        return [sorted(can_differ & symbols_in(part.term).keys()) for part in self.parts[Nature.INITIAL]]

    def _judged(self, values: Values, nature: Nature, refused: bool | None) -> Iterator[Situation]:
        """What the engine says of values, if the clauses say the same, and which parts of them break."""
        here = self.machine.at(values)
        broken = frozenset(named(part) for part in self.parts[nature] if not here.bound[named(part)]())
        if refused == bool(broken):
            yield Situation(values, (nature,), broken)

    def _beside(self, positions: Sequence[Values], number: int, chance: Random) -> Iterator[Values]:
        """Positions with entries wrong, facts of other positions, or a few small steps away from what is one."""
        for _ in range(number):
            values = chance.choice(positions)
            yield self._spoilt(values, self.facts, chance)
            yield self._crossed(values, chance.choice(positions), chance)
        walked = chance.sample(positions, min(len(positions), max(15, number // 60)))
        yield from self.explorer().beyond(walked, WALKS, chance)

    def _spoilt(self, values: Values, names: Sequence[str], chance: Random) -> Values:
        """The same values with one or two entries wrong."""
        changed = dict(values)
        for _ in range(chance.choice((1, 1, 2, 3))):
            name = chance.choice(names)
            table = dict(entries(changed[name]))
            if table:
                place = chance.choice(list(table))
                table[place] = _other(
                    table[place], list(table.values()), [changed[name] for name in self.sizes], chance
                )
                changed[name] = nested(table)
        return changed

    def _crossed(self, values: Values, other: Values, chance: Random) -> Values:
        """The same position with some facts of another one, or with some single facts that no game has."""
        singles = [name for name in self.facts if isinstance(values[name], int)]
        if chance.random() < 0.5:
            names = chance.sample(self.facts, chance.choice((1, 1, 2)))
            return {**values, **{name: other[name] for name in names if _alike(values[name], other[name])}}
        names = chance.sample(singles, min(len(singles), chance.choice((1, 2, 2, 3))))
        return {**values, **{name: other[name] + chance.choice((-1, 0, 0, 1)) for name in names}}


@dataclass
class _Kept:
    """What was recorded so far."""

    chance: Random
    episodes: list[Episode] = field(default_factory=list)
    attempts: dict[str, list[RecordedAttempt]] = field(default_factory=dict)

    def some(self, items: Sequence[Any], most: int) -> Sequence[Any]:
        return items if len(items) <= most else self.chance.sample(items, most)


def _alike(one: Any, other: Any) -> bool:
    return [place for place, _ in entries(one)] == [place for place, _ in entries(other)]


def _other(value: Any, table: Sequence[Any], numbers: Sequence[int], chance: Random) -> Any:
    """Another entry: a unit more or less, one that stands elsewhere in the table, or about a number of the game."""
    if isinstance(value, bool):
        return not value
    about = chance.choice(numbers) + chance.randint(-1, 1) if numbers else 0
    return chance.choice((*(value + 1, value - 1) * 2, chance.randint(-5, 11), chance.choice(table), about))
