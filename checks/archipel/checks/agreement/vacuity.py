"""Vacuity check of permissions and guards: each must make a difference somewhere, and not everywhere.

A permission that every legal way of a step uses, or none, says nothing. What the clauses call a use of it is compared
with what the game itself tells of the same decision, in its own words. A guard that forbids nothing that the other
guards do not forbid is either written down as such, with the reason, or wrong. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from archipel.checks.proofs.necessity import ClauseEffect, Search, Witness
from archipel.spec.clauses import Nature, Part, Rulebook, Step
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.machine import Guard, Machine, Position, Values


@dataclass(frozen=True, eq=False)
class Decision:
    """A legal decision, as the clauses see it, and which permissions it uses by the game's own words."""

    values: Values
    step: Step
    given: tuple[Any, ...]
    uses: Mapping[str, bool]


@dataclass
class Uses:
    """How often permissions were used and not used by legal decisions, and what is wrong with them."""

    used: dict[str, int] = field(default_factory=dict)
    unused: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    @property
    def cases(self) -> int:
        return sum(self.used.values()) + sum(self.unused.values())


def name_of(part: Part) -> str:
    """A part of a clause about a step, so that no other is called the same."""
    assert part.step is not None
    return f"{part.clause} {part.name} ({part.step.name})"


def permissions(rulebook: Rulebook) -> list[Part]:
    return [part for step in rulebook.steps.values() for part in rulebook.parts(Nature.PERMITS, step=step)]


def uses_of(rulebook: Rulebook, decisions: Iterable[Decision]) -> Uses:
    """What legal decisions make of every permission."""
    parts, found = permissions(rulebook), Uses()
    by_step = {part.step: [other for other in parts if other.step is part.step] for part in parts}
    compiled = {
        step: compile_functions([Function(name_of(part), part.term, step.arguments) for part in allowed])
        for step, allowed in by_step.items()
        if step is not None
    }
    for decision in decisions:
        if decision.step not in compiled:
            continue
        bound = compiled[decision.step](decision.values)
        for part in by_step[decision.step]:
            _compare(part, bool(bound[name_of(part)](*decision.given)), decision, found)
    return found


def _compare(part: Part, uses: bool, decision: Decision, found: Uses) -> None:
    name = name_of(part)
    counts = found.used if uses else found.unused
    counts[name] = counts.get(name, 0) + 1
    if part.name not in decision.uses:
        _say(found, f"{name}: the game does not tell when it is used")
    elif uses != decision.uses[part.name]:
        says = "a use" if uses else "no use"
        _say(found, f"{name}: {says} by the clauses, not by the game, {decision.step.name}{decision.given}")


def _say(found: Uses, wrong: str) -> None:
    if not any(said.partition(":")[0] == wrong.partition(":")[0] for said in found.wrong):
        found.wrong.append(wrong)


def settle_the_rest(
    search: Search, found: Uses, players: int, objection: Callable[[Witness], str], trivial: Mapping[str, str]
) -> None:
    """Let a solver look for uses, and for the opposite, that no decision showed; what it does not find is wrong.

    ``trivial`` names permissions that may be used always or never, with the reason.
    """
    for part in permissions(search.rulebook):
        name = name_of(part)
        if name in found.used and name in found.unused:
            continue
        witness = search.shown(part, [players])
        used = name in found.used or (witness is not None and not objection(witness))
        unused = name in found.unused or (witness is not None and search.contrast(witness) is not None)
        if not (used and unused) and name not in trivial:
            found.wrong.append(f"{name}: {'used by every legal decision' if used else 'used by no legal decision'}")


def forbidding(machine: Machine, positions: Iterable[Values]) -> set[str]:
    """The guards that are alone in forbidding something in some position."""
    unseen = {step: set(machine.guards[step.name]) for step in machine.rulebook.steps.values()}
    found: set[str] = set()
    for values in positions:
        here = machine.at(values)
        for step, guards_left in unseen.items():
            alone = {guard for guard in guards_left if _alone(here, step, guard)}
            found |= {name_of(guard.part) for guard in alone}
            guards_left -= alone
    return found


def _alone(here: Position, step: Step, guard: Guard) -> bool:
    """Whether all other guards of a step allow something that this one forbids."""
    others = [other for other in here.machine.guards[step.name] if other is not guard]
    ways = here.legal(step, others)
    return any(not here.passes(guard, given) for given in ways)


def idle_guards(
    search: Search,
    seen: set[str],
    players: Sequence[int],
    spare: Mapping[str, str],
    objection: Callable[[Witness], str],
) -> tuple[int, list[str]]:
    """How many guards there are, and which of them forbid nothing that the others of their step do not.

    For those not ``seen`` to forbid something a solver looks for a situation. ``spare`` names guards that follow from
    others, with the reason; one that does not follow is wrong too.
    """
    rulebook = search.rulebook
    parts, wrong = [part for step in rulebook.steps.values() for part in rulebook.guards(step)], []
    for part in parts:
        name = name_of(part)
        alone = name in seen or _forbids(search, part, players[:1] if name in spare else players, objection)
        if alone == (name in spare):
            wrong.append(f"{name}: {'forbids something, and is called spare' if alone else 'forbids nothing'}")
    gone = [name for name in spare if name not in {name_of(part) for part in parts}]
    return len(parts), [*wrong, *(f"{name}: there is no such guard to spare" for name in gone)]


def _forbids(search: Search, part: Part, players: Sequence[int], objection: Callable[[Witness], str]) -> bool:
    witness = search.shown(part, players)
    return witness is not None and witness.effect is ClauseEffect.FORBIDS and not objection(witness)
