"""Diagnosing another program: which readings explain what it did, and which questions tell the others apart."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.engines import long_where_compiled

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana import diagnosing_questions
from archipel.checks.costa_ruana.consulting import TABLE, Consulted, ConsultedGames, Position, visible
from archipel.checks.costa_ruana.diagnosing import account, facts
from archipel.checks.costa_ruana.diagnosing_questions import batches, telling_facts
from archipel.checks.readings.diagnose import (
    Account,
    Hypotheses,
    Hypothesis,
    Inquiry,
    explaining_all,
    followed,
    inquiry,
)
from archipel.reference.costa_ruana import STANDARD, IllegalAction, Phase, Setup, State, balanced_deck, codec, new_game
from archipel.reference.costa_ruana.playout import random_moves
from archipel.reference.costa_ruana.readings import CHOICES, choice_of, chosen
from archipel.reference.strict_json import BadInput

Capture = pytest.CaptureFixture[str]


# Games by engines with other readings


@cache
def playable(players: int) -> Hypotheses:
    """The readings with which so many can play."""
    opening = codec.Record(Setup.from_seed(players, 0), (), STANDARD, balanced_deck())
    return followed(account(codec.record_data(opening), "opening"), TABLE.all).explained


@cache
def recorded(seed: int, players: int, readings: tuple[tuple[str, str], ...], result: bool = True) -> codec.Record:
    rules = replace(STANDARD, readings=chosen(dict(readings)))
    setup = Setup.from_seed(players, seed, rules)
    record = codec.Record(setup, tuple(random_moves(setup, seed, rules)), rules, balanced_deck())
    *_, last = codec.replay(record)
    return replace(record, result=codec.result_of(last)) if result else record


def said(record: codec.Record, name: str = "game") -> Account[Position]:
    return account(codec.record_data(record), name)


def explains(hypothesis: Hypothesis, record: codec.Record) -> bool:
    """Whether a record is what an ordinary engine with these readings plays."""
    try:
        for _ in codec.replay(replace(record, rules=replace(record.rules, readings=chosen(hypothesis)))):
            pass
    except BadInput:
        return False
    return True


@long_where_compiled
@pytest.mark.parametrize("seed", range(10))
def test_whoever_played_is_among_those_who_may_have(seed: int) -> None:
    chance, players = Random(seed), 2 + seed % 3
    truth = playable(players).drawn(chance)
    records = [recorded(number, players, tuple(truth.items()), bool(seed % 2)) for number in (seed, seed + 1)]
    survivors = explaining_all([said(record) for record in records], TABLE.all, lambda *_: None)
    assert truth in survivors
    for _ in range(12):
        assert all(explains(survivors.drawn(chance), record) for record in records)
        other = (playable(players) - survivors).drawn(chance)
        assert not all(explains(other, record) for record in records)
    assert not any(explains((~playable(players)).drawn(chance), record) for record in records)


FEW = ("background", "copies", "majority", "absent-players", "return-after-conflict", "shaman-tie")


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_missing_and_nothing_too_much(seed: int) -> None:
    chance = Random(seed)
    whole = {point: chance.choice(CHOICES[point]) if point in FEW else CHOICES[point][0] for point in CHOICES}
    rest = TABLE.agreeing({point: name for point, name in whole.items() if point not in FEW})
    record = recorded(seed, 3, tuple(whole.items()), bool(seed % 2))
    survivors = followed(said(record), rest).explained
    tried = [{**whole, **dict(zip(FEW, names, strict=True))} for names in itertools.product(*map(CHOICES.get, FEW))]  # type: ignore[arg-type]
    right = [hypothesis for hypothesis in tried if explains(hypothesis, record)]
    assert [hypothesis for hypothesis in tried if hypothesis in survivors] == right
    assert survivors.count() == len(right) < len(tried)


@pytest.mark.parametrize("seed", range(6))
def test_asking_for_readings_changes_no_game(seed: int) -> None:
    """An engine that kept something it worked out for other readings would differ here."""
    chance = Random(seed)
    games = ConsultedGames(lambda ask: replace(STANDARD, readings=Consulted(ask)), balanced_deck())
    state = new_game(Setup.from_seed(3, seed))
    for _ in range(400):
        hypothesis = playable(3).drawn(chance)
        rules = replace(STANDARD, readings=chosen(hypothesis))
        plain = state.changed(game=new_game(Setup.from_seed(3, seed), rules).game)
        heard = state.changed(game=games.under(3, hypothesis.__getitem__))
        actions = heard.legal_actions()
        assert actions == plain.legal_actions()
        if not actions:
            break
        action = chance.choice(actions)
        after = heard.apply_action(action)
        assert after.values()[1:] == plain.apply_action(action).values()[1:]
        state = after
    assert state.is_terminal()


# What a record says


@long_where_compiled
def test_positions_tell_more_than_moves() -> None:
    record = recorded(3, 3, (("poor-islands", "in-all"),), False)
    moves_only = followed(said(record), TABLE.all).explained
    positions = [facts(state, ("result",)) for state in codec.replay(record)]
    whole = account({"record": codec.record_data(record), "positions": positions}, "game")
    assert followed(whole, TABLE.all).explained.readings_of("poor-islands") == ("in-all",)
    opening = [{"treasures": positions[0]["treasures"]}, *[{}] * len(record.moves)]
    some_of_it = account({"record": codec.record_data(record), "positions": opening}, "game")
    assert not followed(some_of_it, TABLE.all).explained - moves_only
    assert followed(some_of_it, TABLE.all).explained.readings_of("poor-islands") == ("in-all",)


def test_a_wrong_fact_refutes_everything_and_says_where() -> None:
    record = recorded(3, 3, ())
    positions: list[dict[str, Any]] = [{} for _ in range(len(record.moves) + 1)]
    positions[20] = {"round": 4}
    whole = account({"record": codec.record_data(record), "positions": positions}, "game")
    (reason,) = followed(whole, TABLE.all).furthest()
    assert reason.where == "positions[20].round" and reason.why == {
        "en": "recorded 4, found 1",
        "fr": "noté 4, trouvé 1",
    }


@long_where_compiled
def test_a_claim_is_checked_and_not_believed() -> None:
    honest = codec.record_data(recorded(1, 3, (("shaman-tie", "self-first"),)))
    assert followed(account(honest, "game"), TABLE.all).explained.readings_of("shaman-tie") == ("self-first",)
    lying = honest | {"readings": {"last-draw": "after"}}
    explained = [followed(account(record, "game"), TABLE.all).explained for record in (honest, lying)]
    assert explained[0] is explained[1]
    assert account(lying, "game").claimed == {"last-draw": "after"}


# Observations


def flipping() -> State:
    """Our readings; the shaman is about to turn a Condition card."""
    return next(state for state in codec.replay(recorded(2, 3, ())) if state.phase is Phase.FLIP)


def observed(state: State | None = None, **answer: object) -> Hypotheses:
    """Who answers like this, asked about a position (if not told which, about turning a Condition card)."""
    position = codec.state_data(state or flipping())
    return followed(account({"state": position, **answer}, "case"), playable(3)).explained


def passing() -> Mapping[str, object]:
    return {"do": "pass", "player": flipping().actor}


def test_a_refusal_and_a_permission() -> None:
    assert observed(action=passing(), refused=True) is TABLE.where("flip", "mandatory") & playable(3)
    assert observed(action=passing(), refused=False) is TABLE.where("flip", "optional") & playable(3)


def test_all_that_is_legal() -> None:
    ours = [codec.action_data(action) for action in flipping().legal_actions()]
    assert observed(legal=ours) is TABLE.where("flip", "mandatory") & playable(3)
    assert observed(legal=[passing(), *ours]) is TABLE.where("flip", "optional") & playable(3)
    assert not observed(legal=ours[1:])


def test_what_comes_after() -> None:
    record = recorded(2, 3, ())
    steps = zip(codec.replay(record), record.moves, strict=False)
    before, action = next((at, move) for at, move in steps if at.apply_action(move).phase is Phase.OFFER)
    after, taken = before.apply_action(action), codec.action_data(action)
    whole = observed(before, action=taken, after=codec.state_data(after))
    part = observed(before, action=taken, after={"phase": after.phase.value})
    assert chosen({}) == chosen(whole.first()) and not whole - part and part - whole
    chance = Random(0)
    for _ in range(20):
        hypothesis = playable(3).drawn(chance)
        assert (answered_by(hypothesis, before, action) == visible(after).values()[1:]) == (hypothesis in whole)
    assert not observed(before, action=taken, after={"round": 5})


def answered_by(hypothesis: Hypothesis, state: State, action: Any) -> tuple[object, ...]:
    rules = replace(STANDARD, readings=chosen(hypothesis))
    return visible(state.changed(game=new_game(Setup.from_seed(3, 0), rules).game).apply_action(action)).values()[1:]


def test_a_position_is_supposed_whether_or_not_a_game_comes_to_it() -> None:
    assert observed(action=passing(), refused=True).readings_of("poor-islands") == CHOICES["poor-islands"]


def test_a_game_and_what_comes_after_it() -> None:
    record = codec.record_data(recorded(2, 3, (), False)) | {"moves": []}
    opening = facts(new_game(Setup.from_seed(3, 2)), ())
    asked = account({"record": record, "after": {"treasures": opening["treasures"]}}, "case")
    assert followed(asked, playable(3)).explained is TABLE.where("poor-islands", "each") & playable(3)


NOT_OBSERVATIONS: list[tuple[dict[str, Any], str]] = [
    ({}, "found none"),
    ({"action": {"do": "accept", "player": 0}}, "found none"),
    ({"refused": True}, "legal"),
    ({"refused": 1, "action": {"do": "accept", "player": 0}}, "refused: expected true or false"),
    ({"legal": [], "action": {"do": "accept", "player": 0}}, "legal"),
    ({"legal": [], "refused": True}, "legal and refused"),
    ({"after": {}}, "legal"),
    ({"after": {"weather": 1}, "action": {"do": "accept", "player": 0}}, "after: unknown key 'weather'"),
    ({"legal": [{"do": "fly"}]}, r"legal\[0\].do"),
    ({"positions": [], "legal": []}, "positions"),
    ({"record": {}, "legal": []}, "state"),
]


@pytest.mark.parametrize(("answer", "complaint"), NOT_OBSERVATIONS)
def test_observations_that_are_none(answer: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        observed(**answer)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"readings": {"flip": "never"}}, "readings"),
        ({"numbers": {"cap": "many"}}, "cap"),
        ({"reserve": [9, 9, 9]}, "inhabitants in all"),
        ({"treasures": [1, 1, 1, 1, 1, 1]}, "treasures"),
    ],
)
def test_positions_that_no_reading_knows(changed: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        account({"state": codec.state_data(flipping()) | changed, "legal": []}, "case")


def test_a_record_that_cannot_begin_or_lacks_positions() -> None:
    record = codec.record_data(recorded(2, 3, ()))
    with pytest.raises(BadInput, match=r"setup\.order"):
        account(record | {"setup": codec.setup_data(Setup.from_seed(2, 0)) | {"players": 3}}, "game")
    with pytest.raises(BadInput, match="positions: expected"):
        account({"record": record, "positions": [{}]}, "game")


# Questions


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it does not matter how many positions are looked at."""
    monkeypatch.setattr(diagnosing_questions, "GAMES", 6)


def asked(accounts: Sequence[Account[Position]], among: Hypotheses, at_most: int | None = None) -> Inquiry:
    return inquiry(batches(accounts, among, 0, lambda *_: None), among, at_most)


def answered(question: Mapping[str, Any], truth: Hypothesis) -> dict[str, Any]:
    """The question with the answer of an ordinary engine that plays by these readings."""
    rules = replace(STANDARD, readings=chosen(truth))
    if "record" in question:
        *_, state = codec.replay(replace(codec.loads_record(json.dumps(question["record"])), rules=rules))
    else:
        state = codec.loads_state(json.dumps(question["state"]))
        state = state.changed(game=new_game(Setup.from_seed(state.players, 0), rules).game)
    try:
        if "action" in question:
            state = state.apply_action(codec.loads_action(json.dumps(question["action"])))
    except IllegalAction:
        return {**question, "refused": True}
    seen = facts(state, ("result",))
    return {**question, "after": {name: value for name, value in seen.items() if name not in codec.OPTIONAL}}


@pytest.mark.usefixtures("few_games")
@pytest.mark.parametrize("seed", range(2))
def test_the_answers_leave_only_what_no_question_tells(seed: int) -> None:
    truth = playable(4).drawn(Random(seed))
    record = said(recorded(seed, 4, tuple(truth.items())))
    survivors = followed(record, TABLE.all).explained
    found = asked([record], survivors)
    assert found.fewest and found.needed == len(found.questions) > 1
    while found.needed:
        answers = [account(answered(question.data, truth), "answer") for question in found.questions]
        left = explaining_all(answers, survivors, lambda *_: None)
        assert truth in left and not left - survivors and survivors - left
        survivors = left
        found = asked([record, *answers], survivors)
    assert {point for point in CHOICES if len(survivors.readings_of(point)) > 1} == set(found.untold)


@pytest.mark.parametrize("point", ["poor-islands", "copy-order", "remove-from", "moved-twice", "final-tie"])
def test_one_question_tells_the_readings_of_one_point(point: str) -> None:
    others = {other: names[0] for other, names in CHOICES.items() if other != point}
    among = TABLE.agreeing(others) & playable(2)
    found = asked([said(replace(recorded(0, 2, ()), moves=(), result=None))], among)
    assert found.needed == 1 and not found.untold
    for answer in found.questions[0].answers:
        assert len(answer.those.readings_of(point)) == 1


def test_questions_about_whole_games_are_asked_as_far_as_nobody_refuses() -> None:
    among = TABLE.agreeing({point: names[0] for point, names in CHOICES.items() if point != "shaman-tie"})
    start = said(replace(recorded(0, 2, ()), moves=(), result=None))
    *_, last = batches([start], among, 0, lambda *_: None)
    candidates = list(itertools.islice(last, 20))
    assert len(candidates) == 20
    for question in [candidate.question() for candidate in candidates]:
        assert question.data["record"]["moves"] and "Play the" in question.told("en")  # type: ignore[index]
        assert {answer.those for answer in question.answers} == {
            among & TABLE.where("shaman-tie", name) for name in CHOICES["shaman-tie"]
        }
        for answer in question.answers:
            truth = answer.those.first()
            assert followed(account(answered(question.data, truth), "answer"), among).explained is answer.those


@long_where_compiled
@pytest.mark.usefixtures("few_games")
def test_every_answer_to_be_expected_says_who_gives_it() -> None:
    record = said(recorded(1, 6, ()))
    survivors = followed(record, TABLE.all).explained
    for question in asked([record], survivors, at_most=4).questions:
        union = TABLE.none
        for answer in question.answers:
            assert answer.those and not answer.those & union
            union |= answer.those
            filled = account({**question.data, **answer.data}, "answer")
            assert followed(filled, survivors).explained is answer.those
        assert union is survivors


def test_only_as_much_of_a_position_as_tells_it_from_others() -> None:
    start = facts(new_game(Setup.from_seed(3, 0)), ("result",))
    assert telling_facts([start]) == ()
    assert telling_facts([start, start | {"round": 1, "pile": []}]) == ("round",)
    assert telling_facts([start, start | {"round": 1}, start | {"shaman": 7}]) == ("round", "shaman")


# The command


def write(folder: Path, *records: codec.Record, name: str = "games.jsonl") -> str:
    (folder / name).write_text("".join(codec.dumps_record(record) for record in records), encoding="utf-8")
    return str(folder / name)


@long_where_compiled
@pytest.mark.usefixtures("few_games")
def test_the_command_says_everything_to_programs(tmp_path: Path, capsys: Capture) -> None:
    truth = {"shaman-tie": "self-first", "fewest": "total"}
    records = [recorded(number, 4, tuple(truth.items())) for number in range(3)]
    questions = tmp_path / "ask.jsonl"
    assert main(["diagnose", write(tmp_path, *records), "--json", "--questions", str(questions)]) == 0
    found = json.loads(capsys.readouterr().out)
    survivors = explaining_all([said(record) for record in records], TABLE.all, lambda *_: None)
    assert found["records"] == 3 and found["explained"] and found["count"] == survivors.count()
    assert found["decided"]["shaman-tie"] == "self-first" and found["decided"]["fewest"] == "total"
    assert found["claimed"] == [{"readings": choice_of(chosen(truth)), "fails": None}]
    assert set(found["free"]).isdisjoint(found["decided"])
    for point in CHOICES:
        open_point = len(survivors.readings_of(point)) > 1
        assert open_point == (point not in found["decided"])
        assert (point in found["free"]) == (point not in survivors.points_asked())
    lines = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    assert lines == [question["ask"] for question in found["questions"]] and len(lines) == found["needed"]
    questions.write_text("".join(json.dumps(answered(line, survivors.first())) + "\n" for line in lines))
    assert main(["diagnose", str(tmp_path / "games.jsonl"), str(questions), "--json", "--at-most", "0"]) == 0
    assert json.loads(capsys.readouterr().out)["count"] < found["count"]


def test_what_is_given_is_believed(tmp_path: Path, capsys: Capture) -> None:
    file = write(tmp_path, recorded(0, 2, ()))
    assert main(["diagnose", file, "--json", "--at-most", "0", "--given", "flip=optional,copies=optional"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["decided"]["flip"] == "optional" and found["questions"] == []
    assert main(["diagnose", file, "--given", "flip=sometimes"]) == 2
    assert main(["diagnose", file, "--at-most", "-1"]) == 2


def test_nothing_explains_it(tmp_path: Path, capsys: Capture) -> None:
    one, other = recorded(0, 4, ()), recorded(0, 4, (("shaman-tie", "self-first"),))
    file = write(tmp_path, one, other)
    assert main(["diagnose", file, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["explained"] and found["count"] == 0 and found["questions"] == []
    assert found["conflict"] == [f"{file}:1", f"{file}:2"] and all(each["count"] for each in found["alone"])
    assert [fails["record"] for fails in found["closest"]["fails"]] == [f"{file}:2"]
    assert [claim["fails"]["record"] for claim in found["claimed"]] == [f"{file}:2", f"{file}:1"]
    assert main(["diagnose", file, "--lang", "fr"]) == 1
    assert "Aucune combinaison" in capsys.readouterr().out


def test_the_move_that_no_reading_explains(tmp_path: Path, capsys: Capture) -> None:
    record = recorded(0, 4, (), False)
    wrong = replace(record, moves=(*record.moves[:30], *record.moves[31:]))
    file = write(tmp_path, wrong)
    assert main(["diagnose", file, "--json"]) == 1
    (alone,) = json.loads(capsys.readouterr().out)["alone"]
    assert alone["count"] == 0 and {one["where"] for one in alone["furthest"]} == {"moves[30]"}
    assert main(["diagnose", file]) == 1
    assert f"{file}, moves[30]: no reading explains this." in capsys.readouterr().out


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
def test_files_that_are_no_records(text: str, complaint: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "games.jsonl").write_text(text, encoding="utf-8")
    assert main(["diagnose", str(tmp_path / "games.jsonl")]) == 2
    error = capsys.readouterr().err
    assert "games.jsonl" in error and complaint in error and error.count("\n") == 1


def test_a_record_may_be_spread_over_lines(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(codec.record_data(recorded(0, 2, ())), indent=1), encoding="utf-8")
    assert main(["diagnose", str(file), "--at-most", "0"]) == 0
    told = capsys.readouterr().out
    assert "explain the record." in told and "Question" not in told


@long_where_compiled
@pytest.mark.usefixtures("few_games")
@pytest.mark.parametrize(("lang", "words"), [("en", "Suppose this position"), ("fr", "Supposons cette position")])
def test_questions_are_drawn(lang: str, words: str, tmp_path: Path, capsys: Capture) -> None:
    file = write(tmp_path, *[recorded(number, 6, ()) for number in range(3)])
    assert main(["diagnose", file, "--at-most", "1", "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert words in told and "Question 1" in told and "Question 2" not in told
