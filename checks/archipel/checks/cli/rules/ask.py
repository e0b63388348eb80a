"""Answer a rules question, with the clauses that answer it.

examples:
  archipel ask --batch < questions.jsonl               one JSON question a line, one JSON answer a line

Seats are numbered clockwise from 0. A bad question of a batch gets {"error": "..."} on its line and the others are
still answered; the exit code is then 2.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import BinaryIO

from archipel.checks.explain.questions import Answer, Input, RuleQuestion, Rulings
from archipel.checks.games.registry import game_called
from archipel.checks.support.arguments import OneLineParser, add_json, add_language, add_variant, whole
from archipel.checks.support.bounded_lines import bounded_lines
from archipel.reference.strict_json import BadInput, parse
from archipel.spec.clauses import Rulebook

MAX_LINE = 64_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    asking = game_called(parser.get_default("game")).asking
    parser.add_argument("--batch", action="store_true", help="read JSON questions from standard input, one a line")
    asking.add_arguments(parser, None)
    kinds = parser.add_subparsers(dest="ask", metavar="QUESTION", parser_class=OneLineParser)
    add_variant(parser)
    add_language(parser)
    add_json(parser)
    for name, question in asking.questions.table.items():
        kind = kinds.add_parser(name, help=question.summary, description=question.summary)
        for given in question.inputs:
            _add_input(kind, given)
        if question.with_material:
            asking.add_arguments(kind, argparse.SUPPRESS)
        add_variant(kind, argparse.SUPPRESS)
        add_language(kind, argparse.SUPPRESS)
        add_json(kind, argparse.SUPPRESS)


    parser.epilog = f"questions of a batch, with their inputs: {', '.join(map(_told, asking.questions.table.items()))}"


def _told(named: tuple[str, RuleQuestion]) -> str:
    """A question as JSON has it, with a sign for what is given."""
    name, question = named
    inputs = ", ".join(f'"{given.name}": {"[…]" if given.seats else "…"}' for given in question.inputs)
    return f'{{"ask": "{name}", {inputs}}}'


def _add_input(parser: argparse.ArgumentParser, given: Input) -> None:
    read: Callable[[str], object] = str if given.words else whole
    many = None if given.seats is None else "+"
    metavar = None if given.words else given.metavar
    name = given.name if given.placed else f"--{given.name}"
    added = parser.add_argument(name, type=read, nargs=many, metavar=metavar, help=given.help)
    added.required = given.default is None


def run(arguments: argparse.Namespace) -> int:
    asking = game_called(arguments.game).asking
    by = asking.rulings(arguments)
    if arguments.batch:
        if arguments.ask is not None:
            raise BadInput("--batch reads its questions from standard input; give no other question")
        return _batch(sys.stdin.buffer, lambda question: asking.questions.answer(question, by))
    if arguments.ask is None:
        raise BadInput(f"ask what? one of {', '.join(asking.questions.table)} (see archipel ask --help)")
    asked = asking.questions.table[arguments.ask]
    found = asking.questions.answer({"ask": arguments.ask, **_given(asked, arguments)}, by)
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    print(asking.questions.sentence(found, by, arguments.lang))
    if "impossible" in found:
        print(asking.questions.speaker(arguments.lang).say("answer.impossible", **found["impossible"]))
    _print_clauses(found, by, arguments.lang)
    return 0


def _given(asked: RuleQuestion, arguments: argparse.Namespace) -> dict[str, object]:
    names = [given.name for given in asked.inputs]
    return {name: value for name in names if (value := getattr(arguments, name)) is not None}


def _print_clauses(found: Answer, by: Rulings, language: str) -> None:
    rulebook: Rulebook = by.machine.rulebook
    for id in found["clauses"]:
        print(f"  {id}: {rulebook.clauses[id].statement(language, by.statements)}")


def _batch(lines: BinaryIO, answer: Callable[[object], Answer]) -> int:
    bad = asked = 0
    for line in bounded_lines(lines, MAX_LINE):
        asked += 1
        try:
            if line is None:
                raise BadInput(f"too long: more than {MAX_LINE} bytes on a line")
            found = answer(parse(line))
        except BadInput as error:
            bad += 1
            found = {"error": str(error)}
        print(json.dumps(found), flush=True)
    if bad:
        print(f"archipel: {bad} of {asked} questions could not be answered", file=sys.stderr)
    return 2 if bad else 0
