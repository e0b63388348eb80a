"""Catalogue linter: every phrase in every language with the same holes, every name in an expression known.

Nothing here knows any game.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from archipel.checks.explain.catalogue import ELSE, Catalogue, template
from archipel.checks.explain.expressions import AFTER, FUNCTIONS, Expression, constants, domains, parsed, symbols
from archipel.spec.clauses import LANGUAGES, Rulebook

PHRASES = ("say", "form", "decision", "refusal", "missing")
PROVIDED = ("actor", "names", "reader", "reading", "last", "missing")
"""What is filled in whenever something is told of a game."""
LINES = ("then", "news", "because")
KNOWING = ("let", "form", "decision", "refusal", *LINES)
"""Sections in which every name must be known; what holes of other phrases name, a program may fill in."""


def complaints(catalogue: Catalogue, rulebooks: Iterable[Rulebook], provided: Iterable[str]) -> Iterator[str]:
    """What is wrong with a catalogue for these rules; ``provided`` are the names that a program fills in everywhere."""
    for section in PHRASES:
        for key, phrase in catalogue.section(section).items():
            yield from (f"{section}.{key}: {wrong}" for wrong in _wrong_with(catalogue, phrase))
    clauses = {name for rulebook in rulebooks for name in _names_of(rulebook)}
    lets, own = catalogue.section("let"), {"it", AFTER, *FUNCTIONS, *provided}
    yield from (f"let.{name}: the clauses have a word of that name" for name in lets if name in clauses)
    expressions = list(_expressions(catalogue, KNOWING))
    known = clauses | lets.keys() | own | {name for _, node in expressions for name in _bound(node.tree)}
    for place, node in expressions:
        for name in sorted(node.free - known):
            if "." not in name or catalogue.phrase(name) is None:
                yield f"{place}: nothing is called {name}"


def _wrong_with(catalogue: Catalogue, phrase: Any) -> Iterator[str]:
    match phrase:
        case str():
            if catalogue.phrase(phrase) is None:
                yield f"there is no phrase {phrase}"
        case Mapping():
            for case in phrase.values():
                yield from _wrong_with(catalogue, case)
        case _:
            if len(phrase) != len(LANGUAGES) or len({bool(text.strip()) for text in phrase}) > 1:
                yield f"expected a text in each of {', '.join(LANGUAGES)}"
            elif len({_holes(text) for text in phrase}) > 1:
                yield "the languages have different holes"


def _holes(text: str) -> frozenset[str]:
    return frozenset(f"{ast.unparse(hole.tree)}:{form}" for _, hole, form in template(text) if hole is not None)


def _expressions(catalogue: Catalogue, sections: Sequence[str]) -> Iterator[tuple[str, Expression]]:
    for section in sections:
        for key, entry in catalogue.section(section).items():
            for node in _in_entry(section, entry):
                yield f"{section}.{key}", node


def _in_entry(section: str, entry: Any) -> Iterator[Expression]:
    match entry:
        case str() if section == "let":
            yield parsed(entry)
        case str():
            return
        case Mapping():
            for condition, phrase in entry.items():
                yield from [] if condition == ELSE else [parsed(condition)]
                yield from _in_entry(section, phrase)
        case _ if section in LINES:
            yield from map(parsed, entry)
        case _:
            yield from (hole for text in entry for _, hole, _ in template(text) if hole is not None)


def _names_of(rulebook: Rulebook) -> Iterator[str]:
    yield from (*symbols(rulebook), *domains(rulebook), *constants(rulebook), *rulebook.definitions)
    yield from (symbol.name for step in rulebook.steps.values() for symbol in step.arguments)


def _bound(tree: ast.expr) -> Iterator[str]:
    """The names that an expression itself gives to something."""
    for part in ast.walk(tree):
        if isinstance(part, ast.comprehension):
            yield ast.unparse(part.target)
        if isinstance(part, ast.keyword) and part.arg is not None:
            yield part.arg
