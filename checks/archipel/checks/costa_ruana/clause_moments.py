"""What is counted while a game is played: every moment at which a clause decides something, and out of how many.

The engine plays; ``counted.toml`` says in words what each count means, and tests check these counts against the clauses
themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Literal

from archipel.checks.simulate.tallies import Tally
from archipel.reference.costa_ruana import (
    Action,
    Face,
    Kind,
    Laid,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Phase,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Stand,
    StandFrom,
    State,
    active_backgrounds,
    island_winner,
)
from archipel.reference.costa_ruana.effects import own, perform, room
from archipel.reference.costa_ruana.readings import OURS, Readings
from archipel.reference.costa_ruana.state import slot_of

Moments = Counter[str]


class ClauseMoments:
    """Watches one game: moments by clause, and in ``of`` how many there could have been."""

    def __init__(self, readings: Readings = OURS) -> None:
        self.collection = collection(readings)
        self.moments: Moments = Counter()
        self.of: Moments = Counter()
        self.taken: list[int] = []
        """Treasures taken, round by round."""
        self.full = 0
        """Islands that were full when the treasures of a round were collected."""
        self.effects = 0
        self._due = 0
        """Effects of this round that are neither carried out nor skipped yet."""

    def saw(self, state: State, choices: int, action: Action, after: State) -> None:
        """One decision: where it was asked, among how many it chose, and where it led."""
        LOOKS[state.phase](self, state, choices, action)
        if state.phase is Phase.FLIP:
            self._revealed(state, after)
        if after.phase in (Phase.OFFER, Phase.OVER) and state.phase in ENDING:
            self._round_over(state, action, after)

    # Decisions

    def _settle(self, state: State, choices: int, action: Action) -> None:
        self.of["settle"] += 1
        self.moments["setup.settle-cap"] += choices < state.islands

    def _lay(self, state: State, choices: int, action: Action) -> None:
        assert isinstance(action, PlayUp | PlayDown)
        self.of["laid"] += 1
        self.moments["play.before-anybody"] += action.before != action.player

    def _stand(self, state: State, choices: int, action: Action) -> None:
        self.of["stand"] += 1
        assert state.actor is not None
        self.moments["play.from-reserve"] += not state.reserve[state.actor]
        if isinstance(action, Stand | StandFrom):
            self.of["standing"] += 1
            self.moments["play.inhabitant"] += 1
            self.moments["play.any-card"] += _strange(state, action)

    def _flip(self, state: State, choices: int, action: Action) -> None:
        self.of["round"] += 1

    def _resolve(self, state: State, choices: int, action: Action) -> None:
        self.moments["resolution.same-kind"] += 1

    def _effect(self, state: State, choices: int, action: Action) -> None:
        self.effects += 1
        self._due -= 1
        if isinstance(action, Place):
            self._place(state, action)
        elif isinstance(action, Remove):
            self._remove(state, action)
        elif isinstance(action, MoveTreasure):
            self._move_treasure(state, action)
        elif isinstance(action, MoveInhabitant):
            self._move_inhabitant(state, action)

    def _place(self, state: State, action: Place) -> None:
        card, player = state.resolving_card, action.player
        assert card is not None
        at_home, wanted = state.reserve[player], card.amount
        self.of["place"] += 1
        self.moments["cards.place"] += len(set(action.islands)) > 1
        self.moments["cards.place-all"] += at_home < wanted
        self.moments["cards.not-in-reserve"] += at_home < wanted and state.standing[player] is not None
        self.moments["cards.place-cap"] += min(room(state)) < min(at_home, wanted)
        self.moments["resolution.as-possible"] += len(action.islands) < wanted

    def _remove(self, state: State, action: Remove) -> None:
        card = state.resolving_card
        assert card is not None
        self.of["remove"] += 1
        self.moments["cards.remove"] += len(set(action.islands)) > 1
        self.moments["cards.remove-all"] += sum(own(state, action.player)) < card.amount
        self.moments["resolution.as-possible"] += len(action.islands) < card.amount

    def _move_treasure(self, state: State, action: MoveTreasure) -> None:
        piled = state.treasures[action.target] >= state.rules.treasures
        self.of["move_treasure"] += 1
        self.moments["cards.treasure-unlimited"] += piled or state.treasures[action.source] == 1

    def _move_inhabitant(self, state: State, action: MoveInhabitant) -> None:
        self.of["move_inhabitant"] += 1
        self.moments["cards.move-inhabitant"] += action.owner != action.player
        left = room(state)
        self.moments["cards.move-cap"] += not all(left) and sum(map(any, state.inhabitants)) > 1

    def _offer(self, state: State, choices: int, action: Action) -> None:
        self.of["offer"] += 1
        self.moments["succession.refuse"] += isinstance(action, Name)

    # What follows by itself

    def _revealed(self, state: State, after: State) -> None:
        """The Condition card is turned: which cards are left, and in which order they come."""
        cards, active = state.deck.cards, active_backgrounds(after.tide, after.time, state.rules.readings)
        laid = {slot: found for slot, found in enumerate(state.table) if found is not None}
        kept = {slot: found for slot, found in laid.items() if cards[found.card].background in active}
        standing = [slot for slot in state.standing if slot is not None]
        on_kept = [slot for slot in standing if slot in kept]
        kinds = _kinds_before(state, kept)
        self._due = len(kept) + len(on_kept)
        self.of.update({"table": len(state.table), "on_cards": len(standing), "active": len(kept)})
        self.of.update({"row": len(kinds), "due": self._due})
        self.moments["reveal.discard"] += len(state.table) - len(kept)
        self.moments["reveal.return"] += len(standing) - len(on_kept)
        self.moments["resolution.seat-order"] += len(kinds) > 1
        self.moments["resolution.kind-order"] += sum(len(found) > 1 for found in kinds.values())
        self.moments["resolution.beneficiaries"] += len(set(on_kept))

    def _round_over(self, state: State, action: Action, after: State) -> None:
        """No card is left: effects that were due and not carried out were skipped, and treasures are collected."""
        self.moments["resolution.as-possible"] += self._due
        self._due = 0
        board = perform(state, action) if state.phase is Phase.EFFECT else state
        cap, clauses = state.rules.cap, self.collection.clauses
        self.of["island"] += state.islands
        for row, treasures in zip(board.inhabitants, board.treasures, strict=True):
            self.full += sum(row) >= cap
            for clause in clauses(row, treasures):
                self.moments[clause] += 1
        gains = tuple([now - before for now, before in zip(after.huts, state.huts, strict=True)])
        self.taken.append(sum(gains))
        if after.phase is Phase.OFFER:
            self.of["succession"] += 1
            self.moments["succession.tie" if gains.count(min(gains)) > 1 else "succession.fewest"] += 1

    def over(self, state: State) -> None:
        """The game has ended."""
        self._end = state
        self.ranked(state.returns(), state.huts, state.winners())

    def ranked(self, points: tuple[int, ...], huts: tuple[int, ...], winners: tuple[int, ...]) -> None:
        """Who wins, and what decides it."""
        best = max(points)
        richest = max([hut for hut, found in zip(huts, points, strict=True) if found == best])
        level = list(zip(points, huts, strict=True)).count((best, richest))
        self.of["game"] += 1
        self.moments["components.island-cap"] += self.full
        self.moments["end.winner"] += points.count(best) == 1
        self.moments["end.tie-break"] += points.count(best) > level
        self.moments["end.shared"] += len(winners) > 1

    def note(self, tally: Tally) -> None:
        """Add up what was counted."""
        for seat, hut in enumerate(self._end.huts):
            tally.note("hut", hut)
            tally.note("abroad", sum([row[seat] for row in self._end.inhabitants]))
        for name, number in self.of.items():
            tally.counts[f"of.{name}"] += number
        for clause, number in self.moments.items():
            if number:
                tally.counts[f"clause.{clause}"] += number
                tally.counts[f"games.{clause}"] += 1


Look = Callable[[ClauseMoments, State, int, Action], None]

LOOKS: dict[Phase, Look] = {
    Phase.SETTLE: ClauseMoments._settle,
    Phase.PLAY_UP: ClauseMoments._lay,
    Phase.PLAY_DOWN: ClauseMoments._lay,
    Phase.STAND: ClauseMoments._stand,
    Phase.FLIP: ClauseMoments._flip,
    Phase.RESOLVE: ClauseMoments._resolve,
    Phase.EFFECT: ClauseMoments._effect,
    Phase.OFFER: ClauseMoments._offer,
}
PRIORITIES: tuple[Literal["majority-first", "lone-first"], ...] = ("majority-first", "lone-first")
ENDING = (Phase.FLIP, Phase.RESOLVE, Phase.EFFECT)
"""After which decisions a round can be over."""


def _strange(state: State, action: Stand | StandFrom) -> bool:
    """On a hidden card in front of somebody else, or on an open one that somebody else laid."""
    laid = state.table[slot_of(state.players, action.by, action.face)]
    assert laid is not None
    return laid.before != action.player if action.face is Face.DOWN else action.by != action.player


def _kinds_before(state: State, kept: dict[int, Laid]) -> dict[int, set[Kind]]:
    """The kinds of the active cards before each player who has any."""
    kinds: dict[int, set[Kind]] = {}
    for laid in kept.values():
        kinds.setdefault(laid.before, set()).add(state.deck.cards[laid.card].kind)
    return kinds


class Collection:
    """Which clauses decide who takes a treasure of an island, or that nobody does; those alike are asked once."""

    def __init__(self, readings: Readings) -> None:
        self.readings = readings
        self._known: dict[tuple[tuple[int, ...], bool], tuple[str, ...]] = {}

    def clauses(self, row: tuple[int, ...], treasures: int) -> tuple[str, ...]:
        key = (row, treasures > 0)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._decided(row, treasures)
        return found

    def _decided(self, row: tuple[int, ...], treasures: int) -> tuple[str, ...]:
        readings, winner = self.readings, island_winner(row, treasures, self.readings)
        if winner is not None:
            most = row.count(max(row)) == 1 and row[winner] == max(row)
            rule = "collection.majority" if most else "collection.single"
            either_way = {island_winner(row, treasures, replace(readings, priority=first)) for first in PRIORITIES}
            return (rule,) if len(either_way) == 1 else (rule, "collection.one-per-island")
        if not any(row):
            return ()
        if treasures:
            return ("collection.conflict",)
        return () if island_winner(row, 1, readings) is None else ("collection.no-treasure",)


collection = cache(Collection)
