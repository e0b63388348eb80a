"""Sphinx pages out of the rules themselves: no sentence of a clause, no count and no help text is typed by hand.

Roles: ``clause`` (a link to a clause; an unknown id is a warning), ``count`` (how many there are of something).
Directives: ``clauses`` (one section of the rulebook), ``traceability``, ``vocabulary``, ``steps``,
``worked-examples``, ``claims``, ``command-help``, ``session`` and ``picture``.

Nothing here knows any game: ``archipel_game`` in conf.py names the one the pages are about, and every directive
takes another as ``:game:``.
"""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import chdir, redirect_stderr, redirect_stdout
from html import escape
from importlib import import_module
from io import StringIO
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from docutils import nodes  # type: ignore[import-untyped]
from docutils.parsers.rst import directives  # type: ignore[import-untyped]
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from archipel.checks import cli
from archipel.checks.commands.clauses import formula
from archipel.checks.mutants import mutants
from archipel.checks.theories import game_called
from archipel.spec.clauses import Clause, Nature, Origin, Part, Rulebook, Step
from archipel.spec.logic import notation
from archipel.spec.logic.terms import Domain as TermDomain
from archipel.spec.logic.terms import NumApply, PropApply, Role, Symbol, Variable

LOGGER = logging.getLogger(__name__)
HELP_WIDTH = "100"

Cell = list[nodes.Node]


# The rules


def spec_of(game: str) -> ModuleType:
    return import_module(f"archipel.spec.{game}")


def rulebook_of(game: str) -> Rulebook:
    rulebook: Rulebook = spec_of(game).RULEBOOK
    return rulebook


def numbers_of(game: str) -> Mapping[str, int]:
    numbers: Mapping[str, int] = spec_of(game).NUMBERS.for_statements()
    return numbers


def checks_of(game: str, module: str) -> ModuleType:
    return import_module(f"archipel.checks.{game}.{module}")


def in_order(rulebook: Rulebook) -> Iterator[Clause]:
    """Every clause, section by section."""
    for section in rulebook.sections:
        yield from (clause for clause in rulebook.clauses.values() if clause.section == section)


def analysis_numbers(rulebook: Rulebook) -> list[str]:
    """The numbers of the analysis that clauses cover, C2 before C10."""
    found = {number for clause in rulebook.clauses.values() for number in clause.covers}
    return sorted(found, key=lambda number: (number[0], int(number[1:])))


COUNTS: Mapping[str, Callable[[str], int]] = {
    "analysis": lambda game: len(analysis_numbers(rulebook_of(game))),
    "clauses": lambda game: len(rulebook_of(game).clauses),
    "commands": lambda _: len(cli.COMMANDS),
    "consequences": lambda game: len(rulebook_of(game).consequences),
    "decisions": lambda game: len(rulebook_of(game).decisions),
    "examples": lambda game: len(checks_of(game, "examples").EXAMPLES),
    "implied": lambda game: sum(c.origin is Origin.IMPLIED for c in rulebook_of(game).clauses.values()),
    "readings": lambda game: sum(c.origin is Origin.READING for c in rulebook_of(game).clauses.values()),
    "invariants": lambda game: len(game_called(game).theory.invariants),
    "theorems": lambda game: len(game_called(game).theory.theorems),
    "mutants": lambda game: len(mutants(game)),
    "notions": lambda game: len(rulebook_of(game).definitions),
    "sections": lambda game: len(rulebook_of(game).sections),
    "symbols": lambda game: len(rulebook_of(game).vocabulary.symbols),
}


# Links to clauses


class ArchipelDomain(Domain):
    """Where on the site each clause stands."""

    name = "archipel"
    label = "Archipel"
    object_types: ClassVar[dict[str, ObjType]] = {"clause": ObjType("clause", "clause")}
    initial_data: ClassVar[dict[str, Any]] = {"clauses": {}}
    dangling_warnings: ClassVar[dict[str, str]] = {"clause": "no clause called %(target)r"}

    @property
    def clauses(self) -> dict[str, tuple[str, str]]:
        """The page and the anchor of each clause; the keys are ``game:id``."""
        found: dict[str, tuple[str, str]] = self.data["clauses"]
        return found

    def clear_doc(self, docname: str) -> None:
        for key in [key for key, (page, _) in self.clauses.items() if page == docname]:
            del self.clauses[key]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        self.clauses.update({key: place for key, place in otherdata["clauses"].items() if place[0] in docnames})

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
        place = self.clauses.get(target)
        return place and make_refnode(builder, fromdocname, place[0], place[1], contnode, target)

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
        for key, (page, anchor) in self.clauses.items():
            yield key, key.partition(":")[2], "clause", page, anchor, 1


def link(game: str, id: str, docname: str) -> nodes.Node:
    """A link to a clause, resolved (or complained about) when all pages have been read."""
    shown = nodes.literal(text=id, classes=["xref", "clause"])
    return addnodes.pending_xref(
        "",
        shown,
        refdomain="archipel",
        reftype="clause",
        reftarget=f"{game}:{id}",
        refexplicit=False,
        refwarn=True,
        refdoc=docname,
    )


class ClauseRole(SphinxRole):
    """``{clause}`collection.single```, or ``{clause}`game:id``` for another game than the site's."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        game, _, id = self.text.rpartition(":")
        node = link(game or self.config.archipel_game, id, self.env.docname)
        self.set_source_info(node)
        return [node], []


class CountRole(SphinxRole):
    """``{count}`clauses```."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        if self.text not in COUNTS:
            known = ", ".join(COUNTS)
            LOGGER.warning("count: expected one of %s, found %r", known, self.text, location=self.get_location())
            return [], []
        return [nodes.Text(f"{COUNTS[self.text](self.config.archipel_game):,}")], []


# Small pieces of pages


def text(words: str) -> Cell:
    return [nodes.Text(words)]


def paragraph(*children: nodes.Node, classes: Sequence[str] = ()) -> nodes.Node:
    return nodes.paragraph("", "", *children, classes=list(classes))


def listed(items: Iterable[nodes.Node]) -> Cell:
    """Items with commas between them."""
    cell: Cell = []
    for item in items:
        cell += [nodes.Text(", "), item] if cell else [item]
    return cell


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell]], classes: Sequence[str] = ()) -> nodes.Node:
    group = nodes.tgroup("", *[nodes.colspec(colwidth=1) for _ in heads], cols=len(heads))
    group += nodes.thead("", _row([text(head) for head in heads]))
    group += nodes.tbody("", *[_row(row) for row in rows])
    return nodes.table("", group, classes=["archipel", *classes])


def _row(cells: Sequence[Cell]) -> nodes.Node:
    row = nodes.row("")
    for cell in cells:
        in_lines = any(isinstance(node, nodes.paragraph) for node in cell)
        row += nodes.entry("", *(cell if in_lines else [paragraph(*cell)]))
    return row


def formulas(lines: Sequence[tuple[str, str, str]]) -> list[nodes.Node]:
    """Labels with formulas: MathML where there is a browser, plain notation everywhere else."""
    html = "".join(
        f'<div class="part"><div class="nature">{escape(label)}</div><div class="formula">{mathml}</div></div>'
        for label, mathml, _ in lines
    )
    elsewhere = addnodes.only(expr="not html")
    elsewhere += nodes.literal_block(text="\n".join(f"{label}: {plain}" for label, _, plain in lines))
    return [nodes.raw("", f'<div class="formal">{html}</div>', format="html"), elsewhere]


def mathml(part: Part) -> str:
    """The formula of a part; a change shows what changes first."""
    written = notation.mathml(part.term)
    if part.target is None:
        return written
    apply = PropApply if part.target.is_prop else NumApply
    sign = "+=" if part.nature is Nature.ADDS else ":="
    return f"{notation.mathml(apply(part.target, part.variables))} <span>{sign}</span> {written}"


def part_lines(clause: Clause) -> list[tuple[str, str, str]]:
    """A clause's parts; one that concerns several steps is shown once."""
    lines = []
    for (nature, name), group in groupby(clause.parts, key=lambda part: (part.nature, part.name)):
        parts = list(group)
        steps = ", ".join(part.step.name for part in parts if part.step is not None)
        label = nature.value + (f" ({steps})" if steps else "")
        title = defined(name, parts[0].variables) if nature is Nature.DEFINITION else name.replace("_", " ")
        lines.append((f"{label}: {title}", mathml(parts[0]), formula(parts[0])))
    return lines


def defined(name: str, variables: Sequence[Variable]) -> str:
    """A notion with the places it is defined over, such as ``takes(i ∈ I, p ∈ P)``."""
    places = ", ".join(f"{variable.name} ∈ {variable.domain.letter}" for variable in variables)
    return name.replace("_", "-") + (f"({places})" if places else "")


def ran(*argv: str) -> tuple[str, int]:
    """What a command prints, errors included, and its exit code."""
    before = os.environ.get("COLUMNS", "")
    os.environ["COLUMNS"] = HELP_WIDTH
    try:
        with redirect_stdout(StringIO()) as output, redirect_stderr(output):
            code = cli.main(list(argv))
    except SystemExit as stop:
        code = int(stop.code or 0)
    finally:
        os.environ["COLUMNS"] = before
    return output.getvalue(), code


# Directives


class GameDirective(SphinxDirective):
    """A directive about one game."""

    option_spec: ClassVar[OptionSpec] = {"game": directives.unchanged}

    @property
    def game(self) -> str:
        game: str = self.options.get("game", self.config.archipel_game)
        return game

    @property
    def rulebook(self) -> Rulebook:
        return rulebook_of(self.game)

    def links(self, ids: Iterable[str]) -> Cell:
        return listed(link(self.game, id, self.env.docname) for id in dict.fromkeys(ids))

    def titled(self, title: nodes.Node | str, anchor: str) -> nodes.Node:
        """A section with a title of its own."""
        heading = nodes.title("", title) if isinstance(title, str) else nodes.title("", "", title)
        section = nodes.section("", heading, ids=[nodes.make_id(anchor)])
        self.set_source_info(section)
        return section


class ClausesDirective(GameDirective):
    """A section of the rulebook: its title, the directive's content, then every clause."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name not in self.rulebook.sections:
            raise self.error(f"no section called {name!r}; there are {', '.join(self.rulebook.sections)}")
        titles = self.rulebook.sections[name]
        page = self.titled(titles["en"], f"section-{name}")
        page += paragraph(nodes.emphasis(text=titles["fr"]), classes=["french-title"])
        page += self.parse_content_to_nodes()
        page += [self.clause(clause) for clause in self.rulebook.clauses.values() if clause.section == name]
        return [page]

    def clause(self, clause: Clause) -> nodes.Node:
        section = self.titled(nodes.literal(text=clause.id), f"clause-{clause.id}")
        domain = self.env.domains["archipel"]
        assert isinstance(domain, ArchipelDomain)
        domain.clauses[f"{self.game}:{clause.id}"] = (self.env.docname, section["ids"][0])
        numbers = numbers_of(self.game)
        section += paragraph(*text(clause.statement("en", numbers)), classes=["statement"])
        section += paragraph(*text(clause.statement("fr", numbers)), classes=["statement", "french"])
        section += paragraph(*text(origin_of(clause)), classes=["origin"])
        if clause.parts:
            section += formulas(part_lines(clause))
        return section


def places_of(clause: Clause) -> str:
    """The places a clause cites; one that several texts have is named once."""
    texts: dict[str, list[str]] = {}
    for source in clause.sources:
        place = str(source).removeprefix(f"{source.text} ")
        texts.setdefault(place, []).append(source.text)
    return "; ".join(f"{', '.join(where)} {place}" for place, where in texts.items())


def origin_of(clause: Clause) -> str:
    """Where a clause comes from, on one line."""
    sources = places_of(clause)
    analysis = f" · {', '.join(clause.covers)}" if clause.covers else ""
    return f"{clause.origin.value} · {sources}{analysis}" + ("" if clause.parts else " · no formal part of its own")


class TraceabilityDirective(GameDirective):
    """Clauses against the analysis, against the rulebook's headings, and both the other way round."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        tables = {"analysis": self.by_analysis, "headings": self.by_heading, "clauses": self.by_clause}
        if self.arguments[0] not in tables:
            raise self.error(f"expected one of {', '.join(tables)}")
        return [tables[self.arguments[0]]()]

    def by_analysis(self) -> nodes.Node:
        book = self.rulebook
        return table(
            ("number", "clauses"),
            [
                (text(number), self.links(c.id for c in in_order(book) if number in c.covers))
                for number in analysis_numbers(book)
            ],
            ["narrow"],
        )

    def by_heading(self) -> nodes.Node:
        places: dict[tuple[str, str], dict[str, None]] = {}
        texts: dict[tuple[str, str], set[str]] = {}
        for clause in in_order(self.rulebook):
            for source in clause.sources:
                place = (source.heading, source.item)
                places.setdefault(place, {})[clause.id] = None
                texts.setdefault(place, set()).add(source.text)
        rows = [
            (text(heading), text(item or "–"), text(", ".join(sorted(texts[heading, item]))), self.links(ids))
            for (heading, item), ids in places.items()
        ]
        return table(("heading", "place", "in", "clauses"), rows)

    def by_clause(self) -> nodes.Node:
        rows = [
            (
                self.links([clause.id]),
                text(", ".join(clause.covers) or "–"),
                text(places_of(clause)),
                text(clause.origin.value),
            )
            for clause in in_order(self.rulebook)
        ]
        return table(("clause", "analysis", "sources", "origin"), rows)


class VocabularyDirective(GameDirective):
    """The symbols of one role, the ``domains`` they range over, or ``notions``: defined words with their formulas."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        if self.arguments[0] == "notions":
            return self.notions()
        if self.arguments[0] == "domains":
            return [self.domains()]
        symbols = self.rulebook.vocabulary.with_role(Role(self.arguments[0]))
        if self.arguments[0] == Role.PARAMETER.value:
            numbers = numbers_of(self.game)
            rows = [
                ([signature(s)], text(s.meaning), text(str(numbers.get(s.name, "depends on the game played"))))
                for s in symbols
            ]
            return [table(("number", "meaning", "value"), rows)]
        rows = [([signature(s)], text(s.meaning), text(gives(s))) for s in symbols]
        return [table(("symbol", "meaning", "gives"), rows)]

    def domains(self) -> nodes.Node:
        symbols = self.rulebook.vocabulary.symbols.values()
        found = {d.letter: d for s in symbols for d in (*s.domains, *([s.values] if s.values else []))}
        found |= {v.domain.letter: v.domain for d in self.rulebook.definitions.values() for v in d.parameters}
        rows = [
            ([nodes.literal(text=letter)], text(domain.name.replace("_", " ")), text(elements_of(domain)))
            for letter, domain in found.items()
        ]
        return table(("letter", "domain", "elements"), rows, ["narrow"])

    def notions(self) -> list[nodes.Node]:
        owners = {part.name: part.clause for part in self.rulebook.parts(Nature.DEFINITION)}
        found: list[nodes.Node] = []
        for definition in self.rulebook.definitions.values():
            head: Cell = [nodes.literal(text=defined(definition.name, definition.parameters))]
            if definition.name in owners:
                head += [*text(" – "), *self.links([owners[definition.name]])]
            if definition.meaning:
                head += text(f": {definition.meaning}")
            found.append(paragraph(*head, classes=["notion"]))
            found += formulas([("", notation.mathml(definition.body), notation.text(definition.body))])
        return found


def elements_of(domain: TermDomain) -> str:
    first, size = notation.text(domain.first), notation.text(domain.size)
    return f"{size}, numbered from {first}"


def signature(symbol: Symbol) -> nodes.Node:
    places = ", ".join(domain.name.replace("_", "-") for domain in symbol.domains)
    return nodes.literal(text=symbol.name.replace("_", "-") + (f"({places})" if places else ""))


def gives(symbol: Symbol) -> str:
    if symbol.values is not None:
        return f"one of {symbol.values.name}"
    return "true or false" if symbol.is_prop else "a number"


class StepsDirective(GameDirective):
    """Every decision or consequence: the clauses that guard it, and what it changes by which clause."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        kinds = {"decisions": self.rulebook.decisions, "consequences": self.rulebook.consequences}
        if self.arguments[0] not in kinds:
            raise self.error(f"expected one of {', '.join(kinds)}")
        steps = kinds[self.arguments[0]]
        return [table(("step", "guarded by", "changes"), [self.row(step) for step in steps], ["steps"])]

    def row(self, step: Step) -> tuple[Cell, Cell, Cell]:
        arguments = ", ".join(symbol.name for symbol in step.arguments)
        changes: Cell = []
        for change in self.rulebook.changes(step):
            target = nodes.literal(text=change.target.name.replace("_", "-"))
            changes.append(paragraph(target, *text(" by "), *self.links(change.clauses)))
        name = nodes.literal(text=f"{step.name}({arguments})" if arguments else step.name)
        return [name], self.links(guard.clause for guard in self.rulebook.guards(step)), changes


class WorkedExamplesDirective(GameDirective):
    """The examples that are replayed through clauses and engine."""

    def run(self) -> list[nodes.Node]:
        examples = checks_of(self.game, "examples")
        rows = [
            (text(example.id), text(example.figure), text(example.en), text(example.fr))
            for example in examples.EXAMPLES.values()
        ]
        return [table(("", "in the rulebook", "English", "français"), rows)]


class ClaimsDirective(GameDirective):
    """What ``archipel prove`` finds out: every family of checks, in its own words."""

    def run(self) -> list[nodes.Node]:
        suite = checks_of(self.game, "suite")
        families: dict[Callable[..., Any], list[tuple[str, int]]] = {}
        for check in suite.checks(1):
            families.setdefault(check.run, []).append((check.id, check.players))
        rows = [
            ([nodes.literal(text=_family([id for id, _ in found]))], text(_summary(run)), text(_span(found)))
            for run, found in families.items()
        ]
        return [table(("claims", "found out from", "players"), rows)]


def _family(ids: Sequence[str]) -> str:
    """What ids have in common, such as ``example.…``."""
    return ids[0] if len(set(ids)) == 1 else ids[0].partition(".")[0] + ".…"


def _summary(run: Callable[..., Any]) -> str:
    return (run.__doc__ or "").partition("\n")[0]


def _span(found: Sequence[tuple[str, int]]) -> str:
    low, high = min(players for _, players in found), max(players for _, players in found)
    return str(low) if low == high else f"{low} to {high}"


class CommandHelpDirective(GameDirective):
    """A command's ``--help``; without an argument every command in turn, each under a heading."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        if self.arguments:
            return [self.help(*self.arguments[0].split())]
        return [self.section(name) for name in cli.COMMANDS]

    def section(self, name: str) -> nodes.Node:
        section = self.titled(nodes.literal(text=f"archipel {name}"), f"command-{name}")
        section += self.help(name)
        return section

    def help(self, *command: str) -> nodes.Node:
        output, code = ran("--game", self.game, *command, "--help")
        if code:
            raise self.error(f"{' '.join(command)}: no help: {output[:200]}")
        return nodes.literal_block(text=output, language="text")


class SessionDirective(GameDirective):
    """Commands, one a line, and what they print; run when the page is made, in the folder of the examples.

    ``:exit:`` is the exit code they must end with, 0 unless given.
    """

    has_content = True
    option_spec: ClassVar[OptionSpec] = {"game": directives.unchanged, "exit": directives.nonnegative_int}

    def run(self) -> list[nodes.Node]:
        lines: list[str] = []
        with chdir(Path(self.env.srcdir) / "examples"):
            for command in self.content:
                output, code = ran("--game", self.game, *shlex.split(command)[1:])
                if code != self.options.get("exit", 0):
                    raise self.error(f"{command}: ended with {code}: {output[:200]}")
                lines.append(f"$ {command}\n{output.rstrip()}")
        return [nodes.literal_block(text="\n\n".join(lines), language="console", classes=["wrapped"])]


class PictureDirective(GameDirective):
    """A position of a game that bots play, drawn by ``archipel show``; the content is its caption."""

    has_content = True
    option_spec: ClassVar[OptionSpec] = {
        "game": directives.unchanged,
        "players": directives.positive_int,
        "seed": directives.nonnegative_int,
        "move": directives.nonnegative_int,
        "seat": directives.nonnegative_int,
    }

    def run(self) -> list[nodes.Node]:
        with tempfile.TemporaryDirectory() as folder:
            record = str(Path(folder) / "game.json")
            given = [f"--{name}={self.options[name]}" for name in ("players", "seed") if name in self.options]
            ran("--game", self.game, "play", "--humans", "none", *given, "--save", record)
            given = [f"--{name}={self.options[name]}" for name in ("move", "seat") if name in self.options]
            picture, _ = ran("--game", self.game, "show", record, *given, "--svg", "-")
        if not picture.startswith("<svg"):
            raise self.error(f"no picture was drawn: {picture[:80]!r}")
        figure = nodes.container(classes=["position"])
        figure += nodes.raw("", picture, format="html")
        figure += self.parse_content_to_nodes()
        return [figure]


def every_page(_: Sphinx, env: BuildEnvironment, *changes: set[str]) -> list[str]:
    """Pages are made from code that Sphinx does not watch, so all of them are made anew each time."""
    return list(env.found_docs)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("archipel_game", "", "env", types=frozenset({str}))
    app.add_domain(ArchipelDomain)
    app.connect("env-get-outdated", every_page)
    app.add_role("clause", ClauseRole())
    app.add_role("count", CountRole())
    app.add_directive("clauses", ClausesDirective)
    app.add_directive("traceability", TraceabilityDirective)
    app.add_directive("vocabulary", VocabularyDirective)
    app.add_directive("steps", StepsDirective)
    app.add_directive("worked-examples", WorkedExamplesDirective)
    app.add_directive("claims", ClaimsDirective)
    app.add_directive("command-help", CommandHelpDirective)
    app.add_directive("session", SessionDirective)
    app.add_directive("picture", PictureDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
