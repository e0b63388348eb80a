"""What games show of somebody's conjectures about Costa Ruana, told, drawn and replayed by engine and clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.costa_ruana.reaching import Budget, Goal, NotReached, Reached, reachable, shortened
from archipel.checks.costa_ruana.witness import Outcome, Replay, Situation, followed, replay
from archipel.checks.costa_ruana.witness_export import as_json
from archipel.checks.costa_ruana.witness_goals import reach
from archipel.checks.costa_ruana.witness_telling import MOST_LINES
from archipel.checks.costa_ruana.wording import say
from archipel.checks.proofs.conjectures.decide import Seen, Span
from archipel.checks.proofs.conjectures.state import Conjecture, Scope
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import Verdict
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import codec
from archipel.spec.clauses import LANGUAGES
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.logic import all_of
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role, Term, symbols_in

Values = Mapping[str, Any]

OUTSIDE = (words.settle, words.prepare, words.finish_game, words.accept, words.name)
SPAN = Span(
    begins=all_of(words.phase == words.PLAY_UP, words.turn == 0),
    over=words.phase == words.PREPARE,
    steps=tuple(step for step in RULEBOOK.steps.values() if step not in OUTSIDE),
)
"""A round, from before its first card to when its treasures have just been collected."""

SEARCH = Budget(decisions=120, setups=2)
FEW_GAMES = 12
BEGINS, OVER = projection.code(words.PLAY_UP), projection.code(words.PREPARE)



# A situation that a prover found


def examined(conjecture: Conjecture, players: int, verdict: Verdict, thorough: bool) -> dict[str, Any]:
    """The situation replayed, told and drawn and, if that is worth it, searched for in games.

    A prover's islands are seldom like those of a game, so where a few games show the same, they are told instead.
    """
    if thorough and conjecture.scope is Scope.ANYWHERE:
        seen = positions_seen(conjecture, players, FEW_GAMES)
        if seen.status is Status.REFUTED:
            return dict(seen.witness)
    step = verdict.where if verdict.where in RULEBOOK.steps else None
    situation = Situation.found(players, verdict.values, step, _claim(conjecture), _mentions(conjecture, step))
    replayed = replay(situation)
    reached = reach(situation, replayed, SEARCH) if thorough else None
    return _data(conjecture, situation, replayed, reached)


def _claim(conjecture: Conjecture, remark: str | None = None, **filled: object) -> dict[str, str]:
    """The statement, in its author's language, and perhaps a remark in both of ours."""
    statement = conjecture.statement if conjecture.statement.endswith((".", "!", "?")) else f"{conjecture.statement}."
    if remark is None:
        return dict.fromkeys(LANGUAGES, statement)
    return {lang: f"{statement} {say(lang, remark, **filled)}" for lang in LANGUAGES}


def _mentions(conjecture: Conjecture, step: str | None = None) -> set[str]:
    """The facts that the claim speaks of, and those that decide what a step makes of them."""
    said = _facts_in(conjecture.term)
    changes = () if step is None else RULEBOOK.changes(RULEBOOK.steps[step])
    return said.union(*(_facts_in(change.term) for change in changes if change.target.name in said))


def _facts_in(term: Term) -> set[str]:
    return {symbol.name for symbol in symbols_in(term).values() if symbol.role is Role.STATE}


def _data(
    conjecture: Conjecture, situation: Situation, replayed: Replay, reached: Reached | NotReached | None
) -> dict[str, Any]:
    data = as_json(situation, replayed, reached, conjecture.name)
    if missing := sorted(situation.mentions.intersection(replayed.dropped)):
        for lang in LANGUAGES:
            told = [*data["told"][lang][: MOST_LINES - 1], say(lang, "claim.without", facts=", ".join(missing))]
            data["told"][lang] = told
    return data


# Random games, every moment of them


class Sight(NamedTuple):
    """A moment of a game, in the clauses' words, and whether somebody decides there."""

    values: Values
    is_decision: bool


class RandomGame:
    """A game by one of the random players, followed by the clauses so that no moment is missed."""

    def __init__(self, players: int, number: int) -> None:
        self.setup = engine.Setup.from_seed(players, number)
        self.state = engine.new_game(self.setup)
        self.moves: list[engine.Action] = []
        self.policy = POLICIES[number % len(POLICIES)]
        self.chance = Random(f"conjectures {self.policy.__name__} {number}")

    def sights(self) -> Iterator[Sight]:
        position = machine().at(projection.values(self.state, self.setup))
        yield Sight(position.values, True)
        while actions := self.state.legal_actions():
            action = self.policy(self.state, actions, self.chance)
            step, given = projection.step_of(self.state, action)
            self.moves.append(action)
            self.state = self.state.apply_action(action)
            *passed, position = followed(position, step, given)
            yield from [Sight(moment.values, False) for moment in passed]
            yield Sight(position.values, True)

    @property
    def record(self) -> codec.Record:
        return codec.Record(self.setup, tuple(self.moves), self.state.rules, self.state.deck)


def _holding(conjecture: Conjecture) -> Callable[[Values], bool]:
    """The claim as a function of a position."""
    bound = compile_functions([Function("claim", conjecture.term)])
    return lambda values: bool(bound(values)["claim"]())


# Claims about every position


def positions_seen(conjecture: Conjecture, players: int, games: int) -> Seen:
    """Every moment of random games, up to one in which the claim fails."""
    holds, cases = _holding(conjecture), 0
    for number in range(games):
        game = RandomGame(players, number)
        for sight in game.sights():
            cases += 1
            if not holds(sight.values):
                record = _shortest(conjecture, game.record) if sight.is_decision else game.record
                return Seen(Status.REFUTED, "a game", cases, _told(conjecture, record, sight.is_decision))
    return Seen(Status.SAMPLED, "moments of random games", cases)


def searched(conjecture: Conjecture, players: int, verdict: Verdict) -> Seen:
    """A search for a game that refutes the claim or, failing that, the position in which its proof got stuck."""
    reached = reachable(_failing(conjecture), players, SEARCH)
    if isinstance(reached, Reached):
        return Seen(Status.REFUTED, "a game", 1, _told(conjecture, reached.record, True))
    return Seen(Status.UNDECIDED, "a search", 0, _stuck(conjecture, players, verdict, reached))


def _failing(conjecture: Conjecture) -> Goal:
    holds = _holding(conjecture)
    return Goal.position(lambda state: not holds(projection.values(state)))


def _shortest(conjecture: Conjecture, record: codec.Record) -> codec.Record:
    return shortened(record, _failing(conjecture))


def _told(conjecture: Conjecture, record: codec.Record, is_decision: bool) -> dict[str, Any]:
    """The last position of a game, or the last decision if the claim fails in what follows from it."""
    if not is_decision:
        return _last_decision(conjecture, record, _claim(conjecture, "claim.between"))
    game = Lockstep(record.setup, record.deck)
    for action in record.moves:
        game.play(action)
    values = projection.facts(game.state)
    situation = Situation(
        game.state.players, values, claim=_claim(conjecture), mentions=frozenset(_mentions(conjecture))
    )
    return _data(conjecture, situation, Replay(Outcome.AGREED, game.state), Reached(record))


def _last_decision(conjecture: Conjecture, record: codec.Record, claim: Mapping[str, str]) -> dict[str, Any]:
    """The last decision of a game that engine and clauses have played together."""
    game = Lockstep(record.setup, record.deck)
    *earlier, last = record.moves
    for action in earlier:
        game.play(action)
    before = game.state
    game.play(last)
    step, given = projection.step_of(before, last)
    mentions = frozenset(_mentions(conjecture))
    situation = Situation(before.players, projection.facts(before), step.name, given, claim, mentions)
    return _data(conjecture, situation, Replay(Outcome.AGREED, before, last, game.state), Reached(record))


def _stuck(conjecture: Conjecture, players: int, verdict: Verdict, missed: NotReached) -> dict[str, Any]:
    """Where the proof got stuck: a position, and the step from it that the claim does not survive."""
    if not verdict.values:
        return {}
    step = verdict.where if verdict.where in RULEBOOK.steps else None
    claim = _claim(conjecture, "claim.breaks", step=verdict.where)
    situation = Situation.found(players, verdict.values, step, claim, _mentions(conjecture, step))
    return _data(conjecture, situation, replay(situation), missed)


# Claims about rounds


def rounds_seen(conjecture: Conjecture, players: int, games: int) -> Seen:
    """The rounds of random games, up to one in which the claim fails."""
    cases = 0
    for number in range(games):
        game = RandomGame(players, number)
        for start, end in _rounds(game):
            cases += 1
            if not _over(conjecture, start, end):
                return Seen(Status.REFUTED, "a game", cases, _round_told(conjecture, game.record, start, end))
    return Seen(Status.SAMPLED, "rounds of random games", cases)


def _rounds(game: RandomGame) -> Iterator[tuple[Values, Values]]:
    """The beginning and the end of each round, as the game passes them."""
    start: Values = {}
    for sight in game.sights():
        phase = sight.values["phase"]
        if phase == BEGINS and sight.values["turn"] == 0:
            start = sight.values
        if phase == OVER:
            yield start, sight.values


def _over(conjecture: Conjecture, start: Values, end: Values) -> bool:
    view = Interpretation("z3", start)
    view.later = Interpretation("z3", end)
    held = view(conjecture.term)
    assert isinstance(held, bool)
    return held


def _round_told(conjecture: Conjecture, record: codec.Record, start: Values, end: Values) -> dict[str, Any]:
    data = _last_decision(conjecture, record, _claim(conjecture, "claim.round", round=start["round"]))
    for lang in LANGUAGES:
        claim, *middle, reached = data["told"][lang]
        changed = [say(lang, "claim.changed", **fact) for fact in _changed(conjecture, start, end)]
        data["told"][lang] = [claim, *changed, *middle[: MOST_LINES - 2 - len(changed)], reached]
    return data


def _changed(conjecture: Conjecture, start: Values, end: Values) -> list[dict[str, str]]:
    """The first few facts that the claim speaks of and the round changed."""
    names = [name for name in sorted(_mentions(conjecture)) if start[name] != end[name]]
    return [{"fact": name, "start": _plain(start[name]), "end": _plain(end[name])} for name in names[:3]]


def _plain(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
