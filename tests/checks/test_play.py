"""archipel play: whole games through standard input, saving, loading, undoing, stopping."""

from __future__ import annotations

import io
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.cli.running import play
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.table import CardTable, TableQuestion
from archipel.checks.costa_ruana.wording import default_names, say
from archipel.checks.explain.table.terminal import TableSession
from archipel.checks.games.engine import GameRecord
from archipel.reference.costa_ruana import (
    Action,
    Kind,
    Phase,
    Place,
    Settle,
    Setup,
    State,
    apply_action,
    balanced_deck,
    legal_actions,
    new_game,
)
from archipel.reference.costa_ruana.codec import Record, dumps_record, loads_record, replay
from archipel.reference.costa_ruana.rules import STANDARD
from archipel.spec.clauses import LANGUAGES

Capture = pytest.CaptureFixture[str]
Play = Callable[..., tuple[int, str]]


def question(state: State, lang: str = "en") -> TableQuestion:
    assert state.actor is not None
    names = default_names(lang, state.players)
    return TableQuestion(state.view(state.actor), state.game, names, lang, legal_actions(state))


def scripted(players: int, humans: set[int], seed: int, lang: str = "en") -> tuple[list[str], list[Action]]:
    """What people type in a whole game, and all its decisions; the people decide by chance."""
    game = CardTable(GAME, GameRecord(Setup.from_seed(players, seed), (), Terms()))
    bots = {seat: game.bot("greedy", seed, seat) for seat in range(players) if seat not in humans}
    session = TableSession(game.engine, game.states, game.moves, bots, game.chance(seed))
    chance, lines = Random(seed), list[str]()
    while session.state.actor is not None:
        if session.is_asked(-1):
            menu = legal_actions(session.state)
            action = menu[int(chance.random() * len(menu))]
            lines.append(" ".join(question(session.state, lang).words(action)))
            session.apply(action)
        else:
            session.advance()
    return lines, session.moves


@pytest.fixture
def typed(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Run the command with lines on standard input; the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)

    def run(lines: list[str], *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join([line + "\n" for line in lines])))
        code = main(["play", *arguments])
        out, err = capsys.readouterr()
        assert "\x1b" not in out
        assert bool(err) == (code == 2)
        return code, out if code != 2 else err

    return run


def saved(name: str = "game.json") -> list[Action]:
    return list(loads_record(Path(name).read_bytes()).moves)


# Whole games


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("players", "humans"), [(2, {0}), (4, {0, 2}), (2, {0, 1}), (4, {3})])
def test_a_whole_game(typed: Play, players: int, humans: set[int], lang: str) -> None:
    lines, moves = scripted(players, humans, 11, lang)
    people = ",".join([str(seat) for seat in sorted(humans)])
    options = ["--players", str(players), "--humans", people, "--seed", "11", "--lang", lang, "--save", "game.json"]
    code, out = typed(lines, *options)
    assert code == 0
    assert saved() == moves
    record = loads_record(Path("game.json").read_bytes())
    last = list(replay(record))[-1]
    assert record.result is not None
    for line in CardTable(GAME, GameRecord(record.setup, (), Terms())).ranked(last, lang, default_names(lang, players)):
        assert line in out
    assert say(lang, "title.ranking") in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_alone(typed: Play, lang: str, bot: str) -> None:
    code, out = typed([], "--humans", "none", "--players", "3", "--seed", "2", "--bot", bot, "--lang", lang)
    assert code == 0
    assert say(lang, "title.ranking") in out
    for number in range(1, 6):
        assert say(lang, "round", round=number, rounds=5) in out
    assert out == typed([], "--humans", "none", "--players", "3", "--seed", "2", "--bot", bot, "--lang", lang)[1]


def test_answers_word_by_word_and_players_by_name(typed: Play) -> None:
    lines, moves = scripted(3, {0}, 5)
    one_by_one = [word.replace("B", "ben") for line in lines for word in line.split()]
    assert len(one_by_one) > len(lines)
    code, _ = typed(one_by_one, "--players", "3", "--seed", "5", "--save", "game.json")
    assert code == 0
    assert saved() == moves


def test_nonsense_is_refused_and_asked_again(typed: Play) -> None:
    lines, moves = scripted(2, {0}, 11)
    noise = ["", "99", "-1", "x", "1 1 1 1 1 1 1 1", "\u0663", "A B C", "  ", "\x1b[31m", "9" * 2000]
    mixed = [part for line in lines for part in (*noise, "back", line)]
    code, out = typed(mixed, "--players", "2", "--seed", "11", "--save", "game.json")
    assert code == 0
    assert "There is no such island." in out
    assert "That is more than was asked." in out
    assert saved() == moves


# Saving, loading, undoing, stopping


@pytest.mark.parametrize("stop", [7])
def test_a_game_that_stopped_goes_on_as_it_would_have(typed: Play, stop: int) -> None:
    lines, moves = scripted(3, {0, 1}, 8)
    code, out = typed(lines[:stop], "--humans", "0,1", "--seed", "8", "--save", "game.json")
    assert code == 0
    assert "Stopped." in out and "Saved: game.json" in out
    begun = saved()
    assert begun == moves[: len(begun)]
    code, _ = typed(lines[stop:], "--load", "game.json", "--humans", "0,1", "--seed", "8", "--save", "game.json")
    assert code == 0
    assert saved() == moves
    assert "RANKING" in typed([], "--load", "game.json")[1]


def test_undo_goes_back_to_the_previous_decision(typed: Play) -> None:
    lines, moves = scripted(3, {0}, 9)
    twice = [part for line in lines for part in (line, "undo", line)]
    code, out = typed(twice[:-2], "--seed", "9", "--save", "game.json")
    assert code == 0
    assert out.count("Back to your previous decision.") == len(lines) - 1
    assert saved() == moves


def test_commands(typed: Play) -> None:
    lines = ["help", "?", "show", "save", "save a b.json", "save no/such/folder", "retour", "QUIT", "0"]
    code, out = typed(lines, "--players", "2", "--seed", "1")
    assert code == 0
    assert out.count("save FILE    write the game") == 2
    assert out.count("ISLANDS") == 2
    assert "Saved: a b.json" in out and "Not saved: 'no/such/folder'" in out and "Which file?" in out
    assert loads_record(Path("a b.json").read_bytes()).setup == Setup.from_seed(2, 1)
    assert out.endswith("Stopped.\n")


def test_forced_decisions_are_taken_and_told(typed: Play) -> None:
    for seed in range(20):
        lines, moves = scripted(2, {0}, seed)
        asked = len(lines)
        if sum(move.player == 0 for move in moves) > asked:
            out = typed(lines, "--players", "2", "--seed", str(seed))[1]
            assert "There was no other choice." in " ".join(out.split())
            return
    raise AssertionError("no game with a forced decision")


BAD = [
    ["--players", "1"],
    ["--load", "game.json", "--deck", "x.toml"],
    ["--load", "illegal.json"],
    ["--deck", "nothing.toml"],
    ["--deck", "tiny.toml"],
]


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: ascii(" ".join(arguments))[:40])
def test_bad_arguments_get_one_line_and_exit_code_2(typed: Play, arguments: list[str]) -> None:
    record = Record(Setup.from_seed(2, 1), (), STANDARD, balanced_deck())
    Path("game.json").write_text(dumps_record(record))
    Path("illegal.json").write_text(dumps_record(Record(record.setup, (Settle(0, 99),), STANDARD, record.deck)))
    Path("tiny.toml").write_text('cards = [["place", 1, "day", 2]]')
    code, err = typed(["0"], *arguments)
    assert code == 2
    assert err.startswith("archipel: ") and err.count("\n") == 1
    assert err.isprintable() or err.rstrip("\n").isprintable()


# Questions


def every_question() -> list[State]:
    found = []
    for players, seed in ((2, 1), (3, 2), (6, 3)):
        chance, state = Random(seed), new_game(Setup.from_seed(players, seed))
        while menu := legal_actions(state):
            found.append(state)
            state = apply_action(state, menu[int(chance.random() * len(menu))])
    return found


def test_every_legal_action_can_be_typed_and_means_itself() -> None:
    phases = set()
    for state in every_question()[::3]:
        asked = question(state)
        phases.add(state.phase)
        menu = legal_actions(state)
        for action in menu[:: max(1, len(menu) // 12)]:
            words = asked.words(action)
            assert asked.answer(words) == action
            for place, word in enumerate(words):
                assert word in asked.options(words[:place])
                assert asked.key(words[:place], word.lower()) == word
    assert phases >= set(Phase) - {Phase.OVER, Phase.RESOLVE}


def test_menus_stay_short() -> None:
    for state in every_question():
        assert len(question(state).options(())) <= 2 * state.players + 1 + (state.phase is Phase.SETTLE) * 6 or (
            state.phase is Phase.EFFECT and len(question(state).options(())) <= state.islands
        )


def test_islands_in_any_order() -> None:
    state = next(
        state
        for state in every_question()
        if (card := state.resolving_card) and card.text.startswith("place-3") and min(state.reserve) > 2
    )
    assert state.actor is not None
    asked = question(state)
    assert asked.answer(["3", "1", "1"]) == Place(state.actor, (1, 1, 3))
    assert asked.answer(["3", "1"]) is None
    assert "(3 to go)" in asked.title([])


def test_questions_do_not_tell_what_is_hidden() -> None:
    for state in every_question():
        if state.phase is not Phase.STAND:
            continue
        for word, label in question(state).options(()).items():
            action = question(state).answer([word])
            by = getattr(action, "by", state.actor)
            if by != state.actor and getattr(action, "face", None) == "down":
                assert "hidden card laid by" in label


def test_a_refusal_gives_the_rule() -> None:
    state = new_game(Setup.from_seed(2, 1))
    full = state.changed(inhabitants=((4, 3), *state.inhabitants[1:]))
    reasons = {word: question(full).why_not(full, (), word) for word in ("0", "9", "x", "1")}
    assert [reason and reason.name for reason in reasons.values()] == ["ISLAND_FULL", "NO_SUCH_ISLAND", None, None]
    for state in every_question():
        card = state.resolving_card
        if card and card.kind is Kind.MOVE_TREASURE:
            asked = question(state.changed(treasures=(0, *state.treasures[1:])))
            empty = state.changed(treasures=(0, *state.treasures[1:]))
            reason = asked.why_not(empty, (), "0")
            assert reason is not None and reason.name == "NO_TREASURE_THERE"
            same = asked.why_not(empty, ("1",), "1")
            assert same is not None and same.name == "SAME_ISLAND"
            return
    raise AssertionError("no such question")


# A real terminal


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        openpty = pytest.importorskip("pty").openpty
        self.end, inside = openpty()
        code = (
            "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
            "from archipel.checks.cli.command_line import main; sys.exit(main(sys.argv[1:]))"
        )
        self.program = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**os.environ, "TERM": "xterm"},
            start_new_session=True,
        )
        os.close(inside)
        self.text = ""

    def until(self, wanted: str) -> str:
        """What is printed up to some words."""
        limit = time.monotonic() + 60
        while wanted not in self.text:
            assert time.monotonic() < limit, self.text
            if select.select([self.end], [], [], 1)[0]:
                self.text += os.read(self.end, 4096).decode("utf-8", "replace")
        seen, _, self.text = self.text.partition(wanted)
        return seen

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.end)


def test_two_people_at_a_terminal_do_not_see_each_other(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = Terminal("play", "--players", "2", "--all-seats", "--seed", "3", "--save", str(file))
    try:
        seen = terminal.until("Pass the keyboard to")
        assert "HAND" not in seen and "\x1b[2J" in seen
        os.write(terminal.end, b"\n")
        seen = terminal.until("settle?")
        assert "\x1b[1;31m" in seen and "HAND" in seen
        terminal.until("> ")
        os.write(terminal.end, b"0\n")
        seen = terminal.until("Pass the keyboard to")
        assert "\x1b[2J" in seen and "HAND" not in seen
        os.write(terminal.end, b"\n")
        terminal.until("> ")
        time.sleep(0.3)
        terminal.program.send_signal(signal.SIGINT)
        terminal.until("Stopped.")
        assert terminal.program.wait(30) == 130
        assert len(loads_record(file.read_bytes()).moves) == 1
    finally:
        terminal.close()


def test_help_explains_the_command(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["play", "--help"])
    assert stopped.value.code == 0
    assert (play.__doc__ or "").splitlines()[0] in capsys.readouterr().out
