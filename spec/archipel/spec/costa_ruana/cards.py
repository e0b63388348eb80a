"""What each kind of card does, and how much of it must be done."""

from __future__ import annotations

from archipel.spec.clauses import Origin
from archipel.spec.costa_ruana.resolution import acts, amount_now, kind_now
from archipel.spec.costa_ruana.vocabulary import (
    MOVE_INHABITANT,
    MOVE_TREASURE,
    PLACE,
    REMOVE,
    Islands,
    Kinds,
    Players,
    abroad,
    both,
    chosen,
    crowd,
    described,
    island_cap,
    move_inhabitant,
    move_treasure,
    on,
    owner,
    place,
    player,
    remove,
    reserve,
    rules,
    skip,
    source,
    standing,
    target,
    treasures,
    treasures_per_island,
)
from archipel.spec.logic import Num, Prop, all_of, exists, forall, least, total, when

RESOLVING = "Résoudre les cartes"

# The sentences, in rulebook order

mandatory = rules.clause(
    "resolution.mandatory",
    *both(RESOLVING, "Remarque"),
    covers=("C26",),
    en="An effect must be carried out in full, copies included; nobody may do less than the card says, or nothing.",
    fr="Un effet s'applique en entier, répétitions comprises ; nul ne peut faire moins que ne dit la carte, ni ne rien "
    "faire.",
)

as_possible = rules.clause(
    "resolution.as-possible",
    *both(RESOLVING, "Exception"),
    covers=("C27",),
    en="If the rules keep an effect from being carried out in full, as much of it is carried out as is possible; an "
    "effect of which nothing is possible is skipped.",
    fr="Si les règles empêchent d'appliquer un effet en entier, on en applique autant que possible ; un effet dont "
    "rien n'est possible est sauté.",
)

moving_treasure = rules.clause(
    "cards.move-treasure",
    *described("Déplacer un trésor"),
    covers=("C28",),
    en="Move a treasure: the player moves one treasure from an island that has one.",
    fr="Déplacer un trésor : un trésor quitte une île qui en a, au choix du joueur.",
)

treasure_unlimited = rules.clause(
    "cards.treasure-unlimited",
    *described("Déplacer un trésor"),
    covers=("C28",),
    en="An island may hold any number of treasures, and its last treasure may be moved away.",
    fr="Une île peut porter autant de trésors que l'on veut, et son dernier trésor peut être emporté.",
)

another_island = rules.clause(
    "cards.another-island",
    *described("Déplacer un trésor, Déplacer un habitant"),
    covers=("C28", "C33"),
    en="What is moved goes to another island than the one it comes from.",
    fr="Ce qui est déplacé va sur une autre île que celle d'où il vient.",
)

removing = rules.clause(
    "cards.remove",
    *described("Retirer"),
    covers=("C29",),
    origin=Origin.READING,
    en="Remove: the player takes back as many inhabitants as the card shows from islands into his reserve, from any "
    "islands and in any numbers.",
    fr="Retirer : le joueur reprend dans sa réserve autant d'habitants que l'indique la carte, sur n'importe quelles "
    "îles et en nombre quelconque.",
)

remove_all = rules.clause(
    "cards.remove-all",
    *described("Retirer"),
    covers=("C29",),
    en="Who must remove more than he has on islands removes them all.",
    fr="Qui doit retirer plus d'habitants qu'il n'en a sur les îles les retire tous.",
)

placing = rules.clause(
    "cards.place",
    *described("Placer"),
    covers=("C30",),
    en="Place: the player puts as many inhabitants as the card shows from his reserve on islands, one or several.",
    fr="Placer : le joueur pose autant d'habitants de sa réserve que l'indique la carte, sur une île ou plusieurs.",
)

place_all = rules.clause(
    "cards.place-all",
    *described("Placer"),
    covers=("C30",),
    en="Who has fewer inhabitants in reserve than he must place, places them all.",
    fr="Qui a moins d'habitants en réserve qu'il n'en doit placer les place tous.",
)

not_in_reserve = rules.clause(
    "cards.not-in-reserve",
    *described("Placer, Important"),
    covers=("C31",),
    en="Inhabitants standing on played cards do not count as reserve.",
    fr="Un habitant posé sur une carte n'est plus compté en réserve.",
)

place_cap = rules.clause(
    "cards.place-cap",
    *described("Placer, Remarque"),
    covers=("C32",),
    en="Placing never brings an island above {island_cap} inhabitants.",
    fr="Un placement ne porte jamais une île au-delà de {island_cap} habitants.",
)

moving_inhabitant = rules.clause(
    "cards.move-inhabitant",
    *described("Déplacer un habitant"),
    covers=("C33",),
    en="Move an inhabitant: the player moves one inhabitant, his own or another player's, from an island.",
    fr="Déplacer un habitant : le joueur choisit un habitant sur une île, à lui ou à un autre, et le déplace.",
)

own_only = rules.clause(
    "cards.own-only",
    *described("Déplacer un habitant"),
    covers=("C34",),
    en="Removing and placing concern only one's own inhabitants.",
    fr="Retirer et placer ne concernent que ses propres habitants.",
)

move_cap = rules.clause(
    "cards.move-cap",
    *described("Déplacer un habitant, Remarque"),
    covers=("C32",),
    en="Nobody is moved to an island that already holds {island_cap} inhabitants.",
    fr="Nul n'est déplacé vers une île qui porte déjà {island_cap} habitants.",
)

# What they mean


def moved() -> Num:
    """How many inhabitants the player's decision takes back or places."""
    return total(Islands, lambda i: chosen(i))


@another_island.defines(Islands, Islands)
def elsewhere(i: Num, j: Num) -> Prop:
    return i != j


@move_cap.defines(Islands, Islands)
def takes_one_in(i: Num, j: Num) -> Prop:
    return crowd(j) < island_cap


@remove_all.defines(Players)
def removable(p: Num) -> Num:
    return abroad(p)


@place_all.defines(Players)
def placeable(p: Num) -> Num:
    return reserve(p)


@place_all.guards(place)
def no_more_than_in_reserve() -> Prop:
    return moved() <= reserve(player)


@as_possible.defines()
def room() -> Num:
    return total(Islands, lambda i: island_cap - crowd(i))


@as_possible.defines()
def some_treasure_can_move() -> Prop:
    return exists(Islands, lambda i: exists(Islands, lambda j: all_of(treasures(i) >= 1, elsewhere(i, j))))


@as_possible.defines(Islands)
def movable(i: Num) -> Num:
    return crowd(i)


@as_possible.defines()
def some_inhabitant_can_move() -> Prop:
    return exists(
        Islands,
        lambda i: exists(Islands, lambda j: all_of(elsewhere(i, j), movable(i) >= 1, takes_one_in(i, j))),
    )


@as_possible.defines(Players, Kinds)
def possible(p: Num, k: Num) -> Num:
    return when(
        k == MOVE_TREASURE,
        when(some_treasure_can_move(), 1),
        when(
            k == REMOVE,
            removable(p),
            when(k == PLACE, least(placeable(p), room()), when(some_inhabitant_can_move(), 1)),
        ),
    )


@as_possible.defines()
def required() -> Num:
    return least(amount_now(), total(Players, lambda p: when(acts(p), possible(p, kind_now()))))


@as_possible.guards(skip)
def nothing_is_possible() -> Prop:
    return required() == 0


@as_possible.guards(move_treasure, remove, place, move_inhabitant)
def something_is_possible() -> Prop:
    return required() >= 1


@mandatory.guards(remove, place)
def no_less_than_required() -> Prop:
    return moved() >= required()


@moving_treasure.guards(move_treasure)
def a_treasure_card() -> Prop:
    return kind_now() == MOVE_TREASURE


@moving_treasure.guards(move_treasure)
def a_treasure_is_there() -> Prop:
    return treasures(source) >= 1


@moving_treasure.adds(treasures, move_treasure)
def treasure_changes_island(i: Num) -> Num:
    return when(i == target, 1) - when(i == source, 1)


@treasure_unlimited.permits(move_treasure)
def to_an_island_as_rich_as_any_at_first() -> Prop:
    return treasures(target) >= treasures_per_island


@treasure_unlimited.permits(move_treasure)
def the_last_one_away() -> Prop:
    return treasures(source) == 1


@another_island.guards(move_treasure, move_inhabitant)
def not_to_the_same_island() -> Prop:
    return elsewhere(source, target)


@removing.guards(remove)
def a_remove_card() -> Prop:
    return kind_now() == REMOVE


@removing.guards(remove)
def no_more_removed_than_shown() -> Prop:
    return moved() <= amount_now()


@removing.adds(on, remove)
def taken_from_islands(i: Num, p: Num) -> Num:
    return when(p == player, 0 - chosen(i), 0)


@removing.adds(reserve, remove)
def taken_into_reserve(p: Num) -> Num:
    return when(p == player, moved(), 0)


@placing.guards(place)
def a_place_card() -> Prop:
    return kind_now() == PLACE


@placing.guards(place)
def no_more_placed_than_shown() -> Prop:
    return moved() <= amount_now()


@placing.permits(place)
def on_different_islands() -> Prop:
    return exists(Islands, lambda i: exists(Islands, lambda j: all_of(i != j, chosen(i) >= 1, chosen(j) >= 1)))


@placing.adds(on, place)
def put_on_islands(i: Num, p: Num) -> Num:
    return when(p == player, chosen(i), 0)


@placing.adds(reserve, place)
def taken_from_reserve(p: Num) -> Num:
    return when(p == player, 0 - moved(), 0)


@not_in_reserve.permits(place)
def fewer_than_shown_while_one_stands_on_a_card() -> Prop:
    return all_of(standing(player) >= 1, moved() < amount_now(), moved() == reserve(player))


@place_cap.guards(place)
def room_to_place() -> Prop:
    return forall(Islands, lambda i: crowd(i) + chosen(i) <= island_cap)


@move_cap.guards(move_inhabitant)
def room_to_move() -> Prop:
    return takes_one_in(source, target)


@moving_inhabitant.guards(move_inhabitant)
def a_move_card() -> Prop:
    return kind_now() == MOVE_INHABITANT


@moving_inhabitant.guards(move_inhabitant)
def an_inhabitant_is_there() -> Prop:
    return on(source, owner) >= 1


@moving_inhabitant.adds(on, move_inhabitant)
def inhabitant_changes_island(i: Num, p: Num) -> Num:
    return when(p == owner, when(i == target, 1) - when(i == source, 1), 0)


@own_only.guards(remove)
def ones_own_are_there() -> Prop:
    return forall(Islands, lambda i: chosen(i) <= on(i, player))
