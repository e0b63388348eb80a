"""Consequences with arguments, several of them due at once: the order that clauses declare, for machine and provers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archipel.checks.proofs.prover import ANYWHERE, PROVERS, ProofGame, ProofQuestion, decide
from archipel.checks.proofs.results import Status
from archipel.spec.clauses import Clause, Rulebook, Vocabulary
from archipel.spec.logic import Domain, Num, Prop, all_of, negation, notation, number, truth, when
from archipel.spec.logic.solver import Interpretation
from archipel.spec.machine import IncoherentError, Machine, Position, blank
from archipel.spec.theorems import Theory, besides_guards, one_at_a_time

SIZE = 4


class Slope:
    """Steps of a slope with boulders: more than ``room`` of them on a step, and one rolls down to the next.

    Somebody drops a boulder anywhere. Rain washes the last step clean whenever anything lies there.
    """

    def __init__(self) -> None:
        words = Vocabulary()
        self.room = words.parameter("room")
        steps = Domain("steps", "S", number(SIZE))
        self.on = words.numbers("on", steps)
        self.rained = words.number("rained")
        self.step = words.argument("step", steps)
        self.rules = Rulebook("slope", {"s": {"en": "Slope", "fr": "Pente"}}, words)
        self.drop = self.rules.decision("drop", self.step)
        self.roll = self.rules.consequence("roll", self.step)
        self.rain = self.rules.consequence("rain")
        clause = self.clause("s.it")
        clause.adds(self.on, self.drop)(lambda s: when(s == self.step, 1))
        clause.guards(self.roll)(lambda: all_of(self.on(self.step) > self.room, self.step < SIZE - 1))
        clause.adds(self.on, self.roll)(lambda s: when(s == self.step, -1, when(s == self.step + 1, 1)))
        clause.guards(self.rain)(lambda: self.on(SIZE - 1) > 0)
        clause.sets(self.on, self.rain)(lambda s: when(s == SIZE - 1, 0, self.on(s)))
        clause.adds(self.rained, self.rain)(lambda: number(1))

    def clause(self, id: str) -> Clause:
        return self.rules.clause(id, en="Yes.", fr="Oui.")

    def ordered(self) -> Slope:
        """Rain first; of steps the lowest, which is the last."""
        self.clause("s.rain-first").precedes(self.rain, self.roll)(lambda: truth)

        @self.clause("s.from-below").precedes(self.roll)
        def from_below(a: Num, b: Num) -> Prop:
            return a > b

        return self

    def here(self, *on: int) -> Position:
        return Machine(self.rules).at(blank(self.rules, {"room": 1}) | {"on": on})


def test_the_next_consequence_is_the_one_that_no_other_precedes() -> None:
    slope = Slope().ordered()
    here = slope.here(2, 0, 3, 1)
    assert here.due() == [(slope.roll, (0,)), (slope.roll, (2,)), (slope.rain, ())]
    assert here.consequence() == (slope.rain, ())
    course = [(step.name, given, after.values["on"]) for step, given, after in here.unfolding()]
    assert course == [
        ("rain", (), (2, 0, 3, 0)),
        ("roll", (2,), (2, 0, 2, 1)),
        ("rain", (), (2, 0, 2, 0)),
        ("roll", (2,), (2, 0, 1, 1)),
        ("rain", (), (2, 0, 1, 0)),
        ("roll", (0,), (1, 1, 1, 0)),
    ]


def test_another_order_is_another_course() -> None:
    slope = Slope()
    slope.clause("s.rain-last").precedes(slope.roll, slope.rain)(lambda: truth)
    slope.clause("s.from-above").precedes(slope.roll)(lambda a, b: a < b)
    assert [given for _, given, _ in slope.here(2, 1, 1, 0).unfolding()] == [(0,), (1,), (2,), ()]


def test_two_that_no_clause_puts_in_an_order_are_an_error() -> None:
    slope = Slope()
    with pytest.raises(IncoherentError, match=r"^due at once: roll\(0\), roll\(2\)$"):
        slope.here(2, 0, 2, 0).consequence()
    with pytest.raises(IncoherentError, match=r"^due at once: roll\(0\), rain$"):
        slope.here(2, 0, 0, 1).consequence()
    assert slope.here(0, 2, 0, 0).consequence() == (slope.roll, (1,))
    assert slope.here(0, 0, 0, 0).consequence() is None


def test_consequences_that_wait_for_each_other_are_an_error() -> None:
    slope = Slope()
    slope.clause("s.round").precedes(slope.roll)(lambda a, b: a != b)
    with pytest.raises(IncoherentError, match=r"each waits for another: roll\(0\), roll\(2\)"):
        slope.here(2, 0, 2, 0).consequence()


def test_a_row_of_steps_is_in_order_throughout() -> None:
    slope = Slope()
    thaw = slope.rules.consequence("thaw")
    slope.clause("s.thaw").guards(thaw)(lambda: slope.on(0) == 5)
    slope.clause("s.row").precedes(thaw, slope.rain, slope.roll)(lambda: truth)
    assert slope.here(5, 0, 0, 0).consequence() == (thaw, ())
    assert slope.here(2, 0, 0, 1).consequence() == (slope.rain, ())


def test_only_consequences_over_elements_are_put_in_an_order() -> None:
    slope = Slope()
    with pytest.raises(ValueError, match=r"s\.no puts drop in an order"):
        slope.clause("s.no").precedes(slope.drop, slope.rain)
    some = slope.rules.vocabulary.choices("some", Domain("few", "F", number(2)), each=1)
    wash = slope.rules.consequence("wash", some)
    with pytest.raises(TypeError, match="some is not an element of anything"):
        slope.clause("s.nor").precedes(wash)(lambda a, b: a < b)


def test_an_order_is_printed() -> None:
    slope = Slope().ordered()
    assert [notation.text(part.term) for part in slope.rules.order()] == ["true", "a > b"]


@settings(deadline=None, max_examples=50)
@given(on=st.tuples(*[st.integers(0, 3)] * SIZE), strict=st.booleans())
def test_machine_and_provers_agree_on_what_comes_first(on: tuple[int, ...], strict: bool) -> None:
    """Also of an order in which everything comes before itself."""
    slope = Slope()
    slope.clause("s.rain-first").precedes(slope.rain, slope.roll)(lambda: truth)
    slope.clause("s.down").precedes(slope.roll)((lambda a, b: a > b) if strict else (lambda a, b: a >= b))
    here = slope.here(*on)
    for prover in PROVERS:
        view = Interpretation(prover, {"room": 1, "on": on})
        for step, given_ in here.due():
            told = view.changed({"step": {(): given_[0]}}) if given_ else view
            first = told.conjunction(told(term) for term in besides_guards(slope.rules, step))
            assert first == (here.consequence() == (step, given_))


def kept(slope: Slope, always: Callable[[], Prop]) -> ProofGame:
    theory = Theory(slope.rules)
    theorem = theory.theorem("s.it", "s.it", en="It.", fr="Cela.")
    theorem.kept(always)
    theorem.everywhere(_named("apart", lambda: one_at_a_time(slope.rules)))
    return ProofGame(theory, lambda _: {"room": 1})


def _named(name: str, body: Callable[[], Prop]) -> Callable[[], Prop]:
    body.__name__ = name
    return body


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize(("is_ordered", "status"), [(True, Status.PROVED), (False, Status.REFUTED)])
def test_provers_know_the_order(prover: str, is_ordered: bool, status: Status) -> None:
    """With rain first, no boulder ever rolls down upon another on the last step."""
    slope = Slope().ordered() if is_ordered else Slope()
    slope.clause("s.dry").guards(slope.drop)(lambda: all_of(slope.on(SIZE - 1) == 0, slope.step < SIZE - 1))
    game = kept(slope, _named("at_most_one", lambda: slope.on(SIZE - 1) <= 1))
    claim = next(claim for claim in game.invariants)
    for where, expected in (("drop", Status.PROVED), ("rain", Status.PROVED), ("roll", status)):
        assert decide(ProofQuestion(game, 2, prover), where, [claim])["at_most_one"].status is expected


@pytest.mark.parametrize("prover", PROVERS)
def test_what_comes_next_is_proved_never_to_be_left_open(prover: str) -> None:
    """Once nobody may drop a boulder while something is due, and all that is due has an order."""

    def decided(slope: Slope) -> Status:
        game = kept(slope, _named("nothing", lambda: truth))
        claim = next(claim for theorem in game.theory.theorems.values() for claim in theorem.claims[1:])
        return decide(ProofQuestion(game, 2, prover), ANYWHERE, [claim])["apart"].status

    def waiting(slope: Slope) -> Slope:
        due = [slope.on(s) > slope.room for s in range(SIZE - 1)]
        quiet = all_of(*map(negation, due), slope.on(SIZE - 1) <= 0)
        slope.clause("s.wait").guards(slope.drop, slope.rules.decision("look"))(lambda: quiet)
        return slope

    assert decided(waiting(Slope().ordered())) is Status.PROVED
    assert decided(waiting(Slope())) is Status.REFUTED
    assert decided(Slope().ordered()) is Status.REFUTED
