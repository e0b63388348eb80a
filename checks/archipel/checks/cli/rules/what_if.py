"""What if a number were another, or a sentence were read otherwise?

Says which numbers and clauses change, whether a game can still be set up, which theorems still hold and which break,
each with the first situation that breaks it, and which readings now differ that did not before. Numbers are named as in
`archipel clauses --json`.

Proofs are z3's unless --prover says otherwise. A theorem that rests on nothing that changed is not asked again. Exit
code 1 if the game cannot be set up, or if a theorem that holds in the original breaks or stays undecided.

examples:
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from archipel.checks.games.configuration import members_of
from archipel.checks.games.registry import game_called
from archipel.checks.proofs.prover import PROVERS
from archipel.checks.readings.choices import choice_of_all
from archipel.checks.support.arguments import add_json, add_language, add_variant, add_workers, whole, workers_of
from archipel.checks.support.files import check_writable, write_whole
from archipel.checks.variants.theorem_impact import ImpactCase, Manner
from archipel.checks.variants.variant_files import Variant, made, variant_in, written
from archipel.checks.variants.what_if.answer import reports
from archipel.checks.variants.what_if.plot import plot
from archipel.checks.variants.what_if.wording import Row, lines_of, report_data, row_data, table
from archipel.reference.strict_json import BadInput, shown
from archipel.spec.readings import Choice

MOST_VALUES = 64
SECONDS = 10
BOTH = "both"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="NAME=N", help="a number that is another")
    parser.add_argument("--reading", action="append", default=[], metavar="POINT=NAME", help="another reading")
    parser.add_argument("--sweep", metavar="NAME=A..B", help="every value of one number, or a list (5,7,9)")
    parser.add_argument("--players", type=whole, metavar="N", help="only this number of players")
    parser.add_argument("--prover", choices=(*PROVERS, BOTH), default=PROVERS[0], help="(default: %(default)s)")
    parser.add_argument("--timeout", type=whole, default=SECONDS, help="seconds for a question (default: %(default)s)")
    parser.add_argument("--save", metavar="FILE", help="write the variant to this file")
    parser.add_argument("--title", default="", help="a title for the variant that is saved")
    parser.add_argument("--svg", metavar="FILE", help="with --sweep: write a picture to this file")
    add_workers(parser)
    add_variant(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    _check(arguments)
    wish = _wish(arguments)
    if arguments.sweep is not None:
        return _sweep(arguments, wish)
    case = wish.case()
    if arguments.save is not None:
        write_whole(arguments.save, written(case.variant))
    (report,) = reports([case], _manner(arguments))
    if arguments.json:
        data = {"prover": arguments.prover, **report_data(report)}
        print(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        print("\n".join(lines_of(report, arguments.lang, arguments.prover)))
    return 0 if report.all_well else 1


def _check(arguments: argparse.Namespace) -> None:
    """What can be said of the arguments before any work is done."""
    if arguments.timeout < 1:
        raise BadInput("--timeout: expected at least 1")
    if not (arguments.set or arguments.reading or arguments.sweep is not None or arguments.variant is not None):
        raise BadInput("what if what? --set NAME=N, --reading POINT=NAME, --sweep NAME=A..B or --variant FILE")
    if arguments.svg is not None and arguments.sweep is None:
        raise BadInput("--svg: only a --sweep is drawn")
    if arguments.save is not None and arguments.sweep is not None:
        raise BadInput("--save: a sweep is many variants; save one with --set")
    for file in (arguments.save, arguments.svg):
        if file is not None:
            check_writable(file)


def _manner(arguments: argparse.Namespace) -> Manner:
    provers = PROVERS if arguments.prover == BOTH else (arguments.prover,)
    return Manner(provers, 1000 * arguments.timeout, workers_of(arguments))


# What is wished for


@dataclass(frozen=True)
class Wish:
    """Numbers and readings on top of a variant, and perhaps one number of players."""

    base: Variant
    given: Mapping[str, int]
    choice: Choice
    players: int | None
    title: str = ""

    def case(self, **more: int) -> ImpactCase:
        """The variant that is wished for; nonsense is refused by what was asked for."""
        given = {**self.given, **more}
        try:
            variant, asked = self._made({**dict(self.base.given), **given})
        except BadInput as error:
            told = ", ".join(f"{name}={value}" for name, value in given.items())
            named = str(error).partition(":")[0] in given or not given
            raise BadInput(str(error) if named else f"{told}: {error}") from None
        if asked is not None and asked not in variant.players:
            raise BadInput(f"--players: expected {variant.players[0]} to {variant.players[-1]}, found {asked}")
        return ImpactCase(variant, tuple(variant.players) if asked is None else (asked,))

    def _made(self, given: Mapping[str, int]) -> tuple[Variant, int | None]:
        numbers, asked = game_called(self.base.game).spelled_out(given, self.players)
        choice = {**self.base.choice, **self.choice}
        return made(self.base.game, numbers, choice, self.title or self.base.title), asked


def _wish(arguments: argparse.Namespace) -> Wish:
    given = dict(settings(arguments.set))
    if len(given) < len(arguments.set):
        raise BadInput(f"--set: {_twice(name for name, _ in settings(arguments.set))} is set twice")
    choice = choice_of_all(game_called(arguments.game).readings, arguments.reading)
    title = arguments.title.strip()
    if not title.isprintable():
        raise BadInput("--title: expected one line")
    return Wish(variant_in(arguments), given, choice, arguments.players, title)


def settings(texts: Iterable[str]) -> Iterable[tuple[str, int]]:
    """Names and values, as people write them: ``island_cap=9``."""
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadInput(f"--set: expected NAME=N, found {shown(text)}")
        yield name.strip(), _whole("--set", name, value)


def _whole(option: str, name: str, text: str) -> int:
    try:
        return whole(text.strip())
    except argparse.ArgumentTypeError as error:
        raise BadInput(f"{option}: {name.strip()}: {error}") from None


def _twice(names: Iterable[str]) -> str:
    seen: set[str] = set()
    return next(name for name in names if name in seen or seen.add(name))  # type: ignore[func-returns-value]


def swept(text: str) -> tuple[str, list[int]]:
    """A name and values, as people write them: ``island_cap=5..12`` or ``island_cap=5,7,9``."""
    name, equals, values = (part.strip() for part in text.partition("="))
    if not (equals and name and values):
        raise BadInput(f"--sweep: expected NAME=A..B, found {shown(text)}")
    bounds = re.fullmatch(r"(.*?)\.\.(.*)", values)
    if bounds is None:
        found = [_whole("--sweep", name, value) for value in values.split(",")]
    else:
        low, high = (_whole("--sweep", name, bound) for bound in bounds.groups())
        if low > high:
            raise BadInput(f"--sweep: {name}: {low}..{high} runs backwards")
        found = list(range(low, min(high, low + MOST_VALUES) + 1))
    if len(found) > MOST_VALUES:
        raise BadInput(f"--sweep: {name}: expected at most {MOST_VALUES} values")
    if len(set(found)) < len(found):
        raise BadInput(f"--sweep: {name}: a value stands twice")
    return name, found


# Value by value


def _sweep(arguments: argparse.Namespace, wish: Wish) -> int:
    name, values = swept(arguments.sweep)
    if name in wish.given:
        raise BadInput(f"--sweep: {name} is set already")
    cases, refused = _cases(wish, name, values)
    found = dict(zip(cases, reports(list(cases.values()), _manner(arguments)), strict=True))
    rows = [Row(value, found.get(value), refused.get(value, "")) for value in values]
    printed = _printed(wish, name)
    if arguments.svg is not None:
        write_whole(arguments.svg, plot(name, rows, printed, arguments.lang))
    if arguments.json:
        data = {**members_of(arguments.game), "number": name, "printed": printed, "prover": arguments.prover}
        print(json.dumps({**data, "rows": [row_data(row) for row in rows]}, ensure_ascii=False, indent=1))
    else:
        print("\n".join(table(name, rows, printed, arguments.lang, arguments.prover)))
    return 0 if all(row.report is not None and row.report.all_well for row in rows) else 1


def _cases(wish: Wish, name: str, values: Iterable[int]) -> tuple[dict[int, ImpactCase], dict[int, str]]:
    """A case for each value that makes a game, and why the others do not; if none does, that is bad input."""
    cases: dict[int, ImpactCase] = {}
    refused: dict[int, str] = {}
    for value in values:
        try:
            cases[value] = wish.case(**{name: value})
        except BadInput as error:
            refused[value] = str(error)
    if not cases:
        raise BadInput(next(iter(refused.values())))
    return cases, refused


def _printed(wish: Wish, name: str) -> int | None:
    """The number as it stands in the rulebook, or in the variant that the wish begins with."""
    return wish.base.numbers.for_statements().get(name)


__all__ = ["add_arguments", "run", "settings", "swept"]
