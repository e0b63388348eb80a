"""What the Condition cards do."""

from __future__ import annotations

from archipel.spec.costa_ruana.conditions import active_cards, flips_one, shows
from archipel.spec.costa_ruana.readings.registry import READINGS
from archipel.spec.costa_ruana.vocabulary import FLIP, REVEAL, phase, player, shaman, tide, time
from archipel.spec.logic import Num, Prop, all_of

flipping = READINGS.point(
    "flip",
    flips_one,
    ours="mandatory",
    en="Must the shaman turn over a Condition card?",
    fr="Le shaman doit-il retourner une carte Condition ?",
)
may_keep = flipping.reading(
    "optional",
    en="The shaman turns over one of the two Condition cards, or neither.",
    fr="Le shaman retourne l'une des deux cartes Condition, ou aucune.",
)
keep_conditions = may_keep.decision("keep_conditions", player)


@may_keep.clause.guards(keep_conditions)
def when_the_shaman_could_flip() -> Prop:
    return all_of(phase == FLIP, player == shaman)


@may_keep.clause.sets(phase, keep_conditions)
def then_the_cards_are_revealed() -> Num:
    return REVEAL


backgrounds = READINGS.point(
    "background",
    active_cards,
    ours="one",
    en="Must a card's background match one of the two sides that show, or both?",
    fr="Le fond d'une carte doit-il correspondre à l'une des deux faces visibles, ou aux deux ?",
)
both_sides = backgrounds.reading(
    "both",
    en="A card is active in this round if its background is both of the sides that now show.",
    fr="Une carte est active pendant ce tour si son fond est à la fois l'une et l'autre des faces désormais visibles.",
)


@both_sides.redefines(shows)
def both_show_it(b: Num) -> Prop:
    return all_of(b == tide, b == time)
