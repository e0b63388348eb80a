"""Elements that the rules cannot tell apart: what breaks that is found, and what does not is left alone."""

from __future__ import annotations

import pytest

from archipel.spec.clauses import Nature, Rulebook, Vocabulary
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.vocabulary import Cards, Islands, Players, clockwise, crowd, lies_before, on, shaman
from archipel.spec.logic import (
    Domain,
    Num,
    Prop,
    after,
    constant,
    exists,
    forall,
    implies,
    least,
    number,
    the,
    total,
    when,
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


BROKEN: list[Prop] = [
    forall(Islands, lambda i: forall(Islands, lambda j: implies(i < j, crowd(i) >= crowd(j)))),
    forall(Islands, lambda i: crowd(i) == i),
    exists(Islands, lambda i: i == 0),
    total(Islands, lambda i: i) == 3,
    forall(Islands, lambda i: least(i, crowd(i)) == 0),
    forall(Islands, lambda i: when(crowd(i) == 0, i, 5) == 5),
    the(Islands, lambda i: crowd(i) == 1, otherwise=3) == 3,
    forall(Islands, lambda i: on(i + 1, shaman) == 0),
    crowd(number(2)) == 0,
]


@pytest.mark.parametrize("term", BROKEN, ids=range(len(BROKEN)))
def test_telling_islands_apart_is_noticed(term: Prop) -> None:
    assert SYMMETRIES["islands"].broken(term)


WHOLE: list[Prop] = [
    forall(Islands, lambda i: forall(Islands, lambda j: implies(i != j, crowd(i) >= crowd(j)))),
    total(Islands, lambda i: crowd(i)) == 3,
    the(Islands, lambda i: crowd(i) == 1, otherwise=NOBODY) == NOBODY,
    forall(Islands, lambda i: after(crowd(i)) == 0),
    forall(Islands, lambda i: when(crowd(i) == 0, i, NOBODY) != NOBODY),
]


@pytest.mark.parametrize("term", WHOLE, ids=range(len(WHOLE)))
def test_what_does_not_tell_islands_apart_is_left_alone(term: Prop) -> None:
    assert not SYMMETRIES["islands"].broken(term)


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


def test_a_fact_that_names_elements_must_be_given_one() -> None:
    words = Vocabulary()
    size = words.parameter("size")
    places = Domain("places", "L", size)
    here = words.number("here", of=places)
    count = words.number("count")
    rules = Rulebook("test", {"a": {"en": "a", "fr": "a"}}, words)
    step = rules.consequence("go")
    clause = rules.clause("a.b", en="x", fr="x")

    @clause.sets(here, step)
    def moved() -> Num:
        return count

    (part,) = rules.parts(Nature.BECOMES, step=step)
    assert part.target is not None
    assert Symmetry(places).mixed(part.target, part.term)
    assert not Symmetry(places).mixed(part.target, here)
    assert not Symmetry(Islands).mixed(part.target, count)


def test_nobody_can_be_named_where_somebody_can() -> None:
    somebody = forall(Players, lambda p: forall(Players, lambda f: implies(lies_before(p, 0) == f, f != NOBODY)))
    assert not SYMMETRIES["players"].broken(somebody)
