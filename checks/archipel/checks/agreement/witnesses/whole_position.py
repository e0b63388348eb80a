"""A whole position from what a prover said of a part of it: model completion, checked against everything that holds."""

from __future__ import annotations

from collections.abc import Iterable

from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.agreement.witnesses.conditions import Values
from archipel.checks.agreement.witnesses.replay import Replayer
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.checks.proofs.prover import term_of
from archipel.spec.clauses import Nature
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role
from archipel.spec.theorems import Claim, Form


def whole_position(
    replayer: Replayer[Setup, State, Action, Terms], claim: Claim, given: Values, invariants: Iterable[Claim]
) -> Values | None:
    """A position of the engine with the values given, in which the invariants hold and which decides the claim: an
    example of what is possible, or else an exception. None if there is none."""
    try:
        state = replayer.state_from(given)
    except NoPosition:
        return None
    symbols = replayer.rulebook.vocabulary.symbols
    numbers = {name: value for name, value in given.items() if symbols[name].role is Role.PARAMETER}
    whole = {**replayer.mapping.values(state), **numbers}
    view = Interpretation("z3", whole)
    kept = all(view(term_of(invariant)) for invariant in invariants)
    if not kept or replayer.mapping.machine({}).at(whole).broken(Nature.REQUIREMENT):
        return None
    return whole if view(term_of(claim)) == (claim.form is Form.POSSIBLE) else None
