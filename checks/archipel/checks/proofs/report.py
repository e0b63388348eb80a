"""What was found out, printed: a table, counterexamples, tests of them, and whether provers disagree."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from archipel.checks.proofs.obligations import disagreements
from archipel.checks.proofs.results import Result
from archipel.reference.strict_json import BadInput

GAMES = 16
"""Random games for each number of players, unless something else is said."""
SECONDS = 60
"""Time for one question to a prover, unless something else is said."""


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
