"""Interactive terminal game: people and bots taking turns, told and drawn for whoever is looking.

Nothing here knows any game.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from archipel.checks.explain.catalogue import LETTERS, Speaker
from archipel.checks.games.engine import GameEngine
from archipel.checks.support.files import write_whole
from archipel.checks.support.terminal import for_encoding, terminal_width, wants_colour
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput, shown
from archipel.spec.clauses import LANGUAGES

if TYPE_CHECKING:
    from archipel.checks.explain.table.decision_menu import DecisionMenu
    from archipel.checks.explain.table.recorded_game import RecordedTable

LONGEST_LINE = 1000
COMMANDS = ("help", "back", "show", "undo", "save", "quit")


Player = Callable[[Any, Sequence[Any]], Any]


class Console:
    """Where people read and type; without a terminal there are no colours, no clearing and no pauses."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
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
        self.write(self.speaker.say(key, **values))

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
        self.read(self.speaker.say("play.pass_on", player=name) + " ")
        sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")


class TableSession:
    """A game under way: its positions, its decisions, and the bots."""

    def __init__(
        self,
        engine: GameEngine[Any, Any, Any, Any],
        states: Sequence[Any],
        moves: Sequence[Any],
        bots: Mapping[int, Player],
        chance: Callable[[TableSession], Any],
    ) -> None:
        self.engine = engine
        self.states = list(states)
        self.moves = list(moves)
        self.bots = bots
        self.chance = chance
        self.humans = frozenset(range(engine.players(states[0]))) - bots.keys()

    @property
    def state(self) -> Any:
        """The position now."""
        return self.states[-1]

    @property
    def actor(self) -> int | None:
        """Who decides now."""
        return self.engine.actor(self.state)

    def is_asked(self, index: int) -> bool:
        """Whether a person really chose in this position."""
        state = self.states[index]
        return self.engine.actor(state) in self.humans and len(self.engine.legal_actions(state)) > 1

    def apply(self, action: Any) -> None:
        """Take a decision."""
        self.states.append(self.engine.apply_action(self.state, action))
        self.moves.append(action)

    def advance(self) -> None:
        """Take the next decision, which no person has to think about, or let chance take it."""
        actions, seat = self.engine.legal_actions(self.state), self.actor
        assert seat is not None
        if seat == CHANCE:
            self.apply(self.chance(self))
            return
        self.apply(actions[0] if len(actions) == 1 else self.bots[seat](self.state, actions))

    def undo(self, seat: int) -> bool:
        """Go back to a person's previous decision, if there is one."""
        for index in reversed(range(len(self.moves))):
            if self.engine.actor(self.states[index]) == seat and self.is_asked(index):
                del self.moves[index:], self.states[index + 1 :]
                return True
        return False


class Stop(Exception):  # noqa: N818
    """Somebody wants to stop."""


class TerminalTable:
    """Shows the game to the people who play it and asks them."""

    def __init__(
        self, game: RecordedTable, session: TableSession, console: Console, names: tuple[str, ...], save: str | None
    ) -> None:
        self.game = game
        self.session = session
        self.console = console
        self.names = names
        self.say = console.speaker.say
        self.lang = console.speaker.lang
        self.file = save
        self.told = dict.fromkeys(session.humans, len(session.moves))
        self.watched = len(session.moves)
        self.last_person: int | None = None

    def welcome(self, seed: int | None, bot: str) -> None:
        """Who plays which game."""
        self.console.write(self.game.title(self.lang).upper())
        if seed is not None:
            self.console.say("play.seed", seed=seed)
        people = []
        for seat, name in enumerate(self.names):
            kind = "play.human" if seat in self.session.humans else "play.bot"
            people.append(self.say(kind, player=f"{LETTERS[seat]} {name}", bot=self.say(f"bot.{bot}")))
        self.console.wrapped(self.say("play.who", players=", ".join(people)))
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
            write_whole(self.file, self._written())

    def _written(self) -> str:
        return self.game.written(self.session.moves, self.session.state)

    def _play(self) -> None:
        session = self.session
        if not session.humans and session.actor is not None:
            self._draw(None)
        while session.actor is not None:
            if session.is_asked(-1):
                self._person(session.actor)
                self._keep()
            else:
                session.advance()
                self._watch()
        self._end()

    # Telling

    def _news(self, first: int, reader: int | None) -> list[str]:
        """What happened since a decision, for one reader."""
        session, lines = self.session, list[str]()
        teller = self.game.told_to(self.lang, self.names, reader)
        for index in range(first, len(session.moves)):
            before, action = session.states[index], session.moves[index]
            told: list[str] = [*teller.step(before, action)]
            if session.engine.actor(before) in session.humans and not session.is_asked(index):
                told[0] = self.say("told.forced", sentence=told[0])
            lines += told
        return lines

    def _tell(self, lines: Sequence[str]) -> None:
        if lines:
            self.console.write()
            self.console.write(self.say("title.news"))
            self.console.bullets(lines)

    def _draw(self, seat: int | None) -> None:
        self.console.write()
        width, colour = self.console.width, self.console.colour
        self.console.write(self.game.drawn(self.session.state, seat, self.names, self.lang, width, colour))

    def _watch(self) -> None:
        """Without people at the table the game is told as it goes."""
        if self.session.humans:
            return
        self.console.bullets(self._news(self.watched, None))
        self.watched = len(self.session.moves)
        before, after = self.session.states[-2:]
        if self.game.round(before) != self.game.round(after):
            self._draw(None)

    def _end(self) -> None:
        session = self.session
        if session.humans:
            reader = min(session.humans) if len(session.humans) == 1 else None
            self._tell(self._news(min(self.told.values()), reader))
            self._draw(min(session.humans) if self.last_person is None else self.last_person)
        else:
            self._draw(None)
        self.console.write(self.say("title.ranking"))
        for line in self.game.ranked(session.state, self.lang, self.names):
            self.console.write(f"  {line}")

    # Asking

    def _person(self, seat: int) -> None:
        if self.last_person not in (None, seat) or (self.last_person is None and len(self.session.humans) > 1):
            self.console.hand_over(self.names[seat])
        self.last_person = seat
        self._tell(self._news(self.told[seat], seat))
        self._draw(seat)
        self.told[seat] = len(self.session.moves)
        action = self._ask(seat)
        if action is not None:
            self.session.apply(action)

    def _ask(self, seat: int) -> Any:
        """A person's decision; None if something else happened that changes the position."""
        question = self.game.asked(self.session.state, self.names, self.lang)
        given: list[str] = []
        while True:
            action = question.answer(question.filled(given))
            if action is not None:
                return action
            self._put(question, question.filled(given))
            words = self.console.read(self.say("play.prompt", player=self.names[seat])).split()
            command = self._command(words)
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

    def _put(self, question: DecisionMenu, given: list[str]) -> None:
        self.console.wrapped(question.title(given))
        for key, label in question.options(given).items():
            self.console.write(
                textwrap.fill(f"{key}: {label}", self.console.width, initial_indent="  ", subsequent_indent="     ")
            )

    def _understood(self, question: DecisionMenu, given: list[str], words: list[str]) -> list[str]:
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
        hint = question.hint(self.session.state, found, rest[0])
        self.console.write(self.say("play.unknown", answer=shown(rest[0]), hint=hint).rstrip())
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
            self._draw(seat)
        elif not words:
            self.console.say("play.save.file")
        else:
            self._save(" ".join(words))

    def _save(self, file: str) -> None:
        try:
            write_whole(file, self._written())
        except BadInput as error:
            self.console.say("play.not_saved", problem=error)
        else:
            self.console.say("play.saved", file=file)

    def _command(self, words: Sequence[str]) -> str | None:
        """What a person wants besides deciding, in whatever language."""
        if not words:
            return None
        word = "help" if words[0] == "?" else words[0].casefold()
        speakers = [self.game.speaker(lang) for lang in LANGUAGES]
        return next((name for name in COMMANDS if word in [one.raw(f"word.{name}") for one in speakers]), None)
