"""Who takes a treasure, who does not, and what an island looks like afterwards."""

from __future__ import annotations

from collections.abc import Callable

from archipel.spec.costa_ruana.collection import in_conflict, majority, returns_one, single_outside_conflict, takes
from archipel.spec.costa_ruana.theorems.statement import theory
from archipel.spec.costa_ruana.vocabulary import (
    SETTLE,
    Islands,
    Players,
    abroad,
    collect,
    crowd,
    gained,
    hut,
    island_cap,
    on,
    phase,
    reserve,
    reserve_points,
    treasure_points,
    treasures,
    turn,
)
from archipel.spec.logic import (
    Num,
    Prop,
    after,
    all_of,
    any_of,
    count,
    exists,
    forall,
    iff,
    implies,
    negation,
    total,
    when,
)
from archipel.spec.logic.terms import NumApply, NumCall, PropCall, Term, Variable, rebuild
from archipel.spec.theorems import Outcome


def for_each_presence(body: Callable[[Num, Num], Prop]) -> Prop:
    """For every island and every player."""
    return forall(Islands, lambda i: forall(Players, lambda p: body(i, p)))


def somebody_takes(i: Num) -> Prop:
    return exists(Players, lambda p: takes(i, p))


def a_number_of_his_own(i: Num, p: Num) -> Prop:
    """A player is on the island, and nobody else has just as many there."""
    return all_of(on(i, p) >= 1, negation(in_conflict(i, p)))


one_winner = theory.theorem(
    "collection.one-winner",
    "collection.one-per-island",
    "collection.majority",
    "collection.conflict",
    "collection.single",
    "collection.no-treasure",
    covers=("T-4",),
    rests_on=(island_cap,),
    en="An island with a treasure has exactly one taker as soon as somebody has a number of inhabitants there that "
    "nobody else has; otherwise it has none.",
    fr="Une île qui a un trésor le donne à un joueur et un seul dès que quelqu'un y a un nombre d'habitants que nul "
    "autre n'a ; sinon, à personne.",
)


@one_winner.everywhere
def one_taker_wherever_a_number_stands_alone() -> Prop:
    def settled(i: Num) -> Prop:
        alone = exists(Players, lambda p: a_number_of_his_own(i, p))
        return count(Players, lambda p: takes(i, p)) == when(all_of(treasures(i) >= 1, alone), 1)

    return forall(Islands, settled)


patterns = theory.theorem(
    "collection.patterns",
    "collection.majority",
    "collection.conflict",
    "collection.single",
    "components.island-cap",
    covers=("T-4",),
    en="Up to {island_cap} inhabitants share an island in 44 ways, seats aside: in 30 somebody has the most, in 3 a "
    "single inhabitant takes the treasure, in 11 nobody takes anything. The eleventh, seven players with one "
    "inhabitant each, needs more players than the game has.",
    fr="Jusqu'à {island_cap} habitants se partagent une île de 44 façons, sans regarder les places : dans 30 "
    "quelqu'un est majoritaire, dans 3 un habitant seul prend le trésor, dans 11 personne ne prend rien. La onzième, "
    "sept joueurs avec un habitant chacun, demande plus de joueurs que le jeu n'en admet.",
).worked_out("island_patterns", "island_patterns_of_seven_seats")


def beside_a_single(i: Num, tied: int, each: int) -> Prop:
    """So many players with so many inhabitants each, one player with a single one, and nobody else."""
    return all_of(
        count(Players, lambda q: on(i, q) == each) == tied,
        count(Players, lambda q: on(i, q) == 1) == 1,
        crowd(i) == tied * each + 1,
    )


single_patterns = theory.theorem(
    "collection.single-patterns",
    "collection.single",
    "components.island-cap",
    covers=("T-1",),
    rests_on=(island_cap,),
    en="A single inhabitant beats a conflict only where the island reads 2-2-1, 3-3-1 or 2-2-2-1.",
    fr="Un habitant seul ne l'emporte sur un conflit que si l'île se lit 2-2-1, 3-3-1 ou 2-2-2-1.",
)


@single_patterns.everywhere
def singles_win_in_three_patterns_only() -> Prop:
    def listed(i: Num) -> Prop:
        return any_of(beside_a_single(i, 2, 2), beside_a_single(i, 2, 3), beside_a_single(i, 3, 2))

    return for_each_presence(lambda i, p: implies(single_outside_conflict(i, p), listed(i)))


single_occurs = theory.theorem(
    "collection.single-occurs",
    "collection.single",
    "components.island-cap",
    covers=("T-1",),
    players=(3,),
    rests_on=(island_cap,),
    en="With three players a single inhabitant can take a treasure at 2-2-1 and at 3-3-1, even both in one round.",
    fr="À trois joueurs, un habitant seul peut prendre un trésor à 2-2-1 et à 3-3-1, et même dans un seul tour.",
)


def won_by_a_single(tied: int, each: int) -> Prop:
    return exists(Islands, lambda i: all_of(beside_a_single(i, tied, each), somebody_takes(i)))


@single_occurs.possible
def singles_win_at_both_patterns_of_three() -> Prop:
    return all_of(won_by_a_single(2, 2), won_by_a_single(2, 3))


single_of_four = theory.theorem(
    "collection.single-of-four",
    "collection.single",
    "components.island-cap",
    covers=("T-1", "T-29"),
    players=(4,),
    rests_on=(island_cap,),
    en="With four players a single inhabitant can take a treasure at 2-2-1, at 3-3-1 and at 2-2-2-1, even all in one "
    "round.",
    fr="À quatre joueurs, un habitant seul peut prendre un trésor à 2-2-1, à 3-3-1 et à 2-2-2-1, et même dans un seul "
    "tour.",
)


@single_of_four.possible
def singles_win_at_all_three_patterns() -> Prop:
    return all_of(won_by_a_single(2, 2), won_by_a_single(2, 3), won_by_a_single(3, 2))


single_in_play = theory.theorem(
    "collection.single-in-play",
    "collection.single",
    players=(3, 4, 5, 6),
    en="A player can take two treasures in the very first round with single inhabitants beside conflicts, and from "
    "four players on three.",
    fr="Un joueur peut prendre deux trésors dès le premier tour avec des habitants seuls à côté de conflits, et trois "
    "dès quatre joueurs.",
).worked_out("a_game_of_singles")

never_with_two = theory.theorem(
    "collection.single-needs-three",
    "collection.single",
    covers=("T-29",),
    players=(2,),
    en="With two players the rule of the single inhabitant never applies: whoever is outside a conflict needs two "
    "others to be in it.",
    fr="À deux joueurs, la règle de l'habitant seul ne s'applique jamais : hors d'un conflit, il en faut deux autres "
    "dedans.",
)


@never_with_two.everywhere
def no_single_wins_between_two() -> Prop:
    return for_each_presence(lambda i, p: negation(single_outside_conflict(i, p)))


never_three_with_three = theory.theorem(
    "collection.single-of-four-needs-four",
    "collection.single",
    covers=("T-29",),
    players=(2, 3),
    en="With fewer than four players no single inhabitant ever faces a conflict of three.",
    fr="À moins de quatre joueurs, un habitant seul n'affronte jamais un conflit à trois.",
)


@never_three_with_three.everywhere
def no_single_faces_three() -> Prop:
    def of_three(i: Num) -> Prop:
        return count(Players, lambda q: in_conflict(i, q)) >= 3

    return for_each_presence(lambda i, p: negation(all_of(single_outside_conflict(i, p), of_three(i))))


readings = theory.theorem(
    "collection.readings",
    "collection.majority",
    "collection.single",
    "components.island-cap",
    covers=("T-2",),
    rests_on=(island_cap,),
    en="Read rule 3 as one inhabitant outside the conflict, as one player outside it, or give the treasure to the "
    "highest number that only one player has: the same player takes it.",
    fr="Qu'on lise la règle 3 comme un habitant hors du conflit, comme un joueur hors du conflit, ou qu'on donne le "
    "trésor au plus grand nombre qu'un seul joueur possède : c'est le même joueur qui le prend.",
)


def by_one_inhabitant(i: Num, p: Num) -> Prop:
    return any_of(majority(i, p), single_outside_conflict(i, p))


@readings.everywhere
def one_inhabitant_or_one_player() -> Prop:
    def only_player_outside(i: Num, p: Num) -> Prop:
        others = forall(Players, lambda q: implies(p != q, negation(a_number_of_his_own(i, q))))
        return all_of(exists(Players, lambda q: in_conflict(i, q)), a_number_of_his_own(i, p), others)

    def by_one_player(i: Num, p: Num) -> Prop:
        return any_of(majority(i, p), only_player_outside(i, p))

    return for_each_presence(lambda i, p: iff(by_one_inhabitant(i, p), by_one_player(i, p)))


@readings.everywhere
def one_inhabitant_or_the_highest_number_alone() -> Prop:
    def highest_alone(i: Num, p: Num) -> Prop:
        higher = forall(Players, lambda q: implies(on(i, q) > on(i, p), in_conflict(i, q)))
        return all_of(a_number_of_his_own(i, p), higher)

    return for_each_presence(lambda i, p: iff(by_one_inhabitant(i, p), highest_alone(i, p)))


apart = theory.theorem(
    "collection.rules-apart",
    "collection.majority",
    "collection.single",
    "components.island-cap",
    covers=("T-3",),
    rests_on=(island_cap,),
    en="No island gives one player a majority and another the right of the single inhabitant: there is no room for "
    "both.",
    fr="Aucune île ne donne à un joueur la majorité et à un autre le droit de l'habitant seul : il n'y a pas la place.",
)


@apart.everywhere
def no_majority_beside_a_winning_single() -> Prop:
    return for_each_presence(
        lambda i, p: forall(Players, lambda q: negation(all_of(majority(i, p), single_outside_conflict(i, q))))
    )


# Settling islands one after the other


def with_facts(term: Term, **facts: Callable[..., Num]) -> Term:
    """The term with other values for some facts, looking into the notions it calls."""
    match term:
        case NumApply(symbol, places) if symbol.name in facts:
            return facts[symbol.name](*(with_facts(place, **facts) for place in places))
        case NumCall(definition, arguments) | PropCall(definition, arguments):
            given = dict(zip(definition.parameters, arguments, strict=True))
            return with_facts(_replaced(definition.body, given), **facts)
        case _:
            return rebuild(term, lambda part: with_facts(part, **facts))


def _replaced(term: Term, values: dict[Variable, Num]) -> Term:
    if isinstance(term, Variable):
        return values.get(term, term)
    return rebuild(term, lambda part: _replaced(part, values))


def once_settled(i: Num, term: Term) -> Term:
    """What the term says once island i, and no other, has given its treasure."""

    def fewer(k: Num) -> Num:
        return treasures(k) - when(k == i, count(Players, lambda q: takes(i, q)))

    def left(k: Num, p: Num) -> Num:
        return on(k, p) - when(all_of(k == i, returns_one(i, p)), 1)

    return with_facts(term, treasures=fewer, on=left)


def taken(i: Num, p: Num) -> Num:
    return when(takes(i, p), 1)


order_free = theory.theorem(
    "collection.order-free",
    "collection.one-per-island",
    "collection.majority",
    "collection.single",
    "collection.winner-returns",
    covers=("T-5",),
    en="The islands may be settled in any order: what one gives changes nothing for another, and all together give "
    "what they give one by one.",
    fr="Les îles se règlent dans n'importe quel ordre : ce que l'une donne ne change rien pour l'autre, et ensemble "
    "elles donnent ce qu'elles donnent une à une.",
)


def _later(i: Num, j: Num, p: Num) -> Prop:
    later = once_settled(i, takes(j, p))
    assert isinstance(later, Prop)
    return later


@order_free.everywhere
def settling_one_island_changes_no_other() -> Prop:
    return forall(
        Islands,
        lambda i: forall(
            Islands,
            lambda j: forall(Players, lambda p: implies(i != j, iff(_later(i, j, p), takes(j, p)))),
        ),
    )


@order_free.over(collect)
def all_islands_give_what_each_gives() -> Prop:
    def each_player(p: Num) -> Prop:
        won = total(Islands, lambda i: taken(i, p))
        return all_of(after(gained(p)) == gained(p) + won, after(reserve(p)) == reserve(p) + won)

    here = for_each_presence(lambda i, p: after(on(i, p)) == on(i, p) - taken(i, p))
    return all_of(here, forall(Players, each_player))


# What taking needs, brings and costs

nothing_from_nothing = theory.theorem(
    "collection.nothing-from-nothing",
    "collection.majority",
    "collection.conflict",
    "collection.single",
    covers=("T-34",),
    en="Nobody takes a treasure where he has no inhabitant; an empty island gives nothing.",
    fr="Personne ne prend de trésor là où il n'a pas d'habitant ; une île vide ne donne rien.",
)


@nothing_from_nothing.everywhere
def takers_are_there() -> Prop:
    return for_each_presence(lambda i, p: implies(takes(i, p), on(i, p) >= 1))


@nothing_from_nothing.everywhere
def empty_islands_give_nothing() -> Prop:
    return forall(Islands, lambda i: implies(crowd(i) == 0, negation(somebody_takes(i))))


alone_takes = theory.theorem(
    "collection.alone",
    "collection.majority",
    "collection.no-treasure",
    en="A player alone on an island that has a treasure takes one, however few inhabitants he has there.",
    fr="Un joueur seul sur une île qui a un trésor en prend un, si peu d'habitants qu'il y ait.",
)


@alone_takes.everywhere
def whoever_is_alone_takes() -> Prop:
    return for_each_presence(
        lambda i, p: implies(all_of(on(i, p) >= 1, on(i, p) == crowd(i), treasures(i) >= 1), takes(i, p))
    )


one_for_one = theory.theorem(
    "collection.one-for-one",
    "collection.one-per-island",
    "collection.winner-returns",
    "collection.nobody-else-returns",
    en="At collection an island loses as many inhabitants as treasures: one of each, or neither.",
    fr="À la récolte, une île perd autant d'habitants que de trésors : un de chaque, ou rien.",
)


@one_for_one.over(collect)
def as_many_inhabitants_leave_as_treasures() -> Prop:
    def leaves(i: Num) -> Num:
        return when(somebody_takes(i), 1)

    return forall(
        Islands,
        lambda i: all_of(
            after(treasures(i)) == treasures(i) - leaves(i),
            after(crowd(i)) == crowd(i) - leaves(i),
        ),
    )


worth = theory.theorem(
    "collection.worth",
    "collection.winner-returns",
    "end.points",
    rests_on=(treasure_points, reserve_points),
    en="Every treasure taken is worth three points: {treasure_points} for itself and {reserve_points} for the "
    "inhabitant who comes home with it.",
    fr="Chaque trésor pris vaut trois points : {treasure_points} pour lui-même et {reserve_points} pour l'habitant qui "
    "rentre avec lui.",
)


def standing_score(p: Num) -> Num:
    """What a player would score if the game ended now, this round's treasures included."""
    return treasure_points * (hut(p) + gained(p)) + reserve_points * reserve(p)


@worth.over(collect)
def three_points_a_treasure() -> Prop:
    def won(p: Num) -> Num:
        return total(Islands, lambda i: taken(i, p))

    return forall(Players, lambda p: after(standing_score(p)) == standing_score(p) + 3 * won(p))


no_more_than_present = theory.theorem(
    "collection.no-more-than-present",
    "collection.one-per-island",
    "collection.winner-returns",
    en="In one round a player gets home as many inhabitants as he takes treasures, so never more than he had on "
    "islands.",
    fr="Dans un tour, un joueur ramène autant d'habitants qu'il prend de trésors, donc jamais plus qu'il n'en avait "
    "sur les îles.",
)


@no_more_than_present.over(collect)
def an_inhabitant_comes_home_for_each_treasure() -> Prop:
    return forall(Players, lambda p: after(gained(p)) - gained(p) == abroad(p) - after(abroad(p)))


@no_more_than_present.over(collect)
def nobody_is_owed_an_inhabitant() -> Prop:
    return for_each_presence(lambda i, p: after(on(i, p)) >= 0)


from_below = theory.theorem(
    "collection.from-below",
    "collection.single",
    "components.island-cap",
    rests_on=(island_cap,),
    en="Whoever takes a treasure although somebody else has more inhabitants there has exactly one, and nobody there "
    "has more than three.",
    fr="Qui prend un trésor alors qu'un autre a plus d'habitants sur l'île n'en a lui-même qu'un, et personne n'y en "
    "a plus de trois.",
)


@from_below.everywhere
def only_singles_win_from_below() -> Prop:
    return for_each_presence(
        lambda i, p: forall(
            Players,
            lambda q: implies(all_of(takes(i, p), on(i, q) > on(i, p)), all_of(on(i, p) == 1, on(i, q) <= 3)),
        )
    )


deadlock = theory.theorem(
    "collection.deadlock",
    "collection.nobody-else-returns",
    "collection.conflict",
    en="Where nobody took a treasure, nobody will take one until somebody or something moves: a deadlock can last all "
    "{rounds} rounds.",
    fr="Là où personne n'a pris de trésor, personne n'en prendra tant que rien ne bouge : un blocage peut durer les "
    "{rounds} tours.",
)


@deadlock.over(collect)
def a_deadlock_stays() -> Prop:
    return forall(Islands, lambda i: implies(negation(somebody_takes(i)), negation(after(somebody_takes(i)))))


lead_of_one = theory.theorem(
    "collection.lead-of-one",
    "collection.majority",
    "collection.winner-returns",
    "collection.conflict",
    en="Whoever takes a treasure just one inhabitant ahead of somebody is in conflict with him afterwards; whoever is "
    "further ahead of everybody still has the majority.",
    fr="Qui prend un trésor avec un seul habitant d'avance sur quelqu'un se trouve ensuite en conflit avec lui ; qui "
    "a plus d'avance sur tous garde la majorité.",
)


@lead_of_one.over(collect)
def a_lead_of_one_ends_in_conflict() -> Prop:
    return for_each_presence(
        lambda i, p: forall(
            Players,
            lambda q: implies(
                all_of(takes(i, p), on(i, q) >= 1, on(i, p) == on(i, q) + 1),
                all_of(after(in_conflict(i, p)), after(in_conflict(i, q))),
            ),
        )
    )


@lead_of_one.over(collect)
def a_longer_lead_lasts() -> Prop:
    def well_ahead(i: Num, p: Num) -> Prop:
        return forall(Players, lambda q: implies(p != q, on(i, p) >= on(i, q) + 2))

    return for_each_presence(lambda i, p: implies(well_ahead(i, p), after(majority(i, p))))


single_once = theory.theorem(
    "collection.single-once",
    "collection.single",
    "collection.winner-returns",
    "components.island-cap",
    en="Where a single inhabitant has beaten a conflict, only the conflict is left: nobody takes there again until "
    "something moves.",
    fr="Là où un habitant seul l'a emporté sur un conflit, il ne reste que le conflit : plus personne n'y prend rien "
    "tant que rien ne bouge.",
)


@single_once.over(collect)
def a_single_wins_once() -> Prop:
    return for_each_presence(
        lambda i, p: implies(
            all_of(single_outside_conflict(i, p), treasures(i) >= 1), negation(after(somebody_takes(i)))
        )
    )


full_island = theory.theorem(
    "collection.full-island",
    "components.island-cap",
    "collection.majority",
    "collection.single",
    players=(2, 3, 4),
    rests_on=(island_cap,),
    en="With up to four players, an island full to {island_cap} inhabitants that has a treasure always gives it to "
    "somebody.",
    fr="Jusqu'à quatre joueurs, une île pleine de {island_cap} habitants qui a un trésor le donne toujours à "
    "quelqu'un.",
)


@full_island.everywhere
def full_islands_have_a_taker() -> Prop:
    return forall(Islands, lambda i: implies(all_of(crowd(i) == island_cap, treasures(i) >= 1), somebody_takes(i)))


full_island_of_many = theory.theorem(
    "collection.full-island-of-many",
    "components.island-cap",
    "collection.conflict",
    players=(5,),
    rests_on=(island_cap,),
    en="From five players on, a full island can keep its treasure: nobody takes it at 2-2-1-1-1.",
    fr="Dès cinq joueurs, une île pleine peut garder son trésor : à 2-2-1-1-1, personne ne le prend.",
)


@full_island_of_many.possible
def a_full_island_without_a_taker() -> Prop:
    def on_two_sides(i: Num) -> Prop:
        strong, weak = count(Players, lambda q: on(i, q) == 2), count(Players, lambda q: on(i, q) == 1)
        return all_of(strong == 2, weak == 3, crowd(i) == island_cap, treasures(i) >= 1)

    return exists(Islands, lambda i: all_of(on_two_sides(i), negation(somebody_takes(i))))


odd_between_two = theory.theorem(
    "collection.odd-between-two",
    "collection.majority",
    players=(2,),
    en="Between two players nobody takes a treasure only where both are equally strong: an odd number of inhabitants "
    "always decides.",
    fr="Entre deux joueurs, un trésor ne reste que là où ils sont à égalité : un nombre impair d'habitants départage "
    "toujours.",
)


@odd_between_two.everywhere
def unequal_numbers_decide_between_two() -> Prop:
    def both_alike(i: Num) -> Prop:
        return forall(Players, lambda p: on(i, p) + on(i, p) == crowd(i))

    return forall(
        Islands, lambda i: iff(somebody_takes(i), all_of(treasures(i) >= 1, negation(both_alike(i))))
    )


AFTER_A_LAP = all_of(phase == SETTLE, turn == 0)
"""While players settle, everybody equally often so far; the plainest positions there are."""

most_does_not_take = theory.theorem(
    "collection.most-takes",
    "collection.single",
    "collection.conflict",
    players=(3,),
    outcome=Outcome.FAILS,
    en="At least while players settle, nobody stands to take a treasure from an island on which somebody else has "
    "more inhabitants.",
    fr="Du moins pendant l'installation, personne n'est en passe de prendre un trésor sur une île où un autre a plus "
    "d'habitants.",
)


@most_does_not_take.everywhere
def takers_have_the_most() -> Prop:
    def outnumbered(i: Num, p: Num) -> Prop:
        return all_of(by_one_inhabitant(i, p), exists(Players, lambda q: on(i, q) > on(i, p)))

    anywhere = exists(Islands, lambda i: exists(Players, lambda p: outnumbered(i, p)))
    return implies(AFTER_A_LAP, negation(anywhere))


four_do_not_decide = theory.theorem(
    "collection.four-decide",
    "collection.conflict",
    players=(2,),
    outcome=Outcome.FAILS,
    en="At least while players settle, an island with four inhabitants always has somebody who stands to take its "
    "treasure.",
    fr="Du moins pendant l'installation, une île de quatre habitants a toujours quelqu'un qui est en passe de prendre "
    "son trésor.",
)


@four_do_not_decide.everywhere
def four_inhabitants_have_a_taker() -> Prop:
    def undecided(i: Num) -> Prop:
        return all_of(crowd(i) == 4, negation(exists(Players, lambda p: by_one_inhabitant(i, p))))

    return implies(AFTER_A_LAP, negation(exists(Islands, undecided)))
