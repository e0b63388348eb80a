"""Counterexamples for people and programs: replayed, told in a dozen lines, searched for in games, and as data.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias

from archipel.checks.agreement.witnesses.counterexamples import Counterexample, Replay, ReplayOutcome
from archipel.checks.agreement.witnesses.game_search import GameReached, GameSearch, NotReached, SearchBudget
from archipel.checks.agreement.witnesses.goals import SituationGoals
from archipel.checks.agreement.witnesses.replay import Replayer
from archipel.checks.agreement.witnesses.solver_completion import SolverCompletions
from archipel.checks.agreement.witnesses.whole_position import whole_position
from archipel.checks.agreement.witnesses.written_test import written_test
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.checks.proofs.prover import ProofQuestion, term_of
from archipel.checks.proofs.solver_session import SolverVerdict
from archipel.checks.support.phrases import Phrases
from archipel.reference.strict_json import BadInput, canonical
from archipel.spec.clauses import LANGUAGES
from archipel.spec.logic.terms import Role, symbols_in
from archipel.spec.theorems import Claim, Theorem

if TYPE_CHECKING:
    from archipel.checks.explain.catalogue import Said
    from archipel.checks.explain.narration import EngineNarration
    from archipel.checks.games.protocol import Game

MOST_LINES = 12
WIDTH = 80
SEARCH = SearchBudget(decisions=120, setups=2)
"""How far a situation that a proof found is searched for in games."""

PHRASES = Phrases(__file__)
HARMLESS = (ReplayOutcome.AGREED, ReplayOutcome.BOTH_REFUSE)
Searched: TypeAlias = "GameReached[Setup, Action, Terms] | NotReached | None"


class Line(NamedTuple):
    """A line and how easily it is left out: 0 never, more sooner."""

    text: str
    worth: int


def told_search(result: GameReached[Any, Any, Any] | NotReached, lang: str) -> str:
    """Whether a game comes to a situation, in one sentence."""
    if isinstance(result, GameReached):
        return PHRASES.say(lang, "reached", number=result.decisions)
    return PHRASES.say(lang, "not_reached", number=result.decisions, games=result.games)


class Situations(Generic[Setup, State, Action, Terms]):
    """What provers found out about one game, made into something people can use.

    What a game knows better, it gives or says by overriding the first members.
    """

    def __init__(
        self,
        game: Game,
        replayer: Replayer[Setup, State, Action, Terms] | None = None,
        search: GameSearch[Setup, State, Action, Terms] | None = None,
        goals: SituationGoals[Setup, State, Action, Terms] | None = None,
    ) -> None:
        self.game, self.engine = game, game.engine
        self.replayer = replayer or Replayer(game.mapping, SolverCompletions(game.mapping, game.theory))
        self.search = search or GameSearch(game.engine)
        self.goals = goals or SituationGoals(game.mapping)

    def position_lines(self, situation: Counterexample, state: State, lang: str) -> Iterator[Line]:
        """The facts that the claim or the step speaks of."""
        facts = self.game.mapping.facts(state)
        about = [name for name in facts if name in situation.about]
        yield from [Line(f"{name}: {_plain(facts[name])}", 2) for name in about]

    def worth(self, situation: Counterexample, text: Said) -> int | None:
        """How easily what is told of a consequence is left out; None if it always is."""
        return 3

    def narrated(self, state: State, lang: str) -> EngineNarration[State, Action]:
        return self.game.explained.public(lang, state)

    # In words

    def tell(
        self,
        situation: Counterexample,
        lang: str = "en",
        replayed: Replay[State, Action] | None = None,
        reached: Searched[Setup, Action, Terms] = None,
    ) -> list[str]:
        """The situation in at most a dozen lines: the claim, the position, the decision, what it changed, whether a
        game comes to it."""
        found = replayed or self.replayer.replay(situation)
        lines = [Line(situation.claim[lang], 0)] if lang in situation.claim else []
        if found.state is not None:
            lines += self.position_lines(situation, found.state, lang)
            lines += self._step_lines(situation, found, lang)
        lines += self._verdict_lines(found, lang)
        if reached is not None:
            lines.append(Line(told_search(reached, lang), 0))
        return _at_most(lines, MOST_LINES)

    def _verdict_lines(self, found: Replay[State, Action], lang: str) -> Iterator[Line]:
        """What must not be hidden; the engine's own words are English."""
        if found.outcome not in HARMLESS:
            detail = f" ({found.detail})" if found.detail and lang == "en" else ""
            yield Line(PHRASES.say(lang, found.outcome.name.lower()) + detail, 0)
        if found.doubt:
            yield Line(PHRASES.say(lang, "doubt") + (f" ({found.doubt})" if lang == "en" else ""), 0)

    def _step_lines(self, situation: Counterexample, found: Replay[State, Action], lang: str) -> Iterator[Line]:
        """The decision, and what followed from it."""
        if found.state is None or found.action is None:
            return
        try:
            teller = self.narrated(found.state, lang)
        except BadInput:
            yield Line(canonical(self.engine.codec.action_data(found.action), newline=False), 1)
            return
        if found.after is None:
            decided = teller.decision(found.state, found.action)
            yield Line(f"{decided} {self._refusal(found.state, found.action, lang)}".strip(), 1)
            return
        first, *rest = teller.step(found.state, found.action)
        yield Line(first, 1)
        for text in rest:
            if (worth := self.worth(situation, text)) is not None:
                yield Line(text, worth)

    def _refusal(self, state: State, action: Action, lang: str) -> str:
        try:
            self.engine.apply_action(state, action)
        except self.engine.illegal as error:
            return self.game.refusal_words(error)[lang]
        return ""

    # In games

    def reach(
        self,
        situation: Counterexample,
        replayed: Replay[State, Action] | None = None,
        budget: SearchBudget | None = None,
        seed: int = 0,
    ) -> Searched[Setup, Action, Terms]:
        """Whether a game comes to the situation, as far as its claim speaks of it; None if the engine has no such
        position. The search plays by the terms of the situation."""
        found = replayed or self.replayer.replay(situation)
        if found.state is None:
            return None
        goal, terms = self.goals.goal(situation, found), self.engine.terms_of(found.state)
        return self.search.reachable(goal, situation.players, budget, seed, terms)

    # For programs

    def as_json(
        self,
        situation: Counterexample,
        replayed: Replay[State, Action] | None = None,
        reached: Searched[Setup, Action, Terms] = None,
        name: str = "",
    ) -> dict[str, Any]:
        """The situation with all that is known about it, as plain data; if it has a name, also drawn and as a test."""
        found, codec = replayed or self.replayer.replay(situation), self.engine.codec
        data: dict[str, Any] = {
            "players": situation.players,
            "claim": dict(situation.claim),
            "state": None if found.state is None else codec.state_data(found.state),
            "action": None if found.action is None else codec.action_data(found.action),
            "replay": {
                "outcome": found.outcome.name.lower(),
                "agrees": found.agrees,
                "label": found.label,
                "doubt": found.doubt,
                "dropped": list(found.dropped),
            },
            "reach": None if reached is None else self._search_data(reached),
            "told": {lang: self.tell(situation, lang, found, reached) for lang in LANGUAGES},
        }
        if name and found.state is not None:
            show = self.game.showing.text
            data["drawn"] = {lang: show(found.state, None, lang, WIDTH, False).splitlines() for lang in LANGUAGES}
            data["test"] = self.as_test(situation, name, found)
        return data

    def _search_data(self, result: GameReached[Setup, Action, Terms] | NotReached) -> dict[str, Any]:
        data: dict[str, Any] = {"reached": isinstance(result, GameReached), "decisions": result.decisions}
        data["label"] = told_search(result, "en")
        if isinstance(result, GameReached):
            data["record"] = self.engine.codec.record_data(result.record)
        else:
            data["games"] = result.games
        return data

    def as_test(self, situation: Counterexample, name: str, replayed: Replay[State, Action] | None = None) -> str:
        """The source of a pytest file that puts the position into the engine and holds what follows."""
        found = replayed or self.replayer.replay(situation)
        return written_test(self.game, situation, name, found, self.tell(situation, "en", found))

    # What proofs ask for

    def complete(self, claim: Claim, players: int, values: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """A whole position, as the engine has it, that is like this where the claim looks; None if there is none."""
        spoken = symbols_in(term_of(claim))
        given = {name: value for name, value in values.items() if name in spoken} | {"players": players}
        return whole_position(self.replayer, claim, given, self.game.theory.invariants)

    def situation_of(
        self, claim: Claim, theorem: Theorem | None, question: ProofQuestion, verdict: SolverVerdict
    ) -> Counterexample:
        """The situation a prover found, with what it is about."""
        rulebook, numbers = self.game.rulebook, self.game.numbers.for_statements()
        step = verdict.where if verdict.where in rulebook.steps else None
        statements = rulebook.clauses[claim.theorem].statements if theorem is None else theorem.statements
        sentences = {language: sentence.format(**numbers) for language, sentence in statements.items()}
        mentions = {symbol.name for symbol in symbols_in(term_of(claim)).values() if symbol.role is Role.STATE}
        return self.replayer.found(question.players, verdict.values, step, sentences, mentions)

    def witness(
        self, claim: Claim, theorem: Theorem | None, question: ProofQuestion, verdict: SolverVerdict
    ) -> Mapping[str, Any]:
        """The situation as data. It is searched for in games where that was not done for fewer players already."""
        situation = self.situation_of(claim, theorem, question, verdict)
        replayed = self.replayer.replay(situation)
        fewest = min((theorem.players if theorem else ()) or self.game.players)
        if question.prover != "z3" or question.players > fewest:
            return self.as_json(situation, replayed)
        return self.as_json(situation, replayed, self.reach(situation, replayed, SEARCH), claim.name)


def situations_of(game: Game) -> Situations[Any, Any, Any, Any]:
    """Those of a game that knows nothing better: made once, since they keep what they have completed."""
    if id(game) not in _KEPT:
        _KEPT[id(game)] = Situations(game)
    return _KEPT[id(game)]


_KEPT: dict[int, Situations[Any, Any, Any, Any]] = {}


def _at_most(lines: list[Line], most: int) -> list[str]:
    """The lines worth most, in their order; of equals, the later ones are left out."""
    ranked = sorted(range(len(lines)), key=lambda place: (lines[place].worth, place))
    return [lines[place].text for place in sorted(ranked[:most])]


def _plain(value: Any) -> str:
    return " ".join(map(_plain, value)) if isinstance(value, tuple) else str(value)
