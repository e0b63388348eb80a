"""What engine and clauses, who must agree, answer to the question of a case.

A case is read as it is written: nothing is used but its JSON, so that building one and checking it are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.agreement import DisagreementError, Lockstep
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.explanations import reasons_against
from archipel.checks.costa_ruana.projection import numbers_of
from archipel.checks.judge.vectors import Data
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Action, IllegalAction, State, codec
from archipel.reference.costa_ruana.deck import read_cards
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.clauses import Nature
from archipel.spec.machine import blank


class WrongVectorError(AssertionError):
    """An entry does not say what engine and clauses say."""


def expected(begin: Data, ask: Data) -> Data:
    """The answer to a question asked in a position, or about how a game begins."""
    return ANSWERS[ask["do"]](begin, ask)


def expected_under(readings: Mapping[str, str], begin: Data, ask: Data) -> Data:
    """The answer under other readings, in the same game; the position it leads to may remember more."""
    other = {"record": {**begin["record"], "readings": dict(readings)}} if begin else {}
    return expected(other, {**ask, "readings": dict(readings)} if "readings" in ask else ask)


def position_at(begin: Data) -> State:
    """The position that a case begins with; a game that leads to it must do so."""
    state = codec.read_state(Field(begin["state"], "state")) if "state" in begin else None
    if "record" not in begin:
        assert state is not None
        return state
    *_, reached = codec.replay(codec.read_record(Field(begin["record"], "record")))
    if state is not None and state != reached:
        raise WrongVectorError("the game does not lead to the position")
    return reached


def beginning(state: State, record: codec.Record | None = None) -> Data:
    """How a case begins: a position and, if one is known, the game that leads to it."""
    game = {} if record is None else {"record": codec.record_data(record)}
    return {"state": codec.state_data(state), **game}


def _legal(begin: Data, _: Data) -> Data:
    return {"legal": legal_data(Lockstep(position_at(begin)).legal())}


def legal_data(actions: tuple[Action, ...]) -> list[Data]:
    """Decisions in the order in which vectors have them: that of their canonical texts."""
    return [codec.action_data(action) for action in sorted(actions, key=codec.dumps_action)]


def _play(begin: Data, ask: Data) -> Data:
    return played(position_at(begin), codec.read_action(Field(ask["action"], "action")))


def played(state: State, action: Action) -> Data:
    """What a decision leads to, or every reason why it is refused."""
    game = Lockstep(state)
    if action in game.legal():
        game.play(action)
        return {"state": codec.position_data(game.state), "result": result_data(game.state)}
    try:
        state.apply_action(action)
    except IllegalAction:
        return {"refused": True, "reasons": reasons_of(state, action)}
    raise WrongVectorError(f"the engine lists {action} nowhere and takes it")


def reasons_of(state: State, action: Action) -> list[list[str]]:
    """Every minimal set of clauses that forbids a decision."""
    found = [list(clauses) for clauses in reasons_against(state, action)]
    if not found:
        raise WrongVectorError(f"no clause forbids {action}")
    return found


def result_data(state: State) -> Data | None:
    result = codec.result_of(state)
    return None if result is None else {"points": list(result.points), "ranking": [list(g) for g in result.ranking]}


def _result(begin: Data, _: Data) -> Data:
    state = position_at(begin)
    position = machine(state.rules.readings).at(projection.values(state))
    if state.is_terminal():
        points = [position.evaluate("points", seat) for seat in range(state.players)]
        winners = [seat for seat in range(state.players) if position.evaluate("wins", seat)]
        if (tuple(points), tuple(winners)) != (tuple(state.returns()), tuple(state.winners())):
            raise WrongVectorError("engine and clauses count otherwise")
    return {"result": result_data(state)}


def _view(begin: Data, ask: Data) -> Data:
    return {"view": codec.view_data(engine.view(position_at(begin), ask["player"]))}


def _begun(ask: Data) -> Lockstep:
    """The game that begins so, in which all must hold that holds when games begin."""
    rules, deck = codec.read_header({name: Field(ask[name], name) for name in codec.HEADER})
    return Lockstep(codec.read_setup(Field(ask["setup"], "setup")), deck, rules)


def _new(_: Data, ask: Data) -> Data:
    try:
        return {"state": codec.position_data(_begun(ask).state), "result": None}
    except BadInput:
        return {"refused": True}


def _opening(_: Data, ask: Data) -> Data:
    """Whether a game set up so opens in this position."""
    begun = _new({}, ask)
    return {"opens": begun.get("state") == ask["state"]}


def _box(_: Data, ask: Data) -> Data:
    """Whether a game may be played with a box; if the engine can read it, why the clauses say no."""
    try:
        rules = codec.read_rules(Field(ask["numbers"], "numbers"))
        deck = read_cards(Field(ask["deck"], "deck"))
    except BadInput:
        return {"accepted": False}
    clauses = machine(rules.readings)
    parameters = numbers_of(rules).values(ask["players"]) | projection.material(deck, ())
    broken = dict.fromkeys(clauses.at(blank(clauses.rulebook, parameters)).broken(Nature.REQUIREMENT))
    return {"accepted": not broken, **({"reasons": [[clause] for clause in broken]} if broken else {})}


def _position(_: Data, ask: Data) -> Data:
    """Whether a position makes sense; what the engine accepts, the clauses about every position must."""
    try:
        Lockstep(codec.read_state(Field(ask["state"], "state")))
    except BadInput:
        return {"accepted": False}
    return {"accepted": True}


ANSWERS: Mapping[str, Callable[[Data, Data], Data]] = {
    "legal": _legal,
    "play": _play,
    "result": _result,
    "view": _view,
    "new": _new,
    "opening": _opening,
    "box": _box,
    "position": _position,
}


def check_case(case: Data) -> None:
    """Refuse a case that engine and clauses do not answer as it says."""
    begin, ask = case.get("begin", {}), case["ask"]
    try:
        _compare(case["id"], expected(begin, ask), case["expect"])
        for other in case.get("otherwise", ()):
            found = expected_under(other["readings"], begin, ask)
            _compare(case["id"], found, other["expect"])
            if found == case["expect"]:
                raise WrongVectorError(f"{case['id']}: tells nothing apart")
    except (BadInput, DisagreementError) as error:
        raise WrongVectorError(f"{case['id']}: {error}") from None


def _compare(id: str, found: Data, said: Data) -> None:
    if found != said:
        raise WrongVectorError(f"{id}: found {found}, said {said}")
