"""What the rulebook of Costa Ruana has of its own besides pages and facts: tables, pictures, a page to try."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from archipel.checks.rulebook.parts import Gallery, Parts, Table

if TYPE_CHECKING:
    from archipel.checks.rulebook.figures.kept import FigureFile
    from archipel.checks.rulebook.trying.trial import TryIt


from archipel.checks.costa_ruana.wording import effect_words, face_words
from archipel.reference.costa_ruana.deck import COUNTED, Background, Card, Kind, balanced_deck


class CostaRuanaParts(Parts):
    """Its printed rulebook; what draws is imported when a picture is asked for."""

    @property
    def tables(self) -> Mapping[str, Callable[[str, Mapping[str, int]], Table]]:
        from archipel.checks.costa_ruana.rulebook.parts import TABLES

        return TABLES

    @property
    def pictures(self) -> Gallery:
        from archipel.checks.costa_ruana.rulebook.gallery import GALLERY

        return GALLERY

    @property
    def figures(self) -> FigureFile:
        from archipel.checks.costa_ruana.rulebook.figures import FILE

        return FILE

    @property
    def trying(self) -> TryIt:
        from archipel.checks.costa_ruana.rulebook.trying import TRY_IT

        return TRY_IT


PARTS = CostaRuanaParts(Path(__file__).parent)


FACE_HEADS = {"en": ("card", "what it does"), "fr": ("carte", "ce qu'elle fait")}
DECK_HEADS = {"en": ("card", "{n} players"), "fr": ("carte", "{n} joueurs")}
ALL = {"en": "all cards", "fr": "toutes les cartes"}


def faces(numbers: Mapping[str, int]) -> list[Card]:
    """One card of each face, in the order in which a player resolves them."""
    amounts = range(numbers["least_amount"], numbers["greatest_amount"] + 1)
    return [Card(kind, amount, Background.DAY, 1) for kind in Kind for amount in (amounts if kind in COUNTED else (1,))]


def face_table(language: str, numbers: Mapping[str, int]) -> Table:
    rows = [(face_words(language, card), effect_words(language, card)) for card in faces(numbers)]
    return Table(FACE_HEADS[language], rows)


def deck_table(language: str, numbers: Mapping[str, int]) -> Table:
    """How many cards of each face a game uses, for each number of players."""
    deck = balanced_deck()
    counts = range(numbers["min_players"], numbers["max_players"] + 1)
    used = {n: [deck.cards[number] for number in deck.kept(n)] for n in counts}
    first, each = DECK_HEADS[language]
    rows = [
        (face_words(language, face), *(str(sum(card[:2] == face[:2] for card in used[n])) for n in counts))
        for face in faces(numbers)
    ]
    rows.append((ALL[language], *(str(len(used[n])) for n in counts)))
    return Table((first, *(each.format(n=n) for n in counts)), rows)


TABLES: Mapping[str, Callable[[str, Mapping[str, int]], Table]] = {"faces": face_table, "deck": deck_table}
