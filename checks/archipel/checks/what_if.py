"""What becomes of a game, of its theorems and of its readings when numbers or readings change.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Any

from archipel.checks.fates import (
    TIMEOUT_MS,
    WORST_FIRST,
    Case,
    Fate,
    Found,
    Manner,
    fates_of,
    game_of,
    original_of,
    witness_of,
)
from archipel.checks.necessity import Observation
from archipel.checks.parallel import run_all
from archipel.checks.proving import Game
from archipel.checks.results import Status
from archipel.checks.rulings import readings_of
from archipel.checks.set_ups import Playable, playable
from archipel.checks.variants import Variant, made
from archipel.checks.versions import Parted, parted, still_parted
from archipel.spec.clauses import Rulebook

# Readings that part


@dataclass(frozen=True)
class Difference:
    """Whether a reading that is not the variant's makes another game, in the original and in the variant.

    None stands for what could not be decided, or cannot be asked.
    """

    point: str
    reading: str
    originally: bool | None
    now: bool | None

    def as_json(self) -> dict[str, Any]:
        return {"point": self.point, "reading": self.reading, "originally": self.originally, "now": self.now}


def difference(cases: Sequence[Case], point: str, reading: str) -> list[Difference]:
    """Whether a reading differs from ours in the original, and from the variant's own in each case."""
    original = original_of(cases[0].variant)
    found: dict[int, Parted] = {}
    differences = []
    for case in cases:
        counts = [n for n in case.players if n in original.players]
        originally = _differs(original, counts, point, reading, found) if counts else None
        now = _differs(case.variant, case.players, point, reading, dict(found)) if case.players else None
        differences.append(Difference(point, reading, originally, now))
    return differences


def _differs(
    variant: Variant, counts: Sequence[int], point: str, reading: str, known: dict[int, Parted]
) -> bool | None:
    """Whether a reading makes another game for some number of players; what was found is put down."""
    other, asked = _other(variant, point, reading), _observations(variant.game)
    if other is None:
        return None
    game, undecided = game_of(variant), False
    for n in counts:
        if n not in known or not _applies(game, other, n, asked, known[n]):
            known[n] = parted(game, other, n, asked, TIMEOUT_MS)
        if known[n].differ:
            return True
        undecided = undecided or known[n].status is Status.UNDECIDED
    return None if undecided else False


def _applies(game: Game, other: Rulebook, players: int, asked: Sequence[Observation], known: Parted) -> bool:
    """Whether what was found before shows the same here: a position can, a proof is about its own numbers."""
    return known.differ and still_parted(game, other, players, asked, known)


def _other(variant: Variant, point: str, reading: str) -> Rulebook | None:
    """The variant's rulebook with another reading of one point; None if that cannot be."""
    if variant.choice.get(point, readings_of(variant.game).points[point].default.name) == reading:
        return None
    try:
        return made(variant.game, dict(variant.given), {**variant.choice, point: reading}).rulebook
    except ValueError:
        return None


def _observations(game: str) -> Sequence[Observation]:
    found: Sequence[Observation] = import_module(f"archipel.checks.{game}.necessity").OBSERVATIONS
    return found


def _readings(cases: Sequence[Case], jobs: int) -> list[list[Difference]]:
    """For each reading that is not ours, what it does in each case."""
    points = readings_of(cases[0].variant.game).points.values()
    others = [(point.id, name) for point in points for name in point.readings if name != point.default.name]
    tasks = [partial(difference, cases, point, name) for point, name in others]
    return run_all(tasks, jobs, "readings", lambda number, _: "=".join(others[number]))


# Everything together


@dataclass(frozen=True, eq=False)
class Report:
    """All that was found out about one variant."""

    case: Case
    playable: tuple[Playable, ...]
    found: tuple[Found, ...]
    readings: tuple[Difference, ...]
    witnesses: Mapping[str, Mapping[str, Any]]

    @property
    def fates(self) -> dict[str, Fate]:
        """What becomes of each theorem, the worst of all claims, places and numbers of players."""
        by_theorem: dict[str, set[Fate]] = {}
        for one in self.found:
            by_theorem.setdefault(one.theorem, set()).add(one.fate)
        return {id: next(fate for fate in WORST_FIRST if fate in fates) for id, fates in by_theorem.items()}

    def with_fate(self, *fates: Fate) -> list[str]:
        return [id for id, fate in self.fates.items() if fate in fates]

    @property
    def holding(self) -> list[str]:
        return self.with_fate(Fate.SAME, Fate.HOLDS, Fate.NOW_TRUE)

    @property
    def can_be_set_up(self) -> bool:
        return all(one.can_begin for one in self.playable)

    @property
    def parted(self) -> list[Difference]:
        """The readings that made no difference, and do now."""
        return [one for one in self.readings if one.now and one.originally is False]

    @property
    def united(self) -> list[Difference]:
        """The readings that made a difference, and no longer do."""
        return [one for one in self.readings if one.now is False and one.originally]

    def first_break(self, theorem: str) -> Found:
        """What breaks a theorem with the fewest players, if there is a choice by a situation."""
        broken = [one for one in self.found if one.theorem == theorem and one.fate is Fate.BREAKS]
        return min(broken, key=lambda one: (not (one.values or one.remark), one.players))

    @property
    def all_well(self) -> bool:
        return self.can_be_set_up and not self.with_fate(Fate.BREAKS, Fate.UNDECIDED)


def reports(cases: Sequence[Case], manner: Manner) -> list[Report]:
    """What becomes of the game in each case."""
    tasks = [partial(playable, case.variant, n) for case in cases for n in case.players]
    able = run_all(tasks, manner.jobs, "setups")
    begun = [_begun(case, able) for case in cases]
    found = fates_of(begun, manner)
    readings = _readings(begun, manner.jobs)
    drafts = [
        Report(
            case,
            tuple(one for one in able if case.has(one.variant, one.players)),
            tuple(one for one in found if case.has(one.variant, one.players)),
            tuple(differences[number] for differences in readings),
            {},
        )
        for number, case in enumerate(cases)
    ]
    return _with_witnesses(drafts, manner.jobs)


def _with_witnesses(drafts: Sequence[Report], jobs: int) -> list[Report]:
    """The reports with the situations that break theorems first."""
    wanted = [(draft, id, draft.first_break(id)) for draft in drafts for id in draft.with_fate(Fate.BREAKS)]
    found = run_all([partial(witness_of, one) for _, _, one in wanted], jobs, "situations")
    told: dict[Report, dict[str, Mapping[str, Any]]] = {draft: {} for draft in drafts}
    for (draft, id, _), witness in zip(wanted, found, strict=True):
        told[draft][id] = witness
    return [replace(draft, witnesses=witnesses) for draft, witnesses in told.items()]


def _begun(case: Case, able: Iterable[Playable]) -> Case:
    """The case, with only the numbers of players with which a game can begin."""
    never = {one.players for one in able if one.variant == case.variant and one.status is Status.REFUTED}
    return replace(case, players=tuple(n for n in case.players if n not in never))
