"""Boundary values of the material: every weaker, stronger or missing requirement and every laxer engine is noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from archipel.checks.agreement.boundary_values import Box, Silence, Surveyor
from archipel.checks.costa_ruana.boxes import box_for, refusal, whole_box
from archipel.checks.costa_ruana.projection import machine
from archipel.checks.proofs.necessity.variants import with_parts
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.costa_ruana.components import in_play, kept
from archipel.spec.logic import Prop, all_of, any_of, exists, forall, implies, truth
from archipel.spec.machine import Machine, Values

EACH = words.hand + words.draw * (words.rounds - 2) + words.last_draw
PARTS = {part.name: part for part in RULEBOOK.parts(Nature.REQUIREMENT)}

WRONG: dict[str, tuple[str, Prop]] = {
    "a deck one card short will do": ("deck_is_complete", words.cards >= words.deck_size - 1),
    "a deck may be larger": ("deck_is_complete", words.cards >= words.deck_size),
    "the night need not occur": (
        "each_background_occurs",
        forall(
            words.Backgrounds,
            lambda b: implies(b != words.NIGHT, exists(words.Cards, lambda c: words.background(c) == b)),
        ),
    ),
    "one kind need not occur": (
        "each_kind_occurs",
        forall(words.Kinds, lambda k: implies(k != words.REMOVE, exists(words.Cards, lambda c: words.kind(c) == k))),
    ),
    "a card fewer for everybody's draws": (
        "pile_never_runs_out",
        forall(words.PlayerCounts, lambda n: kept(n) >= n * EACH - 1),
    ),
    "a card to spare": ("pile_never_runs_out", forall(words.PlayerCounts, lambda n: kept(n) > n * EACH)),
    "one gem too few": ("gems_suffice", in_play() <= words.gems + 1),
    "a gem to spare": ("gems_suffice", in_play() < words.gems),
    "one player too many": (
        "as_many_players_as_allowed",
        all_of(words.min_players <= words.players, words.players <= words.max_players + 1),
    ),
    "one player too few": ("as_many_players_as_allowed", words.players <= words.max_players),
    "one colour too few": ("a_colour_for_everybody", words.players <= words.colours + 1),
    "one island card too few": (
        "islands_suffice",
        forall(words.PlayerCounts, lambda n: words.islands_for(n) <= words.island_cards + 1),
    ),
    "nothing on a card": (
        "amounts_in_range",
        forall(
            words.Cards,
            lambda c: implies(
                any_of(words.kind(c) == words.REMOVE, words.kind(c) == words.PLACE),
                words.amount(c) <= words.greatest_amount,
            ),
        ),
    ),
    "any amount on a place card": (
        "amounts_in_range",
        forall(
            words.Cards,
            lambda c: implies(
                words.kind(c) == words.REMOVE,
                all_of(words.least_amount <= words.amount(c), words.amount(c) <= words.greatest_amount),
            ),
        ),
    ),
    "more islands than the table says": (
        "as_many_islands_as_the_table_says",
        words.islands >= words.islands_for(words.players),
    ),
    **{f"anything goes instead of {name}": (name, truth) for name in PARTS},
}


def surveyor(name: str, term: Prop) -> Surveyor:
    part = PARTS[name]
    return Surveyor(Machine(with_parts(RULEBOOK, {part: replace(part, term=term)})))


@pytest.mark.parametrize("players", [2, 6])
def test_the_clauses_and_the_engine_draw_the_same_boundaries(players: int) -> None:
    found = Surveyor(machine()).survey(box_for(players))
    assert not found.wrong
    assert found.alone == {f"{part.clause} {part.name}" for part in PARTS.values()}


def test_the_whole_box_has_the_same_boundaries() -> None:
    assert not Surveyor(machine()).survey(whole_box()).wrong


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("players", [3, 6])
def test_a_wrong_requirement_is_noticed(wrong: str, players: int) -> None:
    assert surveyor(*WRONG[wrong]).survey(box_for(players)).wrong


def surveyed(engine: Callable[[Values], str]) -> list[str]:
    return Surveyor(machine()).survey(replace(box_for(3), refusal=engine)).wrong


LAX = ("numbers: gems", "numbers: islands_by_players", "deck: 3 players need", "deck: a card's amount", "players:")


@pytest.mark.parametrize("reason", LAX)
def test_an_engine_that_does_not_refuse_for_one_of_its_reasons_is_noticed(reason: str) -> None:
    assert surveyed(lambda values: "" if (said := refusal(values)).startswith(reason) else said)


def test_an_engine_that_refuses_what_no_clause_does_is_noticed() -> None:
    found = surveyed(lambda values: refusal(values) or ("too rich" if values["treasure_points"] > 4 else ""))
    assert found == ["a box for 3, treasure_points up: after 3 refused by only the engine, the engine (too rich)"]


def test_a_boundary_that_the_engine_has_come_to_know_is_no_longer_silent() -> None:
    found = surveyed(lambda values: refusal(values) or ("colours" if values["colours"] < values["players"] else ""))
    assert any("no longer silent" in wrong for wrong in found)


def test_a_silence_about_nothing_is_noticed() -> None:
    box: Box = replace(box_for(3), silent={**box_for(3).silent, "moon up": Silence(1, "sky.moon", "there is no moon")})
    assert Surveyor(machine()).survey(box).wrong == ["a box for 3: there is no walk moon up"]


def test_shipped_material_must_be_accepted() -> None:
    (wrong,) = surveyor("gems_suffice", in_play() > words.gems).survey(box_for(3)).wrong
    assert "as shipped" in wrong
