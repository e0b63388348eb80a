"""Judge another program that plays the game: play against it, and show a short game in which it is wrong.

COMMAND starts the program. It is asked one JSON object a line on its standard input and answers one a line on its
standard output; the manual has the protocol on one page (conform.md) and templates for adapters. At every step its
legal decisions, its state, its views, its refusals and its result are compared with the rules.

examples:
  archipel conform -- node my-game.js               all numbers of players, all kinds of games
  archipel conform --players 3 --games 200 -- ./game  more games, for three players
  archipel conform --seed 7 --lang fr -- ./game       other games, told in French
  archipel conform --record bad.json -- ./game        keep the game that shows the difference ...
  archipel explain bad.json                           ... for every other command
  archipel conform --vector case.json -- ./game       the requests of that game, and the right answer to the last
  archipel conform --positions my-vectors -- ./game   begin in these positions, too, if the program can
  archipel conform --junit report.xml -- ./game       for whoever collects test results
  archipel conform --games 1000 -j 8 -- ./game        eight instances of the program at a time

The program is started anew for every 13 games, and the verdict does not depend on -j. That is 1 unless you say so:
nobody but you knows whether your program can run twice at a time (a port, a file, a licence), and one that uses all
cores itself, or hardly answers within --timeout, is not to be judged by how it bears company.

The first difference is shrunk to a short game that shows it. The report names the clauses that it is about, or the
reading by which the program is right after all.

exit codes: 0 no difference in these games, 1 a difference, 2 the program could not be judged (hangs, crashes, babbles,
or the time limit came before the last game)
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from archipel.checks.games.registry import game_called
from archipel.checks.judge.conformance.campaign import Match, all_tried
from archipel.checks.judge.conformance.explaining_readings import ReadingExplanation, readings_played
from archipel.checks.judge.conformance.games import Difference, positions_in
from archipel.checks.judge.conformance.match import MatchJudge, StoppedError
from archipel.checks.judge.conformance.programs.program import ProgramLimits, TimeUpError
from archipel.checks.judge.conformance.searching import ConformanceCampaign
from archipel.checks.judge.conformance.shrinking import is_shortest, shrunk
from archipel.checks.judge.conformance.telling.reporting import Report
from archipel.checks.judge.conformance.telling.verdicts import UNJUDGED, Verdict, data, headline, junit, vector
from archipel.checks.readings.choices import choice_of_all
from archipel.checks.support import interrupts
from archipel.checks.support.arguments import add_json, add_language, complain, positive, said_last, whole, workers_of
from archipel.checks.support.files import check_writable, write_whole
from archipel.checks.support.parallel import Workers
from archipel.reference.strict_json import BadInput, canonical

FILES = ("record", "vector", "junit")
LIMITS = (
    ("--timeout", 10.0, "seconds for an answer"),
    ("--start-timeout", 30.0, "seconds for the first answer"),
    ("--shrink-time", 5.0, "seconds to look for a shorter game"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="-- COMMAND ...", help="what starts the program")
    parser.add_argument("--games", type=whole, default=65, metavar="N", help="how many games (default: %(default)s)")
    parser.add_argument("--players", metavar="N,N", help="for so many players (default: every number in turn)")
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help="other games (default: %(default)s)")
    parser.add_argument("--given", action="append", default=[], metavar="POINT=READING", help="judge by this reading")
    for name, default, help in LIMITS:
        parser.add_argument(name, type=_seconds, default=default, metavar="S", help=f"{help} (default: {default:g})")
    help = "seconds for everything; what was judged until then is reported (default: no limit)"
    parser.add_argument("--time-limit", type=_seconds, metavar="S", help=help)
    help = "bytes an answer may have (default: %(default)s)"
    parser.add_argument("--max-line", type=whole, default=4_000_000, metavar="N", help=help)
    help = "begin in the positions of this file, too, or of these vectors (default: played and made ones)"
    parser.add_argument("--positions", metavar="FILE", help=help)
    parser.add_argument("--record", metavar="FILE", help="write the short game that shows a difference")
    parser.add_argument("--vector", metavar="FILE", help="write its requests and the right answer to the last one")
    parser.add_argument("--junit", metavar="FILE", help="write the verdict as JUnit XML")
    parser.add_argument("-j", "--jobs", type=positive, default=1, help="instances of the program (default: 1)")
    add_language(parser)
    add_json(parser)


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0.0 < found <= 86_400.0:
        raise argparse.ArgumentTypeError(f"expected seconds, found {text!r}")
    return found


def run(arguments: argparse.Namespace) -> int:
    command = arguments.command[1:] if arguments.command[:1] == ["--"] else arguments.command
    if not command:
        raise BadInput("which program? give its command after -- (see archipel conform --help)")
    for name in FILES:
        if getattr(arguments, name) is not None:
            check_writable(getattr(arguments, name))
    if arguments.games < 1 or arguments.max_line < 1:
        raise BadInput("--games and --max-line: expected at least 1")
    with interrupts.like_interrupts():
        found = judged(arguments, command)
    _write(arguments, found)
    told = f"{json.dumps(data(found, arguments.lang))}\n" if arguments.json else str(Report(found, arguments.lang))
    with said_last():
        print(told, end="")
    if found.kind == UNJUDGED:
        complain(" ".join(headline(found, arguments.lang).split()))
    return found.exit_code


def judged(arguments: argparse.Namespace, command: list[str]) -> Verdict:
    """The verdict on a program, which has ended when this returns."""
    began = time.monotonic()
    until = None if arguments.time_limit is None else began + arguments.time_limit
    limits = ProgramLimits(arguments.start_timeout, arguments.timeout, arguments.max_line, until)
    choice = dict(choice_of_all(game_called(arguments.game).readings, arguments.given))
    match = Match(arguments.game, choice, command, limits)
    match.rules()  # what takes time to load is loaded before a program waits for it
    known = game_called(arguments.game).players
    positions = None if arguments.positions is None else tuple(positions_in(arguments.positions))
    campaign = ConformanceCampaign(arguments.games, _players(arguments, known), arguments.seed, positions)
    found = _judged(match, campaign, workers_of(arguments), arguments.shrink_time)
    return replace(found, seconds=time.monotonic() - began)


def _judged(match: Match, campaign: ConformanceCampaign, workers: Workers, shrink_time: float) -> Verdict:
    tried = all_tried(match, campaign, workers)
    tally = (tried.games, tried.positions, tried.refused, tried.asked)
    found = Verdict(match.rules(), match.command, *tally, views=tried.views, wanted=campaign.games)
    if tried.stopped is not None:
        return replace(found, games=0, stopped=tried.stopped)
    if tried.difference is None:
        return replace(found, farewell=tried.farewell, time_up=tried.time_up)
    found = replace(found, games=tried.number or tried.games, difference=tried.difference)
    judge = MatchJudge(match.begun(), found.game, views=tried.views, can=set(tried.can))
    campaign = replace(campaign, positions=tuple(match.positions(campaign)))
    try:
        return _looked_into(judge, found, tried.difference, campaign, shrink_time)
    except StoppedError as error:
        return replace(found, difference=None, stopped=error)
    finally:
        judge.program.end()


def _looked_into(
    judge: MatchJudge, found: Verdict, difference: Difference, campaign: ConformanceCampaign, shrink_time: float
) -> Verdict:
    """A short game that shows a difference, what it is about, and whether it is a reading: if there is time."""
    try:
        missed = "missed.shrinking"
        shrink_time = judge.program.limits.share(shrink_time)
        short, again = shrunk(judge, difference, campaign.players, campaign.seed, shrink_time)
        found = replace(found, difference=short, again=again, links=tuple(judge.game.clauses(short)))
        found = replace(found, shortest=again and is_shortest(judge, short))
        missed = "missed.readings"
        explained = readings_played(judge, short.script, campaign) if again else ReadingExplanation()
    except TimeUpError:
        links = found.links or tuple(judge.game.clauses(difference))
        return replace(found, links=links, time_up=True, missed=missed)
    if (near := explained.resembled) is not None and near.games >= found.games:
        return replace(found, resembled=near)
    if explained.played is None:
        return replace(found, fits=tuple([trial.game.choice for trial in explained.fitting]))
    clauses = tuple(judge.game.clauses_read(explained.played.game.choice))
    return replace(found, played=explained.played, links=clauses)


def _players(arguments: argparse.Namespace, known: Sequence[int]) -> list[int]:
    if arguments.players is None:
        return list(known)
    found = []
    for word in arguments.players.split(","):
        with suppress(argparse.ArgumentTypeError):
            found.append(whole(word))
    if len(found) <= arguments.players.count(",") or any(number not in known for number in found):
        raise BadInput(f"--players: expected numbers from {known[0]} to {known[-1]}, with commas between")
    return found


def _write(arguments: argparse.Namespace, found: Verdict) -> None:
    """The files that were asked for; where there is no difference there is no game to keep."""
    if arguments.record is not None and found.script is not None:
        write_whole(arguments.record, canonical(found.game.record(found.script)))
    if arguments.vector is not None and found.difference is not None:
        write_whole(arguments.vector, canonical(vector(found, found.difference)))
    if arguments.junit is not None:
        write_whole(arguments.junit, junit(found, str(Report(found, arguments.lang)), arguments.lang))
