"""The strict JSON reader: everything odd is refused in one line, everything else round-trips."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archipel.reference.strict_json import MAX_DEPTH, BadInput, Field, canonical, parse

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14), 10**14) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_round_trip(value: object) -> None:
    text = canonical(value)
    assert parse(text) == value == parse(text.encode())
    assert canonical(parse(text)) == text
    assert canonical(value, newline=False) + "\n" == text


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[1,]", "not JSON"),
        ("1 2", "not JSON"),
        ("\ufeff1", "not JSON"),
        ("NaN", "NaN"),
        ("[-Infinity]", "Infinity"),
        ("1e999", "whole"),
        ("1.5", "whole"),
        ("9" * 5000, "5000 digits"),
        ('{"a":1,"a":2}', "twice"),
        ('{"b":{"a\\n":1,"a\\n":2}}', "twice"),
        ("[" * 100_000, "deep"),
        ('{"a":' * 50 + "1" + "}" * 50, "deep"),
        (b"\xff\xfe", "UTF-8"),
        (b'"\xc3"', "UTF-8"),
        ('"\ud800"', "UTF-8"),
        ('"\x01"', "not JSON"),
    ],
)
def test_refusals(text: str | bytes, part: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(text)
    assert part in str(caught.value) and "\n" not in str(caught.value)


def test_a_hostile_string_is_read_in_linear_time() -> None:
    with pytest.raises(BadInput):
        parse('"' + '\\"' * 1_000_000)
    with pytest.raises(BadInput):
        parse('"\\' * 1_000_000)


def test_size_limit() -> None:
    with pytest.raises(BadInput, match="too large"):
        parse(" " * 11 + "1", max_bytes=10)
    assert parse("[1]", max_bytes=3) == [1]


def test_the_limit_is_in_bytes() -> None:
    with pytest.raises(BadInput, match="too large"):
        parse('"ééé"', max_bytes=6)


def test_depth_limit_does_not_count_brackets_in_strings() -> None:
    assert parse(json.dumps("[" * 100)) == "[" * 100
    deepest = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert canonical(parse(deepest), newline=False) == deepest


def test_paths_in_messages() -> None:
    field = Field(parse('{"moves":[{"island":"x"}]}'))
    island = field.members(["moves"])["moves"].items()[0].members(["island"])["island"]
    with pytest.raises(BadInput, match=r"^moves\[0\]\.island: expected a whole number, found 'x'$"):
        island.whole(0, 9)
    with pytest.raises(BadInput, match=r"^document: expected a list, found an object$"):
        field.items()


def test_messages_stay_short_and_ascii() -> None:
    with pytest.raises(BadInput) as caught:
        Field("é\n" * 1000).whole(0, 1)
    assert str(caught.value).isascii() and len(str(caught.value)) < 120


def slow_depth(text: str) -> int:
    """How deep brackets are nested outside strings, letter by letter."""
    depth = deepest = 0
    inside = escaped = False
    for letter in text:
        if inside:
            inside = escaped or letter != '"'
            escaped = not escaped and letter == "\\"
        elif letter == '"':
            inside = True
        elif letter in "[]{}":
            depth += 1 if letter in "[{" else -1
            deepest = max(deepest, depth)
    return deepest


@given(st.text(alphabet='[]{}"\\a1:é', max_size=40))
@settings(max_examples=1000, deadline=None)
def test_how_deep_a_text_is_nested(text: str) -> None:
    try:
        parse(text, max_depth=2)
        complaint = ""
    except BadInput as error:
        complaint = str(error)
    assert ("nested" in complaint) == (slow_depth(text) > 2)


@given(st.integers(1, 40), st.sampled_from(["[%s]", '["%s"]', '{"a": -%s}', "%s"]))
def test_a_long_number_is_refused_and_a_long_text_is_not(size: int, form: str) -> None:
    text = form % ("7" * size)
    if size <= 15 or '"%s"' in form:
        parse(text)
    else:
        with pytest.raises(BadInput, match=f"a number of {size} digits is too large"):
            parse(text)
