"""How a game is set up."""

from __future__ import annotations

from archipel.spec.costa_ruana.components import in_play
from archipel.spec.costa_ruana.play import the_next_round_begins, then_a_new_round
from archipel.spec.costa_ruana.readings.registry import READINGS
from archipel.spec.costa_ruana.setup import (
    condition_sides,
    first_shaman,
    settling_begins_with_the_shaman,
    so_many_poor_islands,
    the_others_are_rich,
    treasure_layout,
)
from archipel.spec.costa_ruana.succession import no_further_question
from archipel.spec.costa_ruana.vocabulary import (
    OFFER,
    PLAY_UP,
    SETTLE,
    Islands,
    islands,
    phase,
    poor_islands,
    poor_treasures,
    round_number,
    treasures,
    treasures_per_island,
    turn,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, count, forall, when

poor = READINGS.point(
    "poor-islands",
    treasure_layout,
    ours="each",
    en="Four treasures on two islands: on each of them, or on both together?",
    fr="Quatre trésors sur deux îles : sur chacune, ou sur les deux ensemble ?",
    why=(
        "The number stands beside each island, and reviews of two editions set out four on each of the two.",
        "Le nombre vaut pour chaque île, et les comptes rendus de deux éditions en posent quatre sur chacune "
        "des deux.",
    ),
    covers=("A23",),
    sources=("P2", "P6"),
)
in_all = poor.reading(
    "in-all",
    en="Each island gets {treasures_per_island} treasures, except {poor_islands} drawn at random, which share "
    "{poor_treasures} equally.",
    fr="Chaque île reçoit {treasures_per_island} trésors, sauf {poor_islands} tirées au hasard, qui s'en "
    "partagent {poor_treasures} à parts égales.",
)


@in_all.replaces(so_many_poor_islands)
def so_many_share() -> Prop:
    return count(Islands, lambda i: treasures(i) * poor_islands == poor_treasures) == poor_islands


@in_all.replaces(the_others_are_rich)
def the_others_do_not_share() -> Prop:
    return forall(
        Islands,
        lambda i: any_of(treasures(i) * poor_islands == poor_treasures, treasures(i) == treasures_per_island),
    )


@in_all.redefines(in_play)
def all_there_are() -> Num:
    return treasures_per_island * (islands - poor_islands) + poor_treasures


first_refusal = READINGS.point(
    "first-refusal",
    first_shaman,
    ours="no",
    en="May the first shaman, drawn at random, refuse the role as later ones may?",
    fr="Le premier shaman, tiré au sort, peut-il refuser ce rôle comme les suivants ?",
    why=(
        "Refusing is described among what happens between two rounds, and nowhere in the setup.",
        "Le refus n'est décrit que parmi ce qui se passe entre deux tours, et nulle part dans la mise en "
        "place.",
    ),
    covers=("A9",),
)
may_refuse_at_once = first_refusal.reading(
    "may-refuse",
    en="The first shaman, who is the first player, is drawn at random; having seen his hand, he may refuse the role "
    "and name another player, before anybody settles.",
    fr="Le premier shaman, qui est le premier joueur, est tiré au sort ; une fois sa main connue, il peut refuser le "
    "rôle et désigner un autre joueur, avant toute installation.",
)


def before_the_first_round() -> Prop:
    return round_number == 0


@may_refuse_at_once.replaces(settling_begins_with_the_shaman)
def the_first_shaman_is_asked_first() -> Prop:
    return all_of(phase == OFFER, turn == 0, round_number == 0)


@may_refuse_at_once.replaces(then_a_new_round)
def then_settling_or_a_new_round() -> Num:
    return when(before_the_first_round(), SETTLE, PLAY_UP)


@may_refuse_at_once.replaces(no_further_question)
def no_further_question_before_settling_either() -> Num:
    return when(before_the_first_round(), SETTLE, PLAY_UP)


@may_refuse_at_once.replaces(the_next_round_begins)
def no_round_begins_before_settling() -> Num:
    return when(before_the_first_round(), 0, 1)


layout_choice = READINGS.point(
    "layout-choice",
    condition_sides,
    ours="random",
    en="Are the sides of the Condition cards and the poorer islands drawn at random, or chosen?",
    fr="Les faces des cartes Condition et les îles moins riches sont-elles tirées au hasard, ou choisies ?",
    why=(
        "The French text says at random, the English one any; either way every layout is possible.",
        "Le texte français dit au hasard, l'anglais n'importe lesquelles ; dans les deux cas tout est possible.",
    ),
    covers=("A24",),
    sources=("P1", "P4"),
)
layout_choice.reading(
    "chosen",
    en="The two Condition cards are laid out, with whichever side of each the players like showing.",
    fr="Les deux cartes Condition sont posées, chacune montrant la face que les joueurs veulent.",
)
