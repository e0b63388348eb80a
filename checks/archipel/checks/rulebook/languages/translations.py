"""Words that the rules have in English only, in other languages: what symbols mean, and where examples stand.

They are kept like the translation of the pages, in ``words.po`` of the game's rulebook. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from archipel.checks.games.registry import game_called
from archipel.checks.rulebook.parts import parts_of
from archipel.spec.clauses import Rulebook
from archipel.spec.logic.terms import Domain

WORDS = "words"
ENGLISH = "en"


def locale_of(game: str) -> Path:
    """Where the translations of a game's rulebook are kept."""
    return parts_of(game).folder / "locale"


@cache
def words_in(game: str, language: str) -> Mapping[str, str]:
    """The translation of every word there is one for."""
    if language == ENGLISH:
        return {}
    from babel.messages.pofile import read_po

    with (locale_of(game) / language / "LC_MESSAGES" / f"{WORDS}.po").open("rb") as file:
        found = read_po(file, locale=language)
    return {str(entry.id): str(entry.string) for entry in found if entry.id and entry.string and not entry.fuzzy}


def words_to_translate(game: str) -> Iterator[str]:
    """Every word of the rules that pages print and that is in English only."""
    rulebook = game_called(game).rulebook
    yield from (symbol.meaning for symbol in rulebook.vocabulary.symbols.values() if symbol.meaning)
    yield from (definition.meaning for definition in rulebook.definitions.values() if definition.meaning)
    yield from (domain_name(domain) for domain in domains_of(rulebook))
    yield from (example.figure for example in game_called(game).examples.values())
    yield from game_called(game).sources.values()


def domains_of(rulebook: Rulebook) -> list[Domain]:
    """What symbols and notions range over, each once."""
    symbols = rulebook.vocabulary.symbols.values()
    found = {d.letter: d for s in symbols for d in (*s.domains, *([s.values] if s.values else []))}
    found |= {v.domain.letter: v.domain for d in rulebook.definitions.values() for v in d.parameters}
    return list(found.values())


def domain_name(domain: Domain) -> str:
    return domain.name.replace("_", " ")
