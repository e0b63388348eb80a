"""Diagnosing programs of any game: what they wrote is read, followed under all readings, and asked about. On Lagoon."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.toy.engine import Dive, Phase, Rules, State
from tests.toy.game import CODEC, ENGINE, GAME

from archipel.checks.cli.command_line import main
from archipel.checks.games.engine import GameRecord
from archipel.checks.games.registry import LOADED
from archipel.checks.readings.diagnose import asking
from archipel.checks.readings.diagnose.consulting import Consultation, lazily
from archipel.checks.readings.diagnose.hypotheses import Hypotheses, Hypothesis
from archipel.checks.readings.diagnose.recollecting import Recollection
from archipel.checks.readings.diagnose.replaying import followed
from archipel.checks.simulate.policies import any_of
from archipel.reference.strict_json import BadInput, canonical

CONSULTATION: Consultation[Any, State, Any, Rules] = GAME.consultation
TABLE = CONSULTATION.table
account = Recollection(CONSULTATION).account
OURS, OTHER = TABLE.where("scarce", "what-is-left"), TABLE.where("scarce", "all-or-none")

Run = Callable[..., tuple[int, str, str]]


def played(seed: int, scarce: Hypothesis, moves: int = 9999) -> dict[str, Any]:
    """A game by random players, as a program that reads the rules so writes it."""
    chance, terms = Random(seed), ENGINE.by(ENGINE.standard, scarce)
    setup, taken = ENGINE.setup_from_seed(3, seed, terms), list[Any]()
    state = ENGINE.new_game(setup, terms)
    while len(taken) < moves and (actions := ENGINE.legal_actions(state)):
        dives = [action for action in actions if isinstance(action, Dive)]
        taken.append(any_of(dives or actions, chance))
        state = ENGINE.apply_action(state, taken[-1])
    return CODEC.record_data(GameRecord(setup, tuple(taken), terms, ENGINE.result(state)))


ALL_OR_NONE = {"scarce": "all-or-none"}
START = ENGINE.new_game(ENGINE.setup_from_seed(3, 0, Rules()), Rules())
SCARCE = replace(START, phase=Phase.ACT, die=3, active=0, pearls=(1,) * 6, baskets=(12, 0, 0))
"""The die shows more than there are pearls."""
DIVE = {"do": "dive", "player": 0}


def observed(**answer: object) -> Any:
    return followed(account({"state": CODEC.state_data(SCARCE), **answer}, "case"), TABLE.all).explained


# An engine that asks


def test_readings_are_asked_for_where_they_are_looked_at_and_nowhere_else() -> None:
    asked: list[str] = []

    def ask(point: str) -> str:
        asked.append(point)
        return "all-or-none"

    terms = lazily(Rules(), ["scarce"], ask)
    assert terms is not None and terms != lazily(Rules(), ["scarce"], ask)
    start = ENGINE.new_game(ENGINE.setup_from_seed(3, 0, Rules()), terms)
    assert not asked and terms.rounds == Rules.rounds
    assert Dive(0) not in ENGINE.legal_actions(replace(SCARCE, rules=start.rules))
    assert asked and set(asked) == {"scarce"}
    assert lazily(Rules(), ["weather"], ask) is None


def test_readings_that_cannot_be_asked_for_are_told() -> None:
    consultation: Consultation[Any, State, Any, Rules] = GAME.consultation
    consultation.table.points = ("weather",)
    with pytest.raises(BadInput, match="cannot be asked for"):
        consultation.games(Rules()).asking(lambda point: "fine")


# What is written


def telling(scarce: Hypothesis, those: Hypotheses) -> dict[str, Any]:
    """A game that only these readings explain."""
    games = (played(seed, scarce) for seed in range(20))
    return next(game for game in games if followed(account(game, "game"), TABLE.all).explained is those)


def test_who_played_is_among_those_who_may_have_and_a_claim_is_not_believed() -> None:
    for scarce, those in (({}, OURS), (ALL_OR_NONE, OTHER)):
        explained = [followed(account(played(seed, scarce), "game"), TABLE.all).explained for seed in range(8)]
        assert all(not those - found for found in explained)
    honest = telling({}, OURS)
    lying = account(honest | {"rules": {**honest["rules"], "scarce": "all-or-none"}}, "game")
    assert followed(lying, TABLE.all).explained is OURS and lying.claimed == ALL_OR_NONE


def test_what_is_answered_about_a_position() -> None:
    legal = [CODEC.action_data(action) for action in ENGINE.legal_actions(SCARCE)]
    assert observed(action=DIVE, refused=True) is OTHER and observed(action=DIVE, refused=False) is OURS
    assert observed(legal=legal) is OURS and observed(legal=legal[:-1]) is OTHER and not observed(legal=[DIVE])
    assert observed(action=DIVE, after={"pearls": [0, 1, 1, 1, 1, 1]}) is OURS
    assert not observed(action=DIVE, after={"round": 4})


def test_positions_of_a_game_and_where_they_are_wrong() -> None:
    record = played(2, {}, 3)
    right = account({"record": record, "positions": [{"round": 1}, {}, {}, {"round": 1}]}, "case")
    assert followed(right, TABLE.all).explained is TABLE.all
    wrong = account({"record": record, "positions": [{}, {"round": 3}, {}, {}]}, "case")
    (reason,) = followed(wrong, TABLE.all).furthest()
    assert (reason.where, reason.why["fr"]) == ("positions[1].round", "noté 3, trouvé 1")
    assert followed(account({"record": record, "after": {"round": 1}}, "case"), TABLE.all).explained is TABLE.all


NOT_OBSERVATIONS: list[tuple[dict[str, Any], str]] = [
    ({}, "found none"),
    ({"action": DIVE}, "found none"),
    ({"refused": True}, "legal"),
    ({"refused": 1, "action": DIVE}, "refused: expected true or false"),
    ({"legal": [], "action": DIVE}, "legal"),
    ({"legal": [], "refused": True}, "legal and refused"),
    ({"after": {}}, "legal"),
    ({"after": {"weather": 1}, "action": DIVE}, "after: unknown key 'weather'"),
    ({"legal": [{"do": "fly"}]}, r"legal\[0\].do"),
    ({"positions": [], "legal": []}, "positions"),
    ({"record": {}, "legal": []}, "state"),
]


@pytest.mark.parametrize(("answer", "complaint"), NOT_OBSERVATIONS)
def test_observations_that_are_none(answer: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        observed(**answer)


def test_positions_and_records_that_no_reading_knows() -> None:
    with pytest.raises(BadInput, match="pearls"):
        account({"state": CODEC.state_data(SCARCE) | {"pearls": [1] * 5}, "legal": []}, "case")
    record = played(2, {}, 3)
    with pytest.raises(BadInput, match="setup"):
        account(record | {"setup": {"hands": [[0], [1]], "first": 0}}, "game")
    with pytest.raises(BadInput, match="positions: expected"):
        account({"record": record, "positions": [{}]}, "game")


# Questions


def test_only_as_much_of_a_position_as_tells_it_from_others() -> None:
    start, names = CONSULTATION.facts(SCARCE), CONSULTATION.seen_facts
    assert asking.telling_facts([start], names) == ()
    assert asking.telling_facts([start, start | {"round": 2, "divers": []}], names) == ("round",)
    assert asking.telling_facts([start, start | {"round": 2}, start | {"active": 7}], names) == ("round", "active")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Diagnose games of Lagoon: exit code, output, complaint."""
    monkeypatch.setitem(LOADED, "lagoon", GAME)
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, games: tuple[dict[str, Any], ...] = ()) -> tuple[int, str, str]:
        if games:
            Path("games.jsonl").write_text("".join(canonical(game) for game in games))
        code = main(["--game", "lagoon", "diagnose", "games.jsonl", *arguments])
        return code, *capsys.readouterr()

    return command


def test_one_question_tells_all_there_is_and_its_answers_are_understood(run: Run) -> None:
    code, out, _ = run("--json", "--questions", "ask.jsonl", games=(played(0, {}, 2),))
    found = json.loads(out)
    assert code == 0 and (found["count"], found["needed"], found["fewest"], found["untold"]) == (2, 1, True, [])
    (question,) = found["questions"]
    assert json.loads(Path("ask.jsonl").read_text()) == question["ask"]
    for answer in question["answers"]:
        said = {name: answer[name] for name in ("refused", "after") if name in answer}
        Path("ask.jsonl").write_text(json.dumps(question["ask"] | said))
        again = json.loads(run("ask.jsonl", "--json", "--at-most", "0")[1])
        assert again["decided"] == {point: names[0] for point, names in answer["means"].items()}
    assert len(question["answers"]) == 2


@pytest.mark.parametrize(("lang", "words"), [("en", "Suppose this position"), ("fr", "Supposons cette position")])
def test_questions_are_drawn(lang: str, words: str, run: Run) -> None:
    _, out, _ = run("--at-most", "1", "--lang", lang, games=(played(0, {}, 2),))
    assert words in out and "Question 1" in out and "scarce=all-or-none" in out and "shown" in out


def test_what_is_given_is_believed(run: Run) -> None:
    code, out, _ = run("--json", "--given", "scarce=all-or-none", games=(played(0, {}, 2),))
    assert code == 0 and json.loads(out)["decided"] == ALL_OR_NONE and json.loads(out)["questions"] == []
    assert run("--given", "scarce=sometimes")[0] == 2 and run("--at-most", "-1")[0] == 2


def test_nothing_explains_it(run: Run) -> None:
    one = telling({}, OURS)
    other: dict[str, Any] = {"state": CODEC.state_data(SCARCE), "action": DIVE, "refused": True}
    code, out, _ = run("--json", games=(one, other))
    found = json.loads(out)
    assert code == 1 and not found["explained"] and found["count"] == 0 and found["questions"] == []
    assert found["conflict"] == ["games.jsonl:1", "games.jsonl:2"] and all(each["count"] for each in found["alone"])
    assert [fails["record"] for fails in found["closest"]["fails"]] == ["games.jsonl:1"]
    assert [claim["fails"]["record"] for claim in found["claimed"]] == ["games.jsonl:2"]
    assert "Aucune combinaison" in run("--lang", "fr")[1]


def test_the_move_that_no_reading_explains(run: Run) -> None:
    record = played(0, {}, 6)
    code, out, _ = run("--json", games=(record | {"moves": [*record["moves"], DIVE | {"player": 7}]},))
    (alone,) = json.loads(out)["alone"]
    assert code == 1 and alone["count"] == 0 and {one["where"] for one in alone["furthest"]} == {"moves[6]"}
    assert "games.jsonl, moves[6]: no reading explains this." in run()[1]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not JSON"),
        ("{}\n[]\n", ":1: document"),
        ("[]\n{\n", ":1: document: expected an object, found a list"),
        ('{"moves": []}\n', '"game" is missing'),
        ("\x00", "not JSON"),
    ],
)
def test_files_that_are_no_records(text: str, complaint: str, run: Run) -> None:
    Path("games.jsonl").write_text(text, encoding="utf-8")
    code, _, error = run()
    assert code == 2 and "games.jsonl" in error and complaint in error and error.count("\n") == 1


def test_a_record_may_be_spread_over_lines(run: Run) -> None:
    Path("games.jsonl").write_text(json.dumps(played(0, {}, 6), indent=1), encoding="utf-8")
    code, out, _ = run("--at-most", "0")
    assert code == 0 and "explain the record." in out and "Question" not in out
