"""A game as learning programs need it: actions and observations as numbers, chance node by node, and bounds.

Only views are looked at here, and what a seat has seen: what it cannot see cannot get into its numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Protocol

from archipel.checks.games.registry import game_called
from archipel.checks.judge.adapters.encoding import Encoding
from archipel.checks.judge.adapters.observing import Piece, marked, seen_fact
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput, canonical
from archipel.spec.logic.terms import Role

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

SEEDS = 1000
MOST = 1000
LONGEST = 10_000


class Memory(Protocol):
    """What seats remember of a game; it never changes, but goes on as another one."""

    def after(self, before: Any, action: Any, state: Any, /) -> Memory:
        """The memory once something has been done."""

    def text(self, state: Any, seat: int, /) -> str:
        """All that a seat knows and remembers, as canonical JSON."""

    def pieces(self, seat: int, /) -> Sequence[Piece]:
        """The same as numbers, besides what it sees."""


class LearningDeal(Protocol):
    """Chance before the first decision, node by node."""

    @property
    def nodes(self) -> int: ...

    @property
    def most(self) -> int:
        """The most outcomes that a node has."""

    def outcomes(self, before: Sequence[int], /) -> list[int]:
        """What can come next after these outcomes, each as likely as the others."""

    def setup(self, outcomes: Sequence[int], /) -> Any:
        """The setup that all outcomes together make."""

    def words(self, before: int, outcome: int, /) -> str:
        """An outcome for people; ``before`` says how many came before it."""


class Seeds:
    """A game that says nothing about its setup is dealt from one of so many seeds."""

    nodes, most = 1, SEEDS

    def __init__(self, game: Game, players: int) -> None:
        self.engine = game.engine
        self.players = players

    def outcomes(self, before: Sequence[int], /) -> list[int]:
        return list(range(SEEDS))

    def setup(self, outcomes: Sequence[int], /) -> Any:
        return self.engine.setup_from_seed(self.players, outcomes[0], self.engine.standard)

    def words(self, before: int, outcome: int, /) -> str:
        return f"seed {outcome}"


class Views:
    """All that each seat has seen, from the first position on."""

    def __init__(self, learning: Learning, seen: Sequence[tuple[str, ...]]) -> None:
        self.learning = learning
        self.seen = seen

    def after(self, before: Any, action: Any, state: Any, /) -> Views:
        codec = self.learning.engine.codec
        views = [canonical(codec.view_data(state, seat), False) for seat in range(len(self.seen))]
        return Views(self.learning, [(*seen, view) for seen, view in zip(self.seen, views, strict=True)])

    def text(self, state: Any, seat: int, /) -> str:
        return canonical({"views": list(self.seen[seat])}, newline=False)

    def pieces(self, seat: int, /) -> Sequence[Piece]:
        return ()


class Learning:
    """A game for so many players. What a game knows better than any other, it says in a class of its own."""

    remembers_numbers = False
    """Whether all that a seat remembers is told as numbers too."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.engine = game.engine
        self.players = players
        counts = self.engine.player_counts(self.engine.standard)
        if players not in counts:
            raise BadInput(f"players: expected {counts[0]} to {counts[-1]}, found {players}")

    def __reduce__(self) -> tuple[Callable[[str, int], Learning], tuple[str, int]]:
        return learning_of, (self.game.called, self.players)

    @property
    def longest(self) -> int:
        """No game takes more decisions."""
        return LONGEST

    @property
    def most_points(self) -> int:
        """No player can have more points."""
        return MOST

    @cached_property
    def opening(self) -> Any:
        """Some first position."""
        setup = self.engine.setup_from_seed(self.players, 0, self.engine.standard)
        return self.engine.new_game(setup, self.engine.standard)

    @cached_property
    def encoding(self) -> Encoding:
        return Encoding(self.game.mapping, self.opening, self.can_be)

    @cached_property
    def dealing(self) -> LearningDeal:
        return Seeds(self.game, self.players)

    @property
    def most_nodes(self) -> int:
        """So many chance nodes come before the first decision, and as many as decisions afterwards if any do."""
        return self.dealing.nodes + (self.longest if self.engine.outcomes else 0)

    @property
    def most_outcomes(self) -> int:
        """No chance node has more."""
        return max(self.dealing.most, MOST if self.engine.outcomes else 0)

    def can_be(self, action: Any) -> bool:
        """Whether an action could be legal in any position."""
        return True

    def observation(self, state: Any, seat: int) -> list[Piece]:
        """What a seat sees by the clauses, in named pieces; the same names and shapes in every position."""
        position, most = self.game.mapping.position(state), self.most_points
        seen, values = position.view(seat), position.values
        facts = self.game.rulebook.vocabulary.with_role(Role.STATE)
        depths = {symbol.name: (symbol.values, len(symbol.domains)) for symbol in facts}
        notions = position.machine.visibility.items()
        depths |= {name: (None, len(sight.variables)) for name, sight in notions if name not in depths}
        told = [
            seen_fact(name, named, depth, seen[name], values, most)
            for name, (named, depth) in depths.items()
            if name in seen
        ]
        return [marked("viewer", self.players, seat), marked("actor", self.players, self._seat(state)), *told]

    def _seat(self, state: Any) -> int | None:
        """Who decides, if anybody does."""
        actor: int | None = self.engine.actor(state)
        return None if actor == CHANCE else actor

    def begun(self, state: Any) -> Memory:
        """What is remembered of a game that has just begun."""
        return Views(self, [()] * self.players).after(state, None, state)

    def drawn(self, state: Any, seat: int | None) -> str:
        """A position, as a seat sees it or with everything hidden."""
        codec = self.engine.codec
        return canonical(codec.position_data(state) if seat is None else codec.view_data(state, seat))


@cache
def learning_of(game: str, players: int) -> Learning:
    """A game by its name, for so many players."""
    return game_called(game).learning(players)
