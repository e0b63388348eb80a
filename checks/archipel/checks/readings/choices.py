"""Rulings: which reading of each open point somebody plays by, as people write them. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Iterable

from archipel.reference.strict_json import BadInput
from archipel.spec.readings import Choice, Readings

ORIGINAL = "original"


def choice_in(readings: Readings, text: str) -> Choice:
    """The readings a text names: ``point=reading``, several with commas between, or ``original`` for all of ours."""
    if text == ORIGINAL:
        return {}
    choice: dict[str, str] = {}
    for word in text.split(","):
        point, equals, name = word.strip().partition("=")
        if not equals:
            raise BadInput(f"expected point=reading, found {word.strip()!r}")
        if choice.setdefault(point, name) != name:
            raise BadInput(f"{point}: read in two ways, {choice[point]} and {name}")
    return checked(readings, choice)


def checked(readings: Readings, choice: Choice) -> Choice:
    """The choice, if its points and readings exist."""
    try:
        readings.chosen(choice)
    except ValueError as error:
        raise BadInput(str(error)) from None
    return choice


def choice_of_all(readings: Readings, texts: Iterable[str]) -> Choice:
    """The readings that several texts name together."""
    return choice_in(readings, ",".join(texts) or ORIGINAL)


def told(choice: Choice) -> str:
    """The same in writing."""
    return ",".join(f"{point}={name}" for point, name in choice.items()) or ORIGINAL
