"""The page to try the rules on, with the files it needs.

It needs no server and asks nobody. Its answers are looked up in tables that were made when the page was built, with the
clauses that give each answer; ``static/lookup.js`` looks up and knows no rule, the other scripts show what Python drew.
The same tables are made each time. Nothing here knows any game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from archipel.checks.explain.catalogue import LETTERS, Catalogue, Speaker
from archipel.checks.games.protocol import Game
from archipel.checks.proofs.kept.cache import kept_text
from archipel.checks.rulebook.svg.layout import Block
from archipel.checks.rulebook.svg.style import Artwork
from archipel.checks.rulebook.trying.games import ShownGames
from archipel.checks.rulebook.trying.packing import DIGITS, Data, every_choice
from archipel.checks.rulebook.trying.page import TryItPage
from archipel.checks.rulebook.trying.questions import TriedQuestion
from archipel.checks.rulebook.trying.styles import style_sheet
from archipel.checks.support.versions import EVERYTHING, code_of
from archipel.reference.strict_json import canonical
from archipel.spec.clauses import LANGUAGES
from archipel.spec.logic.fingerprint import digest

Href = Callable[[str], str]

HERE = Path(__file__).parent
NO_BREAK = "\u00a0"
PARTS = ("elements", "pictures", "readings", "settings", "question", "game", "page")
"""The parts of the page's script, in the order in which they stand in it."""
LOOKUP = "try-it-lookup.js"
SCRIPT = "try-it.js"
TABLES = "try-it-tables.js"


def anchor(clause: str) -> str:
    """A clause on the same page."""
    return f"#clause-{clause}"


@dataclass(frozen=True)
class TryIt:
    """A page to try a game on, as it is declared.

    ``pieces`` are what the pictures of questions are put together from, with their names in a language. ``said`` are
    phrases beside those of the page (``page.…``) that answers are told with, and ``nouns`` what is counted there.
    ``choices`` are the readings of each point, ours first.
    """

    game: Game
    art: Artwork
    choices: Mapping[str, Sequence[str]]
    questions: Mapping[str, TriedQuestion]
    first: int
    pieces: Callable[[str], Mapping[str, tuple[str, Block]]] = lambda lang: {}
    said: Sequence[str] = ()
    nouns: Sequence[str] = ()
    games: ShownGames | None = None

    STYLE = "try-it.css"

    # The page

    def fragment(self, lang: str) -> str:
        """The page's HTML, to stand in a page of the rulebook."""
        pieces = {name: block for name, (_, block) in self.pieces(lang).items()}
        players, drawn = self.game.players, (self.questions, pieces, self.games is not None)
        page = TryItPage(self.speaker(lang), self.art, self.game.names(lang, players[-1]), players, self.first, *drawn)
        return unbroken(lang, page.html)

    def scripts(self, lang: str) -> tuple[str, ...]:
        """The scripts among the assets, in the order in which they are to be loaded, after the page's HTML."""
        return TABLES, f"try-it-words-{lang}.js", f"try-it-games-{lang}.js", LOOKUP, SCRIPT

    def assets(self, lang: str, clause_href: Href = anchor) -> Mapping[str, str]:
        """The files the page needs, by name; ``clause_href`` says where a clause is to be found."""
        games = None if self.games is None else self.games.table(lang, self.art, self.choices)
        words = self.words(lang, clause_href, [] if games is None else games["played"])
        spoken, told = (unbroken(lang, canonical(data, newline=False)) for data in (words, games))
        tables, words_file, games_file, lookup, script = self.scripts(lang)
        everything = set(re.findall(r"\.([a-z][\w-]*)", self.art.light))
        return {
            self.STYLE: style_sheet() + self.art.sheet(everything) + "\n",
            tables: _script("tables", self.tables_text),
            words_file: _script("words", spoken),
            games_file: _script("games", told),
            lookup: _static("lookup.js"),
            script: _page_script(),
        }

    def standalone(self, lang: str, clause_href: Href = anchor) -> str:
        """The page as one file that needs nothing else."""
        files = self.assets(lang, clause_href)
        title = escape(self.speaker(lang).say("page.title"))
        loaded = "\n".join([f"<script>\n{files[name]}</script>" for name in self.scripts(lang)])
        return (
            f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self.game.title[lang])} · {title}</title>\n"
            f'<link rel="icon" href="data:,">\n<style>\n{files[self.STYLE]}</style>\n</head>\n<body class="ti-alone">\n'
            f"<main>\n<h1>{title}</h1>\n{self.fragment(lang)}</main>\n{loaded}\n</body>\n</html>\n"
        )

    # What it knows

    @cached_property
    def tables_text(self) -> str:
        """All the tables, as text; made once for what engine, clauses and this program are today."""
        return kept_text(digest(["try it", self.game.name, code_of(*EVERYTHING)]), self.made_tables)

    def made_tables(self) -> str:
        """The same, made now."""
        pieces = {name: block for name, (_, block) in self.pieces(LANGUAGES[0]).items()}
        tables = {
            "digits": DIGITS,
            "first": self.first,
            "points": list(self.choices),
            "readings": self.choices,
            "pieces": {name: (block.width, block.height) for name, block in pieces.items()},
            "questions": {
                name: question.data(self.game.players, every_choice(self.choices, question.points))
                for name, question in self.questions.items()
            },
        }
        return canonical(tables, newline=False)

    def speaker(self, lang: str) -> Speaker:
        return Speaker(self._catalogue, lang)

    @cached_property
    def _catalogue(self) -> Catalogue:
        return self.game.catalogue.with_files(HERE / "phrases.toml")

    def words(self, lang: str, clause_href: Href, games: Sequence[Data]) -> Data:
        """Every word the page's script needs beside the tables."""
        speaker, numbers = self.speaker(lang), self.game.numbers.for_statements()
        clauses = self.game.rulebook.clauses
        of_page = self._catalogue.group("page").items()
        named = self.clauses_named(games)
        return {
            "lang": lang,
            "prefix": self.art.prefix,
            "letters": LETTERS[: self.game.players[-1]],
            "names": self.game.names(lang, self.game.players[-1]),
            "and": speaker.raw("list.and"),
            "empty": speaker.say("page.empty"),
            "said": {
                **{key: texts[lang] for key, texts in of_page},
                **{key: speaker.raw(key) for key in self.said},
                **{key: said[lang] for each in self.questions.values() for key, said in each.phrases().items()},
                **{key: text for noun in self.nouns for key, text in _counted(speaker, noun)},
            },
            "pieces": {name: label for name, (label, _) in self.pieces(lang).items()},
            "points": {point: self._point(point, lang, numbers) for point in self.choices},
            "clauses": {id: [clauses[id].statement(lang, numbers), clause_href(id)] for id in named},
        }

    def _point(self, id: str, lang: str, numbers: Mapping[str, int]) -> Data:
        point = self.game.readings.points[id]
        return {
            "clause": point.clause.id,
            "question": point.questions[lang],
            "why": point.reasons[lang],
            "readings": {name: said.statements[lang].format(**numbers) for name, said in point.readings.items()},
        }

    def clauses_named(self, games: Sequence[Data]) -> list[str]:
        """The clauses that the page can name, in the order of the rulebook."""
        questions = json.loads(self.tables_text)["questions"].values()
        reasons = [why for each in questions for table in each["tables"] for _, why in table.get("reasons", ())]
        named = {clause for why in reasons for clause, _ in why}
        named |= {setting["limit"][1] for each in questions for setting in each["settings"] if setting["limit"]}
        named |= {self.game.readings.points[point].clause.id for point in self.choices}
        named |= set(_told_in(games))
        return [id for id in self.game.rulebook.clauses if id in named]


def _counted(speaker: Speaker, noun: str) -> Iterator[tuple[str, str]]:
    """How one of something and many of it are said."""
    for word, number in (("one", 1), ("many", 2)):
        yield f"{noun}.{word}", speaker.counted(noun, number).replace(str(number), "{number}")


def _told_in(games: Iterable[Mapping[str, Any]]) -> list[str]:
    happenings = [happening for game in games for step in game["steps"] for happening in step["happens"]]
    return [clause for _, clauses in happenings for clause in clauses]


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
    return (HERE / "static" / name).read_text(encoding="utf-8")
