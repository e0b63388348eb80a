"""Checks carried out on all cores, what was found out before taken from the cache. Nothing here knows any game."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from archipel.checks.proofs.kept.cache import Cache
from archipel.checks.proofs.kept.foundations import Foundations, nothing_stands
from archipel.checks.proofs.results import Check, Result, Status
from archipel.checks.support.parallel import Workers, run_all


def find_out(
    checks: Sequence[Check], workers: Workers, cache: Cache, foundations: Foundations | None = None
) -> list[Result]:
    """The results of all checks, and of what is needed to know whether everything that they rest on is proved.

    Without ``foundations`` nothing is: whatever rests on other claims is undecided.
    """
    found = each_alone(checks, workers, cache)
    if foundations is None:
        return merged(nothing_stands(found))
    whole = foundations.completed(found, lambda more: each_alone(more, workers, cache))
    return merged(foundations.judged(whole))


def each_alone(checks: Sequence[Check], workers: Workers, cache: Cache) -> list[Result]:
    """What each check says for itself, those known already first; new results are kept as they come."""
    known: list[Result] = []
    left: list[Check] = []
    for check in checks:
        found, rest = cache.known(check)
        known += found
        left += [rest] if rest is not None else []

    def done(number: int, results: list[Result]) -> str:
        cache.remember(left[number], results)
        return f"{left[number].id}, {left[number].players} players"

    fresh = run_all(left, workers, "checks", done)
    return [*known, *itertools.chain.from_iterable(fresh)]


def merged(results: Iterable[Result]) -> list[Result]:
    """One result for each claim, players and prover: parts of one campaign add up, and the worst status stands."""
    groups: dict[tuple[str, int, str | None], list[Result]] = {}
    for result in results:
        groups.setdefault((result.id, result.players, result.prover), []).append(result)
    return sorted(map(_sum, groups.values()), key=_natural_order)


def _natural_order(result: Result) -> tuple[list[tuple[int, str]], int, str]:
    """By id, numbers in it counting as numbers; then players and prover."""
    words = re.findall(r"\d+|\D+", result.id)
    return [(int(word), "") if word.isdigit() else (-1, word) for word in words], result.players, result.prover or ""


def _sum(parts: list[Result]) -> Result:
    worst = max(parts, key=lambda part: (not part.holds, part.status is Status.REFUTED))
    cases, seconds = sum(part.cases for part in parts), sum(part.seconds for part in parts)
    method = " and ".join(sorted({part.method for part in parts}))
    rests_on = tuple(sorted({name for part in parts for name in part.rests_on}))
    return replace(worst, method=method, cases=cases, seconds=seconds, place="", rests_on=rests_on)
