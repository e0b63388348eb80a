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
    why=(
        "The sentence says that he turns one, and reviews of two editions say that he must.",
        "La phrase dit qu'il en retourne une, et les comptes rendus de deux éditions disent qu'il le doit.",
    ),
    covers=("A16",),
    sources=("P4", "P6"),
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
    why=(
        "Each card has one background, and in the worked example the cards of either side stay.",
        "Chaque carte a un seul fond, et dans l'exemple les cartes de l'une et de l'autre face restent.",
    ),
    covers=("A17",),
    sources=("P3", "P4"),
)
both_sides = backgrounds.reading(
    "both",
    en="A card is active in this round if its background is both of the sides that now show.",
    fr="Une carte est active pendant ce tour si son fond est à la fois l'une et l'autre des faces désormais visibles.",
)


@both_sides.redefines(shows)
def both_show_it(b: Num) -> Prop:
    return all_of(b == tide, b == time)


table_talk = READINGS.point(
    "table-talk",
    flips_one,
    ours="no-rule",
    en="May players bargain with the shaman over what he turns?",
    fr="Les joueurs peuvent-ils négocier avec le shaman ce qu'il retourne ?",
    why=(
        "No rule speaks of talk or trade; no piece or card changes hands by a bargain.",
        "Aucune règle ne parle de négocier ; aucune pièce ni carte ne change de main par un marché.",
    ),
    covers=("A35",),
)
table_talk.reading(
    "silence",
    en="The shaman turns over one of the two Condition cards, and only one, and nobody tells him which.",
    fr="Le shaman retourne l'une des deux cartes Condition, et une seule, sans que personne lui dise laquelle.",
    beyond=True,
)
