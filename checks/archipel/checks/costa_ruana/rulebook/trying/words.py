"""The words of the page, in English and in French; what other parts of the project say is taken from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from archipel.checks.costa_ruana.rulebook.trying import games
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.wording import (
    CATALOGUE,
    LETTERS,
    background_words,
    counted,
    default_names,
    effect_words,
    face_words,
    say,
    speaker,
)
from archipel.reference.costa_ruana import Background, balanced_deck
from archipel.reference.costa_ruana.readings import CHOICES
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.readings import READINGS

Href = Callable[[str], str]

FACTS = (
    "fact.majority",
    "fact.majority.none",
    "fact.conflict",
    "fact.conflict.group",
    "fact.single",
    "fact.single.none",
    "fact.fewest",
)
"""What brings in a clause, in the words of ``archipel explain``."""

def phrase(lang: str, key: str, **values: object) -> str:
    """A phrase of the page, filled in."""
    return say(lang, f"page.{key}", **values)


def table(lang: str, clause_href: Href, tables: Mapping[str, Any]) -> dict[str, Any]:
    """Every word the page's script needs beside the tables."""
    numbers = NUMBERS.for_statements()
    return {
        "lang": lang,
        "letters": LETTERS[: PLAYERS[-1]],
        "names": default_names(lang, PLAYERS[-1]),
        "and": speaker(lang).raw("list.and"),
        "page": {key: texts[lang] for key, texts in CATALOGUE.group("page").items()},
        "facts": {key: speaker(lang).raw(key) for key in FACTS},
        "counted": {
            word: counted(lang, "treasures", number).replace(str(number), "{number}")
            for word, number in (("one", 1), ("many", 2))
        },
        "empty": say(lang, "words.empty"),
        "backgrounds": {side.value: background_words(lang, side) for side in Background},
        "cards": [[face_words(lang, card), effect_words(lang, card)] for card in balanced_deck().cards],
        "points": {point: _point(point, lang, numbers) for point in CHOICES},
        "clauses": {id: [RULEBOOK.clauses[id].statement(lang, numbers), clause_href(id)] for id in _clauses(tables)},
    }


def _point(id: str, lang: str, numbers: dict[str, int]) -> dict[str, Any]:
    point = READINGS.points[id]
    return {
        "clause": point.clause.id,
        "question": point.questions[lang],
        "why": point.reasons[lang],
        "readings": {name: said.statements[lang].format(**numbers) for name, said in point.readings.items()},
    }


def _clauses(tables: Mapping[str, Any]) -> list[str]:
    """The clauses that the page can name, in the order of the rulebook."""
    reasons = [why for part in ("island", "shaman") for why in tables[part]["reasons"]]
    named = {clause for why in reasons for clause, _ in why} | set(tables["conditions"]["why"])
    named |= {"components.island-cap", "collection.one-per-island"}
    named |= {READINGS.points[point].clause.id for point in CHOICES}
    named |= set(_of_games(games.table("en")))
    return [id for id in RULEBOOK.clauses if id in named]


def _of_games(records: Iterable[dict[str, Any]]) -> list[str]:
    happenings = [happening for record in records for step in record["steps"] for happening in step["happens"]]
    return [clause for _, clauses in happenings for clause in clauses]
