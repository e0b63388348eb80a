"""One game after the other: played by bots, watched, and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from archipel.checks.costa_ruana.decks import fitting_deck
from archipel.checks.costa_ruana.simulating import clauses
from archipel.checks.costa_ruana.simulating.seats import STRENGTHS, drawn_setup, player_called
from archipel.checks.costa_ruana.simulating.watching import Watcher
from archipel.checks.costa_ruana.wording import CATALOGUE
from archipel.checks.simulate.chance import Chance
from archipel.checks.simulate.game import Cell, Counted, Outcome, Task, Uncounted
from archipel.checks.simulate.tallies import Tally
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import Action, Deck, Setup, State, apply_action, legal_actions, new_game
from archipel.reference.costa_ruana.codec import DECISION_OF, Record, dumps_record, result_of
from archipel.reference.strict_json import BadInput


@lru_cache(maxsize=16)
def deck_of(variant: Variant) -> Deck:
    """The deck that a variant is played with."""
    deck = fitting_deck(variant)
    if deck is None:
        raise BadInput("no deck is known that fits this variant, so no game can be simulated")
    return deck


@dataclass(frozen=True)
class Played:
    """A game from beginning to end."""

    setup: Setup
    moves: list[Action]
    choices: list[int]
    end: State
    watcher: Watcher


def played(task: Task, number: int) -> Played:
    """One game of a run."""
    chance, rules, deck = Chance.of_game(task.seed, number), task.variant.sides.rules, deck_of(task.variant)
    setup = drawn_setup(task.players, rules, deck, chance)
    state = new_game(setup, rules, deck)
    players = [player_called(name, state.game) for name in task.lineup(number)]
    moves, choices, watcher = list[Action](), list[int](), Watcher(rules.readings)
    while menu := legal_actions(state):
        assert state.actor is not None
        action = players[state.actor](state, menu, chance)
        after = apply_action(state, action)
        watcher.saw(state, len(menu), action, after)
        moves.append(action)
        choices.append(len(menu))
        state = after
    watcher.over(state.returns(), state.huts, state.winners())
    return Played(setup, moves, choices, state, watcher)


class CostaRuana:
    """What is simulated of Costa Ruana."""

    strengths: Mapping[str, Mapping[str, str]] = STRENGTHS
    counted: Sequence[Counted] = clauses.COUNTED
    uncounted: Mapping[str, Uncounted] = clauses.UNCOUNTED
    words: Mapping[str, Mapping[str, str]] = CATALOGUE.group("figure")
    distributions = ("points", "points_of_winners", "lead", "hut", "treasures_left", "abroad", "decisions")

    def check(self, task: Task) -> None:
        deck_of(task.variant)
        played(task, 0)

    def rounds(self, task: Task) -> list[str]:
        return [f"treasures_in_round_{number}" for number in range(1, task.variant.sides.rules.rounds + 1)]

    def compared(self, task: Task) -> list[str]:
        """Functions of a whole game that any program can work out from its moves."""
        seats = ["points_of_first", "points_of_last", "points_of_winners", "lead", "winner"]
        return ["decisions", "effects", "refusals", "full_islands", *seats, "treasures", *self.rounds(task)]

    def columns(self, task: Task) -> list[tuple[str, type[Cell]]]:
        seats = [f"treasures_{seat}" for seat in range(task.players)]
        names = [*seats, *self.rounds(task), "decisions", "effects", "refusals", "full_islands"]
        return [(name, int) for name in names]

    def play(self, task: Task, number: int, tally: Tally) -> Outcome:
        game = played(task, number)
        values = game_values(game)
        for name, value in values.items():
            tally.note(name, value)
        _note_players(game, tally)
        _note_decisions(game, tally)
        _note_moments(game.watcher, tally)
        cells = (*game.end.huts, *[values[name] for name, _ in self.columns(task)[task.players :]])
        return Outcome(game.setup.shaman, game.end.returns(), game.end.winners(), cells)

    def record(self, task: Task, number: int) -> str:
        game = played(task, number)
        rules, deck = task.variant.sides.rules, deck_of(task.variant)
        return dumps_record(Record(game.setup, tuple(game.moves), rules, deck, result_of(game.end)))


def game_values(game: Played) -> dict[str, int]:
    """What has one value for each game."""
    end, first, players, watcher = game.end, game.setup.shaman, game.end.players, game.watcher
    points, winners = end.returns(), end.winners()
    ranked = sorted(points, reverse=True)
    return {
        "decisions": len(game.moves),
        "effects": watcher.effects,
        "refusals": watcher.moments["succession.refuse"],
        "full_islands": watcher.full,
        "points_of_first": points[first],
        "points_of_last": points[first - 1],
        "points_of_winners": ranked[0],
        "lead": ranked[0] - ranked[1],
        "winner": (winners[0] - first) % players if len(winners) == 1 else players,
        "treasures": sum(watcher.taken),
        "treasures_left": sum(end.treasures),
        **{f"treasures_in_round_{number}": taken for number, taken in enumerate(watcher.taken, 1)},
    }


def _note_players(game: Played, tally: Tally) -> None:
    for seat, hut in enumerate(game.end.huts):
        tally.note("hut", hut)
        tally.note("abroad", sum([row[seat] for row in game.end.inhabitants]))


def _note_decisions(game: Played, tally: Tally) -> None:
    """How often each decision was taken, and among how many actions in all."""
    times, choices = Counter[type[Action]](), Counter[type[Action]]()
    for action, number in zip(game.moves, game.choices, strict=True):
        times[type(action)] += 1
        choices[type(action)] += number
    for kind, number in times.items():
        tally.counts[f"decision.{DECISION_OF[kind]}"] += number
        tally.counts[f"choices.{DECISION_OF[kind]}"] += choices[kind]


def _note_moments(watcher: Watcher, tally: Tally) -> None:
    for name, number in watcher.of.items():
        tally.counts[f"of.{name}"] += number
    for clause, number in watcher.moments.items():
        if number:
            tally.counts[f"clause.{clause}"] += number
            tally.counts[f"games.{clause}"] += 1


SIMULATION = CostaRuana()
