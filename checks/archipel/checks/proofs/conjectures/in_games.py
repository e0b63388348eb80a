"""What games show of somebody's conjectures (*random testing* and search), told and replayed by engine and clauses.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from archipel.checks.agreement.lockstep import LockstepGame
from archipel.checks.agreement.witnesses.counterexamples import Counterexample, Replay, ReplayOutcome
from archipel.checks.agreement.witnesses.game_search import (
    GameReached,
    NotReached,
    SearchBudget,
    SearchGoal,
)
from archipel.checks.agreement.witnesses.replay import Replayer, followed
from archipel.checks.agreement.witnesses.situations import MOST_LINES, SEARCH, Situations
from archipel.checks.games.engine import Action, GameRecord, Setup, State, Terms
from archipel.checks.proofs.conjectures.decide import SeenInGames, Span
from archipel.checks.proofs.conjectures.state import Conjecture, Scope
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import SolverVerdict
from archipel.checks.simulate.policies import Policy
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role, Term, symbols_in

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

Values = Mapping[str, Any]
Words = Mapping[str, str]

FEW_GAMES = 12

BREAKS: Words = {
    "en": "Neither proved nor refuted: the step {step} would end it from the position below, and whether a game comes "
    "to such a position is not known.",
    "fr": "Ni prouvé ni réfuté : l'étape {step} y mettrait fin depuis la position ci-dessous, et on ne sait pas si une "
    "partie y mène.",
}
BETWEEN: Words = {
    "en": "It fails for a moment, in what follows from the decision below.",
    "fr": "C'est faux un instant, dans ce qui suit la décision ci-dessous.",
}
ROUND: Words = {
    "en": "It fails in round {round} of this game, which ends with the decision below.",
    "fr": "C'est faux au tour {round} de cette partie, qui s'achève par la décision ci-dessous.",
}
WITHOUT: Words = {
    "en": "Told without what the prover says of {facts}: the engine has no position with all of it.",
    "fr": "Raconté sans ce que le prouveur dit de {facts} : le moteur n'a pas de position qui ait tout cela.",
}
CHANGED: Words = {
    "en": "{fact}: {start} when the round begins, {end} when it is over.",
    "fr": "{fact} : {start} quand le tour commence, {end} quand il s'achève.",
}


class Sight(NamedTuple):
    """A moment of a game, in the clauses' words, and whether somebody decides there."""

    values: Values
    is_decision: bool


class RandomGame(Generic[Setup, State, Action, Terms]):
    """A game by one of several policies, followed by the clauses so that no moment is missed."""

    def __init__(
        self,
        replayer: Replayer[Setup, State, Action, Terms],
        policies: Sequence[Policy[State, Action]],
        players: int,
        number: int,
    ) -> None:
        self.mapping, self.engine = replayer.mapping, replayer.engine
        self.setup = self.engine.setup_from_seed(players, number, self.engine.standard)
        self.state = self.engine.new_game(self.setup, self.engine.standard)
        self.moves: list[Action] = []
        self.policy = policies[number % len(policies)]
        self.chance = Random(f"conjectures {self.policy.__name__} {number}")

    def sights(self) -> Iterator[Sight]:
        position = self.mapping.position(self.state, self.setup)
        yield Sight(position.values, True)
        while actions := self.engine.legal_actions(self.state):
            action = self._chosen(actions)
            step, given = self.mapping.step_of(self.state, action)
            self.moves.append(action)
            self.state = self.engine.apply_action(self.state, action)
            *passed, position = followed(position, step, given)
            yield from [Sight(moment.values, False) for moment in passed]
            yield Sight(position.values, True)

    def _chosen(self, actions: Sequence[Action]) -> Action:
        if self.engine.actor(self.state) != CHANCE:
            return self.policy(self.state, actions, self.chance)
        drawn = self.engine.chance_outcomes(self.state)
        return self.chance.choices([outcome for outcome, _ in drawn], [weight for _, weight in drawn])[0]

    @property
    def record(self) -> GameRecord[Setup, Action, Terms]:
        return GameRecord(self.setup, tuple(self.moves), self.engine.standard)


class ConjectureGames(Generic[Setup, State, Action, Terms]):
    """What the games of one game show."""

    def __init__(self, game: Game, budget: SearchBudget = SEARCH) -> None:
        self.game, self.budget, self.policies = game, budget, game.policies
        self.situations: Situations[Setup, State, Action, Terms] = game.situations
        self.replayer, self.search = self.situations.replayer, self.situations.search
        self.mapping, self.engine, self.rulebook = self.replayer.mapping, self.replayer.engine, self.replayer.rulebook

    @property
    def span(self) -> Span:
        if self.game.round is None:
            raise BadInput(f"the game {self.game.name} does not say what a round is")
        return self.game.round

    # A situation that a prover found

    def examined(self, conjecture: Conjecture, players: int, verdict: SolverVerdict, thorough: bool) -> dict[str, Any]:
        """The situation replayed, told and drawn and, if that is worth it, searched for in games.

        A prover's positions are seldom like those of a game, so where a few games show the same, they are told instead.
        """
        if thorough and conjecture.scope is Scope.ANYWHERE:
            seen = self.positions_seen(conjecture, players, FEW_GAMES)
            if seen.status is Status.REFUTED:
                return dict(seen.witness)
        step = verdict.where if verdict.where in self.rulebook.steps else None
        mentions = self.mentions(conjecture, step)
        situation = self.replayer.found(players, verdict.values, step, claimed(conjecture), mentions)
        replayed = self.replayer.replay(situation)
        reached = self.situations.reach(situation, replayed, self.budget) if thorough else None
        return self.data(conjecture, situation, replayed, reached)

    def mentions(self, conjecture: Conjecture, step: str | None = None) -> set[str]:
        """The facts that the claim speaks of, and those that decide what a step makes of them."""
        said = _facts_in(conjecture.term)
        changes = () if step is None else self.rulebook.changes(self.rulebook.steps[step])
        return said.union(*(_facts_in(change.term) for change in changes if change.target.name in said))

    def data(
        self, conjecture: Conjecture, situation: Counterexample, replayed: Replay[State, Action], reached: Any
    ) -> dict[str, Any]:
        data = self.situations.as_json(situation, replayed, reached, conjecture.name)
        if missing := sorted(situation.mentions.intersection(replayed.dropped)):
            for lang in LANGUAGES:
                line = WITHOUT[lang].format(facts=", ".join(missing))
                data["told"][lang] = [*data["told"][lang][: MOST_LINES - 1], line]
        return data

    # Claims about every position

    def random_game(self, players: int, number: int) -> RandomGame[Setup, State, Action, Terms]:
        return RandomGame(self.replayer, self.policies, players, number)

    def positions_seen(self, conjecture: Conjecture, players: int, games: int) -> SeenInGames:
        """Every moment of random games, up to one in which the claim fails."""
        holds, cases = holding(conjecture.term), 0
        for number in range(games):
            game = self.random_game(players, number)
            for sight in game.sights():
                cases += 1
                if not holds(sight.values):
                    record = game.record
                    if sight.is_decision:
                        record = self.search.shortened(record, self._failing(conjecture))
                    return SeenInGames(
                        Status.REFUTED, "a game", cases, self._told(conjecture, record, sight.is_decision)
                    )
        return SeenInGames(Status.SAMPLED, "moments of random games", cases)

    def searched(self, conjecture: Conjecture, players: int, verdict: SolverVerdict) -> SeenInGames:
        """A search for a game that refutes the claim or, failing that, the position in which its proof got stuck."""
        reached = self.search.reachable(self._failing(conjecture), players, self.budget)
        if isinstance(reached, GameReached):
            return SeenInGames(Status.REFUTED, "a game", 1, self._told(conjecture, reached.record, True))
        return SeenInGames(Status.UNDECIDED, "a search", 0, self._stuck(conjecture, players, verdict, reached))

    def _failing(self, conjecture: Conjecture) -> SearchGoal[State]:
        holds = holding(conjecture.term)
        return SearchGoal.position(lambda state: not holds(self.mapping.values(state)))

    def _told(
        self, conjecture: Conjecture, record: GameRecord[Setup, Action, Terms], is_decision: bool
    ) -> dict[str, Any]:
        """The last position of a game, or the last decision if the claim fails in what follows from it."""
        if not is_decision:
            return self._last_decision(conjecture, record, claimed(conjecture, BETWEEN))
        state = self._played(record, record.moves).state
        claim, mentions = claimed(conjecture), frozenset(self.mentions(conjecture))
        players, facts = self.engine.players(state), self.mapping.facts(state)
        situation = Counterexample(players, facts, claim=claim, mentions=mentions)
        return self.data(conjecture, situation, Replay(ReplayOutcome.AGREED, state), GameReached(record))

    def _played(
        self, record: GameRecord[Setup, Action, Terms], moves: Sequence[Action]
    ) -> LockstepGame[Setup, State, Action, Terms]:
        """A game that engine and clauses play together."""
        game = LockstepGame(self.mapping, self.engine.new_game(record.setup, record.terms), record.setup)
        for action in moves:
            game.play(action)
        return game

    def _last_decision(
        self, conjecture: Conjecture, record: GameRecord[Setup, Action, Terms], claim: Words
    ) -> dict[str, Any]:
        *earlier, last = record.moves
        game = self._played(record, earlier)
        before = game.state
        game.play(last)
        step, given = self.mapping.step_of(before, last)
        mentions, facts = frozenset(self.mentions(conjecture)), self.mapping.facts(before)
        situation = Counterexample(self.engine.players(before), facts, step.name, given, claim, mentions)
        replayed = Replay(ReplayOutcome.AGREED, before, last, game.state)
        return self.data(conjecture, situation, replayed, GameReached(record))

    def _stuck(
        self, conjecture: Conjecture, players: int, verdict: SolverVerdict, missed: NotReached
    ) -> dict[str, Any]:
        """Where the proof got stuck: a position, and the step from it that the claim does not survive."""
        if not verdict.values:
            return {}
        step = verdict.where if verdict.where in self.rulebook.steps else None
        claim = claimed(conjecture, BREAKS, step=verdict.where)
        situation = self.replayer.found(players, verdict.values, step, claim, self.mentions(conjecture, step))
        return self.data(conjecture, situation, self.replayer.replay(situation), missed)

    # Claims about rounds

    def rounds_seen(self, conjecture: Conjecture, players: int, games: int) -> SeenInGames:
        """The rounds of random games, up to one in which the claim fails."""
        cases = 0
        for number in range(games):
            game = self.random_game(players, number)
            for start, end in self._rounds(game):
                cases += 1
                if not _over(conjecture, start, end):
                    told = self._round_told(conjecture, game.record, start, end)
                    return SeenInGames(Status.REFUTED, "a game", cases, told)
        return SeenInGames(Status.SAMPLED, "rounds of random games", cases)

    def _rounds(self, game: RandomGame[Setup, State, Action, Terms]) -> Iterator[tuple[Values, Values]]:
        """The beginning and the end of each round, as the game passes them."""
        begins, over = holding(self.span.begins), holding(self.span.over)
        start: Values = {}
        for sight in game.sights():
            if begins(sight.values):
                start = sight.values
            if over(sight.values):
                yield start, sight.values

    def _round_told(
        self, conjecture: Conjecture, record: GameRecord[Setup, Action, Terms], start: Values, end: Values
    ) -> dict[str, Any]:
        data = self._last_decision(conjecture, record, claimed(conjecture, ROUND, round=start["round"]))
        for lang in LANGUAGES:
            claim, *middle, reached = data["told"][lang]
            changed = [CHANGED[lang].format(**fact) for fact in self._changed(conjecture, start, end)]
            data["told"][lang] = [claim, *changed, *middle[: MOST_LINES - 2 - len(changed)], reached]
        return data

    def _changed(self, conjecture: Conjecture, start: Values, end: Values) -> list[dict[str, str]]:
        """The first few facts that the claim speaks of and the round changed."""
        names = [name for name in sorted(self.mentions(conjecture)) if start[name] != end[name]]
        return [{"fact": name, "start": _plain(start[name]), "end": _plain(end[name])} for name in names[:3]]


def claimed(conjecture: Conjecture, remark: Words | None = None, **filled: object) -> dict[str, str]:
    """The statement, in its author's language, and perhaps a remark in both of ours."""
    statement = conjecture.statement if conjecture.statement.endswith((".", "!", "?")) else f"{conjecture.statement}."
    if remark is None:
        return dict.fromkeys(LANGUAGES, statement)
    return {lang: f"{statement} {remark[lang].format(**filled)}" for lang in LANGUAGES}


def _facts_in(term: Term) -> set[str]:
    return {symbol.name for symbol in symbols_in(term).values() if symbol.role is Role.STATE}


def holding(term: Term) -> Callable[[Values], bool]:
    """A claim as a function of a position."""
    bound = compile_functions([Function("claim", term)])
    return lambda values: bool(bound(values)["claim"]())


def _over(conjecture: Conjecture, start: Values, end: Values) -> bool:
    """Whether a claim about rounds holds of one."""
    view = Interpretation("z3", start)
    view.later = Interpretation("z3", end)
    held = view(conjecture.term)
    assert isinstance(held, bool)
    return held


def _plain(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
