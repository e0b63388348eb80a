"""What each kind of card does."""

from __future__ import annotations

from archipel.spec.costa_ruana.cards import (
    another_island,
    as_possible,
    elsewhere,
    movable,
    moving_inhabitant,
    placing,
    removable,
    removing,
    room,
    takes_one_in,
)
from archipel.spec.costa_ruana.readings.registry import READINGS
from archipel.spec.costa_ruana.vocabulary import (
    Islands,
    Players,
    chosen,
    crowd,
    finish_card,
    island_cap,
    move_inhabitant,
    on,
    owner,
    place,
    remove,
    source,
    target,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, forall, implies, number, total, truth, when


def only_one_chosen() -> Prop:
    return forall(Islands, lambda i: forall(Islands, lambda j: implies(all_of(chosen(i) >= 1, chosen(j) >= 1), i == j)))


remove_from = READINGS.point(
    "remove-from",
    removing,
    ours="several",
    en="Are inhabitants removed from several islands, or from one?",
    fr="Les habitants se retirent-ils de plusieurs îles, ou d'une seule ?",
    why=(
        "Who must remove more than he has on all islands removes them all, so several islands are meant.",
        "Qui doit en retirer plus qu'il n'en a sur toutes les îles les retire tous : il s'agit donc de "
        "plusieurs îles.",
    ),
    covers=("A13",),
)
one_island = remove_from.reading(
    "one",
    en="Remove: the player takes back as many inhabitants as the card shows into his reserve, all from one "
    "island, one from which as many can be taken as from any.",
    fr="Retirer : le joueur reprend dans sa réserve autant d'habitants que l'indique la carte, tous de la même "
    "île, l'une de celles d'où l'on peut en reprendre le plus.",
)


@one_island.clause.guards(remove)
def all_from_one_island() -> Prop:
    return only_one_chosen()


@one_island.redefines(removable)
def most_on_one_island(p: Num) -> Num:
    def first_of_the_fullest(i: Num) -> Prop:
        return forall(
            Islands,
            lambda j: any_of(on(j, p) < on(i, p), all_of(on(j, p) == on(i, p), j >= i)),
        )

    return total(Islands, lambda i: when(first_of_the_fullest(i), on(i, p)))


place_on = READINGS.point(
    "place-on",
    placing,
    ours="several",
    en="Are inhabitants placed on several islands, or on one?",
    fr="Les habitants se placent-ils sur plusieurs îles, ou sur une seule ?",
    why=(
        "The next sentence allows the same island and different ones.",
        "La phrase suivante permet une même île ou des îles différentes.",
    ),
    covers=("A14",),
)
on_one_island = place_on.reading(
    "one",
    en="Place: the player puts as many inhabitants as the card shows from his reserve on islands, all on one, one that "
    "can take as many as any.",
    fr="Placer : le joueur pose autant d'habitants de sa réserve que l'indique la carte, tous sur la même île, l'une "
    "de celles qui peuvent en recevoir le plus.",
)


@on_one_island.clause.guards(place)
def all_on_one_island() -> Prop:
    return only_one_chosen()


@on_one_island.redefines(room)
def most_room_on_one_island() -> Num:
    def first_of_the_emptiest(i: Num) -> Prop:
        return forall(
            Islands,
            lambda j: any_of(crowd(j) > crowd(i), all_of(crowd(j) == crowd(i), j >= i)),
        )

    return total(Islands, lambda i: when(first_of_the_emptiest(i), island_cap - crowd(i)))


null_move = READINGS.point(
    "null-move",
    another_island,
    ours="another-island",
    en="May something be moved to the island where it is already?",
    fr="Peut-on déplacer quelque chose vers l'île où il se trouve déjà ?",
    why=(
        "What is moved goes from one island to another.",
        "Ce qui est déplacé va d'une île à une autre.",
    ),
    covers=("A19",),
)
may_stay = null_move.reading(
    "same-allowed",
    en="What is moved goes to any island, even the one it comes from.",
    fr="Ce qui est déplacé va sur n'importe quelle île, même celle d'où il vient.",
)


@may_stay.redefines(elsewhere)
def anywhere(i: Num, j: Num) -> Prop:
    return truth


@may_stay.redefines(takes_one_in)
def room_for_who_stays(i: Num, j: Num) -> Prop:
    return any_of(i == j, crowd(j) < island_cap)


moving_twice = READINGS.point(
    "moved-twice",
    moving_inhabitant,
    ours="allowed",
    en="May a card's effect and its repetitions move the same inhabitant twice?",
    fr="L'effet d'une carte et ses répétitions peuvent-ils déplacer deux fois le même habitant ?",
    why=(
        "The card sets no such limit; that the example moves another one shows only that this is possible.",
        "La carte n'impose rien de tel ; que l'exemple en déplace un autre montre seulement que c'est "
        "possible.",
    ),
    covers=("A18",),
)
another = moving_twice.reading(
    "another",
    en="Move an inhabitant: the player moves one inhabitant, his own or another player's, from an island, and "
    "none that the same card has moved already.",
    fr="Déplacer un habitant : le joueur choisit un habitant sur une île, à lui ou à un autre, que cette carte "
    "n'a pas déjà déplacé, et le déplace.",
)
moved_here = another.numbers(
    "moved_here", Islands, Players, meaning="inhabitants of a player on an island whom the card under way has moved"
)


@another.clause.guards(move_inhabitant)
def one_not_moved_yet() -> Prop:
    return on(source, owner) > moved_here(source, owner)


@another.clause.sets(moved_here, move_inhabitant)
def one_more_moved(i: Num, p: Num) -> Num:
    return moved_here(i, p) + when(all_of(i == target, p == owner), 1)


@another.clause.sets(moved_here, finish_card)
def forgotten_with_the_card(i: Num, p: Num) -> Num:
    return number(0)


@another.redefines(movable)
def not_moved_yet(i: Num) -> Num:
    return crowd(i) - total(Players, lambda p: moved_here(i, p))


full_islands = READINGS.point(
    "full-islands",
    as_possible,
    ours="another-is-chosen",
    en="What if every island to place or move to is full?",
    fr="Que faire si toutes les îles où placer ou déplacer sont pleines ?",
    why=(
        "A full island may not be chosen, and there is always another with room.",
        "Une île pleine ne peut être choisie, et il en reste toujours une autre.",
    ),
    covers=("A31",),
)
full_islands.reading(
    "effect-lost",
    en="If the rules keep an effect from being carried out in full, as much of it is carried out as is possible; if "
    "every island is full, it is lost.",
    fr="Si les règles empêchent d'appliquer un effet en entier, on en applique autant que possible ; si toutes les "
    "îles sont pleines, il est perdu.",
    makes_no_difference_by=("cards.room-for-all", "cards.move-never-blocked"),
)
