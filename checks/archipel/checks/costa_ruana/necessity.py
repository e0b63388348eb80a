"""Which clauses of Costa Ruana are needed, and the situations that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.agreement.witnesses.counterexamples import Counterexample, ReplayOutcome
from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.necessity_scenes import opening, scenes
from archipel.checks.costa_ruana.projection import deck_of, machine, rules_of, setup_of
from archipel.checks.costa_ruana.witness import REPLAYER
from archipel.checks.proofs.necessity import (
    ClauseEffect,
    NecessityFinding,
    NecessityRow,
    Observation,
    Search,
    Witness,
    examine,
)
from archipel.checks.proofs.results import Check, Result
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana.deck import read_cards
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.vocabulary import OVER, PREPARE, phase
from archipel.spec.logic.builders import kept_with_context
from archipel.spec.machine import Values

# Notions that answer what people ask, though no step depends on some of them.
OBSERVATIONS = (
    Observation("takes"),
    Observation("successor", phase == PREPARE),
    Observation("hand_size"),
    Observation("points", phase == OVER),
    Observation("wins", phase == OVER),
    Observation("share_victory", phase == OVER),
)

PLAYERS = range(NUMBERS.min_players, NUMBERS.max_players + 1)
FEWEST = NUMBERS.min_players


def checks(players: Sequence[int] = PLAYERS) -> list[Check]:
    """Every clause, section by section. Few players are enough to show what a clause is for."""
    return [Check("necessity", FEWEST, section, (name,)) for name in RULEBOOK.sections if FEWEST in players]


def section(id: str, _: int, name: str) -> list[Result]:
    """The clauses of one section."""
    clauses = [clause.id for clause in RULEBOOK.clauses.values() if clause.section == name]
    return [finding(clause).result(id) for clause in clauses]


def rows() -> list[NecessityRow]:
    """The table of necessity, in rulebook order."""
    return [finding(clause).row for clause in RULEBOOK.clauses]


@kept_with_context
def search() -> Search:
    return Search(RULEBOOK, scenes, opening, OBSERVATIONS)


@cache
def finding(clause: str) -> NecessityFinding:
    """What was found out about a clause, with the engine's objection if it does not side with the rulebook."""
    known = NUMBERS.values(FEWEST) | {"cards": NUMBERS.deck_size}
    found = examine(search(), RULEBOOK.clauses[clause], PLAYERS, known)
    if found.witness is None:
        return found
    return replace(found, objection=objection(found.witness), remark=remark(found.witness))


@dataclass(frozen=True)
class NecessityExample:
    """A situation on one side of what a clause decides: where it makes the difference, or the nearest where not."""

    clause: str
    decides: bool
    situation: Counterexample


def examples(clause: str) -> list[NecessityExample]:
    """The situation that depends on a clause and, if it is about a step, the nearest one that does not."""
    witness = finding(clause).witness
    if witness is None:
        return []
    found = [NecessityExample(clause, True, situation(witness))]
    beside = search().contrast(witness)
    if beside is not None and witness.step is not None:
        values, given = beside
        found.append(NecessityExample(clause, False, Counterexample(witness.players, values, witness.step.name, given)))
    return found


# The engine must side with the rulebook, not with the variant


def objection(witness: Witness) -> str:
    """How the engine sides with the variant rather than with the rulebook; empty if it does not."""
    match witness.effect:
        case ClauseEffect.OPENS:
            return "the engine begins a game so" if engine_begins(witness) and not _about_the_box(witness) else ""
        case ClauseEffect.ANSWERS:
            ours = machine().at(witness.values).evaluate(witness.asked, *witness.given)
            theirs = engine_answer(witness)
            return "" if ours == theirs else f"the engine answers {theirs}, the clauses {ours}"
        case _:
            found = REPLAYER.replay(situation(witness))
            sides = found.agrees and not found.doubt
            return "" if sides or found.outcome is ReplayOutcome.UNSHOWN else found.label


def remark(witness: Witness) -> str:
    """What the engine cannot be asked, if it cannot: it passes some moments without showing them, and what the box
    must hold for other games than the one at hand is checked by the clauses alone, when a deck is read."""
    match witness.effect:
        case ClauseEffect.OPENS:
            return "the engine plays with it, the clauses alone refuse it" if engine_begins(witness) else ""
        case ClauseEffect.ANSWERS:
            return ""
        case _:
            unshown = REPLAYER.replay(situation(witness)).outcome is ReplayOutcome.UNSHOWN
            return "the engine never shows this moment" if unshown else ""


def _about_the_box(witness: Witness) -> bool:
    return witness.part.nature is Nature.REQUIREMENT


def situation(witness: Witness) -> Counterexample:
    """A witness for the engine; what must not happen by itself is no step there, the engine waits for a decision."""
    step = witness.step
    if step is None or (witness.effect is ClauseEffect.FORBIDS and not step.is_decision):
        return Counterexample(witness.players, witness.values)
    return Counterexample(witness.players, witness.values, step.name, witness.given)


def engine_answer(witness: Witness) -> Any:
    """The engine's answer to the question whose answer depends on a clause."""
    values, given = witness.values, witness.given
    match witness.asked:
        case "takes":
            return engine.island_winner(values["on"][given[0]], values["treasures"][given[0]]) == given[1]
        case "hand_size":
            return len(_state(values).hands[given[0]])
        case "successor":
            return engine.next_shaman(values["shaman"], values["gained"])
        case "points":
            return _state(values).returns()[given[0]]
        case _:
            return set(given) <= set(_state(values).winners())


def _state(values: Values) -> engine.State:
    found = REPLAYER.replay(Counterexample(values["players"], values))
    if found.state is None or not found.agrees:
        raise NoPosition(found.label)
    return found.state


def engine_begins(witness: Witness) -> bool:
    """Whether the engine begins a game with exactly these numbers, this deck and, given the same chance, so."""
    values = witness.values
    try:
        rules, deck = rules_of(values), read_cards(Field([card.text for card in deck_of(values).cards], "deck"))
        anyhow = _about_the_box(witness)
        setup = engine.Setup.from_seed(values["players"], 0, rules, deck) if anyhow else setup_of(values)
        state = engine.new_game(setup, rules, deck)
    except (BadInput, NoPosition, KeyError):
        return False
    begun = projection.values(state, setup)
    return all(begun[name] == values[name] for name in witness.scene.ordinary)
