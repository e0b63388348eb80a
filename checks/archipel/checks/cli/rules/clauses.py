"""The rules as clauses: what each says, where it stands in the rulebook, and its notation.

examples:
  archipel clauses                              every clause, in rulebook order
  archipel clauses --notation                   with the formal content
  archipel clauses --variant my.toml            the rules of a variant; ≠ marks what is not as in the original
  archipel clauses --json                       everything, for programs
"""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Container, Iterable, Mapping
from typing import Any

from archipel.checks.support.arguments import add_json, add_language, add_variant
from archipel.checks.variants.variant_files import clause_changes, variant_in
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES, Clause, Nature, Origin, Part, Rulebook
from archipel.spec.logic import notation
from archipel.spec.logic.terms import NumApply, PropApply

ORIGINS = {
    Origin.IMPLIED: {"en": "implied", "fr": "sous-entendu"},
    Origin.READING: {"en": "one reading of the text", "fr": "une lecture du texte"},
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("clause", nargs="*", help="ids of clauses; without any, all of them")
    parser.add_argument("--section", help="only the clauses of one section")
    parser.add_argument("--notation", action="store_true", help="print the formal content too")
    add_variant(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    variant = variant_in(arguments)
    rulebook, numbers = variant.rulebook, variant.in_statements
    changed = {change.id for change in clause_changes(variant)}
    chosen = list(_chosen(rulebook, arguments))
    if not chosen:
        raise BadInput(f"none of these clauses is in section {arguments.section!r}")
    if arguments.json:
        entries = [describe(clause, numbers) | _marked(clause, changed) for clause in chosen]
        print(json.dumps({"game": rulebook.game, "clauses": entries}, ensure_ascii=False, indent=1))
    else:
        _print(rulebook, chosen, numbers, changed, arguments)
    return 0


def _marked(clause: Clause, changed: Container[str]) -> dict[str, bool]:
    """That a clause is not as in the original, if it is not."""
    return {"changed": True} if clause.id in changed else {}


def _chosen(rulebook: Rulebook, arguments: argparse.Namespace) -> Iterable[Clause]:
    if arguments.section is not None and arguments.section not in rulebook.sections:
        raise BadInput(f"no section called {arguments.section!r}; there are {', '.join(rulebook.sections)}")
    for id in arguments.clause:
        if id not in rulebook.clauses:
            raise BadInput(f"no clause called {id!r}; `archipel clauses` lists them")
    for section in rulebook.sections:
        for clause in rulebook.clauses.values():
            wanted = arguments.section in (None, section) and clause.id in (arguments.clause or [clause.id])
            if clause.section == section and wanted:
                yield clause


def describe(clause: Clause, numbers: Mapping[str, int]) -> dict[str, Any]:
    """A clause for programs."""
    return {
        "id": clause.id,
        "section": clause.section,
        "origin": clause.origin.value,
        **{language: clause.statement(language, numbers) for language in LANGUAGES},
        "sources": [{"text": s.text, "heading": s.heading, "item": s.item} for s in clause.sources],
        "analysis": list(clause.covers),
        "formal": [_formal(part) for part in clause.parts],
    }


def _formal(part: Part) -> dict[str, Any]:
    entry = {"nature": part.nature.value, "name": part.name, "notation": formula(part), "latex": formula_latex(part)}
    if part.step is not None:
        entry["step"] = part.step.name
    if part.later is not None:
        entry["later"] = part.later.name
    return entry


SIGNS = {Nature.ADDS: "+=", Nature.SHOWS: "⇐"}


def formula(part: Part) -> str:
    written = notation.text(part.term)
    if part.nature is Nature.DEFINITION:
        return f"{_head(part)} := {written}"
    return written if part.target is None else f"{_target(part, notation.text)} {_sign(part)} {written}"


def _head(part: Part) -> str:
    places = ", ".join(f"{variable.name} ∈ {variable.domain.letter}" for variable in part.variables)
    return part.name.replace("_", "-") + (f"({places})" if places else "")


def formula_latex(part: Part) -> str:
    if part.target is None:
        return notation.latex(part.term)
    return rf"{_target(part, notation.latex)}' \mathrel{{{_sign(part)}}} {notation.latex(part.term)}"


def _target(part: Part, printer: notation.Printer) -> str:
    assert part.target is not None
    apply = PropApply if part.target.is_prop else NumApply
    return printer(apply(part.target, part.variables))


def _sign(part: Part) -> str:
    return SIGNS.get(part.nature, ":=")


def _print(
    rulebook: Rulebook,
    clauses: Iterable[Clause],
    numbers: Mapping[str, int],
    changed: Container[str],
    arguments: argparse.Namespace,
) -> None:
    section = None
    for clause in clauses:
        if clause.section != section:
            section = clause.section
            print(f"\n{rulebook.sections[section][arguments.lang].upper()}")
        origin = "" if clause.origin is Origin.STATED else f"  ({ORIGINS[clause.origin][arguments.lang]})"
        print(f"\n{'≠' if clause.id in changed else ' '} {clause.id}{origin}")
        statement = clause.statement(arguments.lang, numbers)
        print(textwrap.indent(textwrap.fill(statement, 96), "    "))
        if arguments.notation or arguments.clause:
            _print_formal(clause)


def _print_formal(clause: Clause) -> None:
    print(f"    [{'; '.join(str(source) for source in clause.sources)}]")
    for part in clause.parts:
        where = f" {part.step.name}" if part.step else ""
        where += f" before {part.later.name}" if part.later else ""
        what = "" if part.nature is Nature.DEFINITION else f", {part.name.replace('_', ' ')}"
        print(f"      {part.nature.value}{where}{what}: {formula(part)}")
