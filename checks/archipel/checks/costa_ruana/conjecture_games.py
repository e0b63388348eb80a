"""Somebody's conjectures about Costa Ruana, looked at in its games."""

from __future__ import annotations

from archipel.checks.agreement.witnesses.game_search import SearchBudget
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.costa_ruana.reaching import SEARCH
from archipel.checks.costa_ruana.witness import REPLAYER
from archipel.checks.costa_ruana.witness_export import as_json
from archipel.checks.costa_ruana.witness_goals import reach
from archipel.checks.costa_ruana.witness_telling import MOST_LINES
from archipel.checks.proofs.conjectures.decide import Span
from archipel.checks.proofs.conjectures.in_games import ConjectureGames, Witnesses
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.logic import all_of

OUTSIDE = (words.settle, words.prepare, words.finish_game, words.accept, words.name)
SPAN = Span(
    begins=all_of(words.phase == words.PLAY_UP, words.turn == 0),
    over=words.phase == words.PREPARE,
    steps=tuple(step for step in RULEBOOK.steps.values() if step not in OUTSIDE),
)
"""A round, from before its first card to when its treasures have just been collected."""

WITNESSES = Witnesses(REPLAYER, SEARCH, reach, as_json, MOST_LINES)
GAMES = ConjectureGames(SPAN, WITNESSES, POLICIES, SearchBudget(decisions=120, setups=2))
