"""Rulings as people write them."""

from __future__ import annotations

import pytest

from archipel.checks.readings.choices import ORIGINAL, choice_in, choice_of_all, told
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana.readings import READINGS


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        (ORIGINAL, {}),
        ("shaman-tie=self-first", {"shaman-tie": "self-first"}),
        ("shaman-tie=self-first, flip=optional", {"shaman-tie": "self-first", "flip": "optional"}),
        ("flip=optional,flip=optional", {"flip": "optional"}),
    ],
)
def test_rulings_are_read(text: str, choice: dict[str, str]) -> None:
    assert choice_in(READINGS, text) == choice
    assert choice_in(READINGS, told(choice)) == choice


def test_several_words_are_one_ruling() -> None:
    assert choice_of_all(READINGS, []) == {}
    assert choice_of_all(READINGS, ["flip=optional", "fewest=total"]) == {"flip": "optional", "fewest": "total"}


@pytest.mark.parametrize(
    "text",
    ["", "flip", "flip=", "flip=maybe", "nothing=optional", "flip=optional,flip=mandatory", "original,flip=optional"],
)
def test_what_is_no_ruling_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        choice_in(READINGS, text)
