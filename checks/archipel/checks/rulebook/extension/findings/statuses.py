"""How well a theorem is known, in words; never better than the report says, and of a variant never what was only shown
of the original."""

from __future__ import annotations

from collections.abc import Sequence

from archipel.checks.proofs.results import Result
from archipel.checks.rulebook.book import Book
from archipel.checks.rulebook.extension.wording import listed, say
from archipel.spec.theorems import Theorem


def status_of(book: Book, theorem: Theorem) -> str:
    """How well a theorem is known for the rules of this edition."""
    if book.is_original:
        return originally(book, theorem)
    fate = book.fate(theorem.id)
    if fate is None:
        return say(book.language, "status.variant")
    return say(book.language, f"fate.{fate}", status=originally(book, theorem))


def originally(book: Book, theorem: Theorem) -> str:
    """How well a theorem is known for the rules of the original: each status with the players it is for."""
    groups: dict[str, list[Result]] = {}
    for result in book.results(theorem.id):
        groups.setdefault(result.status.value, []).append(result)
    parts = [_told(book.language, status, found) for status, found in groups.items()]
    return say(book.language, "semicolon").join(parts) or say(book.language, "status.none")


def _told(language: str, status: str, found: Sequence[Result]) -> str:
    provers = sorted({result.prover for result in found if result.prover})
    by = say(language, "status.by", provers=listed(language, provers)) if provers else ""
    players = players_in(language, sorted({result.players for result in found}))
    return say(language, f"status.{status}", players=players) + by


def players_in(language: str, players: Sequence[int]) -> str:
    """Numbers of players in words: 2 to 6 players, or 2, 3 and 5 players."""
    low, high = players[0], players[-1]
    if low == high:
        return say(language, "players.one", low=low)
    if len(players) == high - low + 1 > 2:
        return say(language, "players.span", low=low, high=high)
    return say(language, "players.one", low=listed(language, [str(n) for n in players]))
