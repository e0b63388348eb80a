"""Where links of a book lead: every place of every page has one label, however many names it has."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes

PAGE = "page:"
"""Stands before the name of a page in the address of a place."""


def pages_of(book: nodes.document, first: str) -> Iterator[tuple[str, nodes.Element]]:
    """Every element of a book with the page it stands on."""
    yield from _on_page(book, first)


def _on_page(element: nodes.Element, page: str) -> Iterator[tuple[str, nodes.Element]]:
    for child in element.children:
        if isinstance(child, nodes.Element):
            inside = child["docname"] if isinstance(child, addnodes.start_of_file) else page
            yield inside, child
            yield from _on_page(child, inside)


class Targets:
    """The labels of a book, and which of them some link needs."""

    def __init__(self, book: nodes.document, first: str) -> None:
        self._labels: dict[str, str] = {}
        self._needed: set[str] = set()
        self._pages = {first}
        for page, element in pages_of(book, first):
            self._pages.add(page)
            names: list[str] = element["ids"]
            self._labels.update({f"{page}#{name}": f"{page}#{names[0]}" for name in names})
            if isinstance(element, nodes.section) and names:
                self._labels.setdefault(page, f"{page}#{names[0]}")
        for page, element in pages_of(book, first):
            if isinstance(element, nodes.reference):
                self._needed.add(self.of_reference(element, page) or "")

    def of_reference(self, link: nodes.reference, page: str) -> str | None:
        """The label a link leads to; none if it leads out of the book.

        A place that nobody knows, on a page of the book, stays as it is: Typst refuses a link to it.
        """
        place = f"{page}#{link['refid']}" if link.get("refid") else self._address(link)
        goal, _, name = place.partition("#")
        return self._labels.get(place if name else goal, place) if goal in self._pages else None

    def _address(self, link: nodes.reference) -> str:
        """A page with or without a place on it; empty for addresses elsewhere."""
        address = str(link.get("refuri", ""))
        return address.removeprefix(PAGE) if address.startswith(PAGE) else ""

    def of_element(self, element: nodes.Element, page: str) -> str | None:
        """The label an element needs, if a link leads to it."""
        found = f"{page}#{element['ids'][0]}" if element["ids"] else None
        return found if found in self._needed else None
