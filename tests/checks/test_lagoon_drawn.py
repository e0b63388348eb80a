"""What any game gets drawn: positions as text rows, boards, pictures of its rulebook, and the rulebook itself."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.toy import spec
from tests.toy.book import PARTS, TURN
from tests.toy.engine import CARDS, REEFS, Dive, Phase, Roll, Rules, State, Swim
from tests.toy.game import ENGINE, GAME, MAPPING

from archipel.checks.cli.command_line import main
from archipel.checks.explain.fact_tables import FactTables
from archipel.checks.explain.text_rows import Painter, at_both_ends, boxes, columns, cut, listed, plain
from archipel.checks.games import registry
from archipel.checks.proofs.necessity.variants import variants
from archipel.checks.rulebook.figures.kept import FigureFile, KeptFigures
from archipel.checks.rulebook.figures.reading_pairs import PartedReading, ReadingPairs
from archipel.checks.rulebook.figures.situations import FalseFigureError, Figure, Situations, known_name
from archipel.checks.rulebook.svg.boards import board, in_grid, in_hexes, on_circle
from archipel.checks.rulebook.svg.layout import Block
from archipel.checks.rulebook.svg.tabletop import (
    coming_and_going,
    figures_in_row,
    hidden_hand,
    panels,
    pile,
    rounds,
    smooth,
)
from archipel.checks.rulebook.trying.packing import DIGITS
from archipel.reference.strict_json import Field, canonical
from archipel.spec.clauses import LANGUAGES
from archipel.spec.readings import Point, Reading


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "LOADED", {"lagoon": GAME})
    yield


def some_way(moves: int = 9) -> State:
    state = ENGINE.new_game(ENGINE.setup_from_seed(3, 1, ENGINE.standard), ENGINE.standard)
    for _ in range(moves):
        state = ENGINE.apply_action(state, ENGINE.legal_actions(state)[-1])
    return state


# Text rows


def test_rows_keep_to_their_width_with_and_without_colours() -> None:
    for colour in (False, True):
        paint = Painter(colour)
        drawn = [
            *boxes({str(n): ("◆" * n, paint(n, "AA") + "·") for n in range(7)}, 40),
            *columns([[paint(n, "A" * n), "b" * 30, "c"] for n in range(4)], 30),
            *listed(paint(1, "B"), ["one of them"] * 9, 40),
            at_both_ends("left", paint("dim", "right"), 40, 2) or "",
        ]
        assert max(len(plain(line)) for line in drawn) <= 40
        assert any("\x1b" in line for line in drawn) == colour
    assert at_both_ends("left", "right", 10, 2) is None and cut("abcdef", 4) == "abc…"
    assert [line.split() for line in columns([["a", "bb"], ["aaa", "b"]], 80)] == [["a", "bb"], ["aaa", "b"]]


def test_a_game_without_drawings_is_shown_as_its_facts() -> None:
    state = some_way()
    text = FactTables(GAME).text(state, None, "en", 80, False)
    assert f"phase act · round {state.round}" in text and "shown" in text
    rows = [line.split() for line in text.splitlines()]
    for seat, letter in enumerate("ABC"):
        assert [letter, str(state.divers[seat]), str(state.baskets[seat]), str(state.shown[seat])] in rows
    assert [[str(reef), str(pearls)] in rows for reef, pearls in enumerate(state.pearls)] == [True] * REEFS


def test_a_seat_sees_no_more_than_the_clauses_show_it() -> None:
    state = some_way()
    rows = FactTables(GAME).text(state, 1, "en", 80, False).splitlines()
    told = [line.split()[1] for line in rows[rows.index(next(r for r in rows if r.startswith("cards"))) + 2 :]]
    own = {card for card in range(len(CARDS)) if card in state.hands[1] or card in state.discard}
    assert [card for card, place in enumerate(told) if place != "?"] == sorted(own)


def test_show_reads_positions_and_records(known: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state, file = some_way(), tmp_path / "position.json"
    file.write_text(canonical(ENGINE.codec.state_data(state)), encoding="utf-8")
    assert main(["--game", "lagoon", "show", str(file)]) == 0
    assert capsys.readouterr().out == GAME.showing.text(state, None, "en", 80, False)
    assert main(["--game", "lagoon", "show", str(file), "--svg", str(tmp_path / "board.svg")]) == 0
    ElementTree.parse(tmp_path / "board.svg")
    assert main(["--game", "lagoon", "show", str(file), "--move", "1"]) == 2
    assert main(["--game", "lagoon", "show", str(file), "--seat", "3"]) == 2


# Boards


def test_fields_lie_where_they_should() -> None:
    assert in_grid(2, 3, 10)[4] == (10, 10)
    assert [round(math.hypot(x, y)) for x, y in on_circle(5, 90)] == [90] * 5
    around = in_hexes([(0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)], 20)
    assert [round(math.dist(around[0], other), 6) for other in around[1:]] == [round(20 * math.sqrt(3), 6)] * 6
    drawn = board([Block(10, 10, ("x",))] * 3, [(0, 0), (40, 0), (0, 30)], [(0, 1)])
    assert (drawn.width, drawn.height) == (50, 40) and 'd="M5 5L45 5"' in drawn.parts[0]


def test_what_lies_on_a_table() -> None:
    assert coming_and_going([0, 0, 1], (2,), (0,)) == [(0, ""), (0, "−"), (1, ""), (2, "+")]
    assert [len(pile("cards", amount, "back")) for amount in (0, 1, 3, 9)] == [4, 5, 9, 9]
    assert len(hidden_hand(4, 100, "back")) == 4
    assert [one.count("now") for one in rounds(3, 2, 200)] == [0, 0, 1, 1, 0, 0]
    assert smooth([(0, 0), (10, 0), (10, 10)]).count("C") == 3
    crowded = figures_in_row("ABC", [(seat, "+") for seat in range(3)], 40, 0)
    assert len(crowded) == 6
    for players, rows in ((2, 1), (3, 1), (4, 2), (5, 2)):
        parts, height = panels(players, 600, lambda seat, width: ([], 50.0 + seat), lambda seat: seat == 1)
        assert len(parts) == players and sum("panel on" in part for part in parts) == 1
        each = -(-players // rows)
        last = [min(players, (row + 1) * each) - 1 for row in range(rows)]
        assert height == sum(50 + seat for seat in last) + 16 * (rows - 1)


# The rulebook


def test_a_turn_goes_through_the_parts_that_the_clauses_name() -> None:
    assert [(stage.section, [step.name for step in stage.steps]) for stage in TURN.stages()] == [
        ("turn", ["roll", "swim", "dive", "show", "hand_over"]),
        ("end", ["finish"]),
    ]
    assert TURN.leads_to(spec.roll) == TURN.asked_in(spec.swim) != TURN.asked_in(spec.roll)


def test_the_rulebook_is_printed_with_its_pictures(
    known: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--game", "lagoon", "rulebook", "--out", str(tmp_path / "book")]) == 0, capsys.readouterr().err
    page = (tmp_path / "book" / "index.html").read_text(encoding="utf-8")
    for name in PARTS.pictures.pictures:
        assert PARTS.pictures.named(name, "en").svg.strip() in page
    assert all(f'id="clause-{id.replace(".", "-")}"' in page for id in GAME.rulebook.clauses)
    assert "not looked into yet" in re.sub(r"<[^>]+>", "", page)


# A comic strip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_example_is_told_panel_by_panel_and_what_is_tried_in_vain_says_why(lang: str) -> None:
    rolled, tried, dived = PARTS.pictures.for_example("first", lang)
    assert [re.findall(r">(\d)</text></g>|>(\d)</text>\n</svg>", one.svg)[-1] for one in (rolled, tried, dived)]
    assert "class=\"lagoon-no\"" in tried.svg and "lagoon-no\"" not in dived.svg
    refused, channel = {"en": ("Not allowed", "No channel"), "fr": ("Interdit", "Aucune passe")}[lang]
    assert tried.caption.startswith(refused) and channel in tried.caption
    assert "2" in rolled.caption and rolled.svg.count("lagoon-figure") >= 3


# The page to try


def test_the_page_to_try_has_every_answer_by_every_reading(known: None) -> None:
    question = json.loads(PARTS.trying.made_tables())["questions"]["dive"]
    (table,) = question["tables"]
    run = table["players"]["3"]
    for way, name in enumerate(("what-is-left", "all-or-none")):
        codes = table["runs"][run["runs"][way]]
        for place, word in enumerate(run["words"].split()):
            left, die = map(int, word)
            high, low = (DIGITS.index(letter) for letter in codes[2 * place : 2 * place + 2])
            caught = 0 if name == "all-or-none" and left < die else min(left, die)
            assert table["answers"][high * len(DIGITS) + low][0] == caught


def test_a_question_that_people_ask_is_answered_for_everything_that_can_be_set(known: None) -> None:
    question = json.loads(PARTS.trying.made_tables())["questions"]["points"]
    said = PARTS.trying.words("en", str, [])["said"]
    (table,) = question["tables"]
    for players in ("3", "4"):
        run = table["players"][players]
        codes = table["runs"][run["runs"][0]]
        words = run["words"].split()
        assert len(words) == math.comb(int(players) + 4, 4) and len(codes) == 2 * len(words)
        for place, word in enumerate(words):
            high, low = (DIGITS.index(letter) for letter in codes[2 * place : 2 * place + 2])
            (reason,) = table["answers"][high * len(DIGITS) + low]
            key, why = table["reasons"][reason]
            assert said[key].startswith(f"Points: {', '.join(word)}.") and why == [["end.points", ""]]


def test_a_game_is_shown_decision_by_decision_chance_included() -> None:
    page = PARTS.trying
    assert page.games is not None
    table, game = page.games.table("en", page.art, page.choices), page.games.played(3, 1)
    (told,) = table["played"]
    shown, kinds = dict(told["first"]), {type(move) for move in game.moves}
    assert Roll in kinds and len(told["steps"]) == len(game.moves)
    for state, step in zip(game.states[1:], told["steps"], strict=True):
        shown |= step["at"]
        assert dict(shown["columns"]) == {"basket": list(state.baskets), "shown": list(state.shown)}
        ((_, (place,)),) = shown["sections"]
        parts = "".join([table["elements"][element] for element in table["drawings"][place][4]])
        assert parts.count("lagoon-figure") == state.players
        assert all(clause in GAME.rulebook.clauses for _, clauses in step["happens"] for clause in clauses)
    assert [parting["point"] for parting in told["partings"]] == ["scarce"]


def test_the_page_to_try_stands_in_the_rulebook(known: None, tmp_path: Path) -> None:
    assert main(["--game", "lagoon", "rulebook", "--out", str(tmp_path / "book")]) == 0
    page = (tmp_path / "book" / "index.html").read_text(encoding="utf-8")
    assert 'data-counts="die"' in page and 'id="ti-left-limit"' in page
    assert all((tmp_path / "book" / "_static" / name).exists() for name in PARTS.trying.scripts("en"))
    words = (tmp_path / "book" / "_static" / "try-it-words-en.js").read_text(encoding="utf-8")
    assert "#clause-turn-dive" in words and "#clause-setup-start" in words


# Situations that show a clause


def into_a_basket(state: State, reef: int) -> State:
    """The same with a pearl of a reef in somebody's basket."""
    pearls = tuple(number - (place == reef) for place, number in enumerate(state.pearls))
    return replace(state, pearls=pearls, baskets=(state.baskets[0] + 1, *state.baskets[1:]))


SITUATIONS = Situations(
    MAPPING,
    less=lambda state, action: [reef for reef, number in enumerate(state.pearls) if number],
    taken=lambda state, reef: into_a_basket(state, reef) if state.pearls[reef] else state,
    beside=lambda state, action: [],
    ended=lambda state: [("points", (seat,)) for seat in range(state.players)],
    counted=lambda state: state.pearls,
    changed=lambda state, fields: replace(state, **fields),
)


def on_both_sides() -> tuple[Figure, Figure]:
    """Somebody swims where no channel leads, and where one does."""
    state = replace(some_way(0), phase=Phase.ACT, die=2)
    seat, here = state.active, state.divers[state.active]
    far = next(reef for reef in range(REEFS) if reef not in (*state.board.ways[here], here))
    part = next(part for part in GAME.rulebook.clauses["turn.swim"].parts if part.name == "there_is_a_channel")
    variant = next(iter(variants(GAME.rulebook, part)))
    applies = Figure("turn.swim", True, known_name(variant), variant.how, "swim", state, Swim(seat, far))
    return applies, replace(applies, applies=False, action=Swim(seat, state.board.ways[here][0]))


def test_a_situation_is_on_its_side_of_the_clause_and_not_on_the_other() -> None:
    for figure in on_both_sides():
        SITUATIONS.check(figure)
        assert SITUATIONS.holds(figure) and SITUATIONS.refused(figure) == figure.applies
        with pytest.raises(FalseFigureError):
            SITUATIONS.check(replace(figure, applies=not figure.applies))
    with pytest.raises(FalseFigureError, match="no part called"):
        SITUATIONS.check(replace(on_both_sides()[1], part="nothing"))


def test_a_situation_gets_smaller_until_no_piece_can_go() -> None:
    small = SITUATIONS.smaller(on_both_sides())
    assert all(map(SITUATIONS.holds, small)) and SITUATIONS.smaller(small) == small
    assert small[0].state == small[1].state and not any(small[0].state.pearls)


def test_situations_are_written_as_they_are_read(tmp_path: Path) -> None:
    def read(data: Any, terms: Rules) -> State:
        return ENGINE.codec.read_state(Field(data))

    def no_candidates(point: Point, reading: Reading) -> list[PartedReading]:
        return []

    pairs = ReadingPairs(SITUATIONS, MAPPING.facts, lambda state: sum(state.pearls), no_candidates, str)
    file = FigureFile(
        tmp_path / "figures.json", SITUATIONS, pairs, ENGINE.codec.state_data, read, lambda clause: "not looked for"
    )
    state = replace(some_way(0), phase=Phase.ACT, die=3)
    few = replace(state, pearls=(1,) * REEFS, baskets=(REEFS * 2, 0, 0))
    parted = PartedReading("scarce", "all-or-none", (few, by_the_other(few)), Dive(few.active))
    what = KeptFigures({"turn.swim": on_both_sides()}, {"scarce=all-or-none": parted})
    file.save(what)
    assert file.kept == what
    told = list(file.complaints(what))
    assert "turn.dive: nothing is kept" in told
    assert not [line for line in told if line.startswith(("turn.swim", "scarce"))]
    alike = replace(parted, action=Swim(few.active, state.board.ways[few.divers[few.active]][0]))
    told = list(file.complaints(KeptFigures({}, {"scarce=all-or-none": alike})))
    assert "scarce=all-or-none: both readings come to the same" in told


def by_the_other(state: State) -> State:
    return replace(state, rules=ENGINE.by(state.rules, {"scarce": "all-or-none"}))
