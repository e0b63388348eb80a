"""The rulebook's worked examples and positions checked by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from archipel.reference.costa_ruana import (
    STANDARD,
    Accept,
    Action,
    Background,
    Condition,
    Deck,
    Face,
    Flip,
    IllegalAction,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Phase,
    Place,
    PlayDown,
    PlayUp,
    Reason,
    Remove,
    Resolve,
    Rules,
    Settle,
    Setup,
    Stand,
    State,
    active_backgrounds,
    apply_action,
    balanced_deck,
    is_active,
    island_winner,
    legal_actions,
    new_game,
    next_shaman,
    points,
    random_moves,
    ranking,
    returns,
    winners,
)
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.deck import read_card
from archipel.reference.strict_json import Field

ANTOINE, MARIE, SERGE = 0, 1, 2
HIGH, LOW, DAY, NIGHT = Background
FILLER = "remove-1 day 2"


def game_with(
    hands: list[list[str]], players: int = 3, shaman: int = 0, pile: str = FILLER, rules: Rules = STANDARD
) -> State:
    """A game whose first hands begin with these cards; high tide and day are visible."""
    phrases: list[str] = []
    for hand in hands:
        phrases += [*hand, *[FILLER] * (5 - len(hand))]
    phrases += [pile] * (12 * players - len(phrases))
    deck = Deck(tuple([read_card(Field(phrase)) for phrase in phrases]))
    setup = Setup(players, tuple(range(12 * players)), HIGH, DAY, (0, 1), shaman)
    return new_game(setup, rules, deck)


def do(state: State, *actions: Action) -> State:
    """Apply actions one after the other, each of them listed as legal."""
    for action in actions:
        assert action in legal_actions(state)
        state = apply_action(state, action)
        check_state(state)
    return state


def settle(state: State, *islands: int) -> State:
    """Settle on these islands in turn."""
    for island in islands:
        assert state.actor is not None
        state = do(state, Settle(state.actor, island))
    return state


def refused(state: State, action: Action) -> Reason:
    """Why an action is refused."""
    assert action not in legal_actions(state)
    with pytest.raises(IllegalAction) as caught:
        apply_action(state, action)
    return caught.value.reason


def figure_2() -> State:
    """The three players of the example have settled and played as in Figure 2."""
    hands = [
        ["place-2 night 2", "move_inhabitant night 2"],
        ["remove-1 day 2", "place-3 low_tide 2"],
        ["place-3 high_tide 2", "remove-1 high_tide 2"],
    ]
    state = settle(game_with(hands), 0, 2, 4, 0, 2, 4, 1, 3, 5)
    return do(
        state,
        PlayUp(ANTOINE, 0, ANTOINE),
        PlayUp(MARIE, 5, SERGE),
        PlayUp(SERGE, 10, SERGE),
        PlayDown(ANTOINE, 1, ANTOINE),
        PlayDown(MARIE, 6, MARIE),
        PlayDown(SERGE, 11, ANTOINE),
        Stand(ANTOINE, ANTOINE, Face.DOWN),
        Stand(MARIE, ANTOINE, Face.DOWN),
        Stand(SERGE, SERGE, Face.UP),
    )


def test_e1_cards_lie_as_in_figure_2() -> None:
    state = figure_2()
    before = Counter(laid.before for laid in state.table if laid is not None)
    assert before == {ANTOINE: 3, MARIE: 1, SERGE: 2}
    assert [laid.face_down for laid in state.table if laid is not None] == [False] * 3 + [True] * 3
    assert state.standing == (3, 3, 2)
    assert state.reserve == (6, 6, 6)
    assert state.phase is Phase.FLIP and state.actor == ANTOINE


def test_e2_night_and_high_tide_cards_are_active() -> None:
    assert set(active_backgrounds(HIGH, NIGHT)) == {HIGH, NIGHT}
    assert [is_active(background, HIGH, NIGHT) for background in (HIGH, LOW, DAY, NIGHT)] == [True, False, False, True]


def test_e3_inactive_cards_are_discarded() -> None:
    state = do(figure_2(), Flip(ANTOINE, Condition.TIME))
    assert state.laid(MARIE, Face.DOWN) is None
    assert state.laid(MARIE, Face.UP) is None
    assert state.discards == (5, 6)
    assert all(laid is None or not laid.face_down for laid in state.table)


def test_e4_resolution_example() -> None:
    state = do(figure_2(), Flip(ANTOINE, Condition.TIME))
    steps: list[tuple[Action, bool]] = [
        (Remove(ANTOINE, (1,)), False),
        (Place(ANTOINE, (0, 1)), False),
        (MoveInhabitant(ANTOINE, MARIE, 2, 3), False),
        (MoveInhabitant(ANTOINE, MARIE, 3, 2), True),
        (MoveInhabitant(MARIE, SERGE, 4, 5), True),
        (Place(SERGE, (4, 4, 4)), False),
    ]
    for action, copying in steps:
        assert state.phase is Phase.EFFECT and state.actor == action.player and state.copying == copying
        state = do(state, action)
    assert state.copying and state.actor == SERGE
    assert state.reserve == (6, 7, 3)
    state = do(state, Place(SERGE, (5, 5, 5)))
    # Reserves 6, 7, 1 after resolution; then two awards each (islands 0 and 1; 2 and 3; 4 and 5).
    assert state.phase is Phase.OFFER
    assert state.reserve == (8, 9, 3)
    assert state.huts == (2, 2, 2)
    assert state.inhabitants == ((2, 0, 0), (0, 0, 0), (0, 1, 0), (0, 0, 0), (0, 0, 3), (0, 0, 4))
    assert state.shaman == MARIE


def test_e5_an_effect_must_be_applied_in_full() -> None:
    state = do(figure_2(), Flip(ANTOINE, Condition.TIME), Remove(ANTOINE, (0,)))
    assert refused(state, Place(ANTOINE, (0,))) is Reason.WRONG_NUMBER
    assert refused(state, Place(ANTOINE, ())) is Reason.WRONG_NUMBER
    assert refused(state, Pass(ANTOINE)) is Reason.OTHER_DECISION


def two_players(
    up: list[str], standing: Action | None = None, down: str = "remove-1 day 2", rules: Rules = STANDARD
) -> State:
    """Seat 0 has both players' cards before him, seat 0's inhabitant perhaps stands; the shaman is about to flip."""
    hands = [[up[0], down], [up[1], down]]
    state = settle(game_with(hands, players=2, rules=rules), 0, 1, 0, 1, 0, 1)
    state = do(state, PlayUp(0, 0, 0), PlayUp(1, 5, 0), PlayDown(0, 1, 1), PlayDown(1, 6, 1))
    return do(state, standing or Pass(0), Pass(1))


def test_e6_place_three_with_two_in_reserve() -> None:
    state = two_players(["place-3 night 2", "place-1 low_tide 2"])
    state = state.changed(inhabitants=((5, 0), (0, 3), (3, 0), (0, 0)), reserve=(2, 7))
    state = do(state, Flip(0, Condition.TIME))
    assert {len(action.islands) for action in legal_actions(state) if isinstance(action, Place)} == {2}
    state = do(state, Place(0, (3, 3)))
    assert state.phase is Phase.OFFER


def test_own_inhabitant_on_a_place_card_cannot_be_placed_by_it() -> None:
    state = two_players(["place-3 night 2", "place-1 low_tide 2"], Stand(0, 0, Face.UP))
    state = state.changed(inhabitants=((4, 0), (0, 3), (3, 0), (0, 0)), reserve=(2, 7))
    state = do(state, Flip(0, Condition.TIME), Place(0, (3, 3)))
    # The copy finds an empty reserve and is skipped; the inhabitant comes home; islands 0, 2 and 3 are won.
    assert state.phase is Phase.OFFER
    assert state.reserve == (0 + 1 + 3, 7 + 1)


def test_e7_last_treasure_and_ten_treasures() -> None:
    state = two_players(["move_treasure night 2", "place-1 low_tide 2"])
    state = state.changed(treasures=(1, 9, 4, 4))
    state = do(state, Flip(0, Condition.TIME), MoveTreasure(0, 0, 1))
    assert state.treasures == (0, 9, 4, 4)  # ten on island 1 before seat 1 collects one there
    assert state.huts == (0, 1)


def test_move_treasure_refusals() -> None:
    state = two_players(["move_treasure night 2", "place-1 low_tide 2"])
    state = do(state.changed(treasures=(0, 10, 4, 4)), Flip(0, Condition.TIME))
    assert refused(state, MoveTreasure(0, 0, 1)) is Reason.NO_TREASURE_THERE
    assert refused(state, MoveTreasure(0, 1, 1)) is Reason.SAME_ISLAND
    assert refused(state, MoveTreasure(0, 1, 4)) is Reason.NO_SUCH_ISLAND
    assert refused(state, MoveTreasure(0, -1, 1)) is Reason.NO_SUCH_ISLAND
    assert refused(state, MoveTreasure(1, 1, 2)) is Reason.NOT_YOUR_TURN


def test_e8_remove_more_than_one_has() -> None:
    state = two_players(["remove-3 night 2", "place-1 low_tide 2"])
    state = state.changed(inhabitants=((1, 0), (0, 3), (1, 0), (0, 0)), reserve=(8, 7))
    state = do(state, Flip(0, Condition.TIME))
    assert legal_actions(state) == (Remove(0, (0, 2)),)


def test_remove_may_take_from_several_islands() -> None:
    state = two_players(["remove-2 night 2", "place-1 low_tide 2"])
    state = state.changed(inhabitants=((1, 0), (1, 3), (1, 0), (0, 0)), reserve=(7, 7))
    state = do(state, Flip(0, Condition.TIME))
    assert [action.islands for action in legal_actions(state) if isinstance(action, Remove)] == [(0, 1), (0, 2), (1, 2)]


def test_an_effect_that_can_do_nothing_is_not_asked() -> None:
    state = two_players(["remove-2 night 2", "place-1 night 2"], Stand(0, 1, Face.UP))
    state = state.changed(inhabitants=((0, 0), (0, 3), (0, 0), (0, 0)), reserve=(9, 7))
    state = do(state, Flip(0, Condition.TIME))
    assert state.actor == 0 and {type(action) for action in legal_actions(state)} == {Place}
    state = do(state, Place(0, (0,)))
    assert state.copying
    assert do(state, Place(0, (0,))).phase is Phase.OFFER


def test_full_island_takes_nobody() -> None:
    state = two_players(["place-2 night 2", "move_inhabitant night 2"])
    state = state.changed(inhabitants=((6, 0), (0, 7), (0, 0), (0, 0)), reserve=(4, 3))
    state = do(state, Flip(0, Condition.TIME))
    assert refused(state, Place(0, (0, 0))) is Reason.ISLAND_FULL
    assert refused(state, Place(0, (1, 2))) is Reason.ISLAND_FULL
    assert refused(state, Place(0, (2, 0))) is Reason.NOT_SORTED
    state = do(state, Place(0, (0, 2)))
    assert refused(state, MoveInhabitant(0, 0, 2, 0)) is Reason.ISLAND_FULL
    assert refused(state, MoveInhabitant(0, 1, 0, 2)) is Reason.NO_INHABITANT_THERE
    assert do(state, MoveInhabitant(0, 1, 1, 3)).phase is Phase.OFFER


def test_several_cards_of_one_kind_are_chosen_among_and_amounts_do_not_matter() -> None:
    state = do(two_players(["place-1 night 2", "place-3 night 2"]), Flip(0, Condition.TIME))
    assert state.phase is Phase.RESOLVE
    assert legal_actions(state) == (Resolve(0, 0, Face.UP), Resolve(0, 1, Face.UP))
    assert refused(state, Resolve(0, 1, Face.DOWN)) is Reason.NO_CARD_THERE
    state = do(state, Resolve(0, 1, Face.UP))
    assert state.resolving == 1
    state = do(state, Place(0, (0, 1, 2)))
    assert state.phase is Phase.EFFECT and state.resolving == 0


def test_copies_go_round_from_the_player_the_card_lies_before() -> None:
    hands = [["place-1 night 2"], ["place-1 night 2"], ["place-1 night 2"]]
    state = settle(game_with(hands), 0, 2, 4, 0, 2, 4, 1, 3, 5)
    state = do(state, PlayUp(0, 0, 1), PlayUp(1, 5, 0), PlayUp(2, 10, 0))
    state = do(state, PlayDown(0, 1, 0), PlayDown(1, 6, 0), PlayDown(2, 11, 0))
    state = do(state, Stand(0, 0, Face.UP), Stand(1, 0, Face.UP), Stand(2, 0, Face.UP))
    state = do(state, Flip(0, Condition.TIME), Resolve(0, 1, Face.UP), Place(0, (0,)), Place(0, (0,)))
    seen = []
    while state.phase is Phase.EFFECT:
        seen.append((state.actor, state.copying))
        state = do(state, legal_actions(state)[0])
    assert seen == [(1, False), (1, True), (2, True), (0, True)]


@pytest.mark.parametrize(
    ("counts", "winner"),
    [
        ((2, 2, 1, 1), None),  # E9
        ((2, 2, 1), 2),  # E10
        ((1, 3, 3), 0),
        ((2, 2, 2, 1), 3),
        ((2, 1, 1), 0),
        ((4, 0, 0), 0),
        ((0, 0, 0), None),
        ((1, 1, 0), None),
        ((3, 3, 0), None),  # E11
        ((2, 2, 1, 1, 1), None),
        ((0, 1, 0), 1),
    ],
)
def test_e9_e10_e11_island_winner(counts: tuple[int, ...], winner: int | None) -> None:
    assert island_winner(counts, 5) == winner
    assert island_winner(counts, 0) is None


def test_how_the_44_patterns_split() -> None:
    patterns = [p for total in range(1, 8) for p in _partitions(total, total)]
    found = Counter(_who(p) for p in patterns)
    assert len(patterns) == 44
    assert found == {"most": 30, "single": 3, "nobody": 11}


def _partitions(total: int, largest: int) -> list[tuple[int, ...]]:
    if total == 0:
        return [()]
    return [(f, *rest) for f in range(min(total, largest), 0, -1) for rest in _partitions(total - f, f)]


def _who(pattern: tuple[int, ...]) -> str:
    winner = island_winner(pattern, 1)
    if winner is None:
        return "nobody"
    return "most" if pattern[winner] == max(pattern) else "single"


def test_e12_figure_6_and_ties() -> None:
    assert next_shaman(ANTOINE, (1, 1, 3)) == MARIE
    assert next_shaman(0, (1, 1)) == 1
    assert next_shaman(1, (1, 1)) == 0
    assert next_shaman(2, (0, 0, 0)) == 0
    assert next_shaman(1, (5, 0, 1)) == 1


def test_the_new_shaman_gained_least_in_the_round_not_in_all() -> None:
    state = two_players(["place-1 low_tide 2", "place-1 low_tide 2"])
    state = state.changed(huts=(0, 3), treasures=(5, 0, 5, 5))
    state = do(state, Flip(0, Condition.TIME))
    assert state.huts == (1, 3) and state.shaman == 1


def test_resolution_begins_with_the_shaman() -> None:
    hands = [["place-1 night 2"], ["place-1 night 2"], ["place-1 night 2"]]
    state = settle(game_with(hands, shaman=1), 0, 2, 4, 0, 2, 4, 1, 3, 5)
    state = do(state, PlayUp(1, 5, 0), PlayUp(2, 10, 2), PlayUp(0, 0, 1))
    state = do(state, PlayDown(1, 6, 0), PlayDown(2, 11, 0), PlayDown(0, 1, 0), Pass(1), Pass(2), Pass(0))
    state = do(state, Flip(1, Condition.TIME), Place(1, (0,)), Place(2, (0,)))
    assert state.actor == 0 and do(state, Place(0, (1,))).phase is Phase.OFFER


def test_kinds_are_resolved_in_their_order() -> None:
    hands = [
        ["move_inhabitant night 2", "place-1 night 2"],
        ["remove-1 night 2", "move_treasure night 2"],
        ["remove-1 day 2", "remove-1 day 2"],
    ]
    state = settle(game_with(hands), 0, 2, 4, 0, 2, 4, 1, 3, 5)
    state = do(state, PlayUp(0, 0, 1), PlayUp(1, 5, 1), PlayUp(2, 10, 1))
    state = do(state, PlayDown(0, 1, 1), PlayDown(1, 6, 1), PlayDown(2, 11, 1), Pass(0), Pass(1), Pass(2))
    state = do(state, Flip(0, Condition.TIME))
    kinds = []
    while state.phase is Phase.EFFECT:
        kinds.append(type(legal_actions(state)[0]))
        state = do(state, legal_actions(state)[0])
    assert kinds == [MoveTreasure, Remove, Place, MoveInhabitant]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_e13_hand_sizes(players: int) -> None:
    setup = Setup.from_seed(players, 5)
    state = new_game(setup)
    sizes = {}
    for action in random_moves(setup, 8):
        if state.phase is Phase.PLAY_UP and state.actor == state.shaman:
            sizes[state.round] = {len(hand) for hand in state.hands}
        state = apply_action(state, action)
    assert sizes == {1: {5}, 2: {5}, 3: {5}, 4: {5}, 5: {4}}
    assert len(state.pile) == 0
    assert {len(hand) for hand in state.hands} == {2}


def test_the_draw_begins_with_the_new_shaman() -> None:
    state = two_players(["place-1 low_tide 2", "place-1 low_tide 2"])
    state = do(state, Flip(0, Condition.TIME))
    assert state.phase is Phase.OFFER and state.shaman == 1
    assert state.hands == ((2, 3, 4, 12, 13), (7, 8, 9, 10, 11))
    assert state.pile[0] == 14


def test_the_new_shaman_may_hand_the_role_on() -> None:
    state = do(two_players(["place-1 low_tide 2", "place-1 low_tide 2"]), Flip(0, Condition.TIME))
    assert legal_actions(state) == (Accept(1), Name(1, 0))
    assert refused(state, Name(1, 1)) is Reason.NAMES_HIMSELF
    assert refused(state, Name(1, 2)) is Reason.NO_SUCH_SEAT
    named = do(state, Name(1, 0))
    assert (named.round, named.phase, named.shaman, named.actor) == (2, Phase.PLAY_UP, 0, 0)
    assert do(state, Accept(1)).shaman == 1


def test_empty_reserve_can_only_pass() -> None:
    state = settle(game_with([[], []], players=2), 0, 1, 0, 1, 0, 1)
    state = do(state, PlayUp(0, 0, 0), PlayUp(1, 5, 0), PlayDown(0, 1, 1), PlayDown(1, 6, 1))
    state = state.changed(inhabitants=((5, 0), (0, 3), (5, 0), (0, 0)), reserve=(0, 7))
    assert legal_actions(state) == (Pass(0),)
    assert refused(state, Stand(0, 0, Face.UP)) is Reason.EMPTY_RESERVE


def test_no_eighth_settler_on_an_island() -> None:
    state = settle(game_with([[], [], []]), 0, 0, 0, 0, 0, 0, 0)
    assert refused(state, Settle(1, 0)) is Reason.ISLAND_FULL
    assert len(legal_actions(state)) == 5


def test_points_and_ranking() -> None:
    assert points(3, 4) == 10
    assert points(3, 4, Rules(points_per_treasure=5)) == 19
    state = new_game(Setup.from_seed(4, 1)).changed(huts=(3, 2, 4, 3), reserve=(4, 6, 2, 3))
    assert returns(state) == (10, 10, 10, 9)
    assert ranking(state) == ((2,), (0,), (1,), (3,))
    shared = state.changed(huts=(3, 3, 1, 1), reserve=(4, 4, 9, 9))
    assert ranking(shared) == ((2, 3), (0, 1)) and winners(shared) == (2, 3)


def test_the_game_ends_right_after_the_last_collection() -> None:
    setup = Setup.from_seed(3, 2)
    state = new_game(setup)
    for action in random_moves(setup, 2):
        before, state = state, apply_action(state, action)
    assert before.round == 5 and state.phase is Phase.OVER and state.actor is None
    assert state.shaman == before.shaman and state.pile == before.pile and not any(state.gains)
    assert legal_actions(state) == ()
    assert refused(state, Accept(0)) is Reason.GAME_OVER


def test_shipped_deck_is_as_described() -> None:
    cards = balanced_deck().cards
    assert len(cards) == 72
    for background in Background:
        faces = Counter((c.kind.value, c.amount) for c in cards if c.background is background)
        assert faces == {
            ("move_treasure", 1): 3,
            ("move_inhabitant", 1): 3,
            **{(kind, amount): 2 for kind in ("remove", "place") for amount in (1, 2, 3)},
        }
    for players in range(2, 7):
        assert len(balanced_deck().kept(players)) == 12 * players
    for block in range(6):
        twelve = cards[12 * block : 12 * block + 12]
        assert Counter(c.background for c in twelve) == dict.fromkeys(Background, 3)
        kinds = {"move_treasure": 2, "remove": 4, "place": 4, "move_inhabitant": 2}
        assert Counter(c.kind.value for c in twelve) == kinds
        for kind in ("remove", "place"):
            amounts = Counter(c.amount for c in twelve if c.kind.value == kind)
            assert sorted(amounts.values()) == [1, 1, 2]
