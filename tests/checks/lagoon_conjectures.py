"""What a file of conjectures about Lagoon needs: its words, the logic, and what a claim can be about."""

# ruff: noqa: F403
from tests.toy.spec import *
from tests.toy.spec import Reefs, rules

from archipel.checks.proofs.conjectures.state import over_any, over_decisions_of
from archipel.checks.proofs.conjectures.state import over_position as over_position
from archipel.checks.proofs.conjectures.state import over_round as over_round
from archipel.spec.logic import *

over_reef, over_decision = over_any(Reefs), over_decisions_of(rules)
