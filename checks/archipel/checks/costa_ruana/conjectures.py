"""Everything a file of conjectures about Costa Ruana needs: scopes, words, and the logic that joins them.

A conjecture is a function that returns a proposition, decorated with what it is about:

    @over_island("An island with a treasure and a single visitor gives it to him.")
    def visitor_takes(i: Num) -> Prop:
        return implies(all_of(crowd(i) == 1, treasures(i) >= 1), exists(Players, lambda p: takes(i, p)))

``archipel prove FILE`` decides all conjectures of a file.
"""

# ruff: noqa: F403, I001
from archipel.checks.proofs.conjectures.decide import Span
from archipel.checks.proofs.conjectures.state import Conjecture as Conjecture
from archipel.checks.proofs.conjectures.state import over_any, over_decisions_of
from archipel.checks.proofs.conjectures.state import over_position as over_position
from archipel.checks.proofs.conjectures.state import over_round as over_round
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.logic import *
from archipel.spec.costa_ruana.components import *
from archipel.spec.costa_ruana.setup import *
from archipel.spec.costa_ruana.play import *
from archipel.spec.costa_ruana.conditions import *
from archipel.spec.costa_ruana.resolution import *
from archipel.spec.costa_ruana.cards import *
from archipel.spec.costa_ruana.collection import *
from archipel.spec.costa_ruana.succession import *
from archipel.spec.costa_ruana.scoring import *
from archipel.spec.costa_ruana.vocabulary import *
from archipel.spec.costa_ruana import vocabulary as said
from archipel.spec.logic import all_of

over_island = over_any(said.Islands)
over_decision = over_decisions_of(RULEBOOK)

OUTSIDE = (said.settle, said.prepare, said.finish_game, said.accept, said.name)
SPAN = Span(
    begins=all_of(said.phase == said.PLAY_UP, said.turn == 0),
    over=said.phase == said.PREPARE,
    steps=tuple(step for step in RULEBOOK.steps.values() if step not in OUTSIDE),
)
"""A round, from before its first card to when its treasures have just been collected."""
