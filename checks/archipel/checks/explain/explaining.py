"""Explanation service: why an action is legal or not, by the clauses, with the facts of the position.

The clauses decide; the catalogue of the game says it. Nothing here knows any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.explain.catalogue import Speaker, capitalized
from archipel.checks.explain.forbidding_sets import (
    Attempt,
    Manners,
    Refusal,
    contributions,
    forbidding_sets,
    refusals,
    refused_anyway,
    rests_on,
)
from archipel.checks.explain.model import Alternative, ExplainedOutcome, Explanation, Happening, Link, Text, linked
from archipel.checks.explain.narration import PUBLIC, EngineNarration, Happened, Narration, course
from archipel.checks.games.engine import GameEngine
from archipel.reference.strict_json import BadInput
from archipel.reference.values import fields_of
from archipel.spec.clauses import LANGUAGES, Rulebook, Step
from archipel.spec.logic.terms import symbols_in
from archipel.spec.machine import Position
from archipel.spec.readings import Readings

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

ALTERNATIVES = 3
UNKNOWN_DECISION = "no_such_decision"
"""How a clause refuses a decision that it would have to say something else to allow."""

State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True)
class Explained(Generic[State, Action]):
    """What a game provides to be explained.

    ``narration`` tells of it in a language to a reader, ``numbers`` are those that sentences of clauses name. From the
    consequence ``secret`` on a seat is told nothing beforehand. ``astray`` are things that an action names and that do
    not exist, where an argument only holds how many of each; ``check`` refuses an action that is not written as it must
    be, and one that a viewer cannot ask about without knowing more than it may.
    """

    mapping: EngineMapping[Any, State, Action, Any]
    narration: Callable[[str, State, int | None], EngineNarration[State, Action]]
    numbers: Callable[[State], Mapping[str, int]]
    manners: Manners = field(default_factory=Manners)
    secret: str = ""
    astray: Callable[[State, Action], Mapping[str, tuple[int, ...]]] = lambda state, action: {}
    check: Callable[[Action, int | None], None] = lambda action, viewer: None

    def attempt(self, state: State, action: Action, position: Position | None = None) -> Attempt:
        """An action as the clauses see it."""
        self.check(action, None)
        step, given = self.mapping.step_of(state, action)
        here = self.mapping.position(state) if position is None else position
        return Attempt(here, step, given, self.astray(state, action))

    @property
    def engine(self) -> GameEngine[Any, State, Action, Any]:
        return self.mapping.engine

    def data(self, action: Action) -> Mapping[str, object]:
        return self.engine.codec.action_data(action)

    def public(self, lang: str, state: State) -> EngineNarration[State, Action]:
        """Tells nobody in particular."""
        return self.narration(lang, state, PUBLIC)

    def told(self, lang: str, state: State, reader: int | None) -> Narration:
        return self.narration(lang, state, reader).narration(state)

    def player(self, action: Action) -> int | None:
        """Who takes an action; None if it is an outcome of chance."""
        return getattr(action, "player", None)


def explained_by_catalogue(game: Game) -> Explained[Any, Any]:
    """What any game with a catalogue provides."""

    def told(lang: str, state: Any, reader: int | None) -> EngineNarration[Any, Any]:
        names = game.names(lang, game.engine.players(state))
        return EngineNarration(game.mapping, Speaker(game.catalogue, lang), names, reader)

    manners = Manners(sizes=sizes_of(game.rulebook))
    return Explained(game.mapping, told, lambda state: game.numbers.for_statements(), manners)


def sizes_of(rulebook: Rulebook) -> Mapping[str, str]:
    """For the domain of each argument the clause that says how large it is: the first whose sentence has the number."""
    found: dict[str, str] = {}
    for symbol in [symbol for step in rulebook.steps.values() for symbol in step.arguments]:
        for domain in symbol.domains if symbol.values is None else (symbol.values,):
            holes = [f"{{{name}}}" for name in symbols_in(domain.size)]
            clauses = rulebook.clauses.values()
            naming = [clause.id for clause in clauses if any(hole in clause.statements["en"] for hole in holes)]
            found[domain.name] = next(iter((*naming, *rulebook.clauses)))
    return found


@dataclass(frozen=True)
class Explainer(Generic[State, Action]):
    """Explains the actions of one game."""

    game: Explained[State, Action]

    def explain(self, state: State, action: Action, viewer: int | None = None) -> Explanation:
        """Why an action is legal or not, for a judge or for a seat, which is told nothing it may not see."""
        attempt = self.game.attempt(state, action)
        self._check_viewer(state, action, viewer)
        if refused := self.refused_by(attempt):
            return self._illegal(state, action, attempt, refused, viewer)
        return Explanation(self.game.data(action), happens=tuple(self._happenings(state, action, attempt, viewer)))

    def reasons_against(self, state: State, action: Action, position: Position | None = None) -> list[tuple[str, ...]]:
        """Every minimal set of clauses that forbids an action; none if it is legal.

        Whoever asks about many actions in one position may hand over the clauses' view of it.
        """
        attempt = self.game.attempt(state, action, position)
        return forbidding_sets(attempt.rulebook, self.refused_by(attempt))

    def refused_by(self, attempt: Attempt) -> list[Refusal]:
        """Everything that forbids the step; one that only another reading has is forbidden by our clause instead."""
        if attempt.step.name in attempt.rulebook.steps:
            return refusals(attempt, self.game.manners)
        clause, _, _ = reading_with(self.game.mapping.readings, attempt.step)
        return [*refused_anyway(attempt.position, self.game.manners), Refusal(clause, UNKNOWN_DECISION)]

    def fact(self, lang: str, state: State, attempt: Attempt, refusal: Refusal, viewer: int | None = None) -> str:
        """What in a position makes a clause refuse a step."""
        narration = self.game.told(lang, state, viewer)
        if refusal.name == UNKNOWN_DECISION:
            _, point, reading = reading_with(self.game.mapping.readings, attempt.step)
            return narration.speaker.say("unknown_decision", point=point, reading=reading)
        return narration.refusal(attempt, refusal)

    def decision_told(self, state: State, action: Action, viewer: int | None = None) -> Text:
        """A decision as a sentence, for whoever takes it or for a viewer."""
        attempt, reader = self.game.attempt(state, action), self.game.player(action) if viewer is None else viewer
        return in_all(
            lambda lang: self.game.told(lang, state, reader).announced(
                attempt.position, attempt.step, attempt.given
            )
        )

    def turn(self, state: State, position: Position) -> Text | None:
        """Who decides what now, as a sentence without its full stop."""
        if self.game.engine.actor(state) is None:
            return None
        return in_all(lambda lang: self.game.told(lang, state, None).say("turn.now", position))

    def _check_viewer(self, state: State, action: Action, viewer: int | None) -> None:
        if viewer is None:
            return
        if not 0 <= viewer < self.game.engine.players(state):
            raise BadInput(f"seat {viewer}: there are seats 0 to {self.game.engine.players(state) - 1}")
        self.game.check(action, viewer)

    # Illegal

    def _illegal(
        self, state: State, action: Action, attempt: Attempt, refused: Sequence[Refusal], viewer: int | None
    ) -> Explanation:
        numbers = self.game.numbers(state)

        def reason(refusal: Refusal) -> Link:
            facts = in_all(lambda lang: self.fact(lang, state, attempt, refusal, viewer))
            return linked(attempt.rulebook, numbers, refusal.clause, facts, rests_on(attempt, refusal))

        return Explanation(
            self.game.data(action),
            sets=tuple(forbidding_sets(attempt.rulebook, refused)),
            reasons=tuple(map(reason, refused)),
            due=self.turn(state, attempt.position),
            alternatives=self._alternatives(state, action, viewer),
        )

    def _alternatives(self, state: State, action: Action, viewer: int | None) -> tuple[Alternative, ...]:
        """The legal actions closest to an action, if it is this player's turn; nobody else may know them all."""
        actor = self.game.engine.actor(state)
        if self.game.player(action) != actor or viewer not in (None, actor):
            return ()
        legal = self.game.engine.legal_actions(state)
        nearest = sorted(legal, key=lambda other: distance(action, other))[:ALTERNATIVES]
        return tuple(Alternative(self.game.data(other), self.decision_told(state, other)) for other in nearest)

    # Legal

    def _happenings(self, state: State, action: Action, attempt: Attempt, viewer: int | None) -> Iterator[Happening]:
        """The decision and what follows from it, as far as the viewer may know."""
        before, step = attempt.position, attempt.step
        clauses = contributions(before, step, attempt.given)
        yield self._happening(state, before, step, [self.decision_told(state, action, viewer)], clauses)
        for happened in course(before.machine.at(before.after(step, *attempt.given))):
            if happened.step.name == self.game.secret and viewer is not None:
                hidden = [self._hidden(state, happened.before, viewer)]
                yield self._happening(state, happened.before, happened.step, hidden, [])
                return
            told = self._told(state, happened)
            yield self._happening(state, happened.before, happened.step, told, self.clauses(state, happened))

    def _told(self, state: State, happened: Happened) -> list[Text]:
        lines = [self.game.told(lang, state, None).consequence(happened, "then") for lang in LANGUAGES]
        told = zip(*[map(capitalized, texts) for texts in lines], strict=True)
        return [dict(zip(LANGUAGES, texts, strict=True)) for texts in told]

    def _hidden(self, state: State, position: Position, viewer: int) -> Text:
        return in_all(lambda lang: self.game.told(lang, state, viewer).say("then.hidden", position))

    def clauses(self, state: State, happened: Happened) -> list[str]:
        """The clauses that change something, and those by whose words it comes out as it does."""
        rulebook, narration = happened.before.machine.rulebook, self.game.told(LANGUAGES[0], state, None)
        words = narration.consequence(happened, "because")
        named = {*contributions(happened.before, happened.step, happened.given)}
        named |= {word if word in rulebook.clauses else rulebook.clause_defining(word) for word in words}
        return [id for id in rulebook.clauses if id in named]

    def _happening(
        self, state: State, position: Position, step: Step, told: Sequence[Text], clauses: Sequence[str]
    ) -> Happening:
        rulebook, numbers = position.machine.rulebook, self.game.numbers(state)
        return Happening(step.name, tuple(told), tuple(linked(rulebook, numbers, clause) for clause in clauses))


@dataclass(frozen=True)
class GameSoFar:
    """The positions of a game as far as it goes, and its moves; ``stuck`` is the first illegal one."""

    states: Sequence[Any]
    moves: Sequence[Any] = ()
    stuck: int | None = None
    is_record: bool = False

    def place(self, at: int | None) -> int:
        """How many moves come before the position asked about."""
        if at is None:
            return len(self.moves)
        if not self.is_record:
            raise BadInput("--at: only a game record has moves")
        if not 0 <= at <= len(self.moves):
            raise BadInput(f"--at {at}: the game has 0 to {len(self.moves)} moves")
        return at


@dataclass(frozen=True)
class OutcomeAsked:
    """How something comes out, as an option: ``find`` is given the game, how many moves to look at, the option's value
    and for whom it is asked."""

    help: str
    find: Callable[[GameSoFar, int, Any, int | None], ExplainedOutcome]
    metavar: str | None = None


def reading_with(readings: Readings, step: Step) -> tuple[str, str, str]:
    """The clause, the point and the reading of a decision that only some readings have."""
    return next(
        (point.clause.id, point.id, name)
        for point in readings.points.values()
        for name, reading in point.readings.items()
        if step in reading.steps
    )


def in_all(make: Callable[[str], str]) -> Text:
    """The same in every language."""
    return {lang: make(lang) for lang in LANGUAGES}


def distance(action: Any, other: Any) -> tuple[bool, int]:
    """How far one action is from another: whether it is of another kind, then how many arguments differ."""
    given, wanted = fields_of(action), fields_of(other)
    changed = sum(_difference(given.get(name), wanted[name]) for name in wanted)
    return type(action) is not type(other), changed


def _difference(one: object, other: object) -> int:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return max((Counter(one) - Counter(other)).total(), (Counter(other) - Counter(one)).total())
    return int(one != other)
