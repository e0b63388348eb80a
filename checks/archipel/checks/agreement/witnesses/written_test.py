"""Regression tests from counterexamples: a situation as a pytest file. Nothing here knows any game."""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from archipel.checks.agreement.witnesses.counterexamples import Counterexample, Replay
from archipel.reference.strict_json import BadInput, Field, canonical

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

WIDTH = 96
SHORT = 80
CONSTANTS = ("None", "True", "False")

READ = '''
def position(text: str) -> Any:
    return ENGINE.codec.read_state(Field(parse(text)))


def action(text: str) -> Any:
    return ENGINE.codec.read_action(Field(parse(text)))


def data(state: Any) -> dict[str, Any]:
    return ENGINE.codec.position_data(state)
'''


def written_test(
    game: Game, situation: Counterexample, name: str, found: Replay[Any, Any], told: Sequence[str]
) -> str:
    """The source of a test that holds what the engine makes of a position.

    A position that the engine's codec refuses gives a test that it does, and why.
    """
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"{name}: not a name for a test")
    if found.state is None:
        raise ValueError(f"nothing to test: {found.label}")
    body = [f"    {line}" for line in _body(game, found, situation.violation)]
    return "\n".join([*_head(game, found, told, "\n".join(body)), "", f"def test_{name}() -> None:", *body, ""])


def _head(game: Game, found: Replay[Any, Any], told: Sequence[str], body: str) -> Iterator[str]:
    """The docstring, what the test needs to import, the position and the action."""
    sentences = [line.replace("\\", "/").replace('"', "'") for line in told]
    lines = [wrapped for line in sentences for wrapped in textwrap.wrap(line, WIDTH) or [""]]
    yield from ('"""A situation found by a prover, replayed by the engine.', "", *lines, '"""', "")
    yield from ("from __future__ import annotations", "", "from typing import Any", "")
    yield from ("import pytest", "") if "pytest." in body else ()
    yield "from archipel.checks.games.registry import game_called"
    bad = "BadInput, " if "BadInput" in body else ""
    yield f"from archipel.reference.strict_json import {bad}Field, parse"
    yield from ("", f'ENGINE = game_called("{game.called}").engine')
    codec = game.engine.codec
    yield from _constant("POSITION", canonical(codec.state_data(found.state), newline=False))
    if found.action is not None:
        yield from _constant("ACTION", canonical(codec.action_data(found.action), newline=False))
    yield from ("", *READ.splitlines(), "")


def _constant(name: str, text: str) -> list[str]:
    if len(text) + len(name) < WIDTH:
        return [f"{name} = {_quoted(text)}"]
    chunks = [text[start : start + WIDTH] for start in range(0, len(text), WIDTH)]
    return [f"{name} = (", *[f"    {_quoted(chunk)}" for chunk in chunks], ")"]


def _quoted(text: str) -> str:
    return repr(text) if '"' in text else json.dumps(text)


def _body(game: Game, found: Replay[Any, Any], violation: str) -> Iterator[str]:
    engine = game.engine
    if refusal := _refusal(game, found.state):
        yield f"with pytest.raises(BadInput, match={json.dumps(re.escape(refusal))}):"
        yield "    position(POSITION)"
        return
    yield "before = position(POSITION)"
    if found.action is None:
        over = engine.actor(found.state) is None
        yield f"assert {'not ' if over else ''}ENGINE.legal_actions(before)"
        yield from _held("before", None, engine.codec.position_data(found.state))
    elif found.after is None:
        yield "with pytest.raises(ENGINE.illegal) as refusal:"
        yield "    ENGINE.apply_action(before, action(ACTION))"
        yield f"assert str(refusal.value) == {json.dumps(_reason(game, found))}"
    else:
        yield "after = ENGINE.apply_action(before, action(ACTION))"
        sides = [engine.codec.position_data(state) for state in (found.state, found.after)]
        yield from _held("after", *sides)
    if violation:
        yield f"assert {violation}"


def _refusal(game: Game, state: Any) -> str:
    """Why the position cannot be read back; empty if it can."""
    codec = game.engine.codec
    try:
        codec.read_state(Field(codec.state_data(state)))
    except BadInput as error:
        return str(error)
    return ""


def _reason(game: Game, found: Replay[Any, Any]) -> str:
    try:
        game.engine.apply_action(found.state, found.action)
    except game.engine.illegal as error:
        return str(error)
    raise AssertionError("the engine no longer refuses what it refused in the replay")


def _held(name: str, before: dict[str, Any] | None, after: dict[str, Any]) -> Iterator[str]:
    """What the position is like: all of it, or only what a decision changed; what is long in writing is left out."""
    found: list[tuple[str, Any]] = []
    for field, value in after.items():
        old, what = None if before is None else before.get(field), f'data({name})["{field}"]'
        if isinstance(value, list) and isinstance(old, list) and len(old) == len(value):
            found += [(f"{what}[{place}]", row) for place, row in enumerate(value) if row != old[place]]
        elif before is None or value != old:
            found.append((what, value))
    told = [(what, literal) for what, value in found if len(literal := _literal(value)) <= SHORT]
    yield from [f"assert {what} {'is' if value in CONSTANTS else '=='} {value}" for what, value in told]


def _literal(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {_literal(item)}" for key, item in value.items()) + "}"
    return json.dumps(value) if isinstance(value, str) else repr(value)
