"""What engine and clauses, who must agree (*differential oracle*), answer to the question of a case.

A case is read as it is written: nothing is used but its JSON, so that building one and checking it are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from archipel.checks.agreement.lockstep import DisagreementError, LockstepGame
from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.games.engine import GameRecord
from archipel.checks.judge.game import result_data
from archipel.checks.judge.vectors.moments import Moment, SeededGames
from archipel.checks.judge.vectors.suites import Data
from archipel.reference.strict_json import BadInput, Field, canonical
from archipel.spec.clauses import Nature
from archipel.spec.machine import blank

Answer = Callable[[Data, Data], Data]


class WrongVectorError(AssertionError):
    """An entry does not say what engine and clauses say."""


class Answers:
    """The answers of one game; questions that only this game has, it answers in a class of its own."""

    def __init__(self, games: SeededGames) -> None:
        self.games = games
        self.mapping, self.engine, self.codec = games.mapping, games.engine, games.codec

    @property
    def questions(self) -> Mapping[str, Answer]:
        return {
            "legal": self._legal,
            "play": self._play,
            "result": self.result,
            "view": self._view,
            "new": self._new,
            "opening": self._opening,
            "position": self._position,
            "box": self._box,
        }

    # What a game says itself

    def printed(self, terms: Any) -> Mapping[str, Any]:
        """The material of a box, as the clauses name it."""
        return {}

    def terms_of(self, values: Mapping[str, Any]) -> Any:
        """The terms of games with this material; raises NoPosition if the engine knows none."""
        return self.mapping.terms(values, {})

    def setup_of(self, values: Mapping[str, Any]) -> Any:
        """The chance that an opening shows."""
        raise NoPosition("no setup is told from an opening")

    # Questions

    def play(self, action: Any) -> Data:
        return {"do": "play", "action": self.codec.action_data(action)}

    def new(self, setup: Any) -> Data:
        header = self.codec.header_data(self.engine.standard)
        return {"do": "new", **header, "setup": self.codec.setup_data(setup)}

    def opening(self, values: Mapping[str, Any]) -> Data:
        """Whether a game opens in the position that these values describe, set up as they say."""
        header, setup = self.codec.header_data(self.mapping.terms(values, {})), self.setup_of(values)
        ask = {"do": "opening", **header, "setup": self.codec.setup_data(setup)}
        self.codec.read_setup(Field(ask["setup"], "setup"))
        return {**ask, "state": self.codec.position_data(self.mapping.drawn_up(values))}

    def box(self, values: Mapping[str, Any]) -> Data:
        """Whether the game can be played with a box, for so many players."""
        players = values["players"]
        if players not in self.games.game.players:
            raise BadInput(f"{players} players")
        ask = self.box_of(players, self.terms_of(values))
        self._header(ask)
        return ask

    def box_of(self, players: int, terms: Any) -> Data:
        return {"do": "box", "players": players, **self.codec.header_data(terms)}

    def _header(self, data: Data) -> Any:
        """The terms that a question names."""
        return self.codec.read_header({name: Field(data[name], name) for name in self.codec.header})

    # Answers

    def expected(self, begin: Data, ask: Data) -> Data:
        """The answer to a question asked in a position, or about how a game begins."""
        return self.questions[ask["do"]](begin, ask)

    def expected_under(self, readings: Mapping[str, str], begin: Data, ask: Data) -> Data:
        """The answer under other readings, in the same game; the position it leads to may remember more."""
        other = {"record": self._read_so(begin["record"], readings)} if begin else {}
        return self.expected(other, self._read_so(ask, readings) if ask["do"] == "new" else ask)

    def _read_so(self, data: Data, readings: Mapping[str, str]) -> Data:
        return {**data, **self.codec.header_data(self.engine.by(self._header(data), readings))}

    # Where cases begin

    def position_at(self, begin: Data) -> Any:
        """The position that a case begins with; a game that leads to it must do so."""
        state = self.codec.read_state(Field(begin["state"], "state")) if "state" in begin else None
        if "record" not in begin:
            assert state is not None
            return state
        game = self.codec.read_record(Field(begin["record"], "record"))
        reached = self.engine.new_game(game.setup, game.terms)
        for move in game.moves:
            try:
                reached = self.engine.apply_action(reached, move)
            except self.engine.illegal as error:
                raise BadInput(str(error)) from None
        if state is not None and state != reached:
            raise WrongVectorError("the game does not lead to the position")
        return reached

    def beginning(self, state: Any, record: GameRecord[Any, Any, Any] | None = None) -> Data:
        """How a case begins: a position and, if one is known, the game that leads to it."""
        game = {} if record is None else {"record": self.codec.record_data(record)}
        return {"state": self.codec.state_data(state), **game}

    def case(
        self, moment: Moment, ask: Data, clauses: Iterable[str], fails: Iterable[str] = (), found: str = ""
    ) -> Data:
        """A question in a game, and the answer."""
        begin, acting = self.beginning(moment.state, moment.record), set(clauses)
        return {
            "players": self.engine.players(moment.state),
            "clauses": [id for id in self.games.rulebook.clauses if id in acting],
            "just_not": list(fails),
            "found": found,
            "begin": begin,
            "ask": ask,
            "expect": self.expected(begin, ask),
        }

    # Answers

    def legal_data(self, actions: Sequence[Any]) -> list[Data]:
        """Decisions in the order in which vectors have them: that of their canonical texts."""
        return sorted(map(self.codec.action_data, actions), key=canonical)

    def _legal(self, begin: Data, _: Data) -> Data:
        return {"legal": self.legal_data(self.lockstep(self.position_at(begin)).legal())}

    def lockstep(self, state: Any) -> LockstepGame[Any, Any, Any, Any]:
        return LockstepGame(self.mapping, state)

    def _play(self, begin: Data, ask: Data) -> Data:
        return self.played(self.position_at(begin), self.codec.read_action(Field(ask["action"], "action")))

    def played(self, state: Any, action: Any) -> Data:
        """What an action leads to, or every reason why it is refused."""
        game = self.lockstep(state)
        if action in game.legal():
            game.play(action)
            return self._reached(game.state)
        try:
            self.engine.apply_action(state, action)
        except self.engine.illegal:
            return {"refused": True, "reasons": self._reasons(state, action)}
        raise WrongVectorError(f"the engine lists {action} nowhere and takes it")

    def _reached(self, state: Any) -> Data:
        return {"state": self.codec.position_data(state), "result": result_data(self.engine.result(state))}

    def _reasons(self, state: Any, action: Any) -> list[list[str]]:
        found = [list(clauses) for clauses in self.games.reasons(state, action)]
        if not found:
            raise WrongVectorError(f"no clause forbids {action}")
        return found

    def result(self, begin: Data, _: Data) -> Data:
        return {"result": result_data(self.engine.result(self.position_at(begin)))}

    def _view(self, begin: Data, ask: Data) -> Data:
        return {"view": self.codec.view_data(self.position_at(begin), ask["player"])}

    def _new(self, _: Data, ask: Data) -> Data:
        """The game that begins so, in which all must hold that holds when games begin."""
        try:
            terms = self._header(ask)
            setup = self.codec.read_setup(Field(ask["setup"], "setup"))
            game = LockstepGame(self.mapping, self.engine.new_game(setup, terms), setup)
        except BadInput:
            return {"refused": True}
        return {"state": self.codec.position_data(game.state), "result": None}

    def _opening(self, _: Data, ask: Data) -> Data:
        """Whether a game set up so opens in this position."""
        return {"opens": self._new({}, ask).get("state") == ask["state"]}

    def _position(self, _: Data, ask: Data) -> Data:
        """Whether a position makes sense; what the engine accepts, the clauses about every position must."""
        try:
            self.lockstep(self.codec.read_state(Field(ask["state"], "state")))
        except BadInput:
            return {"accepted": False}
        return {"accepted": True}

    def _box(self, _: Data, ask: Data) -> Data:
        """Whether a game may be played with a box; if the engine can read it, why the clauses say no."""
        try:
            terms = self._header(ask)
        except BadInput:
            return {"accepted": False}
        values = {**self.mapping.parameters(terms, ask["players"]), **self.printed(terms)}
        here = self.mapping.machine({}).at(blank(self.games.rulebook, values))
        broken = dict.fromkeys(here.broken(Nature.REQUIREMENT))
        return {"accepted": not broken, **({"reasons": [[clause] for clause in broken]} if broken else {})}

    # Checking

    def check_case(self, case: Data) -> None:
        """Refuse a case that engine and clauses do not answer as it says."""
        begin, ask = case.get("begin", {}), case["ask"]
        try:
            _compare(case["id"], self.expected(begin, ask), case["expect"])
            for other in case.get("otherwise", ()):
                found = self.expected_under(other["readings"], begin, ask)
                _compare(case["id"], found, other["expect"])
                if found == case["expect"]:
                    raise WrongVectorError(f"{case['id']}: tells nothing apart")
        except (BadInput, DisagreementError) as error:
            raise WrongVectorError(f"{case['id']}: {error}") from None


def _compare(id: str, found: Data, said: Data) -> None:
    if found != said:
        raise WrongVectorError(f"{id}: found {found}, said {said}")
