"""Invariants up to their edge and a unit beyond: a weaker one, and a laxer or stricter engine, are noticed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from archipel.checks.agreement.edges import EdgeExplorer, EdgeGround
from archipel.checks.costa_ruana.edges import explorer, refusal
from archipel.checks.costa_ruana.vacuity import moments
from archipel.checks.proofs.necessity.variants import with_parts
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.costa_ruana.components import in_play
from archipel.spec.logic import Prop, forall, total
from archipel.spec.machine import Machine, Values

PARTS = {part.name: part for part in RULEBOOK.parts(Nature.INVARIANT)}

WRONG: dict[str, tuple[str, Prop]] = {
    "one more on an island": (
        "no_island_overcrowded",
        forall(words.Islands, lambda i: words.crowd(i) <= words.island_cap + 1),
    ),
    "inhabitants may get lost": (
        "no_inhabitant_lost",
        forall(words.Players, lambda p: words.reserve(p) + words.abroad(p) + words.standing(p) <= words.inhabitants),
    ),
    "treasures may get lost": (
        "no_treasure_lost",
        total(words.Players, lambda p: words.hut(p) + words.gained(p)) + total(words.Islands, words.treasures)
        <= in_play(),
    ),
}


def positions(count: int) -> list[Values]:
    chance = Random(1)
    return chance.sample(list(moments(3, 30)), count)


def surveyed(here: EdgeExplorer) -> list[str]:
    found, chance = here.survey(positions(25), 12, Random(2)), Random(3)
    here.look_closer(found, positions(40), 12, chance)
    return found.wrong


def test_the_clauses_and_the_engine_know_the_same_edges() -> None:
    assert not surveyed(explorer())


@pytest.mark.parametrize("wrong", WRONG)
def test_a_weaker_invariant_is_noticed(wrong: str) -> None:
    name, term = WRONG[wrong]
    part = PARTS[name]
    machine = Machine(with_parts(RULEBOOK, {part: replace(part, term=term)}))
    found = surveyed(EdgeExplorer(machine, explorer().ground))
    assert found
    assert all("a position by the clauses, none by the engine" in said for said in found)


def test_an_engine_that_minds_less_is_noticed() -> None:
    ground: EdgeGround = replace(explorer().ground, refusal=lambda values: refusal(values) and "")
    assert any("one by the engine" in said for said in surveyed(EdgeExplorer(explorer().machine, ground)))


def test_an_engine_that_minds_more_is_noticed() -> None:
    def full(values: Values) -> str | None:
        said = refusal(values)
        return "too rich" if said == "" and max(values["hut"]) > 3 else said

    ground: EdgeGround = replace(explorer().ground, refusal=full)
    assert any("(too rich)" in said for said in surveyed(EdgeExplorer(explorer().machine, ground)))


def test_an_invariant_that_is_never_broken_alone_is_named() -> None:
    here = explorer()
    names = {f"{part.clause} {part.name}" for part in PARTS.values()}
    assert not here.never_alone(names)
    cap = "components.island-cap no_island_overcrowded"
    assert here.never_alone(names - {cap}) == [f"{cap}: never the only one broken"]
    ground: EdgeGround = replace(here.ground, accompanied={"moon rises": "a test"})
    assert EdgeExplorer(here.machine, ground).never_alone(names) == ["moon rises: there is no such invariant"]
