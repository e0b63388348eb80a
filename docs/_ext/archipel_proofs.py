"""Pages about what was proved: theorems, the engine against the clauses, why each clause is there, the mutation score.

Statuses come from the reports under ``docs/reports``; a report about other rules than today's fails the build.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from archipel_rulebook import Cell, GameDirective, checks_of, formulas, numbers_of, paragraph, table, text
from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util import logging

from archipel.checks import reports
from archipel.checks.mutation.report import gone
from archipel.checks.results import Result
from archipel.checks.theories import game_called
from archipel.spec.logic import notation
from archipel.spec.theorems import Outcome, Theorem

LOGGER = logging.getLogger(__name__)


class ReportDirective(GameDirective):
    """A directive that shows what a report says."""

    def results(self) -> list[Result]:
        found, wrong = reports.read(self.folder, game_called(self.game))
        if wrong:
            LOGGER.warning("%s", wrong, location=self.get_location())
        return found

    @property
    def folder(self) -> Path:
        return Path(self.env.srcdir) / "reports"


class TheoremsDirective(ReportDirective):
    """Every theorem: what it says, of what, in notation, and how well it is known."""

    def run(self) -> list[nodes.Node]:
        by_id: dict[str, list[Result]] = {}
        for result in self.results():
            by_id.setdefault(result.id, []).append(result)
        theorems = game_called(self.game).theory.theorems.values()
        chapters: dict[str, list[Theorem]] = {}
        for theorem in theorems:
            chapters.setdefault(theorem.id.partition(".")[0], []).append(theorem)
        sections = []
        for chapter, found in chapters.items():
            section = self.titled(chapter.capitalize(), f"theorems-{chapter}")
            for theorem in found:
                section += self.theorem(theorem, by_id.get(theorem.id, []))
            sections.append(section)
        return sections

    def theorem(self, theorem: Theorem, results: Sequence[Result]) -> nodes.Node:
        numbers = numbers_of(self.game)
        section = self.titled(theorem.id, f"theorem-{theorem.id}")
        section += paragraph(*text(theorem.statement("en", numbers)))
        section += paragraph(nodes.emphasis(text=theorem.statement("fr", numbers)))
        about: Cell = [*text("About: "), *self.links(theorem.clauses)]
        labels = f"; {', '.join(theorem.covers)}" if theorem.covers else ""
        section += paragraph(*about, *text(f"{labels}. {known(theorem, results)}"))
        if lines := formal(theorem):
            section += formulas(lines)
        for told in counterexample(results)[:1]:
            section += nodes.literal_block(text="\n".join(told))
        return section


def formal(theorem: Theorem) -> list[tuple[str, str, str]]:
    """The claims in notation; what is worked out case by case has none."""
    return [
        (f"{c.form.value}: {c.name.replace('_', ' ')}", notation.mathml(c.term), notation.text(c.term))
        for c in theorem.claims
        if c.term is not None
    ]


def known(theorem: Theorem, results: Sequence[Result]) -> str:
    """Statuses with the players they are for, as the report has them."""
    expected = "" if theorem.outcome is Outcome.HOLDS else "Stated because it is false. "
    groups: dict[tuple[str, str, str], list[int]] = {}
    for result in results:
        groups.setdefault((result.status.value, result.prover or "", result.method), []).append(result.players)
    parts = []
    for (status, prover, method), players in groups.items():
        by = f"{method}, {prover}" if prover else method
        parts.append(f"{status} for {_players(players)} ({by})")
    return expected + ("; ".join(parts) or "no result") + "."


def _players(players: Sequence[int]) -> str:
    low, high = min(players), max(players)
    if low == high:
        return f"{low} players"
    together = len(set(players)) == high - low + 1
    return f"{low} to {high} players" if together else f"{', '.join(map(str, sorted(set(players))))} players"


def counterexample(results: Sequence[Result]) -> list[list[str]]:
    return [list(r.witness["told"]["en"]) for r in results if not r.holds and r.witness.get("told")]


class EngineTableDirective(ReportDirective):
    """Each function of the engine, and how well it is known to do what the clauses say."""

    def run(self) -> list[nodes.Node]:
        rows = checks_of(self.game, "engine_proofs").table(self.results())
        players = sorted({n for row in rows for n in row.known})
        cells = [
            ([nodes.literal(text=row.function)], text(row.does), *(text(row.known.get(n, "–")) for n in players))
            for row in rows
        ]
        return [table(("function", "what it does", *(f"{n} players" for n in players)), cells)]


class NecessityDirective(ReportDirective):
    """Why each clause is there."""

    def run(self) -> list[nodes.Node]:
        found = [result for result in self.results() if result.id.startswith("necessity.")]
        rows = [
            (self.links([r.id.partition(".")[2]]), text(str(r.players)), text(r.method), text(r.detail)) for r in found
        ]
        return [table(("clause", "players", "how it is shown", "the situation, or the clauses it follows from"), rows)]


class MutationDirective(ReportDirective):
    """The mutation score, and everything that was not noticed."""

    def run(self) -> list[nodes.Node]:
        file = self.folder / "mutation.json"
        if not file.exists():
            return [paragraph(*text("There is no report yet: make mutation writes one."))]
        report: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        judges = checks_of(self.game, "mutation_judges")
        columns = ("mutants", "killed", "equivalent", "survived", "score", "aim")
        rows = []
        for kind in ("clauses", "engine"):
            today = judges.mutants(kind)
            figures = [len(today), *(report[kind][column] for column in columns), len(gone(report[kind], today))]
            rows.append((text(kind), *(text(str(figure)) for figure in figures)))
        survivors = [id for kind in ("clauses", "engine") for id in report[kind]["survivors"]]
        left = nodes.literal_block(text="\n".join(survivors)) if survivors else paragraph(*text("None survived."))
        heads = ("changes of", "possible today", "made", *columns[1:], "changed since")
        return [table(heads, rows), left]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("theorems", TheoremsDirective)
    app.add_directive("engine-table", EngineTableDirective)
    app.add_directive("necessity", NecessityDirective)
    app.add_directive("mutation-score", MutationDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
