"""Say why a move is legal or not, or how something came out, clause by clause.

RECORD is a file that holds a game record or a position (JSON), a position in one line (it begins with cr1), or - for
standard input. MOVE is a move as records have them. Of a legal move it is said what happens and which clauses make it
happen; of an illegal one, every minimal set of clauses that forbids it, with the facts of the position, and the
nearest legal moves.

examples:
  archipel explain game.json '{"do":"settle","player":0,"island":3}'    after the last move of a game
  archipel explain game.json --at 12                                    move 12 of the game itself
  archipel explain game.json '{"do":"pass","player":1}' --at 12         another move in its place
  archipel explain game.json --at 12 --for 0                            only what seat 0 may know
  archipel explain game.json --island 3                                 who takes the treasure of island 3, and why
  archipel explain game.json --shaman                                   who is the next shaman, and why
  archipel explain game.json --winner                                   who has won, and why

Moves, seats and islands count from 0. If the last move ended a round, --island and --shaman tell how that round came
out; otherwise, how it would come out now. A game that breaks off with an illegal move has that move explained.

exit codes: 0 legal, 1 illegal, 2 malformed (one line says what is wrong with it)
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from archipel.checks.cli.command_line import add_json, add_language, whole
from archipel.checks.costa_ruana.commands.show import complaints_about, find_game
from archipel.checks.costa_ruana.decks import deck_from
from archipel.checks.costa_ruana.explanations import explain
from archipel.checks.costa_ruana.outcomes import Reached, next_shaman, who_takes, who_wins
from archipel.checks.costa_ruana.wording import say
from archipel.checks.explain.model import Explanation, Happening, Link, Outcome
from archipel.checks.support.files import said_of
from archipel.reference.costa_ruana.actions import Action
from archipel.reference.costa_ruana.codec import IllegalMove, Record, action_data, read_action, replay
from archipel.reference.costa_ruana.state import State
from archipel.reference.strict_json import BadInput, Field, canonical, parse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a file, - for standard input, or a position in one line")
    parser.add_argument("move", metavar="MOVE", nargs="?", help="a move, as JSON (without it: the record's own)")
    parser.add_argument("--at", type=whole, metavar="N", help="of a record: before its move N (default: at the end)")
    parser.add_argument("--for", dest="viewer", type=whole, metavar="SEAT", help="tell only what this seat may know")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--island", type=whole, metavar="I", help="who takes the treasure of this island")
    asked.add_argument("--shaman", action="store_true", help="who is the next shaman")
    asked.add_argument("--winner", action="store_true", help="who has won")
    parser.add_argument("--deck", metavar="FILE", help="the deck file that a one-line position was written with")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    deck = None if arguments.deck is None else deck_from(arguments.deck)
    with complaints_about(arguments.record):
        game = Game.of(find_game(arguments.record, deck))
    move = None if arguments.move is None else read_move(arguments.move)
    place = game.place(arguments.at)
    if game.stuck is not None and (arguments.at is None or place > game.stuck):
        return _moved(game, game.stuck, None, arguments)
    if arguments.island is None and not arguments.shaman and not arguments.winner:
        return _moved(game, place, move, arguments)
    if move is not None:
        raise BadInput("--island, --shaman and --winner ask how something comes out, not about a move")
    return _came_out(game, place, arguments)


@dataclass(frozen=True)
class Game:
    """The positions of a game as far as it goes, and its moves; ``stuck`` is the first illegal one."""

    states: Sequence[State]
    moves: Sequence[Action] = ()
    stuck: int | None = None
    is_record: bool = False

    @classmethod
    def of(cls, found: Record | State) -> Game:
        if isinstance(found, State):
            return cls([found])
        states: list[State] = []
        try:
            states.extend(replay(found))
        except IllegalMove as error:
            return cls(_so_far(found, error.index), found.moves, error.index, True)
        return cls(states, found.moves, is_record=True)

    def place(self, at: int | None) -> int:
        """How many moves come before the position asked about."""
        if at is None:
            return len(self.moves)
        if not self.is_record:
            raise BadInput("--at: only a game record has moves")
        if not 0 <= at <= len(self.moves):
            raise BadInput(f"--at {at}: the game has 0 to {len(self.moves)} moves")
        return at

    def reached(self, place: int) -> Reached:
        """The position after so many moves, and how it was reached."""
        if place == 0:
            return Reached(self.states[0])
        return Reached(self.states[place], self.states[place - 1], self.moves[place - 1], place - 1)


def _so_far(record: Record, moves: int) -> list[State]:
    """The positions before so many moves, all of them legal."""
    return list(islice(replay(record), moves + 1))


def read_move(text: str) -> Action:
    """A move as it is written on the command line."""
    try:
        return read_action(Field(parse(text), "move"))
    except BadInput as error:
        message = str(error)
        raise BadInput(message if message.startswith("move") else f"move: {message}") from None


# A move


def _moved(game: Game, place: int, move: Action | None, arguments: argparse.Namespace) -> int:
    own = game.moves[place] if place < len(game.moves) else None
    action = own if move is None else move
    if action is None:
        raise BadInput("which move? give a MOVE, or --at N for a move of the record (see archipel explain --help)")
    name = "move" if move is not None else f"moves[{place}]"
    with said_of(name):
        found = explain(game.states[place], action, arguments.viewer)
    if arguments.json:
        at = {"at": place} if game.is_record else {}
        print(json.dumps({**found.as_json(arguments.lang), **at}, ensure_ascii=False))
    else:
        stuck = arguments.move is not None and place == game.stuck and move is None
        _print(_head(game, place, action, stuck, arguments.lang))
        _print(explanation_lines(found, arguments.lang))
    return 0 if found.legal else 1


def _head(game: Game, place: int, action: Action, stuck: bool, lang: str) -> Iterator[str]:
    if stuck:
        yield say(lang, "stuck", move=place)
    if game.is_record:
        yield say(lang, "at", move=place, action=canonical(action_data(action), newline=False))


def explanation_lines(found: Explanation, lang: str) -> Iterator[str]:
    """Why a move is legal or not, for people to read."""
    return _legal(found.happens, lang) if found.legal else _illegal(found, lang)


def _legal(happens: Sequence[Happening], lang: str) -> Iterator[str]:
    first, *rest = happens
    yield say(lang, "legal", decision=first.told[0][lang])
    yield from sentence_lines(first.clauses, lang, "  ")
    for happening in rest:
        yield from [text[lang] for text in happening.told]
        yield from sentence_lines(happening.clauses, lang, "  ")


def _illegal(found: Explanation, lang: str) -> Iterator[str]:
    yield say(lang, "illegal") + " " + say(lang, "set.one" if len(found.sets) == 1 else "set.many")
    for clauses in found.sets:
        yield from sentence_lines([reason for reason in found.reasons if reason.clause in clauses], lang, "  ")
    if found.due is not None:
        yield say(lang, "due", turn=found.due[lang])
    if found.alternatives:
        yield say(lang, "instead")
    for alternative in found.alternatives:
        yield f"  {alternative.told[lang]}"
        yield f"    {canonical(dict(alternative.action), newline=False)}"


def sentence_lines(links: Iterable[Link], lang: str, indent: str) -> Iterator[str]:
    """Each clause with its sentence, and below it what brings it in."""
    before = ""
    for link in links:
        if link.clause != before:
            yield f"{indent}{link.clause}: {link.sentence[lang]}"
        before = link.clause
        if link.fact is not None:
            others = [", ".join(found) for found in link.rests_on]
            also = [say(lang, "rests_on", clauses=found) for found in others]
            yield " ".join([f"{indent}  {link.fact[lang]}", *also])


# How something comes out


def _came_out(game: Game, place: int, arguments: argparse.Namespace) -> int:
    found = _outcome(game.reached(place), arguments)
    if arguments.json:
        print(json.dumps(found.as_json(arguments.lang), ensure_ascii=False))
    else:
        _print([f"{found.when[arguments.lang]} {found.told[arguments.lang]}"])
        _print(sentence_lines(found.chain, arguments.lang, "  "))
    return 0


def _outcome(reached: Reached, arguments: argparse.Namespace) -> Outcome:
    if arguments.island is not None:
        return who_takes(reached, arguments.island)
    return (next_shaman if arguments.shaman else who_wins)(reached, arguments.viewer)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
