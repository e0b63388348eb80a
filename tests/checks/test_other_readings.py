"""People and programs around the engine keep up with every reading: questions, sentences, drawings, views and bots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.drawing import as_text, in_words, scene
from archipel.checks.costa_ruana.explanations import told_to
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.secrets import wrong_view
from archipel.checks.costa_ruana.svg.table import as_svg
from archipel.checks.costa_ruana.table import NOT_ASKED, TableQuestion
from archipel.checks.costa_ruana.wording import reason_words
from archipel.checks.simulate.bots import bots, make_bot
from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    MoveInhabitant,
    MoveTreasure,
    Phase,
    Reason,
    Rules,
    Setup,
    State,
    new_game,
    random_moves,
)
from archipel.reference.costa_ruana.readings import CHOICES, chosen
from archipel.spec.clauses import LANGUAGES

UNPLAYABLE = "last-draw"
CHOSEN = [(point, name) for point, names in CHOICES.items() for name in names[1:] if point != UNPLAYABLE]
ASKED = [choice for choice in CHOSEN if choice[0] not in NOT_ASKED]
NAMES = ("Ann", "Ben", "Cleo")


def under(*choices: tuple[str, str]) -> Rules:
    return replace(STANDARD, readings=chosen(dict(choices)))


def steps(rules: Rules, seed: int) -> Iterator[tuple[State, Action, State]]:
    """A random game of three, decision by decision."""
    setup = Setup.from_seed(3, seed, rules)
    state = new_game(setup, rules)
    for action in random_moves(setup, seed, rules):
        after = state.apply_action(action)
        yield state, action, after
        state = after


def told(rules: Rules, seed: int, lang: str = "en") -> list[str]:
    teller = told_to(lang, NAMES, None)
    return [line for before, action, _ in steps(rules, seed) for line in teller.step(before, action)]


@pytest.mark.parametrize("choice", ASKED)
def test_people_can_be_asked_every_decision(choice: tuple[str, str]) -> None:
    for state, _, _ in list(steps(under(choice), 1))[::3]:
        assert state.actor is not None
        actions = state.legal_actions()
        question = TableQuestion(state.view(state.actor), state.game, NAMES, "en", actions)
        for action in actions:
            assert question.answer(question.words(action)) == action
        assert question.title(()) and all(question.options(()).values())


@pytest.mark.parametrize("choice", CHOSEN)
def test_every_game_is_told_and_drawn(choice: tuple[str, str]) -> None:
    rules = under(choice)
    for lang in LANGUAGES:
        assert told(rules, 2, lang)
    for state, _, _ in list(steps(rules, 2))[::20]:
        for lang in LANGUAGES:
            assert in_words(scene(state, lang)) and as_text(state, lang) and as_svg(state, lang)


@pytest.mark.parametrize("choice", CHOSEN)
def test_nobody_sees_what_is_hidden(choice: tuple[str, str]) -> None:
    chance = Random(3)
    for state, _, _ in list(steps(under(choice), 3))[::5]:
        assert not any(wrong_view(state, seat, chance) for seat in range(3))


@pytest.mark.parametrize("bot", bots(GAME))
def test_bots_play_to_the_end_under_all_readings_at_once(bot: str) -> None:
    state = new_game(Setup.from_seed(3, 4), under(*dict(CHOSEN).items()))
    choose = make_bot(GAME, bot, 4)
    while state.actor is not None:
        state = state.apply_action(choose(state, state.legal_actions()))
    assert state.phase is Phase.OVER


def test_every_refusal_has_words() -> None:
    for lang in LANGUAGES:
        assert all(reason_words(lang, reason) for reason in Reason)


# What is told of the new readings


@pytest.mark.parametrize(
    ("choice", "en", "fr"),
    [
        (("copier", "needs-a-card"), "no card lies in front of", "aucune carte devant"),
        (("previous-shaman", "offered"), "was offered the role before", "avait été proposé"),
    ],
)
def test_consequences_of_other_readings_are_told(choice: tuple[str, str], en: str, fr: str) -> None:
    games = range(6)
    assert any(en in line for seed in games for line in told(under(choice), seed))
    assert any(fr in line for seed in games for line in told(under(choice), seed, "fr"))
    assert not any(en in line for seed in games for line in told(STANDARD, seed))


def test_what_stays_is_told_to_stay() -> None:
    rules = under(("null-move", "same-allowed"))
    teller = told_to("en", NAMES, None)
    state = new_game(Setup.from_seed(3, 0), rules)
    assert teller.decision(state, MoveTreasure(0, 2, 2)) == "Ann leaves a treasure on island 2."
    assert teller.decision(state, MoveInhabitant(0, 0, 2, 2)) == "Ann leaves an inhabitant of their own on island 2."
    assert teller.decision(state, MoveInhabitant(0, 1, 2, 2)) == "Ann leaves an inhabitant of Ben on island 2."


def waiting() -> State:
    """A position in which an inhabitant was on a card that is resolved, and is not at home yet."""
    for seed in range(20):
        for state, _, _ in steps(under(("card-return", "after-all")), seed):
            if scene(state).waiting:
                return state
    pytest.fail("nobody waits")


def test_inhabitants_on_no_card_and_not_at_home_are_drawn_and_projected() -> None:
    state = waiting()
    (seat, *_) = scene(state).waiting
    slot = state.standing[seat]
    assert slot is not None and state.table[slot] is None
    assert "Home when all cards are resolved" in "\n".join(in_words(scene(state)))
    assert "Home when all cards are resolved" in as_text(state) and ", 1 waits" in as_svg(state)
    facts = projection.facts(state)
    by, face = slot % 3, slot // 3
    assert facts["stands"][seat][by][face] and facts["laid"][by][face] == projection.NOTHING
    assert not any(facts["due"][by][face])


def test_the_first_shaman_is_asked_before_round_one() -> None:
    state = new_game(Setup.from_seed(3, 0), under(("first-refusal", "may-refuse")))
    assert scene(state).headline == "Before round 1 · choosing the first shaman"
    assert projection.facts(state)["round"] == 0 and projection.facts(state)["phase"] == projection.code(
        projection.PHASES[Phase.OFFER]
    )


def test_what_only_some_readings_need_is_projected_for_them_alone() -> None:
    names = {"offered": ("previous-shaman", "offered"), "old_shaman": ("naming", "not-the-old-shaman")}
    for name, choice in names.items():
        rules = under(choice)
        found = [(state.phase, projection.facts(state)[name]) for state, _, _ in steps(rules, 5)]
        offers = [value for phase, value in found if phase is Phase.OFFER]
        others = {value for phase, value in found if phase is not Phase.OFFER}
        assert set(offers) <= set(range(3)) and len(offers) == 4
        assert (projection.NOTHING in others) == (name == "old_shaman")
    assert not names.keys() & projection.facts(new_game(Setup.from_seed(3, 5))).keys()
