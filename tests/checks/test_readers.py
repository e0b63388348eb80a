"""Every reader of Costa Ruana's formats reads good input, and answers or refuses bad input."""

from __future__ import annotations

import pytest

from archipel.checks.costa_ruana.game import GAME
from archipel.checks.judge.fuzzing.running import fuzzed
from archipel.reference.strict_json import BadInput

TARGETS = GAME.fuzz_targets()


@pytest.mark.parametrize("name", TARGETS)
def test_good_input_is_read(name: str) -> None:
    """Otherwise the changes would only ever be made to something that is refused anyway."""
    target = TARGETS[name]()
    accepted = 0
    for seed in target.seeds:
        try:
            target.feed(seed)
            accepted += 1
        except BadInput:
            assert name in ("oracle", "http"), "refused moves are good input for these"
    target.close()
    assert accepted > len(target.seeds) / 4


@pytest.mark.parametrize("name", TARGETS)
def test_bad_input_is_answered_or_refused(name: str) -> None:
    report = fuzzed("costa_ruana", name, 40, seed=1, seconds=20)
    assert report.inputs == 40
    assert not report.failures, report.failures
    assert report.refused
