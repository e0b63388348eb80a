"""Elements that the rules cannot tell apart: what breaks that is found, and what does not is left alone."""

from __future__ import annotations

import pytest

from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.vocabulary import Cards, Islands, Players, clockwise, lies_before, shaman
from archipel.spec.logic import (
    constant,
    forall,
    implies,
)
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.symmetry import COUNT, ELEMENT, Symmetry

ROTATING = {"clockwise": COUNT, "seat_after": ELEMENT}
SYMMETRIES = {
    "islands": Symmetry(Islands),
    "cards": Symmetry(Cards),
    "players": Symmetry(Players, ROTATING),
}
NOBODY = constant("nobody", -1)


@pytest.mark.parametrize("domain", SYMMETRIES)
def test_the_rules_tell_nothing_apart(domain: str) -> None:
    """The deal names seats by their number, so openings are not the same from every seat; all else is."""
    faults = {
        part.clause
        for clause in RULEBOOK.clauses.values()
        for part in clause.parts
        if SYMMETRIES[domain].broken(part.term)
    }
    assert faults == ({"setup.deal"} if domain == "players" else set())


@pytest.mark.parametrize("domain", SYMMETRIES)
def test_what_a_step_gives_is_what_the_fact_is(domain: str) -> None:
    for step in RULEBOOK.steps.values():
        for change in RULEBOOK.changes(step):
            assert not SYMMETRIES[domain].mixed(change.target, change.term), (step.name, change.target.name)


def test_seats_may_be_counted_clockwise_and_not_otherwise() -> None:
    around = forall(Players, lambda p: clockwise(shaman, p) >= 0)
    assert not SYMMETRIES["players"].broken(around)
    assert Symmetry(Players).broken(around)
    assert SYMMETRIES["players"].broken(forall(Players, lambda p: shaman <= p))


@pytest.mark.parametrize("players", range(NUMBERS.min_players, NUMBERS.max_players + 1))
def test_counting_clockwise_survives_rotation(players: int) -> None:
    view = Interpretation("z3", NUMBERS.values(players))

    def turned(seat: int) -> int:
        return seat if seat < 0 else (seat + 1) % players

    def says(name: str, *places: int) -> int:
        definition = RULEBOOK.definitions[name]
        bound = {variable.serial: place for variable, place in zip(definition.parameters, places, strict=True)}
        value = view(definition.body, bound)
        assert isinstance(value, int)
        return value

    for p in range(-1, players):
        for q in range(-1, players):
            assert says("clockwise", turned(p), turned(q)) == says("clockwise", p, q)
        for steps in range(players):
            assert says("seat_after", turned(p), steps) == turned(says("seat_after", p, steps))


def test_nobody_can_be_named_where_somebody_can() -> None:
    somebody = forall(Players, lambda p: forall(Players, lambda f: implies(lies_before(p, 0) == f, f != NOBODY)))
    assert not SYMMETRIES["players"].broken(somebody)
