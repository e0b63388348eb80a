"""What is measured of any game (*empirical complexity*): games played, judged, simulated and explained; proofs.

A game may say with which of its numbers costs grow besides, in which units, and how its engine plays fastest.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from archipel.checks.games.engine import GameRecord
from archipel.checks.simulate.benchmarks.growth import Corpus, GrowthRow, Load
from archipel.checks.simulate.benchmarks.proof_rows import ComparedReadings, proof_rows
from archipel.checks.simulate.benchmarks.terms_asked import evaluations
from archipel.checks.simulate.chance import Chance
from archipel.checks.simulate.game import drawn
from archipel.checks.variants.variant_files import Variant
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import canonical

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

GAMES = 8
"""So many seeded games make one measurement."""
SIMULATED = 100
EVERY = 12
"""Every so many moves of a game somebody asks."""
ALL = frozenset({"playouts", "referee", "simulate", "explain"})

PLAYING = (
    "each decision lists its legal actions, which are written out, and changes what it is about; what follows between "
    "two decisions looks at each place and each player"
)
JUDGING = "a record is read once, and each move is made once; nothing is held of games that were judged"
SIMULATING = f"{PLAYING}; statistics add up what a game was, once, when it is over"
EXPLAINING = (
    "each clause that has to do with the move is asked, each definition for each of its elements once at most, and "
    "the nearest of the legal actions are picked out of their list"
)
REPLAYING = "the game is read and replayed once up to the move, and one move is explained"


@dataclass(frozen=True)
class GrowthAxis:
    """A number of the rules with which costs may grow: its sizes, as numbers of a variant for so many players.

    ``commands`` are measured along it; ``proved`` are sizes for proofs, ``more`` those of a thorough run.
    """

    name: str
    sizes: tuple[int, ...]
    given: Callable[[int], Mapping[str, int]]
    players: int
    commands: frozenset[str] = ALL
    proved: tuple[int, ...] = ()
    more: tuple[int, ...] = ()


@dataclass(frozen=True)
class PlayedGame:
    """A game: its setup, its moves, and how many actions were listed on the way."""

    setup: Any
    terms: Any
    moves: tuple[Any, ...]
    listed: int
    end: Any


class GameBenchmarks:
    """What a game offers to be measured; one of its own says more in a class of its own."""

    QUESTION: Sequence[str] = ("clauses",)
    axes: Sequence[GrowthAxis] = ()
    proof_share = ""
    """The claims whose proofs are measured: those whose id begins so."""
    compared: ComparedReadings | None = None

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def engine(self) -> Any:
        return self.game.engine

    @property
    def few(self) -> int:
        """So many players where something else grows."""
        return self.game.players[min(1, len(self.game.players) - 1)]

    # What a game may do otherwise

    def units(self, terms: Any, players: int, games: float, decisions: float) -> Mapping[str, float]:
        """What is done at most in some games with so many decisions in all, besides listing legal actions."""
        return {"decisions × players": decisions * players, "games × players": games * players}

    def playout(self, setup: Any, seed: int, terms: Any) -> int:
        """A random game with its legal actions listed; how many decisions there were."""
        return len(self.played(setup, seed, terms).moves)

    # Playing

    def play(self, players: int, number: int) -> int:
        """A whole game with legal actions listed, given by its number; how many decisions there were."""
        terms = self.engine.standard
        return self.playout(self.engine.setup_from_seed(players, number, terms), number, terms)

    def played(self, setup: Any, seed: int, terms: Any) -> PlayedGame:
        """A random game."""
        random, chance = Random(seed).random, Chance.of_game(seed, 0)
        state, moves, listed = self.engine.new_game(setup, terms), list[Any](), 0
        while (actor := self.engine.actor(state)) is not None:
            menu = self.engine.legal_actions(state)
            is_chance = actor == CHANCE
            moves.append(
                drawn(self.engine.chance_outcomes(state), chance) if is_chance else menu[int(random() * len(menu))]
            )
            listed += len(menu)
            state = self.engine.apply_action(state, moves[-1])
        return PlayedGame(setup, terms, tuple(moves), listed, state)

    def games(self, players: int, number: int = GAMES, terms: Any = None) -> list[PlayedGame]:
        terms = self.engine.standard if terms is None else terms
        seeds = range(number)
        return [self.played(self.engine.setup_from_seed(players, seed, terms), seed, terms) for seed in seeds]

    def terms(self, axis: GrowthAxis, size: int) -> Any:
        return self.game.simulation.terms(self.variant(axis, size))

    def variant(self, axis: GrowthAxis, size: int) -> Variant:
        return Variant(self.game.called, given=tuple(axis.given(size).items()))

    def _counted(self, games: Sequence[PlayedGame], players: int, times: float = 1) -> dict[str, float]:
        decisions = times * sum(len(game.moves) for game in games)
        made = self.units(games[0].terms, players, times * len(games), decisions)
        return {"legal actions": times * sum(game.listed for game in games), **made}

    def _playouts(self, players: int, terms: Any = None) -> Load:
        games = self.games(players, terms=terms)

        def run() -> None:
            for seed, game in enumerate(games):
                self.playout(game.setup, seed, game.terms)

        return Load(run, self._counted(games, players))

    # Judging

    def record(self, game: PlayedGame, moves: int | None = None) -> str:
        """A game as a line of a file, perhaps only its first moves."""
        whole = GameRecord(game.setup, game.moves, game.terms, self.engine.result(game.end))
        cut = whole if moves is None else whole._replace(moves=game.moves[:moves], result=None)
        return canonical(self.engine.codec.record_data(cut))

    def _refereed(self, players: int, terms: Any = None, number: int = GAMES) -> Load:
        games = self.games(players, number, terms)
        text = "".join(map(self.record, games))
        counted = self._counted(games, players)
        del counted["legal actions"]
        run = partial(self.quietly, "referee", _written(text, "games.jsonl"), "-j", "1")
        return Load(run, {"bytes": len(text), **counted})

    def quietly(self, *arguments: str) -> None:
        """Run a command in this process; what it says is of no interest, that it fails would be."""
        from archipel.checks.cli.command_line import main

        with redirect_stdout(io.StringIO()):
            code = main(["--game", self.game.called, *arguments])
        if code not in (0, 1):
            raise ValueError(f"{' '.join(arguments)}: ended with {code}")

    # Simulating

    def _simulated(self, players: int, games: int = SIMULATED, variant: Variant | None = None) -> Load:
        arguments = ["simulate", "--players", str(players), "--games", str(games), "-j", "1", "--json"]
        terms = None
        if variant is not None:
            arguments += ["--variant", _variant_file(variant)]
            terms = self.game.simulation.terms(variant)
        units = self._counted(self.games(players, terms=terms), players, games / GAMES)
        return Load(partial(self.quietly, *arguments), units)

    # Explaining

    def _explained(self, players: int, terms: Any = None) -> Load:
        (game,) = self.games(players, 1, terms)
        states = [self.engine.new_game(game.setup, game.terms)]
        for move in game.moves:
            states.append(self.engine.apply_action(states[-1], move))
        asked = [state for state in states if self.engine.actor(state) not in (None, CHANCE)][::EVERY]
        strange = self.engine.legal_actions(asked[0])[0]
        each = evaluations(self.game.rulebook, self.game.mapping.position(states[0]).values)
        listed = sum(len(self.engine.legal_actions(state)) for state in asked)

        def run() -> None:
            from archipel.checks.explain.explaining import Explainer

            explainer = Explainer(self.game.explained)
            for state in asked:
                for action in (self.engine.legal_actions(state)[0], strange):
                    explainer.explain(state, action)

        return Load(run, {"terms of clauses": each * len(asked), "legal actions": listed})

    def _explained_at_the_end(self, moves: int) -> Load:
        """The last move of a record of so many."""
        text = self.record(self.games(self.game.players[-1], 2)[1], moves)
        run = partial(self.quietly, "explain", _written(text, "game.json"), "--at", str(moves - 1))
        return Load(run, {"moves": moves, "bytes": len(text)})

    # All rows

    def rows(self) -> list[GrowthRow]:
        return [*self._game_rows(), *proof_rows(self)]

    def _game_rows(self) -> Iterator[GrowthRow]:
        by_command: Mapping[str, tuple[str, Callable[..., Load]]] = {
            "playouts": (PLAYING, self._playouts),
            "referee": (JUDGING, self._refereed),
            "simulate": (SIMULATING, self._simulated),
            "explain": (EXPLAINING, self._explained),
        }
        for command, (because, load) in by_command.items():
            yield GrowthRow(command, "players", tuple(self.game.players), load, because)
            for axis in self.axes:
                if command in axis.commands:
                    yield GrowthRow(command, axis.name, axis.sizes, partial(self._along, axis, command, load), because)
        by_games = partial(self._refereed, self.few, None)
        yield GrowthRow("referee", "games", (10, 20, 40, 80), by_games, JUDGING, more=(320,))
        yield GrowthRow("simulate", "games", (100, 200, 400), partial(self._simulated, self.few), SIMULATING, (1600,))
        yield GrowthRow("explain", "moves", self.lengths, self._explained_at_the_end, REPLAYING)

    def _along(self, axis: GrowthAxis, command: str, load: Callable[..., Load], size: int) -> Load:
        if command == "simulate":
            return self._simulated(axis.players, variant=self.variant(axis, size))
        return load(axis.players, self.terms(axis, size))

    @property
    def lengths(self) -> tuple[int, ...]:
        """Lengths of games, each twice the one before."""
        (game,) = self.games(self.game.players[-1], 2)[1:]
        return tuple(length for length in (len(game.moves) // 8 * n for n in (1, 2, 4, 8)) if length)

    # Work for several processes

    def corpora(self) -> Mapping[str, Corpus]:
        """Commands that take ``-j``, each with what makes its arguments."""
        players = str(self.game.players[len(self.game.players) // 2])

        def referee(folder: Path, thorough: bool) -> Sequence[str]:
            file = folder / "games.jsonl"
            games = self.games(int(players), 32000 if thorough else 1000)
            file.write_text("".join(map(self.record, games)), encoding="utf-8")
            return "referee", str(file)

        def simulate(_: Path, thorough: bool) -> Sequence[str]:
            return "simulate", "--players", players, "--games", "20000" if thorough else "4000", "--json"

        def perft(_: Path, thorough: bool) -> Sequence[str]:
            return "perft", "--players", players, "--depth", "9" if thorough else "8", "--json"

        def conform(_: Path, thorough: bool) -> Sequence[str]:
            judged = "archipel.checks.simulate.benchmarks.judged_program"
            program = (sys.executable, "-m", judged, self.game.called)
            return "conform", "--games", "130" if thorough else "26", "--", *program

        return {"referee": referee, "simulate": simulate, "perft": perft, "conform": conform}


def _written(text: str, name: str) -> str:
    file = Path(mkdtemp(), name)
    file.write_text(text, encoding="utf-8")
    return str(file)


def _variant_file(variant: Variant) -> str:
    lines = [f'game = "{variant.game}"', "[numbers]", *(f"{name} = {value}" for name, value in variant.given)]
    return _written("\n".join(lines), "variant.toml")
