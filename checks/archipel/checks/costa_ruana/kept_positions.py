"""The corpus of solver-made positions: how it is written, one trial on a line, and read without any solver."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from archipel.reference.costa_ruana import STANDARD, Action, Rules, State, codec
from archipel.reference.costa_ruana.notation import read_position_line, write_position
from archipel.reference.costa_ruana.readings import choice_of, chosen

KEPT = Path(__file__).with_name("engine_positions.txt.gz")


@dataclass(frozen=True)
class PositionTrial:
    """A position and a decision somebody tries in it, legal or not."""

    state: State
    action: Action


def rules_under(choice: Mapping[str, str]) -> Rules:
    """The rulebook's numbers under some readings."""
    return replace(STANDARD, readings=chosen(choice))


def written(trial: PositionTrial) -> str:
    """A trial on one line: readings that are not ours, the position, the decision."""
    choice = json.dumps(choice_of(trial.state.rules.readings))
    return "\t".join([choice, write_position(trial.state), codec.dumps_action(trial.action).strip()])


def read(line: str) -> PositionTrial:
    """A trial from one line."""
    choice, position, action = line.rstrip("\n").split("\t")
    return PositionTrial(read_position_line(position, _rules_written(choice)), codec.loads_action(action))


@cache
def _rules_written(choice: str) -> Rules:
    return rules_under(json.loads(choice))


def kept_lines() -> list[str]:
    """The trials that were found once, from the engine as it was then, one on a line."""
    return gzip.decompress(KEPT.read_bytes()).decode().splitlines()


def kept() -> list[PositionTrial]:
    """The same, read."""
    return list(map(read, kept_lines()))
