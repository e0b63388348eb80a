"""A book as Typst source. Each kind of node has one rule; a node without a rule is an error, never left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

from docutils import nodes
from sphinx.errors import SphinxError

from archipel.checks.rulebook.languages.typography import set_in
from archipel.checks.rulebook.typst import escaping
from archipel.checks.rulebook.typst.targets import Targets

Rule: TypeAlias = Callable[["TypstWriter", Any], str]
AnyRule = TypeVar("AnyRule", bound=Callable[..., str])

RULES: dict[type, Rule] = {}


class MissingRuleError(SphinxError):
    """A node that nobody has said how to print."""

    category = "PDF"


def rule(*kinds: type) -> Callable[[AnyRule], AnyRule]:
    """How nodes of these kinds are written."""

    def register(function: AnyRule) -> AnyRule:
        RULES.update(dict.fromkeys(kinds, function))
        return function

    return register


class TypstWriter:
    """Writes nodes, and remembers where in the book it is."""

    def __init__(self, book: nodes.document, first: str, language: str) -> None:
        self.targets = Targets(book, first)
        self.first = self.page = first
        self.level = 0
        self.drawings: dict[str, str] = {}
        self.footnotes = {name: note for note in book.findall(nodes.footnote) for name in note["ids"]}
        self.noted: set[str] = set()
        self.chapter = ""
        self.notes: dict[str, list[str]] = {}
        self._open: list[str | None] = []
        self._given: set[str] = set()
        self.language = language

    def write(self, node: nodes.Node) -> str:
        """A node as its rule says. Links lead right before it, unless its rule has a better place for them."""
        for kind in type(node).__mro__:
            if kind in RULES:
                written = RULES[kind](self, node)
                return self.anchor(node) + written if isinstance(node, nodes.Element) else written
        where = f"{node.source}:{node.line}: " if node.source else ""
        raise MissingRuleError(f"{where}no rule says how to print a node of kind {type(node).__name__!r}")

    def inside(self, node: nodes.Element) -> str:
        """Everything in a node."""
        with self.in_reach_of(node):
            return "".join(map(self.write, node.children))

    @contextmanager
    def in_reach_of(self, node: nodes.Element) -> Iterator[None]:
        """While something inside of a node is written."""
        self._open.append(self.targets.of_element(node, self.page))
        yield
        self._open.pop()

    def words(self, text: str) -> str:
        """Running text of the book's language."""
        return escaping.markup(set_in(self.language, text))

    def leads_out(self, label: str) -> bool:
        """Whether a link leads away from where it stands: a clause's own id, in the clause, does not."""
        return label not in self._open

    def anchor(self, node: nodes.Element) -> str:
        """A place that links to a node lead to; it is asked for once, where it stands best."""
        label = self.label(node)
        return f"#anchor({escaping.string(label)});" if label else ""

    def label(self, node: nodes.Element) -> str | None:
        """The label of a node if some link leads to it and it was not given before."""
        label = self.targets.of_element(node, self.page)
        if label is None or label in self._given:
            return None
        self._given.add(label)
        return label

    @contextmanager
    def on_page(self, page: str) -> Iterator[None]:
        """While a page of the book is written. Pages that the first page lists are chapters, others stand below."""
        before = self.page, self.level
        self.page, self.level = page, 0 if self.page == self.first else self.level
        yield
        self.page, self.level = before

    @contextmanager
    def one_level_down(self) -> Iterator[int]:
        self.level += 1
        yield self.level
        self.level -= 1


def call(function: str, *contents: str, **options: str) -> str:
    """A call of a Typst function with contents; it ends where it ends, whatever text follows."""
    given = ", ".join(f"{name.replace('_', '-')}: {value}" for name, value in options.items())
    return f"#{function}" + (f"({given})" if given or not contents else "") + "".join(f"[{c}]" for c in contents) + ";"


def block(function: str, *contents: str, **options: str) -> str:
    """A call that stands by itself, between paragraphs."""
    return f"\n\n{call(function, *contents, **options)}\n\n"


def array(items: Iterable[str]) -> str:
    """A Typst array; one of a single item has a comma as well."""
    return "(" + "".join(f"{item}, " for item in items) + ")"


def classes_of(node: nodes.Element) -> str:
    """The classes of a node as a Typst array."""
    return array(map(escaping.string, node["classes"]))
