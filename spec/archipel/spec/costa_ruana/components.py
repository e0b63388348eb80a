"""What is in the box, and what that alone settles."""

from __future__ import annotations

from archipel.spec.clauses import Origin, Source
from archipel.spec.costa_ruana.vocabulary import (
    DAY,
    HIGH_TIDE,
    LOW_TIDE,
    MOVE_INHABITANT,
    MOVE_TREASURE,
    NIGHT,
    PLACE,
    REMOVE,
    TABLE,
    Backgrounds,
    Cards,
    Faces,
    Islands,
    Kinds,
    PlayerCounts,
    Players,
    abroad,
    amount,
    background,
    both,
    cards,
    colours,
    crowd,
    deck_size,
    described,
    draw,
    gained,
    gems,
    greatest_amount,
    hand,
    hut,
    inhabitants,
    island_cap,
    island_cards,
    islands,
    islands_for,
    kind,
    laid,
    last_draw,
    least_amount,
    lies,
    max_players,
    min_players,
    notches,
    on,
    place_of,
    players,
    poor_islands,
    poor_treasures,
    reserve,
    rounds,
    rules,
    shaman,
    standing,
    tide,
    time,
    treasures,
    treasures_per_island,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, count, exists, forall, implies, total

MATERIAL = both("Matériel")

player_count = rules.clause(
    "components.players",
    Source("T1", "Costa Ruana", "title"),
    en="The game is for {min_players} to {max_players} players.",
    fr="Le jeu se joue de {min_players} à {max_players} joueurs.",
)


@player_count.requires
def as_many_players_as_allowed() -> Prop:
    return all_of(min_players <= players, players <= max_players)


deck = rules.clause(
    "components.deck",
    *MATERIAL,
    covers=("C1",),
    en="There are {deck_size} action cards; each is in one place at a time.",
    fr="Il y a {deck_size} cartes action ; chacune n'est qu'à un seul endroit à la fois.",
)


@deck.requires
def deck_is_complete() -> Prop:
    return cards == deck_size


@deck.always
def only_cards_are_laid() -> Prop:
    return forall(
        Players,
        lambda p: forall(Faces, lambda f: implies(lies(p, f), exists(Cards, lambda c: laid(p, f) == c))),
    )


@deck.always
def cards_laid_are_on_the_table() -> Prop:
    return forall(
        Cards,
        lambda c: forall(
            Players,
            lambda p: forall(Faces, lambda f: implies(laid(p, f) == c, place_of(c) == TABLE)),
        ),
    )


@deck.always
def no_other_card_is_on_the_table() -> Prop:
    return forall(
        Cards,
        lambda c: implies(
            place_of(c) == TABLE,
            exists(Players, lambda p: exists(Faces, lambda f: laid(p, f) == c)),
        ),
    )


@deck.always
def no_card_is_laid_twice() -> Prop:
    return forall(
        Players,
        lambda p: forall(
            Faces,
            lambda f: forall(
                Players,
                lambda q: forall(
                    Faces,
                    lambda g: implies(all_of(lies(p, f), any_of(p != q, f != g)), laid(p, f) != laid(q, g)),
                ),
            ),
        ),
    )


card_kinds = rules.clause(
    "components.card-kinds",
    *MATERIAL,
    covers=("C1",),
    en="Every action card is of one of four kinds: move a treasure, remove inhabitants, place inhabitants, "
    "move an inhabitant; each kind occurs.",
    fr="Chaque carte action est de l'une des quatre sortes suivantes : déplacer un trésor, retirer des habitants, "
    "placer des habitants, déplacer un habitant ; chaque sorte existe.",
)


@card_kinds.requires
def one_kind_each() -> Prop:
    return forall(Cards, lambda c: all_of(kind(c) >= MOVE_TREASURE, kind(c) <= MOVE_INHABITANT))


@card_kinds.requires
def each_kind_occurs() -> Prop:
    return forall(Kinds, lambda k: exists(Cards, lambda c: kind(c) == k))


card_amounts = rules.clause(
    "components.card-amounts",
    *described("Retirer, Placer"),
    covers=("C29", "C30"),
    en="A remove or place card shows a number from {least_amount} to {greatest_amount}; a card that moves something "
    "moves one piece.",
    fr="Une carte retirer ou placer porte un nombre de {least_amount} à {greatest_amount} ; une carte qui déplace "
    "déplace une seule pièce.",
)


@card_amounts.requires
def amounts_in_range() -> Prop:
    return forall(
        Cards,
        lambda c: implies(
            any_of(kind(c) == REMOVE, kind(c) == PLACE),
            all_of(least_amount <= amount(c), amount(c) <= greatest_amount),
        ),
    )


@card_amounts.requires
def moves_are_single() -> Prop:
    return forall(
        Cards,
        lambda c: implies(any_of(kind(c) == MOVE_TREASURE, kind(c) == MOVE_INHABITANT), amount(c) == 1),
    )


backgrounds = rules.clause(
    "components.backgrounds",
    *both("Le shaman retourne une carte Condition"),
    *both("Révéler les cartes"),
    covers=("C17",),
    origin=Origin.READING,
    en="Every action card has one background, that of one of the four sides of the Condition cards; each background "
    "occurs.",
    fr="Chaque carte action a un seul fond, celui de l'une des quatre faces des cartes Condition ; chaque fond existe.",
)


@backgrounds.requires
def one_background_each() -> Prop:
    return forall(Cards, lambda c: all_of(background(c) >= HIGH_TIDE, background(c) <= NIGHT))


@backgrounds.requires
def each_background_occurs() -> Prop:
    return forall(Backgrounds, lambda b: exists(Cards, lambda c: background(c) == b))


@rules.notion(PlayerCounts)
def kept(n: Num) -> Num:
    """How many cards a game for n players uses."""
    return count(Cards, lambda c: notches(c) <= n)


enough_cards = rules.clause(
    "components.enough-cards",
    *both("Mise en place", "1"),
    *both("Préparation pour le tour suivant"),
    covers=("C4", "C43"),
    origin=Origin.IMPLIED,
    en="For every number of players the cards kept suffice for the deal and for every draw.",
    fr="Quel que soit le nombre de joueurs, les cartes conservées suffisent à la donne et à toutes les pioches.",
)


@enough_cards.requires
def pile_never_runs_out() -> Prop:
    each = hand + draw * (rounds - 2) + last_draw
    return forall(PlayerCounts, lambda n: kept(n) >= n * each)


condition_cards = rules.clause(
    "components.conditions",
    *MATERIAL,
    covers=("C1",),
    en="Two Condition cards have two sides each: high tide or low tide, day or night.",
    fr="Deux cartes Condition ont chacune deux faces : marée haute ou marée basse, jour ou nuit.",
)


@condition_cards.always
def one_side_of_each_shows() -> Prop:
    return all_of(
        any_of(tide == HIGH_TIDE, tide == LOW_TIDE),
        any_of(time == DAY, time == NIGHT),
    )


island_material = rules.clause(
    "components.islands",
    *MATERIAL,
    covers=("C1",),
    en="There are {island_cards} island cards.",
    fr="Il y a {island_cards} cartes île.",
)


@island_material.requires
def islands_suffice() -> Prop:
    return forall(PlayerCounts, lambda n: islands_for(n) <= island_cards)


cap = rules.clause(
    "components.island-cap",
    *MATERIAL,
    *both("Mise en place", "7"),
    *both("Récupérer les trésors des îles", "(3)"),
    covers=("C2",),
    en="No island ever holds more than {island_cap} inhabitants, whoever they belong to.",
    fr="Aucune île ne porte jamais plus de {island_cap} habitants, quels que soient leurs propriétaires.",
)


@cap.always
def no_island_overcrowded() -> Prop:
    return forall(Islands, lambda i: crowd(i) <= island_cap)


tribes = rules.clause(
    "components.inhabitants",
    *MATERIAL,
    covers=("C1",),
    en="Each of the {colours} colours has {inhabitants} inhabitants; a player's are on islands, on cards or "
    "in reserve.",
    fr="Chacune des {colours} couleurs a {inhabitants} habitants ; ceux d'un joueur sont sur des îles, sur des cartes "
    "ou dans sa réserve.",
)


@tribes.always
def no_inhabitant_lost() -> Prop:
    return forall(Players, lambda p: reserve(p) + abroad(p) + standing(p) == inhabitants)


@tribes.always
def no_negative_inhabitants() -> Prop:
    return forall(Players, lambda p: all_of(reserve(p) >= 0, forall(Islands, lambda i: on(i, p) >= 0)))


huts = rules.clause(
    "components.huts",
    Source("T1", "Matériel"),
    covers=("C1",),
    en="There is a hut for each of the {colours} colours, so every player has one.",
    fr="Il y a une hutte pour chacune des {colours} couleurs : chaque joueur en a une.",
)


@huts.requires
def a_colour_for_everybody() -> Prop:
    return players <= colours


gem_stones = rules.clause(
    "components.treasures",
    Source("T1", "Matériel"),
    covers=("C1",),
    en="There are {gems} gems, the treasures; those in play stay in play, on islands or with players.",
    fr="Il y a {gems} pierres précieuses, les trésors ; ceux en jeu le restent, sur les îles ou chez les joueurs.",
)


@rules.notion()
def in_play() -> Num:
    """How many treasures a game starts with."""
    return treasures_per_island * islands - poor_islands * (treasures_per_island - poor_treasures)


@gem_stones.requires
def gems_suffice() -> Prop:
    return in_play() <= gems


@gem_stones.always
def no_treasure_lost() -> Prop:
    collected = total(Players, lambda p: hut(p) + gained(p))
    return collected + total(Islands, lambda i: treasures(i)) == in_play()


@gem_stones.always
def no_negative_treasures() -> Prop:
    with_players = forall(Players, lambda p: all_of(hut(p) >= 0, gained(p) >= 0))
    return all_of(with_players, forall(Islands, lambda i: treasures(i) >= 0))


shaman_figure = rules.clause(
    "components.shaman",
    Source("T1", "Matériel"),
    covers=("C1",),
    en="There is one shaman figure: at every moment exactly one player is the shaman.",
    fr="Il y a une figurine shaman : à tout moment, un joueur et un seul est le shaman.",
)


@shaman_figure.always
def somebody_is_shaman() -> Prop:
    return exists(Players, lambda p: shaman == p)


goal = rules.clause(
    "goal.respect",
    *both("But du jeu"),
    covers=("C3",),
    en="The aim is to have the most respect points after round {rounds}, from treasures in the hut and inhabitants in "
    "reserve.",
    fr="Le but est de totaliser, après le tour {rounds}, le plus de respect, grâce aux trésors de la hutte et aux "
    "habitants de la réserve.",
)
