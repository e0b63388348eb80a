"""What becomes of a variant, told for people in English or French, and for programs. Nothing here knows any game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.proofs.results import Status
from archipel.checks.support.phrases import Phrases
from archipel.checks.variants.playability import Playable
from archipel.checks.variants.theorem_impact import TheoremFate
from archipel.checks.variants.variant_files import Variant, clause_changes
from archipel.checks.variants.what_if.answer import WhatIfReport
from archipel.checks.variants.what_if.readings import ReadingDifference

WIDTH = 96
LINES_OF_A_WITNESS = 4
NAMED = 3

WORDS = Phrases(__file__)


@dataclass(frozen=True, eq=False)
class Row:
    """One value of a sweep: what was found out, or why the value makes no game."""

    value: int
    report: WhatIfReport | None
    refusal: str = ""

    @property
    def holds(self) -> int:
        return 0 if self.report is None else len(self.report.holding)

    @property
    def breaks(self) -> int:
        return 0 if self.report is None else len(self.report.with_fate(TheoremFate.BREAKS))

    @property
    def open(self) -> int:
        fates = (TheoremFate.UNSUPPORTED, TheoremFate.UNDECIDED, TheoremFate.NOT_ASKED)
        return 0 if self.report is None else len(self.report.with_fate(*fates))


# For people

SUMMED_UP = {
    TheoremFate.UNSUPPORTED: "unsupported",
    TheoremFate.UNDECIDED: "undecided",
    TheoremFate.NOT_ASKED: "not_asked",
    TheoremFate.NOW_TRUE: "now_true",
}


def lines_of(report: WhatIfReport, lang: str, prover: str) -> Iterator[str]:
    """Everything about one variant."""
    words, variant = WORDS.of(lang), report.case.variant
    if variant.is_original:
        yield words["nothing"]
    else:
        yield from _changes(variant, lang)
    yield from _under(words["set_up"], (_set_up(one, words) for one in report.playable))
    if any(one.status is not Status.REFUTED for one in report.playable):
        yield from _theorems(report, lang, prover)
        yield from _under(words["readings"], _readings(report, words))


def _under(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield title
    yield from (f"  {line}" for line in lines)
    yield ""


def _changes(variant: Variant, lang: str) -> Iterator[str]:
    words = WORDS.of(lang)
    numbers = variant.number_changes.items()
    chosen = [f"{point}={name}" for point, name in variant.chosen]
    shown = [f"{name}: {_or(before, words)} → {_or(now, words)}" for name, (before, now) in numbers]
    yield from _under(words["numbers"], shown or [words["none"]])
    if chosen:
        yield from _under(words["readings"], chosen)
    yield words["clauses"]
    for change in clause_changes(variant):
        yield f"  {change.id}"
        if change.in_words:
            yield from _wrapped(f"- {change.before[lang]}")
            yield from _wrapped(f"+ {change.now[lang]}")
        else:
            yield f"    {words['formula']}"
    yield ""


def _or(value: int | None, words: Mapping[str, str]) -> str:
    return words["none"] if value is None else str(value)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="      ")


def _set_up(one: Playable, words: Mapping[str, str]) -> str:
    key = "engine" if one.reason else {Status.PROVED: "yes", Status.REFUTED: "no"}.get(one.status, "unknown")
    return words[key].format(players=one.players, clauses=", ".join(one.clauses), reason=one.reason)


def _theorems(report: WhatIfReport, lang: str, prover: str) -> Iterator[str]:
    words = WORDS.of(lang)
    asked = _counts(one.players for one in report.playable if one.status is not Status.REFUTED)
    yield words["theorems"].format(players=asked, prover=prover)
    same, holds, breaks = (
        len(report.with_fate(fate)) for fate in (TheoremFate.SAME, TheoremFate.HOLDS, TheoremFate.BREAKS)
    )
    yield "  " + words["counts"].format(same=same, holds=holds, breaks=breaks)
    for fate, key in SUMMED_UP.items():
        if ids := report.with_fate(fate):
            yield from textwrap.wrap(words[key].format(ids=", ".join(ids)), WIDTH, initial_indent="  ",
                                     subsequent_indent="    ", break_on_hyphens=False)
    for id in report.with_fate(TheoremFate.BREAKS):
        yield from _broken(report, id, lang)
    yield ""


def _broken(report: WhatIfReport, id: str, lang: str) -> Iterator[str]:
    words = WORDS.of(lang)
    players = _counts(one.players for one in report.found if one.theorem == id and one.fate is TheoremFate.BREAKS)
    yield "  " + words["breaks"].format(id=id, players=players)
    told = report.witnesses[id].get("told", {}).get(lang, [])
    for line in told[:LINES_OF_A_WITNESS] or [words["impossible"]]:
        yield from _wrapped(line)


def _counts(players: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(set(players))))


def _readings(report: WhatIfReport, words: Mapping[str, str]) -> list[str]:
    undecided = [one for one in report.readings if None in (one.now, one.originally) and _can_be_asked(report, one)]
    groups = {"parted": report.parted, "united": report.united, "unparted": undecided}
    lines = [words[key].format(point=one.point, reading=one.reading) for key, some in groups.items() for one in some]
    return lines or [words["as_before"]]


def _can_be_asked(report: WhatIfReport, one: ReadingDifference) -> bool:
    return one.point not in report.case.variant.choice and one.originally is not None


def table(name: str, rows: Sequence[Row], printed: int | None, lang: str, prover: str) -> Iterator[str]:
    """A sweep, one value a line."""
    words = WORDS.of(lang)
    head = ("", name, words["setting"], words["holding"], words["breaking"], words["open"], words["first"],
            words["parting"])
    cells = [head, *(_cells(row, printed, words) for row in rows)]
    widths = [max(len(line[column]) for line in cells if len(line) == len(head)) for column in range(len(head))]
    for line in cells:
        if len(line) < len(head):
            yield f"{line[0]} {line[1]:>{widths[1]}}  {line[2]}"
        else:
            padded = [f"{cell:>{width}}" if number in (1, 3, 4, 5) else f"{cell:{width}}"
                      for number, (cell, width) in enumerate(zip(line, widths, strict=True))]
            yield (padded[0] + "  ".join(padded[1:])).rstrip()
    yield ""
    yield words["original"].format(prover=prover)


def _cells(row: Row, printed: int | None, words: Mapping[str, str]) -> tuple[str, ...]:
    mark = "*" if row.value == printed else " "
    if row.report is None:
        return mark, str(row.value), words["refused"].format(reason=row.refusal)
    broken = row.report.with_fate(TheoremFate.BREAKS)
    more = [words["more"].format(count=len(broken) - NAMED)] if len(broken) > NAMED else []
    parted = [f"{one.point}={one.reading}" for one in row.report.parted]
    return (
        mark,
        str(row.value),
        _setting(row.report, words),
        str(row.holds),
        str(row.breaks),
        str(row.open),
        ", ".join([*broken[:NAMED], *more]) or "-",
        ", ".join(parted) or "-",
    )


def _setting(report: WhatIfReport, words: Mapping[str, str]) -> str:
    able = [one.players for one in report.playable if one.can_begin]
    if len(able) == len(report.playable):
        return words["can"]
    return words["partly"].format(players=_counts(able)) if able else words["cannot"]


# For programs


def report_data(report: WhatIfReport) -> dict[str, Any]:
    """Everything about one variant."""
    variant = report.case.variant
    return {
        "game": variant.game,
        "variant": {"title": variant.title, "numbers": dict(variant.given), "readings": dict(variant.chosen)},
        "players": list(report.case.players),
        "numbers": [
            {"name": name, "before": before, "now": now} for name, (before, now) in variant.number_changes.items()
        ],
        "clauses": [change.as_json() for change in clause_changes(variant)],
        "setup": [one.as_json() for one in report.playable],
        "theorems": _theorem_data(report),
        "readings": _reading_data(report),
        "all_well": report.all_well,
    }


def _theorem_data(report: WhatIfReport) -> dict[str, Any]:
    fates: dict[str, Any] = {fate.value: report.with_fate(fate) for fate in TheoremFate}
    fates[TheoremFate.BREAKS.value] = [_broken_data(report, id) for id in report.with_fate(TheoremFate.BREAKS)]
    return fates


def _broken_data(report: WhatIfReport, id: str) -> dict[str, Any]:
    players = sorted({one.players for one in report.found if one.theorem == id and one.fate is TheoremFate.BREAKS})
    first, witness = report.first_break(id), report.witnesses[id]
    kept = {name: witness[name] for name in ("players", "told", "state", "action", "replay") if name in witness}
    return {
        "id": id,
        "players": players,
        "claim": first.claim,
        "place": first.where or "any position",
        "witness": kept or None,
    }


def _reading_data(report: WhatIfReport) -> dict[str, Any]:
    return {
        "part_now": [one.as_json() for one in report.parted],
        "no_longer_part": [one.as_json() for one in report.united],
        "all": [one.as_json() for one in report.readings],
    }


def row_data(row: Row) -> dict[str, Any]:
    """One value of a sweep."""
    if row.report is None:
        return {"value": row.value, "refused": row.refusal}
    report = row.report
    return {
        "value": row.value,
        "original": report.case.variant.is_original,
        "setup": [one.as_json() for one in report.playable],
        "holds": row.holds,
        "breaks": [_broken_data(report, id) for id in report.with_fate(TheoremFate.BREAKS)],
        "no_longer_follows": report.with_fate(TheoremFate.UNSUPPORTED),
        "undecided": report.with_fate(TheoremFate.UNDECIDED),
        "not_asked": report.with_fate(TheoremFate.NOT_ASKED),
        "no_longer_false": report.with_fate(TheoremFate.NOW_TRUE),
        "readings": _reading_data(report),
        "all_well": report.all_well,
    }
