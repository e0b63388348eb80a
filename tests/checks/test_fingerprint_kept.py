"""The published fingerprint of Costa Ruana is up to date, and its legal actions come in the order of the manual."""

from __future__ import annotations

import json
from random import Random

import jsonschema
import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.games.formats import formats_of
from archipel.checks.games.registry import game_called
from archipel.checks.simulate.fingerprints import GAMES, STAGES, digest, entry_of, published
from archipel.checks.simulate.game import SimulationTask
from archipel.checks.support.parallel import ALONE
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import (
    Action,
    Condition,
    Face,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Setup,
    Stand,
    new_game,
)
from archipel.reference.strict_json import canonical

GAME = "costa_ruana"
PLAYERS = range(2, 7)
KEPT = published(GAME)


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_kept_is_up_to_date(players: int) -> None:
    task = SimulationTask(Variant(GAME), players, KEPT["seed"], ("random",))
    for games in STAGES:
        assert entry_of(task, games, ALONE).as_json() in KEPT["entries"]


def test_what_is_kept_is_whole() -> None:
    wanted = [(players, games) for players in PLAYERS for games in (*STAGES, GAMES)]
    assert [(entry["players"], entry["games"]) for entry in KEPT["entries"]] == wanted
    for found in KEPT["entries"]:
        assert found["sha256"] == digest(found["histograms"])
        assert all(sum(histogram.values()) == found["games"] for histogram in found["histograms"].values())


def test_what_is_kept_is_printed_and_keeps_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--fingerprint"]) == 0
    printed = capsys.readouterr().out
    assert printed == canonical(KEPT)
    jsonschema.validate(json.loads(printed), json.loads(formats_of(game_called(GAME))["fingerprint"]))


def place_in_list(action: Action) -> tuple[object, ...]:
    """Where the manual says that an action stands among the legal ones."""
    match action:
        case PlayUp() | PlayDown():
            return (action.card, action.before)
        case Stand() | Resolve():
            return (0, action.face is Face.DOWN, action.by)
        case MoveInhabitant():
            return (action.source, action.owner, action.target)
        case MoveTreasure():
            return (action.source, action.target)
        case Remove() | Place():
            return action.islands
        case Settle():
            return (action.island,)
        case Flip():
            return (action.condition is Condition.TIME,)
        case Name():
            return (0, action.shaman)
    return (1,) if isinstance(action, Pass) else (-1,)


@pytest.mark.parametrize("players", PLAYERS)
def test_legal_actions_come_in_the_order_that_the_manual_says(players: int) -> None:
    seen = set[type]()
    for seed in range(4):
        state, chance = new_game(Setup.from_seed(players, seed)), Random(seed)
        while menu := state.legal_actions():
            assert list(menu) == sorted(menu, key=place_in_list)
            seen.update(map(type, menu))
            state = state.apply_action(chance.choice(menu))
    assert len(seen) == 13
