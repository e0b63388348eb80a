"""Positions drawn at random from all that keep the clauses, not only from those that games tend to reach.

Boards are drawn towards their edges: reserves empty or full, islands crowded, treasures gone.
"""

from __future__ import annotations

from random import Random

from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Face, Laid, Phase, Rules, State
from archipel.reference.costa_ruana.deck import KINDS, TIDES, TIMES

# How often everybody stands on one card, and many cards on the table are of one kind, unless something else is asked.
ALIKE = 0.2

PHASES = (Phase.PLAY_UP, Phase.PLAY_DOWN, Phase.STAND, Phase.FLIP, Phase.OFFER)


def random_position(
    players: int,
    chance: Random,
    phase: Phase | None = None,
    round_number: int | None = None,
    rules: Rules = STANDARD,
    alike: float = ALIKE,
) -> State:
    """A position in which somebody is about to lay a card, stand, flip or answer; resolution is a flip away.

    ``alike`` is how probable it is that everybody stands on one card, and that many cards are of one kind.
    """
    setup = engine.Setup.from_seed(players, chance.randrange(1_000_000), rules)
    state = engine.new_game(setup, rules)
    phase = chance.choice(PHASES) if phase is None else phase
    shaman = chance.randrange(players)
    acted = 0 if phase in (Phase.FLIP, Phase.OFFER) else chance.randrange(players)
    last = state.rules.rounds - (phase is Phase.OFFER)
    state = state.changed(
        round=chance.randint(1, last) if round_number is None else round_number,
        phase=phase,
        offered=None if state.offered is None else shaman,
        shaman=shaman,
        actor=(shaman + acted) % players,
        tide=chance.choice(TIDES),
        time=chance.choice(TIMES),
    )
    return _with_treasures(_with_board(_with_cards(state, acted, alike, chance), chance), chance)


def _with_cards(state: State, acted: int, alike: float, chance: Random) -> State:
    """Hands, table and pile as they are when so many players have acted in this phase."""
    players, rules = state.players, state.rules
    cards = list(state.game.kept)
    chance.shuffle(cards)
    begun = state.round + (state.phase is Phase.OFFER)
    victim, all_for_one = chance.randrange(players), chance.choice((0.5, 0.5, 1.0))
    if chance.random() < alike:
        cards = _of_one_kind_last(state, cards, chance)
    hands, table = [], list[Laid | None]([None] * (2 * players))
    for seat in range(players):
        hand = [cards.pop() for _ in range(rules.hand_in(begun))]
        for face in _laid(state, seat, acted):
            before = victim if chance.random() < all_for_one else chance.randrange(players)
            if face is Face.DOWN and rules.readings.cards_before == "one-each":
                before = _another(table[seat], before, players)
            hidden = face is Face.DOWN
            table[engine.slot_of(players, seat, face)] = Laid(hand.pop(), before, hidden)
        hands.append(tuple(sorted(hand)))
    drawn = players * (rules.hand + sum(rules.draw_after(r) for r in range(1, begun)))
    left = len(state.game.kept) - drawn
    together = chance.randrange(2 * players) if chance.random() < alike else None
    standing = tuple(_stands(state, seat, acted, together, chance) for seat in range(players))
    return state.changed(hands=tuple(hands), table=tuple(table), pile=tuple(cards[:left]), standing=standing)


def _of_one_kind_last(state: State, cards: list[int], chance: Random) -> list[int]:
    """Those of one kind are dealt first, so that many of them lie on the table."""
    kind = chance.choice(KINDS)
    return sorted(cards, key=lambda card: state.deck.cards[card].kind is kind)


def _another(up: Laid | None, before: int, players: int) -> int:
    """Not the player who has the face-up card already."""
    return (before + 1) % players if up is not None and up.before == before else before


def _laid(state: State, seat: int, acted: int) -> list[Face]:
    """The cards a seat has laid by now."""
    done = (seat - state.shaman) % state.players < acted
    match state.phase:
        case Phase.PLAY_UP:
            return [Face.UP] if done else []
        case Phase.PLAY_DOWN:
            return [Face.UP, Face.DOWN] if done else [Face.UP]
        case Phase.OFFER:
            return []
        case _:
            return [Face.UP, Face.DOWN]


def _stands(state: State, seat: int, acted: int, together: int | None, chance: Random) -> int | None:
    """The slot a seat's inhabitant stands on, if it has acted and wanted to; often the same for everybody."""
    done = state.phase is Phase.FLIP or (
        state.phase is Phase.STAND and (seat - state.shaman) % state.players < acted
    )
    if not done or (together is None and chance.random() < 0.2):
        return None
    if together is not None:
        return together
    return 0 if chance.random() < 0.5 else chance.randrange(2 * state.players)


def _with_board(state: State, chance: Random) -> State:
    """Inhabitants on islands, crowded together or not, and the rest in reserve."""
    rules, players = state.rules, state.players
    rows = [[0] * players for _ in range(state.islands)]
    favourite = chance.randrange(state.islands)
    reserve = [0] * players
    for seat in chance.sample(range(players), players):
        own = rules.inhabitants - (state.standing[seat] is not None)
        abroad = chance.choice((0, 1, 2, own - 2, own - 1, own, chance.randint(0, own)))
        for _ in range(abroad):
            free = [island for island, row in enumerate(rows) if sum(row) < rules.cap]
            crowded = favourite in free and chance.random() < 0.5
            rows[favourite if crowded else chance.choice(free)][seat] += 1
        reserve[seat] = own - abroad
    return state.changed(inhabitants=tuple(map(tuple, rows)), reserve=tuple(reserve))


def _with_treasures(state: State, chance: Random) -> State:
    """Treasures in huts and on islands, some of which may be empty."""
    in_play = state.rules.treasures_in_play(state.players)
    rounds = state.round - (state.phase is not Phase.OFFER)
    most = min(in_play, state.islands * rounds)
    gone = chance.choice((0, most // 2, max(0, most - 2), max(0, most - 1), most))
    huts, islands = [0] * state.players, [0] * state.islands
    for _ in range(gone):
        huts[chance.randrange(state.players)] += 1
    rich = chance.sample(range(state.islands), chance.randint(1, state.islands))
    for _ in range(in_play - gone):
        islands[chance.choice(rich)] += 1
    return state.changed(huts=tuple(huts), treasures=tuple(islands))
