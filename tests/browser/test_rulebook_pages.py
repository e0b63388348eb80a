"""The printed rulebook in a real browser: every page, both languages, as people open it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import LANGUAGES, PATIENCE, WIDTHS, Seen

GRAVE = ("serious", "critical")
UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

Visit = Callable[..., Any]


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("printed") / "books"
    command = [sys.executable, "-m", "archipel.checks.cli.entry", "rulebook", "--lang", "both", "--out", str(target)]
    subprocess.run(command, check=True, capture_output=True)
    return target


@pytest.fixture
def visit(browser: Any, books: Path) -> Iterator[Visit]:
    """Opens pages of the book; afterwards no request may have left them, and no script may have complained."""
    contexts, seen = list[Any](), Seen()

    def open_page(lang: str, name: str, width: str, scheme: str = "light") -> Any:
        wide, high = WIDTHS[width]
        context = browser.new_context(viewport={"width": wide, "height": high}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        seen.watch(page)
        page.goto((books / lang / name).as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    seen.check()


def pages(books: Path, lang: str) -> list[str]:
    found = sorted(page.name for page in (books / lang).glob("*.html"))
    assert {"index.html", "collection.html", "faq.html", "try.html", "theorems.html"} <= set(found)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_is_wider_than_a_phone(visit: Visit, books: Path, lang: str) -> None:
    for name in pages(books, lang):
        page = visit(lang, name, "phone")
        page.evaluate(UNFOLD)
        assert page.evaluate(TOO_WIDE) <= 0, name


@pytest.mark.parametrize(("lang", "width", "scheme"), [("en", "desktop", "light"), ("fr", "phone", "dark")])
def test_axe_finds_nothing_serious_on_any_page(visit: Visit, books: Path, lang: str, width: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    told = []
    for name in pages(books, lang):
        page = visit(lang, name, width, scheme)
        page.evaluate(UNFOLD)
        found = axe.Axe().run(page, options={"preload": False}).response["violations"]
        told += [f"{name}: {one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in GRAVE]
    assert not told, "\n".join(told)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_to_try_things_on_answers_inside_the_book(visit: Visit, lang: str) -> None:
    page = visit(lang, "try.html", "desktop")
    headline = page.locator("#ti-island-headline")
    before = headline.inner_text()
    assert before
    page.locator("#ti-panel-island .ti-stepper").nth(1).get_by_role("button").last.click()
    assert headline.inner_text() != before
    link = page.locator("#ti-panel-island a[data-clause]").first
    target = link.get_attribute("href")
    link.click()
    anchor = target.partition("#")[2]
    page.wait_for_load_state()
    assert page.locator(f"[id='{anchor}']").is_visible()


def test_a_rule_is_unfolded_by_keyboard_and_the_other_language_is_one_link_away(visit: Visit) -> None:
    page = visit("en", "collection.html", "desktop")
    fold = page.locator(".clause details").first
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    assert fold.evaluate("one => one.open")
    assert fold.locator("math").first.is_visible()
    page.get_by_role("link", name="Français").first.click()
    assert page.url.endswith("fr/collection.html")
    assert page.evaluate("document.documentElement.lang") == "fr"
