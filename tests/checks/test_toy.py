"""The toy game by the kit: clauses and engine in lockstep, chance included, and what goes wrong noticed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.checks.lagoon_plugin import brought
from tests.toy import spec
from tests.toy.engine import Action, Dive, Phase, Roll, Rules, Setup, Show, State, Swim
from tests.toy.game import ENGINE, GAME, MAPPING

from archipel.checks.agreement.lockstep import Campaign, DisagreementError, LockstepGame
from archipel.checks.agreement.mapping import BetweenDecisions, EngineMapping, NoPosition
from archipel.checks.cli.command_line import main
from archipel.checks.games import registry
from archipel.checks.simulate.policies import uniform
from archipel.reference.strict_json import Field, canonical, parse
from archipel.spec.amendments import Amendment, amended
from archipel.spec.clauses import Part
from archipel.spec.logic import when
from archipel.spec.logic.terms import Term
from archipel.spec.readings import Readings

CAMPAIGN = Campaign(MAPPING)
Game = LockstepGame[Setup, State, Action, Rules]


def opening(players: int = 3, seed: int = 0) -> Game:
    setup = ENGINE.setup_from_seed(players, seed, ENGINE.standard)
    return LockstepGame(MAPPING, ENGINE.new_game(setup, ENGINE.standard), setup)


@pytest.mark.parametrize("players", [3, 4])
def test_whole_games_agree(players: int) -> None:
    kinds: set[type[Any]] = set()
    for number in range(20):
        game = CAMPAIGN.number(players, number)
        assert ENGINE.is_terminal(game.state)
        kinds |= set(map(type, game.moves))
        seats = range(players)
        assert ENGINE.returns(game.state) == tuple(game.position.evaluate("points", seat) for seat in seats)
        assert ENGINE.ranking(game.state)[0] == tuple(seat for seat in seats if game.position.evaluate("wins", seat))
    assert kinds == {Roll, Swim, Dive, Show}


def test_games_agree_by_the_other_reading() -> None:
    terms = ENGINE.by(ENGINE.standard, {"scarce": "all-or-none"})
    for number in range(8):
        CAMPAIGN.game(3, number, uniform, terms)


def test_positions_come_back_from_what_the_clauses_say_of_them() -> None:
    state = (game := CAMPAIGN.number(4, 1)).start
    for action in game.moves:
        assert MAPPING.state_of(MAPPING.values(state)) == state
        step, given = MAPPING.step_of(state, action)
        assert MAPPING.action_of(step, given) == action
        state = ENGINE.apply_action(state, action)
    assert state == game.state


def test_a_record_replays_without_any_chance() -> None:
    game = CAMPAIGN.number(3, 5)
    record = ENGINE.codec.read_record(Field(parse(game.record())))
    state = ENGINE.new_game(record.setup, record.terms)
    for action in record.moves:
        assert ENGINE.codec.read_state(Field(parse(canonical(ENGINE.codec.state_data(state))))) == state
        assert ENGINE.codec.unpacked(ENGINE.codec.packed(state), state) == state
        state = ENGINE.apply_action(state, action)
    assert state == game.state


def test_moments_between_decisions_are_no_positions() -> None:
    values = MAPPING.values(opening().state)
    with pytest.raises(BetweenDecisions, match="hand_over"):
        MAPPING.state_of({**values, "phase": 2})
    with pytest.raises(NoPosition, match="nothing for 7"):
        MAPPING.state_of({**values, "phase": 7})


# Wrong clauses and wrong engines


def with_part(name: str, target: str, term: Term) -> EngineMapping[Setup, State, Action, Rules]:
    """The mapping to clauses one part of which says something else."""
    parts = [part for clause in spec.rules.clauses.values() for part in clause.parts]
    changed: dict[Part, Part | None] = {
        part: replace(part, term=term)
        for part in parts
        if part.name == name and (not target or (part.target is not None and part.target.name == target))
    }
    assert changed
    return replace(MAPPING, readings=Readings(amended(spec.rules, Amendment(parts=changed))))


WRONG_CLAUSES = {
    "a guard": with_part("there_is_a_channel", "", spec.near(spec.reef, spec.player)),
    "a guard too many": with_part("there_are_pearls", "", spec.left(spec.at(spec.player)) >= 2),
    "what is set": with_part("<lambda>", "swell", spec.pips + 1),
}


@pytest.mark.parametrize("wrong", WRONG_CLAUSES.values(), ids=WRONG_CLAUSES)
def test_a_wrong_clause_is_noticed(wrong: EngineMapping[Setup, State, Action, Rules]) -> None:
    with pytest.raises(DisagreementError):
        for number in range(4):
            Campaign(wrong).number(3, number)


def one_more(state: State, action: Action) -> State:
    after = apply(state, action)
    return replace(after, pearls=(0, *after.pearls[1:])) if isinstance(action, Dive) else after


def never_over(state: State, action: Action) -> State:
    after = apply(state, action)
    return replace(after, phase=Phase.ROLL) if after.phase is Phase.OVER else after


def fewer(state: State) -> Sequence[Action]:
    return legal(state)[:1] if state.phase is Phase.ACT else legal(state)


def fair(state: State) -> Sequence[tuple[Action, int]]:
    return [(action, 1) for action, _ in outcomes(state)]


apply, legal, outcomes = ENGINE.apply_action, ENGINE.legal_actions, ENGINE.chance_outcomes
WRONG_ENGINES = [("apply_action", one_more), ("apply_action", never_over), ("legal_actions", fewer)]


@pytest.mark.parametrize(("name", "wrong"), [*WRONG_ENGINES, ("chance_outcomes", fair)], ids=lambda one: str(one)[:20])
def test_a_wrong_engine_is_noticed(name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ENGINE, name, wrong, raising=False)
    with pytest.raises(DisagreementError) as caught:
        for number in range(6):
            CAMPAIGN.number(3, number)
    monkeypatch.undo()
    record = ENGINE.codec.read_record(Field(parse(str(caught.value).partition("shown by: ")[2])))
    assert record.setup.first in range(3)


def test_the_odds_of_a_die_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ENGINE, "chance_outcomes", fair, raising=False)
    with pytest.raises(DisagreementError, match=r"chances: clauses roll\(1,\): 3, roll\(2,\): 2, roll\(3,\): 1"):
        opening().legal()


def test_play_stops_where_it_is_asked_to() -> None:
    game = opening()
    assert game.play_on(uniform, Random(1), lambda state: state.round == 2) == len(game.moves) == 6
    game.refuse(Swim(game.state.active, game.state.divers[game.state.active]))
    with pytest.raises(DisagreementError, match="the clauses allow"):
        game.refuse(Roll(1))


# As a plug-in, by the commands


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game, brought by a package that is not ours."""
    brought(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "LOADED", {})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    registry.brought.cache_clear()
    yield
    registry.brought.cache_clear()


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["--game", "lagoon", *words])
    out, err = capsys.readouterr()
    return code, out or err


def test_it_is_listed(installed: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert "lagoon       Lagoon, 3 to 4 players (lagoon-rules 1.0)" in said(capsys, "games")[1]


COMMANDS = {
    "clauses turn.dive": "take as many pearls|takes as many pearls",
    "readings scarce --lang fr": "Et si le dé montre plus qu'il n'y a de perles ?",
    "compare scarce=all-or-none original --json": '"where": "dive"',
    "compare scarce=all-or-none original": "scarce=all-or-none: it is not legal",
    "perft --players 3 --seed 1 --depth 3": "3             36             18",
    "simulate --players 3 --games 5": "swim",
    "prove --explain turn.pearls-stay": "turn.dive    dive changes basket",
}


@pytest.mark.parametrize(("asked", "expected"), COMMANDS.items())
def test_commands_answer(asked: str, expected: str, installed: None, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, *asked.split())
    assert code == (1 if asked.startswith("compare") else 0), text
    assert any(words in text for words in expected.split("|"))


@pytest.mark.parametrize("asked", ["what-if --set pearls=4"])
def test_what_it_lacks_is_told_in_one_line(asked: str, installed: None, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, *asked.split())
    assert code == 2
    assert re.fullmatch(r"archipel: the game lagoon has no [a-z() ]+\n", text)


def test_programs_that_play_it_are_judged(installed: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "conform", "--", "x") == (2, "archipel: x: cannot be started: No such file or directory\n")


def proved(capsys: pytest.CaptureFixture[str], only: str, *words: str) -> dict[tuple[str, int], set[str]]:
    _, text = said(capsys, "prove", "--board", "ring", "--json", "-j", "1", "--only", only, *words)
    found: dict[tuple[str, int], set[str]] = {}
    for row in json.loads(text)["results"]:
        found.setdefault((row["id"], row["players"]), set()).add(row["status"])
    return found


def test_its_theorems_are_proved_and_the_false_one_refuted(installed: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert proved(capsys, "turn", "--players", "3") == {
        ("turn.pearls-stay", 3): {"proved"},
        ("turn.no-stalemate", 3): {"proved"},
    }
    assert proved(capsys, "end.pearls-win") == {("end.pearls-win", 3): {"refuted"}}
    assert proved(capsys, "secrecy.show", "--players", "3") == {("secrecy.show", 3): {"proved"}}


def test_clauses_and_engine_agree_in_prove(installed: None, capsys: pytest.CaptureFixture[str]) -> None:
    for only in ("agreement.games", "agreement.refusals"):
        assert proved(capsys, only, "--games", "4") == {(only, n): {"sampled"} for n in (3, 4)}
    assert proved(capsys, "setup.openings", "--players", "3") == {("setup.openings", 3): {"exhausted"}}
    assert proved(capsys, "views", "--players", "3", "--games", "4") == {("views", 3): {"sampled"}}
    assert GAME.quick_check() == 0


def peeking(state: State, seat: int) -> State:
    return state


def blind(state: State, seat: int) -> State:
    return replace(state, hands=((),) * state.players)


def anything_goes(state: State, action: Action) -> State:
    """Whoever has no card left may go on showing those of others."""
    if isinstance(action, Show) and action not in legal(state):
        return state
    return apply(state, action)


def same_start(setup: Setup, rules: Rules) -> State:
    return replace(begin(setup, rules), active=0)


begin = ENGINE.new_game
MISTAKES = [
    ("apply_action", one_more, "agreement.games"),
    ("chance_outcomes", fair, "agreement.games"),
    ("apply_action", anything_goes, "agreement.refusals"),
    ("view", peeking, "views"),
    ("view", blind, "views"),
    ("new_game", same_start, "setup.openings"),
]


@pytest.mark.parametrize(("name", "wrong", "only"), MISTAKES, ids=[f"{name}-{only}" for name, _, only in MISTAKES])
def test_prove_notices_a_wrong_engine(
    name: str,
    wrong: Any,
    only: str,
    installed: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ENGINE, name, wrong, raising=False)
    assert proved(capsys, only, "--players", "3", "--games", "8", "--fresh") == {(only, 3): {"refuted"}}
    assert name == "new_game" or wrong is anything_goes or GAME.quick_check() == 1


def test_prove_notices_a_wrong_clause(installed: None, capsys: pytest.CaptureFixture[str]) -> None:
    """One pearl more than was taken away comes into the basket."""
    parts = spec.diving.parts
    (index,) = [n for n, part in enumerate(parts) if part.target is not None and part.target.name == "basket"]
    right = parts[index]
    parts[index] = replace(right, term=when(right.variables[0] == spec.player, spec.taken() + 1, 0))
    try:
        found = proved(capsys, "turn.pearls-stay", "--players", "3", "--fresh")
    finally:
        parts[index] = right
    assert found == {("turn.pearls-stay", 3): {"refuted"}}
