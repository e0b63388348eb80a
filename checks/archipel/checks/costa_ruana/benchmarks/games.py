"""Games: played, judged and simulated."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from archipel.checks.cli.command_line import COMMANDS, main
from archipel.checks.simulate.benchmarks.growth import Corpus, GrowthRow, Load
from archipel.reference.costa_ruana import (
    GAME,
    STANDARD,
    Deck,
    Rules,
    Setup,
    apply_action,
    balanced_deck,
    legal_actions,
    new_game,
    random_moves,
    random_playout,
)
from archipel.reference.costa_ruana.codec import Record, dumps_record, result_of

PLAYERS = range(STANDARD.min_players, STANDARD.max_players + 1)
GAMES = 8
FOR_THREE = 3

# Enough of everything for the largest variants that are measured.
ISLANDS = (4, 8, 16)
ROUNDS = (2, 5, 10)
MANY_CARDS = Deck(balanced_deck().cards * 2)


def play(players: int, number: int) -> int:
    """A whole game with legal actions listed; how many decisions there were."""
    return random_playout(Setup.from_seed(players, number), number)[1]


def with_islands(islands: int) -> Rules:
    """A game for three with so many islands."""
    by_players = (islands,)
    return replace(
        STANDARD,
        min_players=FOR_THREE,
        max_players=FOR_THREE,
        islands_by_players=by_players,
        island_cards=max(ISLANDS),
        gems=max(ISLANDS) * STANDARD.treasures,
    )


def with_rounds(rounds: int) -> Rules:
    return replace(STANDARD, rounds=rounds, total_cards=len(MANY_CARDS.cards))


# Playing


def _playouts(players: int, rules: Rules, deck: Deck) -> Load:
    setups = [Setup.from_seed(players, seed, rules, deck) for seed in range(GAMES)]
    counts = [_counted(setup, seed, rules, deck) for seed, setup in enumerate(setups)]
    listed, decisions = sum(count[0] for count in counts), sum(count[1] for count in counts)

    def run() -> None:
        for seed, setup in enumerate(setups):
            random_playout(setup, seed, rules, deck)

    return Load(run, {"legal actions": listed, **_made(players, rules, GAMES, decisions)})


def _made(players: int, rules: Rules, games: float, decisions: float) -> dict[str, float]:
    """What is made of positions in some games with so many decisions in all."""
    islands = rules.islands(players)
    return {
        "decisions × (islands + players)": decisions * (islands + players),
        "rounds × islands × players": games * rules.rounds * islands * players,
    }


def _counted(setup: Setup, seed: int, rules: Rules, deck: Deck) -> tuple[int, int]:
    """How many legal actions are listed in a game, over all its decisions, and how many decisions there are."""
    chance = Random(seed).random
    state, listed, decisions = new_game(setup, rules, deck), 0, 0
    while menu := legal_actions(state):
        state = apply_action(state, menu[int(chance() * len(menu))])
        listed, decisions = listed + len(menu), decisions + 1
    return listed, decisions


PLAYING = (
    "each decision lists its legal actions, which are written out, and changes one row of the islands and one seat; "
    "each round collects from each island, where each player may be"
)


def _played_rows() -> list[GrowthRow]:
    return [
        GrowthRow("playouts", "players", tuple(PLAYERS), lambda n: _playouts(n, STANDARD, balanced_deck()), PLAYING),
        GrowthRow(
            "playouts",
            "islands",
            ISLANDS,
            lambda islands: _playouts(FOR_THREE, with_islands(islands), balanced_deck()),
            PLAYING,
        ),
        GrowthRow(
            "playouts",
            "rounds",
            ROUNDS,
            lambda rounds: _playouts(FOR_THREE, with_rounds(rounds), MANY_CARDS),
            PLAYING,
        ),
    ]


# Judging


def recorded(players: int, seed: int, rules: Rules = STANDARD, deck: Deck | None = None) -> Record:
    """A whole random game with its result."""
    deck = deck or balanced_deck()
    setup = Setup.from_seed(players, seed, rules, deck)
    last, _ = random_playout(setup, seed, rules, deck)
    return Record(setup, tuple(random_moves(setup, seed, rules, deck)), rules, deck, result_of(last))


def one_a_line(records: Sequence[Record]) -> str:
    return "".join(f"{dumps_record(record).strip()}\n" for record in records)


def quietly(*arguments: str) -> None:
    """Run a command in this process; what it says is of no interest, that it fails would be."""
    with redirect_stdout(io.StringIO()):
        code = main(arguments)
    if code not in (0, 1):
        raise ValueError(f"{' '.join(arguments)}: ended with {code}")


def _refereed(records: Sequence[Record]) -> Load:
    text = one_a_line(records)
    file = Path(mkdtemp(), "games.jsonl")
    file.write_text(text, encoding="utf-8")
    moves = sum(len(record.moves) for record in records)
    made = _made(records[0].setup.players, records[0].rules, len(records), moves)
    return Load(partial(quietly, "referee", str(file), "-j", "1"), {"bytes": len(text), **made})


JUDGING = (
    "a record is read once, each move changes one row of the islands and one seat, each round collects from each "
    "island, where each player may be; nothing is held of games that were judged"
)


def _refereed_rows() -> list[GrowthRow]:
    def by_players(players: int) -> Load:
        return _refereed([recorded(players, seed) for seed in range(GAMES)])

    def by_islands(islands: int) -> Load:
        return _refereed([recorded(FOR_THREE, seed, with_islands(islands)) for seed in range(GAMES)])

    def by_rounds(rounds: int) -> Load:
        return _refereed([recorded(FOR_THREE, seed, with_rounds(rounds), MANY_CARDS) for seed in range(GAMES)])

    def by_games(games: int) -> Load:
        return _refereed([recorded(FOR_THREE, seed) for seed in range(games)])

    return [
        GrowthRow("referee", "players", tuple(PLAYERS), by_players, JUDGING),
        GrowthRow("referee", "islands", ISLANDS, by_islands, JUDGING),
        GrowthRow("referee", "rounds", ROUNDS, by_rounds, JUDGING),
        GrowthRow("referee", "games", (10, 20, 40, 80), by_games, JUDGING, more=(320,)),
    ]


# Simulating


def _simulated(players: int, games: int, rules: Rules = STANDARD) -> Load:
    arguments = ["simulate", "--players", str(players), "--games", str(games), "-j", "1", "--json"]
    if rules is not STANDARD:
        arguments += ["--variant", _variant_file(rules)]
    counts = [_counted(Setup.from_seed(players, seed, rules), seed, rules, balanced_deck()) for seed in range(GAMES)]
    listed, decisions = (games * sum(count[place] for count in counts) / GAMES for place in (0, 1))
    return Load(partial(quietly, *arguments), {"legal actions": listed, **_made(players, rules, games, decisions)})


def _variant_file(rules: Rules) -> str:
    """A game for three by these rules, as a file."""
    file = Path(mkdtemp(), "variant.toml")
    numbers = variant_numbers(rules.islands(FOR_THREE))
    lines = [f'game = "{GAME}"', "[numbers]", *(f"{name} = {value}" for name, value in numbers.items())]
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def variant_numbers(islands: int) -> dict[str, int]:
    """So many islands for three, as a variant says it."""
    return {"islands_for_3": islands, "island_cards": max(ISLANDS), "gems": max(ISLANDS) * STANDARD.treasures}


SIMULATING = f"{PLAYING}; statistics add up what a game was, once, when it is over"
SIMULATED = 100


def _simulated_rows() -> list[GrowthRow]:
    if "simulate" not in COMMANDS:
        return []

    def by_islands(islands: int) -> Load:
        return _simulated(FOR_THREE, SIMULATED, with_islands(islands))

    def by_games(games: int) -> Load:
        return _simulated(FOR_THREE, games)

    return [
        GrowthRow("simulate", "players", tuple(PLAYERS), lambda players: _simulated(players, SIMULATED), SIMULATING),
        GrowthRow("simulate", "islands", ISLANDS, by_islands, SIMULATING),
        GrowthRow("simulate", "games", (100, 200, 400), by_games, SIMULATING, more=(1600,)),
    ]


def rows() -> list[GrowthRow]:
    return [*_played_rows(), *_refereed_rows(), *_simulated_rows()]


# Work for several processes


def _corpus(folder: Path, thorough: bool) -> Sequence[str]:
    file = folder / "games.jsonl"
    games = 32000 if thorough else 1000
    file.write_text(one_a_line([recorded(4, seed) for seed in range(games)]), encoding="utf-8")
    return "referee", str(file)


def _simulation(_: Path, thorough: bool) -> Sequence[str]:
    return "simulate", "--players", "4", "--games", "20000" if thorough else "4000", "--json"


def _count(_: Path, thorough: bool) -> Sequence[str]:
    return "perft", "--players", "4", "--depth", "9" if thorough else "8", "--json"


def _judged_program(_: Path, thorough: bool) -> Sequence[str]:
    games = "130" if thorough else "26"
    program = (sys.executable, "-m", "archipel.checks.simulate.benchmarks.judged_program", GAME)
    return "conform", "--games", games, "--", *program


def corpora() -> dict[str, Corpus]:
    """Commands that take ``-j``, as far as there are such."""
    found = {"referee": _corpus, "simulate": _simulation, "perft": _count, "conform": _judged_program}
    return {name: arguments for name, arguments in found.items() if name in COMMANDS}
