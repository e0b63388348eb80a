"""What settles the open points of Costa Ruana: the worked examples under another reading, and play compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from archipel.checks.costa_ruana.engine import played
from archipel.checks.costa_ruana.examples import EXAMPLES, ExampleError, NoGameError
from archipel.checks.support.parallel import Workers, run_all
from archipel.reference.costa_ruana import STANDARD
from archipel.spec.readings import Choice


def broken_examples(choice: Choice) -> Mapping[str, str]:
    """The worked examples that go another way with these readings, and in what."""
    rules = replace(STANDARD, readings=played(choice))
    broken: dict[str, str] = {}
    for example in EXAMPLES.values():
        try:
            example.replay(rules)
        except ExampleError as error:
            broken[example.id] = str(error)
    return broken


def examples_by_reading(choices: Sequence[Choice], workers: Workers) -> list[Mapping[str, str]]:
    """For each choice of readings, whether each worked example is kept, goes another way, or has no game to be in."""
    return run_all([partial(_fates, choice) for choice in choices], workers, "examples")


def _fates(choice: Choice) -> Mapping[str, str]:
    try:
        broken = broken_examples(choice)
    except NoGameError:
        return dict.fromkeys(EXAMPLES, "no game")
    return {id: "broken" if id in broken else "kept" for id in EXAMPLES}
