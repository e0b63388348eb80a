"""The game in JavaScript, written from the rulebook alone, agrees with the engine, and its mistakes show."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest

from archipel.checks.costa_ruana.policies import POLICIES, Policy, copying
from archipel.checks.simulate.policies import uniform
from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    Deck,
    Rules,
    Setup,
    State,
    balanced_deck,
    codec,
    new_game,
    random_moves,
)
from archipel.reference.costa_ruana.readings import CHOICES, chosen
from archipel.reference.strict_json import BadInput, Field

PROGRAM = Path(__file__).parents[2] / "docs" / "examples" / "javascript" / "costa_ruana.mjs"
NODE = shutil.which("node")
DECK = balanced_deck()
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


class Program:
    """The JavaScript program, one request at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.requests: IO[str] = process.stdin
        self.answers: IO[str] = process.stdout
        self.last = 0

    def ask(self, do: str, **members: object) -> dict[str, Any]:
        self.last += 1
        self.requests.write(json.dumps({"id": self.last, "do": do, **members}) + "\n")
        self.requests.flush()
        answer: dict[str, Any] = json.loads(self.answers.readline())
        assert answer.pop("id") == self.last
        return answer


@contextmanager
def running(*options: str) -> Iterator[Program]:
    assert NODE is not None
    command = [NODE, str(PROGRAM), *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        program = Program(process)
        yield program
        assert program.ask("bye") == {}
        assert process.wait(timeout=10) == 0


@pytest.fixture(scope="module")
def right() -> Iterator[Program]:
    """The program without a mistake."""
    with running() as program:
        yield program


def begun(program: Program, setup: Setup, rules: Rules = STANDARD, deck: Deck = DECK) -> dict[str, Any]:
    return program.ask("new", protocol=1, setup=codec.setup_data(setup), **codec.header_data(rules, deck))


def texts(actions: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(action, sort_keys=True) for action in actions)


def differences(state: State, program: Program, answer: dict[str, Any]) -> list[str]:
    """What the program says otherwise than the engine about one position."""
    legal = [codec.action_data(action) for action in state.legal_actions()]
    result = codec.result_of(state)
    written = None if result is None else json.loads(json.dumps(result._asdict()))
    position = json.loads(json.dumps(codec.position_data(state)))
    found = []
    if texts(answer["legal"]) != texts(legal):
        found.append("legal")
    said = answer["state"]
    found += [name for name in position.keys() | said.keys() if said.get(name, "") != position.get(name, "")]
    if answer["result"] != written:
        found.append("result")
    for seat in range(state.players):
        if program.ask("view", player=seat)["view"] != json.loads(json.dumps(codec.view_data(state.view(seat)))):
            found.append("view")
    return found


def compared(
    program: Program, players: int, seed: int, policy: Policy = uniform, rules: Rules = STANDARD, deck: Deck = DECK
) -> tuple[int, list[str]]:
    """A game played by both: how many decisions, and what they differ in at the first difference."""
    chance = Random(seed)
    setup = Setup.from_seed(players, seed, rules, deck)
    state, answer, decisions = new_game(setup, rules, deck), begun(program, setup, rules, deck), 0
    while not (found := differences(state, program, answer)) and not state.is_terminal():
        action = policy(state, state.legal_actions(), chance)
        answer = program.ask("play", action=codec.action_data(action))
        state, decisions = state.apply_action(action), decisions + 1
    return decisions, found


@pytest.mark.parametrize("players", range(2, 7))
def test_it_agrees_with_the_engine_at_every_decision(players: int, right: Program) -> None:
    for seed, policy in enumerate(POLICIES):
        decisions, found = compared(right, players, seed, policy)
        assert not found, f"seed {seed}, {policy.__name__}, after {decisions} decisions: {found}"
        assert decisions > 15 * players


BIGGER = Deck((*DECK.cards, *[card for card in DECK.cards if card.notches <= 2]))
OTHERS = [(point, name) for point, names in CHOICES.items() for name in names[1:]]


def other_rules(chance: Random, count: int) -> Rules:
    """The rules with so many readings that are not ours."""
    return Rules(readings=chosen(dict(chance.sample(OTHERS, count))))


@pytest.mark.parametrize(("point", "name"), OTHERS)
def test_it_agrees_by_every_other_reading(point: str, name: str, right: Program) -> None:
    decisions, found = compared(right, 3, 3, copying, Rules(readings=chosen({point: name})), BIGGER)
    assert not found, f"after {decisions} decisions: {found}"


def test_it_agrees_by_many_other_readings_at_once(right: Program) -> None:
    for seed in range(8):
        chance = Random(seed)
        rules = other_rules(chance, chance.randrange(2, 10))
        decisions, found = compared(right, 2 + seed % 3, seed, POLICIES[seed % 4], rules, BIGGER)
        assert not found, f"{rules.readings}, after {decisions} decisions: {found}"


def test_numbers_may_stand_under_rules_too(right: Program) -> None:
    rules, setup = Rules(inhabitants=8), Setup.from_seed(3, 1)
    header = codec.header_data(rules, DECK)
    header["rules"] = header.pop("numbers")
    answer = right.ask("new", protocol=1, setup=codec.setup_data(setup), **header)
    assert answer == begun(right, setup, rules)
    assert answer["state"]["reserve"] == [8, 8, 8]


def other_numbers(chance: Random) -> Rules:
    """The rules with other numbers: crowded or lonely islands, few or many inhabitants, cards and rounds."""
    return Rules(
        cap=chance.choice((3, 4, 9)),
        inhabitants=chance.choice((4, 10, 12)),
        settled=chance.randint(1, 2),
        rounds=chance.randint(1, 5),
        hand=chance.randint(4, 6),
        cards_drawn=2,
        last_draw=chance.randint(0, 2),
        treasures=chance.randint(1, 5),
        points_per_treasure=chance.randint(0, 3),
    )


def test_it_agrees_by_other_numbers(right: Program) -> None:
    """With so little room that an island or all of them are full, which never happens by the rulebook's numbers."""
    for seed in range(8):
        rules = other_numbers(Random(seed))
        decisions, found = compared(right, 2 + seed % 3, seed, POLICIES[seed % 4], rules, BIGGER)
        assert not found, f"{rules}, after {decisions} decisions: {found}"


def mistakes() -> dict[str, str]:
    if NODE is None:
        return {}
    listed = subprocess.run([NODE, PROGRAM, "--list-mistakes"], capture_output=True, encoding="utf-8", check=True)
    return dict(line.split(": ", 1) for line in listed.stdout.splitlines())


@pytest.mark.parametrize("mistake", mistakes())
def test_each_mistake_shows(mistake: str) -> None:
    with running("--mistake", mistake) as program:
        games = ((players, seed, policy) for seed in range(50) for policy in POLICIES for players in (3, 2, 4))
        assert any(compared(program, *game)[1] for game in games)


def wrong_decisions(state: State, chance: Random, earlier: list[Action]) -> Iterator[dict[str, Any]]:
    """Decisions that are mostly illegal: another player's, an earlier one, one with a number changed."""
    action = codec.action_data(chance.choice(state.legal_actions()))
    yield {**action, "player": (state.actor or 0) + 1}
    yield {**action, "extra": 0}
    yield from [codec.action_data(one) for one in chance.sample(earlier, min(3, len(earlier)))]
    for name in [name for name, value in action.items() if isinstance(value, int)]:
        yield {**action, name: chance.randrange(-1, 12)}
    if islands := action.get("islands"):
        assert isinstance(islands, list)
        yield from [{**action, "islands": changed} for changed in (islands[1:], [*islands, 0], islands[::-1])]


def allows(state: State, data: dict[str, Any]) -> bool:
    try:
        return codec.read_action(Field(data)) in state.legal_actions()
    except BadInput:
        return False


def test_it_refuses_what_the_engine_refuses_and_nothing_changes() -> None:
    chance, setup, refused = Random(5), Setup.from_seed(4, 5), 0
    state, earlier = new_game(setup), list[Action]()
    with running() as program:
        answer = begun(program, setup)
        while not state.is_terminal():
            for wrong in [data for data in wrong_decisions(state, chance, earlier) if not allows(state, data)]:
                assert program.ask("play", action=wrong)["refused"] is True, wrong
                refused += 1
            action = chance.choice(state.legal_actions())
            state, answer = state.apply_action(action), program.ask("play", action=codec.action_data(action))
            assert not differences(state, program, answer)
            earlier.append(action)
    assert refused > 500


def test_whatever_it_cannot_do_it_says_and_goes_on() -> None:
    setup = Setup.from_seed(3, 1)
    written = codec.setup_data(setup)
    with running() as program:
        assert "error" in program.ask("play", action={"do": "accept", "player": 0})
        assert "error" in program.ask("view", player=0)
        assert "error" in program.ask("dance")
        for wrong in ({**written, "players": 9}, {**written, "shaman": 3}, {**written, "order": []}, {}, None):
            answer = program.ask("new", game="costa_ruana", protocol=1, setup=wrong, rules={}, readings={}, deck=[])
            assert list(answer) == ["error"]
        assert "error" in program.ask("new", game="chess", protocol=1)
        assert "error" in program.ask("new", game="costa_ruana", protocol=1, setup=written, readings={"lone": "wolf"})
        assert begun(program, setup)["result"] is None
        assert "error" in program.ask("view", player=3)
        assert "refused" in program.ask("play", action=None)
        program.requests.write("no JSON\n")
        program.requests.flush()
        assert json.loads(program.answers.readline())["id"] is None


RESUMED = """
import { fromState } from "%s";
const { state, moves } = JSON.parse(process.argv[1]);
const game = fromState(state);
for (const move of moves) game.play(move);
console.log(JSON.stringify(game.result()));
"""


def test_it_goes_on_from_any_state() -> None:
    assert NODE is not None
    setup = Setup.from_seed(3, 8)
    moves = random_moves(setup, 8)
    states = [new_game(setup)]
    for move in moves:
        states.append(states[-1].apply_action(move))
    result = codec.result_of(states[-1])
    assert result is not None
    for index in (0, 20, 40, len(moves) - 1, len(moves)):
        rest = [codec.action_data(move) for move in moves[index:]]
        given = json.dumps({"state": codec.state_data(states[index]), "moves": rest})
        script = RESUMED % PROGRAM.with_name("game.mjs").as_uri()
        command = [NODE, "--input-type=module", "--eval", script, given]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        assert json.loads(done.stdout) == json.loads(json.dumps(result._asdict()))


def test_an_unknown_mistake_is_bad_input() -> None:
    assert NODE is not None
    for options in (["--mistake", "none-such"], ["--dance"]):
        done = subprocess.run([NODE, PROGRAM, *options], capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
