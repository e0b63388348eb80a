"""Illegal moves of every kind, each with the clauses that forbid it as somebody says who has the rulebook before him.

The clauses are judged from the text, not from what any program prints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from archipel.reference.costa_ruana import (
    STANDARD,
    Accept,
    Action,
    Background,
    Condition,
    Face,
    Flip,
    Kind,
    Laid,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Phase,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Setup,
    Stand,
    StandFrom,
    State,
    balanced_deck,
    new_game,
    slot_of,
)
from archipel.reference.costa_ruana.readings import chosen

PLAYERS, ISLANDS = 3, 6
EMPTY = ((0, 0, 0),) * ISLANDS


@cache
def opening(**readings: str) -> State:
    """Three players about to settle, seat 0 the shaman, cards 0 to 4 of the order in the hand of seat 0 and so on."""
    rules = replace(STANDARD, readings=chosen({point.replace("_", "-"): name for point, name in readings.items()}))
    return new_game(replace(Setup.from_seed(PLAYERS, 1, rules), shaman=0), rules)


def at(phase: Phase, actor: int = 0, **readings: str) -> State:
    """The first position of the first round in which this seat is asked for this."""
    state = opening(**readings)
    while (state.phase, state.actor) != (phase, actor):
        state = state.apply_action(state.legal_actions()[0])
    return state


def crowded(state: State, *counts: tuple[int, tuple[int, int, int]]) -> State:
    """The same position with these inhabitants on these islands and all others at home, or on cards."""
    rows = tuple(dict(counts).get(island, (0, 0, 0)) for island in range(ISLANDS))
    standing = [slot is not None for slot in state.standing]
    reserve = tuple(10 - standing[seat] - sum(row[seat] for row in rows) for seat in range(PLAYERS))
    return state.changed(inhabitants=rows, reserve=reserve)


def card(kind: Kind, amount: int = 1, nth: int = 0) -> int:
    """A card that is used with three players and active by night or at high tide."""
    shows = (Background.NIGHT, Background.HIGH_TIDE)
    deck, kept = balanced_deck().cards, opening().game.kept
    found = [c for c in kept if deck[c][:2] == (kind, amount) and deck[c].background in shows]
    return found[nth]


def resolving(
    *table: tuple[int, Face, int, int],
    phase: Phase = Phase.EFFECT,
    actor: int = 0,
    standing: Sequence[int | None] = (None, None, None),
    waiting: tuple[int, ...] = (),
    copying: bool = False,
    **readings: str,
) -> State:
    """Cards on the table as (by, face, card, before), the first of them under way if an effect is asked for."""
    slots: list[Laid | None] = [None] * (2 * PLAYERS)
    for by, face, number, before in table:
        slots[slot_of(PLAYERS, by, face)] = Laid(number, before, False)
    first = slot_of(PLAYERS, table[0][0], table[0][1])
    state = opening(**readings).changed(
        round=1,
        phase=phase,
        actor=actor,
        tide=Background.HIGH_TIDE,
        time=Background.NIGHT,
        table=tuple(slots),
        standing=tuple(standing),
        resolving=first if phase is Phase.EFFECT else None,
        waiting=waiting,
        copying=copying,
    )
    return crowded(state, (0, (3, 0, 0)), (1, (0, 3, 0)), (2, (0, 0, 3)))


UP, DOWN = Face.UP, Face.DOWN
TREASURE = (0, UP, card(Kind.MOVE_TREASURE), 0)
REMOVE_1, REMOVE_3 = (0, UP, card(Kind.REMOVE, 1), 0), (0, UP, card(Kind.REMOVE, 3), 0)
PLACE_1, PLACE_2, PLACE_3 = ((0, UP, card(Kind.PLACE, amount), 0) for amount in (1, 2, 3))
MOVE = (0, UP, card(Kind.MOVE_INHABITANT), 0)

OVER = at(Phase.PLAY_UP).changed(phase=Phase.OVER, actor=None, round=5)
OFFER = at(Phase.PLAY_UP).changed(phase=Phase.OFFER, shaman=1, actor=1)
FULL = (3, (3, 2, 2))


@dataclass(frozen=True)
class Case:
    """An illegal move, the minimal sets of clauses that forbid it, and words that must be among its facts."""

    what: str
    state: State
    action: Action
    sets: tuple[tuple[str, ...], ...]
    facts: tuple[str, ...] = ()


def case(what: str, state: State, action: Action, *clauses: str, facts: Sequence[str] = ()) -> Case:
    """A move that each of some clauses forbids alone."""
    return Case(what, state, action, tuple((clause,) for clause in clauses), tuple(facts))


def hand(state: State, seat: int) -> int:
    """A card in a seat's hand."""
    return state.hands[seat][0]


def settling() -> list[Case]:
    start, later = opening(), at(Phase.PLAY_UP)
    turn = "It is the turn of Ann (seat 0), not of Ben (seat 1)."
    return [
        case("settle out of turn", start, Settle(1, 0), "setup.settle-order", facts=[turn]),
        case("settle on a full island out of turn", crowded(start, (3, (0, 4, 3))), Settle(2, 3), "setup.settle-order",
             "setup.settle-cap", "setup.settle-count"),
        case("settle on a full island, one's turn", crowded(start, (3, (2, 2, 3))), Settle(0, 3), "setup.settle-cap",
             facts=["Island 3 already holds 7 inhabitants."]),
        case("settle where there is no island", start, Settle(0, 6), "setup.island-count",
             facts=["There are islands 0 to 5, not 6."]),
        case("settle nowhere, out of turn", start, Settle(1, 99), "setup.island-count", "setup.settle-order"),
        case("settle for a seat nobody has", start, Settle(3, 0), "components.players",
             facts=["There are seats 0 to 2, not 3."]),
        case("settle after settling", later, Settle(0, 5), "setup.settle-count", facts=["Settling is over."]),
        case("settle after settling, out of turn", later, Settle(1, 5), "setup.settle-order", "setup.settle-count"),
        case("lay a card while settling", start, PlayUp(0, hand(start, 0), 1), "round.steps",
             facts=["Something else is due: Ann (seat 0) settles an inhabitant."]),
    ]


def laying() -> list[Case]:
    up, second, down = at(Phase.PLAY_UP), at(Phase.PLAY_UP, 1), at(Phase.PLAY_DOWN)
    laid = second.table[0]
    assert laid is not None
    boxed = next(c for c in range(72) if c not in up.game.kept)
    return [
        case("lay up out of turn", up, PlayUp(1, hand(up, 1), 0), "play.face-up"),
        case("lay down when up is due", up, PlayDown(0, hand(up, 0), 0), "round.steps"),
        case("lay down when up is due, out of turn", up, PlayDown(2, hand(up, 2), 0), "round.steps", "play.face-down"),
        case("lay up when down is due", down, PlayUp(0, hand(down, 0), 0), "round.steps"),
        case("lay down out of turn", down, PlayDown(1, hand(down, 1), 0), "play.face-down"),
        case("lay somebody else's card", up, PlayUp(0, hand(up, 1), 0), "play.face-up",
             facts=["is in the hand of Ben (seat 1)."]),
        case("lay somebody else's card down", down, PlayDown(0, hand(down, 2), 0), "play.face-down"),
        case("lay a card played already", second, PlayUp(1, laid.card, 0), "play.face-up", facts=["is on the table."]),
        case("lay a card of the pile", up, PlayUp(0, up.pile[0], 0), "play.face-up", facts=["is in the draw pile."]),
        case("lay a card of the box", up, PlayUp(0, boxed, 0), "play.face-up", facts=["in the box with 3 players."]),
        case("lay a card there is not", up, PlayUp(0, 72, 0), "components.deck",
             facts=["There are cards 0 to 71, not 72."]),
        case("lay before a seat nobody has", up, PlayUp(0, hand(up, 0), 3), "components.players"),
        case("out of turn, not in hand: one clause, twice", up, PlayUp(1, hand(up, 0), 0), "play.face-up",
             facts=["It is the turn of Ann", "is in the hand of Ann"]),
        case("three things at once", up, PlayDown(1, hand(up, 0), 7), "components.players", "round.steps",
             "play.face-down"),
    ]


def standing() -> list[Case]:
    stand, down = at(Phase.STAND), at(Phase.PLAY_DOWN)
    exhausted = crowded(stand, (0, (5, 0, 0)), (1, (5, 0, 0)))
    return [
        case("stand out of turn", stand, Stand(1, 0, UP), "play.inhabitant"),
        case("stand too early", down, Stand(0, 0, UP), "round.steps"),
        case("stand on a card not there yet", down, Stand(0, 1, DOWN), "round.steps", "play.any-card",
             facts=["No card that Ben (seat 1) laid face down is on the table."]),
        case("stand with an empty reserve", exhausted, Stand(0, 1, UP), "play.from-reserve",
             facts=["The reserve of Ann (seat 0) is empty."]),
        case("stand on the card of a seat nobody has", stand, Stand(0, 5, UP), "components.players"),
        case("pass out of turn", stand, Pass(2), "play.inhabitant"),
        case("pass too early", down, Pass(0), "round.steps"),
        case("pass too early, out of turn", down, Pass(1), "round.steps", "play.inhabitant"),
        case("stand with an inhabitant of an island", stand, StandFrom(0, 1, UP, 0), "play.from-reserve",
             facts=["Only the reading card-inhabitant=reserve-or-island knows this decision."]),
    ]


def flipping() -> list[Case]:
    flip, up = at(Phase.FLIP), at(Phase.PLAY_UP)
    return [
        case("flip by another than the shaman", flip, Flip(1, Condition.TIDE), "conditions.flip",
             facts=["The shaman is Ann (seat 0), not Ben (seat 1)."]),
        case("flip too early", up, Flip(0, Condition.TIME), "round.steps"),
        case("flip too early, by another", up, Flip(2, Condition.TIME), "round.steps", "conditions.flip"),
        case("flip nothing", flip, Pass(0), "conditions.flip", facts=["Only the reading flip=optional"]),
        case("place while a Condition card is due", flip, Place(0, (5,)), "round.steps"),
        case("resolve while a Condition card is due", flip, Resolve(0, 0, UP), "round.steps"),
    ]


def ordering() -> list[Case]:
    places = (PLACE_1, (1, UP, card(Kind.PLACE, 2), 0))
    removal, other = (2, UP, card(Kind.REMOVE, 1), 0), (2, DOWN, card(Kind.REMOVE, 2), 1)
    removals = (REMOVE_1, (1, UP, card(Kind.REMOVE, 2), 0))
    choice = resolving(*places, other, phase=Phase.RESOLVE)
    mixed = resolving(*removals, (2, UP, card(Kind.PLACE, 3), 0), other, phase=Phase.RESOLVE)
    effect = resolving(removal, *places)
    later = "First comes Remove 1"
    return [
        case("resolve by another", choice, Resolve(1, 0, UP), "resolution.same-kind",
             facts=["That card lies in front of Ann (seat 0), not in front of Ben (seat 1)."]),
        case("resolve a card before another", choice, Resolve(0, 2, DOWN), "resolution.seat-order",
             "resolution.same-kind"),
        case("resolve a card that is not there", choice, Resolve(0, 2, UP), "resolution.same-kind",
             facts=["No card that Cleo (seat 2) laid face up is on the table."]),
        case("resolve a later kind", mixed, Resolve(0, 2, UP), "resolution.kind-order", facts=[later]),
        case("the next player first", mixed, Resolve(1, 2, DOWN), "resolution.seat-order"),
        case("resolve while a card is under way", effect, Resolve(0, 0, UP), "resolution.kind-order",
             "resolution.one-at-a-time", "resolution.same-kind", facts=["this card is not finished", "no choice"]),
        case("resolve the card of a seat nobody has", choice, Resolve(0, 4, UP), "components.players"),
        case("apply a card before one is chosen", choice, Place(0, (0,)), "resolution.beneficiaries",
             facts=["No card acts now; first, Ann (seat 0) chooses the next card."]),
        case("flip while resolving", choice, Flip(0, Condition.TIDE), "round.steps"),
        case("pass while choosing", choice, Pass(0), "round.steps"),
    ]


def placing() -> list[Case]:
    three, two = resolving(PLACE_3), resolving(PLACE_2)
    short = crowded(three, (0, (4, 0, 0)), (1, (4, 0, 0)))
    full = crowded(two, FULL)
    copied = resolving(PLACE_2, actor=1, standing=(None, 0, None), copying=True)
    return [
        case("place one of three", three, Place(0, (1,)), "resolution.mandatory",
             facts=["The card says 3 and Ann (seat 0) has 7 inhabitants in reserve, so 3 must be placed, not 1."]),
        case("place nobody", three, Place(0, ()), "resolution.mandatory"),
        case("place fewer than all", short, Place(0, (1,)), "resolution.mandatory",
             facts=["The card says 3 and Ann (seat 0) has 2 inhabitants in reserve, so 2 must be placed, not 1."]),
        case("place more than in reserve", short, Place(0, (1, 1, 2)), "cards.place-all",
             facts=["Ann (seat 0) has 2 inhabitants in reserve, not 3."]),
        case("place more than the card says", two, Place(0, (1, 1, 2)), "cards.place",
             facts=["The card says 2, not 3."]),
        case("place on a full island", full, Place(0, (1, 3)), "cards.place-cap",
             facts=["Island 3 holds 7 inhabitants; with 1 more it would hold 8."]),
        case("overfill an island", crowded(two, (3, (2, 2, 2))), Place(0, (3, 3)), "cards.place-cap",
             facts=["Island 3 holds 6 inhabitants; with 2 more it would hold 8."]),
        case("place for somebody else's effect", two, Place(1, (0, 0)), "resolution.beneficiaries",
             facts=["It is Ann (seat 0) who must apply Place 2"]),
        case("the card's player when it is a copy", copied, Place(0, (0, 0)), "resolution.beneficiaries"),
        case("place where there is no island", two, Place(0, (1, 6)), "setup.island-count"),
        case("place too many, some nowhere", two, Place(0, (1, 1, 6)), "setup.island-count", "cards.place"),
        case("place when the card removes", resolving(REMOVE_3), Place(0, (1,)), "cards.place",
             facts=["The card under way is Remove 3"]),
        case("too few and on a full island", crowded(three, FULL), Place(0, (3,)), "resolution.mandatory",
             "cards.place-cap"),
        case("too many and on a full island", full, Place(0, (3, 4, 5)), "cards.place", "cards.place-cap"),
        case("another's effect, too few, full island", crowded(three, FULL), Place(1, (3,)),
             "resolution.beneficiaries", "resolution.mandatory", "cards.place-cap"),
        case("more than in reserve and than shown", short, Place(0, (1, 2, 3, 4)), "cards.place", "cards.place-all"),
        case("forgo a card", two, Pass(0), "resolution.mandatory"),
        case("forgo a copy", copied, Pass(1), "resolution.mandatory", facts=["the reading copies=optional"]),
    ]


def removing() -> list[Case]:
    one, three = resolving(REMOVE_1), resolving(REMOVE_3)
    few = crowded(three, (0, (1, 0, 0)), (1, (1, 0, 0)))
    return [
        case("remove two of three", three, Remove(0, (0, 0)), "resolution.mandatory"),
        case("remove fewer than all", few, Remove(0, (0,)), "resolution.mandatory",
             facts=["The card says 3 and Ann (seat 0) can take back 2 inhabitants, so 2 must be removed, not 1."]),
        case("remove more than the card says", one, Remove(0, (0, 0)), "cards.remove"),
        case("remove from where one has nobody", one, Remove(0, (1,)), "cards.own-only",
             facts=["Ann (seat 0) has 0 inhabitants on island 1, not 1."]),
        case("remove more than one has there", few, Remove(0, (0, 0)), "cards.own-only",
             facts=["Ann (seat 0) has 1 inhabitant on island 0, not 2."]),
        case("too few, and somebody else's", three, Remove(0, (1,)), "resolution.mandatory", "cards.own-only"),
        case("too many, and somebody else's", one, Remove(0, (1, 2)), "cards.remove", "cards.own-only"),
        case("remove by another", one, Remove(1, (1,)), "resolution.beneficiaries"),
        case("remove when the card places", resolving(PLACE_2), Remove(0, (0,)), "cards.remove"),
    ]


def moving() -> list[Case]:
    treasure = resolving(TREASURE).changed(treasures=(0, 5, 5, 5, 5, 5))
    move = crowded(resolving(MOVE), FULL, (0, (1, 0, 0)))
    return [
        case("a treasure that is not there", treasure, MoveTreasure(0, 0, 1), "cards.move-treasure",
             facts=["Island 0 has no treasure."]),
        case("a treasure to where it is", treasure, MoveTreasure(0, 1, 1), "cards.another-island"),
        case("no treasure to where it is not", treasure, MoveTreasure(0, 0, 0), "cards.move-treasure",
             "cards.another-island"),
        case("a treasure to no island", treasure, MoveTreasure(0, 1, 6), "setup.island-count"),
        case("a treasure by another", treasure, MoveTreasure(2, 1, 2), "resolution.beneficiaries"),
        case("a treasure when an inhabitant moves", move, MoveTreasure(0, 1, 2), "cards.move-treasure",
             facts=["The card under way is Move inhabitant"]),
        case("an inhabitant that is not there", move, MoveInhabitant(0, 0, 1, 2), "cards.move-inhabitant",
             facts=["Ann (seat 0) has nobody on island 1."]),
        case("somebody else's that is not there", move, MoveInhabitant(0, 2, 0, 1), "cards.move-inhabitant"),
        case("an inhabitant to where it is", move, MoveInhabitant(0, 0, 0, 0), "cards.another-island"),
        case("an inhabitant to a full island", move, MoveInhabitant(0, 0, 0, 3), "cards.move-cap",
             facts=["Island 3 already holds 7 inhabitants."]),
        case("nobody to a full island", move, MoveInhabitant(0, 1, 1, 3), "cards.move-inhabitant", "cards.move-cap"),
        case("an inhabitant of nobody", move, MoveInhabitant(0, 3, 0, 1), "components.players"),
        case("another's effect, nobody, same island", move, MoveInhabitant(1, 1, 1, 1), "resolution.beneficiaries",
             "cards.move-inhabitant", "cards.another-island"),
    ]


def ending() -> list[Case]:
    return [
        case("name oneself", OFFER, Name(1, 1), "succession.refuse",
             facts=["The player named is the very one who refuses: Ben (seat 1)."]),
        case("accept by another", OFFER, Accept(0), "succession.refuse"),
        case("name by another", OFFER, Name(0, 2), "succession.refuse"),
        case("name a seat nobody has", OFFER, Name(1, 3), "components.players"),
        case("accept when nothing is offered", at(Phase.PLAY_UP), Accept(0), "round.steps"),
        case("accept when nothing is offered, by another", at(Phase.PLAY_UP), Accept(2), "round.steps",
             "succession.refuse"),
        case("lay a card when the role is offered", OFFER, PlayUp(1, hand(OFFER, 1), 0), "round.steps"),
        case("lay a card when all is over", OVER, PlayUp(0, hand(OVER, 0), 0), "round.steps", "end.after-last-round",
             facts=["The game is over: round 5 was the last."]),
        case("settle when all is over", OVER, Settle(0, 5), "setup.settle-count", "end.after-last-round"),
        case("place when all is over", OVER, Place(0, (1,)), "round.steps", "end.after-last-round"),
        case("accept when all is over", OVER, Accept(0), "round.steps", "end.after-last-round"),
        case("pass when all is over", OVER, Pass(1), "round.steps", "end.after-last-round"),
        case("stand from an island when all is over", OVER, StandFrom(0, 0, UP, 0), "play.from-reserve",
             "end.after-last-round"),
    ]


def other_readings() -> list[Case]:
    stand = at(Phase.STAND, card_inhabitant="reserve-or-island")
    early = at(Phase.PLAY_DOWN, card_inhabitant="reserve-or-island")
    copied = resolving(PLACE_2, actor=1, standing=(None, 0, None), copying=True, copies="optional")
    home = next(i for i, row in enumerate(stand.inhabitants) if row[0] == 0)
    keep = at(Phase.FLIP, flip="optional")
    removal = crowded(resolving(REMOVE_3, remove_from="one"), (0, (2, 0, 0)), (1, (1, 0, 0)))
    moved = crowded(resolving(MOVE, actor=1, standing=(None, 0, None), copying=True, moved_twice="another"),
                    (1, (1, 0, 0)), (2, (0, 1, 0))).changed(moved=((1, 0),))
    laid = at(Phase.PLAY_DOWN, cards_before="one-each")
    assert laid.table[0] is not None
    refusing = at(Phase.OFFER, 1, naming="not-the-old-shaman")
    assert refusing.actor is not None and refusing.old_shaman is not None
    return [
        case("stand from where one has nobody", stand, StandFrom(0, 1, UP, home), "play.from-reserve",
             facts=[f"Ann (seat 0) has nobody on island {home}."]),
        case("stand from an island out of turn", stand, StandFrom(1, 1, UP, 0), "play.from-reserve",
             facts=["It is the turn of Ann (seat 0), not of Ben (seat 1)."]),
        case("stand from an island too early", early, StandFrom(0, 1, DOWN, 0), "play.from-reserve",
             facts=["Something else is due", "laid face down is on the table"]),
        case("stand from no island", stand, StandFrom(0, 1, UP, 6), "setup.island-count"),
        case("keep the Conditions, not the shaman", keep, Pass(1), "conditions.flip",
             facts=["The shaman is Ann (seat 0), not Ben (seat 1)."]),
        case("forgo what is no copy", resolving(PLACE_2, copies="optional"), Pass(0), "resolution.mandatory",
             facts=["that is no repetition"]),
        case("forgo somebody else's copy", copied, Pass(2), "resolution.mandatory",
             facts=["It is Ben (seat 1) who must apply Place 2"]),
        case("remove from two islands", removal, Remove(0, (0, 1)), "cards.remove",
             facts=["They would come from islands 0 and 1."]),
        case("remove from the smaller island", removal, Remove(0, (1,)), "resolution.mandatory"),
        case("move one twice", moved, MoveInhabitant(1, 0, 1, 3), "cards.move-inhabitant",
             facts=["The card has already moved all that Ann (seat 0) has on island 1."]),
        case("lay both before one player", laid, PlayDown(0, laid.hands[0][0], laid.table[0].before),
             "play.before-anybody", facts=["laid face up lies in front of Ann (seat 0) too."]),
        case("place on two islands", resolving(PLACE_2, place_on="one"), Place(0, (3, 4)), "cards.place",
             facts=["They would go to islands 3 and 4."]),
        case("name the old shaman", refusing, Name(refusing.actor, refusing.old_shaman), "succession.refuse",
             facts=["The shaman of the round just played was Ann (seat 0)."]),
    ]


PARTS: tuple[Callable[[], list[Case]], ...] = (
    settling, laying, standing, flipping, ordering, placing, removing, moving, ending, other_readings,
)
CASES = [found for part in PARTS for found in part()]
