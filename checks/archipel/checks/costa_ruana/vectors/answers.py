"""What is Costa Ruana's own in vectors: its boxes, who wins by the clauses, and which words decide what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.explanations import EXPLAINER, reasons_against
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.projection import MAPPING, numbers_of
from archipel.checks.explain.narration import Happened
from archipel.checks.judge.vectors import Data
from archipel.checks.judge.vectors.answers import Answer, Answers, WrongVectorError
from archipel.checks.judge.vectors.moments import SeededGames
from archipel.checks.judge.vectors.played_games import PlayedGames
from archipel.reference.costa_ruana import Action, Phase, Place, Remove, State, codec
from archipel.reference.costa_ruana.deck import read_cards
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.clauses import Nature
from archipel.spec.machine import Position, blank

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
    """Besides: whether a game may be played with a box."""

    @property
    def questions(self) -> Mapping[str, Answer]:
        return {**super().questions, "box": self._box}

    def result(self, begin: Data, ask: Data) -> Data:
        state: State = self.position_at(begin)
        position = MAPPING.position(state)
        if state.is_terminal():
            points = [position.evaluate("points", seat) for seat in range(state.players)]
            winners = [seat for seat in range(state.players) if position.evaluate("wins", seat)]
            if (tuple(points), tuple(winners)) != (tuple(state.returns()), tuple(state.winners())):
                raise WrongVectorError("engine and clauses count otherwise")
        return super().result(begin, ask)

    def _box(self, _: Data, ask: Data) -> Data:
        """If the engine can read it, why the clauses say no."""
        try:
            rules = codec.read_rules(Field(ask["numbers"], "numbers"))
            deck = read_cards(Field(ask["deck"], "deck"))
        except BadInput:
            return {"accepted": False}
        clauses = MAPPING.machine({})
        parameters = numbers_of(rules).values(ask["players"]) | projection.material(deck, ())
        broken = dict.fromkeys(clauses.at(blank(clauses.rulebook, parameters)).broken(Nature.REQUIREMENT))
        return {"accepted": not broken, **({"reasons": [[clause] for clause in broken]} if broken else {})}


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


GAMES = CardGames(GAME)
ANSWERS = CardAnswers(GAMES)
SUITES = CardSuites(ANSWERS)
