"""Solver-made positions read otherwise: those where a reading matters, under a second one, and with more players.

A search finds positions for each reading by itself, for one number of players. Where two readings meet, and at a fuller
table, the same positions serve: those in which the engine answers otherwise than by our readings, which shows that it
runs code that only this reading comes to, and those they lead to.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from multiprocessing import Pool

from archipel.checks.costa_ruana import kept_answers
from archipel.checks.costa_ruana.agreement import DisagreementError, Lockstep
from archipel.checks.costa_ruana.engine_positions import (
    READING_PLAYERS,
    disagreement,
    is_position,
    other_readings,
    read_as,
)
from archipel.checks.costa_ruana.kept_answers import (
    GAMES_FOR,
    READ_IN_GAMES,
    VARIANTS,
    drawn,
    extremes,
    of_trial,
    reading_game,
)
from archipel.checks.costa_ruana.kept_positions import KEPT, PositionTrial, kept, read, rules_under, written
from archipel.checks.costa_ruana.variant_rules import EIGHT, PlayableVariant, playable
from archipel.checks.support.arguments import OneLineParser, guarded
from archipel.checks.support.progress import progress
from archipel.reference.costa_ruana import STANDARD, IllegalAction, Phase, Setup
from archipel.reference.costa_ruana.readings import choice_of

FOR_EACH_TWO, FOR_EACH_NUMBER, FOLLOWING = 3, 6, 3


def read_otherwise(found: Sequence[PositionTrial]) -> Iterator[PositionTrial]:
    """Of trials of every reading by itself: more of them, in which two readings or more players meet."""
    readings = other_readings()
    for number in range(STANDARD.min_players, STANDARD.max_players + 1):
        if number != READING_PLAYERS:
            ours = _spread([trial for trial in found if _is(trial, {}, number)])
            for reading in readings:
                yield from _with_next(islice(_mattering(ours, reading), FOR_EACH_NUMBER))
    for reading in readings:
        telling = [trial for trial in _spread([t for t in found if _is(t, reading)]) if _matters(trial)]
        for second in readings:
            if not set(reading) & set(second):
                yield from islice(_read(telling, {**reading, **second}), FOR_EACH_TWO)


def _is(trial: PositionTrial, choice: Mapping[str, str], players: int = READING_PLAYERS) -> bool:
    return trial.state.players == players and choice_of(trial.state.rules.readings) == choice


def _spread(trials: Sequence[PositionTrial], apart: int = 17) -> list[PositionTrial]:
    """All of them, those that are far from each other first."""
    return [trial for first in range(apart) for trial in trials[first::apart]]


def _read(trials: Sequence[PositionTrial], choice: Mapping[str, str]) -> Iterator[PositionTrial]:
    rules = rules_under(choice)
    return (trial for trial in (read_as(trial, rules) for trial in trials) if trial is not None)


def _mattering(ours: Sequence[PositionTrial], reading: Mapping[str, str]) -> Iterator[PositionTrial]:
    return (trial for trial in _read(ours, reading) if _matters(trial))


def _matters(trial: PositionTrial) -> bool:
    """Whether the engine answers otherwise than by our readings, or the position is none there."""
    ours = read_as(trial, STANDARD)
    return ours is None or of_trial(ours) != of_trial(trial)


def _with_next(trials: Iterator[PositionTrial]) -> Iterator[PositionTrial]:
    """Each trial, and some in the positions that follow if everybody takes the last decision listed."""
    for trial in trials:
        yield trial
        try:
            state = trial.state.apply_action(trial.action)
        except IllegalAction:
            continue
        for _ in range(FOLLOWING):
            if state.phase is Phase.OVER:
                break
            last = state.legal_actions()[-1]
            yield PositionTrial(state, last)
            state = state.apply_action(last)


def _was_found(trial: PositionTrial) -> bool:
    """Whether the search comes to such trials, not only this module."""
    choice = choice_of(trial.state.rules.readings)
    return not choice or (len(choice) == 1 and trial.state.players == READING_PLAYERS)


def game_disagreement(variant: PlayableVariant, seed: int) -> str:
    """What clauses and engine say differently in a kept game."""
    rules, deck, players, chance = variant
    game = Lockstep(Setup.from_seed(players, seed, rules, deck), deck, rules)
    try:
        while legal := game.legal():
            if wrong := _extreme_disagreement(game, seed):
                return wrong
            game.play(drawn(legal, game.state.round, seed, chance))
    except DisagreementError as error:
        return str(error)
    return ""


def _extreme_disagreement(game: Lockstep, seed: int) -> str:
    """What clauses and engine say differently of one of the positions that are made of a position now and then."""
    if (len(game.moves) + seed) % READ_IN_GAMES:
        return ""
    made = list(extremes(game.state))
    trial = PositionTrial(made[len(game.moves) % len(made)], game.legal()[-1])
    return disagreement(trial, most=1) if is_position(trial.state) else ""


def _disagreement(kept_one: str | tuple[PlayableVariant, int]) -> str:
    """Of a trial as it is written, or of a game."""
    return disagreement(read(kept_one), most=1) if isinstance(kept_one, str) else game_disagreement(*kept_one)


def games() -> list[tuple[PlayableVariant, int]]:
    """The kept games that clauses can follow: variants within the box, and other readings with many players."""
    read = [(reading_game(next(iter(one.items())), number), number) for one in other_readings() for number in GAMES_FOR]
    followed = {kind: number for kind, number in VARIANTS.items() if kind not in EIGHT}
    variants = [(playable(seed, kind), seed) for kind, number in followed.items() for seed in range(number)]
    return [*variants, *read]


def main(argv: Sequence[str] | None = None) -> int:
    """Read the positions found by the search otherwise too, compare all with the clauses, and keep the answers."""
    parser = OneLineParser(description=main.__doc__)
    parser.parse_args(argv)
    found = [trial for trial in kept() if _was_found(trial)]
    lines = list(dict.fromkeys(map(written, [*found, *read_otherwise(found)])))
    everything: list[str | tuple[PlayableVariant, int]] = [*lines, *games()]
    with Pool() as pool, progress(len(everything), "positions") as advance:
        for wrong in pool.imap(_disagreement, everything, chunksize=10):
            if wrong:
                print(wrong)
                return 1
            advance()
    KEPT.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0))
    print(f"{len(lines)} positions, {kept_answers.write()} answers")
    return 0


if __name__ == "__main__":
    raise SystemExit(guarded(main))
