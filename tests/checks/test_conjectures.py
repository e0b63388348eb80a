"""Somebody's own conjectures: how files are read and refused, and that each status is earned."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana import conjectures as offered
from archipel.checks.costa_ruana.conjectures import (
    OUTSIDE,
    PLAY_UP,
    PREPARE,
    RESOLVE,
    SPAN,
    Islands,
    Num,
    Players,
    Prop,
    after,
    all_of,
    crowd,
    exists,
    forall,
    gained,
    hut,
    implies,
    island_cap,
    negation,
    over_decision,
    over_island,
    over_position,
    over_round,
    phase,
    place,
    player,
    reserve,
    settle,
    takes,
    total,
    treasures,
)
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.theory import game
from archipel.checks.proofs.conjectures.decide import (
    ProofAttempt,
    attempted,
    confirmed,
)
from archipel.checks.proofs.conjectures.state import Conjecture, Scope, load
from archipel.checks.proofs.prover import ProofQuestion, decide
from archipel.checks.proofs.results import Status
from archipel.spec.clauses import Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.logic.terms import NumApply, NumFunction, PropFunction
from archipel.spec.theorems import Claim, Form

GAMES = GAME.conjectures
DOCS = Path(__file__).parents[2] / "docs"
def attempt(conjecture: Conjecture, players: int = 2, prover: str = "z3") -> ProofAttempt:
    return attempted(ProofQuestion(game(), players, prover, 20_000), conjecture, GAMES)


def test_every_word_of_the_rules_can_be_said() -> None:
    said = vars(offered)
    symbols = {word.symbol.name for word in said.values() if isinstance(word, NumApply | NumFunction | PropFunction)}
    facts = {name for name, symbol in RULEBOOK.vocabulary.symbols.items() if symbol.role.value != "parameter"}
    assert facts <= symbols
    steps = {word.name for word in said.values() if isinstance(word, Step)}
    assert steps == set(RULEBOOK.steps)


# What a round is


def within_a_round() -> Prop:
    return all_of(phase >= PLAY_UP, phase <= RESOLVE)


def test_nothing_but_the_steps_of_a_round_happens_in_one() -> None:
    """Proofs about rounds look at these steps only, so no other may be possible between beginning and end."""
    question = ProofQuestion(game(), 2, "z3")
    assert {*OUTSIDE, *SPAN.steps} == set(RULEBOOK.steps.values())
    never = Claim("test", Form.STEP, "never", negation(within_a_round()), OUTSIDE)
    stay = Claim("test", Form.STEP, "stay", after(phase <= PREPARE), SPAN.steps)
    for step in OUTSIDE:
        assert decide(question, step.name, [never])["never"].status is Status.PROVED, step.name
    for step in SPAN.steps:
        assert decide(question, step.name, [stay])["stay"].status is Status.PROVED, step.name
    begun = Claim("test", Form.POSITION, "begun", implies(SPAN.begins, within_a_round()))
    assert decide(question, "", [begun])["begun"].status is Status.PROVED


# What provers say


@over_island("Whoever has the most takes.")
def most_takes(i: Num) -> Prop:
    return implies(treasures(i) >= 1, forall(Players, lambda p: implies(offered.majority(i, p), takes(i, p))))


@over_island("Four and a treasure: somebody takes it.")
def four_decide(i: Num) -> Prop:
    return implies(all_of(crowd(i) == 4, treasures(i) >= 1), exists(Players, lambda p: takes(i, p)))


@over_decision("Settling takes one from the reserve.", settle)
def settling_takes_one() -> Prop:
    return after(reserve(player)) == reserve(player) - 1


@over_decision("Placing leaves one in reserve.", place)
def one_stays() -> Prop:
    return after(reserve(player)) >= 1


@over_position("No island has more than the cap.")
def capped() -> Prop:
    return forall(Islands, lambda i: crowd(i) <= island_cap)


@over_round("Nothing is put into a hut during a round.")
def huts_wait() -> Prop:
    return forall(Players, lambda p: after(hut(p)) == hut(p))


@over_round("No treasure vanishes.")
def conserved() -> Prop:
    lying = total(Islands, lambda i: treasures(i))
    return after(lying) + after(total(Players, lambda p: gained(p))) == lying


@over_round("The islands together never hold more treasures than when the round began.")
def never_more() -> Prop:
    lying = total(Islands, lambda i: treasures(i))
    return after(lying) <= lying


@over_round("Somebody always takes a treasure.")
def somebody_takes() -> Prop:
    return exists(Players, lambda p: after(gained(p)) >= 1)


@pytest.mark.parametrize("prover", ["z3", "cvc5"])
@pytest.mark.parametrize(
    "conjecture", [most_takes, settling_takes_one, capped, huts_wait, conserved], ids=lambda c: c.name
)
def test_true_conjectures_are_proved(conjecture: Conjecture, prover: str) -> None:
    assert attempt(conjecture, prover=prover).proved


@pytest.mark.parametrize("conjecture", [four_decide, one_stays], ids=lambda c: c.name)
def test_false_conjectures_are_refuted_by_a_situation_the_engine_has(conjecture: Conjecture) -> None:
    verdict = attempt(conjecture).verdict
    assert verdict.status is Status.REFUTED
    agreed = confirmed(ProofQuestion(game(), 2, "cvc5", 20_000), conjecture, ProofAttempt("z3", "validity", verdict))
    assert agreed is not None and agreed.verdict.status is Status.REFUTED
    assert agreed.method == "situation of z3 confirmed"
    shown = GAMES.examined(conjecture, 2, verdict, thorough=False)
    assert shown["replay"]["agrees"]
    assert shown["told"]["en"][0] == conjecture.statement
    assert 3 <= len(shown["told"]["en"]) <= 12
    assert any("reserve" in line for line in shown["drawn"]["en"])
    compile(shown["test"], "test", "exec")


def test_the_manual_says_for_how_many_players_five_decide() -> None:
    five = load(DOCS / "examples" / "false_conjecture.py")[0]
    assert attempt(five, 4).proved
    seen = GAMES.positions_seen(five, 5, 8)
    assert seen.status is Status.REFUTED
    assert [1, 1, 1, 1, 1] in seen.witness["state"]["inhabitants"]


# The command


def test_the_command_tells_true_from_false(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    test = tmp_path / "test_found.py"
    true, false = str(DOCS / "examples" / "true_conjecture.py"), str(DOCS / "examples" / "false_conjecture.py")
    assert main(["prove", true, "--players", "2", "-j", "1", "--only", "moving", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["results"]
    assert [(row["id"], row["status"], row["prover"]) for row in rows] == [
        ("conjecture.moving_keeps_numbers", "proved", "cvc5"),
        ("conjecture.moving_keeps_numbers", "proved", "z3"),
    ]
    asked = ["--players", "2", "-j", "1", "--games", "4", "--only", "always_room", "--as-test", str(test)]
    assert main(["prove", false, *asked, "--lang", "fr"]) == 1
    printed = capsys.readouterr().out
    assert "conjecture.always_room" in printed and "Atteignable" in printed
    compile(test.read_text(encoding="utf-8"), "test", "exec")


@pytest.mark.parametrize("name", ["true_conjecture.py", "false_conjecture.py"])
def test_the_manual_has_one_conjecture_for_each_scope(name: str) -> None:
    scopes = [one.scope for one in load(DOCS / "examples" / name)]
    assert scopes == [Scope.ANYWHERE, Scope.REACHABLE, Scope.STEP, Scope.ROUND]
