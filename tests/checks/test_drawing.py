"""Drawings and words: complete in both languages, never more than the reader may know, and well-formed."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from random import Random
from typing import Literal
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archipel.checks.costa_ruana import drawing
from archipel.checks.costa_ruana.drawing import as_text, in_words, scene
from archipel.checks.costa_ruana.explanations import told_to
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.svg.table import as_svg
from archipel.checks.costa_ruana.wording import CATALOGUE, card_words, default_names, say
from archipel.checks.explain.text_rows import plain
from archipel.checks.simulate.bots import bots
from archipel.checks.support.terminal import for_encoding
from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    Background,
    Condition,
    Face,
    Kind,
    Laid,
    Phase,
    Place,
    PlayDown,
    Reason,
    Rules,
    Setup,
    Stand,
    State,
    apply_action,
    balanced_deck,
    legal_actions,
    new_game,
)
from archipel.reference.costa_ruana.codec import DECISIONS
from archipel.reference.costa_ruana.readings import Readings
from archipel.spec.clauses import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"
COUNTS = range(STANDARD.min_players, STANDARD.max_players + 1)
Step = tuple[State, Action, State]


@cache
def game(players: int, seed: int) -> tuple[Step, ...]:
    """A whole game by chance, as steps."""
    chance, state, steps = Random(seed), new_game(Setup.from_seed(players, seed)), list[Step]()
    while menu := legal_actions(state):
        action = menu[int(chance.random() * len(menu))]
        steps.append((state, action, apply_action(state, action)))
        state = steps[-1][2]
    return tuple(steps)


def one_of_each_phase(players: int) -> list[State]:
    found: dict[Phase, State] = {}
    for seed in range(6):
        steps = game(players, seed)
        for state in [*[before for before, _, _ in steps], steps[-1][2]]:
            found.setdefault(state.phase, state)
    assert set(found) == set(Phase)
    return list(found.values())


def reshuffled(state: State, seat: int, seed: int) -> State:
    """The same position for this seat: everything he may not know is dealt again."""
    hidden = [slot for slot, laid in enumerate(state.table) if laid and laid.face_down and slot % state.players != seat]
    cards = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    cards += [laid.card for slot in hidden if (laid := state.table[slot])] + list(state.pile)
    Random(seed).shuffle(cards)
    hands, table = list(state.hands), list(state.table)
    for other, hand in enumerate(state.hands):
        if other != seat:
            hands[other] = tuple(sorted([cards.pop() for _ in hand]))
    for slot in hidden:
        laid = table[slot]
        assert laid is not None
        table[slot] = Laid(cards.pop(), laid.before, True)
    huts = list(state.huts)
    others = [huts[other] for other in range(state.players) if other != seat]
    if state.phase is not Phase.OVER:
        huts = [hut if other == seat else others.pop() for other, hut in enumerate(huts)]
    return state.changed(hands=tuple(hands), table=tuple(table), pile=tuple(cards), huts=tuple(huts))


# Words


def test_everything_of_the_engine_has_words() -> None:
    wanted = {f"reason.{reason.name}" for reason in Reason}
    wanted |= {f"phase.{phase.value}" for phase in Phase} | {f"turn.{phase.value}" for phase in Phase}
    wanted |= {f"face.{kind.value}" for kind in Kind} | {f"effect.{kind.value}" for kind in Kind}
    wanted |= {f"background.{side.value}" for side in Background} | {f"condition.{card.value}" for card in Condition}
    wanted |= {f"decision.{name}" for name in DECISIONS} | {f"bot.{name}" for name in bots(GAME)}
    assert [key for key in wanted if CATALOGUE.phrase(key) is None] == []


# Text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", COUNTS)
def test_text_of_every_phase_fits_and_has_the_same_signs_in_colour(players: int, lang: str) -> None:
    for state in one_of_each_phase(players):
        for position in (state, state.view(players - 1)):
            for width in (60, 80, 110):
                text = as_text(position, lang, width, game=state.game)
                assert max(map(len, text.splitlines())) <= width
                assert "\x1b" not in text
                assert plain(as_text(position, lang, width, True, game=state.game)) == text


def test_text_shows_the_position() -> None:
    state = next(before for before, _, _ in game(3, 1) if before.phase is Phase.FLIP)
    text = as_text(state.view(0), "en", 80, game=state.game)
    for island, row in enumerate(state.inhabitants):
        assert f"╭ {island} " in text
        assert "".join(["ABC"[seat] * count for seat, count in enumerate(row)]) + "·" * (7 - sum(row)) in text
    assert text.count("◆") == sum(state.treasures) + 1
    assert f"draw pile {len(state.pile)}" in text
    assert "as Ann sees it" in text
    assert text.count("hut ?") == 2


def test_text_without_unicode() -> None:
    text = as_text(game(2, 1)[0][0], "fr")
    simple = for_encoding(text, "ascii")
    assert simple.isascii() and "?" not in simple
    assert [len(line) for line in simple.splitlines()] == [len(line) for line in text.splitlines()]
    assert for_encoding(text, "utf-8") == text
    assert for_encoding(text, None).isascii()


def test_a_variant_with_a_large_cap_and_many_players_can_be_drawn() -> None:
    islands = (4, 6, 7, 9, 10, 12, 16)
    rules = Rules(cap=80, max_players=8, islands_by_players=islands, island_cards=16, rounds=1, treasures=8, gems=200)
    state = new_game(Setup.from_seed(8, 1, rules), rules)
    state = state.changed(inhabitants=((9,) * 8, *state.inhabitants[1:]), treasures=(40, *state.treasures[1:]))
    assert max(map(len, as_text(state, "en", 80).splitlines())) <= 80
    assert "A9 B9 C9 D9 E9 F9 G9 H9 72/80" in as_text(state, "en", 80)
    assert "×40" in as_svg(state)
    ElementTree.fromstring(as_svg(state))


# SVG


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", COUNTS)
def test_svg_of_every_phase_is_well_formed_accessible_and_alone(players: int, lang: str) -> None:
    for state in one_of_each_phase(players):
        for position in (state, state.view(0)):
            svg = as_svg(position, lang, game=state.game)
            root = ElementTree.fromstring(svg)
            assert root.tag == f"{SVG}svg" and root.get("role") == "img" and root.get("lang") == lang
            title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
            assert title is not None and title.text and desc is not None and desc.text
            assert (root.get("aria-labelledby") or "").split() == [title.get("id"), desc.get("id")]
            assert desc.text.splitlines() == in_words(scene(position, lang, state.game))
            assert svg.count("http") == 1 and "<script" not in svg and "@import" not in svg
            assert "prefers-color-scheme:dark" in svg
            assert svg == as_svg(position, lang, game=state.game)
            _check_references(svg, root)


def _check_references(svg: str, root: ElementTree.Element) -> None:
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r"url\(#([^)]*)\)", svg)) | {name[1:] for name in re.findall(r'href="([^"]*)"', svg)}
    assert wanted <= set(ids)
    style = root.findtext(f"{SVG}style") or ""
    for element in root.iter():
        for name in (element.get("class") or "cr").split():
            assert name == "cr" or f".{name}" in style, name


def test_svg_has_a_figure_for_every_inhabitant_and_a_gem_for_every_treasure() -> None:
    state = next(before for before, _, _ in game(4, 2) if before.phase is Phase.EFFECT)
    svg = as_svg(state)
    on_cards = sum(slot is not None for slot in state.standing)
    assert sum(map(sum, state.inhabitants)) + sum(state.reserve) + on_cards == 40
    deciding, heads = 1, 4
    assert len(re.findall(r'href="#cr-meeple-[0-9a-f]+"[^>]*class="cr-figure', svg)) == 40 + deciding + heads
    assert svg.count('cr-mask"') >= 1


@pytest.mark.parametrize(("reading", "winners"), [("shared", (0, 1)), ("seat", (1,))])
def test_winners_are_those_of_the_reading_for_everybody_who_looks(
    reading: Literal["shared", "seat"], winners: tuple[int, ...]
) -> None:
    rules = replace(STANDARD, readings=Readings(final_tie=reading))
    state = new_game(Setup.from_seed(2, 1), rules).changed(phase=Phase.OVER, actor=None, shaman=0)
    assert state.winners() == winners
    for position in (state, state.view(0), state.view(1)):
        assert scene(position, game=state.game).winners == winners


def test_names_are_escaped() -> None:
    state = game(2, 1)[0][0]
    names = ("<script>\"&'", "]]>--")
    root = ElementTree.fromstring(as_svg(state, names=names))
    assert any(element.text and names[0] in element.text for element in root.iter())
    assert names[1] in as_text(state, names=names)


def test_a_view_needs_its_game() -> None:
    with pytest.raises(ValueError, match="game"):
        drawing.scene(game(2, 1)[0][0].view(0))


# What is hidden stays hidden


@settings(max_examples=60, deadline=None)
@given(players=st.sampled_from(COUNTS), seed=st.integers(0, 3), place=st.integers(0, 200), deal=st.integers(0, 9))
def test_drawings_of_a_view_do_not_depend_on_what_is_hidden(players: int, seed: int, place: int, deal: int) -> None:
    steps = game(players, seed)
    state = steps[place % len(steps)][0]
    seat = place % players
    other = reshuffled(state, seat, deal)
    assert other.view(seat) == state.view(seat)
    assert as_text(other.view(seat), game=state.game) == as_text(state.view(seat), game=state.game)
    assert as_svg(other.view(seat), game=state.game) == as_svg(state.view(seat), game=state.game)


@settings(max_examples=60, deadline=None)
@given(players=st.sampled_from(COUNTS), seed=st.integers(0, 3), place=st.integers(0, 200), deal=st.integers(0, 9))
def test_what_is_told_does_not_depend_on_what_is_hidden(players: int, seed: int, place: int, deal: int) -> None:
    steps = game(players, seed)
    state, action, after = steps[place % len(steps)]
    for reader in (None, *range(players)):
        if reader == action.player or state.phase is Phase.FLIP or after.phase is Phase.OFFER:
            continue
        teller = told_to("en", default_names("en", players), reader)
        other = reshuffled(state, action.player if reader is None else reader, deal)
        told = action
        if isinstance(action, PlayDown):
            told = PlayDown(action.player, other.hands[action.player][0], action.before)
        if told in legal_actions(other) and reader is not None:
            assert teller.step(other, told) == teller.step(state, action)


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_a_card_laid_face_down_is_told_only_to_its_owner(reader: int | None) -> None:
    state, action, _ = next(step for step in game(3, 1) if isinstance(step[1], PlayDown))
    assert isinstance(action, PlayDown)
    teller = told_to("en", default_names("en", 3), reader)
    card = card_words("en", state.deck.cards[action.card])
    assert (card in teller.step(state, action)[0]) == (reader == action.player)


# What is told


def test_everything_that_happens_in_a_game_is_told_in_both_languages() -> None:
    for players in COUNTS:
        for state, action, _ in game(players, 1):
            for lang in LANGUAGES:
                lines = told_to(lang, default_names(lang, players), 0).step(state, action)
                assert lines and all(line and "{" not in line for line in lines)
                assert default_names(lang, players)[action.player] in lines[0]


def collecting(
    rows: tuple[tuple[int, ...], ...], treasures: tuple[int, ...], rules: Rules = STANDARD
) -> list[str]:
    """What is told when the last effect of a first round leads to this board (4 players, the last places 1 on 6)."""
    state = new_game(Setup.from_seed(4, 1), rules)
    card = next(c for c in state.game.kept if balanced_deck().cards[c][:2] == (Kind.PLACE, 1))
    side = balanced_deck().cards[card].background
    tide = side if "tide" in side.value else Background.HIGH_TIDE
    table: list[Laid | None] = [None] * 8
    table[0] = Laid(card, 3, False)
    state = state.changed(round=1, phase=Phase.EFFECT, shaman=0, actor=3, table=tuple(table), resolving=0)
    state = state.changed(inhabitants=rows, treasures=treasures, tide=tide)
    state = state.changed(time=side if tide is not side else Background.DAY)
    action = Place(3, (6,))
    return [*told_to("en", ("Ann", "Ben", "Cleo", "Dan"), 1).step(state, action)]


def test_who_takes_a_treasure_and_why() -> None:
    rows = ((2, 1, 0, 0), (2, 2, 1, 0), (2, 2, 1, 1), (3, 0, 0, 0), (0, 0, 0, 0), (1, 1, 0, 0), (0, 0, 0, 0))
    lines = collecting(rows, (5, 5, 4, 0, 4, 5, 5))
    assert lines[0] == "Dan puts 1 on island 6."
    text = "\n".join(lines)
    assert "Island 0 (A 2, B 1): most inhabitants, Ann takes a treasure" in text
    assert "Island 1 (A 2, B 2, C 1): the others are tied, so Cleo alone takes a treasure" in text
    assert "Island 2 (A 2, B 2, C 1, D 1): tied, the treasure stays." in text
    assert "Island 3 (A 3): no treasure left." in text
    assert "Island 4" not in text
    assert "Island 6 (D 1): most inhabitants, Dan takes a treasure" in text
    assert "Treasures of round 1: Ann 1, Ben 0, Cleo 1, Dan 1." in text
    assert "Fewest treasures: Ben may become shaman." in text
    assert "Everybody draws 2 cards." in text
    assert "Ben draws " in text


def test_nobody_is_told_to_leave_where_a_reading_lets_nobody_leave() -> None:
    rows = ((2, 1, 0, 0), (2, 2, 1, 0), (2, 2, 3, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    rules = replace(STANDARD, readings=Readings(return_after_conflict="nobody-returns"))
    lines = collecting(rows, (5, 5, 4, 5, 4, 5, 5), rules)
    assert lines[1].endswith("most inhabitants, Ann takes a treasure and one inhabitant back.")
    assert lines[2].endswith("the others are tied, so Cleo takes a treasure, and nobody leaves.")
    assert lines[3].endswith("most inhabitants, Cleo takes a treasure, and nobody leaves.")


def test_a_flip_tells_what_was_hidden_active_and_discarded() -> None:
    state, action, _ = next(step for step in game(3, 1) if step[0].phase is Phase.FLIP)
    lines = told_to("en", default_names("en", 3), None).step(state, action)
    assert sum(" had hidden " in line for line in lines) == 3
    assert any(line.startswith("Not active, discarded: ") for line in lines)
    assert any(line.startswith(("Active: ", "No card is active")) for line in lines)


def test_effects_that_do_nothing_are_told() -> None:
    told = [
        line
        for seed in range(6)
        for state, action, after in game(2, seed)
        for line in told_to("en", default_names("en", 2), None).step(state, action)
    ]
    assert any("nothing to do for" in line for line in told)


def test_hidden_cards_on_the_table_are_named_by_who_laid_them() -> None:
    state = next(before for before, _, _ in game(3, 1) if before.phase is Phase.STAND)
    teller = told_to("en", default_names("en", 3), 0)
    assert "hidden card laid by Ben" in teller.decision(state, Stand(0, 1, Face.DOWN))
    assert "laid hidden by Ann" in teller.decision(state, Stand(0, 0, Face.DOWN))
    assert say("fr", "word.quit") == "quitter"
