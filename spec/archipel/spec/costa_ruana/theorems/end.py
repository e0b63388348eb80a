"""The final ranking: an order, its ties, and how many points there can be."""

from __future__ import annotations

from collections.abc import Callable

from archipel.spec.costa_ruana.components import in_play
from archipel.spec.costa_ruana.scoring import ahead, points, wins
from archipel.spec.costa_ruana.theorems.statement import theory
from archipel.spec.costa_ruana.vocabulary import (
    OVER,
    Players,
    abroad,
    gained,
    hut,
    inhabitants,
    islands,
    phase,
    players,
    poor_islands,
    poor_treasures,
    reserve,
    reserve_points,
    rounds,
    treasure_points,
    treasures_per_island,
)
from archipel.spec.logic import Num, Prop, all_of, exists, forall, iff, implies, negation, total
from archipel.spec.theorems import Outcome


def for_two_players(body: Callable[[Num, Num], Prop]) -> Prop:
    """For any two players, one and the same included."""
    return forall(Players, lambda p: forall(Players, lambda q: body(p, q)))


ranking = theory.theorem(
    "end.ranking",
    "end.points",
    "end.tie-break",
    en="Being ahead orders the players: nobody is ahead of himself, who is ahead of somebody is ahead of everybody "
    "behind him, and where neither is ahead both have the same points and the same treasures.",
    fr="Être devant ordonne les joueurs : nul n'est devant lui-même, qui devance quelqu'un devance tous ceux qui le "
    "suivent, et si aucun n'est devant, les points et les trésors sont égaux.",
)


@ranking.everywhere
def nobody_is_ahead_of_himself() -> Prop:
    return forall(Players, lambda p: negation(ahead(p, p)))


@ranking.everywhere
def ahead_of_all_behind() -> Prop:
    def passed_on(p: Num, q: Num) -> Prop:
        return forall(Players, lambda r: implies(all_of(ahead(p, q), ahead(q, r)), ahead(p, r)))

    return for_two_players(passed_on)


def level(p: Num, q: Num) -> Prop:
    return all_of(negation(ahead(p, q)), negation(ahead(q, p)))


@ranking.everywhere
def level_only_in_points_and_treasures() -> Prop:
    def same(p: Num, q: Num) -> Prop:
        return all_of(points(p) == points(q), hut(p) == hut(q))

    return for_two_players(lambda p, q: iff(level(p, q), same(p, q)))


somebody_wins = theory.theorem(
    "end.somebody-wins",
    "end.winner",
    "end.shared",
    en="Every standing has a winner; if there are several, they are level in points, in treasures and in reserve.",
    fr="Tout classement a un vainqueur ; s'il y en a plusieurs, ils ont autant de points, de trésors et d'habitants en "
    "réserve.",
)


@somebody_wins.everywhere
def there_is_a_winner() -> Prop:
    return exists(Players, lambda p: wins(p))


@somebody_wins.everywhere
def winners_are_level() -> Prop:
    def alike(p: Num, q: Num) -> Prop:
        return all_of(points(p) == points(q), hut(p) == hut(q), reserve(p) == reserve(q))

    return for_two_players(lambda p, q: implies(all_of(wins(p), wins(q)), alike(p, q)))


equal_points = theory.theorem(
    "end.equal-points",
    "end.points",
    "end.tie-break",
    "components.inhabitants",
    covers=("T-18",),
    rests_on=(reserve_points,),
    en="Between players with equal points at the end, more treasures means fewer inhabitants in reserve and more on "
    "islands; one treasure weighs as much as {treasure_points} inhabitants. Only players alike in all three stay "
    "level.",
    fr="Entre joueurs à égalité de points à la fin, plus de trésors veut dire moins d'habitants en réserve et plus sur "
    "les îles ; un trésor pèse autant que {treasure_points} habitants. Seuls restent à égalité ceux qui ont les trois "
    "pareils.",
)


def _with_equal_points(p: Num, q: Num, conclusion: Prop) -> Prop:
    return implies(all_of(phase == OVER, points(p) == points(q)), conclusion)


@equal_points.everywhere
def more_treasures_fewer_in_reserve() -> Prop:
    def balanced(p: Num, q: Num) -> Prop:
        return all_of(
            iff(hut(p) > hut(q), reserve(p) < reserve(q)),
            iff(ahead(p, q), hut(p) > hut(q)),
            reserve(q) - reserve(p) == treasure_points * (hut(p) - hut(q)),
        )

    return for_two_players(lambda p, q: _with_equal_points(p, q, balanced(p, q)))


@equal_points.everywhere
def fewer_in_reserve_more_on_islands() -> Prop:
    return for_two_players(lambda p, q: _with_equal_points(p, q, iff(hut(p) > hut(q), abroad(p) > abroad(q))))


@equal_points.everywhere
def level_means_alike() -> Prop:
    def alike(p: Num, q: Num) -> Prop:
        return all_of(hut(p) == hut(q), reserve(p) == reserve(q))

    return for_two_players(lambda p, q: iff(level(p, q), alike(p, q)))


treasures_in_all = theory.theorem(
    "end.treasures-in-all",
    "components.treasures",
    "setup.treasures",
    "round.count",
    covers=("T-15",),
    rests_on=(rounds, treasures_per_island, poor_treasures, poor_islands),
    en="The players never hold more treasures than were laid out, and these are {poor_islands} fewer than one from "
    "every island in every round.",
    fr="Les joueurs n'ont jamais plus de trésors qu'il n'en a été posé, soit {poor_islands} de moins qu'un par île et "
    "par tour.",
)


@treasures_in_all.numbers
def fewer_treasures_than_islands_times_rounds() -> Prop:
    return in_play() == rounds * islands - poor_islands


@treasures_in_all.everywhere
def no_more_taken_than_laid_out() -> Prop:
    return total(Players, lambda p: hut(p) + gained(p)) <= in_play()


greatest_score = theory.theorem(
    "end.greatest-score",
    "end.points",
    "components.treasures",
    "components.inhabitants",
    en="Nobody can score more than all treasures and all his inhabitants in reserve: 46, 66, 76, 96 and 106 points for "
    "2 to 6 players. With suitable cards and helpful opponents somebody can score just that, and then all scores "
    "together are as high as they can be.",
    fr="Personne ne peut marquer plus que tous les trésors et tous ses habitants en réserve : 46, 66, 76, 96 et 106 "
    "points de 2 à 6 joueurs. Avec les cartes qu'il faut et des adversaires complaisants, on peut marquer tout cela, "
    "et l'ensemble des scores est alors le plus haut possible.",
).worked_out("a_game_of_the_greatest_score")


@greatest_score.everywhere
def no_score_above_everything() -> Prop:
    most = treasure_points * in_play() + reserve_points * inhabitants
    return forall(Players, lambda p: points(p) <= most)


@greatest_score.everywhere
def no_scores_together_above_everything() -> Prop:
    most = treasure_points * in_play() + reserve_points * inhabitants * players
    return total(Players, lambda p: points(p)) <= most


least_score = theory.theorem(
    "end.least-score",
    "end.points",
    en="Nobody can score less than nothing, and everybody can end with nothing: all inhabitants deadlocked on islands, "
    "no treasure taken, and the victory shared by all.",
    fr="Nul ne marque moins que rien, et tous peuvent finir à rien : tous les habitants bloqués sur les îles, aucun "
    "trésor pris, et la victoire partagée entre tous.",
).worked_out("a_game_without_points")


@least_score.everywhere
def no_score_below_nothing() -> Prop:
    return forall(Players, lambda p: points(p) >= 0)


without_treasure = theory.theorem(
    "end.score-without-treasure",
    "end.points",
    en="Without a treasure nobody scores more than {inhabitants} points.",
    fr="Sans trésor, personne ne marque plus de {inhabitants} points.",
    rests_on=(inhabitants, reserve_points),
)


@without_treasure.everywhere
def ten_points_without_a_treasure() -> Prop:
    return forall(Players, lambda p: implies(hut(p) == 0, points(p) <= 10))


how_far_behind = theory.theorem(
    "end.how-far-behind",
    "end.points",
    "end.tie-break",
    "components.inhabitants",
    rests_on=(inhabitants, treasure_points, reserve_points),
    en="A winner may have fewer treasures than somebody else, but at most four fewer: five weigh as much as all "
    "inhabitants, and in a tie treasures decide.",
    fr="Un vainqueur peut avoir moins de trésors qu'un autre, mais au plus quatre de moins : cinq pèsent autant que "
    "tous les habitants, et à égalité les trésors tranchent.",
).worked_out("a_game_won_from_four_behind")


@how_far_behind.everywhere
def winners_are_at_most_four_behind() -> Prop:
    return for_two_players(lambda p, q: implies(wins(p), hut(q) - hut(p) <= 4))


out_of_reach = theory.theorem(
    "end.out-of-reach",
    "end.points",
    "end.winner",
    en="Whoever has more than half of all treasures and keeps all inhabitants at home cannot be beaten.",
    fr="Qui a plus de la moitié des trésors et garde tous ses habitants chez lui ne peut être battu.",
)


@out_of_reach.everywhere
def half_the_treasures_and_everybody_home_wins() -> Prop:
    return forall(
        Players,
        lambda p: implies(
            all_of(hut(p) + hut(p) > in_play(), reserve(p) == inhabitants),
            forall(Players, lambda q: implies(p != q, ahead(p, q))),
        ),
    )


everybody_shares = theory.theorem(
    "end.everybody-shares",
    "end.shared",
    en="All players can share the victory with a treasure in every hut.",
    fr="Tous les joueurs peuvent partager la victoire avec un trésor dans chaque hutte.",
).worked_out("a_game_shared_by_everybody")


most_treasures = theory.theorem(
    "end.most-treasures-win",
    "end.points",
    players=(2,),
    outcome=Outcome.FAILS,
    en="Whoever wins has the most treasures.",
    fr="Qui gagne a le plus de trésors.",
)


@most_treasures.everywhere
def winners_have_the_most_treasures() -> Prop:
    return implies(phase == OVER, for_two_players(lambda p, q: implies(wins(p), hut(p) >= hut(q))))


no_win_without = theory.theorem(
    "end.no-win-without-treasure",
    "end.points",
    players=(2,),
    outcome=Outcome.FAILS,
    en="Whoever wins alone has a treasure.",
    fr="Qui gagne seul a un trésor.",
)


@no_win_without.everywhere
def sole_winners_have_a_treasure() -> Prop:
    def wins_alone(p: Num) -> Prop:
        return forall(Players, lambda q: implies(p != q, ahead(p, q)))

    return implies(phase == OVER, forall(Players, lambda p: implies(wins_alone(p), hut(p) >= 1)))
