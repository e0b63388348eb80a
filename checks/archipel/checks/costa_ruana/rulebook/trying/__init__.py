"""A page to try the rules on: who takes a treasure, who is the next shaman, which cards are active, a game to follow.

The page needs no server and asks nobody. Its answers are looked up in tables that the reference engine made when the
page was built (:mod:`islands`, :mod:`shamans`, :mod:`conditions`, :mod:`games`), with the clauses that give each
answer; ``static/lookup.js`` looks up and knows no rule, the other scripts draw. The same tables are made each time.

:func:`fragment` is the page's HTML, :func:`assets` are the files it needs beside it, in the order in which
:func:`scripts` are to be loaded. :func:`standalone` is all of it in one file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path

from archipel.checks.costa_ruana.rulebook.trying import conditions, games, islands, shamans, words
from archipel.checks.costa_ruana.rulebook.trying.packing import DIGITS
from archipel.checks.costa_ruana.rulebook.trying.page import Page
from archipel.checks.costa_ruana.rulebook.trying.styles import style_sheet
from archipel.checks.proofs.kept.cache import kept_text
from archipel.checks.support.versions import EVERYTHING, code_of
from archipel.reference.costa_ruana.readings import CHOICES, POINTS
from archipel.reference.strict_json import canonical
from archipel.spec.logic.fingerprint import digest

Href = Callable[[str], str]

NO_BREAK = "\u00a0"
STYLE = "try-it.css"
PARTS = ("elements", "pictures", "readings", "steppers", "island", "shaman", "conditions", "game", "page")
"""The parts of the page's script, in the order in which they stand in it."""
LOOKUP = "try-it-lookup.js"
SCRIPT = "try-it.js"
TABLES = "try-it-tables.js"


def anchor(clause: str) -> str:
    """A clause on the same page."""
    return f"#clause-{clause}"


def fragment(lang: str) -> str:
    """The page's HTML, to stand in a page of the rulebook."""
    return unbroken(lang, Page(lang).html)


def assets(lang: str, clause_href: Href = anchor) -> Mapping[str, str]:
    """The files the page needs, by name; ``clause_href`` says where a clause is to be found."""
    tables = tables_text()
    spoken = words.table(lang, clause_href, json.loads(tables))
    return {
        STYLE: style_sheet(),
        TABLES: _script("tables", tables),
        _words(lang): _script("words", unbroken(lang, canonical(spoken, newline=False))),
        _games(lang): _script("games", unbroken(lang, canonical(games.table(lang), newline=False))),
        LOOKUP: _static("lookup.js"),
        SCRIPT: _page_script(),
    }


def scripts(lang: str) -> tuple[str, ...]:
    """The scripts among the assets, in the order in which they are to be loaded, after the page's HTML."""
    return TABLES, _words(lang), _games(lang), LOOKUP, SCRIPT


def standalone(lang: str, clause_href: Href = anchor) -> str:
    """The page as one file that needs nothing else."""
    files = assets(lang, clause_href)
    title = escape(words.phrase(lang, "title"))
    loaded = "\n".join([f"<script>\n{files[name]}</script>" for name in scripts(lang)])
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Costa Ruana · {title}</title>\n'
        f'<link rel="icon" href="data:,">\n<style>\n{files[STYLE]}</style>\n</head>\n<body class="ti-alone">\n'
        f"<main>\n<h1>{title}</h1>\n{fragment(lang)}</main>\n{loaded}\n</body>\n</html>\n"
    )


@cache
def tables_text() -> str:
    """All the tables, as text; made once for what engine, clauses and this program are today."""
    return kept_text(digest(["try it", code_of(*EVERYTHING)]), made_tables)


def made_tables() -> str:
    """The same, made now."""
    tables = {
        "digits": DIGITS,
        "points": POINTS,
        "readings": CHOICES,
        "island": islands.table(),
        "shaman": shamans.table(),
        "conditions": conditions.table(),
    }
    return canonical(tables, newline=False)


def _words(lang: str) -> str:
    return f"try-it-words-{lang}.js"


def _games(lang: str) -> str:
    return f"try-it-games-{lang}.js"


def unbroken(lang: str, text: str) -> str:
    """A text in which French marks never begin a line; the space before them is one that does not break."""
    return re.sub(r" (?=[;:?!»])", NO_BREAK, text) if lang == "fr" else text


def _script(name: str, data: str) -> str:
    """Data as a script that puts them where the page's own scripts find them."""
    text = data.replace("</", "<\\/")
    return f"globalThis.archipelTry = Object.assign(globalThis.archipelTry || {{}}, {{ {name}: {text} }});\n"


def _page_script() -> str:
    """The parts of the page's script as one, which leaves no names behind."""
    parts = "\n".join([_static(f"{part}.js") for part in PARTS])
    return f'(function () {{\n"use strict";\n\n{parts}}})();\n'


def _static(name: str) -> str:
    return (Path(__file__).parent / "static" / name).read_text(encoding="utf-8")
