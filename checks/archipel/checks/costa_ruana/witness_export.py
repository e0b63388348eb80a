"""A situation for other programs: as JSON, and as a pytest file that stands alone."""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from archipel.checks.agreement.witnesses.counterexamples import Counterexample, ReplayOutcome
from archipel.checks.agreement.witnesses.game_search import GameReached, NotReached
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.engine import ENGINE
from archipel.checks.costa_ruana.reaching import Found
from archipel.checks.costa_ruana.witness import REPLAYER, Replayed
from archipel.checks.costa_ruana.witness_telling import tell, told_reach
from archipel.reference.costa_ruana import IllegalAction, State, codec
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES

WIDTH = 96

SCALARS = ("round", "phase", "shaman", "actor", "tide", "time")
TABLES = ("inhabitants", "treasures", "reserve", "huts")


def as_json(
    situation: Counterexample,
    replayed: Replayed | None = None,
    reached: Found | NotReached | None = None,
    name: str = "",
) -> dict[str, Any]:
    """The situation with all that is known about it, as plain data; if it has a name, also drawn and as a test."""
    found = replayed or REPLAYER.replay(situation)
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
        "reach": None if reached is None else _reach_data(reached),
        "told": {lang: tell(situation, lang, found, reached) for lang in LANGUAGES},
    }
    if name and found.state is not None:
        data["drawn"] = {lang: as_text(found.state, lang).splitlines() for lang in LANGUAGES}
        data["test"] = as_test(situation, name, found)
    return data


def _reach_data(result: Found | NotReached) -> dict[str, Any]:
    data: dict[str, Any] = {"reached": isinstance(result, GameReached), "decisions": result.decisions}
    data["label"] = told_reach(result, "en")
    if isinstance(result, GameReached):
        data["record"] = ENGINE.codec.record_data(result.record)
    else:
        data["games"] = result.games
    return data


def as_test(situation: Counterexample, name: str, replayed: Replayed | None = None) -> str:
    """The source of a pytest file that puts the position into the engine, takes the action and holds what follows.

    A position that the engine's codec refuses gives a test that it does, and why.
    """
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"{name}: not a name for a test")
    found = replayed or REPLAYER.replay(situation)
    if found.state is None:
        raise ValueError(f"nothing to test: {found.label}")
    body = list(_body(found, found.state, situation.violation))
    text = "\n".join([f"def test_{name}() -> None:", *[f"    {line}" for line in body]])
    return f"{_head(situation, found, text)}\n\n\n{text}\n"


def _head(situation: Counterexample, found: Replayed, body: str) -> str:
    """The docstring, what the test needs to import, the position and the action."""
    assert found.state is not None
    names = [name for name in ("BadInput",) if name in body]
    lines = [_docstring(situation, found), "", "from __future__ import annotations", ""]
    if "pytest." in body:
        lines += ["import pytest", ""]
    engine = [name for name in ("IllegalAction", "Reason") if name in body]
    lines.append(f"from archipel.reference.costa_ruana import {', '.join([*engine, 'codec'])}")
    if names:
        lines.append("from archipel.reference.strict_json import BadInput")
    lines += ["", *_constant("POSITION", codec.dumps_state(found.state))]
    if found.action is not None:
        lines += _constant("ACTION", codec.dumps_action(found.action))
    return "\n".join(lines)


def _docstring(situation: Counterexample, found: Replayed) -> str:
    told = [line.replace("\\", "/").replace('"', "'") for line in tell(situation, "en", found)]
    return "\n".join(['"""' + "A situation found by a prover, replayed by the engine.", "", *_wrapped(told), '"""'])


def _wrapped(lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield from textwrap.wrap(line, WIDTH) or [""]


def _constant(name: str, text: str) -> list[str]:
    text = text.strip()
    if len(text) + len(name) < WIDTH:
        return [f"{name} = {_quoted(text)}"]
    chunks = [text[start : start + WIDTH] for start in range(0, len(text), WIDTH)]
    return [f"{name} = (", *[f"    {_quoted(chunk)}" for chunk in chunks], ")"]


def _quoted(text: str) -> str:
    return repr(text) if '"' in text else json.dumps(text)


def _body(found: Replayed, state: State, violation: str) -> Iterator[str]:
    if refusal := _refusal(state):
        yield f"with pytest.raises(BadInput, match={json.dumps(re.escape(refusal))}):"
        yield "    codec.loads_state(POSITION)"
        return
    yield "before = codec.loads_state(POSITION)"
    if found.action is None:
        yield "assert before.legal_actions()" if state.legal_actions() else "assert before.is_terminal()"
        yield from _held("before", None, state)
    elif found.after is None:
        yield "with pytest.raises(IllegalAction) as refusal:"
        yield "    before.apply_action(codec.loads_action(ACTION))"
        yield f"assert refusal.value.reason is Reason.{_reason(found, state)}"
    else:
        yield "after = before.apply_action(codec.loads_action(ACTION))"
        yield from _held("after", state, found.after)
    if violation:
        yield f"assert {violation}"


def _refusal(state: State) -> str:
    """Why the position cannot be read back; empty if it can."""
    try:
        codec.loads_state(codec.dumps_state(state))
    except BadInput as error:
        return str(error)
    return ""


def _reason(found: Replayed, state: State) -> str:
    assert found.action is not None
    try:
        state.apply_action(found.action)
    except IllegalAction as error:
        return error.reason.name
    raise AssertionError(f"the engine no longer refuses: {ReplayOutcome.BOTH_REFUSE}")


def _held(name: str, before: State | None, after: State) -> Iterator[str]:
    """What the position is like: all of it, or only what a decision changed."""
    for field in SCALARS:
        value = codec.plain(getattr(after, field))
        if before is None or value != codec.plain(getattr(before, field)):
            yield f"assert {name}.{field} is None" if value is None else f"assert {name}.{field} == {json.dumps(value)}"
    for field in TABLES:
        old = None if before is None else getattr(before, field)
        for place, value in enumerate(getattr(after, field)):
            if old is None or value != old[place]:
                yield f"assert {name}.{field}[{place}] == {value!r}"
