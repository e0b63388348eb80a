"""A published fingerprint tells a right program from a wrong one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.checks.lagoon_plugin import NAME, everywhere
from tests.toy.game import ENGINE, Lagoon

from archipel.checks.cli.command_line import main
from archipel.checks.simulate import likeness
from archipel.checks.simulate.fingerprints import FILE, fingerprint, published
from archipel.checks.simulate.game import SimulationTask
from archipel.checks.support.parallel import ALONE, Workers
from archipel.checks.variants.variant_files import Variant, made
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import canonical

__all__ = ["everywhere"]

PLAYERS, MANY = (3, 4), 1000
Capture = pytest.CaptureFixture[str]
Document = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def publishing(everywhere: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Lagoon has published one of a thousand games."""
    reports = tmp_path_factory.mktemp("reports")
    found = fingerprint([task(players) for players in PLAYERS], MANY, Workers(2))
    (reports / FILE).write_text(canonical(found), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Lagoon, "reports", reports)
        patched.setattr(likeness, "GAMES", MANY)
        published.cache_clear()
        yield
    published.cache_clear()


def task(players: int, seed: int = 1, variant: Variant | None = None) -> SimulationTask:
    return SimulationTask(variant or Variant(NAME), players, seed, ("random",))


def kept() -> Document:
    return deepcopy(published(NAME))


def compare(document: object, folder: Path, *more: str) -> int:
    path = folder / "mine.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return main([NAME, "simulate", "--compare", str(path), *more])


def entry(document: Document, players: int, games: int) -> Document:
    found = [entry for entry in document["entries"] if (entry["players"], entry["games"]) == (players, games)]
    assert len(found) == 1
    return dict(found[0])


def test_a_smaller_one_is_part_of_it() -> None:
    found = fingerprint([task(3, kept()["seed"])], 100, ALONE)
    assert found["entries"] == [entry(kept(), 3, 1), entry(kept(), 3, 100)]
    assert fingerprint([task(3)], 100, Workers(2)) == found


def test_it_is_printed(capsys: Capture) -> None:
    assert main([NAME, "simulate", "--fingerprint"]) == 0
    assert capsys.readouterr().out == canonical(kept())


# The same generator


def test_it_is_like_itself(tmp_path: Path, capsys: Capture) -> None:
    assert compare(kept(), tmp_path) == 0
    assert "No difference" in capsys.readouterr().out


def test_histograms_may_be_left_out(tmp_path: Path) -> None:
    document = kept()
    for found in document["entries"]:
        found["histograms"] = {"decisions": found["histograms"]["decisions"]}
        del found["sha256"]
    assert compare(document, tmp_path) == 0


def test_one_game_that_came_out_differently_is_found(tmp_path: Path, capsys: Capture) -> None:
    document = kept()
    found = document["entries"][2]
    histogram = found["histograms"]["lead"]
    histogram["0"] -= 1
    histogram["1"] += 1
    del found["sha256"]
    assert compare(document, tmp_path) == 1
    told = capsys.readouterr().out
    assert f"lead: 0 was seen {histogram['0']} times, ours {histogram['0'] + 1} times" in told
    assert "--record 0" in told and "They differ." in told


def test_games_that_are_not_kept_are_played(tmp_path: Path) -> None:
    document = fingerprint([task(3, 77)], 5, ALONE)
    assert compare(document, tmp_path) == 0
    document["seed"] = 78
    assert compare(document, tmp_path) == 1


def test_a_variant_is_compared_with_itself(tmp_path: Path, capsys: Capture) -> None:
    variant = made(NAME, {}, {"scarce": "all-or-none"})
    (tmp_path / "v.toml").write_text('game = "lagoon"\n[readings]\nscarce = "all-or-none"\n', encoding="utf-8")
    document = fingerprint([task(3, variant=variant)], 3, ALONE)
    assert compare(document, tmp_path, "--variant", str(tmp_path / "v.toml")) == 0
    assert compare(document, tmp_path) == 2
    assert "variant" in capsys.readouterr().err


# Another generator: a program of our own that uses Python's


def by_another_program(players: int, games: int, bias: int = 0) -> Document:
    """Histograms made with another generator; with a bias, a program that gives every winner that many points more."""
    names = ("decisions", "points_of_winners", "lead")
    histograms: dict[str, Counter[str]] = {name: Counter() for name in names}
    for seed in range(games):
        chance, decisions = Random(seed), 0
        state = ENGINE.new_game(ENGINE.setup_from_seed(players, seed, ENGINE.standard), ENGINE.standard)
        while not ENGINE.is_terminal(state):
            if ENGINE.actor(state) == CHANCE:
                outcomes, weights = zip(*ENGINE.chance_outcomes(state), strict=True)
                (action,) = chance.choices(outcomes, weights)
            else:
                action, decisions = chance.choice(ENGINE.legal_actions(state)), decisions + 1
            state = ENGINE.apply_action(state, action)
        *_, second, best = sorted(ENGINE.returns(state))
        histograms["decisions"][str(decisions)] += 1
        histograms["points_of_winners"][str(best + bias)] += 1
        histograms["lead"][str(best - second)] += 1
    return {
        "format": "archipel-fingerprint",
        "version": "1.0.0",
        "game": NAME,
        "generator": "mersenne-twister",
        "seed": 0,
        "entries": [{"players": players, "games": games, "histograms": histograms}],
    }


def test_a_right_program_with_another_generator_is_accepted(tmp_path: Path, capsys: Capture) -> None:
    assert compare(by_another_program(3, 500), tmp_path) == 0
    assert "other generator" in capsys.readouterr().out


def test_a_wrong_program_is_not(tmp_path: Path, capsys: Capture) -> None:
    assert compare(by_another_program(3, 500, bias=1), tmp_path, "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)["entries"]
    assert [name for name, test in found["tests"].items() if test["differs"]] == ["points_of_winners"]


def test_small_entries_are_not_tested_twice(tmp_path: Path, capsys: Capture) -> None:
    document = kept() | {"generator": "another"}
    assert compare(document, tmp_path, "--json") == 0
    found = json.loads(capsys.readouterr().out)["entries"]
    assert [part["games"] for part in found] == [MANY] * len(PLAYERS)
    assert {part["how"] for part in found} == {"chi-square"}


def test_resampled_games_are_accepted_and_shifted_ones_refused(tmp_path: Path, capsys: Capture) -> None:
    chance = Random(5)
    document = kept() | {"generator": "another"}
    document["entries"] = [entry(document, 4, MANY)]
    (found,) = document["entries"]
    del found["sha256"]
    for name, histogram in found["histograms"].items():
        values, counts = zip(*histogram.items(), strict=True)
        found["histograms"][name] = Counter(chance.choices(values, counts, k=MANY))
    assert compare(document, tmp_path) == 0
    lead = found["histograms"]["winner"]
    moved = lead["0"] // 2
    lead["0"] -= moved
    lead["1"] += moved
    assert compare(document, tmp_path) == 1


# Bad files


def changed(changes: Document, histograms: Document | None = None, **first: object) -> Callable[[], Document]:
    return lambda: _changed(changes, histograms, first)


def _changed(changes: Document, histograms: Document | None, first: Document) -> Document:
    """A small file in which something is another."""
    document = kept()
    found = entry(document, 3, 1) | first
    found["histograms"] = found["histograms"] | (histograms or {})
    if "sha256" not in first:
        del found["sha256"]
    return document | {"entries": [found]} | changes


BROKEN: dict[str, Callable[[], object]] = {
    "not json": lambda: "{",
    "no object": list,
    "other format": changed({"format": "something"}),
    "other version": changed({"version": "2.0.0"}),
    "other game": changed({"game": "chess"}),
    "no entries": changed({"entries": []}),
    "an empty generator": changed({"generator": ""}),
    "an unknown key": changed({"more": 1}),
    "too many players": changed({}, players=7),
    "counts that do not add up": changed({}, games=2),
    "a wrong digest": changed({}, sha256="0" * 64),
    "no histograms": changed({"entries": [{"players": 3, "games": 1, "histograms": {}}]}),
    "a missing key": changed({"entries": [{"players": 3, "games": 1}]}),
    "an unknown histogram": changed({}, {"luck": {"1": 1}}),
    "a value that is no number": changed({}, {"lead": {"much": 1}}),
    "a count that is no number": changed({}, {"lead": {"1": "1"}}),
    "a negative count": changed({}, {"lead": {"1": -1, "2": 2}}),
    "a histogram that is a list": changed({}, {"lead": [1]}),
}


@pytest.mark.parametrize("what", BROKEN)
def test_bad_files_are_refused_in_one_line(what: str, tmp_path: Path, capsys: Capture) -> None:
    assert compare(BROKEN[what](), tmp_path) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("archipel: --compare: ")


def test_a_good_file_is_not_refused(tmp_path: Path) -> None:
    assert compare(changed({})(), tmp_path) == 0
