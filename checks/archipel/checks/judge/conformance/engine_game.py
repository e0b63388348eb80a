"""Any game as the judge of programs needs it: its engine says what is right, its clauses say what a mistake is about.

What a game can do better (shorter games, sentences), it says in a class of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Self

from archipel.checks.explain.explaining import Explainer
from archipel.checks.explain.forbidding_sets import Attempt, Refusal
from archipel.checks.explain.model import Link, Text, linked
from archipel.checks.explain.narration import PUBLIC
from archipel.checks.games.engine import GameRecord
from archipel.checks.judge.conformance.blame.evidence import Evidence
from archipel.checks.judge.conformance.blame.ranking import ranked
from archipel.checks.judge.conformance.exploring import Explorer, near_misses
from archipel.checks.judge.conformance.games import Choice, Difference, Event, Given, Script
from archipel.checks.judge.game import result_data
from archipel.reference.strict_json import BadInput, Field, canonical
from archipel.spec.clauses import LANGUAGES
from archipel.spec.logic.plain import Values

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

MOST = 4
"""More clauses than that would name none."""
LOOKED_AT = 40
"""At most so many decisions are looked at for what forbids them."""


@dataclass(frozen=True)
class EngineGame:
    """The game by some terms. What the program is told is ``announced``: it may play by others than it says."""

    game: Game
    terms: Any
    announced: Any

    @cached_property
    def engine(self) -> Any:
        return self.game.engine

    @property
    def mapping(self) -> Any:
        return self.game.mapping

    @cached_property
    def choice(self) -> Choice:
        found: Choice = self.engine.choice_of(self.terms)
        return found

    def by(self, choice: Choice) -> Self:
        return replace(self, terms=self.engine.by(self.terms, choice))

    def with_numbers(self, values: Values) -> Self:
        """The same game with other numbers, as the clauses name them."""
        return replace(self, terms=self.mapping.terms(values, self.choice))

    def other_readings(self) -> Sequence[tuple[str, str]]:
        played = self.game.readings.played
        mine = {id: point.default.name for id, point in played.items()} | dict(self.choice)
        return [(id, name) for id, point in played.items() for name in point.readings if name != mine[id]]

    def strangers(self) -> Sequence[EngineGame]:
        return []

    def explorer(self, players: Sequence[int], seed: int) -> Explorer:
        return Altering(self.game, players, seed, self.terms)

    # What is asked and compared

    def request(self, start: Any) -> dict[str, Any]:
        if isinstance(start, Given):
            return {"state": self._read_by(self.engine.choice_of(self.announced), start.state)}
        return {**self.engine.codec.header_data(self.announced), "setup": self.engine.codec.setup_data(start)}

    @property
    def protocol(self) -> int:
        """Programs are told of outcomes in its second version only."""
        return 2 if self.engine.outcomes else 1

    def asked(self, decision: Any) -> dict[str, Any]:
        """How a program is asked to play a decision, or told what chance has brought."""
        data = self.data(decision)
        if data["do"] in self.engine.outcomes:
            return {"do": "chance", "outcome": data}
        return {"do": "play", "action": data}

    def opening(self, start: Any) -> Any:
        if isinstance(start, Given):
            return self.engine.codec.read_state(Field(self._read_by(self.choice, start.state)))
        return self.engine.new_game(start, self.terms)

    def _read_by(self, choice: Choice, state: Mapping[str, Any]) -> dict[str, Any]:
        """A position as it is written by some readings, whatever readings it was written by."""
        terms = self.engine.terms_of(self.engine.codec.read_state(Field(state)))
        return {**state, **self.engine.codec.header_data(self.engine.by(terms, choice))}

    def asides(self, position: Any) -> Sequence[Event]:
        views = [Event("view", seat) for seat in range(self.engine.players(position))]
        return [*views, *[Event("try", action) for action in self.almost_legal(position)]]

    def almost_legal(self, position: Any) -> Sequence[Any]:
        return [action for _, action in near_misses(self.game.mapping, position, Random(0))]

    def legal(self, position: Any) -> Sequence[Any]:
        found: Sequence[Any] = self.engine.legal_actions(position)
        return found

    def after(self, position: Any, decision: Any) -> Any:
        return self.engine.apply_action(position, decision)

    def state(self, position: Any) -> Mapping[str, Any]:
        terms = self.engine.by(self.engine.terms_of(position), self.engine.choice_of(self.announced))
        return {**self.engine.codec.state_data(position), **self.engine.codec.header_data(terms)}

    def data(self, decision: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.engine.codec.action_data(decision)
        return found

    def read(self, data: Mapping[str, Any]) -> Any:
        return self.engine.codec.read_action(Field(data))

    def facts(self, position: Any) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.engine.codec.position_data(position)
        return found

    def result(self, position: Any) -> Mapping[str, Any] | None:
        return result_data(self.engine.result(position))

    def view(self, position: Any, seat: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.engine.codec.view_data(position, seat)
        return found

    # Shrinking

    def shorter(self, difference: Difference) -> Iterator[Script]:
        """Without half of the events, a quarter, and so on down to a single one, as far as the rest can be played."""
        script, size = difference.script, len(difference.script.events) // 2
        while size > 0:
            for first in range(len(script.events) - 1 - size, -size, -size):
                kept = (*script.events[: max(first, 0)], *script.events[first + size :])
                yield self.followed(Script(script.start, kept))
            size //= 2

    def followed(self, script: Script) -> Script:
        """A script without the decisions that cannot be taken any more."""
        position, events = self.opening(script.start), list[Event]()
        for event in script.events:
            is_legal = event.do in ("play", "try") and event.what in self.legal(position)
            if (event.do == "play") == is_legal or event.do not in ("play", "try"):
                events.append(event)
                position = self.after(position, event.what) if event.do == "play" else position
        return Script(script.start, tuple(events))

    def varied(self, script: Script, chance: Random) -> Script:
        return script

    def size(self, script: Script) -> tuple[int, ...]:
        return len(script.events), sum(len(canonical(self.data(move))) for move in script.moves)

    # Telling

    def clauses(self, difference: Difference) -> Sequence[Link]:
        """The clauses that a difference is about, the likeliest first, with what a refused decision breaks."""
        said = {link.clause: link for action in self._refused(difference) for link in self.refusing(*action)}
        return [said.get(clause) or self.link(clause) for clause in ranked(self, difference)[:MOST]]

    def about(self, difference: Difference) -> Sequence[str]:
        """The clauses that have to do with a difference, found without trying what follows from a mistake."""
        return list(Evidence(self.game.mapping, difference, self.forbidding).weights())[:MOST]

    def _refused(self, difference: Difference) -> Iterator[tuple[Any, Any]]:
        """A decision that the rules do not allow, but the program does, and where."""
        if difference.extra:
            yield difference.position, difference.extra[0]
        yield from ((difference.position, event.what) for event in difference.script.events[-2:] if event.do == "try")

    def forbidding(self, position: Any, actions: Sequence[Any]) -> Iterator[str]:
        """The clauses that forbid decisions, each as often as it forbids one."""
        for action in actions[:LOOKED_AT]:
            with suppress(BadInput):
                refused = self.explainer.refused_by(self.explainer.game.attempt(position, action))
                yield from dict.fromkeys([refusal.clause for refusal in refused])

    def refusing(self, position: Any, action: Any) -> Sequence[Link]:
        """The clauses that forbid a decision, with the facts of the position."""
        explainer, links = self.explainer, dict[str, Link]()
        with suppress(BadInput):
            attempt = explainer.game.attempt(position, action)
            is_chance = self.data(action)["do"] in self.engine.outcomes
            for refusal in explainer.refused_by(attempt):
                told = None if is_chance else _in_all(explainer, position, attempt, refusal)
                links.setdefault(refusal.clause, replace(self.link(refusal.clause), fact=told))
        return list(links.values())

    @cached_property
    def explainer(self) -> Explainer[Any, Any]:
        return Explainer(self.game.explained)

    def link(self, clause: str) -> Link:
        """A clause with its sentence."""
        rulebook = self.game.mapping.machine(self.choice).rulebook
        return linked(rulebook, self.game.numbers.for_statements(), clause)

    def clauses_read(self, choice: Choice) -> Sequence[Link]:
        points = self.game.readings.points
        return [self.link(points[id].clause.id) for id, name in choice.items() if self.choice.get(id) != name]

    def story(self, difference: Difference) -> Sequence[Text]:
        """Each decision that was played, with what followed from it."""
        position, told = self.opening(difference.script.start), list[Text]()
        for move in difference.script.moves:
            told.append({lang: " ".join(self._said(lang, position, move)) for lang in LANGUAGES})
            position = self.after(position, move)
        return told

    def _said(self, lang: str, position: Any, move: Any) -> Sequence[str]:
        reader = self.explainer.game.player(move)
        return self.explainer.game.narration(lang, position, PUBLIC if reader is None else reader).step(position, move)

    def drawing(self, difference: Difference, language: str) -> str:
        listed = set(difference.aspects) <= {"extra", "missing", "twice"}
        position = difference.position if listed or difference.before is None else difference.before
        return self.game.reasons.drawn(position, language)

    def decision_told(self, position: Any, decision: Any) -> Text:
        return self.explainer.decision_told(position, decision)

    def record(self, script: Script) -> dict[str, Any]:
        if isinstance(script.start, Given):
            position = self.opening(script.start)
            for move in script.moves[:-1]:
                position = self.after(position, move)
            return dict(self.state(position))
        found: dict[str, Any] = self.engine.codec.record_data(GameRecord(script.start, script.moves, self.announced))
        return found


def _in_all(explainer: Explainer[Any, Any], position: Any, attempt: Attempt, refusal: Refusal) -> Text:
    return {lang: explainer.fact(lang, position, attempt, refusal) for lang in LANGUAGES}


class Altering(Explorer):
    """Plays whatever has been seen least and as the game's policies do, and alters legal decisions."""

    def __init__(self, game: Game, players: Sequence[int], seed: int, terms: Any) -> None:
        self.game = game
        super().__init__(game.engine, players, seed, terms)

    def kinds(self) -> Sequence[Any]:
        return (self.novel, *self.game.policies)

    def near_misses(self, state: Any) -> Sequence[Any]:
        return near_misses(self.game.mapping, state, self.chance)


def announced(game: Game, choice: Choice) -> EngineGame:
    """The game by readings that the program is told."""
    terms = game.engine.by(game.engine.standard, choice)
    return EngineGame(game, terms, terms)
