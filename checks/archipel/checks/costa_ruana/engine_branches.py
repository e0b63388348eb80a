"""Branch coverage of the engine: which sides of its conditions kept positions take, and how it is known of the others.

In each position the engine is asked whatever players, spectators and readers of files ask; what is near a decision or
a position is tried as well, most of it refused.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from archipel.checks.agreement.near_values import near_values
from archipel.checks.costa_ruana.engine_menus import universe
from archipel.checks.costa_ruana.engine_positions import other_readings
from archipel.checks.costa_ruana.engine_proofs import LISTED_SIDES, PROOFS, branches, looked_at
from archipel.checks.costa_ruana.kept_answers import answers, spoiled_state
from archipel.checks.costa_ruana.kept_positions import PositionTrial, kept, rules_under
from archipel.checks.proofs.engine.branch_coverage import (
    BranchSide,
    SideCounts,
    TakenSides,
    forbidden,
    watched,
    written,
)
from archipel.checks.proofs.results import Status
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Action, Rules, Setup, State
from archipel.reference.costa_ruana import engine as stepping
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.deck import balanced_deck
from archipel.reference.costa_ruana.menus import SeatMenus
from archipel.reference.costa_ruana.readings import OURS
from archipel.reference.costa_ruana.scoring import ranking, returns, winners
from archipel.reference.costa_ruana.state import FIELDS, Game
from archipel.reference.costa_ruana.views import view

# Answers that are kept of whole games and of single islands, where no position that was kept goes.
ANSWERS = ("islands ('lone'", "game ('previous-shaman', 'offered') 4", "variant 43", "variant 50")

# Why nothing takes a side, where no proof says so.
NARROWED = "an assertion: the reader of positions refuses all in which it would fail"
LOCAL = "a fact about lists and sets that the function itself shows"
REASONS: Mapping[str, str] = {
    "collection._lone_player: counts.count(count) == 1 -> -1": LOCAL,
    "collection._has_conflict: len(set(present)) < len(present) -> +1": LOCAL,
    "conditions.active_backgrounds: tide is time -> yes": "one is a side of the tide, the other of the time of day",
    "conditions.reveal: laid is None -> yes": "everybody has laid two cards before the first is turned; the "
    "proof is made for any table all the same",
    "effects._somebody_else_can_move: any(left[:island] + left[island + 1:]) -> no": "all the other islands together "
    "hold more inhabitants than there are, with 2 to 6 players",
    "effects._whole_effects: card is not None -> no": NARROWED,
    "effects._remove: len(set(islands)) > 1 -> -1": "somebody who must act can move a piece, so the list is not empty",
    "effects._place: len(set(islands)) > 1 -> -1": "somebody who must act can move a piece, so the list is not empty",
    "menus.spreads: limits[island] < size -> +1": "callers cut the limits to the number of pieces first",
    "playing._same_player_again: up is not None -> no": "whoever lays a card face down has laid one face up before",
    "settling.settle_menu: total(row) < cap -> +1": "no island is overcrowded, which is an invariant",
    "checking._check_cards: len(set(cards)) != len(cards) -> +1": LOCAL,
    "checking._check_cards: cards.count(card) > 1 -> -1": LOCAL,
    "checking._check_playing: state.actor is not None -> no": "an assertion: the actor has been looked at before",
    "checking._before: laid is not None -> no": "an assertion: it is asked of cards that may be next",
    "checking._check_effect: card is None -> yes": "the slot has been found among those of the next cards",
    "checking._check_effect: actor is None -> yes": "that somebody decides has been looked at before",
}

NEAR, FAR, OF_EACH_SIDE = 2, 31, 4


def counted(trials: list[PositionTrial]) -> SideCounts:
    """In how many positions each side of the engine is taken."""
    counts, taken = SideCounts(looked_at()), TakenSides()
    with watched(looked_at(), taken):
        for usual, work in _work(trials):
            work()
            counts.note(taken, usual)
    return counts


def _work(trials: list[PositionTrial]) -> Iterator[tuple[bool, Callable[[], object]]]:
    """Everything that is asked, and whether by our readings."""
    others = itertools.cycle({type(trial.action): trial.action for trial in trials}.values())
    games: dict[Game, list[PositionTrial]] = {}
    for trial in trials:
        games.setdefault(trial.state.game, []).append(trial)
    for game, own in games.items():
        for number, trial in enumerate(own):
            another = own[number * FAR % len(own)].state
            yield game.rules.readings == OURS, partial(_asked, trial, next(others), another, number)
    for choice in ({}, *other_readings()):
        yield not choice, partial(_begun, rules_under(choice))
    for name, work in answers():
        if name.startswith(ANSWERS):
            yield False, partial(_tried, work)


def _asked(trial: PositionTrial, other: Action, another: State, number: int) -> None:
    """What is asked in a position, where the decision tried leads, and near both."""
    state, action = trial.state, trial.action
    legal = _told(state)
    known = set(legal)
    unlisted = next((one for one in universe(state) if type(one) is type(action) and one not in known), action)
    after = _tried(stepping.apply_action, state, action)
    near = near_values(action) if number % NEAR == 0 else []
    for tried in (unlisted, replace(other, player=action.player), *near):
        _tried(stepping.apply_action, state, tried)
    if isinstance(after, State):
        _told(after)
        _tried(stepping.apply_action, after, action)
    for spoiled in _spoiled(state, another, number):
        _tried(check_state, spoiled)


def _spoiled(state: State, another: State, number: int) -> Iterator[State]:
    """Some states near a position, one with a field of another position, and one with its hands the wrong way round."""
    yield from (spoiled_state(state, 4 * number + step) for step in range(4))
    name = FIELDS[1 + number % (len(FIELDS) - 1)]
    yield state.changed(**{name: getattr(another, name)})
    yield state.changed(hands=tuple([hand[::-1] for hand in state.hands]))


def _begun(rules: Rules) -> None:
    """Games are begun by some rules, also from what is almost a set-up."""
    for players in range(rules.min_players, rules.max_players + 1):
        SeatMenus(1, players, 2, 2, 2, players % 2 == 0)
        for deck in (None, balanced_deck()):
            setup = Setup.from_seed(players, players, rules, deck)
            for shaman in (0, players - 1):
                for other in (setup, *near_values(replace(setup, shaman=shaman))):
                    _tried(engine.new_game, other, rules, deck)


def _told(state: State) -> tuple[Action, ...]:
    """Everything that can be asked about a position."""
    _tried(check_state, state)
    for seat in range(-1, state.players + 2):
        _tried(view, state, seat)
    for question in (returns, ranking, winners, stepping.current_player, stepping.is_terminal):
        question(state)
    return stepping.legal_actions(state)


def _tried(function: Callable[..., object], *arguments: object) -> object:
    """What comes of it, or nothing where it is refused; nonsense may fail in any way."""
    with suppress(Exception):
        return function(*arguments)
    return None


def telling(trials: Sequence[PositionTrial]) -> list[PositionTrial]:
    """Of trials by another reading, a few: where the decision tried takes each side that ours never take."""
    other = {one.side for one in branches() if one.status == "taken by other readings only"}
    taken, found, times = TakenSides(), [], Counter[BranchSide]()
    with watched(looked_at(), taken):
        for trial in trials:
            taken.taken.clear()
            _tried(stepping.apply_action, trial.state, trial.action)
            if any(times[side] < OF_EACH_SIDE for side in taken.taken & other):
                times.update(taken.taken & other)
                found.append(trial)
    return found


# The sides that nothing takes, as far as proofs show it


def dead(sides: Collection[BranchSide], players: int) -> dict[BranchSide, set[str]]:
    """Which of these sides no position takes, and the proofs that run through their conditions without taking them."""
    left, through = set(sides), {}
    for id, proof in PROOFS.items():
        how = proof.shown(players, False)
        while how is not None and how.status is Status.PROVED:
            with forbidden(looked_at(), left) as watcher:
                found = how.run(players)
            left -= watcher.taken
            if not watcher.taken:
                assert not found.wrong, f"{id}: {found.wrong}"
                left -= {side for side in left if found.gave_up and side.condition in watcher.reached}
                through[id] = watcher.reached
                break
    shown = {side: {id for id, reached in through.items() if side.condition in reached} for side in left}
    return {side: claims for side, claims in shown.items() if claims}


def main() -> int:
    """List every side of the engine's conditions, with how it is known.

    Which are dead is asked of the proofs for the fewest players; the proofs for more forbid what is listed then.
    """
    counts = counted(kept())
    known = counts.known(dead(counts.never(), STANDARD.min_players), REASONS)
    LISTED_SIDES.write_text("".join(f"{written(one)}\n" for one in known), encoding="utf-8")
    print(*[one.side for one in known if one.status == "unknown"], sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
