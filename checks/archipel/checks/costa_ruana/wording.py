"""Everything a person reads about Costa Ruana, in English and in French: its catalogue, and words for its values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from archipel.checks.explain.catalogue import LETTERS, PHRASES, Catalogue, Speaker
from archipel.reference.costa_ruana.actions import IllegalAction, Reason
from archipel.reference.costa_ruana.deck import Background, Card
from archipel.spec.clauses import LANGUAGES

PARTS = (
    *("words", "questions", "position", "decisions", "consequences", "refusals", "outcomes"),
    *("playing", "comparison", "figures", "pictures", "page"),
)
CATALOGUE = Catalogue(
    *(Path(__file__).parent / "catalogue" / f"{part}.toml" for part in PARTS),
    PHRASES,
)


@cache
def speaker(lang: str) -> Speaker:
    """The catalogue in one language."""
    return Speaker(CATALOGUE, lang)


def say(lang: str, key: str, /, **values: object) -> str:
    """A phrase of the catalogue, filled in."""
    return speaker(lang).say(key, **values)


def counted(lang: str, noun: str, number: int) -> str:
    """A number with its noun."""
    return speaker(lang).counted(noun, number)


def listed(lang: str, items: Iterable[str]) -> str:
    """A list with commas and a last "and"."""
    return speaker(lang).listed(list(items))


def default_names(lang: str, players: int) -> tuple[str, ...]:
    """A name for each seat, beginning with the seat's letter."""
    return tuple(say(lang, "names").split()[:players])


def face_words(lang: str, card: Card) -> str:
    """What a card does, in two words."""
    return say(lang, f"face.{card.kind.value}", amount=card.amount)


def effect_words(lang: str, card: Card) -> str:
    """What a card does, explained."""
    return say(lang, f"effect.{card.kind.value}", amount=card.amount)


def background_words(lang: str, background: Background) -> str:
    """The name of a background or of a side of a Condition card."""
    return say(lang, f"background.{background.value}")


def card_words(lang: str, card: Card) -> str:
    """A card in a few words, such as Place 2 (night)."""
    return f"{face_words(lang, card)} ({background_words(lang, card.background)})"


def reason_words(lang: str, reason: Reason) -> str:
    """Why something is not allowed."""
    return say(lang, f"reason.{reason.name}")


def refusal_words(error: ValueError) -> dict[str, str]:
    """Why the engine refuses something, in each language."""
    assert isinstance(error, IllegalAction)
    return {lang: reason_words(lang, error.reason) for lang in LANGUAGES}


def crowd_words(lang: str, row: Sequence[int]) -> str:
    """Who stands on an island, by letter."""
    people = [f"{LETTERS[seat]} {count}" for seat, count in enumerate(row) if count]
    return ", ".join(people) or say(lang, "words.empty")
