"""Play a whole game in the terminal: alone against bots, or several people at one keyboard.

Seats count from 0 and have letters (A is seat 0); islands count from 0. While you play, `help` lists the commands:
undo, save FILE, quit and so on. The same --seed deals the same game.

examples:
  archipel play                              you against two bots
  archipel play --players 4 --humans 0,2     two people and two bots at one keyboard
  archipel play --humans Zoe,Max --lang fr   two people by name, in French
  archipel play --players 2 --all-seats      no bots
  archipel play --humans none --seed 7       watch the bots
  archipel play --save game.json             keep the game in a file as it goes on
  archipel play --load game.json             go on with it
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from random import SystemRandom

from archipel.checks.cli import add_language
from archipel.checks.costa_ruana.bots import BOTS, Bot, make_bot
from archipel.checks.costa_ruana.commands.show import (
    check_writable,
    read_input,
    terminal_width,
    wants_colour,
    write_whole,
)
from archipel.checks.costa_ruana.decks import deck_from
from archipel.checks.costa_ruana.drawing import Scene, as_text, laid_words, scene
from archipel.checks.costa_ruana.drawing_text import for_encoding
from archipel.checks.costa_ruana.wording import (
    LANGUAGES,
    LETTERS,
    Teller,
    after_flip,
    background_words,
    card_words,
    counted,
    crowd_words,
    default_names,
    effect_words,
    listed,
    reason_words,
    say,
)
from archipel.reference.costa_ruana.actions import (
    Action,
    Flip,
    IllegalAction,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Place,
    PlayDown,
    PlayUp,
    Reason,
    Remove,
    Resolve,
    Settle,
    Stand,
)
from archipel.reference.costa_ruana.codec import DECISION_OF, Record, dumps_record, loads_record, replay, result_of
from archipel.reference.costa_ruana.engine import apply_action, legal_actions
from archipel.reference.costa_ruana.rules import STANDARD
from archipel.reference.costa_ruana.setup import Setup
from archipel.reference.costa_ruana.state import Game, Phase, State, slot_of
from archipel.reference.costa_ruana.views import View
from archipel.reference.strict_json import BadInput, shown

PLAYERS = 3
LONGEST_NAME = 14
LONGEST_LINE = 1000
COMMANDS = ("help", "back", "show", "undo", "save", "quit")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    low, high = STANDARD.min_players, STANDARD.max_players
    parser.add_argument("--players", type=int, metavar="N", help=f"{low} to {high} players (default: {PLAYERS})")
    parser.add_argument(
        "--humans",
        metavar="LIST",
        help="who is played by people: seats (0,2), names (Zoe,Max), both (2=Zoe), all or none (default: 0)",
    )
    parser.add_argument("--all-seats", action="store_true", help="people play every seat; the same as --humans all")
    parser.add_argument("--bot", choices=tuple(BOTS), default="greedy", help="the other seats (default: %(default)s)")
    parser.add_argument("--seed", type=int, metavar="S", help="deal this game (default: a new one)")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--save", metavar="FILE", help="keep the game in this file")
    parser.add_argument("--deck", metavar="FILE", help="play with the cards of this deck file")
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.save is not None:
        check_writable(arguments.save)
    record = _loaded(arguments) if arguments.load is not None else None
    seed = arguments.seed if arguments.seed is not None else 0 if record else SystemRandom().randrange(1_000_000)
    fresh = record is None
    if record is None:
        record = _dealt(arguments, seed)
    humans, names = _people(arguments, record.setup.players)
    session = Session(record, arguments.bot, seed, humans)
    table = Table(session, Console(arguments.lang), names, arguments.save)
    table.welcome(seed if fresh else None, arguments.bot)
    return table.run()


def _loaded(arguments: argparse.Namespace) -> Record:
    for option in ("players", "deck"):
        if getattr(arguments, option) is not None:
            raise BadInput(f"--{option}: the saved game already says that")
    try:
        return loads_record(read_input(arguments.load))
    except BadInput as error:
        raise BadInput(f"--load: {error}") from None


def _dealt(arguments: argparse.Namespace, seed: int) -> Record:
    deck = deck_from(arguments.deck)
    setup = Setup.from_seed(PLAYERS if arguments.players is None else arguments.players, seed, STANDARD, deck)
    return Record(setup, (), STANDARD, deck)


# Who sits where


def _people(arguments: argparse.Namespace, players: int) -> tuple[frozenset[int], tuple[str, ...]]:
    """The seats that people play, and everybody's name."""
    names = list(default_names(arguments.lang, players))
    wanted = "all" if arguments.all_seats else "0" if arguments.humans is None else arguments.humans
    if arguments.all_seats and arguments.humans is not None:
        raise BadInput("--all-seats and --humans: expected only one of them")
    if wanted in ("none", "all"):
        return frozenset(range(players) if wanted == "all" else ()), tuple(names)
    seats: dict[int, str | None] = {}
    nameless = [_seated(item, players, seats) for item in wanted.split(",")]
    for name in nameless:
        if name is not None:
            free = [seat for seat in range(players) if seat not in seats]
            if not free:
                raise BadInput(f"--humans: more people than the {players} seats")
            seats[free[0]] = name
    for seat, given in seats.items():
        names[seat] = given or names[seat]
    if len({name.casefold() for name in names}) < players:
        raise BadInput("--humans: two players with the same name")
    return frozenset(seats), tuple(names)


def _seated(item: str, players: int, seats: dict[int, str | None]) -> str | None:
    """Give a seat to an item that names one; a name without a seat comes back."""
    number, sign, name = item.strip().partition("=")
    if not sign and not number.isdecimal():
        return _checked_name(number)
    if not (number.isascii() and number.isdecimal() and int(number) < players):
        raise BadInput(f"--humans: {shown(number)} is not one of the seats 0 to {players - 1}")
    if int(number) in seats:
        raise BadInput(f"--humans: seat {int(number)} stands there twice")
    seats[int(number)] = _checked_name(name) if sign else None
    return None


def _checked_name(name: str) -> str:
    name = name.strip()
    if not name[:1].isalpha() or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(f"--humans: expected a name of 1 to {LONGEST_NAME} letters, found {shown(name)}")
    return name


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
            seat: make_bot(bot, game, seed * game.players + seat) for seat in range(game.players) if seat not in humans
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
        self.apply(actions[0] if len(actions) == 1 else self.bots[seat](self.state.view(seat), actions))

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


# Questions


STEPS: dict[str, tuple[str, ...]] = {
    "settle": ("island",),
    "play_up": ("card", "before"),
    "play_down": ("card", "before"),
    "stand": ("choice",),
    "flip": ("choice",),
    "resolve": ("choice",),
    "offer": ("choice",),
    "move_treasure": ("source", "target"),
    "move_inhabitant": ("owner", "source", "target"),
}


@dataclass(frozen=True)
class Question:
    """One decision, answered by a few short words; it knows only what the person who decides may know."""

    view: View
    game: Game
    names: tuple[str, ...]
    lang: str
    actions: tuple[Action, ...]

    @property
    def about(self) -> str:
        """Which decision is asked."""
        return DECISION_OF[type(self.actions[0])] if self.view.phase is Phase.EFFECT else self.view.phase.value

    @property
    def any_order(self) -> bool:
        """Whether the words may come in any order."""
        return self.about in ("remove", "place")

    def words(self, action: Action) -> tuple[str, ...]:
        """The words that mean an action."""
        match action:
            case Settle(island=island):
                return (str(island),)
            case PlayUp(card=card, before=seat) | PlayDown(card=card, before=seat):
                return (str(1 + self.view.hand.index(card)), LETTERS[seat])
            case Remove(islands=islands) | Place(islands=islands):
                return tuple([str(island) for island in islands])
            case MoveTreasure(source=source, target=target):
                return (str(source), str(target))
            case MoveInhabitant(owner=owner, source=source, target=target):
                return (LETTERS[owner], str(source), str(target))
            case Pass():
                return ("0",)
        return (str(1 + self.actions.index(action)),)

    def rest(self, action: Action, given: Sequence[str]) -> list[str] | None:
        """The words that are still missing for an action, or None if it is no longer meant."""
        words = self.words(action)
        if self.any_order:
            left = Counter(words)
            left.subtract(given)
            return None if any(count < 0 for count in left.values()) else sorted(left.elements(), key=int)
        return list(words[len(given) :]) if list(words[: len(given)]) == list(given) else None

    def options(self, given: Sequence[str]) -> dict[str, str]:
        """The words that can come next, with what they mean."""
        found: dict[str, str] = {}
        for action in self.actions:
            for word in (self.rest(action, given) or [])[: None if self.any_order else 1]:
                if word not in found:
                    found[word] = self._label(action, word, len(given))
        return dict(sorted(found.items(), key=lambda item: (len(item[0]), item[0]))) if self.any_order else found

    def filled(self, given: Sequence[str]) -> list[str]:
        """The words given, and those that follow because nothing else can come next."""
        words = list(given)
        while len(options := self.options(words)) == 1:
            words.extend(options)
        return words

    def answer(self, given: Sequence[str]) -> Action | None:
        """The action that the words mean, if they are complete."""
        return next((action for action in self.actions if self.rest(action, given) == []), None)

    def key(self, given: Sequence[str], word: str) -> str | None:
        """The answer that a typed word means: the word itself in any case, or a player's name."""
        options = self.options(given)
        by_name = {name.casefold(): LETTERS[seat] for seat, name in enumerate(self.names)}
        for meant in (word, word.upper(), by_name.get(word.casefold(), word)):
            if meant in options:
                return meant
        return None

    def read(self, given: Sequence[str], words: Sequence[str]) -> tuple[list[str], list[str]]:
        """The answers with the typed words, as far as they can be understood; and the words that are left."""
        found = list(given)
        for place, word in enumerate(words):
            key = self.key(found, word)
            if key is None:
                return found, list(words[place:])
            found.append(key)
        return found, []

    def _step(self, place: int) -> str:
        return "island" if self.any_order else STEPS[self.about][place]

    def title(self, given: Sequence[str]) -> str:
        """What is asked next."""
        title = say(self.lang, f"ask.{self.about}.{self._step(len(given))}")
        size = len(self.words(self.actions[0]))
        left = size - len(given)
        if self.any_order and left > 1:
            title += " " + say(self.lang, "ask.more", left=left)
        if left > 1 and not given:
            example = " ".join(self.words(self.actions[len(self.actions) // 2]))
            title += " " + say(self.lang, "ask.several", example=example)
        return title

    def _label(self, action: Action, word: str, place: int) -> str:
        step = self._step(place)
        if step in ("island", "source", "target"):
            return self._island(int(word))
        if step in ("before", "owner"):
            seat = LETTERS.index(word)
            own = seat == self.view.viewer
            return say(self.lang, "option.seat.self" if own else "option.seat", player=self.names[seat])
        if isinstance(action, PlayUp | PlayDown):
            card = self.game.deck.cards[action.card]
            words = card_words(self.lang, card)
            return say(self.lang, "option.card", card=words, effect=effect_words(self.lang, card))
        return self._choice(action)

    def _island(self, island: int) -> str:
        treasures = counted(self.lang, "words.treasures", self.view.treasures[island])
        people = crowd_words(self.lang, self.view.inhabitants[island])
        return say(self.lang, "option.island", treasures=treasures, people=people)

    def _choice(self, action: Action) -> str:
        match action:
            case Stand(by=by, face=face) | Resolve(by=by, face=face):
                return self._laid(slot_of(self.view.players, by, face))
            case Flip(condition=condition):
                tide, time = after_flip(self.view.tide, self.view.time, condition)
                sides = {"tide": background_words(self.lang, tide), "time": background_words(self.lang, time)}
                return say(self.lang, "option.flip", condition=say(self.lang, f"condition.{condition.value}"), **sides)
            case Name(shaman=shaman):
                return say(self.lang, "option.name", player=self.names[shaman])
        return say(self.lang, "option.pass" if isinstance(action, Pass) else "option.accept")

    def _laid(self, slot: int) -> str:
        what: Scene = scene(self.view, self.lang, self.game, self.names)
        shown_slots = [place for place, seen in enumerate(self.view.table) if seen is not None]
        laid = what.table[shown_slots.index(slot)]
        return say(self.lang, "before", laid=laid_words(what, laid), before=self.names[laid.before])

    def why_not(self, state: State, given: Sequence[str], word: str) -> Reason | None:
        """The rule that keeps a word from being an answer, if it means anything at all."""
        reasons = []
        for action in self.actions:
            rest = self.rest(action, given)
            made = None if not rest else self._made([*given, word.upper(), *rest[1:]])
            if made is None:
                continue
            try:
                apply_action(state, made)
            except IllegalAction as error:
                if error.reason is not Reason.SAME_ISLAND:
                    return error.reason
                reasons.append(error.reason)
        return reasons[0] if reasons else None

    def _made(self, words: Sequence[str]) -> Action | None:
        """The action that such words would mean, legal or not; None if they are not of the right sort."""
        player, about = self.view.viewer, self.about
        owner = LETTERS.find(words[0]) if about == "move_inhabitant" and len(words[0]) == 1 else 0
        places = words[1:] if about == "move_inhabitant" else words
        if owner < 0 or not all(word.isascii() and word.isdecimal() and len(word) < 4 for word in places):
            return None
        islands = tuple([int(word) for word in places])
        match about:
            case "settle":
                return Settle(player, *islands)
            case "remove":
                return Remove(player, tuple(sorted(islands)))
            case "place":
                return Place(player, tuple(sorted(islands)))
            case "move_treasure":
                return MoveTreasure(player, *islands)
            case "move_inhabitant":
                return MoveInhabitant(player, owner, *islands)
        return None
