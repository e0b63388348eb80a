"""Narration, explanation and questions of the toy, with a tiny catalogue of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.toy.engine import Action, Dive, Roll, Show, State, Swim
from tests.toy.game import ENGINE, MAPPING
from tests.toy.spec import NUMBERS, READINGS

from archipel.checks.explain.catalogue import PHRASES, Catalogue, Speaker
from archipel.checks.explain.catalogue_check import PROVIDED, complaints
from archipel.checks.explain.explaining import Explained, Explainer
from archipel.checks.explain.forbidding_sets import Manners
from archipel.checks.explain.narration import EngineNarration
from archipel.checks.explain.questions import Input, QuestionTable, RuleQuestion, Rulings
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES
from archipel.spec.machine import blank

CATALOGUE = Catalogue(Path("tests/toy/catalogue.toml"), PHRASES)
NAMES = ("Ann", "Ben", "Cleo", "Dan")
SIZES = {"reefs": "setup.lagoon", "players": "setup.start", "cards": "setup.deal"}


def told(lang: str, state: State, reader: int | None) -> EngineNarration[State, Action]:
    return EngineNarration(MAPPING, Speaker(CATALOGUE, lang), NAMES[: state.players], reader)


EXPLAINER = Explainer(Explained(MAPPING, told, lambda state: NUMBERS.for_statements(), Manners(sizes=SIZES)))


def opening(players: int = 3, seed: int = 0) -> State:
    return ENGINE.new_game(ENGINE.setup_from_seed(players, seed, ENGINE.standard), ENGINE.standard)


def rolled(pips: int, seed: int = 0) -> State:
    return ENGINE.apply_action(opening(3, seed), Roll(pips))


def test_nothing_is_wrong_with_the_catalogue() -> None:
    books = [READINGS.rulebook, READINGS.under({"scarce": "all-or-none"})]
    assert list(complaints(CATALOGUE, books, PROVIDED)) == []


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_told_from_its_first_roll_to_its_end(players: int, lang: str) -> None:
    chance, state, lines = Random(players), opening(players), list[str]()
    while ENGINE.actor(state) is not None:
        action = chance.choice(ENGINE.legal_actions(state))
        lines += told(lang, state, None).step(state, action)
        state = ENGINE.apply_action(state, action)
    assert all(line and "{" not in line and line.endswith(".") for line in lines)
    winner = NAMES[ENGINE.ranking(state)[0][0]]
    assert winner in lines[-1] and str(max(ENGINE.returns(state))) in lines[-1]


def test_a_decision_and_what_follows_in_both_languages() -> None:
    state = rolled(2)
    found = EXPLAINER.explain(state, Dive(state.active))
    who, after = NAMES[state.active], NAMES[(state.active + 1) % 3]
    assert [text["en"] for happening in found.happens for text in happening.told] == [
        f"{who} dives for 2 pearls.",
        f"Then it is the turn of {after}.",
    ]
    assert found.happens[0].told[0]["fr"] == f"{who} plonge et prend 2 perles."
    assert [link.clause for link in found.happens[0].clauses] == ["turn.one-deed", "turn.dive"]


def test_why_not_with_the_facts_of_the_position() -> None:
    state = rolled(1)
    who, here = state.active, state.divers[state.active]
    far = next(reef for reef in range(6) if Swim(who, reef) not in ENGINE.legal_actions(state))
    found = EXPLAINER.explain(state, Swim(who, far))
    assert found.sets == (("turn.swim",),)
    assert found.reasons[0].fact is not None
    assert found.reasons[0].fact["en"] == f"No channel joins reef {here} and reef {far}."
    assert found.due is not None and found.due["en"] == f"{NAMES[who]} swims, dives or shows a card"
    assert found.alternatives[0].action["do"] == "swim"
    late = EXPLAINER.explain(state, Dive((who + 1) % 3))
    assert late.reasons[0].fact == {"en": f"It is the turn of {NAMES[who]}.", "fr": f"C'est le tour de {NAMES[who]}."}
    nowhere = EXPLAINER.explain(state, Swim(who, 9))
    assert [reason.fact["en"] for reason in nowhere.reasons if reason.fact] == ["There are reefs 0 to 5, not 9."]


def test_a_reader_is_told_no_secret_and_a_judge_everything() -> None:
    state = rolled(1)
    who = state.active
    card = next(card for card in range(6) if card not in state.hands[who])
    facts = [EXPLAINER.explain(state, Show(who, card), viewer).reasons[-1].fact for viewer in (None, (who + 1) % 3)]
    assert all(fact is not None for fact in facts)
    assert [fact["en"].partition(" ")[0] for fact in facts if fact] == [NAMES[who], "That"]


def test_another_reading_is_told_by_its_own_guard() -> None:
    terms = ENGINE.by(ENGINE.standard, {"scarce": "all-or-none"})
    state = ENGINE.new_game(ENGINE.setup_from_seed(3, 0, terms), terms)
    who = state.active
    poor = ENGINE.apply_action(replace(state, pearls=tuple(1 for _ in state.pearls), baskets=(12, 0, 0)), Roll(2))
    found = EXPLAINER.explain(poor, Dive(who))
    assert found.reasons[0].fact is not None
    assert found.reasons[0].fact["en"] == f"There are 1 pearl at reef {poor.divers[who]}."


POINTS = RuleQuestion(
    "how many points",
    [Input("pearls", "pearls in each basket", seats=("3", "4")), Input("shown", "cards shown", "cards", default="0")],
    players="size(pearls)",
    facts={"basket": "pearls", "shown(0)": "shown"},
    members={"points": "points(p) for p in players", "winners": "p for p in players if wins(p)"},
)


def test_a_question_fills_facts_and_is_answered_by_clauses(tmp_path: Path) -> None:
    file = tmp_path / "questions.toml"
    file.write_text(
        "[chain]\nscore = [[\"'points'\", 'count.points']]\n"
        '[say]\n"answer.score" = ["Points: {points}.", "Points : {points}."]\n',
        encoding="utf-8",
    )
    questions = QuestionTable({"score": POINTS}, Catalogue(file, PHRASES))
    by = Rulings(MAPPING.machine({}), NUMBERS.values(3), NUMBERS.for_statements(), values)
    found = questions.answer({"ask": "score", "pearls": [1, 4, 2], "shown": 2}, by)
    assert found == {"ask": "score", "points": [5, 4, 2], "winners": [0], "clauses": ["end.points"]}
    assert questions.sentence(found, by, "en") == "Points: 5, 4, 2."
    for wrong in ({"ask": "score"}, {"ask": "score", "pearls": [1]}, {"ask": "score", "pearls": [1, 2, -1]}):
        with pytest.raises(BadInput):
            questions.answer(wrong, by)


def values(players: int, with_material: bool) -> dict[str, object]:
    return blank(READINGS.rulebook, NUMBERS.values(players))


