"""Say why a move is legal or not, or how something came out, clause by clause.

RECORD is a file that holds a game record or a position (JSON), a position in one line, or - for standard input. MOVE is
a move as records have them. Of a legal move it is said what happens and which clauses make it happen; of an illegal
one, every minimal set of clauses that forbids it, with the facts of the position, and the nearest legal moves.

examples:
  archipel explain game.json --at 12                                    move 12 of the game itself
  archipel explain game.json --at 12 --for 0                            only what seat 0 may know

Moves and seats count from 0. If the last move ended a round, questions about the round tell how that round came out;
otherwise, how it would come out now. A game that breaks off with an illegal move has that move explained.

exit codes: 0 legal, 1 illegal, 2 malformed (one line says what is wrong with it)
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from typing import Any

from archipel.checks.explain.explaining import GameSoFar
from archipel.checks.explain.model import ExplainedOutcome, explanation_lines, outcome_lines, say
from archipel.checks.explain.recorded import RecordExplaining
from archipel.checks.games.registry import game_called
from archipel.checks.support.arguments import add_json, add_language, whole
from archipel.checks.support.files import said_of
from archipel.reference.strict_json import BadInput, canonical


def add_arguments(parser: argparse.ArgumentParser) -> None:
    explaining = game_called(parser.get_default("game")).explaining
    parser.add_argument("record", metavar="RECORD", help="a file, - for standard input, or a position in one line")
    parser.add_argument("move", metavar="MOVE", nargs="?", help="a move, as JSON (without it: the record's own)")
    parser.add_argument("--at", type=whole, metavar="N", help="of a record: before its move N (default: at the end)")
    parser.add_argument("--for", dest="viewer", type=whole, metavar="SEAT", help="tell only what this seat may know")
    asked = parser.add_mutually_exclusive_group() if explaining.outcomes else parser
    for name, outcome in explaining.outcomes.items():
        if outcome.metavar is None:
            asked.add_argument(f"--{name}", action="store_const", const=True, help=outcome.help)
        else:
            asked.add_argument(f"--{name}", type=whole, metavar=outcome.metavar, help=outcome.help)
    explaining.add_arguments(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    explaining = game_called(arguments.game).explaining
    game = explaining.game(arguments)
    move = None if arguments.move is None else explaining.read_move(arguments.move)
    place = game.place(arguments.at)
    asked = [name for name in explaining.outcomes if getattr(arguments, name) is not None]
    if game.stuck is not None and (arguments.at is None or place > game.stuck):
        return _moved(explaining, game, game.stuck, None, arguments)
    if not asked:
        return _moved(explaining, game, place, move, arguments)
    if move is not None:
        options = [f"--{name}" for name in explaining.outcomes]
        raise BadInput(f"{', '.join(options[:-1])} and {options[-1]} ask how something comes out, not about a move")
    found = explaining.outcomes[asked[0]].find(game, place, getattr(arguments, asked[0]), arguments.viewer)
    return _came_out(found, arguments)


# A move


def _moved(
    explaining: RecordExplaining, game: GameSoFar, place: int, move: Any, arguments: argparse.Namespace
) -> int:
    own = game.moves[place] if place < len(game.moves) else None
    action = own if move is None else move
    if action is None:
        raise BadInput("which move? give a MOVE, or --at N for a move of the record (see archipel explain --help)")
    name = "move" if move is not None else f"moves[{place}]"
    with said_of(name):
        found = explaining.explainer.explain(game.states[place], action, arguments.viewer)
    if arguments.json:
        at = {"at": place} if game.is_record else {}
        print(json.dumps({**found.as_json(arguments.lang), **at}, ensure_ascii=False))
    else:
        stuck = arguments.move is not None and place == game.stuck and move is None
        data = explaining.explainer.game.data(action)
        _print(_head(game, place, canonical(data, newline=False), stuck, arguments.lang))
        _print(explanation_lines(found, arguments.lang))
    return 0 if found.legal else 1


def _head(game: GameSoFar, place: int, action: str, stuck: bool, lang: str) -> Iterator[str]:
    if stuck:
        yield say(lang, "stuck", move=place)
    if game.is_record:
        yield say(lang, "at", move=place, action=action)


def _came_out(found: ExplainedOutcome, arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(json.dumps(found.as_json(arguments.lang), ensure_ascii=False))
    else:
        _print(outcome_lines(found, arguments.lang))
    return 0


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
