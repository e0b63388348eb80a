"""Setting up: any position that meets these clauses may open a game, and no other."""

from __future__ import annotations

from archipel.spec.clauses import Origin
from archipel.spec.costa_ruana.vocabulary import (
    BOX,
    DAY,
    HIGH_TIDE,
    LOW_TIDE,
    NIGHT,
    NOTHING,
    PILE,
    PLAY_UP,
    SETTLE,
    Cards,
    Faces,
    Islands,
    Players,
    Turns,
    abroad,
    both,
    clockwise,
    crowd,
    drawn,
    due,
    gained,
    hand,
    hidden,
    hut,
    inhabitants,
    island,
    island_cap,
    islands,
    islands_for,
    laid,
    last_in_turn,
    lies_before,
    next_turn,
    notches,
    on,
    opened,
    phase,
    place_of,
    player,
    players,
    poor_islands,
    poor_treasures,
    position,
    reserve,
    round_number,
    rules,
    settle,
    settlers,
    shaman,
    stands,
    tide,
    time,
    treasures,
    treasures_per_island,
    turn,
)
from archipel.spec.logic import (
    Num,
    Prop,
    all_of,
    any_of,
    count,
    exists,
    forall,
    iff,
    implies,
    negation,
    when,
)

HEADING = "Mise en place"

keep_cards = rules.clause(
    "setup.keep-cards",
    *both(HEADING, "1"),
    covers=("C4",),
    en="Only cards with at most as many notches as there are players are used; the others stay in the box.",
    fr="Seules servent les cartes qui ont au plus autant d'encoches qu'il y a de joueurs ; les autres restent dans la "
    "boîte.",
)


@keep_cards.initially
def others_in_the_box() -> Prop:
    return forall(Cards, lambda c: iff(place_of(c) == BOX, notches(c) > players))


@keep_cards.always
def box_stays_closed() -> Prop:
    return forall(Cards, lambda c: iff(place_of(c) == BOX, notches(c) > players))


shuffle = rules.clause(
    "setup.shuffle",
    *both(HEADING, "1"),
    covers=("C4",),
    en="The cards used are shuffled: any order is possible.",
    fr="Les cartes utilisées sont mélangées : tout ordre est possible.",
)


@shuffle.initially
def kept_cards_in_a_row() -> Prop:
    used = count(Cards, lambda c: notches(c) <= players)
    return forall(Cards, lambda c: position(c) < used)


@shuffle.initially
def only_kept_cards_have_a_position() -> Prop:
    return forall(
        Cards,
        lambda c: any_of(
            all_of(notches(c) <= players, position(c) >= 0),
            all_of(notches(c) > players, position(c) == NOTHING),
        ),
    )


@shuffle.initially
def no_two_cards_at_one_position() -> Prop:
    return forall(
        Cards,
        lambda c: forall(
            Cards,
            lambda d: implies(all_of(c != d, notches(c) <= players, notches(d) <= players), position(c) != position(d)),
        ),
    )


deal = rules.clause(
    "setup.deal",
    *both(HEADING, "1"),
    covers=("C4",),
    en="Each player is dealt {hand} cards.",
    fr="Chaque joueur reçoit {hand} cartes.",
)


@deal.initially
def first_cards_are_dealt() -> Prop:
    return forall(
        Cards,
        lambda c: forall(
            Players,
            lambda p: iff(place_of(c) == p, all_of(hand * p <= position(c), position(c) < hand * p + hand)),
        ),
    )


draw_pile = rules.clause(
    "setup.draw-pile",
    *both(HEADING, "1"),
    covers=("C4",),
    en="The cards left over form the draw pile, face down.",
    fr="Les cartes restantes forment la pioche, face cachée.",
)


@draw_pile.initially
def the_rest_is_the_pile() -> Prop:
    return all_of(
        drawn == hand * players,
        forall(Cards, lambda c: iff(place_of(c) == PILE, position(c) >= hand * players)),
    )


@draw_pile.always
def pile_keeps_its_order() -> Prop:
    return forall(Cards, lambda c: iff(place_of(c) == PILE, position(c) >= drawn))


condition_sides = rules.clause(
    "setup.conditions",
    *both(HEADING, "2"),
    covers=("C5",),
    en="The two Condition cards are laid out, each with a random side showing.",
    fr="Les deux cartes Condition sont posées, chacune montrant une face au hasard.",
)


@condition_sides.initially
def any_side_may_show() -> Prop:
    return all_of(any_of(tide == HIGH_TIDE, tide == LOW_TIDE), any_of(time == DAY, time == NIGHT))


island_count = rules.clause(
    "setup.island-count",
    *both(HEADING, "3"),
    covers=("C6",),
    en="The number of islands depends on the number of players: "
    "{islands_for_2} for 2 players, {islands_for_3} for 3, {islands_for_4} for 4, {islands_for_5} for 5, "
    "{islands_for_6} for 6.",
    fr="Le nombre d'îles dépend du nombre de joueurs : {islands_for_2} à 2 joueurs, "
    "{islands_for_3} à 3, {islands_for_4} à 4, {islands_for_5} à 5, {islands_for_6} à 6.",
)


@island_count.requires
def as_many_islands_as_the_table_says() -> Prop:
    return islands == islands_for(players)


treasure_layout = rules.clause(
    "setup.treasures",
    *both(HEADING, "4"),
    covers=("C7",),
    origin=Origin.READING,
    en="Each island gets {treasures_per_island} treasures, except {poor_islands} drawn at random, which get "
    "{poor_treasures} each.",
    fr="Chaque île reçoit {treasures_per_island} trésors, sauf {poor_islands} tirées au hasard, qui en reçoivent "
    "{poor_treasures} chacune.",
)


@treasure_layout.initially
def so_many_poor_islands() -> Prop:
    return count(Islands, lambda i: treasures(i) == poor_treasures) == poor_islands


@treasure_layout.initially
def the_others_are_rich() -> Prop:
    return forall(Islands, lambda i: any_of(treasures(i) == poor_treasures, treasures(i) == treasures_per_island))


first_shaman = rules.clause(
    "setup.shaman",
    *both(HEADING, "5"),
    covers=("C8",),
    en="The first shaman, who is the first player, is drawn at random.",
    fr="Le premier shaman, qui est le premier joueur, est tiré au sort.",
)


@first_shaman.initially
def anybody_may_be_shaman() -> Prop:
    return exists(Players, lambda p: shaman == p)


reserves = rules.clause(
    "setup.reserves",
    *both(HEADING, "6"),
    covers=("C9",),
    en="Each player starts with all {inhabitants} inhabitants of a colour in reserve, and an empty hut.",
    fr="Chaque joueur commence avec les {inhabitants} habitants d'une couleur en réserve, et une hutte vide.",
)


@reserves.initially
def everybody_at_home() -> Prop:
    return forall(
        Players,
        lambda p: all_of(reserve(p) == inhabitants, forall(Islands, lambda i: on(i, p) == 0)),
    )


@reserves.initially
def nothing_collected() -> Prop:
    return forall(Players, lambda p: all_of(hut(p) == 0, gained(p) == 0))


empty_table = rules.clause(
    "setup.empty-table",
    *both(HEADING),
    origin=Origin.IMPLIED,
    en="No card lies on the table when a game begins.",
    fr="Aucune carte n'est sur la table au début d'une partie.",
)


@empty_table.initially
def nothing_on_the_table() -> Prop:
    return forall(
        Players,
        lambda p: forall(
            Faces,
            lambda f: all_of(
                laid(p, f) == NOTHING,
                lies_before(p, f) == NOTHING,
                negation(hidden(p, f)),
                negation(opened(p, f)),
                forall(Players, lambda q: negation(stands(q, p, f))),
                forall(Turns, lambda t: negation(due(p, f, t))),
            ),
        ),
    )


settle_order = rules.clause(
    "setup.settle-order",
    *both(HEADING, "7"),
    covers=("C10",),
    en="Beginning with the shaman and going clockwise, players in turn settle one inhabitant at a time.",
    fr="En commençant par le shaman, puis dans le sens horaire, les joueurs installent à tour de rôle un habitant à la "
    "fois.",
)


@settle_order.initially
def settling_begins_with_the_shaman() -> Prop:
    return all_of(phase == SETTLE, turn == 0, round_number == 0)


@settle_order.guards(settle)
def settlers_turn() -> Prop:
    return clockwise(shaman, player) == turn


@settle_order.sets(turn, settle)
def next_settler() -> Num:
    return next_turn()


settle_anywhere = rules.clause(
    "setup.settle-anywhere",
    *both(HEADING, "7"),
    covers=("C10",),
    en="A settler comes from the reserve and may go to any island.",
    fr="L'habitant installé vient de la réserve et peut aller sur n'importe quelle île.",
)


@settle_anywhere.adds(on, settle)
def one_more_there(i: Num, p: Num) -> Num:
    return when(all_of(i == island, p == player), 1)


@settle_anywhere.adds(reserve, settle)
def one_less_at_home(p: Num) -> Num:
    return when(p == player, -1)


settle_cap = rules.clause(
    "setup.settle-cap",
    *both(HEADING, "7"),
    covers=("C10",),
    en="Nobody settles on an island that already holds {island_cap} inhabitants.",
    fr="Personne ne s'installe sur une île qui porte déjà {island_cap} habitants.",
)


@settle_cap.guards(settle)
def room_to_settle() -> Prop:
    return crowd(island) < island_cap


settle_count = rules.clause(
    "setup.settle-count",
    *both(HEADING, "7"),
    covers=("C10",),
    en="Settling ends when every player has {settlers} inhabitants on islands; then the first round begins.",
    fr="L'installation s'achève quand chaque joueur a {settlers} habitants sur des îles ; le premier tour commence "
    "alors.",
)


@settle_count.guards(settle)
def still_settling() -> Prop:
    return all_of(phase == SETTLE, abroad(player) < settlers)


@rules.notion()
def last_settler() -> Prop:
    return all_of(
        last_in_turn(),
        exists(Players, lambda p: all_of(clockwise(shaman, p) == turn, abroad(p) + 1 == settlers)),
    )


@settle_count.sets(phase, settle)
def settling_goes_on_or_ends() -> Num:
    return when(last_settler(), PLAY_UP, SETTLE)


@settle_count.sets(round_number, settle)
def first_round_begins() -> Num:
    return when(last_settler(), 1, 0)
