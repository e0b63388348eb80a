"""Which readings does another program play by? Find out from what it did, and what to ask it next.

RECORD is a file with one JSON value a line, or a single one: a recorded game, or an observation, which is a position
and what the other program made of it ({"state": ..., "action": ..., "after": ...}); - reads standard input. The manual
describes both. Readings that a record names are what its program claims: they are checked, not believed.

examples:
  archipel diagnose games.jsonl                       which combinations of readings explain all of them
  archipel diagnose a.json b.json --lang fr           several files, answered in French
  archipel diagnose games.jsonl --at-most 0           no questions, only what is known
  archipel diagnose games.jsonl --questions ask.jsonl write the questions to a file; fill in "after" or "refused" ...
  archipel diagnose games.jsonl ask.jsonl             ... and diagnose again with the answers
  archipel diagnose games.jsonl --json                everything, for programs

Exit code 0 if some combination explains everything, 1 if none does.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.readings.choices import choice_of_all
from archipel.checks.readings.diagnose import asking
from archipel.checks.readings.diagnose.consulting import Consultation
from archipel.checks.readings.diagnose.diagnosis import Diagnosis, ToldDiagnosis, claims, data
from archipel.checks.readings.diagnose.hypotheses import Hypotheses
from archipel.checks.readings.diagnose.questioning import Inquiry, inquiry
from archipel.checks.readings.diagnose.recollecting import Recollection
from archipel.checks.readings.diagnose.replaying import Account, explaining_all, failure
from archipel.checks.support.arguments import add_json, add_language, whole
from archipel.checks.support.files import check_writable, read_input, said_of, write_whole
from archipel.checks.support.progress import progress
from archipel.reference.strict_json import BadInput, canonical, parse

MOST_BYTES = 100_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", nargs="+", metavar="RECORD", help="a file of recorded games and observations")
    parser.add_argument("--given", action="append", default=[], metavar="POINT=READING", help="what is known already")
    parser.add_argument("--at-most", type=whole, metavar="N", help="print at most so many questions (0: look for none)")
    parser.add_argument("--questions", metavar="FILE", help="write the questions to this file, one a line")
    parser.add_argument("--seed", type=whole, default=0, help="for the positions to ask about (default: 0)")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.at_most is not None and arguments.at_most < 0:
        raise BadInput("--at-most: expected at least 0")
    if arguments.questions is not None:
        check_writable(arguments.questions)
    found = diagnose(arguments)
    if arguments.questions is not None:
        questions = [] if found.inquiry is None else found.inquiry.questions
        write_whole(arguments.questions, "".join(canonical(question.data) for question in questions))
    if arguments.json:
        print(json.dumps(data(found), indent=1))
    else:
        print(ToldDiagnosis(found, arguments.lang), end="")
    return 0 if found.survivors else 1


def diagnose(arguments: argparse.Namespace) -> Diagnosis:
    """Everything that there is to say."""
    game = game_called(arguments.game)
    consultation = game.consultation
    among = consultation.table.agreeing(choice_of_all(game.readings, arguments.given))
    accounts = [*_accounts(Recollection(consultation), arguments.record)]
    with progress(len(accounts), "records") as advance:
        survivors = explaining_all(accounts, among, advance)
    wanted = survivors and arguments.at_most != 0
    asked = _asked(arguments, consultation, accounts, survivors) if wanted else None
    failed = None if survivors else failure(accounts, among)
    return Diagnosis(accounts, survivors, claims(accounts, among), failed, asked)


def _asked(
    arguments: argparse.Namespace,
    consultation: Consultation[Any, Any, Any, Any],
    accounts: Sequence[Account[Any]],
    survivors: Hypotheses,
) -> Inquiry:
    with progress(asking.BATCHES * asking.GAMES, "positions") as advance:
        questions = asking.Questions(consultation, accounts, survivors, arguments.seed, advance)
        return inquiry(questions.batches(), survivors, arguments.at_most)


# Reading


def _accounts(recollection: Recollection[Any, Any, Any, Any], files: Sequence[str]) -> Iterator[Account[Any]]:
    """What the files tell, each under the name of its file and line."""
    for file in files:
        for name, source in _documents(file):
            with said_of(name):
                yield recollection.account(parse(source), name)


def _documents(file: str) -> Iterator[tuple[str, bytes]]:
    """The values in a file: one a line or, if the first line is not a whole one, all of it."""
    name = "standard input" if file == "-" else ascii(file)[1:-1]
    source = read_input(file, MOST_BYTES)
    lines = [(number, line) for number, line in enumerate(source.split(b"\n"), start=1) if line.strip()]
    if len(lines) <= 1 or not _is_whole(lines[0][1]):
        yield name, source
        return
    for number, line in lines:
        yield f"{name}:{number}", line


def _is_whole(line: bytes) -> bool:
    try:
        parse(line)
    except BadInput:
        return False
    return True
