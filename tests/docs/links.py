"""What can be wrong with a site that nobody notices while writing it: links, anchors, ids, headings, languages."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


@dataclass
class Page:
    """What a page says about itself."""

    language: str = ""
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    landmarks: list[str] = field(default_factory=list)


class Reader(HTMLParser):
    """Reads a page."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.page.language = given.get("lang", "")
        if "id" in given:
            self.page.ids.append(given["id"])
        if tag == "a" and "href" in given:
            self.page.links.append(given["href"])
        if tag in ("script", "img", "iframe", "link", "source", "image", "use"):
            self.page.loaded += [given[name] for name in ("src", "href", "xlink:href") if name in given]
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.page.headings.append(int(tag[1]))
        self.page.landmarks += [name for name in (given.get("role") or tag,) if name in ("main", "footer", "aside")]


@cache
def page_at(file: Path) -> Page:
    reader = Reader()
    reader.feed(file.read_text(encoding="utf-8"))
    return reader.page


def broken_links(site: Path) -> list[str]:
    """Every link of a site that leads nowhere on it."""
    return [
        f"{file.relative_to(site)}: {link}"
        for file in sorted(site.rglob("*.html"))
        for link in page_at(file).links
        if not _leads_somewhere(file, link)
    ]


def _leads_somewhere(file: Path, link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not target.is_file():
        return False
    return not parts.fragment or target.suffix != ".html" or unquote(parts.fragment) in page_at(target).ids
