"""Theorems from the setup to the last effect that are worked out case by case, or by a game that shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.proofs.results import Status
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Background, Card, Condition, Deck, Face, Kind, Phase, State
from archipel.spec.costa_ruana.theorems.well_formed import least_left, most_left
from archipel.spec.logic import Num
from archipel.spec.logic.solver import Interpretation

# The longest and the shortest game

LAID = Card(Kind.MOVE_TREASURE, 1, Background.HIGH_TIDE, 1)
KEPT_IN_HAND = (
    (Card(Kind.REMOVE, 1, Background.LOW_TIDE, 1), Card(Kind.PLACE, 1, Background.DAY, 1)),
    (Card(Kind.MOVE_INHABITANT, 1, Background.NIGHT, 1), LAID),
)


def longest_game(players: int) -> Worked:
    """High tide shows all the time, so every card acts; all lie before the shaman, and everybody repeats one."""
    return _as_long_as_possible(players, Background.HIGH_TIDE, most_left())


def shortest_game(players: int) -> Worked:
    """High tide never shows, so no card acts."""
    return _as_long_as_possible(players, Background.LOW_TIDE, least_left())


def _as_long_as_possible(players: int, tide: Background, expected: Num) -> Worked:
    game = _begun(players, tide)
    bound = _value(expected, game.state)
    while game.state.legal_actions():
        game.play(_decision(game.state))
    wrong = "" if len(game.moves) == bound else f"the game takes {len(game.moves)} decisions, not {bound}"
    return Worked(1, wrong, f"a game of {len(game.moves)} decisions, replayed")


def _begun(players: int, tide: Background) -> Lockstep:
    """Everybody is dealt two cards he will keep, and draws only cards that move a treasure at high tide."""
    rules = engine.STANDARD
    dealt = [card for seat in range(players) for card in _hand(seat, rules.hand)]
    deck = Deck((*dealt, *(LAID,) * (rules.total_cards - len(dealt))))
    order = tuple(range(rules.total_cards))
    return Lockstep(engine.Setup(players, order, tide, Background.DAY, (0, 1), 0), deck)


def _hand(seat: int, size: int) -> tuple[Card, ...]:
    kept = KEPT_IN_HAND[seat % 2]
    return (*kept, *(LAID,) * (size - len(kept)))


def _value(term: Num, state: State) -> int:
    """What a number of the theory is in a position."""
    value = Interpretation("z3", projection.values(state))(term)
    assert isinstance(value, int)
    return value


def _decision(state: State) -> engine.Action:
    """Cards go before the shaman, inhabitants on his card, and he never turns the tide; else whatever comes first."""
    menu = state.legal_actions()
    player = menu[0].player
    match state.phase:
        case Phase.PLAY_UP:
            return engine.PlayUp(player, _movable(state, player), state.shaman)
        case Phase.PLAY_DOWN:
            return engine.PlayDown(player, _movable(state, player), state.shaman)
        case Phase.STAND:
            return engine.Stand(player, state.shaman, Face.UP)
        case Phase.FLIP:
            return engine.Flip(player, Condition.TIME)
        case Phase.OFFER:
            return engine.Accept(player)
        case _:
            return menu[0]


def _movable(state: State, player: int) -> int:
    return next(card for card in state.hands[player] if state.deck.cards[card] == LAID)


# The rulebook's example of a round

ANTOINE, MARIE, SERGE = range(3)
ACTIVE, INACTIVE = Background.NIGHT, Background.DAY
SINGLE = (Kind.MOVE_TREASURE, Kind.MOVE_INHABITANT)
AMOUNTS = (1, 2, 3)


class PlayHappening(NamedTuple):
    """One effect as the example tells it: who did what with how many pieces."""

    player: int
    kind: Kind
    pieces: int


TOLD = (
    PlayHappening(ANTOINE, Kind.REMOVE, 1),
    PlayHappening(ANTOINE, Kind.PLACE, 2),
    PlayHappening(ANTOINE, Kind.MOVE_INHABITANT, 1),
    PlayHappening(ANTOINE, Kind.MOVE_INHABITANT, 1),
    PlayHappening(MARIE, Kind.MOVE_INHABITANT, 1),
    PlayHappening(SERGE, Kind.PLACE, 3),
    PlayHappening(SERGE, Kind.PLACE, 3),
)


class PlaySpot(NamedTuple):
    """A card on the table."""

    by: int
    face: Face


class Guess(NamedTuple):
    """What the two hidden cards before Antoine might be, and where his and Marie's inhabitants might stand."""

    antoines: Card
    serges: Card
    antoine: PlaySpot
    marie: PlaySpot


BEFORE_ANTOINE = (PlaySpot(ANTOINE, Face.UP), PlaySpot(ANTOINE, Face.DOWN), PlaySpot(SERGE, Face.DOWN))
DECODED = Guess(
    Card(Kind.MOVE_INHABITANT, 1, ACTIVE, 1),
    Card(Kind.REMOVE, 1, ACTIVE, 1),
    PlaySpot(ANTOINE, Face.DOWN),
    PlaySpot(ANTOINE, Face.DOWN),
)


def hidden_cards_of_the_example(players: int) -> Worked:
    """Every guess that fits the figures: only one of them makes happen what the example tells."""
    guesses = list(_guesses())
    fitting = [guess for guess in guesses if TOLD in _stories(guess)]
    wrong = "" if fitting == [DECODED] else f"{len(fitting)} guesses fit: {fitting[:2]}"
    return Worked(len(guesses), wrong, "all guesses that fit the figures")


def _guesses() -> Iterator[Guess]:
    faces = [Card(kind, n, ACTIVE, 1) for kind in Kind for n in ((1,) if kind in SINGLE else AMOUNTS)]
    for cards in product(faces, faces):
        for antoine, marie in product(BEFORE_ANTOINE[:2], BEFORE_ANTOINE):
            yield Guess(*cards, antoine, marie)


def _stories(guess: Guess) -> set[tuple[PlayHappening, ...]]:
    """All that can happen, depending on which of several cards of one kind Antoine takes first."""
    state = _laid(guess)
    for action in (
        engine.Stand(ANTOINE, *guess.antoine),
        engine.Stand(MARIE, *guess.marie),
        engine.Stand(SERGE, SERGE, Face.UP),
        engine.Flip(ANTOINE, Condition.TIME),
    ):
        state = state.apply_action(action)
    return set(_continuations(state))


def _laid(guess: Guess) -> State:
    """The cards of the round on the table; Marie's hidden card and the one she lays before Serge are inactive."""
    inactive = Card(Kind.MOVE_TREASURE, 1, INACTIVE, 1)
    open_cards = (Card(Kind.PLACE, 2, ACTIVE, 1), Card(Kind.REMOVE, 1, INACTIVE, 1), Card(Kind.PLACE, 3, ACTIVE, 1))
    hidden = (guess.antoines, Card(Kind.PLACE, 3, INACTIVE, 1), guess.serges)
    hands = [(up, down, inactive, inactive, inactive) for up, down in zip(open_cards, hidden, strict=True)]
    dealt = [card for hand in hands for card in hand]
    total = engine.STANDARD.total_cards
    deck = Deck((*dealt, *(inactive,) * (total - len(dealt))))
    setup = engine.Setup(3, tuple(range(total)), Background.HIGH_TIDE, Background.DAY, (0, 1), ANTOINE)
    state = engine.new_game(setup, deck=deck)
    size = engine.STANDARD.hand
    laps = range(engine.STANDARD.settled)
    settling: list[engine.Action] = [engine.Settle(seat, seat) for _ in laps for seat in range(3)]
    up = [engine.PlayUp(seat, size * seat, before) for seat, before in enumerate((ANTOINE, SERGE, SERGE))]
    down = [engine.PlayDown(seat, size * seat + 1, before) for seat, before in enumerate((ANTOINE, MARIE, ANTOINE))]
    for action in (*settling, *up, *down):
        state = state.apply_action(action)
    return state


def _continuations(state: State) -> Iterator[tuple[PlayHappening, ...]]:
    """The effects still to come in this round, in every order that can be chosen."""
    if state.phase is Phase.RESOLVE:
        for choice in state.legal_actions():
            yield from _continuations(state.apply_action(choice))
    elif state.phase is Phase.EFFECT:
        action = state.legal_actions()[0]
        for rest in _continuations(state.apply_action(action)):
            yield (_happening(action), *rest)
    else:
        yield ()


def _happening(action: engine.Action) -> PlayHappening:
    match action:
        case engine.Remove(player, islands):
            return PlayHappening(player, Kind.REMOVE, len(islands))
        case engine.Place(player, islands):
            return PlayHappening(player, Kind.PLACE, len(islands))
        case engine.MoveTreasure(player):
            return PlayHappening(player, Kind.MOVE_TREASURE, 1)
        case _:
            return PlayHappening(action.player, Kind.MOVE_INHABITANT, 1)


PROCEDURES: Mapping[str, Callable[[int], Worked]] = {
    "longest_game": longest_game,
    "shortest_game": shortest_game,
    "hidden_cards_of_the_example": hidden_cards_of_the_example,
}


@dataclass(frozen=True)
class Worked:
    """How many cases were worked through, what was wrong with the first bad one, and how much that is worth."""

    cases: int
    wrong: str = ""
    method: str = "all cases"
    status: Status = Status.EXHAUSTED
