"""Who becomes shaman, and the hands between two rounds."""

from __future__ import annotations

from archipel.spec.costa_ruana.succession import hand_size, succeeds
from archipel.spec.costa_ruana.theorems.statement import theory
from archipel.spec.costa_ruana.vocabulary import (
    PLAY_UP,
    PREPARE,
    Players,
    clockwise,
    draw,
    gained,
    hand,
    islands,
    last_draw,
    phase,
    players,
    prepare,
    round_number,
    rounds,
    shaman,
    turn,
)
from archipel.spec.logic import Num, Prop, after, all_of, count, exists, forall, iff, implies, negation, total, when
from archipel.spec.theorems import Outcome

gains = theory.theorem(
    "succession.gains",
    "collection.one-per-island",
    "succession.huts",
    "round.steps",
    rests_on=(islands,),
    en="In one round all players together take at most one treasure for each island, and outside the time between "
    "two rounds nobody has a treasure that is not in his hut.",
    fr="En un tour, tous ensemble prennent au plus un trésor par île, et hors du temps entre deux tours personne n'a "
    "de trésor ailleurs que dans sa hutte.",
)


@gains.kept
def no_more_gained_than_islands() -> Prop:
    return total(Players, lambda p: gained(p)) <= when(phase == PREPARE, islands, 0)


one_successor = theory.theorem(
    "succession.one-successor",
    "succession.fewest",
    "succession.tie",
    en="Whatever was taken in a round, exactly one player succeeds the shaman.",
    fr="Quoi qu'on ait pris pendant un tour, un joueur et un seul succède au shaman.",
)


@one_successor.everywhere
def exactly_one_succeeds() -> Prop:
    return count(Players, lambda p: succeeds(p)) == 1


took_fewest = theory.theorem(
    "succession.took-fewest",
    "succession.fewest",
    en="Nobody took fewer treasures than the new shaman; if anybody took none, he took none.",
    fr="Personne n'a pris moins de trésors que le nouveau shaman ; si quelqu'un n'en a pris aucun, lui non plus.",
)


@took_fewest.over(prepare)
def nobody_took_fewer() -> Prop:
    return forall(
        Players, lambda p: implies(after(shaman) == p, forall(Players, lambda q: gained(p) <= gained(q)))
    )


nearest = theory.theorem(
    "succession.nearest",
    "succession.tie",
    en="Between the old shaman and the new one, clockwise, sits nobody who took as few as the new one.",
    fr="Entre l'ancien shaman et le nouveau, dans le sens horaire, personne n'a pris aussi peu que le nouveau.",
)


@nearest.over(prepare)
def nobody_nearer_took_as_few() -> Prop:
    def between(p: Num, q: Num) -> Prop:
        return all_of(clockwise(shaman, q) >= 1, clockwise(shaman, q) < clockwise(shaman, p))

    return forall(
        Players,
        lambda p: forall(
            Players,
            lambda q: implies(all_of(after(shaman) == p, between(p, q)), gained(q) > gained(p)),
        ),
    )


keeps = theory.theorem(
    "succession.keeps",
    "succession.fewest",
    "succession.tie",
    en="The shaman succeeds himself exactly when he alone took fewest; any tie takes the role from him.",
    fr="Le shaman se succède à lui-même exactement s'il est seul à avoir pris le moins ; toute égalité lui ôte le "
    "rôle.",
)


@keeps.over(prepare)
def kept_only_by_taking_fewest_alone() -> Prop:
    def stays(p: Num) -> Prop:
        alone = forall(Players, lambda q: implies(p != q, gained(p) < gained(q)))
        return implies(shaman == p, iff(after(shaman) == p, alone))

    return forall(Players, stays)


all_equal = theory.theorem(
    "succession.all-equal",
    "succession.tie",
    en="If all take equally many, be it nothing, the role passes to the next player clockwise: a tie of everybody "
    "sends the figure around the table, one seat a round.",
    fr="Si tous prennent autant, fût-ce rien, le rôle passe au joueur suivant dans le sens horaire : une égalité "
    "générale fait circuler la figurine, d'une place par tour.",
)


@all_equal.over(prepare)
def a_tie_of_all_passes_the_role_on() -> Prop:
    equal = forall(Players, lambda p: forall(Players, lambda q: gained(p) == gained(q)))
    return implies(equal, clockwise(shaman, after(shaman)) == 1)


figure_six = theory.theorem(
    "succession.figure-six",
    "succession.fewest",
    "succession.tie",
    players=(3,),
    en="Of three players, the shaman and the next one took one treasure each and the third took three: the next one "
    "becomes shaman.",
    fr="De trois joueurs, le shaman et le suivant ont pris un trésor chacun et le troisième trois : le suivant devient "
    "shaman.",
)


@figure_six.over(prepare)
def one_one_three() -> Prop:
    def as_drawn(p: Num) -> Prop:
        return gained(p) == when(clockwise(shaman, p) == 2, 3, 1)

    return implies(forall(Players, as_drawn), clockwise(shaman, after(shaman)) == 1)


@figure_six.possible
def one_one_three_can_happen() -> Prop:
    return all_of(
        phase == PREPARE, forall(Players, lambda p: gained(p) == when(clockwise(shaman, p) == 2, 3, 1))
    )


fair_share = theory.theorem(
    "succession.fair-share",
    "succession.fewest",
    "collection.one-per-island",
    "setup.island-count",
    rests_on=(islands,),
    en="The new shaman took at most his fair share: as many treasures as there are islands, divided by the players. "
    "That is two with two or three players, and one with more.",
    fr="Le nouveau shaman a pris au plus sa juste part : autant de trésors que d'îles, divisés par les joueurs. C'est "
    "deux à deux ou trois joueurs, et un au-delà.",
)


@fair_share.over(prepare)
def no_more_than_a_fair_share() -> Prop:
    share = when(players <= 3, 2, 1)
    return forall(
        Players,
        lambda p: implies(succeeds(p), all_of(players * gained(p) <= islands, gained(p) <= share)),
    )


last_hand = theory.theorem(
    "succession.last-hand",
    "succession.draw",
    "succession.last-draw",
    rests_on=(draw, last_draw),
    en="Every round begins with {hand} cards in every hand, except the last, which begins with one card fewer.",
    fr="Chaque tour commence avec {hand} cartes dans chaque main, sauf le dernier, qui commence avec une carte de "
    "moins.",
)


@last_hand.everywhere
def one_card_fewer_in_the_last_round() -> Prop:
    begins = all_of(phase == PLAY_UP, turn == 0)
    return forall(Players, lambda p: implies(begins, hand_size(p) == hand - when(round_number == rounds, 1)))


never_again = theory.theorem(
    "succession.never-again",
    "succession.fewest",
    players=(2,),
    outcome=Outcome.FAILS,
    en="The shaman of a round in which anything was taken never succeeds himself.",
    fr="Le shaman d'un tour où l'on a pris quelque chose ne se succède jamais à lui-même.",
)


@never_again.over(prepare)
def the_role_always_moves() -> Prop:
    anything_taken = exists(Players, lambda p: gained(p) >= 1)
    return implies(anything_taken, after(shaman) != shaman)


nothing_keeps = theory.theorem(
    "succession.nothing-keeps",
    "succession.tie",
    players=(2,),
    outcome=Outcome.FAILS,
    en="A shaman who took nothing stays shaman.",
    fr="Un shaman qui n'a rien pris reste shaman.",
)


@nothing_keeps.over(prepare)
def whoever_took_nothing_stays() -> Prop:
    def gives_way(p: Num) -> Prop:
        return all_of(shaman == p, gained(p) == 0, after(shaman) != p)

    return negation(exists(Players, gives_way))
