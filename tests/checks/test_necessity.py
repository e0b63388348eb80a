"""Necessity: a clause that does something is shown by a situation, a redundant one follows, a dead one is found out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from archipel.checks.proofs.necessity import (
    ClauseEffect,
    Ground,
    NecessityFinding,
    NecessityScene,
    Observation,
    ReplayError,
    Search,
    UndecidedError,
    examine,
)
from archipel.checks.proofs.necessity.stages import differences, nested
from archipel.checks.proofs.necessity.variants import redefined
from archipel.checks.proofs.results import Status
from archipel.spec.clauses import Clause, Nature, Rulebook, Vocabulary
from archipel.spec.logic import Domain, Num, Prop, all_of, number, truth
from archipel.spec.machine import Machine

# A small game: one pot, to which one adds up to three at a time until it is full; then it is emptied.


class Pot:
    """The game of the pot, to which tests add clauses."""

    def __init__(self) -> None:
        self.words = Vocabulary()
        self.size = self.words.parameter("size")
        self.pot = self.words.number("pot")
        self.amount = self.words.argument("amount", Domain("amounts", "A", number(4)))
        self.rules = Rulebook("pot", {"s": {"en": "Section", "fr": "Partie"}}, self.words)
        self.add = self.rules.decision("add", self.amount)
        self.empty = self.rules.consequence("empty")
        self.clause("s.start").initially(lambda: self.pot == 0)
        self.clause("s.full").guards(self.add)(lambda: self.pot + self.amount <= self.size)
        self.clause("s.more").adds(self.pot, self.add)(lambda: self.amount)
        self.clause("s.overflow").guards(self.empty)(lambda: self.pot == self.size)
        self.clause("s.again").sets(self.pot, self.empty)(lambda: number(0))
        self.clause("s.range").always(lambda: all_of(self.pot >= 0, self.pot <= self.size))

    def clause(self, id: str) -> Clause:
        return self.rules.clause(id, en="Yes.", fr="Oui.")

    def scene(self) -> NecessityScene:
        return NecessityScene("a pot", Ground(1, {"size": 5}), {"pot": 2})

    def finding(self, clause: Clause, *observations: Observation) -> NecessityFinding:
        start = NecessityScene("start", Ground(1, {}), {"size": 5, "pot": 0})
        search = Search(self.rules, lambda _, __: [self.scene()], lambda _: start, observations)
        return examine(search, clause, [1], {"size": 5})


@pytest.fixture
def pot() -> Pot:
    return Pot()


@pytest.mark.parametrize(
    ("id", "effect"),
    [
        ("s.start", ClauseEffect.OPENS),
        ("s.full", ClauseEffect.FORBIDS),
        ("s.more", ClauseEffect.CHANGES),
        ("s.overflow", ClauseEffect.FORBIDS),
        ("s.again", ClauseEffect.CHANGES),
    ],
)
def test_a_clause_that_does_something_is_needed(pot: Pot, id: str, effect: ClauseEffect) -> None:
    found = pot.finding(pot.rules.clauses[id])
    assert found.witness is not None
    assert found.witness.effect is effect
    assert found.status is Status.PROVED


def test_a_situation_is_as_ordinary_as_can_be(pot: Pot) -> None:
    """A pot of 2 takes 3 more; to overflow it must hold 3, and one more is put in than fits."""
    witness = pot.finding(pot.rules.clauses["s.full"]).witness
    assert witness is not None
    assert (witness.values["pot"], witness.given, witness.unusual) == (3, (3,), ("pot = 3",))


def test_an_invariant_follows_by_induction_from_what_keeps_it(pot: Pot) -> None:
    found = pot.finding(pot.rules.clauses["s.range"])
    assert found.proof is not None
    assert found.proof.method == "induction"
    assert set(found.proof.clauses) == {"s.start", "s.full", "s.more", "s.again"}


def test_an_invariant_that_does_not_hold_is_neither(pot: Pot) -> None:
    wrong = pot.clause("s.wrong")
    wrong.always(lambda: pot.pot <= 4)
    assert pot.finding(wrong).row.shown == "neither needed nor implied"


def test_what_only_weighs_orders_or_shows_is_undecided_and_not_refuted(pot: Pot) -> None:
    """What depends on it is not looked for."""
    rain, dry = pot.rules.chance("rain"), pot.rules.consequence("dry")
    pot.clause("s.rain").guards(rain, dry)(lambda: pot.pot == 99)
    pot.clause("s.often").weighs(rain)(lambda: number(2))
    pot.clause("s.order").precedes(dry, pot.empty)(lambda: truth)
    pot.clause("s.seen").shows_everybody(pot.pot)
    found = [pot.finding(pot.rules.clauses[id]).status for id in ("s.often", "s.order", "s.seen")]
    assert found == [Status.UNDECIDED] * 3


def redundant_guard(pot: Pot, clause: Clause) -> None:
    clause.guards(pot.add)(lambda: pot.pot + pot.amount <= pot.size + 1)


def redundant_opening(pot: Pot, clause: Clause) -> None:
    clause.initially(lambda: pot.pot <= 1)


def redundant_change(pot: Pot, clause: Clause) -> None:
    clause.adds(pot.pot, pot.add)(lambda: pot.amount - pot.amount)


@pytest.mark.parametrize(
    ("write", "reasons"),
    [(redundant_guard, ("s.full",)), (redundant_opening, ("s.start",)), (redundant_change, ())],
)
def test_a_redundant_clause_follows_from_the_others(
    pot: Pot, write: Callable[[Pot, Clause], None], reasons: tuple[str, ...]
) -> None:
    clause = pot.clause("s.redundant")
    write(pot, clause)
    found = pot.finding(clause)
    assert found.witness is None
    assert found.proof is not None
    assert found.proof.clauses == reasons
    assert found.status is Status.PROVED


def dead_definition(pot: Pot, clause: Clause) -> None:
    @clause.defines()
    def half_full() -> Prop:
        return pot.pot + pot.pot >= pot.size


def impossible_permission(pot: Pot, clause: Clause) -> None:
    clause.permits(pot.add)(lambda: pot.pot + pot.amount > pot.size)


def nothing_at_all(pot: Pot, clause: Clause) -> None:
    pass


@pytest.mark.parametrize("write", [dead_definition, impossible_permission, nothing_at_all])
def test_a_dead_clause_is_neither_needed_nor_implied(pot: Pot, write: Callable[[Pot, Clause], None]) -> None:
    clause = pot.clause("s.dead")
    write(pot, clause)
    result = pot.finding(clause).result("necessity")
    assert (result.id, result.status) == ("necessity.s.dead", Status.REFUTED)
    assert not result.holds


def test_a_notion_is_needed_once_somebody_asks_for_it(pot: Pot) -> None:
    clause = pot.clause("s.asked")
    dead_definition(pot, clause)
    witness = pot.finding(clause, Observation("half_full")).witness
    assert witness is not None
    assert (witness.effect, witness.asked) == (ClauseEffect.ANSWERS, "half_full")


def test_a_notion_is_needed_once_a_step_uses_it(pot: Pot) -> None:
    clause = pot.clause("s.used")

    @clause.defines()
    def bonus() -> Num:
        return number(1)

    assert pot.finding(clause).witness is None
    pot.clause("s.gift").guards(pot.empty)(lambda: bonus() >= 1)
    witness = pot.finding(clause).witness
    assert witness is not None
    assert (witness.effect, witness.variant.how) == (ClauseEffect.ALLOWS, "nothing")


def test_a_permission_is_needed_if_something_legal_is_like_that(pot: Pot) -> None:
    clause = pot.clause("s.allowed")
    clause.permits(pot.add)(lambda: pot.pot + pot.amount == pot.size)
    witness = pot.finding(clause).witness
    assert witness is not None
    assert witness.effect is ClauseEffect.ALLOWS


def test_a_notion_is_redefined_through_all_that_rests_on_it(pot: Pot) -> None:
    clause = pot.clause("s.deep")

    @clause.defines()
    def one() -> Num:
        return number(1)

    @pot.rules.notion()
    def two() -> Num:
        return one() + one()

    part = next(part for part in clause.parts if part.nature is Nature.DEFINITION)
    other = Machine(redefined(pot.rules, part, number(5))).at({"size": 5, "pot": 0})
    assert (other.evaluate("one"), other.evaluate("two")) == (5, 10)
    assert Machine(pot.rules).at({"size": 5, "pot": 0}).evaluate("two") == 2


def test_a_situation_that_the_clauses_do_not_confirm_is_an_error(pot: Pot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that takes any situation for one that tells the two apart."""
    monkeypatch.setattr("archipel.checks.proofs.necessity.parting.Parting.differs", lambda *_: True)
    with pytest.raises(ReplayError, match=r"s\.full"):
        pot.finding(pot.rules.clauses["s.full"])


def give_up(*_: Any) -> bool:
    raise UndecidedError


def test_time_out_is_undecided(pot: Pot, monkeypatch: pytest.MonkeyPatch) -> None:
    clause = pot.clause("s.redundant")
    redundant_guard(pot, clause)
    monkeypatch.setattr("archipel.checks.proofs.necessity.sparing._refuted", give_up)
    assert pot.finding(clause).status is Status.UNDECIDED


def test_tables_and_differences() -> None:
    assert nested({(2, 0): 5, (2, 1): 6, (3, 0): 7, (3, 1): 8}) == ((5, 6), (7, 8))
    assert list(differences({"a": (1, 2), "b": 3}, {"a": (1, 4), "b": 3, "c": 9})) == ["a(1) = 4"]
