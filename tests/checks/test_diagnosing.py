"""Diagnosing programs that play Costa Ruana: its engine under all readings at once, and questions to tell them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from tests.engines import long_where_compiled

from archipel.checks.costa_ruana.consulting import consultation, visible
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.readings.diagnose import asking
from archipel.checks.readings.diagnose.consulting import Position
from archipel.checks.readings.diagnose.hypotheses import Hypotheses, Hypothesis
from archipel.checks.readings.diagnose.questioning import Inquiry, inquiry
from archipel.checks.readings.diagnose.recollecting import Recollection
from archipel.checks.readings.diagnose.replaying import Account, explaining_all, followed
from archipel.reference.costa_ruana import STANDARD, IllegalAction, Phase, Setup, State, balanced_deck, codec, new_game
from archipel.reference.costa_ruana.playout import random_moves
from archipel.reference.costa_ruana.readings import CHOICES, chosen
from archipel.reference.strict_json import BadInput

TABLE = consultation().table
account = Recollection(consultation()).account


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
@pytest.mark.parametrize("seed", range(6))
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


@pytest.mark.parametrize("seed", range(6))
def test_asking_for_readings_changes_no_game(seed: int) -> None:
    """An engine that kept something it worked out for other readings would differ here."""
    chance = Random(seed)
    games = consultation().games(Terms())
    state = new_game(Setup.from_seed(3, seed))
    for _ in range(400):
        hypothesis = playable(3).drawn(chance)
        rules = replace(STANDARD, readings=chosen(hypothesis))
        plain = state.changed(game=new_game(Setup.from_seed(3, seed), rules).game)
        heard = games.placed(state, hypothesis.__getitem__)
        actions = heard.legal_actions()
        assert actions == plain.legal_actions()
        if not actions:
            break
        action = chance.choice(actions)
        after = heard.apply_action(action)
        assert after.values()[1:] == plain.apply_action(action).values()[1:]
        state = after
    assert state.is_terminal()


def test_what_comes_after() -> None:
    record = recorded(2, 3, ())
    steps = zip(codec.replay(record), record.moves, strict=False)
    before, action = next((at, move) for at, move in steps if at.apply_action(move).phase is Phase.OFFER)
    after, asked = before.apply_action(action), {"state": codec.state_data(before), "action": codec.action_data(action)}

    def observed(**answer: object) -> Hypotheses:
        return followed(account({**asked, "after": answer}, "case"), playable(3)).explained

    whole, part = observed(**codec.state_data(after)), observed(phase=after.phase.value)
    assert chosen({}) == chosen(whole.first()) and not whole - part and part - whole
    chance = Random(0)
    for _ in range(20):
        hypothesis = playable(3).drawn(chance)
        assert (answered_by(hypothesis, before, action) == visible(after).values()[1:]) == (hypothesis in whole)
    assert not observed(round=5)


def answered_by(hypothesis: Hypothesis, state: State, action: Any) -> tuple[object, ...]:
    rules = replace(STANDARD, readings=chosen(hypothesis))
    return visible(state.changed(game=new_game(Setup.from_seed(3, 0), rules).game).apply_action(action)).values()[1:]


# Questions


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it does not matter how many positions are looked at."""
    monkeypatch.setattr(asking, "GAMES", 6)


def batches(accounts: Sequence[Account[Position]], among: Hypotheses) -> Iterator[Iterator[asking.AskedQuestion]]:
    return asking.Questions(consultation(), accounts, among, 0, lambda *_: None).batches()


def asked(accounts: Sequence[Account[Position]], among: Hypotheses, at_most: int | None = None) -> Inquiry:
    return inquiry(batches(accounts, among), among, at_most)


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
    seen = consultation().facts(state)
    return {**question, "after": {name: value for name, value in seen.items() if name not in codec.OPTIONAL}}


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
    *_, last = batches([start], among)
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
