"""Other readings in the engine: positions made by hand, whole games under each and under every two, and their texts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest
from tests.reference.test_engine_codec import validator
from tests.reference.test_engine_examples import do, game_with, refused, settle, two_players
from tests.reference.test_engine_universe import accepted, universe

from archipel.reference.costa_ruana import (
    STANDARD,
    Accept,
    Action,
    Background,
    Condition,
    Face,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Phase,
    Place,
    PlayDown,
    PlayUp,
    Reason,
    Resolve,
    Rules,
    Settle,
    Setup,
    Stand,
    StandFrom,
    State,
    apply_action,
    balanced_deck,
    collect,
    island_winner,
    legal_actions,
    new_game,
    random_moves,
)
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.codec import (
    Record,
    dumps_record,
    dumps_state,
    dumps_view,
    loads_record,
    loads_state,
    replay,
    result_of,
    state_data,
)
from archipel.reference.costa_ruana.notation import read_position_line, write_position
from archipel.reference.costa_ruana.readings import CHOICES, chosen
from archipel.reference.costa_ruana.state import game_for
from archipel.reference.costa_ruana.succession import end_round
from archipel.reference.strict_json import BadInput, canonical

# No deck of the box suffices for this reading.
UNPLAYABLE = "last-draw"
CHOSEN = [(point, name) for point, names in CHOICES.items() for name in names[1:] if point != UNPLAYABLE]
PAIRS = [(one, other) for one, other in combinations(CHOSEN, 2) if one[0] != other[0]]


def under(*choices: tuple[str, str], **numbers: Any) -> Rules:
    """The rules with other readings, and perhaps other numbers."""
    return replace(STANDARD, readings=chosen(dict(choices)), **numbers)


def positions(players: int, seed: int, rules: Rules) -> Iterator[State]:
    """All positions of one random game."""
    setup = Setup.from_seed(players, seed, rules)
    state = new_game(setup, rules)
    yield state
    for action in random_moves(setup, seed, rules):
        state = apply_action(state, action)
        yield state


def spoilt(state: State, **changes: object) -> str:
    """Why a text of a position with other members is refused."""
    with pytest.raises(BadInput) as caught:
        loads_state(canonical({**state_data(state), **changes}))
    return str(caught.value)


def test_readings_that_nobody_knows_are_refused() -> None:
    for point, names in CHOICES.items():
        wrong: dict[str, Any] = {point.replace("-", "_"): f"not-{names[0]}"}
        with pytest.raises(BadInput, match=f"{point}: expected {names[0]} or"):
            Rules(readings=replace(STANDARD.readings, **wrong))


# Whole games


def check_pieces(state: State) -> None:
    """Everybody's inhabitants, the room on the islands and the treasures, counted apart from the engine's own check."""
    rules = state.rules
    for seat in range(state.players):
        abroad = sum(row[seat] for row in state.inhabitants)
        assert state.reserve[seat] + abroad + (state.standing[seat] is not None) == rules.inhabitants
    assert all(sum(row) <= rules.cap for row in state.inhabitants)
    assert sum(state.treasures) + sum(state.huts) + sum(state.gains) == rules.treasures_in_play(state.players)


def check_text(state: State) -> None:
    """A position is the same after it has been written and read, in both notations."""
    text = dumps_state(state)
    assert loads_state(text) == state and dumps_state(loads_state(text)) == text
    assert read_position_line(write_position(state), state.rules, state.deck) == state


def check_game(players: int, seed: int, rules: Rules) -> None:
    state = None
    for number, state in enumerate(positions(players, seed, rules)):
        check_state(state)
        check_pieces(state)
        if number % 20 == 0 or state.phase is Phase.OFFER:
            check_text(state)
    assert state is not None and state.is_terminal()


CROWDED = {"cap": 4, "islands_by_players": (4, 6, 7, 9, 10), "inhabitants": 8}
ROOMY = {"cap": 12, "inhabitants": 14, "rounds": 3, "treasures": 4, "poor_treasures": 2}


@pytest.mark.parametrize("choice", CHOSEN)
@pytest.mark.parametrize(("players", "numbers"), [(2, {}), (3, CROWDED), (4, ROOMY), (6, {})])
def test_games_end_under_every_reading(choice: tuple[str, str], players: int, numbers: dict[str, Any]) -> None:
    check_game(players, players, under(choice, **numbers))


@pytest.mark.parametrize("pair", PAIRS)
def test_games_end_under_every_two_readings(pair: tuple[tuple[str, str], tuple[str, str]]) -> None:
    check_game(2 + CHOSEN.index(pair[0]) % 2, CHOSEN.index(pair[1]), under(*pair))


def test_games_end_under_all_readings_at_once() -> None:
    for players in range(2, 7):
        check_game(players, players, under(*CHOSEN, **(CROWDED if players == 5 else {})))


def everything(state: State, player: int) -> Iterator[Action]:
    """Every action of a player with arguments in range or just outside it, those of other readings included."""
    yield from universe(state, player)
    seats, islands = range(-1, state.players + 1), range(-1, state.islands + 1)
    yield from [StandFrom(player, by, face, source) for by, face, source in product(seats, Face, islands)]


def check_listed(state: State) -> None:
    listed = legal_actions(state)
    assert len(set(listed)) == len(listed)
    for player in range(state.players):
        taken = {action for action in everything(state, player) if accepted(state, action)}
        assert taken == (set(listed) if player == state.actor else set())


@pytest.mark.parametrize("choice", CHOSEN)
def test_exactly_the_listed_actions_are_accepted(choice: tuple[str, str]) -> None:
    kinds: dict[object, State] = {}
    for seed in range(2):
        for state in positions(2, seed, under(choice, cap=5)):
            card = state.resolving_card
            kinds[state.phase, card and card.kind, state.copying] = state
    for state in kinds.values():
        check_listed(state)


# Texts


def test_schemas_name_every_reading() -> None:
    for name in ("state", "record"):
        schema: Any = validator(name).schema
        named = schema["properties"]["readings"]["properties"]
        assert {point: tuple(value["enum"]) for point, value in named.items()} == CHOICES
        assert list(named) == list(CHOICES)


def test_everything_written_under_other_readings_fits_its_schema() -> None:
    check, records = validator("state"), validator("record")
    for choice in CHOSEN:
        rules, setup = under(choice), Setup.from_seed(3, 5, under(choice))
        for state in list(positions(3, 5, rules))[::40]:
            check.validate(json.loads(dumps_state(state)))
        record = Record(setup, tuple(random_moves(setup, 5, rules)), rules, balanced_deck())
        records.validate(json.loads(dumps_record(record)))
        assert loads_record(dumps_record(record)) == record


def written(players: int) -> str:
    """A digest of every text of a random game."""
    setup = Setup.from_seed(players, players)
    moves = tuple(random_moves(setup, players))
    seen, digest = list(replay(Record(setup, moves, STANDARD, balanced_deck()))), sha256()
    for state in seen:
        for text in (dumps_state(state), write_position(state), dumps_view(state.view(0))):
            digest.update(text.encode())
    record = Record(setup, moves, STANDARD, balanced_deck(), result_of(seen[-1]))
    digest.update(dumps_record(record).encode())
    return digest.hexdigest()[:16]


# As they were written when the readings of this file were not known yet.
WRITTEN = {
    2: "2782b30d764aca64",
    3: "f8d86eece38383d6",
    4: "44738b72d6f60460",
    5: "774746f1518fc7f7",
    6: "11dbc63927ad4d30",
}


@pytest.mark.parametrize("players", WRITTEN)
def test_texts_of_our_readings_are_written_as_they_were(players: int) -> None:
    assert written(players) == WRITTEN[players]


# first-refusal

MAY_REFUSE = ("first-refusal", "may-refuse")


def test_the_first_shaman_is_asked_before_anybody_settles() -> None:
    state = game_with([[]], shaman=1, rules=under(MAY_REFUSE))
    assert (state.round, state.phase, state.shaman, state.actor) == (0, Phase.OFFER, 1, 1)
    assert len(state.hands[1]) == 5 and state.view(1).hand == state.hands[1]
    check_text(state)
    assert legal_actions(state) == (Accept(1), Name(1, 0), Name(1, 2))
    accepting, naming = do(state, Accept(1)), do(state, Name(1, 2))
    assert (accepting.round, accepting.phase, accepting.shaman, accepting.actor) == (0, Phase.SETTLE, 1, 1)
    assert (naming.round, naming.phase, naming.shaman, naming.actor) == (0, Phase.SETTLE, 2, 2)
    assert accepting.hands == state.hands == naming.hands and accepting.pile == state.pile
    assert accepting == game_with([[]], shaman=1).changed(game=state.game)


def test_whoever_the_first_shaman_names_settles_first_and_leads_round_one() -> None:
    state = do(game_with([[]], shaman=1, rules=under(MAY_REFUSE)), Name(1, 0))
    for turn in range(9):
        assert state.actor == turn % 3
        state = do(state, Settle(turn % 3, turn % 6))
    assert (state.round, state.phase, state.shaman) == (1, Phase.PLAY_UP, 0)


def test_a_first_offer_makes_no_sense_elsewhere() -> None:
    state = game_with([[]], rules=under(MAY_REFUSE))
    assert "round" in spoilt(state, readings={})
    assert "actor" in spoilt(state, actor=1)
    rows = [[1, 0, 0], *[[0, 0, 0]] * 5]
    assert "nobody settles before" in spoilt(state, inhabitants=rows, reserve=[9, 10, 10])
    assert "as laid out" in spoilt(state, treasures=[6, 3, 5, 5, 5, 4])
    settling = do(state, Accept(0))
    assert settling.changed(game=game_for(3, STANDARD, state.deck)) == game_with([[]])


# cards-before

ONE_EACH = ("cards-before", "one-each")


def laid_up(rules: Rules, before: int) -> State:
    """Three players have settled and laid one card each before this one; Antoine is about to lay the other."""
    state = settle(game_with([[], [], []], rules=rules), 0, 2, 4, 0, 2, 4, 1, 3, 5)
    return do(state, PlayUp(0, 0, before), PlayUp(1, 5, before), PlayUp(2, 10, before))


@pytest.mark.parametrize("before", range(3))
def test_the_second_card_goes_before_another_player(before: int) -> None:
    state = laid_up(under(ONE_EACH), before)
    assert {play.before for play in legal_actions(state) if isinstance(play, PlayDown)} == {0, 1, 2} - {before}
    assert len(legal_actions(state)) == 4 * 2
    assert refused(state, PlayDown(0, 1, before)) is Reason.SAME_PLAYER_AGAIN
    assert refused(state, PlayDown(0, 1, 3)) is Reason.NO_SUCH_SEAT
    assert len(legal_actions(laid_up(STANDARD, before))) == 4 * 3


def test_a_position_with_both_cards_before_one_player_makes_no_sense() -> None:
    state = do(laid_up(STANDARD, 1), PlayDown(0, 1, 1))
    assert loads_state(dumps_state(state)) == state
    assert "both cards of seat 0" in spoilt(state, readings=dict([ONE_EACH]))


def test_a_position_with_one_card_before_each_of_two_players_makes_sense() -> None:
    state = do(laid_up(under(ONE_EACH), 1), PlayDown(0, 1, 2))
    assert loads_state(dumps_state(state)) == state


# card-return

AFTER_ALL = ("card-return", "after-all")


def on_the_first_of_two(rules: Rules, home: int) -> State:
    """Seat 0 stands on the first of two Place 1 cards before him and has used it twice; so many were at home."""
    state = two_players(["place-1 night 2", "place-1 night 2"], Stand(0, 0, Face.UP), rules=rules)
    state = state.changed(inhabitants=((3, 0), (0, 3), (6 - home, 0), (0, 0)), reserve=(home, 7))
    return do(state, Flip(0, Condition.TIME), Resolve(0, 0, Face.UP), Place(0, (0,)), Place(0, (0,)))


def test_an_inhabitant_on_a_resolved_card_waits_for_the_other_cards() -> None:
    ours, waiting = on_the_first_of_two(STANDARD, 3), on_the_first_of_two(under(AFTER_ALL), 3)
    assert (ours.reserve[0], ours.standing) == (2, (None, None))
    assert (waiting.reserve[0], waiting.standing) == (1, (0, None))
    assert waiting.table[0] is None and waiting.resolving == 1
    check_text(waiting)
    for state in (ours, waiting):
        over = do(state, Place(0, (3,)))
        assert over.phase is Phase.OFFER and over.standing == (None, None)
        # One in reserve once all cards are resolved, and one more for each of the islands 0, 2 and 3.
        assert over.reserve == (1 + 3, 7 + 1)


def test_an_inhabitant_on_a_hidden_card_waits_too() -> None:
    rules = under(AFTER_ALL)
    state = two_players(["place-1 night 2", "place-1 low_tide 2"], Stand(0, 1, Face.DOWN), "place-2 night 2", rules)
    state = do(state, Flip(0, Condition.TIME), Place(0, (0,)))
    state = do(state, Resolve(1, 1, Face.DOWN), Place(1, (1, 1)), Place(0, (2, 2)))
    assert state.standing == (3, None) and state.resolving == 2
    assert do(state, Place(1, (1, 1))).standing == (None, None)


def test_an_inhabitant_who_waits_cannot_be_placed() -> None:
    ours = on_the_first_of_two(STANDARD, 2)
    assert ours.resolving == 1 and ours.reserve[0] == 1
    over = on_the_first_of_two(under(AFTER_ALL), 2)
    assert over.phase is Phase.OFFER and over.reserve[0] == 0 + 1 + 2


def test_inhabitants_on_inactive_cards_go_home_at_once_all_the_same() -> None:
    state = two_players(["place-1 night 2", "place-1 night 2"], Stand(0, 1, Face.DOWN), rules=under(AFTER_ALL))
    assert state.reserve[0] == 6
    assert do(state, Flip(0, Condition.TIME)).reserve[0] == 7


def test_nobody_waits_on_a_discarded_card_under_our_reading_or_between_rounds() -> None:
    state = on_the_first_of_two(under(AFTER_ALL), 3)
    assert "standing[0]: no such card" in spoilt(state, readings={})
    over = do(state, Place(0, (3,)))
    spot, home = {"by": 0, "face": "up"}, [over.reserve[0] - 1, over.reserve[1]]
    assert "standing[0]: no such card" in spoilt(over, standing=[spot, None], reserve=home)


# copier

NEEDS_A_CARD = ("copier", "needs-a-card")


def all_on_one_card(rules: Rules, others: int) -> State:
    """All three stand on a Place 1 card before Marie; Antoine's other card lies before him, Serge's before others."""
    night, low = "place-1 night 2", "place-1 low_tide 2"
    hands = [[night, night], [low, low], [night, low]]
    state = settle(game_with(hands, rules=rules), 0, 2, 4, 0, 2, 4, 1, 3, 5)
    state = do(state, PlayUp(0, 0, 1), PlayUp(1, 5, 1), PlayUp(2, 10, others))
    state = do(state, PlayDown(0, 1, 0), PlayDown(1, 6, 1), PlayDown(2, 11, 1))
    state = do(state, *[Stand(seat, 0, Face.UP) for seat in range(3)])
    return do(state, Flip(0, Condition.TIME))


def askings(state: State) -> list[tuple[int | None, int | None, bool]]:
    """Who is asked about which card, and whether for a copy, until the round is over."""
    seen = []
    while state.phase in (Phase.RESOLVE, Phase.EFFECT):
        if state.phase is Phase.EFFECT:
            seen.append((state.actor, state.resolving, state.copying))
        state = do(state, legal_actions(state)[0])
    return seen


def test_an_inhabitant_whose_owner_has_no_card_repeats_nothing() -> None:
    # Antoine's own card (slot 3) is resolved first; then Marie's: her effect, and copies by Marie, Serge and Antoine.
    effects = [(0, 3, False), (1, 0, False)]
    ours = all_on_one_card(STANDARD, others=2)
    assert askings(ours) == [*effects, (1, 0, True), (2, 0, True), (0, 0, True), (2, 2, False)]
    # Serge still has a card before him when his turn to repeat comes, Antoine's has been resolved.
    state = all_on_one_card(under(NEEDS_A_CARD), others=2)
    assert askings(state) == [*effects, (1, 0, True), (2, 0, True), (2, 2, False)]
    # Serge's card lies before Antoine now, so that neither has one when Marie's card is resolved.
    assert askings(all_on_one_card(under(NEEDS_A_CARD), others=0))[-2:] == [(1, 0, False), (1, 0, True)]


def test_a_copy_by_somebody_without_a_card_makes_no_sense() -> None:
    state = all_on_one_card(STANDARD, others=0)
    while state.actor != 2:
        state = do(state, legal_actions(state)[0])
    assert state.copying and "no card lies before" in spoilt(state, readings=dict([NEEDS_A_CARD]))


# copies

OPTIONAL_COPIES = ("copies", "optional")


def test_only_a_copy_may_be_let_be() -> None:
    state = all_on_one_card(under(OPTIONAL_COPIES), others=2)
    assert (state.actor, state.resolving, state.copying) == (0, 3, False)
    assert refused(state, Pass(0)) is Reason.OTHER_DECISION
    state = do(state, Place(0, (0,)), Place(1, (0,)))
    assert (state.actor, state.resolving, state.copying) == (1, 0, True)
    after = do(state, Pass(1))
    assert (after.inhabitants, after.reserve) == (state.inhabitants, state.reserve)
    assert (after.actor, after.resolving, after.copying) == (2, 0, True)
    copying = do(all_on_one_card(STANDARD, others=2), Place(0, (0,)), Place(1, (0,)))
    assert copying.copying and refused(copying, Pass(1)) is Reason.OTHER_DECISION


# place-on

ON_ONE = ("place-on", "one")


def placing(rules: Rules, rows: tuple[tuple[int, int], ...], home: int) -> State:
    """Seat 0 has a Place 3 card before him, and so many inhabitants at home."""
    state = two_players(["place-3 night 2", "place-1 low_tide 2"], rules=rules)
    elsewhere = rules.inhabitants - sum(row[1] for row in rows)
    return do(state.changed(inhabitants=rows, reserve=(home, elsewhere)), Flip(0, Condition.TIME))


@pytest.mark.parametrize(
    ("rows", "home", "islands"),
    [
        # Island 1 has room for two of the three.
        (((0, 7), (5, 0), (0, 3), (0, 0)), 5, [(2, 2, 2), (3, 3, 3)]),
        # The reserve has only two.
        (((3, 4), (5, 0), (0, 3), (0, 0)), 2, [(1, 1), (2, 2), (3, 3)]),
    ],
)
def test_all_go_on_one_island(rows: tuple[tuple[int, int], ...], home: int, islands: list[tuple[int, ...]]) -> None:
    state = placing(under(ON_ONE), rows, home)
    assert legal_actions(state) == tuple([Place(0, named) for named in islands])
    ours = placing(STANDARD, rows, home)
    assert set(legal_actions(state)) < set(legal_actions(ours))
    apart = next(action for action in legal_actions(ours) if action not in legal_actions(state))
    assert refused(state, apart) is Reason.PLACED_APART
    full = (0,) * len(islands[0])
    assert refused(state, Place(0, full)) is Reason.ISLAND_FULL
    assert refused(state, Place(0, full[1:])) is Reason.WRONG_NUMBER


def test_as_many_go_on_one_island_as_the_one_with_the_most_room_can_take() -> None:
    rows = ((1, 4), (1, 3), (2, 2), (3, 2))
    rules = under(ON_ONE, cap=5, inhabitants=11)
    state = two_players(["place-3 night 2", "place-1 low_tide 2"], rules=rules)
    state = do(state.changed(inhabitants=rows, reserve=(4, 0)), Flip(0, Condition.TIME))
    assert legal_actions(state) == (Place(0, (1,)), Place(0, (2,)))
    assert refused(state, Place(0, (1, 2))) is Reason.WRONG_NUMBER
    ours = state.changed(game=game_for(2, replace(rules, readings=STANDARD.readings), state.deck))
    assert legal_actions(ours) == (Place(0, (1, 2)),)


def test_nobody_is_asked_to_place_where_no_island_has_room() -> None:
    rows, rules = ((1, 4), (1, 4), (3, 2), (4, 1)), under(ON_ONE, cap=5, inhabitants=11)
    state = two_players(["place-3 night 2", "place-1 low_tide 2"], rules=rules)
    state = do(state.changed(inhabitants=rows, reserve=(2, 0)), Flip(0, Condition.TIME))
    assert state.phase is Phase.OFFER


# null-move

MAY_STAY = ("null-move", "same-allowed")
ANOTHER = ("moved-twice", "another")


def test_a_treasure_may_stay_where_it_is() -> None:
    hands = ["move_treasure night 2", "place-1 low_tide 2"]
    state = two_players(hands, rules=under(MAY_STAY)).changed(treasures=(0, 9, 5, 4))
    state = do(state, Flip(0, Condition.TIME))
    assert legal_actions(state) == tuple([MoveTreasure(0, s, t) for s in (1, 2, 3) for t in range(4)])
    assert refused(state, MoveTreasure(0, 0, 0)) is Reason.NO_TREASURE_THERE
    assert refused(state, MoveTreasure(0, 4, 4)) is Reason.NO_SUCH_ISLAND
    over = do(state, MoveTreasure(0, 1, 1))
    assert over.phase is Phase.OFFER and over.treasures == (0, 8, 5, 4)  # seat 1 collects on island 1


def test_an_inhabitant_may_stay_even_on_a_full_island() -> None:
    hands = ["move_inhabitant night 2", "place-1 low_tide 2"]
    state = two_players(hands, rules=under(MAY_STAY)).changed(inhabitants=((7, 0), (0, 7), (0, 0), (0, 3)))
    state = do(state.changed(reserve=(3, 0)), Flip(0, Condition.TIME))
    journeys = {(m.owner, m.source, m.target) for m in legal_actions(state) if isinstance(m, MoveInhabitant)}
    assert journeys == {(0, 0, 0), (0, 0, 2), (0, 0, 3), (1, 1, 1), (1, 1, 2), (1, 1, 3), (1, 3, 2), (1, 3, 3)}
    assert refused(state, MoveInhabitant(0, 0, 0, 1)) is Reason.ISLAND_FULL
    assert refused(state, MoveInhabitant(0, 0, 1, 1)) is Reason.NO_INHABITANT_THERE
    over = do(state, MoveInhabitant(0, 1, 1, 1))
    assert over.inhabitants == ((6, 0), (0, 6), (0, 0), (0, 2))  # one home from each island won


def full_everywhere(*choices: tuple[str, str]) -> State:
    """Seat 0 stands on a Move inhabitant card before him, and no island has room."""
    rules = under(*choices, cap=5, inhabitants=11)
    state = two_players(["move_inhabitant night 2", "place-1 low_tide 2"], Stand(0, 0, Face.UP), rules=rules)
    state = state.changed(inhabitants=((1, 4), (1, 4), (3, 2), (4, 1)), reserve=(1, 0))
    return do(state, Flip(0, Condition.TIME))


def test_whoever_can_only_stay_can_be_moved() -> None:
    assert full_everywhere().phase is Phase.OFFER
    state = full_everywhere(MAY_STAY)
    assert legal_actions(state) == tuple([MoveInhabitant(0, owner, i, i) for i in range(4) for owner in range(2)])
    state = do(state, MoveInhabitant(0, 0, 0, 0))
    assert state.copying and MoveInhabitant(0, 0, 0, 0) in legal_actions(state) and not state.moved


def test_an_inhabitant_who_stayed_has_been_moved() -> None:
    state = do(full_everywhere(MAY_STAY, ANOTHER), MoveInhabitant(0, 0, 0, 0))
    assert state.copying and state.moved == ((0, 0),)
    assert refused(state, MoveInhabitant(0, 0, 0, 0)) is Reason.MOVED_ALREADY
    assert MoveInhabitant(0, 1, 0, 0) in legal_actions(state)
    again = do(full_everywhere(MAY_STAY, ANOTHER), MoveInhabitant(0, 1, 0, 0))
    assert MoveInhabitant(0, 1, 0, 0) in legal_actions(again)  # another of the four


def test_a_copy_is_skipped_when_the_card_has_moved_everybody() -> None:
    rules = under(MAY_STAY, ANOTHER)
    state = two_players(["move_inhabitant night 2", "place-1 low_tide 2"], Stand(0, 0, Face.UP), rules=rules)
    state = do(state.changed(inhabitants=((1, 0), *[(0, 0)] * 3), reserve=(8, 10)), Flip(0, Condition.TIME))
    assert do(state, MoveInhabitant(0, 0, 0, 0)).phase is Phase.OFFER


def test_a_copy_is_not_skipped_while_one_other_island_has_room() -> None:
    """Everybody moved once; of the others some can still go to the only island that is not full."""
    rules = under(ANOTHER, cap=5, inhabitants=11)
    state = two_players(["move_inhabitant night 2", "place-1 low_tide 2"], Stand(0, 0, Face.UP), rules=rules)
    state = do(state.changed(inhabitants=((1, 4), (1, 4), (3, 2), (3, 0)), reserve=(2, 1)), Flip(0, Condition.TIME))
    state = do(state, MoveInhabitant(0, 0, 0, 3))
    assert state.copying and state.moved == ((3, 0),)
    assert {move.target for move in legal_actions(state) if isinstance(move, MoveInhabitant)} == {0, 3}


def test_a_copy_is_not_skipped_while_the_next_of_two_islands_has_room() -> None:
    """Of two islands the first is full, and those on it whom the card has not moved can still go to the second."""
    rules = under(ANOTHER, islands_by_players=(2, 6, 7, 9, 10))
    state = two_players(["move_inhabitant night 2", "place-1 low_tide 2"], Stand(0, 0, Face.UP), rules=rules)
    state = do(state.changed(inhabitants=((3, 3), (1, 0)), reserve=(5, 7)), Flip(0, Condition.TIME))
    state = do(state, MoveInhabitant(0, 0, 1, 0))
    assert state.copying and legal_actions(state) == (MoveInhabitant(0, 0, 0, 1), MoveInhabitant(0, 1, 0, 1))


def test_inhabitants_moved_make_sense_only_while_a_card_moves_them() -> None:
    state = do(full_everywhere(MAY_STAY, ANOTHER), MoveInhabitant(0, 0, 0, 0))
    check_state(state)
    settled = next(later for later in positions(2, 0, under(ANOTHER)) if later.phase is Phase.PLAY_UP)
    with pytest.raises(BadInput, match="no effect is carried out"):
        check_state(settled.changed(moved=((0, 0),)))
    other = two_players(["place-1 night 2", "place-1 low_tide 2"], rules=under(ANOTHER))
    with pytest.raises(BadInput, match="nothing is said of inhabitants moved"):
        check_state(do(other, Flip(0, Condition.TIME)).changed(moved=((0, 0),)))


# lone and priority

PLAYER, HIGHEST = ("lone", "player"), ("lone", "highest-unique")
TOGETHER, IN_CONFLICT = ("majority", "together"), ("absent-players", "in-conflict")
LONE_FIRST = ("priority", "lone-first")


@pytest.mark.parametrize(
    ("counts", "inhabitant", "player", "highest"),
    [
        # What the rulebook names, and what fits on an island of seven: no difference.
        ((2, 2, 1), 2, 2, 2),
        ((3, 3, 1), 2, 2, 2),
        ((2, 2, 2, 1), 3, 3, 3),
        ((2, 2, 1, 1), None, None, None),
        ((2, 1, 1), 0, 0, 0),
        ((3, 3, 0), None, None, None),
        # Eight: two inhabitants of one player are outside the conflict.
        ((3, 3, 2), None, 2, 2),
        # Nine: two players are, one of them with a single inhabitant.
        ((3, 3, 2, 1), 3, None, 2),
        ((3, 3, 1, 2), 2, None, 3),
        ((4, 4, 1, 0), 2, 2, 2),
        # A majority over conflicts is nobody's business but rule 1's.
        ((4, 2, 2, 1), 0, 0, 0),
        ((1, 4, 2, 2), 1, 1, 1),
        # Two conflicts and a third player.
        ((3, 3, 1, 1, 2), None, 4, 4),
        ((2, 2, 3, 3, 1), 4, 4, 4),
        # No conflict at all: rule 3 says nothing, rule 1 decides.
        ((3, 2, 1), 0, 0, 0),
        ((0, 0, 0), None, None, None),
    ],
)
def test_who_is_outside_the_conflict(
    counts: tuple[int, ...], inhabitant: int | None, player: int | None, highest: int | None
) -> None:
    assert island_winner(counts, 1) == inhabitant
    assert island_winner(counts, 1, under(PLAYER).readings) == player
    assert island_winner(counts, 1, under(HIGHEST).readings) == highest
    for choice in (PLAYER, HIGHEST):
        assert island_winner(counts, 0, under(choice).readings) is None


@pytest.mark.parametrize(
    ("counts", "choices", "winner"),
    [
        # Three of seven are not more than the others together, so rule 1 names nobody; rule 3 may.
        ((4, 2, 1), (), 0),
        ((3, 2, 2), (), None),
        ((3, 2, 2), (PLAYER,), 0),
        ((3, 2, 2), (HIGHEST,), 0),
        ((3, 2, 1), (PLAYER,), None),
        ((3, 2, 1), (HIGHEST,), None),
        # Absent players in conflict make rule 3 apply: three players are outside, one of them with a single inhabitant.
        ((3, 2, 1, 0, 0), (IN_CONFLICT,), 2),
        ((3, 2, 1, 0, 0), (IN_CONFLICT, PLAYER), None),
        ((3, 2, 1, 0, 0), (IN_CONFLICT, HIGHEST), 0),
        ((3, 2, 1, 0), (IN_CONFLICT, HIGHEST), None),
    ],
)
def test_rule_three_where_majority_means_more_than_all_together(
    counts: tuple[int, ...], choices: tuple[tuple[str, str], ...], winner: int | None
) -> None:
    assert island_winner(counts, 1, under(TOGETHER, *choices).readings) == winner


def test_the_winner_outside_a_conflict_takes_one_inhabitant_back() -> None:
    state = game_with([[]], rules=under(PLAYER, cap=8))
    rows = ((3, 2, 3), *[(0, 0, 0)] * 5)
    after = collect(state.changed(inhabitants=rows, reserve=(7, 8, 7)))
    assert after.inhabitants[0] == (3, 1, 3) and after.gains == (0, 1, 0) and after.reserve == (7, 9, 7)


# Every way to crowd an island, up to who is who.
ROWS = {cap: [r for r in combinations_with_replacement(range(cap + 1), 6) if sum(r) <= cap] for cap in (7, 12)}


@pytest.mark.parametrize("choice", [PLAYER, HIGHEST])
def test_readings_of_rule_three_part_above_seven_inhabitants(choice: tuple[str, str]) -> None:
    other = under(choice).readings
    assert all(island_winner(row, 1) == island_winner(row, 1, other) for row in ROWS[7])
    assert min(sum(row) for row in ROWS[12] if island_winner(row, 1) != island_winner(row, 1, other)) == 8


@pytest.mark.parametrize("lone", [PLAYER, HIGHEST])
@pytest.mark.parametrize("majority", CHOICES["majority"])
@pytest.mark.parametrize("absent", CHOICES["absent-players"])
def test_priority_decides_nothing_between_players(lone: tuple[str, str], majority: str, absent: str) -> None:
    """Whoever has a majority is outside every conflict with the highest number, so rule 3 names him or nobody."""
    choices = (lone, ("majority", majority), ("absent-players", absent))
    first, last = under(*choices).readings, under(*choices, LONE_FIRST).readings
    assert all(island_winner(row, 1, first) == island_winner(row, 1, last) for row in ROWS[12])


def test_priority_decides_between_a_majority_and_a_single_inhabitant_from_eight_on() -> None:
    differ = [row for row in ROWS[12] if island_winner(row, 1) != island_winner(row, 1, under(LONE_FIRST).readings)]
    assert min(sum(row) for row in differ) == 8
    assert island_winner((3, 2, 2, 1), 1) == 0 and island_winner((3, 2, 2, 1), 1, under(LONE_FIRST).readings) == 3


# previous-shaman

OFFERED = ("previous-shaman", "offered")
TO_HIMSELF = ("shaman-tie", "self-first")


def idle_round(state: State) -> State:
    """A round in which everybody lays cards that turn out inactive, and nobody gains anything."""
    players = range(state.players)
    in_turn = [(state.shaman + turn) % state.players for turn in players]
    for lay in (PlayUp, PlayDown):
        for seat in in_turn:
            state = do(state, lay(seat, state.hands[seat][0], (seat + (lay is PlayDown)) % state.players))
    state = do(state, *[Pass(seat) for seat in in_turn])
    return do(state, Flip(in_turn[0], Condition.TIME if state.time is Background.DAY else Condition.TIDE))


def without_treasures(shaman: int, *choices: tuple[str, str]) -> State:
    """Three players about to play the first of many rounds in which every card is for the day and nothing is gained."""
    rules = under(*choices, treasures=0, poor_treasures=0)
    state = game_with([[]], shaman=shaman, rules=rules)
    if state.phase is Phase.OFFER:
        state = do(state, Accept(shaman))
    return settle(state, 0, 2, 4, 0, 2, 4, 1, 3, 5)


def test_a_tie_is_counted_from_whom_the_role_was_offered_even_if_he_refused() -> None:
    ours, state = without_treasures(0), without_treasures(0, OFFERED)
    assert ours.offered is None and state.offered == 0
    ours, state = idle_round(ours), idle_round(state)
    assert ours.shaman == state.shaman == 1 and state.offered == 1  # all tied: next after 0, who was drawn and served
    ours, state = idle_round(do(ours, Name(1, 0))), idle_round(do(state, Name(1, 0)))
    assert ours.shaman == 1  # next after 0, who served
    assert state.shaman == 2 and state.offered == 2  # next after 1, who had the fewest and named another
    assert do(state, Name(2, 0)).offered == 2


def test_the_player_himself_comes_last_or_first_in_the_tie() -> None:
    state = idle_round(without_treasures(0, OFFERED, TO_HIMSELF))
    assert state.shaman == 0
    assert idle_round(do(state, Name(0, 2))).shaman == 0


@pytest.mark.parametrize("drawn", range(3))
def test_the_first_offer_was_to_the_one_drawn_by_chance(drawn: int) -> None:
    state = game_with([[]], shaman=drawn, rules=under(OFFERED, MAY_REFUSE, treasures=0, poor_treasures=0))
    named = (drawn + 1) % 3
    state = do(state, Name(drawn, named))
    assert (state.shaman, state.offered) == (named, drawn)
    check_text(state)
    state = idle_round(settle(state, 0, 2, 4, 0, 2, 4, 1, 3, 5))
    assert state.shaman == named


def test_fewest_treasures_still_come_before_distance() -> None:
    state = without_treasures(0, OFFERED).changed(offered=0, gains=(0, 1, 1), phase=Phase.RESOLVE)
    assert end_round(state).shaman == 0


def test_to_whom_the_role_was_offered_is_told_where_it_matters() -> None:
    state = idle_round(without_treasures(0, OFFERED))
    assert state_data(state)["offered"] == 1 == state.view(0).offered
    assert "offered=1" in write_position(state)
    assert "offered" in spoilt(state, readings={})
    assert "offered: the role was offered to the shaman" in spoilt(state, offered=2)
    later = do(state, Name(1, 0))
    check_text(later)
    assert "offered" in spoilt(later, offered=3)
    assert "offered: the role was offered to the shaman" in spoilt(idle_round(later), offered=1)
    assert "offered" in spoilt(without_treasures(0, OFFERED), offered=2)
    with pytest.raises(BadInput, match="offered: to whom"):
        loads_state(canonical({name: value for name, value in state_data(state).items() if name != "offered"}))


# naming

NOT_THE_OLD = ("naming", "not-the-old-shaman")


def test_a_refusing_shaman_cannot_name_the_shaman_of_the_round_just_played() -> None:
    state = idle_round(without_treasures(0, NOT_THE_OLD))
    assert (state.shaman, state.old_shaman) == (1, 0)
    assert legal_actions(state) == (Accept(1), Name(1, 2))
    assert refused(state, Name(1, 0)) is Reason.NAMES_THE_OLD_SHAMAN
    assert refused(state, Name(1, 1)) is Reason.NAMES_HIMSELF
    assert legal_actions(idle_round(without_treasures(0))) == (Accept(1), Name(1, 0), Name(1, 2))
    # Serge serves next, so that after his round Antoine may not name him but may name Marie, who refused.
    later = idle_round(do(state, Name(1, 2)))
    assert (later.shaman, later.old_shaman) == (0, 2)
    assert legal_actions(later) == (Accept(0), Name(0, 1))


def test_the_old_shaman_himself_may_name_anybody_else() -> None:
    state = idle_round(without_treasures(0, NOT_THE_OLD, TO_HIMSELF))
    assert (state.shaman, state.old_shaman) == (0, 0)
    assert legal_actions(state) == (Accept(0), Name(0, 1), Name(0, 2))


def test_one_of_two_players_may_have_nobody_to_name() -> None:
    state = game_with([[], []], players=2, rules=under(NOT_THE_OLD, treasures=0, poor_treasures=0))
    state = idle_round(settle(state, 0, 1, 0, 1, 0, 1))
    assert (state.shaman, state.old_shaman) == (1, 0)
    assert legal_actions(state) == (Accept(1),)
    assert do(state, Accept(1)).old_shaman is None


def test_the_first_shaman_may_name_anybody_else() -> None:
    state = game_with([[]], rules=under(NOT_THE_OLD, MAY_REFUSE))
    assert state.old_shaman is None and legal_actions(state) == (Accept(0), Name(0, 1), Name(0, 2))
    check_text(state)


def test_the_old_shaman_is_told_while_it_matters() -> None:
    state = idle_round(without_treasures(0, NOT_THE_OLD))
    assert state_data(state)["old_shaman"] == 0 == state.view(2).old_shaman
    assert "old_shaman=0" in write_position(state)
    check_text(state)
    assert "old_shaman" in spoilt(state, readings={})
    playing = do(state, Accept(1))
    assert playing.old_shaman is None and "old_shaman" not in state_data(playing)
    assert "old_shaman" in spoilt(playing, old_shaman=0)
    with pytest.raises(BadInput, match="old_shaman: told"):
        loads_state(canonical({name: value for name, value in state_data(state).items() if name != "old_shaman"}))


@pytest.mark.parametrize("shaman", range(4))
def test_seats_break_the_last_tie_clockwise_after_the_shaman(shaman: int) -> None:
    over = list(positions(4, 0, under(("final-tie", "seat"))))[-1]
    tied = over.changed(shaman=shaman, huts=(1,) * 4, reserve=(5,) * 4)
    assert tied.ranking() == tuple([((shaman + turn) % 4,) for turn in (1, 2, 3, 4)])
