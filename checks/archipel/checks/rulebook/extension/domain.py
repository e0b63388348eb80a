"""Where in a book things stand, so that links lead there: clauses, theorems, questions, examples, pictures, steps.

A link to something that stands nowhere is a warning, and so is something that stands in two places. Where a book's own
pages print clauses, every clause has to be printed on one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from archipel.checks.rulebook.extension.base import DOMAIN, BookRole, book_in, key_of, link
from archipel.checks.rulebook.extension.indexes import ClauseIndex, TheoremIndex

LOGGER = logging.getLogger(__name__)

KINDS = ("clause", "theorem", "reading", "example", "position", "step")
COMPLETE = ("clause", "theorem", "reading", "example")
Place = tuple[str, str]


class ReferenceRole(BookRole):
    """``{clause}`collection.single```; ``{clause}`words <collection.single>``` with other words; ``game:id`` for
    another game than the site's."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        words, opening, rest = self.text.rpartition("<")
        named = rest.removesuffix(">").strip() if opening else self.text
        game, _, id = named.rpartition(":")
        kind = self.name.rpartition(":")[2]
        shown = nodes.inline(text=words.strip(), classes=["xref", kind]) if opening else None
        node = link(kind, game or self.config.archipel_game, id, self.env.docname, shown)
        self.set_source_info(node)
        return [node], []


class ArchipelDomain(Domain):
    """Where everything stands; the keys are ``game:id``."""

    name = DOMAIN
    label = "Archipel"
    object_types: ClassVar[dict[str, ObjType]] = {kind: ObjType(kind, kind) for kind in KINDS}
    roles: ClassVar[dict[str, Any]] = {kind: ReferenceRole() for kind in KINDS}
    indices: ClassVar[list[Any]] = [ClauseIndex, TheoremIndex]
    initial_data: ClassVar[dict[str, Any]] = {kind: {} for kind in KINDS}
    dangling_warnings: ClassVar[dict[str, str]] = {kind: f"no {kind} called %(target)r" for kind in KINDS}
    data_version = 2

    def places(self, kind: str) -> dict[str, Place]:
        """The page and the anchor of each thing of a kind."""
        found: dict[str, Place] = self.data[kind]
        return found

    def note(self, kind: str, key: str, page: str, anchor: str, location: str) -> None:
        if key in self.places(kind):
            LOGGER.warning("%s %r stands on two pages or twice on one", kind, key, location=location)
        self.places(kind)[key] = (page, anchor)

    def clear_doc(self, docname: str) -> None:
        for kind in KINDS:
            for key in [key for key, (page, _) in self.places(kind).items() if page == docname]:
                del self.places(kind)[key]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for kind in KINDS:
            others = otherdata[kind].items()
            self.places(kind).update({key: place for key, place in others if place[0] in docnames})

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        place = self.places(typ).get(target)
        return make_refnode(builder, fromdocname, place[0], place[1], contnode, target) if place else None

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        return []

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        for kind in KINDS:
            for key, (page, anchor) in self.places(kind).items():
                yield key, key.partition(":")[2], kind, page, anchor, 1


def domain_in(env: BuildEnvironment) -> ArchipelDomain:
    domain = env.domains[DOMAIN]
    assert isinstance(domain, ArchipelDomain)
    return domain


def missing(env: BuildEnvironment) -> Iterator[tuple[str, str]]:
    """What a book has to print somewhere and does not, by kind and id; a site that prints nothing of a kind is none."""
    book, domain = book_in(env.config), domain_in(env)
    wanted: dict[str, Iterable[str]] = {
        "clause": book.rulebook.clauses,
        "theorem": book.theorems,
        "reading": book.points,
        "example": book.examples,
    }
    for kind in COMPLETE:
        places = domain.places(kind)
        if places:
            yield from ((kind, id) for id in wanted[kind] if key_of(book.game, id) not in places)


def check_completeness(_: Sphinx, env: BuildEnvironment) -> None:
    for kind, id in missing(env):
        LOGGER.warning("%s %r stands on no page", kind, id)


def setup(app: Sphinx) -> None:
    app.add_domain(ArchipelDomain)
    for kind in KINDS:
        app.add_role(kind, ReferenceRole())
    app.connect("env-check-consistency", check_completeness)
