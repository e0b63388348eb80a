"""Conjectures about any game: proved, refuted by situations and games, told, and written as tests. On Lagoon."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.checks.lagoon_conjectures import over_decision, over_position, over_reef, over_round
from tests.toy.engine import Rules, Setup, State
from tests.toy.game import ENGINE, GAME, MAPPING
from tests.toy.spec import (
    SHOWN,
    Players,
    Reefs,
    at,
    basket,
    card,
    dive,
    left,
    pearls_each,
    place_of,
    player,
    reefs,
    show,
    swell,
)

from archipel.checks.agreement.witnesses.counterexamples import Counterexample, Replay, ReplayOutcome
from archipel.checks.agreement.witnesses.game_search import GameReached, SearchBudget
from archipel.checks.agreement.witnesses.situations import MOST_LINES
from archipel.checks.cli.command_line import main
from archipel.checks.games.registry import LOADED
from archipel.checks.proofs.conjectures.decide import (
    Concluding,
    ConjectureTask,
    Looking,
    ProofAttempt,
    attempted,
    confirmed,
)
from archipel.checks.proofs.conjectures.in_games import ConjectureGames, holding
from archipel.checks.proofs.conjectures.state import Conjecture
from archipel.checks.proofs.prover import ProofQuestion
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import PROVED, SolverVerdict
from archipel.reference.strict_json import Field
from archipel.spec.logic import Num, Prop, after, forall, implies, total

GAMES: ConjectureGames[Setup, State, Any, Rules] = ConjectureGames(GAME)
SITUATIONS = GAME.situations
ROOT = Path(__file__).parents[2]


def attempt(conjecture: Conjecture, prover: str = "z3") -> ProofAttempt:
    return attempted(ProofQuestion(GAME.proofs, 3, prover, 20_000), conjecture, GAMES)


@over_reef("A reef with a pearl has three.")
def three_or_none(r: Num) -> Prop:
    return implies(left(r) >= 1, left(r) == 3)


@over_decision("Diving brings up what the die shows.", dive)
def all_of_it() -> Prop:
    return after(basket(player)) == basket(player) + swell


@over_decision("A card that is shown is shown.", show)
def shown_then() -> Prop:
    return after(place_of(card)) == SHOWN


@over_position("Every pearl is somewhere.")
def kept_pearls() -> Prop:
    return total(Reefs, left) + total(Players, basket) == reefs * pearls_each


@over_position("Nobody has three pearls.")
def few_pearls() -> Prop:
    return forall(Players, lambda p: basket(p) <= 2)


@over_round("No pearl comes back.")
def never_back() -> Prop:
    return after(total(Reefs, left)) <= total(Reefs, left)


@over_round("Somebody takes a pearl.")
def somebody_takes() -> Prop:
    return after(total(Players, basket)) > total(Players, basket)


@over_round("Whoever is at reef 0 stays there.")
def stays() -> Prop:
    return implies(at(0) == 0, after(at(0)) == 0)


# What provers say


@pytest.mark.parametrize("prover", ["z3", "cvc5"])
@pytest.mark.parametrize(
    ("conjecture", "method"), [(shown_then, "validity"), (kept_pearls, "validity"), (never_back, "induction")]
)
def test_true_conjectures_are_proved(conjecture: Conjecture, method: str, prover: str) -> None:
    found = attempt(conjecture, prover)
    assert (found.method, found.proved) == (method, True)


def test_a_round_is_proved_only_if_every_step_keeps_the_claim() -> None:
    broken = attempt(stays).verdict
    assert (broken.status, broken.where) == (Status.UNDECIDED, "swim")


@pytest.mark.parametrize("conjecture", [three_or_none, all_of_it], ids=lambda c: c.name)
def test_false_conjectures_are_refuted_by_a_situation_the_engine_has(conjecture: Conjecture) -> None:
    found = attempt(conjecture)
    assert found.verdict.status is Status.REFUTED
    question = ProofQuestion(GAME.proofs, 3, "cvc5", 20_000)
    agreed = confirmed(question, conjecture, ProofAttempt("z3", "validity", found.verdict))
    assert agreed is not None and agreed.method == "situation of z3 confirmed"
    assert confirmed(question, conjecture, ProofAttempt("z3", "validity", PROVED)) is None
    seen = GAMES.examined(conjecture, 3, found.verdict, thorough=False)
    assert seen["replay"]["agrees"] and seen["told"]["en"][0] == conjecture.statement
    assert len(seen["told"]["en"]) <= MOST_LINES and any("left" in line for line in seen["drawn"]["en"])
    compile(seen["test"], "test", "exec")


# What games show


def test_a_game_refutes_a_claim_about_positions_and_moments_between_decisions_count() -> None:
    seen, holds = GAMES.positions_seen(few_pearls, 3, 8), holding(few_pearls.term)
    assert seen.status is Status.REFUTED and "It fails for a moment" in seen.witness["told"]["en"][0]
    record = ENGINE.codec.read_record(Field(seen.witness["reach"]["record"]))
    state = ENGINE.new_game(record.setup, record.terms)
    for action in record.moves:
        assert holds(MAPPING.values(state))
        state = ENGINE.apply_action(state, action)
    assert not holds(MAPPING.values(state))


def test_what_holds_in_all_games_seen_is_sampled_and_counted() -> None:
    assert GAMES.positions_seen(kept_pearls, 3, 2).status is Status.SAMPLED
    seen = GAMES.rounds_seen(never_back, 3, 3)
    assert (seen.status, seen.cases) == (Status.SAMPLED, 12)


def test_a_round_that_refutes_is_told_with_its_beginning_and_end() -> None:
    seen = GAMES.rounds_seen(stays, 3, 4)
    assert seen.status is Status.REFUTED
    told = seen.witness["told"]["en"]
    assert "It fails in round" in told[0] and told[1].startswith("at: 0 ") and "when the round begins" in told[1]


def test_neither_proof_nor_game_is_undecided_and_says_where_the_proof_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "budget", SearchBudget(decisions=3, setups=1, width=2))

    @over_position("Nobody ever has fourteen pearls.")
    def modest() -> Prop:
        return forall(Players, lambda p: basket(p) < 14)

    start = ENGINE.new_game(ENGINE.setup_from_seed(3, 0, Rules()), Rules())
    stuck = SolverVerdict(Status.UNDECIDED, 1, "dive", {**MAPPING.facts(start), "player": 0})
    told = GAMES.searched(modest, 3, stuck).witness["told"]["en"]
    assert "the step dive would end it" in told[0]
    assert told[-1] == "Not reached within 3 decisions; setups searched: 1."
    assert GAMES.mentions(modest, "dive") == {"basket", "swell", "left", "at", "active"}
    for dropped, said in ((("basket",), True), (("turn",), False), ((), False)):
        about, claim = frozenset({"basket"}), {"en": "-", "fr": "-"}
        situation = Counterexample(3, MAPPING.facts(start), claim=claim, mentions=about)
        data = GAMES.data(modest, situation, Replay(ReplayOutcome.AGREED, start, dropped=dropped), None)
        assert any("Told without what the prover says of basket" in line for line in data["told"]["en"]) is said


def test_a_game_settles_it_and_a_sample_stands_where_no_proof_does(tmp_path: Path, installed: None) -> None:
    def task(body: str, scope: str) -> ConjectureTask:
        head = f'from tests.checks.lagoon_conjectures import *\n@{scope}("Said.")\ndef mine() -> Prop:\n'
        return ConjectureTask("lagoon", str(tmp_path / "mine.py"), f"{head}    return {body}\n", "mine", 3)

    false = task("phase == ROLL", "over_position")
    seen = Looking(false, 1)()
    assert seen is not None and Concluding(false, seen, ())() == [seen] and seen.status is Status.REFUTED
    held = task("after(round_number) == round_number", "over_round")
    sampled = Looking(held, 1)()
    assert sampled is not None and (sampled.status, sampled.cases) == (Status.SAMPLED, 4)
    gap = ProofAttempt("cvc5", "validity", SolverVerdict(Status.UNDECIDED))
    rows = Concluding(held, sampled, (ProofAttempt("z3", "validity", PROVED), gap))()
    assert [(row.prover, row.status) for row in rows] == [("z3", Status.PROVED), (None, Status.SAMPLED)]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOADED, "lagoon", GAME)


@pytest.fixture
def prove(installed: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run ``archipel prove`` on a file of conjectures."""

    def command(text: str, *arguments: str) -> tuple[int, str, str]:
        (tmp_path / "mine.py").write_text(f"from tests.checks.lagoon_conjectures import *\n{text}")
        code = main(["--game", "lagoon", "prove", str(tmp_path / "mine.py"), "-j", "1", "--players", "3", *arguments])
        return code, *capsys.readouterr()

    return command


def test_the_command_decides_a_file(prove: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    text = '@over_decision("Said.", dive)\ndef mine() -> Prop:\n    return after(basket(player)) <= basket(player)\n'
    code, out, _ = prove(text, "--json", "--as-test", str(tmp_path / "test_found.py"))
    results = json.loads(out)["results"]
    assert code == 1 and {row["status"] for row in results} == {"refuted"}
    assert all(row["witness"]["replay"]["agrees"] for row in results)
    compile((tmp_path / "test_found.py").read_text(), "test", "exec")
    assert "no conjecture begins with 'other'; there are mine" in prove(text, "--only", "other")[2]


# Situations


def situations() -> dict[str, Counterexample]:
    """A position, a dive, a dive that is refused, what follows from one, and a position that no game comes to."""
    return {
        "position": Counterexample(3, {"basket": (2, 1, 0), "round": 2}),
        "diving": Counterexample(3, {"left": (2,), "at": (0,), "swell": 2}, "dive", (0,), violation="after != before"),
        "refused": Counterexample(3, {"left": (0,), "at": (0,), "phase": 1, "active": 0}, "dive", (0,)),
        "finishing": Counterexample(3, {"shown": (1, 0, 0)}, "finish", ()),
        "doubtful": Counterexample(3, {"left": (9, 9, 9, 9, 9, 9), "basket": (0, 0, 0)}),
    }


@pytest.mark.parametrize("name", situations())
def test_a_situation_is_told_searched_for_and_written_down(name: str) -> None:
    situation = situations()[name]
    found = SITUATIONS.replayer.replay(situation)
    reached = SITUATIONS.reach(situation, found, SearchBudget(decisions=30, setups=2))
    data = json.loads(json.dumps(SITUATIONS.as_json(situation, found, reached, name)))
    assert data["replay"]["outcome"] == found.outcome.name.lower() and data["reach"]["label"] in data["told"]["en"]
    assert data["reach"]["reached"] == isinstance(reached, GameReached) == (name != "doubtful")
    if isinstance(reached, GameReached):
        *_, last = SITUATIONS.search.states(reached.record)
        wanted = {} if name == "finishing" else situation.values
        facts = MAPPING.facts(last)
        assert all(facts[fact][: len(value)] == value for fact, value in wanted.items() if isinstance(value, tuple))
    told = {"doubtful": "some are missing", "refused": "that cannot be done now", "diving": "dives for 2 pearls"}
    assert told.get(name, "") in " ".join(data["told"]["en"])


def test_written_tests_pass_and_fail_when_the_engine_does_otherwise(tmp_path: Path, installed: None) -> None:
    for name, situation in situations().items():
        source = SITUATIONS.as_test(situation, name)
        (tmp_path / f"test_{name}.py").write_text(source, encoding="utf-8")
        space: dict[str, Any] = {}
        exec(source, space)
        space[f"test_{name}"]()
        *_, last = [line for line in source.splitlines() if line.startswith("    assert data")] or [""]
        if last:
            exec(source.replace(last, last.replace("==", "!=")), space)
            with pytest.raises(AssertionError):
                space[f"test_{name}"]()
    config = ["--config", str(ROOT / "pyproject.toml")]
    for command in (["check", *config], ["format", "--check", *config]):
        linted = subprocess.run([sys.executable, "-m", "ruff", *command, str(tmp_path)], capture_output=True, text=True)
        assert linted.returncode == 0, linted.stdout


def test_there_is_no_test_of_nothing() -> None:
    with pytest.raises(ValueError, match="nothing to test"):
        SITUATIONS.as_test(Counterexample(3, {"basket": (1, 1, 1, 1)}), "nothing")
    with pytest.raises(ValueError, match="not a name"):
        SITUATIONS.as_test(situations()["position"], "not a name")
