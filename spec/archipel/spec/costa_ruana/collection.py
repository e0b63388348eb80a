"""Who takes an island's treasure."""

from __future__ import annotations

from archipel.spec.clauses import Origin
from archipel.spec.costa_ruana.vocabulary import (
    Islands,
    Players,
    both,
    collect,
    gained,
    on,
    reserve,
    rules,
    treasures,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, count, exists, forall, implies, negation, when

HEADING = "Récupérer les trésors des îles"

one_per_island = rules.clause(
    "collection.one-per-island",
    *both(HEADING),
    covers=("C35",),
    origin=Origin.READING,
    en="In each round at most one treasure is taken from each island; a majority goes before a single inhabitant.",
    fr="À chaque tour, au plus un trésor est pris sur chaque île ; une majorité passe avant un habitant seul.",
)

majority_takes = rules.clause(
    "collection.majority",
    *both(HEADING, "(1)"),
    covers=("C36",),
    origin=Origin.READING,
    en="A player with more inhabitants on an island than each other player takes a treasure from it.",
    fr="Un joueur qui a sur une île plus d'habitants que chacun des autres y prend un trésor.",
)


@majority_takes.defines(Islands, Players)
def majority(i: Num, p: Num) -> Prop:
    return forall(Players, lambda q: implies(p != q, on(i, p) > on(i, q)))


conflicts = rules.clause(
    "collection.conflict",
    *both(HEADING, "(2)"),
    covers=("C37",),
    origin=Origin.READING,
    en="Players with equally many inhabitants on an island are in conflict and take nothing there; there may be "
    "several conflicts on one island.",
    fr="Les joueurs qui ont autant d'habitants les uns que les autres sur une île sont en conflit et n'y prennent "
    "rien ; une île peut connaître plusieurs conflits.",
)


@conflicts.defines(Islands, Players)
def in_conflict(i: Num, p: Num) -> Prop:
    return all_of(on(i, p) >= 1, exists(Players, lambda q: all_of(p != q, on(i, p) == on(i, q))))


single_takes = rules.clause(
    "collection.single",
    *both(HEADING, "(3)"),
    covers=("C38",),
    origin=Origin.READING,
    en="If there is a conflict and a player outside it has a single inhabitant on the island, that player takes the "
    "treasure.",
    fr="S'il y a conflit et qu'un joueur hors du conflit a un seul habitant sur l'île, c'est lui qui prend le trésor.",
)


@single_takes.defines(Islands, Players)
def single_outside_conflict(i: Num, p: Num) -> Prop:
    return all_of(
        on(i, p) == 1,
        negation(in_conflict(i, p)),
        exists(Players, lambda q: in_conflict(i, q)),
    )


@one_per_island.defines(Islands, Players)
def takes_by_rule(i: Num, p: Num) -> Prop:
    nobody_has_most = forall(Players, lambda q: negation(majority(i, q)))
    return any_of(majority(i, p), all_of(single_outside_conflict(i, p), nobody_has_most))


no_treasure = rules.clause(
    "collection.no-treasure",
    *both(HEADING, "(4)"),
    covers=("C39",),
    en="On an island without treasures nobody takes anything and nobody returns.",
    fr="Sur une île sans trésor, personne ne prend rien et personne ne revient.",
)


@no_treasure.defines(Islands, Players)
def takes(i: Num, p: Num) -> Prop:
    return all_of(treasures(i) >= 1, takes_by_rule(i, p))


@one_per_island.always
def one_taker_at_most() -> Prop:
    def one(i: Num, p: Num, q: Num) -> Prop:
        return implies(all_of(takes(i, p), takes(i, q)), p == q)

    return forall(Islands, lambda i: forall(Players, lambda p: forall(Players, lambda q: one(i, p, q))))


@one_per_island.adds(treasures, collect)
def treasures_leave(i: Num) -> Num:
    return 0 - count(Players, lambda p: takes(i, p))


@one_per_island.adds(gained, collect)
def treasures_arrive(p: Num) -> Num:
    return count(Islands, lambda i: takes(i, p))


nobody_else_returns = rules.clause(
    "collection.nobody-else-returns",
    *both(HEADING, "(2)"),
    covers=("C37",),
    origin=Origin.READING,
    en="Where nobody takes a treasure, nobody returns an inhabitant.",
    fr="Là où personne ne prend de trésor, personne ne renvoie d'habitant.",
)


@nobody_else_returns.defines(Islands, Players)
def returns_one(i: Num, p: Num) -> Prop:
    return takes(i, p)


winner_returns = rules.clause(
    "collection.winner-returns",
    *both(HEADING, "(1), (3)"),
    covers=("C36", "C38"),
    en="Whoever takes a treasure returns one inhabitant from that island to the reserve.",
    fr="Qui prend un trésor renvoie un de ses habitants de cette île dans sa réserve.",
)


@winner_returns.adds(on, collect)
def winner_leaves(i: Num, p: Num) -> Num:
    return 0 - when(returns_one(i, p), 1)


@winner_returns.adds(reserve, collect)
def winner_comes_home(p: Num) -> Num:
    return count(Islands, lambda i: returns_one(i, p))
