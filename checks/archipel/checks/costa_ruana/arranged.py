"""Games arranged card by card: the deck, the deal and every decision are chosen so that a plan comes true.

A plan says for every round which cards take effect, before whom, and on which islands. Everything else a player lays is
inactive, nobody puts an inhabitant on a card, and nobody refuses the role of shaman. The game is played by engine and
clauses in lockstep, so a plan that the rules do not allow is an error, not a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Background, Card, Condition, Deck, Face, Kind, Phase, State
from archipel.reference.costa_ruana.state import clockwise

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
