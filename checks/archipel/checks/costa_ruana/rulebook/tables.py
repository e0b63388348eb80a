"""Tables for the rulebook of Costa Ruana: the faces of cards, and how many there are of each in the shipped deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from archipel.checks.costa_ruana.wording import effect_words, face_words
from archipel.checks.rulebook.parts import Table
from archipel.reference.costa_ruana.deck import COUNTED, Background, Card, Kind, balanced_deck

FACE_HEADS = {"en": ("card", "what it does"), "fr": ("carte", "ce qu'elle fait")}
DECK_HEADS = {"en": ("card", "{n} players"), "fr": ("carte", "{n} joueurs")}
ALL = {"en": "all cards", "fr": "toutes les cartes"}


def faces(numbers: Mapping[str, int]) -> list[Card]:
    """One card of each face, in the order in which a player resolves them."""
    amounts = range(numbers["least_amount"], numbers["greatest_amount"] + 1)
    return [
        Card(kind, amount, Background.DAY, 1) for kind in Kind for amount in (amounts if kind in COUNTED else (1,))
    ]


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
