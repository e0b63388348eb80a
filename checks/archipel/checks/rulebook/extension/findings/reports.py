"""What was found out about clauses and engine, as tables: for the pages about proofs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.games.registry import game_called
from archipel.checks.mutation.report import gone, rate
from archipel.checks.proofs.engine.branch_coverage import SIDE_STATUSES, KnownSide
from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.pieces import code, paragraph, table, text


class EngineTableDirective(BookDirective):
    """Each function of the engine, and how well it is known to do what the clauses say."""

    def run(self) -> list[nodes.Node]:
        lemmas = game_called(self.book.game).lemmas
        rows = lemmas.table(self.book.stored.results) if lemmas is not None else ()
        players = sorted({n for row in rows for n in row.known})
        cells = [
            (code(row.function), text(row.does), *(text(row.known.get(n, "–")) for n in players))
            for row in rows
        ]
        return [table(("function", "what it does", *(f"{n} players" for n in players)), cells)]


class EngineFixedDirective(BookDirective):
    """For each proof about the engine, the fields of the position that are not free although they are looked at."""

    def run(self) -> list[nodes.Node]:
        lemmas = game_called(self.book.game).lemmas
        rows = [
            (code(id), code(name), text(why))
            for id, fixed in (lemmas.fixed_fields() if lemmas is not None else {}).items()
            for name, why in fixed.items()
        ]
        return [table(("proof", "field", "why that loses nothing, or who else varies it"), rows)]


class EngineBranchesDirective(BookDirective):
    """How many sides of the engine's conditions are known in which way, and each that no kept position takes."""

    def run(self) -> list[nodes.Node]:
        lemmas = game_called(self.book.game).lemmas
        known = lemmas.branches() if lemmas is not None else ()
        modules = list(dict.fromkeys(side.module for side in known))
        counts = Counter((side.module, side.status) for side in known)
        figures = [
            (code(module), *(text(str(counts[module, status] or "–")) for status in SIDE_STATUSES))
            for module in modules
        ]
        rows = [
            (code(str(side.side)), text(side.status), _why(side))
            for side in known
            if side.status not in ("taken", "taken by other readings only")
        ]
        heads = ("side, or difference", "status", "proofs, or reason")
        return [table(("module", *SIDE_STATUSES), figures), table(heads, rows)]


def _why(side: KnownSide) -> list[nodes.Node]:
    return code(" ".join(side.shown_by)) if side.shown_by else text(side.reason or "–")


class NecessityDirective(BookDirective):
    """Why each clause is there."""

    def run(self) -> list[nodes.Node]:
        found = [result for result in self.book.stored.results if result.id.startswith("necessity.")]
        rows = [
            (self.links([r.id.partition(".")[2]]), text(str(r.players)), text(r.method), text(r.detail)) for r in found
        ]
        return [table(("clause", "players", "how it is shown", "the situation, or the clauses it follows from"), rows)]


class MutationDirective(BookDirective):
    """The mutation score, and everything that was not noticed; the argument is the report's file."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        file = Path(self.env.srcdir) / self.arguments[0]
        if not file.exists():
            return [paragraph(*text("There is no report yet: make mutation writes one."))]
        report: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        judges = game_called(self.book.game).mutation
        columns = ("mutants", "killed", "equivalent", "survived", "score", "aim")
        rows = []
        kinds = [kind for kind in ("clauses", "engine", "hostile") if kind in report]
        for kind in kinds:
            today = judges.mutants(kind, report[kind].get("seed", 1))
            figures = [len(today), *(report[kind][column] for column in columns), len(gone(report[kind], today))]
            rows.append((text(kind), *(text(str(figure)) for figure in figures)))
        survivors = [_survivor(report[kind], id) for kind in kinds for id in report[kind]["survivors"]]
        left = nodes.literal_block(text="\n".join(survivors)) if survivors else paragraph(*text("None survived."))
        heads = ("changes of", "possible today", "made", *columns[1:], "changed since")
        return [table(heads, rows), *_operators(report), left]


def _operators(report: Mapping[str, Any]) -> list[nodes.Node]:
    """A score for each hostile mutation operator."""
    if "hostile" not in report:
        return []
    fates = ("killed", "equivalent", "survived")
    rows = [
        (text(kind), *(text(str(counts.get(fate, 0))) for fate in fates), text(f"{100 * rate(counts):.1f} %"))
        for kind, counts in report["hostile"]["by_kind"].items()
    ]
    hostile = report["hostile"]
    drawn = f"Drawn with seed {hostile['seed']}."
    if quick := hostile.get("not_asked_all", 0):
        drawn += f" {quick} of those that survived were put to the kept answers only, to no other test and to no proof."
    return [paragraph(*text(drawn)), table(("hostile edit", *fates, "score"), rows)]


def _survivor(kept: Mapping[str, Any], id: str) -> str:
    """A mutant that nobody noticed, with what it changes where that is known."""
    diff = kept.get("diffs", {}).get(id, "")
    return f"{id}\n{diff}\n" if diff else id


class ClaimsDirective(BookDirective):
    """What ``archipel prove`` finds out: every family of checks, in its own words."""

    def run(self) -> list[nodes.Node]:
        families: dict[Callable[..., Any], list[tuple[str, int]]] = {}
        for check in game_called(self.book.game).suite.checks(1):
            families.setdefault(check.run, []).append((check.id, check.players))
        rows = [
            (code(_family([id for id, _ in found])), text(_summary(run)), text(_span(found)))
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


def setup(app: Sphinx) -> None:
    app.add_directive("engine-table", EngineTableDirective)
    app.add_directive("engine-fixed-fields", EngineFixedDirective)
    app.add_directive("engine-branches", EngineBranchesDirective)
    app.add_directive("necessity", NecessityDirective)
    app.add_directive("mutation-score", MutationDirective)
    app.add_directive("claims", ClaimsDirective)
