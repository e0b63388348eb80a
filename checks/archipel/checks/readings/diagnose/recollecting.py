"""What another program has written, ready to be diagnosed: recorded games and observations (*log replay*).

An observation is a position, or a game that leads to one, and what the other program made of it. The manual's page
about ``archipel diagnose`` describes the format. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from archipel.checks.games.derived_codec import MOVES
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.checks.readings.diagnose.consulting import Consultation, ConsultedGames, Position, Stage
from archipel.checks.readings.diagnose.hypotheses import Ask, Hypotheses, Hypothesis, outcomes
from archipel.checks.readings.diagnose.replaying import Account, RefutedError
from archipel.checks.support.phrases import Phrases
from archipel.reference.strict_json import BadInput, Field, canonical
from archipel.spec.clauses import LANGUAGES

ANSWERS = ("after", "legal", "refused")

Found = TypeVar("Found")
Begin = Callable[[Ask], Any]

PHRASES = Phrases(__file__)


def refuted(where: str, key: str, **values: object) -> RefutedError:
    """A refutation in every language; values are plain data."""
    texts = {name: canonical(value, newline=False) for name, value in values.items()}
    return RefutedError(where, {lang: words.format(**texts) for lang, words in PHRASES.words[key].items()})


def possible(run: Callable[[Ask], Found], among: Hypotheses) -> Found:
    """What comes of something under the first readings that allow it; what none allows is bad input."""

    def attempt(ask: Ask) -> Found | BadInput:
        try:
            return run(ask)
        except BadInput as error:
            return error

    problems = []
    for outcome, _ in outcomes(attempt, among):
        if not isinstance(outcome, BadInput):
            return outcome
        problems.append(outcome)
    raise problems[0]


class RecordedAccount(NamedTuple):
    """A recorded game; its readings are only what a program claims."""

    begin: Begin
    steps: list[Stage]
    claimed: Hypothesis


class Recollection(Generic[Setup, State, Action, Terms]):
    """Reads what other programs have written about one game."""

    def __init__(self, consultation: Consultation[Setup, State, Action, Terms]) -> None:
        self.consultation, self.engine = consultation, consultation.engine
        self.codec = self.engine.codec

    def account(self, value: object, name: str) -> Account[Position]:
        """What one line tells: a game record, or an observation."""
        field = Field(value)
        if isinstance(value, dict) and "moves" in value:
            game = self._game(field)
            return Account(name, game.begin, game.steps, game.claimed)
        return Account(name, *self._observation(field))

    # Games

    def _game(self, field: Field, positions: Field | None = None) -> RecordedAccount:
        """A record, if need be with what was written down about its positions."""
        members = field.members([*self.codec.header, "setup", "moves"], ["result"])
        terms, setup = self.codec.read_header(members), self.codec.read_setup(members["setup"])
        moves = members["moves"].items(0, MOVES)
        facts = [] if positions is None else positions.items(len(moves) + 1, len(moves) + 1)
        steps = [self._looked_at(facts[0])] if facts else []
        for number, move in enumerate(moves, start=1):
            steps += [*self._taken(move), *([self._looked_at(facts[number])] if facts else [])]
        if "result" in members:
            steps.append(partial(self._compared, {"result": members["result"]}))
        begin = partial(self.consultation.games(terms).begun, setup)
        return RecordedAccount(self._beginning(begin, "setup"), steps, self.engine.choice_of(terms))

    def _supposed(self, field: Field) -> Begin:
        """A position as it stands, whether or not a game comes to it under the readings that are asked for."""
        names = self.consultation.names, self.consultation.required
        members = field.members([*self.codec.header, *names[1]], [name for name in names[0] if name not in names[1]])
        games: ConsultedGames[Setup, State, Action, Terms] = self.consultation.games(self.codec.read_header(members))
        whole = self.consultation.table.all
        state = possible(lambda ask: self.codec.read_position(field, games.asking(ask)), whole)
        return self._beginning(partial(games.placed, state), "state")

    def _beginning(self, begin: Begin, where: str) -> Begin:
        """A beginning that refutes the readings under which no such game can be played."""

        def attempt(ask: Ask) -> Any:
            try:
                return begin(ask)
            except BadInput as error:
                raise RefutedError(where, dict.fromkeys(LANGUAGES, str(error))) from None

        possible(begin, self.consultation.table.all)
        return attempt

    # Observations

    def _observation(self, field: Field) -> tuple[Begin, list[Stage]]:
        """A position and what another program made of it."""
        members = field.members([], ["record", "state", "positions", "action", *ANSWERS])
        if ("record" in members) == ("state" in members):
            field.fail('expected a record, or an observation with "state" or "record"')
        if "state" in members and "positions" in members:
            field.fail('"positions" goes with "record"')
        answer = self._answer(field, members)
        if "state" in members:
            return self._supposed(members["state"]), answer
        game = self._game(members["record"], members.get("positions"))
        return game.begin, game.steps + answer

    def _answer(self, field: Field, members: Mapping[str, Field]) -> list[Stage]:
        """The steps that compare what the other program answered with the engine."""
        given = [name for name in ANSWERS if name in members]
        acted = "action" in members
        if not given and "positions" in members and not acted:
            return []
        if len(given) != 1:
            field.fail(f"expected one answer of {', '.join(ANSWERS)}, found {' and '.join(given) or 'none'}")
        if not {"after": acted or "record" in members, "legal": not acted, "refused": acted}[given[0]]:
            field.fail('expected "legal" alone, or "action" with either "after" or "refused"')
        if "legal" in members:
            legal = frozenset([self.codec.read_action(item) for item in members["legal"].items()])
            return [partial(self._offered, legal)]
        taken = self._taken(members["action"]) if acted else []
        if "after" in members:
            return [*taken, self._looked_at(members["after"])]
        refused = partial(self._refused, self.codec.read_action(members["action"]))
        return [refused] if members["refused"].flag() else taken

    # Steps: what is told, compared with the engine

    def _taken(self, field: Field) -> list[Stage]:
        first, *others = self.consultation.stages(self.codec.read_action(field))

        def attempt(position: Position, ask: Ask) -> Position:
            try:
                return first(position, ask)
            except self.engine.illegal as error:
                raise RefutedError(field.path, self.consultation.game.refusal_words(error)) from None

        return [attempt, *others]

    def _refused(self, action: Action, position: Position, ask: Ask) -> Position:
        try:
            self.consultation.stages(action)[0](position, ask)
        except self.engine.illegal:
            return position
        raise refuted("action", "accepted")

    def _offered(self, recorded: frozenset[Action], position: State, ask: Ask) -> Position:
        legal = self.engine.legal_actions(self.consultation.heard(position, ask))
        for action in legal:
            if action not in recorded:
                raise refuted("legal", "missing", action=self.codec.action_data(action))
        for action in recorded.difference(legal):
            raise refuted("legal", "unknown", action=self.codec.action_data(action))
        return position

    def _looked_at(self, field: Field) -> Stage:
        """What was written down about a position; its header, if it has one, says nothing about it."""
        names = [*self.consultation.names, "result"]
        members = field.members([], [*self.codec.header, *names])
        return partial(self._compared, {name: member for name, member in members.items() if name in names})

    def _compared(self, recorded: Mapping[str, Field], position: State, ask: Ask) -> Position:
        found = self.consultation.facts(self.consultation.heard(position, ask))
        for name, member in recorded.items():
            # What only some readings remember is left out where there is nothing to remember.
            if found.get(name) != member.value and (name in found or member.value):
                raise refuted(member.path, "differs", recorded=member.value, found=found.get(name))
        return position
