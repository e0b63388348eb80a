"""Solver-made positions (concolic testing): the engine taken down every side of its branches, next to the clauses.

Random games never come to most of the places where a rule could be wrong. Here the engine's own code says where those
are: from a start at random, a solver is asked for a position that keeps every invariant of the clauses and takes the
other side of each question the engine asked, or stands just at its boundary. Each position found is a position like any
other: clauses and engine must list the same decisions in it, take the same ones and lead to the same place.
"""

from __future__ import annotations

import gzip
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from multiprocessing import Pool
from random import Random
from typing import Any
from unittest.mock import patch

import z3

from archipel.checks.agreement.near_values import near_values
from archipel.checks.costa_ruana.agreement import DisagreementError, Lockstep
from archipel.checks.costa_ruana.engine_menus import known_spreads
from archipel.checks.costa_ruana.engine_states import PathsOutcome, clauses_at
from archipel.checks.costa_ruana.kept_positions import KEPT, PositionTrial, read, rules_under, written
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.costa_ruana.projection import machine, numbers_of
from archipel.checks.costa_ruana.secrets import wrong_view
from archipel.checks.proofs.engine.concolic import BranchCoverage, ConcolicSearch, freed, numbers_in, settled
from archipel.checks.proofs.engine.symbolic import term_of
from archipel.checks.support.arguments import OneLineParser, guarded
from archipel.checks.support.progress import progress
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Action, IllegalAction, Phase, Rules, State, codec, effects
from archipel.reference.costa_ruana import engine as stepping
from archipel.reference.costa_ruana.checking import BETWEEN, RESOLVING, check_state
from archipel.reference.costa_ruana.notation import read_position_line, write_position
from archipel.reference.costa_ruana.readings import CHOICES
from archipel.reference.costa_ruana.state import game_for
from archipel.reference.costa_ruana.views import view
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature

# What a solver does not choose, and why that loses nothing.
FIXED: Mapping[str, str] = {
    "game": "constant during a game",
    "round": "every round is started from",
    "phase": "every phase is started from",
    "tide": "all four pairs of sides are started from",
    "time": "all four pairs of sides are started from",
    "hands": "cards are dealt at random; how many follows from round and phase",
    "pile": "cards are dealt at random; how many follows from round and phase",
    "table.card": "cards are dealt at random, often of one kind",
    "table.face_down": "follows from the phase",
    "resolving": "every card that is resolved on the way is started from",
    "moved": "what a card has moved on the way is started from",
    "copying": "effects and copies are both started from",
}

# The phases in which somebody decides; the resolution is started from wherever a round played at random comes.
DECIDING = tuple([phase for phase in Phase if phase is not Phase.OVER])


def trials(start: PositionTrial, coverage: BranchCoverage, most: int) -> Iterator[PositionTrial]:
    """Generational search from one trial: others like it, each of which takes the engine where nothing led yet."""
    numbers = numbers_in(start.state, "", FIXED) | numbers_in(start.action, "action", ())
    state, action = freed(start.state, "", FIXED), freed(start.action, "action", ())
    rulebook = machine(start.state.rules.readings).rulebook
    clauses = clauses_at(state, numbers_of(start.state.rules).values(start.state.players))
    keeping = [clauses(part.term) for part in rulebook.parts(Nature.INVARIANT)] + in_range(state)

    def run() -> None:
        with patch.object(effects, "spreads", known_spreads):
            check_state(state)
            for seat in range(state.players):
                view(state, seat)
            stepping.legal_actions(state)
            stepping.apply_action(state, action)

    for found in ConcolicSearch(run, keeping, coverage).inputs(numbers, most):
        trial = PositionTrial(settled(start.state, "", FIXED, found), settled(start.action, "action", (), found))
        if is_position(trial.state):
            yield trial


def excluded(start: State, coverage: BranchCoverage, most: int) -> Iterator[State]:
    """Generational search from a position: states that break an invariant of the clauses, wherever the reader looks."""
    state = freed(start, "", FIXED)
    view = clauses_at(state, numbers_of(start.rules).values(start.players))
    parts = machine(start.rules.readings).rulebook.parts(Nature.INVARIANT)
    broken = view.negation(view.conjunction(view(part.term) for part in parts))
    numbers = numbers_in(start, "", FIXED)
    search = ConcolicSearch(lambda: check_state(state), [view.expression(broken), *in_range(state)], coverage)
    for found in search.inputs(numbers, most):
        if found is not numbers:
            yield settled(start, "", FIXED, found)


def in_range(state: State) -> list[Any]:
    """That seats are seats and cards on the table lie where there is a place for one."""
    laid = [card.before for card in state.table if card is not None]
    seats = [state.shaman, state.actor, state.offered, state.old_shaman, *laid, *state.waiting]
    slots = [slot for slot in state.standing if slot is not None]
    bounds = [(seat, state.players) for seat in seats if seat is not None]
    return [
        z3.And(term_of(number) >= 0, term_of(number) < bound)
        for number, bound in [*bounds, *[(slot, 2 * state.players) for slot in slots]]
    ]


def is_position(state: State) -> bool:
    """Whether the engine's reader takes a position."""
    try:
        codec.loads_state(codec.dumps_state(state))
    except BadInput:
        return False
    return True


# Where to start from


def starts(players: int, phase: Phase, round_number: int, seed: int, rules: Rules = STANDARD) -> list[PositionTrial]:
    """Trials of one phase in one round, drawn at random.

    Of a round played at random, the first, where everybody is still waiting, and the last, after which it is over.
    Every second seed has everybody on one card and many cards alike.
    """
    chance = Random(f"{players} {phase.value} {round_number} {seed}")
    there = [state for state in _states(players, phase, round_number, seed % 2, chance, rules) if state.phase is phase]
    states = [state for state in there if is_position(state)]
    return [
        PositionTrial(state, chance.choice(state.legal_actions()))
        for state in dict.fromkeys([*states[:1], *states[-1:]])
    ]


def _states(
    players: int, phase: Phase, round_number: int, alike: int, chance: Random, rules: Rules
) -> Iterator[State]:
    if phase is Phase.SETTLE or not round_number:
        state = engine.new_game(engine.Setup.from_seed(players, chance.randrange(1_000_000), rules), rules)
        yield state
        while state.round == 0:
            state = state.apply_action(chance.choice(state.legal_actions()))
            yield state
        return
    begun = Phase.FLIP if phase in (*RESOLVING, Phase.FLIP) else phase
    state = random_position(players, chance, begun, round_number, rules, alike)
    yield state
    while phase in RESOLVING and state.round == round_number and state.phase not in BETWEEN:
        state = state.apply_action(chance.choice(state.legal_actions()))
        yield state


def rounds_of(phase: Phase, rules: Rules = STANDARD) -> range:
    """The rounds in which a phase can come."""
    if phase is Phase.SETTLE:
        return range(1)
    first = 0 if phase is Phase.OFFER and rules.readings.first_refusal == "may-refuse" else 1
    return range(first, rules.rounds + (phase is not Phase.OFFER))


# What must be true of a trial


def disagreement(trial: PositionTrial, most: int = 4) -> str:
    """What clauses and engine say differently of a trial, or what the engine's own readers and writers make of it."""
    state, action = trial.state, trial.action
    try:
        game = Lockstep(state)
        legal = game.legal()
        accepted = _accepted(state, action)
        if accepted != (action in legal):
            return f"{action} is {'taken' if accepted else 'refused'} against the list, in {codec.dumps_state(state)}"
        for played in dict.fromkeys([*([action] if accepted else []), *itertools.islice(_spread(legal), most)]):
            game = Lockstep(state) if game.moves else game
            game.play(played)
            if wrong := wrongly_told(game.state):
                return f"{wrong} after {played} in {codec.dumps_state(state)}"
    except DisagreementError as error:
        return str(error)
    return wrongly_told(state)


def _spread(actions: tuple[Action, ...]) -> Iterator[Action]:
    """The first, the last, and some between them."""
    if actions:
        yield from (actions[0], actions[-1], actions[len(actions) // 2], actions[len(actions) // 3])


def _accepted(state: State, action: Action) -> bool:
    try:
        state.apply_action(action)
    except IllegalAction:
        return False
    return True


def wrongly_told(state: State) -> str:
    """Whether writing a position and reading it again gives it back, however it is written, and what each seat sees."""
    seen = (wrong_view(state, seat, Random(0)) for seat in range(state.players))
    if said := next(filter(None, seen), ""):
        return said
    try:
        read = codec.loads_state(codec.dumps_state(state))
    except BadInput:
        return "the engine refuses the position"
    again = {
        "JSON": read,
        "packing": codec.unpacked(codec.packed(state), state.game),
        "one line": read_position_line(write_position(state), state.rules, state.deck),
    }
    wrong = [how for how, other in again.items() if other != state or hash(other) != hash(state)]
    return f"{', '.join(wrong)}: not the same position when read again" if wrong else ""


# The positions of a game, found and kept

MOST = 200

# Its branches are looked for among states that are no positions.
READER = frozenset({"checking"})
READING_PLAYERS = 3
FROM_EACH = 10


def found(
    players: int,
    rules: Rules = STANDARD,
    seeds: int = 2,
    each_round: bool = False,
    phases: Sequence[Phase] = DECIDING,
) -> Iterator[PositionTrial]:
    """Solver-made trials, the search of each phase (or of each round) knowing what it has covered itself."""
    for phase in phases:
        coverage = BranchCoverage(ignored=READER)
        for round_number in rounds_of(phase, rules):
            coverage = BranchCoverage(ignored=READER) if each_round else coverage
            for seed in range(seeds):
                for start in starts(players, phase, round_number, seed, rules):
                    yield from trials(start, coverage, MOST)


def searched(players: int) -> PathsOutcome:
    """Positions found now, from the engine's code as it stands, each compared."""
    return compared(found(players))


def refused(players: int, rules: Rules = STANDARD) -> PathsOutcome:
    """Whether the engine's reader refuses every state found now that the clauses exclude."""
    count = 0
    for phase in DECIDING:
        coverage, rounds = BranchCoverage(), rounds_of(phase, rules)
        for start in itertools.chain(*[starts(players, phase, number, 0, rules) for number in rounds]):
            for state in excluded(start.state, coverage, MOST):
                count += 1
                if is_position(state):
                    return PathsOutcome(
                        count, f"the clauses exclude a position that is read: {codec.dumps_state(state)}"
                    )
    return PathsOutcome(count)


def compared(tried: Iterable[PositionTrial], others: int = 4) -> PathsOutcome:
    """Whether clauses and engine agree on every trial; stops at the first where they do not."""
    count = 0
    for trial in tried:
        count += 1
        if wrong := disagreement(trial, others):
            return PathsOutcome(count, wrong)
    return PathsOutcome(count)


def other_readings() -> list[dict[str, str]]:
    """Every reading that is not ours, by itself, if it can be played with the cards there are."""
    choices = [{point: name} for point, names in CHOICES.items() for name in names[1:]]
    return [choice for choice in choices if can_be_played(rules_under(choice))]


def can_be_played(rules: Rules) -> bool:
    """Whether there are enough cards for some readings."""
    try:
        game_for(READING_PLAYERS, rules, engine.balanced_deck())
    except BadInput:
        return False
    return True


def read_as(trial: PositionTrial, rules: Rules) -> PositionTrial | None:
    """The same position and decision under other readings, if it is a position there."""
    state = trial.state.changed(game=game_for(trial.state.players, rules, trial.state.deck))
    if rules.readings.previous_shaman == "offered" and state.offered is None:
        state = state.changed(offered=state.shaman)
    return PositionTrial(state, trial.action) if is_position(state) else None


def under_two(
    one: Mapping[str, str], other: Mapping[str, str], tried: Sequence[PositionTrial]
) -> Iterator[PositionTrial]:
    """Trials found under one reading, read under two."""
    rules = rules_under({**one, **other})
    both = (trial for trial in (read_as(trial, rules) for trial in tried) if trial is not None)
    yield from itertools.islice(both, FROM_EACH)


def moved_otherwise(tried: Iterable[PositionTrial]) -> Iterator[PositionTrial]:
    """Trials in which the card under way has moved others than it did: of those near, and one of them twice."""
    for trial in tried:
        moved = trial.state.moved
        near = [other for other in near_values(moved) if all(len(pair) == 2 for pair in other)]
        for other in (*near, *[(pair,) * 2 for pair in itertools.product(range(trial.state.islands), range(2))]):
            state = trial.state.changed(moved=tuple(sorted(other)))
            if moved and is_position(state):
                yield PositionTrial(state, trial.action)


def _part(part: int | Mapping[str, str]) -> list[str]:
    """The lines of one part: a number of players, or a reading."""
    if isinstance(part, int):
        return [written(trial) for trial in found(part, each_round=True) if _is_told(trial)]
    rules = rules_under(part)
    return [written(trial) for trial in found(READING_PLAYERS, rules) if _is_told(trial)]


def _is_told(trial: PositionTrial) -> bool:
    """Whether the decision can be written down at all: no card has a number below 0."""
    try:
        return read(written(trial)) == trial
    except BadInput:
        return False


def main(argv: Sequence[str] | None = None) -> int:
    """Find all of them again and keep them."""
    parser = OneLineParser(description=main.__doc__)
    parser.parse_args(argv)
    parts = [*range(STANDARD.max_players, STANDARD.min_players - 1, -1), *other_readings()]
    with Pool() as pool, progress(len(parts), "positions") as advance:
        lines = []
        for part in pool.imap(_part, parts):
            lines += part
            advance()
    text = "".join(f"{line}\n" for line in lines)
    KEPT.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{len(lines)} positions")
    return 0


if __name__ == "__main__":
    raise SystemExit(guarded(main))
