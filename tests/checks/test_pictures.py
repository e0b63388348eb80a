"""The pictures of the rulebook: accessible, alone, fit for one page, and as engine and clauses say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from xml.etree import ElementTree

import pytest

from archipel.checks.costa_ruana.drawing import scene
from archipel.checks.costa_ruana.examples import EXAMPLES
from archipel.checks.costa_ruana.rulebook.figures import FILE, PAIRS, SITUATIONS
from archipel.checks.costa_ruana.rulebook.gallery import GALLERY, ROUND, active_cards, rows_to_show, turns
from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.svg.sketch import Focus, Sketch, announced, sketched
from archipel.checks.costa_ruana.wording import say
from archipel.checks.judge.vectors.reading_cases import name, others
from archipel.checks.rulebook.figures.kept import KeptFigures
from archipel.checks.rulebook.figures.reading_pairs import PartedReading
from archipel.checks.rulebook.figures.situations import FalseFigureError, Figure
from archipel.checks.rulebook.parts import Picture
from archipel.reference.costa_ruana import MoveInhabitant, Phase, State, balanced_deck
from archipel.reference.costa_ruana.collection import island_winner
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana.readings import READINGS

OTHERS = others(READINGS.points.values())
SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = ("en", "fr")
for_clause, for_example, for_reading, named = (
    GALLERY.for_clause,
    GALLERY.for_example,
    GALLERY.for_reading,
    GALLERY.named,
)
NAMES = tuple(GALLERY.pictures)


@cache
def shown_clauses() -> dict[str, tuple[Figure, ...]]:
    return {id: entry for id, entry in FILE.kept.clauses.items() if not isinstance(entry, str)}


@cache
def shown_readings() -> dict[str, PartedReading]:
    return {id: entry for id, entry in FILE.kept.readings.items() if not isinstance(entry, str)}


@cache
def everything(lang: str) -> tuple[Picture, ...]:
    """Every picture there is."""
    found = [picture for id in EXAMPLES for picture in for_example(id, lang)]
    found += [picture for id in RULEBOOK.clauses for picture in for_clause(id, lang)]
    found += [picture for point, reading in OTHERS for picture in for_reading(name(point, reading), lang)]
    return (*found, *[named(name, lang) for name in NAMES])


# What there is


def test_what_does_not_exist_has_no_picture() -> None:
    for ask in (for_clause, for_example, named):
        with pytest.raises(KeyError):
            ask("nothing", "en")
    for unknown in ("majority=nothing", "nothing=each"):
        with pytest.raises(KeyError):
            for_reading(unknown, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_are_there_exactly_where_a_situation_is_kept(lang: str) -> None:
    assert [id for id in RULEBOOK.clauses if for_clause(id, lang)] == list(shown_clauses())
    told = [name(point, reading) for point, reading in OTHERS if for_reading(name(point, reading), lang)]
    assert told == list(shown_readings())
    assert all(len(for_reading(f"{what.point}={what.reading}", lang)) == 2 for what in shown_readings().values())
    assert all(for_example(id, lang) for id in EXAMPLES)


def test_where_there_is_no_picture_the_reason_is_kept() -> None:
    reasons = [entry for entry in (*FILE.kept.clauses.values(), *FILE.kept.readings.values()) if isinstance(entry, str)]
    assert reasons and all(len(reason) > 20 for reason in reasons)
    assert len(shown_clauses()) > 0.6 * len(RULEBOOK.clauses)


# Each of them


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_picture_is_well_formed_accessible_and_alone(lang: str) -> None:
    for picture in everything(lang):
        root = ElementTree.fromstring(picture.svg)
        assert (root.tag, root.get("role"), root.get("lang")) == (f"{SVG}svg", "img", lang)
        title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None and title.text == picture.caption
        assert desc is not None and desc.text and desc.text != title.text
        assert (root.get("aria-labelledby") or "").split() == [title.get("id"), desc.get("id")]
        assert picture.svg.count("http") == 1 and "<script" not in picture.svg and "@import" not in picture.svg
        assert picture.caption.endswith((".", "!")) and "{" not in picture.caption and "None" not in picture.svg
        _check_names(picture.svg, root)


def _check_names(svg: str, root: ElementTree.Element) -> None:
    """Whatever is referred to is there, and only that; classes are all pictures' own and have a rule."""
    ids = [element.get("id") or "" for element in root.iter() if element.get("id")]
    wanted = set(re.findall(r'url\(#([^)]*)\)|href="#([^"]*)"', svg))
    assert {one or other for one, other in wanted} == {id for id in ids if not id.startswith(("cr-t-", "cr-d-"))}
    style = root.findtext(f"{SVG}style") or ""
    for element in root.iter():
        for one in (element.get("class") or "cr").split():
            assert one == "cr" or f".{one}" in style, one


@pytest.mark.parametrize("lang", LANGUAGES)
def test_different_pictures_on_one_page_do_not_share_an_id(lang: str) -> None:
    owners: dict[str, str] = {}
    for picture in everything(lang):
        for id in re.findall(r' id="([^"]*)"', picture.svg):
            assert owners.setdefault(id, picture.svg) == picture.svg


def test_every_picture_fits_on_a_page() -> None:
    for picture in everything("fr"):
        root = ElementTree.fromstring(picture.svg)
        assert float(root.get("width") or 0) <= 960 and float(root.get("height") or 0) <= 960
        assert len(picture.svg) < 60_000


def test_pictures_are_always_the_same() -> None:
    before = [named(name, "en").svg for name in NAMES]
    assert [named(name, "en").svg for name in NAMES] == before


def test_the_two_languages_show_the_same() -> None:
    english, french = everything("en"), everything("fr")
    for one, other in zip(english, french, strict=True):
        assert one.caption != other.caption
        figures = [picture.svg.count('class="cr-figure') for picture in (one, other)]
        assert figures[0] == figures[1]


# Colours


def colours(style: str) -> dict[str, dict[str, str]]:
    rules: dict[str, dict[str, str]] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", style):
        for selector in selectors.split(","):
            rules.setdefault(selector.strip(), {}).update(dict(part.split(":") for part in body.split(";")))
    return rules


def luminance(colour: str) -> float:
    wide = colour[1:] if len(colour) == 7 else "".join([c * 2 for c in colour[1:]])
    parts = [int(wide[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


WORDS_ON = [
    *[(f".l{seat}", f".p{seat}") for seat in range(8)],
    (".soft", ".paper"),
    (".soft", ".panel"),
    (".soft", ".step"),
    (".ink", ".plaque"),
    (".ink-soft", ".plaque"),
    (".share", ".grass"),
    (".sign-text", ".sign"),
    (".tag-text", ".tag"),
    (".change-text", ".change"),
    (".verdict-text", ".yes"),
    (".verdict-text", ".no"),
    (".verdict-text", ".so"),
    (".pip-now", ".pip.now"),
]


@pytest.mark.parametrize(("words", "ground"), WORDS_ON)
def test_words_stand_out_from_their_ground_in_light_and_in_the_dark(words: str, ground: str) -> None:
    light = colours(ART.light)
    dark = {name: {**rule, **colours(ART.dark).get(name, {})} for name, rule in light.items()}
    for style in (light, dark):
        assert contrast(style[words]["fill"], style[ground]["fill"]) >= 4.5


def test_every_dark_colour_changes_a_light_one() -> None:
    light = colours(ART.light)
    for selector, rule in colours(ART.dark).items():
        assert set(rule) <= set(light[selector]), selector


# What the pictures say


def test_the_file_is_complete_and_every_situation_shows_what_its_picture_says() -> None:
    assert list(FILE.complaints(FILE.kept)) == []


def test_the_file_is_written_as_it_is_read() -> None:
    assert FILE.dumps(FILE.loads(FILE.path.read_text(encoding="utf-8"))) == FILE.path.read_text(encoding="utf-8")


def test_missing_unknown_and_swapped_situations_are_noticed() -> None:
    clauses = dict(shown_clauses())
    applies, beside = clauses["cards.place-cap"]
    wrong: dict[str, tuple[Figure, ...] | str] = {
        "cards.place-cap": (replace(applies, state=beside.state), replace(beside, state=applies.state)),
        "cards.move-cap": tuple(replace(figure, clause="cards.place-cap") for figure in clauses["cards.move-cap"]),
        "nothing.like-it": "no reason",
    }
    told = list(FILE.complaints(KeptFigures(wrong, {})))
    assert "cards.place-cap: the clause decides this" in told
    assert "nothing.like-it: there is no such clause or reading" in told
    assert "cards.place: nothing is kept" in told and "majority=together: nothing is kept" in told
    assert len([line for line in told if line.startswith("cards.place-cap: ")]) >= 2


@pytest.mark.parametrize("id", ["collection.majority", "collection.no-treasure", "end.tie-break", "reveal.discard"])
def test_the_two_sides_of_a_clause_are_not_to_be_confused(id: str) -> None:
    for figure in shown_clauses()[id]:
        SITUATIONS.check(figure)
        with pytest.raises(FalseFigureError):
            SITUATIONS.check(replace(figure, applies=not figure.applies))


def test_a_situation_in_which_two_readings_agree_is_noticed() -> None:
    what = shown_readings()["majority=together"]
    without_treasures = tuple(state.changed(treasures=_elsewhere(state)) for state in what.states)
    with pytest.raises(FalseFigureError, match="come to the same"):
        PAIRS.check(replace(what, states=without_treasures))


def _elsewhere(state: State) -> tuple[int, ...]:
    """All treasures where nobody is."""
    empty = next(island for island, row in enumerate(state.inhabitants) if not any(row))
    return tuple(sum(state.treasures) if island == empty else 0 for island in range(state.islands))


@pytest.mark.parametrize("id", ["cards.place-cap", "collection.majority", "play.from-reserve", "cards.move-cap"])
def test_no_piece_can_be_taken_away(id: str) -> None:
    assert SITUATIONS.smaller(shown_clauses()[id]) == shown_clauses()[id]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_verdicts_are_signs_and_words_and_stand_in_the_caption(lang: str) -> None:
    for id, sides in shown_clauses().items():
        for figure, picture in zip(sides, for_clause(id, lang), strict=True):
            words = [say(lang, f"picture.{key}") for key in ("refused", "opens not")]
            assert SITUATIONS.refused(figure) == picture.caption.lower().startswith(tuple(words))
            assert SITUATIONS.refused(figure) == ('class="cr-no"' in picture.svg)
            assert 'class="cr-verdict-mark"' in picture.svg


@pytest.mark.parametrize("lang", LANGUAGES)
def test_captions_tell_two_readings_apart(lang: str) -> None:
    for what in shown_readings().values():
        ours, theirs = (picture.caption for picture in for_reading(f"{what.point}={what.reading}", lang))
        words = [say(lang, f"picture.{key}") for key in ("ours", "other")]
        assert ours.lower().startswith(words[0]) and theirs.lower().startswith(words[1])
        assert ours[len(words[0]) :] != theirs[len(words[1]) :], what


def test_descriptions_tell_what_comes_and_goes() -> None:
    svg = for_example("E4", "en")[3].svg
    assert "Leaving island 1: Marie." in svg and "Coming to island 4: Marie." in svg
    assert "Treasures of island 1: 10, then 9." in for_example("E7", "en")[1].svg


RIGHT, LEFT = "M2 0H32M22-9L32 0L22 9", "M2 0H32M12-9L2 0L12 9"


@pytest.mark.parametrize(("source", "target", "arrow"), [(0, 1, RIGHT), (1, 0, LEFT)])
def test_an_arrow_points_to_where_something_goes(source: int, target: int, arrow: str) -> None:
    state = with_one_on_each(shown_clauses()["cards.move-cap"][1].state)
    action = MoveInhabitant(state.actor or 0, 0, source, target)
    sketch = Sketch(scene(state), Focus((0, 1)), announced(state, action))
    assert [way for way in (RIGHT, LEFT) if way in "".join(sketched(sketch).parts)] == [arrow]


def with_one_on_each(state: State) -> State:
    return state.changed(inhabitants=((1, 0), (1, 0), *state.inhabitants[2:]))


# Strips, and the game as a whole


def captions(id: str, lang: str = "en") -> Sequence[str]:
    return [picture.caption for picture in for_example(id, lang)]


def test_strips_have_a_panel_for_each_thing_that_happens() -> None:
    assert len(captions("E1")) == 3 and all("Marie" in caption for caption in captions("E1"))
    assert len(captions("E4")) == 7 and "Serge" in captions("E4")[-1]
    assert [caption.startswith("Not allowed") for caption in captions("E5")] == [True, True, False]
    assert [caption.startswith("Not allowed") for caption in captions("E6")] == [True, False]
    assert "tied" in captions("E9")[0] and len(captions("E10")) == 3
    assert captions("E12")[-1].count("Marie") == 1
    assert [re.findall(r"\d", caption) for caption in captions("E13")] == [
        ["1", "5"], ["2", "5"], ["3", "5"], ["4", "5"], ["5", "4"],
    ]  # fmt: skip


def test_a_round_goes_through_the_parts_that_the_clauses_name() -> None:
    parts = ["play", "conditions", "reveal", "resolution", "collection", "succession"]
    assert [stage.section for stage in ROUND.stages()] == parts
    steps = RULEBOOK.steps
    assert ROUND.everybody_in_turn(steps["stand"]) and not ROUND.everybody_in_turn(steps["flip"])
    assert ROUND.leads_to(steps["flip"]) == ROUND.asked_in(steps["reveal"])
    for section in parts:
        assert RULEBOOK.sections[section]["fr"].split()[0] in named("round", "fr").svg


def test_the_order_of_resolution_is_that_of_the_worked_example() -> None:
    acting = [(turn.seat, turn.card.kind.value, turn.copying) for turn in turns(active_cards())]
    assert [seat for seat, _, _ in acting] == [0, 0, 0, 0, 1, 2, 2]
    assert [copying for _, _, copying in acting] == [False, False, False, True, True, False, True]
    assert "3·4·5" in named("order", "en").svg


def test_the_gallery_of_islands_shows_every_way_to_settle_one() -> None:
    shown = [row for row, treasures in rows_to_show() if treasures]
    ways = {situations_of(row) for row in product(range(8), repeat=4) if 0 < sum(row) <= 7}
    assert {situations_of(row) for row in shown} == ways
    svg = named("conflicts", "en").svg
    assert svg.count("nobody takes it") >= sum(island_winner(row, n) is None for row, n in rows_to_show())


def situations_of(row: tuple[int, ...]) -> tuple[bool, bool, int]:
    winner = island_winner(row, 1)
    ties = len([count for count in set(row) if count and row.count(count) > 1])
    return winner is None, winner is not None and row[winner] < max(row), ties


def test_the_card_sheet_counts_the_deck() -> None:
    counts = [int(number) for number in re.findall(r"×(\d+)<", named("cards", "en").svg)]
    assert sum(counts) == len(balanced_deck().cards)


def test_pictures_of_a_phase_know_every_phase() -> None:
    assert {state.phase for sides in shown_clauses().values() for state in [figure.state for figure in sides]} >= {
        Phase.SETTLE, Phase.PLAY_UP, Phase.STAND, Phase.FLIP, Phase.EFFECT, Phase.OFFER, Phase.OVER,
    }  # fmt: skip
