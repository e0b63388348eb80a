"""What becomes of a game, of its theorems and of its readings when numbers or readings change.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from archipel.checks.proofs.results import Status
from archipel.checks.support.parallel import Workers, run_all
from archipel.checks.variants.playability import Playable, playable
from archipel.checks.variants.theorem_impact import (
    WORST_FIRST,
    FoundImpact,
    ImpactCase,
    Manner,
    TheoremFate,
    fallen_in,
    fates_of,
    witness_of,
)
from archipel.checks.variants.what_if.readings import ReadingDifference, differences


@dataclass(frozen=True, eq=False)
class WhatIfReport:
    """All that was found out about one variant."""

    case: ImpactCase
    playable: tuple[Playable, ...]
    found: tuple[FoundImpact, ...]
    readings: tuple[ReadingDifference, ...]
    witnesses: Mapping[str, Mapping[str, Any]]

    @property
    def fates(self) -> dict[str, TheoremFate]:
        """What becomes of each theorem, the worst of all claims, places and numbers of players."""
        by_theorem: dict[str, set[TheoremFate]] = {}
        for one in self.found:
            by_theorem.setdefault(one.theorem, set()).add(one.fate)
        return {id: next(fate for fate in WORST_FIRST if fate in fates) for id, fates in by_theorem.items()}

    def with_fate(self, *fates: TheoremFate) -> list[str]:
        return [id for id, fate in self.fates.items() if fate in fates]

    @property
    def holding(self) -> list[str]:
        return self.with_fate(TheoremFate.SAME, TheoremFate.HOLDS, TheoremFate.NOW_TRUE)

    @property
    def can_be_set_up(self) -> bool:
        return all(one.can_begin for one in self.playable)

    @property
    def parted(self) -> list[ReadingDifference]:
        """The readings that made no difference, and do now."""
        return [one for one in self.readings if one.now and one.originally is False]

    @property
    def united(self) -> list[ReadingDifference]:
        """The readings that made a difference, and no longer do."""
        return [one for one in self.readings if one.now is False and one.originally]

    def first_break(self, theorem: str) -> FoundImpact:
        """What breaks a theorem with the fewest players, if there is a choice by a situation."""
        broken = [one for one in self.found if one.theorem == theorem and one.fate is TheoremFate.BREAKS]
        return min(broken, key=lambda one: (not (one.values or one.remark), one.players))

    @property
    def all_well(self) -> bool:
        return self.can_be_set_up and not self.with_fate(
            TheoremFate.BREAKS, TheoremFate.UNSUPPORTED, TheoremFate.UNDECIDED
        )


def reports(cases: Sequence[ImpactCase], manner: Manner) -> list[WhatIfReport]:
    """What becomes of the game in each case."""
    tasks = [partial(playable, case.variant, n) for case in cases for n in case.players]
    able = run_all(tasks, manner.workers, "setups")
    begun = [_begun(case, able) for case in cases]
    found = fates_of(begun, manner)
    readings = differences(begun, fallen_in(found), manner)
    drafts = [
        WhatIfReport(
            case,
            tuple(one for one in able if case.has(one.variant, one.players)),
            tuple(one for one in found if case.has(one.variant, one.players)),
            tuple(each[number] for each in readings),
            {},
        )
        for number, case in enumerate(cases)
    ]
    return _with_witnesses(drafts, manner.workers)


def _with_witnesses(drafts: Sequence[WhatIfReport], workers: Workers) -> list[WhatIfReport]:
    """The reports with the situations that break theorems first."""
    wanted = [(draft, id, draft.first_break(id)) for draft in drafts for id in draft.with_fate(TheoremFate.BREAKS)]
    found = run_all([partial(witness_of, one) for _, _, one in wanted], workers, "situations")
    told: dict[WhatIfReport, dict[str, Mapping[str, Any]]] = {draft: {} for draft in drafts}
    for (draft, id, _), witness in zip(wanted, found, strict=True):
        told[draft][id] = witness
    return [replace(draft, witnesses=witnesses) for draft, witnesses in told.items()]


def _begun(case: ImpactCase, able: Iterable[Playable]) -> ImpactCase:
    """The case, with only the numbers of players with which a game can begin."""
    never = {one.players for one in able if one.variant == case.variant and one.status is Status.REFUTED}
    return replace(case, players=tuple(n for n in case.players if n not in never))
