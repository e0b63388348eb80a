"""Print the rulebook: a site of its own, from the same clauses that are checked and proved.

Every rule stands with its sentence and, folded, with its notation, its place in the original, what follows from it, how
well that is known, and the questions it raises. There are a quick reference, questions and answers, worked examples,
facts, and an index. The site asks nobody for anything: open DIR/index.html in a browser, without a server.

examples:
  archipel rulebook --out book                       in English
  archipel rulebook --lang fr --out livre            in French
  archipel rulebook --lang both --out books          in both, side by side (books/en, books/fr), with links between them
  archipel rulebook --pdf --out book                 with a PDF for paper, in the same folder
  archipel rulebook --variant my.toml --out ours     your house rules; whatever differs from the original is marked
  archipel rulebook --variant my.toml --prove --out ours   … and what still follows from them (takes minutes)
  archipel rulebook --out book --json                what was printed, for programs

A variant file comes from `archipel what-if --save`. What was proved of the original is not claimed for a variant;
--prove finds out what becomes of it.

DIR is replaced as a whole, at the end; a folder with anything else in it is refused. Same rules, same bytes.

exit codes: 0 printed, 1 something in the book is wrong (it says what, and nothing is written), 2 bad input
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from archipel.checks.rulebook import editions
from archipel.checks.rulebook.editions import BuildError, Edition
from archipel.checks.rulebook.variant_impact import fates_in
from archipel.checks.support.arguments import add_json, add_variant, complain
from archipel.checks.support.files import folder_to_write, replacing
from archipel.checks.support.progress import progress
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES

BOTH = "both"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR", required=True, help="the folder to write")
    parser.add_argument(
        "--lang", choices=(*LANGUAGES, BOTH), default=LANGUAGES[0], help="language of the book (default: en)"
    )
    parser.add_argument("--pdf", action="store_true", help="a PDF too, to be printed on A4")
    add_variant(parser)
    parser.add_argument("--prove", action="store_true", help="find out what becomes of the theorems in the variant")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    target = folder_to_write("--out", arguments.out, editions.is_ours, "rulebook printed by archipel")
    wanted = _wanted(arguments)
    try:
        _print(wanted, target)
    except BuildError as error:
        for line in str(error).splitlines():
            complain(line)
        return 1
    _tell(wanted, arguments)
    return 0


def _wanted(arguments: argparse.Namespace) -> list[Edition]:
    if arguments.prove and not arguments.variant:
        raise BadInput("--prove: goes with --variant; what was proved of the original is kept")
    variant = str(Path(arguments.variant).absolute()) if arguments.variant else ""
    language = LANGUAGES[0] if arguments.lang == BOTH else arguments.lang
    edition = Edition(arguments.game, language, variant, pdf=arguments.pdf)
    editions.check(edition)
    if arguments.prove:
        edition = replace(edition, fates=fates_in(edition.book.variant))
    return editions.in_all_languages(edition) if arguments.lang == BOTH else [edition]


def _print(wanted: Sequence[Edition], target: Path) -> None:
    total = sum(editions.work_to_do(edition) for edition in wanted)
    with replacing(target) as folder, progress(total, "pages") as advance:
        for edition in wanted:
            place = folder / edition.language if edition.beside else folder
            place.mkdir(exist_ok=True)
            editions.print_all(edition, place, advance)
        if len(wanted) > 1:
            editions.print_cover(wanted, folder)


def _tell(wanted: Sequence[Edition], arguments: argparse.Namespace) -> None:
    found = editions.described(wanted)
    if arguments.json:
        print(json.dumps({"out": arguments.out, "editions": found}, ensure_ascii=False, indent=1))
        return
    for edition, one in zip(wanted, found, strict=True):
        place = Path(arguments.out) / edition.language if edition.beside else Path(arguments.out)
        printed = [place / "index.html", *([place / one["pdf"]] if one["pdf"] else [])]
        print(f"{one['title']} ({one['lang']}): {', '.join(map(str, printed))}")
        if one["changed"]:
            print(f"  differs from the original: {', '.join(one['changed'])}")
