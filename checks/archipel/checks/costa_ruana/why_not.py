"""What is wrong with a move, said of the position at hand: one sentence for each guard of each decision.

A sentence is made for a reader: a judge, who sees everything, or a seat, which is told of no card it may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.drawing import scene
from archipel.checks.costa_ruana.telling import Teller
from archipel.checks.costa_ruana.wording import card_words, default_names, listed
from archipel.checks.costa_ruana.wording_why import how_many, sentence, why
from archipel.checks.explain.forbidding_sets import Manners, Refusal
from archipel.reference.costa_ruana.actions import Action, Face
from archipel.reference.costa_ruana.codec import DECISION_OF
from archipel.reference.costa_ruana.state import Phase, State, slot_of
from archipel.reference.values import fields_of
from archipel.spec.clauses import Nature, Part, Step
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.costa_ruana.resolution import kind_now
from archipel.spec.costa_ruana.vocabulary import (
    EFFECTS,
    MOVE_INHABITANT,
    MOVE_TREASURE,
    OVER,
    PLACE,
    REMOVE,
    RESOLVE,
    Faces,
    Players,
    opened,
    phase,
)
from archipel.spec.logic import Num, Prop, all_of, exists, notation
from archipel.spec.machine import Position

Said = tuple[str, dict[str, object]]

# How a clause refuses a decision that it would have to say something else to allow.
UNKNOWN_DECISION = "no_such_decision"

# What guards take for granted, and what is said of every decision besides

IN_TURN = all_of(phase != RESOLVE, phase != OVER)
RESOLVING = phase == RESOLVE
UNDER_WAY = exists(Players, lambda p: exists(Faces, lambda f: opened(p, f)))


def of_kind(kind: Num) -> Prop:
    """A card of this kind is under way."""
    return all_of(UNDER_WAY, kind_now() == kind)


GRANTED: dict[tuple[str, str], Prop] = {
    ("settle", "settlers_turn"): IN_TURN,
    ("play_up", "players_turn_to_lay"): IN_TURN,
    ("play_down", "players_turn_to_lay"): IN_TURN,
    ("stand", "players_turn_to_stand"): IN_TURN,
    ("pass", "players_turn_to_stand"): IN_TURN,
    ("resolve", "the_cards_player_decides"): RESOLVING,
    ("resolve", "there_is_a_choice"): RESOLVING,
    **{(step.name, "players_effect"): RESOLVING for step in EFFECTS},
    ("move_treasure", "a_treasure_card"): UNDER_WAY,
    ("move_treasure", "something_is_possible"): of_kind(MOVE_TREASURE),
    ("remove", "a_remove_card"): UNDER_WAY,
    ("remove", "something_is_possible"): of_kind(REMOVE),
    ("remove", "no_less_than_required"): of_kind(REMOVE),
    ("remove", "no_more_removed_than_shown"): of_kind(REMOVE),
    ("place", "a_place_card"): UNDER_WAY,
    ("place", "something_is_possible"): of_kind(PLACE),
    ("place", "no_less_than_required"): of_kind(PLACE),
    ("place", "no_more_placed_than_shown"): of_kind(PLACE),
    ("move_inhabitant", "a_move_card"): UNDER_WAY,
    ("move_inhabitant", "something_is_possible"): of_kind(MOVE_INHABITANT),
}

MANNERS = Manners(
    granted=GRANTED,
    besides=(Part("end.after-last-round", Nature.GUARD, "the_game_goes_on", phase != OVER),),
    sizes={"islands": "setup.island-count", "players": "components.players", "cards": "components.deck"},
)


@dataclass(frozen=True)
class Situation:
    """A move somebody wants to make in a position, for a reader; without a viewer everything may be said."""

    lang: str
    state: State
    action: Action
    here: Position
    viewer: int | None = None

    @cached_property
    def given(self) -> dict[str, Any]:
        """The arguments of the move by name."""
        return fields_of(self.action)

    def who(self, seat: int) -> str:
        """A seat by name and number."""
        return who(self.lang, self.state.players, seat)

    @cached_property
    def player(self) -> str:
        return self.who(self.action.player)

    @cached_property
    def actor(self) -> str:
        """Who decides now."""
        assert self.state.actor is not None
        return self.who(self.state.actor)

    @cached_property
    def turn(self) -> str:
        """Who decides what now."""
        return turn(self.lang, self.state)

    @cached_property
    def card(self) -> str:
        """The card under way."""
        card = self.state.resolving_card
        assert card is not None
        return card_words(self.lang, card)

    def laid(self, by: int, face: Face) -> str:
        """A card on the table and before whom it lies, as the reader knows it."""
        names = everybody(self.lang, self.state.players)
        reader = by if self.viewer is None else self.viewer
        return Teller(self.lang, names, self.state.deck, reader).card_on_table(self.state, by, face)

    def people(self, number: int) -> str:
        return how_many(self.lang, "inhabitants", number)

    @cached_property
    def amount(self) -> int:
        """The number on the card under way."""
        return int(self.here.evaluate("amount_now"))

    def on_table(self) -> Iterator[tuple[int, Face]]:
        """The cards on the table, by who laid them and how."""
        for by in range(self.state.players):
            yield from ((by, face) for face in Face if self.state.laid(by, face) is not None)


def who(lang: str, players: int, seat: int) -> str:
    """A seat by name and number, or by number alone if nobody sits there."""
    if seat >= players:
        return why(lang, "stranger", seat=seat)
    return why(lang, "person", name=default_names(lang, players)[seat], seat=seat)


def everybody(lang: str, players: int) -> tuple[str, ...]:
    return tuple(who(lang, players, seat) for seat in range(players))


def turn(lang: str, state: State) -> str:
    """Who decides what now, as a sentence without its full stop."""
    return scene(state, lang, names=everybody(lang, state.players)).turn


# One function for each thing that can be wrong


def _count(counts: Sequence[int], seat: int) -> int:
    """How many a seat has; nobody has none."""
    return counts[seat] if seat < len(counts) else 0


def _abroad(s: Situation) -> str:
    """How many inhabitants the player has on islands."""
    return s.people(sum(_count(row, s.action.player) for row in s.state.inhabitants))


def _crowd(s: Situation, island: int) -> int:
    return sum(s.state.inhabitants[island]) if island < s.state.islands else 0


def _time(s: Situation) -> Said:
    return ("time.over", {}) if s.state.phase is Phase.OVER else ("time", {"turn": s.turn})


def _turn(s: Situation) -> Said:
    return "turn", {"actor": s.actor, "player": s.player}


def _settled(s: Situation) -> Said:
    if s.state.phase is not Phase.SETTLE:
        return "settled", {}
    return "settled.all", {"player": s.player, "people": _abroad(s)}


def _full(s: Situation) -> Said:
    island = s.given["island"] if "island" in s.given else s.given["target"]
    return "full", {"island": island, "people": s.people(_crowd(s, island))}


def _card(s: Situation) -> Said:
    number = s.given["card"]
    words = why(s.lang, "card", number=number, words=card_words(s.lang, s.state.deck.cards[number]))
    key, values = _whereabouts(s, number)
    if not _visible(s, number):
        key, values = "elsewhere", {"player": s.player}
    return f"card.{key}", {"card": sentence(words), **values}


def _whereabouts(s: Situation, card: int) -> Said:
    """Where a card is."""
    if card not in s.state.game.kept:
        return "box", {"players": s.state.players}
    holder = next((seat for seat, hand in enumerate(s.state.hands) if card in hand), None)
    if holder is not None:
        return "hand", {"owner": s.who(holder)}
    if card in s.state.pile:
        return "pile", {}
    return ("discard" if card in s.state.discards else "table"), {}


def _visible(s: Situation, card: int) -> bool:
    """Whether the reader may know where a card is."""
    if s.viewer is None or card not in s.state.game.kept or card in s.state.discards:
        return True
    seen = s.state.view(s.viewer)
    return card in seen.hand or any(laid is not None and laid.card == card for laid in seen.table)


def _no_card(s: Situation) -> Said:
    return f"no_card.{s.given['face'].value}", {"by": s.who(s.given["by"])}


def _empty_reserve(s: Situation) -> Said:
    return "empty_reserve", {"player": s.player}


def _shaman(s: Situation) -> Said:
    return "shaman", {"shaman": s.who(s.state.shaman), "player": s.player}


def _himself(s: Situation) -> Said:
    return "himself", {"player": s.player}


def _asked(s: Situation) -> tuple[int, int]:
    """The card asked for, as the clauses name it."""
    return s.given["by"], projection.code(projection.FACES[s.given["face"]])


def _first(s: Situation, relation: str) -> str:
    """A card that still waits and comes before the one asked for."""
    codes = {face: projection.code(code) for face, code in projection.FACES.items()}
    due = s.here.values["due"]
    return next(
        s.laid(by, face)
        for by, face in s.on_table()
        if due[by][codes[face]][0] and s.here.evaluate(relation, by, codes[face], *_asked(s))
    )


def _nearer(s: Situation) -> Said:
    return "nearer", {"laid": _first(s, "nearer_the_shaman")}


def _earlier_kind(s: Situation) -> Said:
    laid = s.state.laid(s.given["by"], s.given["face"])
    assert laid is not None
    words = card_words(s.lang, s.state.deck.cards[laid.card])
    return "earlier_kind", {"laid": _first(s, "of_an_earlier_kind"), "card": words}


def _under_way(s: Situation) -> Said:
    slot = s.state.resolving
    laid = next(s.laid(by, face) for by, face in s.on_table() if slot_of(s.state.players, by, face) == slot)
    return "under_way", {"laid": laid}


def _not_to_choose(s: Situation) -> Said:
    by, face = s.given["by"], s.given["face"]
    laid = s.state.laid(by, face) if by < s.state.players else None
    if laid is None:
        return _no_card(s)
    if laid.before != s.action.player:
        return "before_another", {"before": s.who(laid.before), "player": s.player}
    return "begun", {"laid": s.laid(by, face)}


def _no_choice(s: Situation) -> Said:
    return "no_choice", {}


def _effect(s: Situation) -> Said:
    if s.state.phase is not Phase.EFFECT:
        return "effect.none", {"turn": s.turn}
    return "effect", {"actor": s.actor, "card": s.card, "player": s.player}


def _impossible(s: Situation) -> Said:
    return "impossible", {"card": s.card}


def _moved(s: Situation) -> int:
    return len(s.given["islands"])


def _fewer(s: Situation) -> Said:
    what = DECISION_OF[type(s.action)]
    assert s.state.actor is not None
    possible = s.here.evaluate("placeable" if what == "place" else "removable", s.state.actor)
    return f"fewer.{what}", {
        "player": s.actor,
        "amount": s.amount,
        "people": s.people(possible),
        "required": s.here.evaluate("required"),
        "moved": _moved(s),
    }


def _kind(s: Situation) -> Said:
    return "kind", {"card": s.card}


def _more(s: Situation) -> Said:
    return "more", {"amount": s.amount, "moved": _moved(s)}


def _reserve(s: Situation) -> Said:
    reserve = _count(s.state.reserve, s.action.player)
    return "reserve", {"player": s.player, "people": s.people(reserve), "moved": _moved(s)}


def _overfull(s: Situation) -> Said:
    for island in sorted({island for island in s.given["islands"] if island < s.state.islands}):
        more, crowd = s.given["islands"].count(island), _crowd(s, island)
        if crowd + more > s.state.rules.cap:
            return "overfull", {"island": island, "people": s.people(crowd), "more": more, "sum": crowd + more}
    return "overfull.all", {}


def _fewer_there(s: Situation) -> Said:
    islands = sorted({island for island in s.given["islands"] if island < s.state.islands})
    player = s.action.player
    count = {island: _count(s.state.inhabitants[island], player) for island in islands}
    short = next((i for i in islands if count[i] < s.given["islands"].count(i)), None)
    if short is None:
        return "settled.all", {"player": s.player, "people": _abroad(s)}
    moved = s.given["islands"].count(short)
    return "fewer_there", {"player": s.player, "people": s.people(count[short]), "island": short, "moved": moved}


def _several(s: Situation) -> Said:
    return "several", {"islands": listed(s.lang, [str(island) for island in sorted(set(s.given["islands"]))])}


def _several_to(s: Situation) -> Said:
    return "several_to", _several(s)[1]


def _same_player(s: Situation) -> Said:
    return "same_player", {"player": s.player, "before": s.who(s.given["before"])}


def _old_shaman(s: Situation) -> Said:
    return "old_shaman", {"named": s.who(s.given["shaman"])}


def _no_treasure(s: Situation) -> Said:
    return "no_treasure", {"island": s.given["source"]}


def _same_island(s: Situation) -> Said:
    return "same_island", {"island": s.given["source"]}


def _nobody(s: Situation) -> Said:
    return "nobody", {"owner": s.who(s.given.get("owner", s.action.player)), "island": s.given["source"]}


def _moved_already(s: Situation) -> Said:
    row = s.state.inhabitants[s.given["source"]] if s.given["source"] < s.state.islands else ()
    return ("moved_already" if _count(row, s.given["owner"]) else "nobody"), _nobody(s)[1]


def _time_or_turn(s: Situation) -> Said:
    return _turn(s) if s.state.phase is Phase.STAND else _time(s)


def _time_or_shaman(s: Situation) -> Said:
    return _shaman(s) if s.state.phase is Phase.FLIP else _time(s)


def _own_effect(s: Situation) -> Said:
    return "own_effect", {"card": s.card, "player": s.actor}


def _unknown_decision(s: Situation) -> Said:
    step, _ = projection.step_of(s.state, s.action)
    _, point, reading = reading_with(step)
    return "unknown_decision", {"point": point, "reading": reading}


def reading_with(step: Step) -> tuple[str, str, str]:
    """The clause, the point and the reading of a decision that only some readings have."""
    return next(
        (point.clause.id, point.id, name)
        for point in READINGS.points.values()
        for name, reading in point.readings.items()
        if step in reading.steps
    )


FACTS: dict[str, Callable[[Situation], Said]] = {
    "settlers_turn": _turn,
    "room_to_settle": _full,
    "still_settling": _settled,
    "time_to_play_up": _time,
    "time_to_play_down": _time,
    "time_to_stand": _time,
    "time_to_flip": _time,
    "time_to_resolve": _time,
    "time_to_answer": _time,
    "players_turn_to_lay": _turn,
    "from_the_players_hand": _card,
    "players_turn_to_stand": _turn,
    "a_card_is_there": _no_card,
    "somebody_in_reserve": _empty_reserve,
    "only_the_shaman_flips": _shaman,
    "no_card_nearer_the_shaman": _nearer,
    "no_card_of_an_earlier_kind": _earlier_kind,
    "no_card_under_way": _under_way,
    "the_cards_player_decides": _not_to_choose,
    "there_is_a_choice": _no_choice,
    "players_effect": _effect,
    "something_is_possible": _impossible,
    "no_less_than_required": _fewer,
    "a_treasure_card": _kind,
    "a_treasure_is_there": _no_treasure,
    "not_to_the_same_island": _same_island,
    "a_remove_card": _kind,
    "no_more_removed_than_shown": _more,
    "ones_own_are_there": _fewer_there,
    "a_place_card": _kind,
    "no_more_placed_than_shown": _more,
    "no_more_than_in_reserve": _reserve,
    "room_to_place": _overfull,
    "a_move_card": _kind,
    "an_inhabitant_is_there": _nobody,
    "room_to_move": _full,
    "the_new_shaman_answers": _shaman,
    "another_player_is_named": _himself,
    # what other readings ask for
    "while_inhabitants_are_put_on_cards": _time_or_turn,
    "on_a_card_that_is_there": _no_card,
    "from_an_island_where_one_is": _nobody,
    "when_the_shaman_could_flip": _time_or_shaman,
    "only_a_repetition_is_forgone": _own_effect,
    "by_whom_it_is_for": _effect,
    "before_another_than_the_first": _same_player,
    "all_from_one_island": _several,
    "all_on_one_island": _several_to,
    "not_who_has_just_served": _old_shaman,
    "one_not_moved_yet": _moved_already,
    # what is said besides
    "the_game_goes_on": lambda s: ("over", {"round": s.state.round}),
    UNKNOWN_DECISION: _unknown_decision,
}


def fact(situation: Situation, refusal: Refusal) -> str:
    """What in this position makes a clause refuse the move."""
    if refusal.missing:
        last = {"islands": situation.state.islands, "players": situation.state.players}
        size = last.get(refusal.name, len(situation.state.deck.cards))
        missing = listed(situation.lang, [str(number) for number in sorted(set(refusal.missing))])
        return why(situation.lang, f"missing.{refusal.name}", last=size - 1, missing=missing)
    if refusal.name not in FACTS:
        return why(situation.lang, "formula", formula=_formula(situation, refusal))
    key, values = FACTS[refusal.name](situation)
    return sentence(why(situation.lang, key, **values))


def _formula(situation: Situation, refusal: Refusal) -> str:
    """The guard itself, for one that has no sentence."""
    parts = situation.here.machine.rulebook.clauses[refusal.clause].parts
    return next(notation.text(part.term) for part in parts if part.name == refusal.name)
