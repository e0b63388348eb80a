"""A real browser, without a network, and the pages it opens. Asked for by ``make browser``, or ARCHIPEL_BROWSER=1."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import pytest

from archipel.checks.costa_ruana.rulebook.trying import TRY_IT

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDTHS = {"phone": (360, 740), "desktop": (1280, 900)}
LANGUAGES = ("en", "fr")
NO_WORDS = re.compile(r"undefined|NaN|\[object|[{}]|\bnull\b(?!-)")
"""What stands in a page only by mistake."""
PATIENCE = 10_000
"""So many milliseconds a page has for anything."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nobody who runs all tests has to wait for a browser."""
    if os.environ.get("ARCHIPEL_BROWSER") == "1":
        return
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="a browser is started only by make browser (ARCHIPEL_BROWSER=1)"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (make browser installs it)")
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("chromium is not installed")
    with api.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=found, args=list(FLAGS), headless=True)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For each language the page with its files beside it, as the rulebook has it, and the page in one file."""
    folder = tmp_path_factory.mktemp("try-it")
    for lang in LANGUAGES:
        (folder / lang).mkdir()
        for name, text in TRY_IT.assets(lang).items():
            (folder / lang / name).write_text(text, encoding="utf-8")
        (folder / lang / "index.html").write_text(_linked(lang), encoding="utf-8")
        (folder / lang / "alone.html").write_text(TRY_IT.standalone(lang), encoding="utf-8")
    return folder


def _linked(lang: str) -> str:
    loaded = "".join([f'<script src="{escape(name)}"></script>' for name in TRY_IT.scripts(lang)])
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Costa Ruana</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="{TRY_IT.STYLE}"></head><body class="ti-alone"><main><h1>Costa Ruana</h1>'
        f"{TRY_IT.fragment(lang)}</main>{loaded}</body></html>"
    )


@dataclass
class Seen:
    """What a page did that nobody sees: what it asked for, and what it complained about."""

    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def watch(self, page: Any) -> None:
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def check(self) -> None:
        assert self.requests and all(url.startswith(("file:", "data:,")) for url in self.requests), self.requests
        assert self.complaints == []


Opened = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, site: Path) -> Iterator[Opened]:
    """Opens the page; afterwards no request may have left it, and nothing may be wrong on its console."""
    pages, seen = list[Any](), Seen()

    def open_page(lang: str = "en", width: str = "desktop", scheme: str = "light", file: str = "index.html") -> Any:
        wide, high = WIDTHS[width]
        viewport = {"width": wide, "height": high}
        context = browser.new_context(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        pages.append(page)
        page.set_default_timeout(PATIENCE)
        seen.watch(page)
        page.goto((site / lang / file).as_uri())
        return page

    yield open_page
    texts = [page.locator("body").inner_text() for page in pages]
    for page in pages:
        page.context.close()
    seen.check()
    assert not [text for text in texts if NO_WORDS.search(text)]
