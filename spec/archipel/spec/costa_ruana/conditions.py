"""The shaman's choice, and the cards it leaves active."""

from __future__ import annotations

from archipel.spec.clauses import Origin
from archipel.spec.costa_ruana.play import acts_for_somebody
from archipel.spec.costa_ruana.vocabulary import (
    DAY,
    DISCARD,
    HIGH_TIDE,
    LOW_TIDE,
    NIGHT,
    NOTHING,
    TIDE,
    TIME,
    Backgrounds,
    Faces,
    Players,
    background,
    both,
    condition,
    due,
    flip,
    hidden,
    laid,
    lies,
    lies_before,
    place_of,
    player,
    reserve,
    reveal,
    rules,
    shaman,
    stands,
    tide,
    time,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, exists, falsehood, negation, total, when

FLIPPING = "Le shaman retourne une carte Condition"
REVEALING = "Révéler les cartes"

flips_one = rules.clause(
    "conditions.flip",
    *both(FLIPPING),
    covers=("C16",),
    origin=Origin.READING,
    en="The shaman turns over one of the two Condition cards, and only one.",
    fr="Le shaman retourne l'une des deux cartes Condition, et une seule.",
)


@flips_one.guards(flip)
def only_the_shaman_flips() -> Prop:
    return player == shaman


@flips_one.sets(tide, flip)
def other_tide() -> Num:
    return when(condition == TIDE, HIGH_TIDE + LOW_TIDE - tide, tide)


@flips_one.sets(time, flip)
def other_time() -> Num:
    return when(condition == TIME, DAY + NIGHT - time, time)


active_cards = rules.clause(
    "conditions.active",
    *both(FLIPPING),
    covers=("C17",),
    origin=Origin.READING,
    en="A card is active in this round if its background is one of the two that now show.",
    fr="Une carte est active pendant ce tour si son fond est l'un des deux désormais visibles.",
)


@active_cards.defines(Backgrounds)
def shows(b: Num) -> Prop:
    return any_of(b == tide, b == time)


@active_cards.defines(Players, Faces)
def active(p: Num, f: Num) -> Prop:
    return all_of(lies(p, f), shows(background(laid(p, f))))


turn_up = rules.clause(
    "reveal.turn-up",
    *both(REVEALING),
    covers=("C18",),
    en="All face-down cards are turned up.",
    fr="Toutes les cartes cachées sont retournées.",
)


@turn_up.sets(hidden, reveal)
def nothing_stays_hidden(p: Num, f: Num) -> Prop:
    return falsehood


discard_inactive = rules.clause(
    "reveal.discard",
    *both(REVEALING),
    covers=("C19",),
    en="Every card that is not active is discarded.",
    fr="Toute carte inactive est défaussée.",
)


@discard_inactive.defines(Players, Faces)
def inactive(p: Num, f: Num) -> Prop:
    return all_of(lies(p, f), negation(active(p, f)))


@discard_inactive.sets(place_of, reveal)
def inactive_to_the_discard(c: Num) -> Num:
    dropped = exists(Players, lambda p: exists(Faces, lambda f: all_of(laid(p, f) == c, inactive(p, f))))
    return when(dropped, DISCARD, place_of(c))


@discard_inactive.sets(laid, reveal)
def inactive_leave_the_table(p: Num, f: Num) -> Num:
    return when(inactive(p, f), NOTHING, laid(p, f))


@discard_inactive.sets(lies_before, reveal)
def inactive_lie_before_nobody(p: Num, f: Num) -> Num:
    return when(inactive(p, f), NOTHING, lies_before(p, f))


inhabitants_back = rules.clause(
    "reveal.return",
    *both(REVEALING),
    covers=("C19",),
    en="Inhabitants on discarded cards return at once to their owners' reserves.",
    fr="Les habitants posés sur les cartes défaussées regagnent aussitôt la réserve de leur propriétaire.",
)


@inhabitants_back.adds(reserve, reveal)
def back_from_inactive_cards(q: Num) -> Num:
    return total(Players, lambda p: total(Faces, lambda f: when(all_of(stands(q, p, f), inactive(p, f)), 1)))


@inhabitants_back.sets(stands, reveal)
def gone_from_inactive_cards(q: Num, p: Num, f: Num) -> Prop:
    return all_of(stands(q, p, f), active(p, f))


active_stay = rules.clause(
    "reveal.keep",
    *both(REVEALING),
    covers=("C20",),
    en="Active cards stay, with the inhabitants on them, and will be resolved.",
    fr="Les cartes actives restent, avec les habitants posés dessus, et seront résolues.",
)


@active_stay.sets(due, reveal)
def effects_to_come(p: Num, f: Num, t: Num) -> Prop:
    return all_of(active(p, f), acts_for_somebody(p, f, t))
