"""Who takes an island's treasure."""

from __future__ import annotations

from archipel.spec.costa_ruana.collection import (
    conflicts,
    in_conflict,
    majority,
    majority_takes,
    nobody_else_returns,
    one_per_island,
    returns_one,
    single_outside_conflict,
    single_takes,
    takes,
    takes_by_rule,
)
from archipel.spec.costa_ruana.readings.registry import READINGS
from archipel.spec.costa_ruana.vocabulary import Players, crowd, on
from archipel.spec.logic import Num, Prop, all_of, any_of, exists, forall, implies, negation

most = READINGS.point(
    "majority",
    majority_takes,
    ours="each",
    en="More than all the others: than each of them, or than all together?",
    fr="Plus que tous les autres : que chacun d'eux, ou que tous ensemble ?",
    why=(
        "Read the other way, some islands fall under none of the four rules, although the third claims to "
        "list its cases.",
        "Lue autrement, certaines îles ne relèvent d'aucune des quatre règles, alors que la troisième prétend "
        "énumérer ses cas.",
    ),
    covers=("A1",),
    sources=("P3", "P5"),
)
together = most.reading(
    "together",
    en="A player with more inhabitants on an island than all the other players together takes a treasure from it.",
    fr="Un joueur qui a sur une île plus d'habitants que tous les autres réunis y prend un trésor.",
    breaks=("collection.one-winner",),
)


@together.redefines(majority)
def more_than_all_the_others(i: Num, p: Num) -> Prop:
    return on(i, p) > crowd(i) - on(i, p)


lone = READINGS.point(
    "lone",
    single_takes,
    ours="inhabitant",
    en="Who takes the treasure beside a conflict: a single inhabitant, a single player, or the highest number alone?",
    fr="Qui prend le trésor à côté d'un conflit : un habitant seul, un joueur seul, ou le plus grand nombre unique ?",
    why=(
        "The sentence speaks of one inhabitant; up to the limit of inhabitants on an island all three name "
        "the same player.",
        "La phrase parle d'un habitant ; dans la limite d'habitants par île, les trois désignent le même "
        "joueur.",
    ),
    covers=("A3",),
    sources=("P5",),
)


def conflict_there(i: Num) -> Prop:
    return exists(Players, lambda q: in_conflict(i, q))


def there_without_conflict(i: Num, p: Num) -> Prop:
    return all_of(on(i, p) >= 1, negation(in_conflict(i, p)))


single_player = lone.reading(
    "player",
    en="If there is a conflict and only one player on the island is outside every conflict, that player takes the "
    "treasure.",
    fr="S'il y a conflit et qu'un seul joueur présent sur l'île est hors de tout conflit, c'est lui qui prend le "
    "trésor.",
)


@single_player.redefines(single_outside_conflict)
def only_player_outside(i: Num, p: Num) -> Prop:
    alone = forall(Players, lambda q: implies(p != q, negation(there_without_conflict(i, q))))
    return all_of(there_without_conflict(i, p), alone, conflict_there(i))


highest_number = lone.reading(
    "highest-unique",
    en="If there is a conflict, the player whose number of inhabitants is the highest that nobody else has takes the "
    "treasure.",
    fr="S'il y a conflit, le joueur dont le nombre d'habitants est le plus grand que personne d'autre n'ait prend le "
    "trésor.",
)


@highest_number.redefines(single_outside_conflict)
def highest_outside(i: Num, p: Num) -> Prop:
    highest = forall(Players, lambda q: implies(there_without_conflict(i, q), on(i, q) <= on(i, p)))
    return all_of(there_without_conflict(i, p), highest, conflict_there(i))


priority = READINGS.point(
    "priority",
    one_per_island,
    ours="majority-first",
    en="If one player has the majority and another is the single one beside a conflict, who takes the treasure?",
    fr="Si l'un a la majorité et qu'un autre est seul à côté d'un conflit, qui prend le trésor ?",
    why=(
        "The rules are numbered in this order; up to the limit of inhabitants on an island they never meet.",
        "Les règles sont numérotées dans cet ordre ; dans la limite d'habitants par île, elles ne se "
        "rencontrent jamais.",
    ),
    covers=("A4",),
)
lone_first = priority.reading(
    "lone-first",
    en="In each round at most one treasure is taken from each island; a single inhabitant goes before a majority.",
    fr="À chaque tour, au plus un trésor est pris sur chaque île ; un habitant seul passe avant une majorité.",
)


@lone_first.redefines(takes_by_rule)
def single_before_majority(i: Num, p: Num) -> Prop:
    nobody_is_single = forall(Players, lambda q: negation(single_outside_conflict(i, q)))
    return any_of(single_outside_conflict(i, p), all_of(majority(i, p), nobody_is_single))


absent = READINGS.point(
    "absent-players",
    conflicts,
    ours="outside",
    en="Are players with nobody on an island in conflict with each other there?",
    fr="Les joueurs absents d'une île y sont-ils en conflit entre eux ?",
    why=(
        "Only inhabitants can be in conflict, and who is absent has none there.",
        "Seuls des habitants peuvent être en conflit, et qui est absent n'en a pas.",
    ),
    covers=("A5",),
)
in_it_too = absent.reading(
    "in-conflict",
    en="Players with equally many inhabitants on an island, or with none, are in conflict and take nothing there; "
    "there may be several conflicts on one island.",
    fr="Les joueurs qui ont sur une île autant d'habitants les uns que les autres, ou aucun, sont en conflit et n'y "
    "prennent rien ; une île peut connaître plusieurs conflits.",
)


@in_it_too.redefines(in_conflict)
def equally_many_or_none(i: Num, p: Num) -> Prop:
    return exists(Players, lambda q: all_of(p != q, on(i, p) == on(i, q)))


returning = READINGS.point(
    "return-after-conflict",
    nobody_else_returns,
    ours="winner-returns",
    en="Does a winner return his inhabitant if others on the island are in conflict?",
    fr="Le gagnant renvoie-t-il son habitant quand d'autres sont en conflit sur l'île ?",
    why=(
        "Whoever takes a treasure must send one home, beside a conflict too: the third rule says so itself.",
        "Qui prend un trésor doit renvoyer un habitant, même à côté d'un conflit : la troisième règle le dit "
        "elle-même.",
    ),
    covers=("A2",),
)
nobody_returns = returning.reading(
    "nobody-returns",
    en="Where there is a conflict, nobody returns an inhabitant, not even whoever takes the treasure.",
    fr="Là où il y a conflit, personne ne renvoie d'habitant, pas même celui qui prend le trésor.",
)


@nobody_returns.redefines(returns_one)
def only_without_conflict(i: Num, p: Num) -> Prop:
    return all_of(takes(i, p), forall(Players, lambda q: negation(in_conflict(i, q))))


island_order = READINGS.point(
    "island-order",
    one_per_island,
    ours="all-at-once",
    en="In which order are the islands settled?",
    fr="Dans quel ordre attribue-t-on les trésors des îles ?",
    why=(
        "No order is given; what one island gives changes nothing for another.",
        "Aucun ordre n'est donné ; ce que donne une île ne change rien pour une autre.",
    ),
    covers=("A32",),
)
island_order.reading(
    "one-after-another",
    en="In each round at most one treasure is taken from each island, island after island, in an order the shaman "
    "chooses; a majority goes before a single inhabitant.",
    fr="À chaque tour, au plus un trésor est pris sur chaque île, île après île, dans un ordre que choisit le shaman ; "
    "une majorité passe avant un habitant seul.",
    makes_no_difference_by=("collection.order-free",),
)
