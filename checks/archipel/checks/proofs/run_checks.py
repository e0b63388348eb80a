"""Checks carried out on all cores, what was found out before taken from the cache, and the results printed.

A table, counterexamples, tests of them, and whether provers disagree. Nothing here knows any game.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from archipel.checks.proofs.kept.cache import Cache
from archipel.checks.proofs.kept.foundations import Foundations, nothing_stands
from archipel.checks.proofs.obligations import disagreements
from archipel.checks.proofs.results import Check, Result, Status
from archipel.checks.support.parallel import Workers, run_all
from archipel.reference.strict_json import BadInput

GAMES = 16
"""Random games for each number of players, unless something else is said."""
SECONDS = 60
"""Time for one question to a prover, unless something else is said."""


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


def report(results: Sequence[Result], arguments: argparse.Namespace) -> int:
    """Print the results; the value is the exit code."""
    contradictions = disagreements(results)
    if arguments.as_test:
        write_tests(results, arguments)
    if arguments.json:
        rows = [result.as_json() for result in results]
        print(json.dumps({"results": rows, "disagreements": contradictions}, indent=1, ensure_ascii=False))
    else:
        print_table(results, arguments.lang)
        print_witnesses(results, arguments.lang)
        counts = Counter(result.status.value for result in results)
        print("\n" + ", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
    for line in contradictions:
        print(f"archipel: the provers disagree: {line}", file=sys.stderr)
    return 0 if not contradictions and all(result.as_expected for result in results) else 1


def print_table(results: Sequence[Result], lang: str) -> None:
    width = max(len(result.id) for result in results)
    told = max(7, *(len(str(result.configuration)) for result in results))
    print(f"{'claim':{width}}  {'players':<{told}}  status     {'cases':>9}  {'seconds':>7}  method")
    for result in results:
        by = f"{result.method}, {result.prover}" if result.prover else result.method
        here, status = str(result.configuration), result.status.value
        row = f"{here:>{told}}  {status:9}  {result.cases:9,}  {result.seconds:7.1f}  {by}"
        note = "" if result.expected else ", as expected" if result.as_expected else ", but expected to be false"
        print(f"{result.id:{width}}  {row}{note}")
        if result.detail and not result.as_expected and not result.witness:
            print(f"    {result.detail}")


def print_witnesses(results: Sequence[Result], lang: str) -> None:
    """The counterexamples, one for each refuted claim: for the fewest players, and the one of which most is known."""
    found: dict[str, Result] = {}
    for result in results:
        known = found.get(result.id)
        if not result.holds and result.witness and (known is None or len(result.witness) > len(known.witness)):
            found[result.id] = result
    for id, result in found.items():
        print(f"\n{id}, {result.players} players{f' ({result.setting})' if result.setting else ''}:")
        print("\n".join(f"  {line}" for line in result.witness["told"][lang]))
        if result.witness.get("drawn"):
            print("\n".join(f"    {line}" for line in result.witness["drawn"][lang]))


def write_tests(results: Sequence[Result], arguments: argparse.Namespace) -> None:
    """The counterexamples as one pytest file."""
    found = {r.id: str(r.witness["test"]) for r in reversed(results) if not r.holds and r.witness.get("test")}
    if not found:
        raise BadInput("--as-test: no counterexample was found that the engine can show")
    if len(found) > 1:
        raise BadInput(f"--as-test: several counterexamples ({', '.join(sorted(found))}); choose one with --only")
    try:
        Path(arguments.as_test).write_text(next(iter(found.values())), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"--as-test: cannot write {arguments.as_test}: {error.strerror}") from None
