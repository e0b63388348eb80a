"""The first page of a printed edition, and what the file says about itself."""

from __future__ import annotations

from importlib import metadata
from typing import Any

from archipel.checks.rulebook.book import Book
from archipel.checks.rulebook.extension.wording import say

AUTHOR = "the Archipel project"


def for_print(book: Book) -> dict[str, Any]:
    """What Sphinx has to be told so that an edition is printed on paper."""
    game = book.game.replace("_", " ").title()
    variant = "" if book.is_original else book.variant.title or say(book.language, "variant.untitled")
    said = {part: say(book.language, f"print.{part}") for part in ("subtitle", "edition")}
    colophon = say(book.language, "print.colophon", version=metadata.version("archipel"))
    return {
        "author": AUTHOR,
        "typst_cover": {"title": game, "variant": variant, "colophon": colophon, **said},
        "typst_keywords": [game, *say(book.language, "print.keywords").split(", ")],
    }
