"""Chance steps: outcomes with weights, in compiled clauses and for provers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from archipel.checks.proofs.prover import OPENING, PROVERS, ProofGame, ProofQuestion, decide, places_to_prove
from archipel.checks.proofs.results import Status
from archipel.spec.clauses import Nature, Rulebook, StepKind, Vocabulary
from archipel.spec.logic import Domain, Prop, all_of, notation, number, when
from archipel.spec.logic.solver import Interpretation
from archipel.spec.machine import IncoherentError, Machine, Position, blank
from archipel.spec.theorems import Theory


class Race:
    """A token runs along a track: somebody says go, chance says how far, and at the end it stops.

    A loaded die: a step of 1 weighs ``load``, every other 2. Nobody runs past the end.
    """

    def __init__(self) -> None:
        words = Vocabulary()
        self.length = words.parameter("length")
        self.at, self.rolling, self.load = words.number("at"), words.number("rolling"), words.number("load")
        self.pips = words.argument("pips", Domain("pips", "D", number(3), first=number(1)))
        self.rules = Rulebook("race", {"r": {"en": "Race", "fr": "Course"}}, words)
        self.go = self.rules.decision("go")
        self.roll = self.rules.chance("roll", self.pips)
        self.stop = self.rules.consequence("stop")
        clause = self.clause = self.rules.clause("r.track", en="Run.", fr="Courir.")
        clause.initially(lambda: all_of(self.at == 0, self.rolling == 0))
        clause.guards(self.go)(lambda: all_of(self.rolling == 0, self.at < self.length))
        clause.sets(self.rolling, self.go)(lambda: number(1))
        clause.guards(self.roll)(lambda: all_of(self.rolling == 1, self.at + self.pips <= self.length))
        clause.weighs(self.roll)(lambda: when(self.pips == 1, self.load, 2))
        clause.adds(self.at, self.roll)(lambda: self.pips)
        clause.sets(self.rolling, self.roll)(lambda: when(self.at + self.pips == self.length, 2, 0))
        clause.guards(self.stop)(lambda: self.rolling == 2)
        clause.sets(self.rolling, self.stop)(lambda: number(3))

    def here(self, **values: int) -> Position:
        given = {"length": 10, "at": 0, "rolling": 1, "load": 1}
        return Machine(self.rules).at(blank(self.rules, given | values))

    def proof(self, name: str, always: Callable[[], Prop]) -> ProofGame:
        theory = Theory(self.rules)
        always.__name__ = name
        theory.theorem("r.it", "r.track", en="It.", fr="Cela.").kept(always)
        return ProofGame(theory, lambda _: {"length": 10})


@pytest.fixture
def race() -> Race:
    return Race()


def test_the_kind_of_a_step_is_declared(race: Race) -> None:
    kinds = {step.name: step.kind for step in race.rules.steps.values()}
    assert kinds == {"go": StepKind.DECISION, "roll": StepKind.CHANCE, "stop": StepKind.CONSEQUENCE}
    assert (race.rules.decisions, race.rules.chances) == ((race.go,), (race.roll,))
    assert race.rules.consequences == (race.stop,)
    assert [race.roll.is_chance, race.roll.is_decision, race.roll.is_consequence] == [True, False, False]


def test_outcomes_are_those_that_guards_allow_with_their_weights(race: Race) -> None:
    assert race.here().outcomes() == [(race.roll, (1,), 1), (race.roll, (2,), 2), (race.roll, (3,), 2)]
    assert race.here(at=8).outcomes() == [(race.roll, (1,), 1), (race.roll, (2,), 2)]
    assert race.here(rolling=0).outcomes() == race.here(rolling=2).outcomes() == []
    assert race.here().after(race.roll, 2)["at"] == 2


def test_what_weighs_nothing_cannot_happen(race: Race) -> None:
    here = race.here(load=0)
    assert [given for _, given, _ in here.outcomes()] == [(2,), (3,)]
    assert [part.nature for part in here.refusals(race.roll, 1)] == [Nature.WEIGHT]
    assert here.refusals(race.roll, 2) == []
    assert not here.allows(race.roll, 1) and here.allows(race.roll, 2) and race.here().allows(race.roll, 1)


def test_outcomes_weigh_one_if_no_clause_says_more(race: Race) -> None:
    toss = race.rules.chance("toss")
    race.clause.guards(toss)(lambda: race.rolling == 5)
    assert race.here(rolling=5).outcomes() == [(toss, (), 1)]


def test_chance_that_clashes_is_an_error(race: Race) -> None:
    with pytest.raises(IncoherentError, match="left to chance by roll, all of whose outcomes weigh 0"):
        race.here(at=9, load=0).outcomes()
    with pytest.raises(IncoherentError, match=r"roll\(1\) weighs -2"):
        race.here(load=-2).outcomes()
    shout = race.rules.decision("shout")
    race.clause.guards(shout)(lambda: race.at == 4)
    with pytest.raises(IncoherentError, match="left to chance by roll, and possible all the same: shout"):
        race.here(at=4).outcomes()
    toss = race.rules.chance("toss")
    race.clause.guards(toss)(lambda: race.at == 5)
    with pytest.raises(IncoherentError, match="left to chance by roll, and possible all the same: toss"):
        race.here(at=5).outcomes()


def test_weights_are_for_chance_alone_and_said_once(race: Race) -> None:
    with pytest.raises(ValueError, match=r"r\.track weighs go, which chance does not decide"):
        race.clause.weighs(race.go)(lambda: number(1))
    race.rules.clause("r.die", en="x", fr="x").weighs(race.roll)(lambda: number(2))
    with pytest.raises(ValueError, match=r"r\.track, r\.die all weigh roll"):
        Machine(race.rules)


def test_a_weight_is_printed_like_any_number(race: Race) -> None:
    assert notation.text(race.rules.weight(race.roll)) == "(if pips = 1 then load else 2)"


@pytest.mark.parametrize("prover", PROVERS)
def test_an_invariant_has_to_survive_chance(race: Race, prover: str) -> None:
    """Proved by induction over go, roll and stop; with a roll that may run past the end it is not."""

    def on_the_track() -> Prop:
        return all_of(race.at >= 0, race.at <= race.length)

    def decided(race: Race) -> dict[str, Status]:
        game = race.proof("on_the_track", on_the_track)
        (claim,) = game.invariants
        places = places_to_prove(game, claim)
        assert places == (OPENING, "roll")
        return {
            where: decide(ProofQuestion(game, 2, prover), where, [claim])["on_the_track"].status for where in places
        }

    assert decided(race) == {OPENING: Status.PROVED, "roll": Status.PROVED}
    race.clause.parts[:] = [part for part in race.clause.parts if part.step is not race.roll]
    race.clause.adds(race.at, race.roll)(lambda: race.pips)
    assert decided(race)["roll"] is Status.REFUTED


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize(("slow", "status"), [(0, Status.PROVED), (1, Status.REFUTED)])
def test_provers_know_that_what_weighs_nothing_cannot_happen(prover: str, slow: int, status: Status) -> None:
    race = Race()
    race.clause.always(lambda: race.load == slow)

    def never_at_one() -> Prop:
        return race.at != 1

    game = race.proof("never_at_one", never_at_one)
    claim = next(claim for claim in game.invariants if claim.name == "never_at_one")
    race.clause.guards(race.roll)(lambda: race.at == 0)
    assert decide(ProofQuestion(game, 2, prover), "roll", [claim])["never_at_one"].status is status


@settings(deadline=None)
@given(at=st.integers(0, 10), load=st.integers(0, 3), rolling=st.integers(0, 3))
def test_python_and_provers_mean_the_same_outcomes(at: int, load: int, rolling: int) -> None:
    race = Race()
    assume((at, load, rolling) != (9, 0, 1))
    found = {given[0]: weight for _, given, weight in race.here(at=at, load=load, rolling=rolling).outcomes()}
    for prover in PROVERS:
        view = Interpretation(prover, {"length": 10, "at": at, "load": load, "rolling": rolling})
        for pips in (1, 2, 3):
            case = view.changed({"pips": {(): pips}})
            allowed = case.conjunction(case(part.term) for part in race.rules.guards(race.roll))
            assert (case(race.rules.weight(race.roll)) if allowed else 0) == found.get(pips, 0)
