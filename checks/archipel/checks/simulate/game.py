"""A game played many times (*Monte Carlo simulation*): what is played, and what is counted of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from archipel.checks.games.engine import GameRecord
from archipel.checks.games.registry import game_called
from archipel.checks.simulate.chance import Chance
from archipel.checks.simulate.tallies import Tally
from archipel.checks.variants.variant_files import Variant
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput, canonical, shown

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

Words = Mapping[str, str]
"""The same in each language."""
Cell = int | str
RANDOM = "random"
"""The bot that every game has, and the only one of a fingerprint: any legal action, each as likely as the others."""


SEATS = ("points_of_first", "points_of_last", "points_of_winners", "lead", "winner")
"""Histograms of who has how much at the end."""

WORDS: Mapping[str, Words] = {
    "points": {"en": "points of a player", "fr": "points d'un joueur"},
    "points_of_winners": {"en": "points of the winner", "fr": "points du vainqueur"},
    "lead": {"en": "lead over the second", "fr": "avance sur le deuxième"},
    "decisions": {"en": "decisions in a game", "fr": "décisions d'une partie"},
    "first": {"en": "the first player", "fr": "le premier joueur"},
    "seats": {"en": "By seat, from the first player", "fr": "Par place, depuis le premier joueur"},
    "read": {
        "en": "the variant reads it, or what it rests on, otherwise, so the count would mean something else",
        "fr": "la variante lit autrement cette clause, ou ce sur quoi elle repose : le compte aurait un autre sens",
    },
}
"""What numbers are called that are counted of every game."""


@dataclass(frozen=True)
class SimulationTask:
    """Which games are played: by which rules, by whom and with which chance."""

    variant: Variant
    players: int
    seed: int
    bots: tuple[str, ...]
    """One strength for all, or one for each player."""

    @property
    def is_mixed(self) -> bool:
        return len(set(self.bots)) > 1

    def lineup(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game: one seat further in each game, so that nobody gains by his seat."""
        if len(self.bots) == 1:
            return self.bots * self.players
        turn = number % self.players
        return (*self.bots[-turn:], *self.bots[:-turn]) if turn else self.bots


@dataclass(frozen=True)
class GameOutcome:
    """How a game ended, and what else stands in its row of a table."""

    first: int
    """The seat from which the others are counted."""
    points: tuple[int, ...]
    winners: tuple[int, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class CountedGames:
    """A clause, when it decides something, and of how many moments that is told."""

    clause: str
    when: Words
    of: str
    points: tuple[str, ...] = ()
    """The points of the readings that give this another meaning."""


@dataclass(frozen=True)
class Uncounted:
    """Why it is not counted how often a clause decides something."""

    reason: str
    instead: tuple[str, ...] = ()
    """The clauses at which the same moments are counted."""


class Watcher(Protocol):
    """Watches one game, and counts what is worth counting."""

    def saw(self, state: Any, choices: int, action: Any, after: Any, /) -> None:
        """One decision: where it was asked, among how many it chose, and where it led."""

    def over(self, state: Any, /) -> None:
        """The game has ended so."""

    def note(self, tally: Tally, /) -> None:
        """Add up what was counted."""


class Unwatched:
    """Watches nothing."""

    def saw(self, state: Any, choices: int, action: Any, after: Any, /) -> None: ...

    def over(self, state: Any, /) -> None: ...

    def note(self, tally: Tally, /) -> None: ...


@dataclass(frozen=True)
class Playout:
    """A game from beginning to end, without the outcomes of chance among its decisions."""

    setup: Any
    moves: Sequence[Any]
    decisions: Sequence[Any]
    choices: Sequence[int]
    """Among how many each decision was."""
    end: Any
    watcher: Watcher


class Simulation:
    """A game, to be played many times. What is counted besides results, a game says in a class of its own."""

    counted: Sequence[CountedGames] = ()
    """The clauses of which is counted how often they decide something."""
    uncounted: Mapping[str, Uncounted] = MappingProxyType({})
    """All the other clauses."""
    distributions: Sequence[str] = ("points", "points_of_winners", "lead", "decisions")
    """The histograms that are told."""
    compared_values: Sequence[str] = ("decisions", *SEATS)
    """The histograms of a fingerprint, but for those of rounds: each has exactly one value for each game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = game.engine

    @property
    def words(self) -> Mapping[str, Words]:
        """Names of histograms, of moments, of seats, and the reasons why something is not counted."""
        return {"game": self.game.title, **WORDS}

    @property
    def strengths(self) -> Mapping[str, Words]:
        """The bots there are, the weakest first, and what they do."""
        from archipel.checks.simulate.bots import strengths

        return strengths(self.game)

    # What a game has of its own

    def terms(self, variant: Variant) -> Any:
        """What a variant is played with; refuses what cannot be played."""
        return variant.sides.rules

    def drawn_setup(self, players: int, terms: Any, chance: Chance) -> Any:
        """What chance decides before the first decision."""
        return self.engine.setup_from_seed(players, chance.bits(), terms)

    def first(self, setup: Any) -> int:
        """The seat from which the others are counted."""
        return 0

    def watcher(self, terms: Any) -> Watcher:
        return Unwatched()

    def rounds(self, task: SimulationTask) -> Sequence[str]:
        """The histograms with one value for each game that are told round by round."""
        return ()

    def columns(self, task: SimulationTask) -> Sequence[tuple[str, type[Cell]]]:
        """The columns of the cells of an outcome."""
        return [("decisions", int)]

    def cells(self, game: Playout, values: Mapping[str, int], task: SimulationTask) -> tuple[Cell, ...]:
        return (values["decisions"],)

    def values(self, game: Playout) -> dict[str, int]:
        """What has one value for each game."""
        points = self.engine.returns(game.end)
        ranked, first = sorted(points, reverse=True), self.first(game.setup)
        winners, *_ = self.engine.ranking(game.end)
        return {
            "decisions": len(game.decisions),
            "points_of_first": points[first],
            "points_of_last": points[first - 1],
            "points_of_winners": ranked[0],
            "lead": ranked[0] - ranked[1],
            "winner": (winners[0] - first) % len(points) if len(winners) == 1 else len(points),
        }

    # What follows

    def compared(self, task: SimulationTask) -> list[str]:
        """The histograms of a fingerprint: functions of a game that any program can work out from its moves."""
        return [*self.compared_values, *self.rounds(task)]

    def check(self, task: SimulationTask) -> None:
        """Refuse what cannot be played."""
        self.playout(task, 0)

    def playout(self, task: SimulationTask, number: int) -> Playout:
        """One game of a run."""
        from archipel.checks.simulate.bots import player_called

        engine, terms, chance = self.engine, self.terms(task.variant), Chance.of_game(task.seed, number)
        setup = self.drawn_setup(task.players, terms, chance)
        state = engine.new_game(setup, terms)
        players = [player_called(name, self.game, state) for name in task.lineup(number)]
        moves, decisions, choices, watcher = list[Any](), list[Any](), list[int](), self.watcher(terms)
        while (actor := engine.actor(state)) is not None:
            if actor == CHANCE:
                moves.append(drawn(engine.chance_outcomes(state), chance))
                state = engine.apply_action(state, moves[-1])
                continue
            menu = engine.legal_actions(state)
            action = players[actor](state, menu, chance)
            after = engine.apply_action(state, action)
            watcher.saw(state, len(menu), action, after)
            moves.append(action)
            decisions.append(action)
            choices.append(len(menu))
            state = after
        watcher.over(state)
        return Playout(setup, moves, decisions, choices, state, watcher)

    def play(self, task: SimulationTask, number: int, tally: Tally) -> GameOutcome:
        """Play one game of the run, and count what was seen."""
        game = self.playout(task, number)
        values = self.values(game)
        for name, value in values.items():
            tally.note(name, value)
        self._note_decisions(game, tally)
        game.watcher.note(tally)
        points, (winners, *_) = self.engine.returns(game.end), self.engine.ranking(game.end)
        return GameOutcome(self.first(game.setup), points, winners, self.cells(game, values, task))

    def _note_decisions(self, game: Playout, tally: Tally) -> None:
        """How often each decision was taken, and among how many actions in all."""
        names = {kind: name for name, kind in self.engine.actions.items()}
        times, choices = Counter[type[Any]](), Counter[type[Any]]()
        for action, number in zip(game.decisions, game.choices, strict=True):
            times[type(action)] += 1
            choices[type(action)] += number
        for kind, number in times.items():
            tally.counts[f"decision.{names[kind]}"] += number
            tally.counts[f"choices.{names[kind]}"] += choices[kind]

    def record(self, task: SimulationTask, number: int) -> str:
        """One game of the run, as a file that others can replay."""
        game, terms = self.playout(task, number), self.terms(task.variant)
        found = GameRecord(game.setup, tuple(game.moves), terms, self.engine.result(game.end))
        return canonical(self.engine.codec.record_data(found))


def drawn(outcomes: Sequence[tuple[Any, int]], chance: Chance) -> Any:
    """One of the outcomes, each as likely as it weighs."""
    place = chance.below(sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        if place < weight:
            return outcome
        place -= weight
    raise ValueError("nothing can happen")


def checked(task: SimulationTask) -> SimulationTask:
    """The same task, if it can be played."""
    game = game_called(task.variant.game)
    known = game.simulation.strengths
    for name in task.bots:
        if name not in known:
            raise BadInput(f"--bots: no bot called {shown(name)}; there are {', '.join(known)}")
    numbers = game.players if task.variant.is_original else task.variant.players
    if task.players not in numbers:
        raise BadInput(f"--players: expected {numbers[0]} to {numbers[-1]}, found {task.players}")
    if len(task.bots) not in (1, task.players):
        raise BadInput(f"--bots: expected 1 or {task.players} names, found {len(task.bots)}")
    game.simulation.check(task)
    return task
