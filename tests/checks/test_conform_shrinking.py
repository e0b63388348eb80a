"""Delta debugging: short games, set-up and all; the shortest only where all shorter ones were played."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.checks.test_conform_positions import other

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.conformance import announced
from archipel.checks.costa_ruana.conformance.shortening import Shortener
from archipel.checks.costa_ruana.conformance.varying import Variations
from archipel.checks.judge.conformance.explaining_readings import ReadingExplanation, readings_played
from archipel.checks.judge.conformance.games import Difference, Event, Script
from archipel.checks.judge.conformance.match import MatchJudge
from archipel.checks.judge.conformance.programs.answers import Answer
from archipel.checks.judge.conformance.programs.program import Program, ProgramLimits
from archipel.checks.judge.conformance.searching import ConformanceCampaign
from archipel.checks.judge.conformance.shrinking import is_shortest
from archipel.checks.judge.conformance.telling.verdicts import Verdict, headline
from archipel.checks.judge.conformance.telling.wording import WORDS
from archipel.reference.costa_ruana import STANDARD, Setup, balanced_deck

WRONG = str(Path(__file__).with_name("conform_mistakes.py"))


def script_of(players: int, moves: int, seed: int = 3) -> Script:
    """The first decisions of a game played by chance."""
    game, chance, events = announced({}), Random(seed), list[Event]()
    start = Setup.from_seed(players, seed)
    position = game.opening(start)
    for _ in range(moves):
        decision = chance.choice(list(game.legal(position)))
        events.append(Event("play", decision))
        position = game.after(position, decision)
    return Script(start, tuple(events))


def variations(script: Script) -> Variations:
    return Variations(Shortener(script, STANDARD, balanced_deck()))


def check_playable(script: Script) -> None:
    game = announced({})
    position = game.opening(script.start)
    for move in script.moves:
        assert move in game.legal(position)
        position = game.after(position, move)


def test_a_game_is_proposed_for_fewer_players() -> None:
    script = script_of(4, 40)
    found = list(variations(script).fewer_players())
    assert [one.start.players for one in found] == [3] * 4
    for one in found:
        check_playable(one)
        assert one.moves
    assert list(variations(script_of(2, 20)).fewer_players()) == []


def test_set_ups_are_changed_one_thing_at_a_time() -> None:
    script = script_of(3, 30)
    found = list(variations(script).other_setups())
    for name in ("shaman", "tide", "time", "order"):
        assert any(getattr(one.start, name) != getattr(script.start, name) for one in found), name
    for one in found:
        check_playable(one)


def test_varied_games_can_be_played_and_are_the_same_every_time() -> None:
    script = script_of(3, 30)
    one, two = ([variations(script).varied(chance) for _ in range(40)] for chance in (Random(1), Random(1)))
    assert one == two
    for varied in one:
        check_playable(varied)
    chance = Random(2)
    for _ in range(40):
        check_playable(variations(script.cut(1)).varied(chance))
    assert len({varied.start for varied in one}) > 5 and len({varied.events for varied in one}) > 10


def judged(capsys: pytest.CaptureFixture[str], program: list[str], *options: str) -> tuple[dict[str, Any], str]:
    command = ["--shrink-time", "1", "--players", "2", *options, "--", sys.executable, *program]
    main(["conform", "--json", *command])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    main(["conform", *command])
    return found, capsys.readouterr().out


def test_the_shortest_is_said_only_where_all_shorter_games_were_played(capsys: pytest.CaptureFixture[str]) -> None:
    found, report = judged(capsys, [WRONG, "poor-islands-have-three"])
    assert (found["shortest"], found["moves"], "the shortest game" in report) == (True, 0, True)
    found, report = judged(capsys, [WRONG, "nobody-stands-on-a-hidden-card"])
    assert (found["shortest"], "the shortest game" in report, "a short game" in report) == (False, False, True)


NO_ISLAND = (
    "def play(self, action):",
    "    super().play(action | {'island': 0} if action.get('island', 0) >= self.position.islands else action)",
)
"""Takes an island that there is not for the first one."""
TURNING = (
    "def play(self, action):",
    "    try: super().play(action)",
    "    except Refused:",
    "        here = self.position",
    "        if here.phase == 'settle': self.position = here.changed(actor=(here.actor + 1) % here.players)",
    "        raise",
)
"""Whatever is refused while players settle costs a turn."""


@pytest.mark.parametrize("body", [NO_ISLAND, TURNING])
def test_what_is_refused_shows_something_before_anything_is_decided(
    body: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    found, report = judged(capsys, other(*body), "--games", "1")
    assert (found["shortest"], found["moves"], "the shortest game" in report) == (True, 0, True)


OLD_SHAMAN = ("def view(self, player): return {**super().view(player), 'old_shaman': player}",)
OFFERED = ("def state(self): return {**super().state(), 'offered': self.position.shaman}",)


@pytest.mark.parametrize(
    ("body", "clause"), [(OLD_SHAMAN, "succession.refuse"), (OFFERED, "succession.no-second-refusal")]
)
def test_what_only_other_readings_remember_is_named_by_their_clause(
    body: tuple[str, ...], clause: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, report = judged(capsys, other(*body), "--games", "1")
    assert ([link["clause"] for link in found["clauses"]], found["moves"]) == ([clause], 0)
    assert f"does not play by the rules: {clause}." in report


def settled(number: int) -> tuple[str, ...]:
    """Tells a wrong round as soon as so many inhabitants are on islands."""
    return (
        "def state(self):",
        f"    many = sum(map(sum, self.position.inhabitants)) >= {number}",
        "    return {**super().state(), **({'round': 4} if many else {})}",
    )


ONCE = (
    "requests = 0",
    "def state(self):",
    "    Other.requests += 1",
    "    return {**super().state(), **({'round': 4} if Other.requests == 3 else {})}",
)
"""Tells a wrong round once, in its third answer."""


def test_what_a_program_does_not_show_again_is_neither_the_shortest_game_nor_a_reading() -> None:
    game, script = announced({}), script_of(2, 2)
    with Program([sys.executable, *other(*ONCE)], ProgramLimits()) as program:
        judge = MatchJudge(program, game)
        found = judge.run(script)
        assert found is not None and len(found.script.moves) == 2
        assert not is_shortest(judge, found)
        before = judge.asked.total()
        assert readings_played(judge, script, ConformanceCampaign(5, [2], 0)) == ReadingExplanation()
        assert judge.asked.total() == before + 1 + len(script.events)


def test_a_game_is_not_the_shortest_if_a_view_or_something_illegal_may_show_it_sooner() -> None:
    game, script = announced({}), script_of(2, 2)
    seen = replace(script, events=(*script.events, Event("view", 0)))
    with Program([sys.executable, *other(*OLD_SHAMAN)], ProgramLimits()) as program:
        judge = MatchJudge(program, game)
        found = judge.run(seen)
        assert found is not None and not is_shortest(judge, found)
    with Program([sys.executable, *other(*settled(2))], ProgramLimits()) as program:
        judge = MatchJudge(program, game)
        found = judge.run(script)
        assert found is not None and is_shortest(judge, found)
        tried = replace(script, events=(*script.events, Event("try", script.moves[0]), Event("view", 0)))
        assert not is_shortest(judge, replace(found, script=tried)), "not everything illegal can be tried"


def test_where_no_clause_can_be_named_that_is_said() -> None:
    game, start = announced({}), Setup.from_seed(2, 3)
    position = game.opening(start)
    found = Difference(Script(start), None, position, Answer(), Answer(), ("state.weather",))
    for lang in ("en", "fr"):
        assert headline(Verdict(game, ["x"], difference=found), lang) == WORDS.say(lang, "differs.unnamed")


def test_a_game_is_not_the_shortest_if_a_shorter_one_shows_something() -> None:
    game, script = announced({}), script_of(3, 3)
    with Program([sys.executable, WRONG, "settling-goes-counterclockwise"], ProgramLimits()) as program:
        judge = MatchJudge(program, game)
        found = judge.run(script)
        assert found is not None and len(found.script.moves) == 1
        assert is_shortest(judge, found)
        assert not is_shortest(judge, replace(found, script=script))
    with Program([sys.executable, *other(*settled(2))], ProgramLimits()) as program:
        judge = MatchJudge(program, game)
        assert is_shortest(judge, replace(found, script=script.cut(2)))
    with Program([sys.executable, *other(*settled(9))], ProgramLimits()) as program:
        judge = MatchJudge(program, game)
        assert not is_shortest(judge, replace(found, script=script_of(3, 9))), "there are too many"
