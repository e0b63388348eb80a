"""Explanations: what a theorem depends on is found by the prover, and it changes when the clauses do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.checks.little_games import counting

from archipel.checks.cli.command_line import main
from archipel.checks.proofs.explanation import Setting, depends, explain, lines_of
from archipel.checks.proofs.prover import ProofGame, ProofQuestion
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Clause, Rulebook, Source, Vocabulary
from archipel.spec.logic import Domain, Num, Prop, all_of, forall, total, when
from archipel.spec.theorems import Claim, Theory


def pond(guarded: bool = True) -> ProofGame:
    """Frogs hop onto leaves; a leaf bears only so many, if somebody says so."""
    words = Vocabulary()
    book = Rulebook("pond", {"pond": {"en": "Pond", "fr": "Mare"}}, words)
    leaves = Domain("leaves", "L", words.parameter("leaf_count"))
    bears = words.parameter("bears")
    frogs, flies = words.numbers("frogs", leaves), words.number("flies")
    leaf = words.argument("leaf", leaves)
    hop = book.decision("hop", leaf)

    def clause(name: str) -> Clause:
        return book.clause(f"pond.{name}", Source("T", "Pond"), en=f"{name} for {{bears}}", fr=f"{name} à {{bears}}")

    empty, lands, room, hungry, eats = (clause(name) for name in ("empty", "lands", "room", "hungry", "eats"))

    @empty.defines(leaves)
    def burden(i: Num) -> Num:
        return frogs(i) + 0

    @empty.initially
    def nobody_yet() -> Prop:
        return all_of(forall(leaves, lambda i: frogs(i) == 0), flies >= 0)

    lands.adds(frogs, hop)(lambda i: when(i == leaf, 1))
    eats.adds(flies, hop)(lambda: total(leaves, lambda i: frogs(i)))
    hungry.guards(hop)(lambda: flies <= 100)
    if guarded:

        @room.guards(hop)
        def leaf_bears_one_more() -> Prop:
            return forall(leaves, lambda i: burden(i) + when(i == leaf, 1) <= bears)

    theory = Theory(book)
    light = theory.theorem(
        "pond.light", "pond.room", "pond.hungry", covers=("P-1",), en="Never more than {bears}.", fr="Pas plus."
    )

    @light.kept
    def no_leaf_sinks() -> Prop:
        return forall(leaves, lambda i: frogs(i) <= bears)

    return ProofGame(theory, lambda players: {"leaf_count": players, "bears": 3}, interchangeable=(leaves,))


def claim_of(game: ProofGame) -> Claim:
    return game.theory.theorems["pond.light"].claims[0]


def dependence_on(game: ProofGame) -> tuple[dict[str, list[str]], list[str]]:
    return depends(ProofQuestion(game, 2, "z3", 5000), [claim_of(game)])


def test_a_theorem_depends_on_what_its_proof_needs_and_on_nothing_else() -> None:
    found, undecided = dependence_on(pond())
    assert found == {
        "pond.empty": ["defines burden", "initial"],
        "pond.lands": ["hop changes frogs"],
        "pond.room": ["guard of hop"],
    }
    assert not undecided


def test_without_the_guard_there_is_no_proof_to_explain() -> None:
    found, undecided = dependence_on(pond(guarded=False))
    assert undecided == ["no_leaf_sinks (hop)"]
    assert "pond.room" not in found


def test_explanations_fill_in_numbers_and_know_labels() -> None:
    setting = Setting(pond(), {"bears": 3}, (2, 3))
    assert setting.ids("P-1") == ["pond.light"]
    told = explain(setting, "pond.light", None, 5000)
    assert told["statements"]["en"] == "Never more than 3."
    assert (told["method"], told["expected"], told["explained_for"]) == ("induction", "holds", 2)
    assert told["claims"][0]["text"] == "∀i ∈ L. frogs(i) ≤ bears"
    with pytest.raises(BadInput, match=r"near: pond\.light"):
        setting.ids("pond.lihgt")
    with pytest.raises(BadInput, match="is about 2, 3 players"):
        explain(setting, "pond.light", 6, 5000)


def explained(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["prove", "--json", "--explain", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_patterns_of_a_single_depend_on_the_cap(capsys: pytest.CaptureFixture[str]) -> None:
    found = explained(capsys, "collection.single-patterns")
    assert found["depends_on"]["components.island-cap"] == ["invariant"]
    assert found["depends_on"]["collection.conflict"] == ["defines in-conflict"]
    assert not any(clause.startswith("succession") for clause in found["depends_on"])


def test_a_clause_s_own_invariant_is_explained_by_its_steps(capsys: pytest.CaptureFixture[str]) -> None:
    found = explained(capsys, "components.shaman")
    assert found["id"] == "invariant.components.shaman.somebody-is-shaman"
    assert found["depends_on"]["succession.refuse"] == ["name changes shaman"]


def test_what_is_false_is_explained_by_a_counterexample(capsys: pytest.CaptureFixture[str]) -> None:
    found = explained(capsys, "collection.most-takes")
    assert (found["expected"], found["depends_on"]) == ("fails", {})
    assert found["told"]["en"]
    assert found["told"]["fr"] != found["told"]["en"]


def test_an_unknown_id_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--explain", "collection.one-winer"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "collection.one-winner" in error


def test_the_chain_goes_down_to_clauses_and_says_what_is_not_proved() -> None:
    """Every link with what it rests on; a link that does not hold makes all those above it undecided."""
    hints = {"few_goats": {"": ["few_sheep", "as_many_goats"]}, "few_sheep": {"count": ["few_afterwards"]}}
    told = explain(Setting(counting(hints), {}, (2, 3)), "field.few-goats", 2, 5000)
    links = {link["claim"]: link for link in told["chain"]}
    assert {name: link["status"] for name, link in links.items()} == {
        "few_goats": "undecided",
        "few_sheep": "undecided",
        "as_many_goats": "proved",
        "few_afterwards": "refuted",
    }
    assert links["few_goats"]["rests_on"] == ["as_many_goats", "few_sheep"]
    assert (links["as_many_goats"]["rests_on"], links["as_many_goats"]["clauses"]) == ([], ["field.count"])
    assert "few_afterwards (refuted)" in told["undecided"]
    setting = Setting(counting({"few_goats": {"": ["few_sheep"]}}), {}, (2, 3))
    lines = list(lines_of(setting, explain(setting, "field.never-below-none", 2, 5000), "en"))
    assert "Rests on, link by link (2 players)" in lines
    assert "  never_below_none, proved: field.count" in lines
