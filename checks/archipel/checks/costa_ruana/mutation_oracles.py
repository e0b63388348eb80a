"""The propositions of the clauses, written a second time as plain Python over plain values.

A proposition that has become weaker still holds in every game; it is only noticed where it ought to fail. So each is
written again here, in another form, and both are asked about values that no game has. Whoever wrote these had read the
formulas: they guard against a slip in one of the two, not against one misreading in both.

None is the answer where the sentence means nothing: whose turn it is, say, when nobody is the shaman.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from archipel.checks.costa_ruana.projection import BACKGROUNDS, KINDS, NOTHING, PHASES, code
from archipel.checks.mutation.behaviour import Oracle
from archipel.reference.costa_ruana import Background, Kind, Phase
from archipel.spec.costa_ruana import vocabulary as words

Values = Mapping[str, Any]

BOX, PILE, TABLE = code(words.BOX), code(words.PILE), code(words.TABLE)
STAND, RESOLVE = code(PHASES[Phase.STAND]), code(PHASES[Phase.RESOLVE])
PLAY_UP, PLAY_DOWN = code(PHASES[Phase.PLAY_UP]), code(PHASES[Phase.PLAY_DOWN])
SETTLE, OFFER, OVER = (code(PHASES[phase]) for phase in (Phase.SETTLE, Phase.OFFER, Phase.OVER))
TIDES = {code(BACKGROUNDS[side]) for side in (Background.HIGH_TIDE, Background.LOW_TIDE)}
TIMES = {code(BACKGROUNDS[side]) for side in (Background.DAY, Background.NIGHT)}
COUNTED = {code(KINDS[Kind.REMOVE]), code(KINDS[Kind.PLACE])}
MOVING = {code(KINDS[Kind.MOVE_TREASURE]), code(KINDS[Kind.MOVE_INHABITANT])}

ORACLES: dict[str, Oracle] = {}


def oracle(write: Oracle) -> Oracle:
    ORACLES[write.__name__] = write
    return write


def seats(v: Values) -> range:
    return range(v["players"])


def player_counts(v: Values) -> range:
    return range(v["min_players"], v["max_players"] + 1)


def used(v: Values) -> list[int]:
    """The cards a game for so many players uses."""
    return [card for card, notches in enumerate(v["notches"]) if notches <= v["players"]]


def on_table(v: Values) -> list[int]:
    return [card for card in chain.from_iterable(v["laid"]) if card != NOTHING]


def distance(v: Values, seat: int) -> int:
    """Seats clockwise from the shaman."""
    return int((seat - v["shaman"]) % v["players"])


# Material and numbers


@oracle
def as_many_players_as_allowed(v: Values) -> bool:
    return v["players"] in player_counts(v)


@oracle
def deck_is_complete(v: Values) -> bool:
    return bool(len(v["kind"]) == v["deck_size"])


@oracle
def one_kind_each(v: Values) -> bool:
    return set(v["kind"]) <= COUNTED | MOVING


@oracle
def each_kind_occurs(v: Values) -> bool:
    return set(v["kind"]) >= COUNTED | MOVING


@oracle
def amounts_in_range(v: Values) -> bool:
    shown = {amount for kind, amount in zip(v["kind"], v["amount"], strict=True) if kind in COUNTED}
    return shown <= set(range(v["least_amount"], v["greatest_amount"] + 1))


@oracle
def moves_are_single(v: Values) -> bool:
    return {amount for kind, amount in zip(v["kind"], v["amount"], strict=True) if kind in MOVING} <= {1}


@oracle
def one_background_each(v: Values) -> bool:
    return set(v["background"]) <= TIDES | TIMES


@oracle
def each_background_occurs(v: Values) -> bool:
    return set(v["background"]) >= TIDES | TIMES


@oracle
def pile_never_runs_out(v: Values) -> bool:
    draws = [v["draw"]] * (v["rounds"] - 2) + [v["last_draw"]]
    needed = v["hand"] + sum(draws)
    return all(sum(notches <= n for notches in v["notches"]) >= n * needed for n in player_counts(v))


@oracle
def islands_suffice(v: Values) -> bool:
    return bool(max(v["islands_for"]) <= v["island_cards"])


@oracle
def a_colour_for_everybody(v: Values) -> bool:
    return not v["colours"] < v["players"]


@oracle
def gems_suffice(v: Values) -> bool:
    return bool(treasures_at_first(v) <= v["gems"])


def treasures_at_first(v: Values) -> int:
    rich = v["islands"] - v["poor_islands"]
    return int(rich * v["treasures_per_island"] + v["poor_islands"] * v["poor_treasures"])


@oracle
def as_many_islands_as_the_table_says(v: Values) -> bool:
    return bool(dict(zip(player_counts(v), v["islands_for"], strict=True)).get(v["players"], 0) == v["islands"])


# Openings


@oracle
def others_in_the_box(v: Values) -> bool:
    return _out_of_the_box(v) == used(v)


def _out_of_the_box(v: Values) -> list[int]:
    return [card for card, place in enumerate(v["place_of"]) if place != BOX]


@oracle
def kept_cards_in_a_row(v: Values) -> bool:
    return bool(max(v["position"]) < len(used(v)))


@oracle
def only_kept_cards_have_a_position(v: Values) -> bool:
    kept = set(used(v))
    return all(place >= 0 if card in kept else place == NOTHING for card, place in enumerate(v["position"]))


@oracle
def no_two_cards_at_one_position(v: Values) -> bool:
    taken = [v["position"][card] for card in used(v)]
    return len(taken) == len(set(taken))


@oracle
def first_cards_are_dealt(v: Values) -> bool:
    dealt = {position: position // v["hand"] for position in range(v["hand"] * v["players"])}
    held = [place if place in seats(v) else None for place in v["place_of"]]
    return held == [dealt.get(position) for position in v["position"]]


@oracle
def the_rest_is_the_pile(v: Values) -> bool:
    dealt = v["hand"] * v["players"]
    return v["drawn"] == dealt and _pile(v) == {card for card, place in enumerate(v["position"]) if place >= dealt}


def _pile(v: Values) -> set[int]:
    return {card for card, place in enumerate(v["place_of"]) if place == PILE}


@oracle
def any_side_may_show(v: Values) -> bool:
    return v["tide"] in TIDES and v["time"] in TIMES


@oracle
def so_many_poor_islands(v: Values) -> bool:
    return bool(Counter(v["treasures"])[v["poor_treasures"]] == v["poor_islands"])


@oracle
def the_others_are_rich(v: Values) -> bool:
    return set(v["treasures"]) <= {v["poor_treasures"], v["treasures_per_island"]}


@oracle
def anybody_may_be_shaman(v: Values) -> bool:
    return v["shaman"] in seats(v)


@oracle
def everybody_at_home(v: Values) -> bool:
    return set(v["reserve"]) == {v["inhabitants"]} and not any(map(any, v["on"]))


@oracle
def nothing_collected(v: Values) -> bool:
    return not any(v["hut"]) and not any(v["gained"])


@oracle
def nothing_on_the_table(v: Values) -> bool:
    standing = chain.from_iterable(chain.from_iterable(v["stands"]))
    to_come = chain.from_iterable(chain.from_iterable(v["due"]))
    lying = {*chain.from_iterable(v["laid"]), *chain.from_iterable(v["lies_before"])}
    marks = chain(*v["hidden"], *v["opened"])
    return lying == {NOTHING} and not any(chain(standing, to_come, marks))


@oracle
def settling_begins_with_the_shaman(v: Values) -> bool:
    return (v["phase"], v["turn"], v["round"]) == (SETTLE, 0, 0)


# Positions


@oracle
def only_cards_are_laid(v: Values) -> bool:
    return set(on_table(v)) <= set(range(v["cards"]))


@oracle
def cards_laid_are_on_the_table(v: Values) -> bool:
    return all(v["place_of"][card] == TABLE for card in on_table(v) if 0 <= card < v["cards"])


@oracle
def no_other_card_is_on_the_table(v: Values) -> bool:
    return {card for card, place in enumerate(v["place_of"]) if place == TABLE} <= set(on_table(v))


@oracle
def no_card_is_laid_twice(v: Values) -> bool:
    return len(on_table(v)) == len(set(on_table(v)))


@oracle
def one_side_of_each_shows(v: Values) -> bool:
    return v["tide"] in TIDES and v["time"] in TIMES


@oracle
def no_island_overcrowded(v: Values) -> bool:
    return bool(max(map(sum, v["on"])) <= v["island_cap"])


def standing_of(v: Values, seat: int) -> list[tuple[int, int]]:
    """The cards, by who laid them and how, on which a player's inhabitants stand."""
    rows = enumerate(v["stands"][seat])
    return [(by, face) for by, row in rows for face, there in enumerate(row) if there]


@oracle
def no_inhabitant_lost(v: Values) -> bool:
    found = [v["reserve"][s] + sum(row[s] for row in v["on"]) + len(standing_of(v, s)) for s in seats(v)]
    return set(found) == {v["inhabitants"]}


@oracle
def no_negative_inhabitants(v: Values) -> bool:
    return bool(min(chain(v["reserve"], *v["on"])) >= 0)


@oracle
def no_treasure_lost(v: Values) -> bool:
    return sum(v["hut"]) + sum(v["gained"]) + sum(v["treasures"]) == treasures_at_first(v)


@oracle
def no_negative_treasures(v: Values) -> bool:
    return bool(min(chain(v["hut"], v["gained"], v["treasures"])) >= 0)


@oracle
def somebody_is_shaman(v: Values) -> bool:
    return v["shaman"] in seats(v)


@oracle
def box_stays_closed(v: Values) -> bool:
    return _out_of_the_box(v) == used(v)


@oracle
def pile_keeps_its_order(v: Values) -> bool:
    return _pile(v) == {card for card, place in enumerate(v["position"]) if place >= v["drawn"]}


@oracle
def rounds_in_range(v: Values) -> bool:
    return v["round"] in range(v["rounds"] + 1)


@oracle
def an_offer_means_another_round(v: Values) -> bool:
    return bool(v["phase"] != OFFER or v["round"] < v["rounds"])


@oracle
def turns_in_range(v: Values) -> bool:
    return v["turn"] in seats(v)


@oracle
def one_inhabitant_on_cards_at_most(v: Values) -> bool:
    return max(len(standing_of(v, seat)) for seat in seats(v)) <= 1


@oracle
def inhabitants_stand_on_cards_that_are_there(v: Values) -> bool:
    spots = {spot for seat in seats(v) for spot in standing_of(v, seat)}
    return all(v["laid"][by][face] != NOTHING for by, face in spots)


@oracle
def nobody_stands_before_acting(v: Values) -> bool | None:
    if v["shaman"] not in seats(v):
        return None
    still_to_act = {STAND: [seat for seat in seats(v) if distance(v, seat) >= v["turn"]]}
    absent = still_to_act.get(v["phase"], [] if STAND < v["phase"] <= RESOLVE else list(seats(v)))
    return not any(standing_of(v, seat) for seat in absent)


@oracle
def one_taker_at_most(v: Values) -> bool:
    rows = zip(v["on"], v["treasures"], strict=True)
    return all(len(set(_takers(row))) <= 1 for row, treasures in rows if treasures >= 1)


def _takers(row: tuple[int, ...]) -> Iterator[int]:
    """Who outnumbers everybody, and who is alone on an island where others are in conflict."""
    there = Counter(count for count in row if count >= 1)
    if row.count(max(row)) == 1:
        yield row.index(max(row))
    if row.count(1) == 1 and max(there.values()) > 1:
        yield row.index(1)


@oracle
def hands_as_large_as_announced(v: Values) -> bool | None:
    if v["shaman"] not in seats(v):
        return None
    return all(v["place_of"].count(seat) == hand_announced(v, seat) for seat in seats(v))


def hand_announced(v: Values, seat: int) -> int:
    """The cards of a full hand in this round, or in the next once these are drawn, less those laid."""
    last = v["round"] == v["rounds"] or (v["phase"] == OFFER and v["round"] + 1 == v["rounds"])
    full = v["hand"] + (v["last_draw"] - v["draw"] if last else 0)
    return int(full - cards_laid_by(v, seat))


def cards_laid_by(v: Values, seat: int) -> int:
    if v["phase"] in (SETTLE, OFFER):
        return 0
    acted = distance(v, seat) < v["turn"]
    so_far = {PLAY_UP: 0 + acted, PLAY_DOWN: 1 + acted}
    return int(so_far.get(v["phase"], 0 if v["phase"] < PLAY_UP else 2))


@oracle
def over_only_after_the_last_round(v: Values) -> bool:
    return bool(v["phase"] != OVER or v["round"] == v["rounds"])


@oracle
def no_winner_has_fewer_points(v: Values) -> bool:
    scores = [v["treasure_points"] * v["hut"][s] + v["reserve_points"] * v["reserve"][s] for s in seats(v)]
    ranks = list(zip(scores, v["hut"], strict=True))
    winners = [score for score, rank in zip(scores, ranks, strict=True) if rank == max(ranks)]
    return v["phase"] != OVER or set(winners) == {max(scores)}


# What clauses expressly allow: a decision in a position


@oracle
def to_an_island_as_rich_as_any_at_first(v: Values, player: int, source: int, target: int) -> bool:
    return bool(v["treasures"][target] >= max(v["treasures_per_island"], v["poor_treasures"]))


@oracle
def the_last_one_away(v: Values, player: int, source: int, target: int) -> bool:
    return bool(v["treasures"][source] - 1 == 0)


@oracle
def on_different_islands(v: Values, player: int, chosen: tuple[int, ...]) -> bool:
    return len([number for number in chosen if number > 0]) > 1


@oracle
def fewer_than_shown_while_one_stands_on_a_card(v: Values, player: int, chosen: tuple[int, ...]) -> bool:
    shown = [v["amount"][v["laid"][by][face]] for by in seats(v) for face in (0, 1) if v["opened"][by][face]]
    return bool(standing_of(v, player)) and sum(chosen) < sum(shown) and sum(chosen) == v["reserve"][player]


@oracle
def on_a_hidden_card_before_somebody_else(v: Values, player: int, by: int, face: int) -> bool:
    return v["hidden"][by][face] and v["lies_before"][by][face] in set(seats(v)) - {player}


@oracle
def on_an_open_card_of_somebody_else(v: Values, player: int, by: int, face: int) -> bool:
    return not v["hidden"][by][face] and by in set(seats(v)) - {player}
