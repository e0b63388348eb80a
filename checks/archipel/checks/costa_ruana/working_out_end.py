"""Theorems from collecting to the final ranking that are worked out case by case, or by a game that shows them.

Games are arranged card by card: the deck, the deal and every decision are chosen so that a plan comes true. A plan says
for every round which cards take effect, before whom, and on which islands. Everything else a player lays is inactive,
nobody puts an inhabitant on a card, and nobody refuses the role of shaman. A game is played by engine and clauses in
lockstep, so a plan that the rules do not allow is an error, not a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.costa_ruana.projection import machine
from archipel.checks.costa_ruana.questions import position
from archipel.checks.costa_ruana.working_out_play import Worked
from archipel.checks.costa_ruana.working_out_symmetry import PROCEDURES as SYMMETRIES
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Background, Card, Condition, Deck, Face, Kind, Phase, State
from archipel.reference.costa_ruana.state import clockwise
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK, Numbers
from archipel.spec.machine import Position, blank, vectors

Row = tuple[int, ...]

# The patterns of an island, most inhabitants first, that need a closer look; in all others somebody has the most.
WON_BY_A_SINGLE: frozenset[Row] = frozenset({(2, 2, 1), (3, 3, 1), (2, 2, 2, 1)})
WON_BY_NOBODY: frozenset[Row] = frozenset(
    {(1,) * players for players in range(2, 8)} | {(2, 2), (3, 3), (2, 2, 2), (2, 2, 1, 1), (2, 2, 1, 1, 1)}
)
SEVEN = 7
PATTERNS_OF_SEVEN = {"majority": 30, "single": 3, "nobody": 11}


# The patterns of an island


def island_patterns(players: int) -> Worked:
    """Every way to people an island, seat by seat: which rule gives its treasure away."""
    return _worked_patterns(players, NUMBERS)[0]


def island_patterns_of_seven_seats(players: int) -> Worked:
    """The same with one seat more than the game has, so that every pattern that fits an island is there."""
    worked, split = _worked_patterns(SEVEN, _for_seven_seats())
    wrong = worked.wrong or ("" if split == PATTERNS_OF_SEVEN else f"of all patterns {split}")
    return replace(worked, wrong=wrong)


def patterns_with(players: int, numbers: Numbers) -> str:
    """What is wrong with the patterns of an island when it holds more inhabitants or fewer; empty if nothing is."""
    return _worked_patterns(players, numbers)[0].wrong


def _for_seven_seats() -> Numbers:
    table = {**NUMBERS.islands_for_players, SEVEN: NUMBERS.island_cards}
    return replace(NUMBERS, max_players=SEVEN, colours=SEVEN, islands_for_players=table)


def _worked_patterns(players: int, numbers: Numbers) -> tuple[Worked, dict[str, int]]:
    cases, wrong = 0, ""
    found: dict[Row, str] = {}
    bare = blank(RULEBOOK, numbers.values(players) | {"cards": 0})
    for row in vectors(players, numbers.island_cap):
        pattern = tuple(sorted((n for n in row if n), reverse=True))
        if not pattern:
            continue
        rule = _deciding(row, bare)
        cases += 1
        if rule != _expected(pattern) or found.setdefault(pattern, rule) != rule:
            wrong = wrong or f"{row}: {rule}"
    split = {rule: list(found.values()).count(rule) for rule in PATTERNS_OF_SEVEN}
    return Worked(cases, wrong, f"all islands, {len(found)} patterns"), split


def _expected(pattern: Row) -> str:
    if pattern in WON_BY_NOBODY:
        return "nobody"
    return "single" if pattern in WON_BY_A_SINGLE else "majority"


def _deciding(row: Row, bare: Mapping[str, Any]) -> str:
    """Which rule gives the treasure of an island to somebody; all that apply, if there are several."""
    here, seats = _island(row, bare), range(len(row))
    rules = {"majority": "majority", "single": "single_outside_conflict"}
    applying = [name for name, notion in rules.items() for seat in seats if here.evaluate(notion, 0, seat)]
    takers = sum(here.evaluate("takes", 0, seat) for seat in seats)
    named = " and ".join(applying) or "nobody"
    return named if takers == len(applying) else f"{named}, but {takers} take"


def _island(row: Row, bare: Mapping[str, Any]) -> Position:
    """A position in which nothing lies or stands anywhere but on the first island."""
    empty = (0,) * len(row)
    rest = bare["islands"] - 1
    return machine().at({**bare, "on": (row, *(empty,) * rest), "treasures": (1, *(0,) * rest)})


def a_game_of_singles(players: int) -> Worked:
    """A game in which seat 2 takes all its treasures in the first round, each with a single inhabitant."""
    state = played(beside_conflicts(players)).state
    right = state.huts[2] == min(players, 4) - 1
    return Worked(1, "" if right else f"the game ends with treasures {state.huts}", "a game arranged and replayed")


def beside_conflicts(players: int) -> Plan:
    """Island 0 becomes 2-2-1, island 1 becomes 3-3-1 and, from four players on, island 2 becomes 2-2-2-1.

    With three players island 2 becomes 2-1 instead, and seat 2 takes nothing there.
    """
    settled = ((0, 0, 1), (0, 0, 1), (0, 1, 2), (2, 2, 3), (3, 4, 5), (3, 4, 5))[:players]
    joined = (1, 1, 2, 2)
    first = together(placing(0, joined), placing(1, joined if players > 3 else joined[:2]))
    shamans = tuple(number % players for number in range(STANDARD.rounds))
    return Plan(settled, (first, *[()] * (STANDARD.rounds - 1)), shamans)


# The greatest and the least score


def a_game_of_the_greatest_score(players: int) -> Worked:
    """A game in which one player takes every treasure and has everybody home at the end."""
    in_play = position(players).evaluate("in_play")
    most = NUMBERS.treasure_points * in_play + NUMBERS.reserve_points * NUMBERS.inhabitants
    together_most = most + (players - 1) * NUMBERS.reserve_points * NUMBERS.inhabitants
    scores = played(all_for_one(players)).state.returns()
    right = scores[0] == most == GREATEST[players] and sum(scores) == together_most
    return Worked(1, "" if right else f"the game ends with {scores}, not {most}", "a game arranged and replayed")


GREATEST = {2: 46, 3: 66, 4: 76, 5: 96, 6: 106}


def all_for_one(players: int) -> Plan:
    """Seat 0 has one inhabitant on every island that has a treasure, round after round; nobody else has any."""
    islands = range(STANDARD.islands(players))
    others = range(1, players)
    settled = tuple(_side_by_side(seat, players) for seat in range(players))
    sent_home = (ArrangedEffect(Kind.REMOVE, seat, tuple(sorted(settled[seat]))) for seat in others)
    first = together(sent_home, placing(0, islands[len(settled[0]) :]))
    full = together(placing(0, islands))
    last = together(placing(0, islands[STANDARD.poor_islands :]))
    shamans = tuple(others[number % len(others)] for number in range(STANDARD.rounds))
    return Plan(settled, (first, *(full,) * (STANDARD.rounds - 2), last), shamans)


def _side_by_side(seat: int, players: int) -> Row:
    """Seat 0 on the first islands; the others on the next ones, few enough on each."""
    if seat == 0:
        return tuple(range(STANDARD.settled))
    return tuple((seat * STANDARD.settled + number) % STANDARD.islands(players) for number in range(STANDARD.settled))


def a_game_without_points(players: int) -> Worked:
    """A game in which everybody's inhabitants end in deadlocks and nobody ever takes a treasure."""
    game = played(nothing_for_anybody(players))
    wrong = "" if _level_at_nothing(game.state) else f"the game ends with {game.state.returns()}"
    return Worked(1, wrong, "a game arranged and replayed")


def _level_at_nothing(state: State) -> bool:
    return set(state.returns()) == {0} and state.winners() == tuple(range(state.players))


def nothing_for_anybody(players: int) -> Plan:
    """All settle on the same islands and join each other wherever they go, so that every island stays a conflict."""
    rounds = [
        together(*(placing(seat, groups[seat * len(groups) // players]) for seat in range(players)))
        for groups in JOINED[players]
    ]
    rest: list[tuple[ArrangedEffect, ...]] = [()] * (STANDARD.rounds - len(rounds))
    shamans = tuple(number % players for number in range(STANDARD.rounds))
    return Plan((tuple(range(STANDARD.settled)),) * players, (*rounds, *rest), shamans)


def a_game_won_from_four_behind(players: int) -> Worked:
    """A game won by a player without treasures although another has four."""
    state = played(won_from_behind(players)).state
    right = 0 in state.winners() and state.huts[1] - state.huts[0] == 4
    return Worked(1, "" if right else f"the game ends with {state.returns()}", "a game arranged and replayed")


def won_from_behind(players: int) -> Plan:
    """Seat 1 takes the four treasures of a poor island and ends with everybody on islands without treasures."""
    settled = tuple((0,) * STANDARD.settled if seat == 1 else _side_by_side(seat, players) for seat in range(players))
    others = [seat for seat in range(players) if seat != 1]
    sent_home = (ArrangedEffect(Kind.REMOVE, seat, tuple(sorted(settled[seat]))) for seat in others)
    emptied = [ArrangedEffect(Kind.MOVE_TREASURE, 0, (1, 2))] * STANDARD.poor_treasures
    first, second = together(sent_home, iter(emptied[1:])), (emptied[0],)
    fourth, last = together(placing(1, (0,))), together(placing(1, (0,) * STANDARD.cap + (1, 1, 1)))
    shamans = tuple(others[number % len(others)] for number in range(STANDARD.rounds))
    return Plan(settled, (first, second, (), fourth, last), shamans)


def a_game_shared_by_everybody(players: int) -> Worked:
    """A game that ends with one treasure in every hut and everybody level."""
    state = played(one_for_each(players)).state
    right = state.huts == (1,) * players and state.winners() == tuple(range(players))
    return Worked(1, "" if right else f"the game ends with {state.returns()}", "a game arranged and replayed")


def one_for_each(players: int) -> Plan:
    """Everybody settles alone on one island and with all others on two; then nothing happens any more."""
    settled = tuple((seat, players, players + 1) for seat in range(players))
    shamans = tuple(number % players for number in range(STANDARD.rounds))
    return Plan(settled, ((),) * STANDARD.rounds, shamans)


# For each number of players and round, the islands that seats join; several lists are for consecutive groups of seats.
JOINED: Mapping[int, tuple[tuple[Row, ...], ...]] = {
    2: (((3,),), ((0, 1, 2),), ((0, 1, 2),)),
    3: (((3, 4, 5),), ((0, 1, 2),), ((3,),)),
    4: (((3, 4, 5, 6),), ((0, 1, 2), (3, 4, 5))),
    5: (((3, 4, 5, 6, 7),), ((8, 8), (8, 8), (8, 8), (0, 1), (0, 1))),
    6: (((3, 4, 5, 6, 7, 8),), ((9,),)),
}

PROCEDURES: Mapping[str, Callable[[int], Worked]] = {
    "island_patterns": island_patterns,
    "island_patterns_of_seven_seats": island_patterns_of_seven_seats,
    "a_game_of_singles": a_game_of_singles,
    "a_game_of_the_greatest_score": a_game_of_the_greatest_score,
    "a_game_without_points": a_game_without_points,
    "a_game_won_from_four_behind": a_game_won_from_four_behind,
    "a_game_shared_by_everybody": a_game_shared_by_everybody,
    **SYMMETRIES,
}


ACTIVE, INACTIVE = Background.DAY, Background.NIGHT
UNUSED = Card(Kind.MOVE_INHABITANT, 1, INACTIVE, 1)

# What stays in the hands of even and of odd seats: every kind and every background occurs in a deck.
NEVER_PLAYED = (
    (Card(Kind.MOVE_TREASURE, 1, Background.HIGH_TIDE, 1), Card(Kind.PLACE, 1, ACTIVE, 1)),
    (Card(Kind.REMOVE, 1, Background.LOW_TIDE, 1), UNUSED),
)


@dataclass(frozen=True)
class ArrangedEffect:
    """A card that takes effect: its kind, before whom it lies, and the islands it is used on: one for each inhabitant
    taken or placed, or those that a treasure leaves and comes to."""

    kind: Kind
    before: int
    islands: tuple[int, ...]

    @property
    def card(self) -> Card:
        amount = 1 if self.kind is Kind.MOVE_TREASURE else len(self.islands)
        return Card(self.kind, amount, ACTIVE, 1)


@dataclass(frozen=True)
class Plan:
    """A game to arrange: where each seat settles, what takes effect in each round, and who is shaman in each."""

    settled: tuple[tuple[int, ...], ...]
    rounds: tuple[tuple[ArrangedEffect, ...], ...]
    shamans: tuple[int, ...]

    @property
    def players(self) -> int:
        return len(self.settled)

    def laid(self, round_number: int, seat: int, face: Face) -> ArrangedEffect | None:
        """What a seat lays this way in a round, if it is to take effect; slots are filled in order."""
        effects = self.rounds[round_number - 1]
        slot = engine.slot_of(self.players, seat, face)
        return effects[slot] if slot < len(effects) else None

    def cards_of(self, seat: int) -> list[Card]:
        """A seat's cards, in the order in which it lays them, and two that it never lays."""
        laid = [self.laid(r, seat, face) for r in range(1, len(self.rounds) + 1) for face in Face]
        return [UNUSED if effect is None else effect.card for effect in laid] + list(NEVER_PLAYED[seat % 2])


def dealt(plan: Plan) -> Deck:
    """A deck that needs no shuffling: every seat draws its cards in the order in which it lays them."""
    hands = [iter(plan.cards_of(seat)) for seat in range(plan.players)]
    cards = [next(hand) for hand in hands for _ in range(STANDARD.hand)]
    for number, shaman in enumerate(plan.shamans[1:], start=1):
        for seat in clockwise(shaman, plan.players):
            cards += [next(hands[seat]) for _ in range(STANDARD.draw_after(number))]
    return Deck(tuple(cards) + (UNUSED,) * (STANDARD.total_cards - len(cards)))


def played(plan: Plan) -> Lockstep:
    """The game of a plan, from the setup to the end, by engine and clauses alike."""
    deck = dealt(plan)
    order = tuple(range(STANDARD.total_cards))
    poor = tuple(range(STANDARD.poor_islands))
    setup = engine.Setup(plan.players, order, Background.HIGH_TIDE, ACTIVE, poor, plan.shamans[0])
    game = Lockstep(setup, deck)
    while not game.state.is_terminal():
        game.play(_decision(plan, game.state))
    return game


def _decision(plan: Plan, state: State) -> engine.Action:
    actor = state.actor
    assert actor is not None
    match state.phase:
        case Phase.SETTLE:
            done = sum(row[actor] for row in state.inhabitants)
            return engine.Settle(actor, plan.settled[actor][done])
        case Phase.PLAY_UP | Phase.PLAY_DOWN:
            return _laying(plan, state, actor)
        case Phase.STAND:
            return engine.Pass(actor)
        case Phase.FLIP:
            return engine.Flip(actor, Condition.TIDE)
        case Phase.EFFECT:
            return _moving(plan, state, actor)
        case Phase.OFFER if actor != plan.shamans[state.round]:
            raise ValueError(f"the plan expects another shaman in round {state.round + 1}")
        case Phase.OFFER:
            return engine.Accept(actor)
        case _:
            return state.legal_actions()[0]


def _laying(plan: Plan, state: State, actor: int) -> engine.Action:
    up = state.phase is Phase.PLAY_UP
    effect = plan.laid(state.round, actor, Face.UP if up else Face.DOWN)
    face = UNUSED if effect is None else effect.card
    card = next(card for card in state.hands[actor] if state.deck.cards[card] == face)
    before = actor if effect is None else effect.before
    return engine.PlayUp(actor, card, before) if up else engine.PlayDown(actor, card, before)


def _moving(plan: Plan, state: State, actor: int) -> engine.Action:
    assert state.resolving is not None
    effect = plan.rounds[state.round - 1][state.resolving]
    if effect.kind is Kind.MOVE_TREASURE:
        return engine.MoveTreasure(actor, *effect.islands)
    return engine.Place(actor, effect.islands) if effect.kind is Kind.PLACE else engine.Remove(actor, effect.islands)


def placing(seat: int, islands: Sequence[int]) -> Iterator[ArrangedEffect]:
    """Cards that let a seat place an inhabitant on each of these islands, as few as it takes."""
    most = STANDARD.largest_amount
    for first in range(0, len(islands), most):
        yield ArrangedEffect(Kind.PLACE, seat, tuple(sorted(islands[first : first + most])))


def together(*groups: Iterator[ArrangedEffect]) -> tuple[ArrangedEffect, ...]:
    """The cards of one round."""
    return tuple(chain.from_iterable(groups))
