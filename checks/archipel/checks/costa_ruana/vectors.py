"""What is Costa Ruana's own in test vectors: its boxes and setups, who wins, and which words decide what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.explanations import EXPLAINER, reasons_against
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.necessity import finding, search
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.costa_ruana.witness import REPLAYER
from archipel.checks.explain.narration import Happened
from archipel.checks.judge.vectors import Data
from archipel.checks.judge.vectors.answers import Answers, WrongVectorError
from archipel.checks.judge.vectors.boundary_cases import BoundaryCases
from archipel.checks.judge.vectors.game_vectors import GameVectors
from archipel.checks.judge.vectors.moments import SeededGames
from archipel.checks.judge.vectors.played_games import PlayedGames
from archipel.reference.costa_ruana import Action, Phase, Place, Remove, Setup, State
from archipel.reference.costa_ruana.codec import OPTIONAL
from archipel.spec.machine import Position

ROUNDS = (0, 1, 3, 5)
"""The opening, the first, the third and the last round."""


class CardGames(SeededGames):
    """Its games, with the words of its clauses."""

    def clauses(self, state: State, happened: Happened) -> Iterable[str]:
        return EXPLAINER.clauses(state, happened)

    def reasons(self, state: State, action: Action) -> Sequence[Sequence[str]]:
        return reasons_against(state, action)

    def phase(self, state: State) -> str:
        return state.phase.value


class CardAnswers(Answers):
    """Its boxes and setups, and results as its clauses count them."""

    def result(self, begin: Data, ask: Data) -> Data:
        state: State = self.position_at(begin)
        position = MAPPING.position(state)
        if state.is_terminal():
            points = [position.evaluate("points", seat) for seat in range(state.players)]
            winners = [seat for seat in range(state.players) if position.evaluate("wins", seat)]
            if (tuple(points), tuple(winners)) != (tuple(state.returns()), tuple(state.winners())):
                raise WrongVectorError("engine and clauses count otherwise")
        return super().result(begin, ask)

    def printed(self, terms: Terms) -> Mapping[str, Any]:
        return projection.material(terms.deck, ())

    def terms_of(self, values: Mapping[str, Any]) -> Terms:
        return Terms(projection.rules_of(values), projection.deck_of(values))

    def opening(self, values: Mapping[str, Any]) -> Data:
        """A card that lies before nobody is written as before the first seat, where no card may lie either."""
        ask = super().opening(values)
        for laid in ask["state"]["table"]:
            laid["before"] = max(laid["before"], 0)
        return ask

    def setup_of(self, values: Mapping[str, Any]) -> Setup:
        return projection.setup_of(values)


class CardSuites(PlayedGames):
    """Its suites, with the clauses that say who sees what."""

    phases_clauses = ("round.steps",)
    viewed_clauses = ("play.face-down", "reveal.turn-up", "succession.huts")

    def counted(self, state: State) -> Data | None:
        return {"phase": state.phase.value, "round": state.round} if state.round in ROUNDS else None

    def is_viewed(self, state: State) -> bool:
        return state.phase in (Phase.STAND, Phase.OFFER)

    def neighbours(self, state: State, action: Action) -> Iterator[Action]:
        """Besides: with an island that there is not, one more or instead of one."""
        yield from super().neighbours(state, action)
        if isinstance(action, Place | Remove):
            beyond, islands = state.islands, action.islands
            lists = [(*islands, beyond), *[(*islands[:n], *islands[n + 1 :], beyond) for n in range(len(islands))]]
            yield from [replace(action, islands=one) for one in lists]

    def values(self, state: State, here: Position, argument: Any, value: Any) -> Iterable[Any]:
        """One beyond those that there are; of cards those that are in hands, the next of the pile and a discard."""
        if argument.name != "card":
            known = list(super().values(state, here, argument, value))
            return known if isinstance(value, tuple) else [*known, known[-1] + 1]
        return sorted({card for hand in state.hands for card in hand} | {*state.pile[:1], *state.discards[:1]})


class CardVectors(GameVectors):
    """Its vectors; who waits his turn shows only when he is asked."""

    forgotten = ("waiting", *OPTIONAL)

    @cached_property
    def played(self) -> PlayedGames:
        return CardSuites(CardAnswers(CardGames(self.game)))

    @cached_property
    def boundaries(self) -> BoundaryCases:
        return BoundaryCases(self.played.answers, search(), finding, REPLAYER, self.game.players)


VECTORS = CardVectors(GAME)
