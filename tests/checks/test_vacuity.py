"""Permissions and guards that say nothing, or something else than the game does, are noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from archipel.checks.agreement import vacuity
from archipel.checks.agreement.vacuity import Decision, Uses, name_of
from archipel.checks.costa_ruana import necessity
from archipel.checks.costa_ruana.necessity_scenes import opening, scenes
from archipel.checks.costa_ruana.vacuity import SPARE, decisions, moments
from archipel.checks.proofs.necessity import Search
from archipel.checks.proofs.necessity.variants import with_parts
from archipel.spec.clauses import Part, Rulebook
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.logic import Prop, all_of, exists, falsehood, negation, truth
from archipel.spec.machine import Machine

PERMISSIONS = {part.name: part for part in vacuity.permissions(RULEBOOK)}
GUARDS = {name_of(part): part for step in RULEBOOK.steps.values() for part in RULEBOOK.guards(step)}

# Neither always nor never used, and wrong all the same.
SHIFTED: dict[str, Prop] = {
    "to_an_island_as_rich_as_any_at_first": words.treasures(words.target) >= words.treasures_per_island + 1,
    "the_last_one_away": words.treasures(words.source) == 2,
    "on_different_islands": exists(words.Islands, lambda i: words.chosen(i) == 1),
    "fewer_than_shown_while_one_stands_on_a_card": words.standing(words.player) >= 1,
    "on_a_hidden_card_before_somebody_else": words.hidden(words.by, words.face),
    "on_an_open_card_of_somebody_else": all_of(
        negation(words.hidden(words.by, words.face)), words.lies_before(words.by, words.face) != words.player
    ),
}


def with_term(part: Part, term: Prop) -> Rulebook:
    return with_parts(RULEBOOK, {part: replace(part, term=term)})


def silent_about_uses(rulebook: Rulebook) -> list[Decision]:
    """Decisions of which the game tells what the clauses do: only uses of always or never are left to notice."""
    found = []
    for decision in decisions(2, 20):
        uses = {}
        for part in vacuity.permissions(rulebook):
            one = Uses()
            if part.step is decision.step:
                one = vacuity.uses_of(rulebook, [decision])
            uses[part.name] = name_of(part) in one.used
        found.append(replace(decision, uses=uses))
    return found


def test_all_is_well() -> None:
    found = vacuity.uses_of(RULEBOOK, decisions(3))
    assert not found.wrong
    assert found.used.keys() == found.unused.keys() == {name_of(part) for part in PERMISSIONS.values()}


@pytest.mark.parametrize("name", PERMISSIONS)
@pytest.mark.parametrize("term", [truth, falsehood], ids=["always", "never"])
def test_a_permission_that_is_always_or_never_used_is_noticed(name: str, term: Prop) -> None:
    """Also by a solver, which is asked where no decision shows the opposite."""
    rulebook = with_term(PERMISSIONS[name], term)
    assert vacuity.uses_of(rulebook, decisions(3)).wrong
    found = vacuity.uses_of(rulebook, silent_about_uses(rulebook))
    assert not found.wrong
    vacuity.settle_the_rest(Search(rulebook, scenes, opening), found, 2, lambda _: "", {})
    assert [wrong.partition(":")[0] for wrong in found.wrong] == [name_of(PERMISSIONS[name])]
    assert ("every" if term is truth else "no legal") in found.wrong[0]


def test_a_permission_may_be_trivial_for_a_reason() -> None:
    part = PERMISSIONS["the_last_one_away"]
    rulebook = with_term(part, truth)
    found = vacuity.uses_of(rulebook, silent_about_uses(rulebook))
    vacuity.settle_the_rest(Search(rulebook, scenes, opening), found, 2, lambda _: "", {name_of(part): "a test"})
    assert not found.wrong


@pytest.mark.parametrize("name", SHIFTED)
def test_a_permission_that_means_something_else_is_noticed(name: str) -> None:
    found = vacuity.uses_of(with_term(PERMISSIONS[name], SHIFTED[name]), decisions(3))
    assert [wrong.partition(":")[0] for wrong in found.wrong] == [name_of(PERMISSIONS[name])]


def test_a_permission_that_the_game_does_not_know_is_noticed() -> None:
    (wrong,) = vacuity.uses_of(RULEBOOK, [replace(next(decisions(3)), uses={})]).wrong[:1]
    assert "does not tell" in wrong


@pytest.mark.parametrize(
    "name", ["play.from-reserve somebody_in_reserve (stand)", "cards.place-cap room_to_place (place)"]
)
def test_a_guard_that_forbids_nothing_is_noticed(name: str) -> None:
    rulebook = with_term(GUARDS[name], truth)
    seen = vacuity.forbidding(Machine(rulebook), moments(2, 30))
    assert name not in seen
    known = {other for other in GUARDS if other != name and other not in SPARE}
    count, wrong = vacuity.idle_guards(Search(rulebook, scenes, opening), known, [2], SPARE, lambda _: "")
    assert (count, wrong) == (len(GUARDS), [f"{name}: forbids nothing"])


def test_a_guard_that_is_called_spare_and_is_not_is_noticed() -> None:
    name = "play.from-reserve somebody_in_reserve (stand)"
    spare = {**SPARE, name: "a test", "moon rises (night)": "a test"}
    seen = {other for other in GUARDS if other not in SPARE}
    _, wrong = vacuity.idle_guards(necessity.search(), seen, [2], spare, lambda _: "")
    assert wrong == [
        f"{name}: forbids something, and is called spare",
        "moon rises (night): there is no such guard to spare",
    ]
