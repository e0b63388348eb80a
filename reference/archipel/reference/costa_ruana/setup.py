"""Setup: all the chance of a game in one object, and the first position that follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from archipel.reference.costa_ruana.deck import TIDES, TIMES, Background, Deck, balanced_deck
from archipel.reference.costa_ruana.rules import STANDARD, Rules
from archipel.reference.costa_ruana.state import Game, Phase, State, game_for
from archipel.reference.strict_json import BadInput
from archipel.reference.values import Value


@dataclass(frozen=True)
class Setup(Value):
    """What chance decides: the shuffled cards, the Condition sides, the poor islands and the first shaman."""

    players: int
    order: tuple[int, ...]
    tide: Background
    time: Background
    poor: tuple[int, ...]
    shaman: int

    @staticmethod
    def from_seed(players: int, seed: int, rules: Rules = STANDARD, deck: Deck | None = None) -> Setup:
        """A setup drawn with a seeded generator, the same in every Python version; only a convenience."""
        generator = Random(seed)
        islands = rules.islands(players)
        order = _shuffled(list((deck or balanced_deck()).kept(players)), generator)
        tide = TIDES[_below(generator, len(TIDES))]
        time = TIMES[_below(generator, len(TIMES))]
        poor = sorted(_shuffled(list(range(islands)), generator)[: rules.poor_islands])
        return Setup(players, tuple(order), tide, time, tuple(poor), _below(generator, players))


def _below(generator: Random, count: int) -> int:
    return int(generator.random() * count)


def _shuffled(items: list[int], generator: Random) -> list[int]:
    for last in range(len(items) - 1, 0, -1):
        chosen = _below(generator, last + 1)
        items[last], items[chosen] = items[chosen], items[last]
    return items


def check_setup(setup: Setup, game: Game) -> None:
    """Refuse a setup that does not fit the game."""
    if sorted(setup.order) != list(game.kept):
        raise BadInput("setup.order: expected each kept card exactly once")
    if setup.tide not in TIDES:
        raise BadInput("setup.tide: expected high_tide or low_tide")
    if setup.time not in TIMES:
        raise BadInput("setup.time: expected day or night")
    if len(setup.poor) != game.rules.poor_islands:
        raise BadInput(f"setup.poor: expected {game.rules.poor_islands} islands, found {len(setup.poor)}")
    if list(setup.poor) != sorted(set(setup.poor)):
        raise BadInput("setup.poor: expected different islands in increasing order")
    if any(not 0 <= island < game.islands for island in setup.poor):
        raise BadInput("setup.poor: there is no such island")
    if not 0 <= setup.shaman < game.players:
        raise BadInput("setup.shaman: there is no such seat")


def new_game(setup: Setup, rules: Rules = STANDARD, deck: Deck | None = None) -> State:
    """The first position: cards dealt, treasures laid out, the shaman to settle first, or to answer before that."""
    game = game_for(setup.players, rules, deck or balanced_deck())
    check_setup(setup, game)
    players, hand = game.players, rules.hand
    nothing = (0,) * players
    return State(
        game=game,
        round=0,
        phase=Phase.SETTLE if rules.readings.first_refusal == "no" else Phase.OFFER,
        shaman=setup.shaman,
        actor=setup.shaman,
        tide=Background(setup.tide),
        time=Background(setup.time),
        inhabitants=(nothing,) * game.islands,
        treasures=_first_treasures(setup, game),
        reserve=(rules.inhabitants,) * players,
        huts=nothing,
        gains=nothing,
        hands=tuple([tuple(sorted(setup.order[p * hand : (p + 1) * hand])) for p in range(players)]),
        pile=setup.order[players * hand :],
        table=(None,) * (2 * players),
        standing=(None,) * players,
        resolving=None,
        waiting=(),
        copying=False,
        moved=(),
        offered=setup.shaman if rules.readings.previous_shaman == "offered" else None,
    )


def _first_treasures(setup: Setup, game: Game) -> tuple[int, ...]:
    rules = game.rules
    return tuple([rules.treasures_of_the_poor() if i in setup.poor else rules.treasures for i in range(game.islands)])
