"""Searches for games of Costa Ruana: what is alike while the players settle, and the board at the collection."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from archipel.checks.agreement.witnesses.game_search import GameReached, GameSearch, SearchBudget, SearchGoal
from archipel.checks.costa_ruana.engine import ENGINE, Terms
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Action, Condition, Phase, Setup, State
from archipel.reference.costa_ruana.effects import perform
from archipel.reference.costa_ruana.resolution import sent_home


def at_collection(before: State, action: Action, after: State) -> State | None:
    """The board at the moment of collection, if this decision led to it."""
    if before.phase not in (Phase.FLIP, Phase.RESOLVE, Phase.EFFECT) or after.phase not in (Phase.OFFER, Phase.OVER):
        return None
    board = perform(before, action) if before.phase is Phase.EFFECT else before
    home = sent_home(board, range(len(board.table)))
    return home.changed(
        phase=Phase.RESOLVE,
        tide=after.tide,
        time=after.time,
        table=(None,) * len(board.table),
        resolving=None,
        waiting=(),
        copying=False,
    )


class CostaRuanaSearch(GameSearch[Setup, State, Action, Terms]):
    """While the players settle, positions that differ only in islands the goal does not speak of count once, and small
    games are swept completely."""

    def passed(self, before: State, action: Action, after: State) -> State | None:
        return at_collection(before, action, after)

    def kept(self, state: State, budget: SearchBudget) -> int:
        """Nearly all that two players can settle."""
        return 400 if state.phase is Phase.SETTLE and state.players == 2 else budget.width

    def tries_all(self, state: State) -> bool:
        return state.phase is Phase.SETTLE

    def named(self, setup: Setup) -> str:
        return f"{setup.order} {setup.shaman}"

    def key(self, state: State, goal: SearchGoal[State]) -> Hashable:
        if state.phase is not Phase.SETTLE:
            return state
        islands = list(zip(state.treasures, state.inhabitants, strict=True))
        named = tuple([islands[island] for island in sorted(goal.about) if island < len(islands)])
        rest = sorted([pair for island, pair in enumerate(islands) if island not in goal.about])
        return named, tuple(rest)

    def touches(self, action: Action, goal: SearchGoal[State]) -> int:
        match action:
            case engine.Remove(islands=islands) | engine.Place(islands=islands):
                return sum([island in goal.about for island in islands])
            case engine.MoveTreasure() | engine.MoveInhabitant():
                return (action.source in goal.about) + (action.target in goal.about)
            case _:
                return 0

    def plainer(self, state: State, action: Action) -> Iterator[Action]:
        """Nobody on a card, another card, before oneself, no shaman named."""
        match action:
            case engine.Stand(player=player):
                yield engine.Pass(player)
            case engine.PlayUp(player=player) | engine.PlayDown(player=player):
                for card in state.hands[player]:
                    if (card, player) != (action.card, action.before):
                        yield type(action)(player, card, player)
            case engine.Flip(player=player):
                yield from [engine.Flip(player, other) for other in Condition if other is not action.condition]
            case engine.Name(player=player):
                yield engine.Accept(player)

    def is_plain(self, action: Action) -> bool:
        return isinstance(action, engine.Pass | engine.Accept)


SEARCH = CostaRuanaSearch(ENGINE)
Found = GameReached[Setup, Action, Terms]
