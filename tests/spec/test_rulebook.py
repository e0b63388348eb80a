"""The clauses of Costa Ruana as a text: complete, cited, in two languages, with no number written in."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from archipel.reference.costa_ruana import STANDARD
from archipel.spec.clauses import LANGUAGES, Clause, Nature
from archipel.spec.costa_ruana import CHAPTERS, NUMBERS, RULEBOOK
from archipel.spec.logic.terms import Role, symbols_in

CLAUSES = list(RULEBOOK.clauses.values())
HEADINGS = {
    "Costa Ruana",
    "Matériel",
    "But du jeu",
    "Mise en place",
    "Jeu",
    "Jouer 2 cartes et placer un habitant",
    "Le shaman retourne une carte Condition",
    "Révéler les cartes",
    "Résoudre les cartes",
    "Description des cartes",
    "Récupérer les trésors des îles",
    "Préparation pour le tour suivant",
    "Fin de la partie",
}


def test_every_clause_of_the_analysis_is_covered() -> None:
    covered = {number for clause in CLAUSES for number in clause.covers}
    assert covered == {f"C{number}" for number in range(1, 47)}


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_a_clause_is_complete(clause: Clause) -> None:
    assert re.fullmatch(r"[a-z]+\.[a-z0-9-]+", clause.id)
    assert clause.sources
    assert {source.heading for source in clause.sources} <= HEADINGS
    assert {source.text for source in clause.sources} <= {"T0", "T1"}
    numbers = NUMBERS.for_statements()
    english, french = (clause.statement(language, numbers) for language in LANGUAGES)
    assert english != french
    for text in (english, french):
        assert text[0].isupper()
        assert text.endswith(".")
        assert "{" not in text
    assert clause.parts


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_both_languages_name_the_same_numbers(clause: Clause) -> None:
    named = [set(re.findall(r"{(\w+)}", clause.statements[language])) for language in LANGUAGES]
    assert named[0] == named[1]
    written = [re.findall(r"\d+", re.sub(r"{\w+}", "", clause.statements[language])) for language in LANGUAGES]
    assert sorted(written[0]) == sorted(written[1])


def test_sections_are_in_rulebook_order() -> None:
    sections = list(dict.fromkeys(clause.section for clause in CLAUSES))
    assert set(sections) == set(RULEBOOK.sections)
    assert sections[0] == "components"
    assert sections[-1] == "end"


def test_no_number_is_buried_in_a_clause() -> None:
    """Only 0 and 1 (and the ranks of the kinds) may be written in a chapter; all else is a parameter."""
    for chapter in CHAPTERS:
        tree = ast.parse(Path(str(chapter.__file__)).read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and function.name not in ("rank", "pile_never_runs_out"):
                found = {n.value for n in ast.walk(function) if isinstance(n, ast.Constant) and type(n.value) is int}
                assert found <= {0, 1}, f"{chapter.__name__}.{function.name} has {found}"


def test_every_fact_is_changed_by_some_step_and_every_step_changes_something() -> None:
    changed = set()
    for step in RULEBOOK.steps.values():
        targets = {change.target.name for change in RULEBOOK.changes(step)}
        assert targets, step.name
        assert RULEBOOK.guards(step), step.name
        changed |= targets
    assert changed == {symbol.name for symbol in RULEBOOK.vocabulary.with_role(Role.STATE)}


def test_every_decision_says_whose_it_is() -> None:
    for step in RULEBOOK.decisions:
        assert step.arguments[0].name == "player"
        assert any("player" in symbols_in(guard.term) for guard in RULEBOOK.guards(step)), step.name


def test_invariants_speak_of_what_changes() -> None:
    for part in RULEBOOK.parts(Nature.INVARIANT):
        assert any(symbol.role is Role.STATE for symbol in symbols_in(part.term).values()), part.name


SAME_NUMBER = {
    "min_players": "min_players",
    "max_players": "max_players",
    "deck_size": "total_cards",
    "island_cards": "island_cards",
    "island_cap": "cap",
    "inhabitants": "inhabitants",
    "gems": "gems",
    "greatest_amount": "largest_amount",
    "hand": "hand",
    "settlers": "settled",
    "poor_islands": "poor_islands",
    "poor_treasures": "poor_treasures",
    "treasures_per_island": "treasures",
    "rounds": "rounds",
    "draw": "cards_drawn",
    "last_draw": "last_draw",
    "treasure_points": "points_per_treasure",
    "reserve_points": "points_per_inhabitant",
}


def test_clauses_and_engine_start_from_the_same_numbers() -> None:
    only_in_clauses = {"colours", "least_amount", "islands_for_players"}
    assert {field.name for field in fields(NUMBERS)} == SAME_NUMBER.keys() | only_in_clauses
    for ours, theirs in SAME_NUMBER.items():
        assert getattr(NUMBERS, ours) == getattr(STANDARD, theirs), ours
    assert tuple(NUMBERS.islands_for_players.values()) == STANDARD.islands_by_players
