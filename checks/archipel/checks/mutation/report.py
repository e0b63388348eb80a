"""What became of each mutant, counted and written down."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Fate(enum.Enum):
    """What became of a mutant."""

    KILLED = "killed"
    EQUIVALENT = "equivalent"
    SURVIVED = "survived"


QUICK = "quick"
"""By what a mutant survived that was not put to the slow judges."""


class Mutant(Protocol):
    """What every mutant has: an id that stays, what it is counted under, and what was changed."""

    @property
    def id(self) -> str: ...

    @property
    def group(self) -> str: ...

    @property
    def kind(self) -> str: ...


@dataclass(frozen=True)
class MutantFinding:
    """A mutant's fate, by which check or by which argument, and the words for it."""

    id: str
    fate: Fate
    by: str = ""
    detail: str = ""
    proof: str = ""

    def as_json(self) -> dict[str, str]:
        named = {"id": self.id, "fate": self.fate.value, "by": self.by, "detail": self.detail, "proof": self.proof}
        return {name: value for name, value in named.items() if value}

    @staticmethod
    def from_json(data: Mapping[str, str]) -> MutantFinding:
        words = {name: data.get(name, "") for name in ("by", "detail", "proof")}
        return MutantFinding(data["id"], Fate(data["fate"]), **words)


def killed(id: str, said: str) -> MutantFinding:
    """Noticed by the check that the first word names."""
    by, _, detail = said.partition(": ")
    return MutantFinding(id, Fate.KILLED, by, detail)


def score(findings: Iterable[MutantFinding]) -> float:
    """Killed mutants among those that are not shown equivalent."""
    counts = Counter(finding.fate for finding in findings)
    counted = counts[Fate.KILLED] + counts[Fate.SURVIVED]
    return counts[Fate.KILLED] / counted if counted else 1.0


def rate(counts: Mapping[str, int]) -> float:
    """The same from counts by fate, such as a report has of each kind."""
    killed, survived = counts.get(Fate.KILLED.value, 0), counts.get(Fate.SURVIVED.value, 0)
    return killed / (killed + survived) if killed + survived else 1.0


def summary(mutants: Sequence[Mutant], findings: Sequence[MutantFinding], aim: float) -> dict[str, Any]:
    """Counts by what was changed and where, and every mutant's fate in one word."""
    fates = Counter(finding.fate.value for finding in findings)
    return {
        "mutants": len(findings),
        **{fate.value: fates[fate.value] for fate in Fate},
        "score": round(score(findings), 4),
        "aim": aim,
        "by_place": _counted(mutants, findings, "group"),
        "by_kind": _counted(mutants, findings, "kind"),
        "killed_by": dict(Counter(f.by for f in findings if f.fate is Fate.KILLED).most_common()),
        "not_asked_all": sum(f.by == QUICK and f.fate is Fate.SURVIVED for f in findings),
        "survivors": [finding.id for finding in findings if finding.fate is Fate.SURVIVED],
        "equivalents": {
            f.id: {"by": f.by, "because": f.detail, **({"proof": f.proof} if f.proof else {})}
            for f in findings
            if f.fate is Fate.EQUIVALENT
        },
        "fates": _nested(findings),
    }


def _counted(mutants: Sequence[Mutant], findings: Sequence[MutantFinding], name: str) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for mutant, finding in zip(mutants, findings, strict=True):
        found.setdefault(getattr(mutant, name), Counter())[finding.fate.value] += 1
    return {group: dict(sorted(counts.items())) for group, counts in found.items()}


def _nested(findings: Sequence[MutantFinding]) -> dict[str, dict[str, str]]:
    """Each mutant once, under its passage or function, with the check that killed it or what became of it."""
    found: dict[str, dict[str, str]] = {}
    for finding in findings:
        place, what = split(finding.id)
        found.setdefault(place, {})[what] = finding.by if finding.fate is Fate.KILLED else finding.fate.value
    return found


def split(id: str) -> tuple[str, str]:
    """Where a mutant is, and what was changed there; names before the place of the change have no slash in them."""
    place, kind, where = id.rsplit("//", 2)
    return place, f"{kind}//{where}"


def listed(kept: Mapping[str, Any]) -> set[str]:
    """The ids of all mutants a report speaks of."""
    return {f"{place}//{what}" for place, whats in kept["fates"].items() for what in whats}


def gone(kept: Mapping[str, Any], today: Iterable[Mutant]) -> set[str]:
    """The mutants a report speaks of whose passage or line has changed since."""
    return listed(kept) - {mutant.id for mutant in today}


def told(name: str, kept: Mapping[str, Any]) -> str:
    """One list's figures in a few lines."""
    quick = kept.get("not_asked_all", 0)
    lines = [
        f"{name}: {kept['mutants']} mutants, {kept['killed']} killed, {kept['equivalent']} equivalent, "
        f"{kept['survived']} survived: {100 * kept['score']:.1f} % (aim: {100 * kept['aim']:.0f} %)",
        *([f"  {quick} of those that survived were put to the quickest judges only"] if quick else []),
        "  killed by " + ", ".join(f"{by} {count}" for by, count in kept["killed_by"].items()),
        *(f"  {kind}: {100 * rate(counts):.1f} %, {_counts(counts)}" for kind, counts in _operators(kept).items()),
        *(f"  survived: {id}{_indented(kept.get('diffs', {}).get(id, ''))}" for id in kept["survivors"]),
    ]
    return "\n".join(lines)


def _operators(kept: Mapping[str, Any]) -> Mapping[str, Mapping[str, int]]:
    """Counts by mutation operator, where each has a score of its own: in a list that was drawn with a seed."""
    found: Mapping[str, Mapping[str, int]] = kept["by_kind"] if "seed" in kept else {}
    return found


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {fate}" for fate, count in counts.items())


def _indented(diff: str) -> str:
    return "".join(f"\n    {line}" for line in diff.splitlines())
