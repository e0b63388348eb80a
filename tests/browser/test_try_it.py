"""The page to try things on, as people use it: on a phone and on a desk, by keyboard alone, and by ear."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from tests.browser.conftest import LANGUAGES, WIDTHS, Opened

from archipel.checks.costa_ruana.explanations import outcome
from archipel.checks.costa_ruana.questions import answer, rulings
from archipel.checks.costa_ruana.rulebook.trying import GAMES, TRY_IT, ended
from archipel.checks.costa_ruana.wording import default_names
from archipel.checks.rulebook.trying.trial import NO_BREAK
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import (
    GAME,
    STANDARD,
    Background,
    Rules,
    balanced_deck,
    is_active,
    island_winner,
)
from archipel.reference.costa_ruana.readings import OURS, chosen

SAME_WORDS = ("collection.majority", "collection.conflict", "collection.single")
"""The clauses whose facts the page tells as ``archipel explain`` does; there the others name an island by number."""
TABS = ("island", "shaman", "conditions", "game")
every_width = pytest.mark.parametrize("width", WIDTHS)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def phrase(lang: str, key: str, **values: object) -> str:
    """A phrase of the page, filled in."""
    return TRY_IT.speaker(lang).say(f"page.{key}", **values)


# Using the page


def choose_tab(page: Any, tab: str) -> None:
    page.click(f"#ti-tab-{tab}")


def set_players(page: Any, players: int) -> None:
    page.locator(f'#ti-players input[value="{players}"]').check()


def set_number(page: Any, name: str, number: int) -> None:
    stepper = page.locator(f'[data-counts="{name}"]')
    while (shown := int(stepper.locator("output").inner_text())) != number:
        stepper.locator(".ti-more" if shown < number else ".ti-less").click()


def set_numbers(page: Any, name: str, numbers: Sequence[int]) -> None:
    """Each seat's number; first down, so that there is room."""
    for seat, number in enumerate(numbers):
        while int(page.locator(f"#ti-{name}-{seat}").inner_text()) > number:
            page.locator(f'[data-counts="{name}-{seat}"] .ti-less').click()
    for seat, number in enumerate(numbers):
        set_number(page, f"{name}-{seat}", number)


def text_of(found: Any) -> str:
    """What is read; a space that does not break is a space."""
    return str(found.inner_text()).replace(NO_BREAK, " ")


def headline(page: Any, tab: str) -> str:
    return text_of(page.locator(f"#ti-{tab}-headline"))


def clauses_in(page: Any, where: str) -> list[str]:
    found: list[str] = page.locator(f"{where} a[data-clause]").evaluate_all("all => all.map(a => a.dataset.clause)")
    return found


def read(page: Any, tab: str, point: str, reading: str) -> None:
    """Choose a reading."""
    page.locator(f"#ti-{tab}-readings").evaluate("details => { details.open = true; }")
    page.locator(f"#ti-{tab}-{point}").select_option(reading)


# Who takes the treasure


@every_width
@every_language
def test_who_takes_the_treasure_and_why_is_what_engine_and_clauses_say(opened: Opened, lang: str, width: str) -> None:
    page, chance = opened(lang, width), Random(f"{lang} {width}")
    for players in (2, 4, 6):
        set_players(page, players)
        rows = [tuple([chance.choice((0, 1, 1, 2, 3)) for _ in range(players)]) for _ in range(6)]
        for row in [(0,) * players, *[row for row in rows if sum(row) <= STANDARD.cap]]:
            treasures = chance.choice((0, 1, 3)) if any(row) else 1
            page.click("[data-clears=on]")
            set_numbers(page, "on", row)
            set_number(page, "treasures", treasures)
            assert_island(page, lang, row, treasures)


@pytest.mark.parametrize("choice", [{"majority": "together"}, {"absent-players": "in-conflict"}, {"lone": "player"}])
def test_and_by_other_readings(opened: Opened, choice: dict[str, str]) -> None:
    page = opened()
    for point, reading in choice.items():
        read(page, "island", point, reading)
    for row in ((2, 1, 1, 0), (3, 2, 2, 0), (2, 2, 1, 1), (1, 0, 0, 0), (0, 0, 0, 0)):
        page.click("[data-clears=on]")
        set_numbers(page, "on", row)
        assert_island(page, "en", row, 3, choice)


def assert_island(
    page: Any, lang: str, row: tuple[int, ...], treasures: int, choice: Mapping[str, str] = MappingProxyType({})
) -> None:
    """The page says what the engine says, by the clauses and with the facts that ``archipel explain`` has."""
    winner, players = island_winner(row, treasures, chosen(choice)), len(row)
    names = default_names(lang, players)
    key = "island.nobody" if winner is None else "island.takes"
    assert headline(page, "island") == phrase(lang, key, player=None if winner is None else names[winner])
    islands = STANDARD.islands(players)
    by = rulings(Variant(GAME, chosen=tuple(choice.items())))
    board = (row, *[(0,) * players] * (islands - 1))
    here = by.position(players, on=board, treasures=(treasures, *[0] * (islands - 1)))
    found = outcome("island", here, Rules(readings=chosen(choice)), {"en": "", "fr": ""}, island=0)
    assert clauses_in(page, "#ti-island-why") == [link.clause for link in found.chain]
    shown = [text_of(found) for found in page.locator("#ti-island-why li").all()]
    for text, link in zip(shown, found.chain, strict=True):
        assert link.fact is not None and link.sentence[lang] in text
        if link.clause in SAME_WORDS:
            assert GAMES.nameless(link.fact[lang], lang, players) in text


def test_an_island_holds_no_more_than_it_can(opened: Opened) -> None:
    page = opened(width="phone")
    set_numbers(page, "on", (3, 2, 1, 1))
    more = page.locator('[data-counts="on-0"] .ti-more')
    assert more.get_attribute("aria-disabled") == "true"
    assert clauses_in(page, "#ti-on-limit") == ["components.island-cap"]
    more.click(force=True)
    assert page.locator("#ti-on-0").inner_text() == "3"
    page.locator('[data-counts="on-0"] .ti-less').click()
    assert page.locator("#ti-on-limit").inner_text() == ""


# Readings


def test_another_reading_is_set_beside_ours_where_it_answers_otherwise(opened: Opened) -> None:
    page = opened()
    set_numbers(page, "on", (2, 2, 1, 0))
    assert page.locator(".ti-theirs:visible").count() == 0
    read(page, "island", "return-after-conflict", "nobody-returns")
    assert page.locator("#ti-island-compare .ti-ours p").inner_text() == phrase("en", "island.takes", player="Cleo")
    assert page.locator("#ti-island-compare .ti-theirs p").inner_text() == phrase("en", "island.keeps", player="Cleo")
    assert headline(page, "island") == phrase("en", "island.keeps", player="Cleo")
    set_numbers(page, "on", (3, 1, 0, 0))
    assert page.locator(".ti-theirs:visible").count() == 0
    assert phrase("en", "compare.same") in page.locator("#ti-island-compare").inner_text()


def test_the_readings_that_change_the_answer_are_found_by_the_engine_too(opened: Opened) -> None:
    page = opened()
    for row in ((2, 1, 1, 0), (2, 2, 1, 0), (3, 2, 2, 0), (1, 0, 0, 0)):
        page.click("[data-clears=on]")
        set_numbers(page, "on", row)
        ours = island_winner(row, 3, OURS)
        together = island_winner(row, 3, chosen({"majority": "together"}))
        listed = page.locator("#ti-island-compare .ti-others").all_inner_texts()
        sentence = "than all the other players together"
        assert (ours != together) == any(sentence in text for text in listed)


def test_a_reading_can_be_taken_from_the_list_and_given_back(opened: Opened) -> None:
    page = opened(width="phone")
    set_numbers(page, "on", (2, 2, 1, 0))
    page.locator("#ti-island-compare .ti-pick").first.click()
    assert page.locator("#ti-island-return-after-conflict").input_value() == "nobody-returns"
    assert page.evaluate("document.activeElement.id") == "ti-island-return-after-conflict"
    page.locator("#ti-island-readings .ti-reset").click()
    assert headline(page, "island") == phrase("en", "island.takes", player="Cleo")


# The next shaman


@every_width
def test_the_next_shaman_is_whom_the_engine_finds(opened: Opened, width: str) -> None:
    page, chance = opened("fr", width), Random(width)
    choose_tab(page, "shaman")
    for players in (2, 5):
        set_players(page, players)
        names = default_names("fr", players)
        for _ in range(5):
            gains = tuple([chance.randint(0, 1) for _ in range(players)])
            previous = chance.randrange(players)
            set_numbers(page, "gain", gains)
            page.select_option("#ti-shaman-now", str(previous))
            after = ended(previous, previous, gains, gains, {})
            assert headline(page, "shaman") == phrase("fr", "shaman.next", player=names[after.shaman])
            told = answer({"ask": "shaman", "gains": list(gains), "previous": previous})
            assert clauses_in(page, "#ti-shaman-why") == told["clauses"]


def test_other_readings_ask_for_what_they_look_at(opened: Opened) -> None:
    page = opened()
    choose_tab(page, "shaman")
    set_numbers(page, "gain", (1, 1, 1, 1))
    assert not page.locator("#ti-total-field").is_visible() and not page.locator("#ti-offered-field").is_visible()
    read(page, "shaman", "fewest", "total")
    set_numbers(page, "total", (3, 2, 1, 2))
    assert headline(page, "shaman") == phrase("en", "shaman.next", player="Cleo")
    page.locator("#ti-shaman-readings .ti-reset").click()
    assert headline(page, "shaman") == phrase("en", "shaman.next", player="Ben")
    read(page, "shaman", "previous-shaman", "offered")
    page.select_option("#ti-offered", "2")
    assert headline(page, "shaman") == phrase("en", "shaman.next", player="Dan")
    assert page.locator("#ti-shaman-compare .ti-theirs").is_visible()


def test_no_round_gives_more_than_there_are_islands(opened: Opened) -> None:
    page = opened()
    choose_tab(page, "shaman")
    set_players(page, 2)
    set_numbers(page, "gain", (3, 1))
    assert page.locator('[data-counts="gain-1"] .ti-more').get_attribute("aria-disabled") == "true"
    assert clauses_in(page, "#ti-gain-limit") == ["collection.one-per-island"]


# Conditions


@every_width
def test_turning_a_condition_card_shows_the_active_cards(opened: Opened, width: str) -> None:
    page, deck = opened("en", width), balanced_deck()
    choose_tab(page, "conditions")
    set_players(page, 3)
    tide, time = Background.HIGH_TIDE, Background.DAY
    for turn in ("tide", "time", "tide", "time"):
        page.click(f"[data-turn={turn}]")
        other = {Background.HIGH_TIDE: Background.LOW_TIDE, Background.DAY: Background.NIGHT}
        other |= {to: side for side, to in other.items()}
        tide, time = (other[tide], time) if turn == "tide" else (tide, other[time])
        kept = [deck.cards[card] for card in deck.kept(3)]
        active = [card for card in kept if is_active(card.background, tide, time)]
        count = phrase("en", "conditions.count", active=len(active), all=len(kept))
        assert count in headline(page, "conditions")
        faces = {(card.kind, card.amount, card.background) for card in active}
        assert page.locator(".ti-card:not(.ti-gone):visible").count() == len(faces)
        assert page.evaluate("document.activeElement.dataset.turn") == turn


def test_by_another_reading_the_shaman_may_turn_neither(opened: Opened) -> None:
    page = opened()
    choose_tab(page, "conditions")
    assert page.locator("[data-turn]").count() == 2
    read(page, "conditions", "flip", "optional")
    assert page.locator("[data-turn=neither]").is_visible()
    assert page.locator("#ti-conditions-compare .ti-theirs").is_visible()
    read(page, "conditions", "background", "both")
    assert page.locator(".ti-card:not(.ti-gone):visible").count() == 0


# A game


@every_language
@every_width
def test_a_game_is_told_decision_by_decision_with_its_clauses(opened: Opened, lang: str, width: str) -> None:
    page, game = opened(lang, width), GAMES.table(lang, TRY_IT.art, TRY_IT.choices)["played"][0]
    choose_tab(page, "game")
    for place, step in enumerate(game["steps"][:30], 1):
        page.click("#ti-game-next")
        told = text_of(page.locator("#ti-told .ti-happens"))
        assert all(text in told for texts, _ in step["happens"] for text in texts)
        assert clauses_in(page, "#ti-told .ti-happens") == [id for _, ids in step["happens"] for id in ids]
        assert phrase(lang, "game.step", step=place, steps=len(game["steps"])) in text_of(page.locator("#ti-told"))
        islands = dict(game["first"]["sections"])["islands"]
        assert page.locator("#ti-board .ti-shown-islands svg").count() == len(islands)
    page.click("#ti-game-last")
    points = page.locator("#ti-board td:last-child").all_inner_texts()
    assert list(map(int, points)) == list(GAMES.played(*GAMES.seeds[0]).states[-1].returns())


def test_the_board_shows_every_position_of_the_engine(opened: Opened) -> None:
    page, game = opened(), GAMES.played(*GAMES.seeds[1])
    choose_tab(page, "game")
    page.select_option("#ti-game", "1")
    for step in range(0, len(game.states), 9):
        page.locator("#ti-game-slider").fill(str(step))
        state = game.states[step]
        shown = page.locator("#ti-board td:nth-child(2)").all_inner_texts()
        assert list(map(int, shown)) == list(state.reserve)
        people = page.locator("#ti-board .ti-shown-islands .cr-figure").count()
        assert people == sum(map(sum, state.inhabitants))
        assert page.locator("#ti-board .ti-shown-table li").count() == sum(laid is not None for laid in state.table)


def test_a_game_parts_by_another_reading(opened: Opened) -> None:
    page, game = opened(), GAMES.table("en", TRY_IT.art, TRY_IT.choices)["played"][0]
    choose_tab(page, "game")
    for parting in game["partings"]:
        page.select_option("#ti-game-reading", f"{parting['point']}={parting['reading']}")
        told = page.locator("#ti-parting").inner_text()
        if not parting["playable"]:
            assert phrase("en", "game.unplayable") in told
            continue
        assert all(text in told for text in (*parting["ours"], *parting["theirs"]))
        page.locator("#ti-parting button").click()
        assert page.locator("#ti-game-slider").input_value() == str(parting["step"] + 1)
    page.select_option("#ti-game-reading", "lone=player")
    assert phrase("en", "game.same") in page.locator("#ti-parting").inner_text()


# By keyboard


def tab_to(page: Any, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by keyboard")


@every_width
def test_everything_works_by_keyboard_alone(opened: Opened, width: str) -> None:
    page = opened(width=width)
    tab_to(page, "#ti-tab-island")
    tab_to(page, "#ti-players input")
    page.keyboard.press("ArrowLeft")
    tab_to(page, "[data-clears=on]")
    page.keyboard.press("Enter")
    assert headline(page, "island") == phrase("en", "island.nobody")
    page.evaluate("document.activeElement.blur(); document.getElementById('ti-players').scrollIntoView()")
    tab_to(page, '[data-counts="on-1"] .ti-more')
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    assert headline(page, "island") == phrase("en", "island.takes", player="Ben")
    tab_to(page, "#ti-island-readings summary")
    page.keyboard.press("Enter")
    tab_to(page, "#ti-island-majority")
    page.keyboard.press("ArrowDown")
    assert page.locator("#ti-island-majority").input_value() == "together"


def to_tab(page: Any, tab: str) -> None:
    """Choose a tab with the arrow keys."""
    page.evaluate("document.activeElement.blur(); window.getSelection().removeAllRanges()")
    tab_to(page, "[role=tab]")
    for _ in TABS:
        if page.evaluate("document.activeElement.id") == f"ti-tab-{tab}":
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{tab} cannot be chosen by keyboard")


@every_width
def test_the_other_parts_too(opened: Opened, width: str) -> None:
    page = opened(width=width)
    to_tab(page, "shaman")
    tab_to(page, "#ti-shaman-now")
    page.keyboard.press("ArrowDown")
    assert page.locator("#ti-shaman-now").input_value() == "1"
    tab_to(page, '[data-counts="gain-0"] .ti-more')
    page.keyboard.press("Enter")
    assert page.locator("#ti-gain-0").inner_text() == "2"
    to_tab(page, "conditions")
    before = headline(page, "conditions")
    tab_to(page, "[data-turn=time]")
    page.keyboard.press("Enter")
    assert headline(page, "conditions") != before
    to_tab(page, "game")
    tab_to(page, "#ti-game-slider")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert page.locator("#ti-game-slider").input_value() == "5"
    page.keyboard.press("End")
    assert page.locator("#ti-board th:last-child").first.inner_text() == phrase("en", "game.col.points")


@pytest.mark.parametrize("tab", TABS)
def test_the_keyboard_reaches_every_control_and_never_gets_stuck(opened: Opened, tab: str) -> None:
    page = opened()
    choose_tab(page, tab)
    page.locator("#ti-root details:visible").evaluate_all("all => all.forEach(one => { one.open = true; })")
    page.evaluate("document.activeElement.blur()")
    page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, summary, a[href]')]
        .filter(one => one.checkVisibility() && one.tabIndex >= 0 && (one.type !== 'radio' || one.checked))
        .forEach((one, place) => { one.dataset.stop = place; })"""
    )
    stops = page.locator("[data-stop]").count()
    reached = set[str]()
    for _ in range(stops + 2):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.dataset.stop"))
    assert {str(stop) for stop in range(stops)} <= reached


# For everybody


@every_width
@every_language
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(opened: Opened, lang: str, width: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = opened(lang, width, scheme)
    for tab in TABS:
        choose_tab(page, tab)
        page.locator("#ti-root details:visible").evaluate_all("all => all.forEach(one => { one.open = true; })")
        if tab == "game":
            page.locator("#ti-game-slider").fill("30")
            page.select_option("#ti-game-reading", "background=both")
        found = axe.Axe().run(page, options={"preload": False}).response["violations"]
        told = [f"{one['impact']} {one['id']}: {one['nodes'][0]['html']}" for one in found]
        assert [line for line in told if line.startswith(("serious", "critical"))] == [], tab


@every_language
def test_everything_has_a_name_for_those_who_listen(opened: Opened, lang: str) -> None:
    page = opened(lang)
    for name in (*default_names(lang, 4), phrase(lang, "set.treasures")):
        for key in ("more", "less"):
            assert page.get_by_role("button", name=phrase(lang, key, what=name), exact=True).count() == 1
        assert page.get_by_role("group", name=name, exact=True).count() == 1
    assert page.get_by_role("tab", selected=True).inner_text() == phrase(lang, "tab.island")
    assert page.get_by_role("status").filter(has_text=headline(page, "island")).count() == 1
    set_numbers(page, "on", (0, 1, 0, 0))
    assert f"{default_names(lang, 4)[1]} 1" in page.get_by_role("img").first.get_attribute("aria-label")
    choose_tab(page, "game")
    for key in ("first", "back", "next", "last"):
        assert page.get_by_role("button", name=phrase(lang, f"game.{key}"), exact=True).count() == 1


@every_width
@every_language
def test_nothing_sticks_out_and_thumbs_find_the_controls(opened: Opened, lang: str, width: str) -> None:
    page = opened(lang, width)
    set_players(page, 6)
    for tab in TABS:
        choose_tab(page, tab)
        page.locator("#ti-root details:visible").evaluate_all("all => all.forEach(one => { one.open = true; })")
        if tab == "game":
            page.select_option("#ti-game", "1")
            page.locator("#ti-game-slider").fill("24")
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[width][0]
        small = page.evaluate(
            """() => [...document.querySelectorAll('#ti-root button, #ti-root select, #ti-root summary')]
            .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
            .map(one => one.outerHTML)"""
        )
        assert small == [], tab


@pytest.mark.parametrize("chosen_theme", ["dark", "light"])
def test_the_theme_of_the_site_goes_before_that_of_the_system(opened: Opened, chosen_theme: str) -> None:
    page = opened(scheme="light" if chosen_theme == "dark" else "dark")
    colour = "getComputedStyle(document.getElementById('ti-root')).color"
    before = page.evaluate(colour)
    page.evaluate("theme => { document.body.dataset.theme = theme; }", chosen_theme)
    assert page.evaluate(colour) != before


def test_a_link_leads_to_a_part(opened: Opened, site: Any) -> None:
    page = opened()
    page.goto("about:blank")
    page.goto((site / "en" / "index.html").as_uri() + "#ti-tab-shaman")
    assert page.locator("#ti-panel-shaman").is_visible() and not page.locator("#ti-panel-island").is_visible()


def test_the_answer_stays_in_sight_on_a_phone(opened: Opened) -> None:
    page = opened(width="phone")
    set_players(page, 6)
    read(page, "island", "return-after-conflict", "nobody-returns")
    page.locator("#ti-island-return-after-conflict").scroll_into_view_if_needed()
    page.mouse.wheel(0, 4000)
    page.wait_for_timeout(200)
    assert page.evaluate("window.scrollY") > 700
    box = page.locator("#ti-island-headline").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] < WIDTHS["phone"][1] / 3


def test_french_marks_never_begin_a_line(opened: Opened) -> None:
    page = opened("fr")
    for tab in TABS:
        choose_tab(page, tab)
        assert re.findall(r".{9} [;:?!]", page.locator("body").inner_text()) == []


@every_language
def test_the_page_in_one_file_does_the_same(opened: Opened, lang: str) -> None:
    page = opened(lang, file="alone.html")
    set_numbers(page, "on", (3, 3, 1, 0))
    name = default_names(lang, 4)[2]
    assert headline(page, "island") == phrase(lang, "island.takes", player=name)
    assert page.locator("#ti-island-why a").first.get_attribute("href") == "#clause-collection.single"


def test_without_script_the_page_says_so(browser: Any, site: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "en" / "index.html").as_uri())
    assert phrase("en", "noscript") in page.content()
    assert not page.locator("#ti-tab-island").is_visible()
    context.close()
