"""Somebody's own conjectures: how files are read and refused, and that each status is earned."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from archipel.checks.agreement.witnesses.counterexamples import Counterexample, Replay, ReplayOutcome
from archipel.checks.agreement.witnesses.game_search import SearchBudget
from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana import conjectures as offered
from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.costa_ruana.conjecture_games import GAMES, OUTSIDE, SPAN
from archipel.checks.costa_ruana.conjectures import (
    DISCARD,
    PLAY_UP,
    PREPARE,
    RESOLVE,
    SETTLE,
    Islands,
    Num,
    Players,
    Prop,
    abroad,
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
    place_of,
    player,
    reserve,
    settle,
    takes,
    total,
    treasures,
)
from archipel.checks.costa_ruana.theory import game
from archipel.checks.proofs.conjectures.decide import (
    Concluding,
    ConjectureTask,
    Looking,
    ProofAttempt,
    attempted,
    confirmed,
)
from archipel.checks.proofs.conjectures.in_games import holding
from archipel.checks.proofs.conjectures.state import Conjecture, Scope, load
from archipel.checks.proofs.prover import ProofQuestion, decide
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import PROVED, SolverVerdict
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import codec
from archipel.spec.clauses import Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.logic.terms import NumApply, NumFunction, PropFunction
from archipel.spec.theorems import Claim, Form

DOCS = Path(__file__).parents[2] / "docs"
IMPORT = "from archipel.checks.costa_ruana.conjectures import *\n"
HEAD = IMPORT + '@over_position("Said.")\n'


def written(folder: Path, text: str, name: str = "mine.py") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def attempt(conjecture: Conjecture, players: int = 2, prover: str = "z3") -> ProofAttempt:
    return attempted(ProofQuestion(game(), players, prover, 20_000), conjecture, SPAN)


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


def test_a_prover_does_not_confirm_a_situation_that_is_no_exception() -> None:
    found = attempt(four_decide)
    question = ProofQuestion(game(), 2, "cvc5", 20_000)
    peaceful = tuple((row[0], 0) for row in found.verdict.values["on"])
    for changed in ({"on": peaceful}, {"treasures": (0,) * 4}, {"reserve": (11, 11)}):
        other = replace(found.verdict, values={**found.verdict.values, **changed})
        assert confirmed(question, four_decide, replace(found, verdict=other)) is None, changed
    assert confirmed(question, four_decide, replace(found, verdict=PROVED)) is None


def test_the_manual_says_for_how_many_players_five_decide() -> None:
    five = load(DOCS / "examples" / "false_conjecture.py")[0]
    assert attempt(five, 4).proved
    seen = GAMES.positions_seen(five, 5, 8)
    assert seen.status is Status.REFUTED
    assert [1, 1, 1, 1, 1] in seen.witness["state"]["inhabitants"]


def test_an_invariant_of_ones_own_is_proved_by_induction() -> None:
    late = next(one for one in load(DOCS / "examples" / "true_conjecture.py") if one.name == "huts_fill_late")
    found = attempt(late)
    assert (found.method, found.proved) == ("induction", True)


def test_a_round_is_proved_by_induction_only_if_every_step_keeps_the_claim() -> None:
    @over_round("A card that was discarded stays so.")
    def stays_discarded() -> Prop:
        return implies(place_of(0) == DISCARD, after(place_of(0)) == DISCARD)

    @over_round("A card in somebody's hand stays there.")
    def stays_in_hand() -> Prop:
        return implies(place_of(0) == 0, after(place_of(0)) == 0)

    found = attempt(stays_discarded)
    assert (found.method, found.proved) == ("induction", True)
    broken = attempt(stays_in_hand).verdict
    assert (broken.status, broken.where) == (Status.UNDECIDED, "play_up")


# What games show


def test_a_game_refutes_a_claim_about_positions() -> None:
    @over_position("Everybody keeps five at home.")
    def five_at_home() -> Prop:
        return forall(Players, lambda p: reserve(p) >= 5)

    seen, holds = GAMES.positions_seen(five_at_home, 2, 8), holding(five_at_home.term)
    assert seen.status is Status.REFUTED
    record = codec.loads_record(json.dumps(seen.witness["reach"]["record"]))
    replayed = Lockstep(record.setup, record.deck)
    for action in record.moves:
        assert holds(projection.values(replayed.state))
        replayed.play(action)
    assert not holds(projection.values(replayed.state))
    assert f"Reachable: {len(record.moves)} decisions" in seen.witness["told"]["en"][-1]


def test_moments_between_two_decisions_count() -> None:
    @over_position("Nobody ever has a treasure before him.")
    def never_gained() -> Prop:
        return forall(Players, lambda p: gained(p) == 0)

    seen = GAMES.positions_seen(never_gained, 2, 2)
    assert seen.status is Status.REFUTED
    assert "It fails for a moment" in seen.witness["told"]["en"][0]
    assert seen.witness["action"] is not None


def test_what_holds_in_all_games_seen_is_sampled_and_counted() -> None:
    assert GAMES.positions_seen(capped, 2, 2).status is Status.SAMPLED
    assert GAMES.rounds_seen(never_more, 2, 3).cases == 15
    assert GAMES.rounds_seen(never_more, 2, 3).status is Status.SAMPLED
    assert GAMES.rounds_seen(conserved, 2, 3).status is Status.SAMPLED


def test_a_round_that_refutes_is_told_with_its_beginning_and_end() -> None:
    seen = GAMES.rounds_seen(never_three := three_at_most(), 3, 8)
    assert seen.status is Status.REFUTED
    told = seen.witness["told"]["en"]
    assert told[0].startswith(never_three.statement) and "It fails in round" in told[0]
    assert "gained: 0 0 0 when the round begins" in told[1]
    assert len(told) <= 12 and len(set(told)) == len(told)
    assert GAMES.rounds_seen(somebody_takes, 2, 1).status is Status.REFUTED


def three_at_most() -> Conjecture:
    @over_round("Nobody takes more than three.")
    def three() -> Prop:
        return forall(Players, lambda p: after(gained(p)) <= 3)

    return three


def test_neither_proof_nor_game_is_undecided_and_says_where_the_proof_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "budget", SearchBudget(decisions=3, setups=1, width=2))

    @over_position("No hut ever has fourteen treasures.")
    def modest() -> Prop:
        return forall(Players, lambda p: hut(p) < 14)

    start = engine.new_game(engine.Setup.from_seed(2, 0))
    stuck = SolverVerdict(
        Status.UNDECIDED, 1, "settle", {**projection.facts(start), "player": start.actor, "island": 0}
    )
    seen = GAMES.searched(modest, 2, stuck)
    assert seen.status is Status.UNDECIDED
    told = seen.witness["told"]["en"]
    assert "the step settle would end it" in told[0]
    assert told[-1] == "Not reached within 3 decisions; setups searched: 1."
    early = GAMES.positions_seen(modest, 2, 1)
    assert (early.status, bool(early.witness)) == (Status.SAMPLED, False)


def test_a_proof_that_breaks_is_undecided_and_names_the_step() -> None:
    @over_position("Nobody settles more than two.")
    def two_settle() -> Prop:
        return implies(phase == SETTLE, forall(Players, lambda p: abroad(p) <= 2))

    verdict = attempt(two_settle).verdict
    assert (verdict.status, verdict.where) == (Status.UNDECIDED, "settle")
    assert verdict.values["on"]


def test_what_a_step_rests_on_is_told_and_what_had_to_be_left_out_is_said() -> None:
    @over_position("No hut ever has fourteen treasures.")
    def modest() -> Prop:
        return forall(Players, lambda p: hut(p) < 14)

    assert GAMES.mentions(modest, "finish_game") == {"hut", "gained"}
    start = engine.new_game(engine.Setup.from_seed(2, 0))
    claim, mentions = {"en": "Said.", "fr": "Dit."}, frozenset({"hut"})
    situation = Counterexample(2, projection.facts(start), claim=claim, mentions=mentions)
    for dropped, said in ((("hut",), True), (("turn",), False), ((), False)):
        data = GAMES.data(modest, situation, Replay(ReplayOutcome.AGREED, start, dropped=dropped), None)
        assert any("Told without what the prover says of hut" in line for line in data["told"]["en"]) is said


# Conclusions


def task(folder: Path, body: str, scope: str = "over_position") -> ConjectureTask:
    source = f'{IMPORT}@{scope}("Said.")\ndef mine() -> Prop:\n    return {body}\n'
    return ConjectureTask("costa_ruana", str(folder / "mine.py"), source, "mine", 2)


def test_a_game_settles_it_and_a_sample_stands_where_no_proof_does(tmp_path: Path) -> None:
    false = task(tmp_path, "phase <= FLIP")
    seen = Looking(false, 1)()
    assert seen is not None and seen.status is Status.REFUTED
    assert Concluding(false, seen, ())() == [seen]
    held = task(tmp_path, "after(round_number) == round_number", "over_round")
    sampled = Looking(held, 1)()
    assert sampled is not None and (sampled.status, sampled.cases) == (Status.SAMPLED, 5)
    proof, gap = (
        ProofAttempt("z3", "validity", PROVED),
        ProofAttempt("cvc5", "validity", SolverVerdict(Status.UNDECIDED)),
    )
    rows = Concluding(held, sampled, (proof, gap))()
    assert [(row.prover, row.status) for row in rows] == [("z3", Status.PROVED), (None, Status.SAMPLED)]
    assert [row.prover for row in Concluding(held, sampled, (proof,))()] == ["z3"]


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


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (["--only", "nothing"], "no conjecture begins with 'nothing'"),
        (["--bounds"], "without a file"),
        (["nowhere.py"], "nowhere.py: cannot be read"),
        (["{copy}"], "first is stated in"),
    ],
)
def test_bad_questions_get_one_line(
    given: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"{HEAD}def first() -> Prop:\n    return phase <= OVER\n"
    file, copy = written(tmp_path, text), written(tmp_path, text, "copy.py")
    assert main(["prove", str(file), *[word.format(copy=copy) for word in given]]) == 2
    refused = capsys.readouterr()
    assert complaint in refused.err and refused.err.count("\n") == 1
    assert refused.out == ""


@pytest.mark.parametrize("name", ["true_conjecture.py", "false_conjecture.py"])
def test_the_manual_has_one_conjecture_for_each_scope(name: str) -> None:
    scopes = [one.scope for one in load(DOCS / "examples" / name)]
    assert scopes == [Scope.ANYWHERE, Scope.REACHABLE, Scope.STEP, Scope.ROUND]
