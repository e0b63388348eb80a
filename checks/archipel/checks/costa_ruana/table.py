"""A game at the table: people and bots taking turns, told and drawn for whoever is looking."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module

from archipel.checks.costa_ruana.asking import Question
from archipel.checks.costa_ruana.commands.show import terminal_width, wants_colour
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.drawing_text import for_encoding
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.telling import Teller
from archipel.checks.costa_ruana.wording import (
    LANGUAGES,
    LETTERS,
    counted,
    listed,
    reason_words,
    say,
)
from archipel.checks.simulate.bots import Bot, make_bot
from archipel.checks.support.files import write_whole
from archipel.reference.costa_ruana.actions import (
    Action,
)
from archipel.reference.costa_ruana.codec import Record, dumps_record, replay, result_of
from archipel.reference.costa_ruana.engine import apply_action, legal_actions
from archipel.reference.costa_ruana.state import Game, State
from archipel.reference.costa_ruana.views import View
from archipel.reference.strict_json import BadInput, shown

LONGEST_LINE = 1000
COMMANDS = ("help", "back", "show", "undo", "save", "quit")


class Console:
    """Where people read and type; without a terminal there are no colours, no clearing and no pauses."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.colour = wants_colour()
        self.width = terminal_width()
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if self.interactive:
            with suppress(ImportError):
                import_module("readline")  # typed lines can be edited

    def write(self, text: str = "") -> None:
        """Print lines."""
        print(for_encoding(text, sys.stdout.encoding))

    def say(self, key: str, **values: object) -> None:
        """Print a phrase of the catalogue."""
        self.write(say(self.lang, key, **values))

    def wrapped(self, text: str) -> None:
        """Print a long line as several."""
        self.write(textwrap.fill(text, self.width, subsequent_indent="  ", break_long_words=False))

    def bullets(self, lines: Sequence[str]) -> None:
        """Print sentences as a list."""
        for line in lines:
            self.write(textwrap.fill(line, self.width, initial_indent="  - ", subsequent_indent="    "))

    def read(self, prompt: str) -> str:
        """One line that somebody typed; EOFError when there is no more."""
        prompt = for_encoding(prompt, sys.stdout.encoding)
        try:
            line = input(prompt) + "\n" if self.interactive else sys.stdin.readline()
        except UnicodeDecodeError:
            raise BadInput("standard input: not UTF-8") from None
        if not self.interactive:
            self.write(prompt + "".join([sign if sign.isprintable() else "?" for sign in line.strip()[:LONGEST_LINE]]))
        if not line:
            raise EOFError
        return line[:LONGEST_LINE]

    def hand_over(self, name: str) -> None:
        """Another person takes the keyboard and must not see what the last one saw."""
        if not self.interactive:
            self.say("play.passed", player=name)
            return
        sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
        self.read(say(self.lang, "play.pass_on", player=name) + " ")
        sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")


class Session:
    """A game under way: its positions, its decisions, and the bots."""

    def __init__(self, record: Record, bot: str, seed: int, humans: frozenset[int]) -> None:
        self.record = record
        self.humans = humans
        self.states: list[State] = list(replay(record))
        self.moves: list[Action] = list(record.moves)
        game = self.states[0].game
        self.bots: dict[int, Bot] = {
            seat: make_bot(GAME, bot, seed * game.players + seat) for seat in range(game.players) if seat not in humans
        }

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    @property
    def game(self) -> Game:
        """Rules and cards."""
        return self.states[0].game

    def is_asked(self, index: int) -> bool:
        """Whether a person really chose in this position."""
        state = self.states[index]
        return state.actor in self.humans and len(legal_actions(state)) > 1

    def apply(self, action: Action) -> None:
        """Take a decision."""
        self.states.append(apply_action(self.state, action))
        self.moves.append(action)

    def advance(self) -> None:
        """Take the next decision, which no person has to think about."""
        actions = legal_actions(self.state)
        seat = self.state.actor
        assert seat is not None
        self.apply(actions[0] if len(actions) == 1 else self.bots[seat](self.state, actions))

    def undo(self, seat: int) -> bool:
        """Go back to a person's previous decision, if there is one."""
        for index in reversed(range(len(self.moves))):
            if self.moves[index].player == seat and self.is_asked(index):
                del self.moves[index:], self.states[index + 1 :]
                return True
        return False

    def text(self) -> str:
        """The game so far as a record."""
        return dumps_record(replace(self.record, moves=tuple(self.moves), result=result_of(self.state)))


class Stop(Exception):  # noqa: N818
    """Somebody wants to stop."""


class Table:
    """Shows the game to the people who play it and asks them."""

    def __init__(self, session: Session, console: Console, names: tuple[str, ...], save: str | None) -> None:
        self.session = session
        self.console = console
        self.names = names
        self.lang = console.lang
        self.file = save
        self.told = dict.fromkeys(session.humans, len(session.moves))
        self.watched = len(session.moves)
        self.last_person: int | None = None

    def welcome(self, seed: int | None, bot: str) -> None:
        """Who plays which game."""
        self.console.write(say(self.lang, "game").upper())
        if seed is not None:
            self.console.say("play.seed", seed=seed)
        people = []
        for seat, name in enumerate(self.names):
            kind = "play.human" if seat in self.session.humans else "play.bot"
            people.append(say(self.lang, kind, player=f"{LETTERS[seat]} {name}", bot=say(self.lang, f"bot.{bot}")))
        self.console.wrapped(say(self.lang, "play.who", players=", ".join(people)))
        if self.session.humans:
            self.console.say("play.hint")

    def run(self) -> int:
        """Play until the end, or until somebody stops; the value is the exit code."""
        code = 0
        try:
            self._play()
        except (Stop, EOFError):
            self.console.say("play.stopped")
        except KeyboardInterrupt:
            self.console.write()
            self.console.say("play.stopped")
            code = 130
        finally:
            self._keep()
        if self.file is not None:
            self.console.say("play.saved", file=self.file)
        return code

    def _keep(self) -> None:
        if self.file is not None:
            write_whole(self.file, self.session.text())

    def _play(self) -> None:
        session = self.session
        if not session.humans and session.state.actor is not None:
            self._draw(session.state)
        while session.state.actor is not None:
            if session.is_asked(-1):
                self._person(session.state.actor)
                self._keep()
            else:
                session.advance()
                self._watch()
        self._end()

    # Telling

    def _news(self, first: int, reader: int | None) -> list[str]:
        """What happened since a decision, for one reader."""
        session, lines = self.session, list[str]()
        teller = Teller(self.lang, self.names, session.game.deck, reader)
        for index in range(first, len(session.moves)):
            before, action, after = session.states[index], session.moves[index], session.states[index + 1]
            told = teller.step(before, action, after)
            if action.player in session.humans and not session.is_asked(index):
                told[0] = say(self.lang, "told.forced", sentence=told[0])
            lines += told
        return lines

    def _tell(self, lines: Sequence[str]) -> None:
        if lines:
            self.console.write()
            self.console.write(say(self.lang, "title.news"))
            self.console.bullets(lines)

    def _draw(self, position: State | View) -> None:
        self.console.write()
        text = as_text(
            position, self.lang, self.console.width, self.console.colour, game=self.session.game, names=self.names
        )
        self.console.write(text)

    def _watch(self) -> None:
        """Without people at the table the game is told as it goes."""
        if self.session.humans:
            return
        self.console.bullets(self._news(self.watched, None))
        self.watched = len(self.session.moves)
        before, after = self.session.states[-2:]
        if before.round != after.round:
            self._draw(after)

    def _end(self) -> None:
        session = self.session
        if session.humans:
            reader = min(session.humans) if len(session.humans) == 1 else None
            self._tell(self._news(min(self.told.values()), reader))
            self._draw(session.state.view(min(session.humans) if self.last_person is None else self.last_person))
        else:
            self._draw(session.state)
        self.console.write(say(self.lang, "title.ranking"))
        for line in ranking_lines(session.state, self.lang, self.names):
            self.console.write(f"  {line}")

    # Asking

    def _person(self, seat: int) -> None:
        if self.last_person not in (None, seat) or (self.last_person is None and len(self.session.humans) > 1):
            self.console.hand_over(self.names[seat])
        self.last_person = seat
        self._tell(self._news(self.told[seat], seat))
        self._draw(self.session.state.view(seat))
        self.told[seat] = len(self.session.moves)
        action = self._ask(seat)
        if action is not None:
            self.session.apply(action)

    def _ask(self, seat: int) -> Action | None:
        """A person's decision; None if something else happened that changes the position."""
        state = self.session.state
        question = Question(state.view(seat), state.game, self.names, self.lang, legal_actions(state))
        given: list[str] = []
        while True:
            action = question.answer(question.filled(given))
            if action is not None:
                return action
            self._put(question, question.filled(given))
            words = self.console.read(say(self.lang, "play.prompt", player=self.names[seat])).split()
            command = _command(words)
            if command == "undo":
                if self._undo(seat):
                    return None
            elif command == "back":
                given = []
                self.console.say("play.back")
            elif command is not None:
                self._obey(command, words[1:], seat)
            else:
                given = self._understood(question, given, words)

    def _put(self, question: Question, given: list[str]) -> None:
        self.console.wrapped(question.title(given))
        for key, label in question.options(given).items():
            self.console.write(
                textwrap.fill(f"{key}: {label}", self.console.width, initial_indent="  ", subsequent_indent="     ")
            )

    def _understood(self, question: Question, given: list[str], words: list[str]) -> list[str]:
        """The answers so far with the new ones, or as they were if one of them will not do."""
        filled = question.filled(given)
        for start in (given, filled):
            found, rest = question.read(start, words)
            if not rest and (start == filled or question.answer(found) is not None):
                return found
        found, rest = question.read(filled, words)
        if question.answer(found) is not None:
            self.console.say("play.too_many")
            return given
        reason = question.why_not(self.session.state, found, rest[0])
        hint = "" if reason is None else reason_words(self.lang, reason)
        self.console.write(say(self.lang, "play.unknown", answer=shown(rest[0]), hint=hint).rstrip())
        return given

    def _undo(self, seat: int) -> bool:
        if not self.session.undo(seat):
            self.console.say("play.undone.none")
            return False
        self.told = {person: min(told, len(self.session.moves)) for person, told in self.told.items()}
        self.console.say("play.undone")
        return True

    def _obey(self, command: str, words: list[str], seat: int) -> None:
        if command == "quit":
            raise Stop
        if command == "help":
            self.console.say("play.help")
        elif command == "show":
            self._draw(self.session.state.view(seat))
        elif not words:
            self.console.say("play.save.file")
        else:
            self._save(" ".join(words))

    def _save(self, file: str) -> None:
        try:
            write_whole(file, self.session.text())
        except BadInput as error:
            self.console.say("play.not_saved", problem=error)
        else:
            self.console.say("play.saved", file=file)


def _command(words: list[str]) -> str | None:
    if not words:
        return None
    word = "help" if words[0] == "?" else words[0].casefold()
    for command in COMMANDS:
        if word in [say(lang, f"word.{command}") for lang in LANGUAGES]:
            return command
    return None


def ranking_lines(state: State, lang: str, names: Sequence[str]) -> list[str]:
    """The end of a game: ranks, points and who has won."""
    lines, points, rank = [], state.returns(), 1
    for seats in state.ranking():
        for seat in seats:
            values = {"treasures": counted(lang, "words.treasures", state.huts[seat]), "reserve": state.reserve[seat]}
            lines.append(say(lang, "rank.line", rank=rank, player=names[seat], points=points[seat], **values))
        rank += len(seats)
    winners = [names[seat] for seat in state.winners()]
    if len(winners) == 1:
        return [*lines, say(lang, "rank.winner", player=winners[0])]
    return [*lines, say(lang, "rank.shared", players=listed(lang, winners))]
