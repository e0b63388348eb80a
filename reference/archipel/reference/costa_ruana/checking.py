"""Whether a position makes sense: pieces and cards conserved, and everything as its phase requires."""

from __future__ import annotations

from typing import NoReturn

from archipel.reference.costa_ruana.conditions import is_active
from archipel.reference.costa_ruana.deck import Card, Kind
from archipel.reference.costa_ruana.effects import can_act
from archipel.reference.costa_ruana.resolution import copiers, may_copy, next_cards
from archipel.reference.costa_ruana.rules import CARDS_PLAYED
from archipel.reference.costa_ruana.state import Phase, State
from archipel.reference.strict_json import BadInput

PLAYING = (Phase.PLAY_UP, Phase.PLAY_DOWN, Phase.STAND, Phase.FLIP)
RESOLVING = (Phase.RESOLVE, Phase.EFFECT)
BETWEEN = (Phase.OFFER, Phase.OVER)


def check_state(state: State) -> None:
    """Refuse a position that no game can reach as far as its pieces, cards and phase show."""
    _check_round(state)
    _check_inhabitants(state)
    _check_treasures(state)
    _check_cards(state)
    _check_sizes(state)
    _check_before(state)
    _check_standing(state)
    _check_offered(state)
    _check_old_shaman(state)
    if state.phase is not Phase.EFFECT:
        _check_no_effect(state)
    if state.phase is Phase.SETTLE:
        _check_settle(state)
    elif state.phase in PLAYING:
        _check_playing(state)
    elif state.phase in RESOLVING:
        _check_resolving(state)
    else:
        _check_between(state)


def _refuse(where: str, message: str) -> NoReturn:
    raise BadInput(f"{where}: {message}")


def _check_round(state: State) -> None:
    last = state.rules.rounds
    if state.phase is Phase.SETTLE:
        wanted = state.round == 0
    elif state.phase is Phase.OVER:
        wanted = state.round == last
    elif state.phase is Phase.OFFER:
        first = 1 if state.rules.readings.first_refusal == "no" else 0
        wanted = first <= state.round < last
    else:
        wanted = 1 <= state.round <= last
    if not wanted:
        _refuse("round", f"{state.round} does not go with the phase {state.phase.value}")
    if (state.actor is None) != (state.phase is Phase.OVER):
        _refuse("actor", "somebody decides until the game is over, and nobody then")


def _check_inhabitants(state: State) -> None:
    for island, row in enumerate(state.inhabitants):
        if sum(row) > state.rules.cap:
            _refuse(f"inhabitants[{island}]", f"more than {state.rules.cap} on one island")
    for player, reserve in enumerate(state.reserve):
        on_islands = sum([row[player] for row in state.inhabitants])
        total = reserve + on_islands + (state.standing[player] is not None)
        if total != state.rules.inhabitants:
            _refuse(f"reserve[{player}]", f"seat {player} has {total} inhabitants in all")


def _check_treasures(state: State) -> None:
    if any(state.gains):
        _refuse("gains", "what is gained goes into the huts before the next decision")
    wanted = state.rules.treasures_in_play(state.players)
    total = sum(state.treasures) + sum(state.huts)
    if total != wanted:
        _refuse("treasures", f"expected {wanted} on islands and in huts together, found {total}")
    if sum(state.huts) > state.islands * _rounds_collected(state):
        _refuse("huts", "more treasures than the rounds played can give")


def _rounds_collected(state: State) -> int:
    return state.round if state.phase in BETWEEN else max(state.round - 1, 0)


def _check_cards(state: State) -> None:
    cards = [card for hand in state.hands for card in hand]
    cards += state.pile
    cards += [laid.card for laid in state.table if laid is not None]
    if len(set(cards)) != len(cards):
        twice = min(card for card in cards if cards.count(card) > 1)
        _refuse("cards", f"card {twice} is in two places")
    strange = set(cards).difference(state.game.kept)
    if strange:
        _refuse("cards", f"card {min(strange)} is not used with {state.players} players")
    for player, hand in enumerate(state.hands):
        if list(hand) != sorted(hand):
            _refuse(f"hands[{player}]", "expected increasing card numbers")


def _check_sizes(state: State) -> None:
    rules, players = state.rules, state.players
    begun = state.round + 1 if state.phase in BETWEEN else max(state.round, 1)
    drawn = rules.hand + sum([rules.draw_after(number) for number in range(1, begun)])
    pile = len(state.game.kept) - players * drawn
    if len(state.pile) != pile:
        _refuse("pile", f"expected {pile} cards, found {len(state.pile)}")
    for player, hand in enumerate(state.hands):
        size = rules.hand_in(begun) - _cards_laid(state, player)
        if len(hand) != size:
            _refuse(f"hands[{player}]", f"expected {size} cards, found {len(hand)}")


def _cards_laid(state: State, player: int) -> int:
    if state.phase in RESOLVING:
        return CARDS_PLAYED
    if state.phase is Phase.OVER:
        return 0
    slots = (player, state.players + player)
    return sum([state.table[slot] is not None for slot in slots])


def _check_before(state: State) -> None:
    if state.rules.readings.cards_before == "any":
        return
    for seat in range(state.players):
        up, down = state.table[seat], state.table[state.players + seat]
        if up is not None and down is not None and up.before == down.before:
            _refuse("table", f"both cards of seat {seat} lie before the same player")


def _check_standing(state: State) -> None:
    if state.phase in RESOLVING and state.rules.readings.card_return == "after-all":
        return
    for player, slot in enumerate(state.standing):
        if slot is not None and state.table[slot] is None:
            _refuse(f"standing[{player}]", "no such card lies on the table")


def _check_offered(state: State) -> None:
    readings = state.rules.readings
    if (state.offered is None) != (readings.previous_shaman == "served"):
        _refuse("offered", "to whom the role was offered is told with previous-shaman=offered, and only then")
    drawn_by_chance = state.round <= 1 and readings.first_refusal == "no"
    if state.offered not in (None, state.shaman) and (drawn_by_chance or state.phase is Phase.OFFER):
        _refuse("offered", "the role was offered to the shaman")


def _check_old_shaman(state: State) -> None:
    asked = state.phase is Phase.OFFER and state.round > 0
    if (state.old_shaman is not None) != (asked and state.rules.readings.naming == "not-the-old-shaman"):
        _refuse("old_shaman", "told with naming=not-the-old-shaman while the new shaman answers, and only then")


def _check_no_effect(state: State) -> None:
    if state.resolving is not None or state.waiting or state.copying or state.moved:
        _refuse("resolving", f"no effect is carried out in the phase {state.phase.value}")


def _check_settle(state: State) -> None:
    _check_empty_table(state)
    rules, players = state.rules, state.players
    settled = [rules.inhabitants - reserve for reserve in state.reserve]
    rounds, extra = divmod(sum(settled), players)
    for place in range(players):
        seat = (state.shaman + place) % players
        if settled[seat] != rounds + (place < extra):
            _refuse(f"reserve[{seat}]", "the players settle in turn")
    if rounds >= rules.settled:
        _refuse("phase", "everybody has settled")
    if state.actor != (state.shaman + extra) % players:
        _refuse("actor", "another player settles next")
    _check_layout(state)


def _check_layout(state: State) -> None:
    rules = state.rules
    rich = state.islands - rules.poor_islands
    wanted = [rules.treasures_of_the_poor()] * rules.poor_islands + [rules.treasures] * rich
    if sorted(state.treasures) != sorted(wanted):
        _refuse("treasures", "not as laid out at the start")


def _check_empty_table(state: State) -> None:
    if any(laid is not None for laid in state.table):
        _refuse("table", f"no cards lie there in the phase {state.phase.value}")


def _check_playing(state: State) -> None:
    players, phase = state.players, state.phase
    assert state.actor is not None
    turn = (state.actor - state.shaman) % players
    ups = turn if phase is Phase.PLAY_UP else players
    downs = 0 if phase is Phase.PLAY_UP else turn if phase is Phase.PLAY_DOWN else players
    for place in range(players):
        seat = (state.shaman + place) % players
        _check_slot(state, seat, place < ups, False)
        _check_slot(state, players + seat, place < downs, True)
        may_stand = phase is Phase.FLIP or (phase is Phase.STAND and place < turn)
        if state.standing[seat] is not None and not may_stand:
            _refuse(f"standing[{seat}]", "it is not yet this player's turn to stand")
    if phase is Phase.FLIP and turn:
        _refuse("actor", "the shaman flips")


def _check_slot(state: State, slot: int, present: bool, face_down: bool) -> None:
    laid = state.table[slot]
    if (laid is not None) != present:
        _refuse("table", "the players lay their cards in turn")
    if laid is not None and laid.face_down != face_down:
        _refuse("table", "a card lies the wrong way up")


def _check_resolving(state: State) -> None:
    for laid in state.table:
        if laid is None:
            continue
        if laid.face_down:
            _refuse("table", "all cards have been revealed")
        if not is_active(state.deck.cards[laid.card].background, state.tide, state.time, state.rules.readings):
            _refuse("table", f"card {laid.card} is not active")
    slots = next_cards(state)
    if state.phase is Phase.EFFECT:
        _check_effect(state, slots)
    elif len(slots) < 2 or state.actor != _before(state, slots[0]):
        _refuse("phase", "this player has no choice of cards to resolve")


def _before(state: State, slot: int) -> int:
    laid = state.table[slot]
    assert laid is not None
    return laid.before


def _check_effect(state: State, slots: tuple[int, ...]) -> None:
    slot, actor, card = state.resolving, state.actor, state.resolving_card
    if slot is None or slot not in slots or card is None:
        _refuse("resolving", "that card is not the next to resolve")
    before = _before(state, slot)
    line = copiers(state, slot, before)
    if not state.copying:
        line = (before, *line)
    if actor is None or actor not in line or (not state.copying and actor != before):
        _refuse("actor", "this player has no part in the card")
    if state.waiting != line[line.index(actor) + 1 :]:
        _refuse("waiting", "not those who come after the actor on this card")
    _check_moved(state, card)
    if state.copying and not may_copy(state, actor):
        _refuse("actor", "no card lies before this player, so his inhabitant repeats nothing")
    if not can_act(state, actor, card):
        _refuse("actor", "the effect can do nothing for this player")


def _check_moved(state: State, card: Card) -> None:
    if not state.moved:
        return
    if state.rules.readings.moved_twice == "allowed" or card.kind is not Kind.MOVE_INHABITANT:
        _refuse("moved", "nothing is said of inhabitants moved here")
    for island, owner in state.moved:
        if state.moved.count((island, owner)) > state.inhabitants[island][owner]:
            _refuse("moved", f"island {island} does not hold so many of seat {owner}")


def _check_between(state: State) -> None:
    _check_empty_table(state)
    if state.phase is Phase.OFFER and state.actor != state.shaman:
        _refuse("actor", "the new shaman answers")
    if not state.round:
        _check_layout(state)
        if min(state.reserve) < state.rules.inhabitants:
            _refuse("reserve", "nobody settles before the first shaman has answered")
