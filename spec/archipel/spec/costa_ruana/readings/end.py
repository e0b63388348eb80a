"""Who wins."""

from __future__ import annotations

from archipel.spec.costa_ruana.readings.registry import READINGS
from archipel.spec.costa_ruana.scoring import ahead, points, shared
from archipel.spec.costa_ruana.vocabulary import clockwise, hut, players, shaman
from archipel.spec.logic import Num, Prop, all_of, any_of, when

final_tie = READINGS.point(
    "final-tie",
    shared,
    ours="shared",
    en="Who is ahead if points and treasures are equal?",
    fr="Qui est devant à égalité de points et de trésors ?",
    why=(
        "The rulebook names no further way to tell them apart.",
        "La règle ne donne aucun autre moyen de les départager.",
    ),
    covers=("A26",),
)
by_seat = final_tie.reading(
    "seat",
    en="Between players who are still level, in points and in treasures, the one nearest clockwise after the "
    "last shaman is ahead.",
    fr="Entre joueurs encore à égalité, de points et de trésors, le premier en sens horaire après le dernier "
    "shaman est devant.",
)


def seats_after_the_last_shaman(p: Num) -> Num:
    """He himself comes last here, however ties for his role are broken."""
    return when(p == shaman, players, clockwise(shaman, p))


@by_seat.redefines(ahead)
def ahead_by_seat(p: Num, q: Num) -> Prop:
    level = all_of(points(p) == points(q), hut(p) == hut(q))
    return any_of(
        points(p) > points(q),
        all_of(points(p) == points(q), hut(p) > hut(q)),
        all_of(level, seats_after_the_last_shaman(p) < seats_after_the_last_shaman(q)),
    )
