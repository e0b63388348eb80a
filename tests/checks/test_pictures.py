"""The pictures of the rulebook: accessible, alone, and as the engine and the clauses say."""

from __future__ import annotations

import pytest

from archipel.checks.costa_ruana.examples import EXAMPLES
from archipel.checks.costa_ruana.rulebook.pictures import NAMES, for_clause, for_example, for_reading, named


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_example_has_a_strip_and_every_name_a_picture(lang: str) -> None:
    assert all(for_example(id, lang) for id in EXAMPLES)
    assert all(named(name, lang).svg for name in NAMES)


def test_what_does_not_exist_has_no_picture() -> None:
    for ask in (for_clause, for_example, named):
        with pytest.raises(KeyError):
            ask("nothing", "en")
    with pytest.raises(KeyError):
        for_reading("majority", "nothing", "en")
    with pytest.raises(KeyError):
        for_reading("nothing", "each", "en")
