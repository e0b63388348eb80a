"""Rulings whose numbers differ: which do, and which clauses say something else. Nothing here knows any game."""

from __future__ import annotations

from archipel.checks.games.registry import game_called
from archipel.checks.variants.variant_files import Variant, clause_changes


def number_differences(one: Variant, other: Variant) -> dict[str, tuple[int | None, int | None]]:
    """The numbers that two rulings do not share, as each has them; None where one has no such number."""
    mine, yours = one.numbers.for_statements(), other.numbers.for_statements()
    names = dict.fromkeys((*mine, *yours))
    return {name: (mine.get(name), yours.get(name)) for name in names if mine.get(name) != yours.get(name)}


def clauses_apart(one: Variant, other: Variant) -> list[str]:
    """The clauses of which two rulings make different things, in rulebook order."""
    mine, yours = ({change.id: change.now for change in clause_changes(each)} for each in (one, other))
    return [id for id in game_called(one.game).readings.rulebook.clauses if mine.get(id) != yours.get(id)]
