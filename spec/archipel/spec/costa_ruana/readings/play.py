"""Which cards and inhabitants are played."""

from __future__ import annotations

from archipel.spec.costa_ruana.play import before_anybody, face_down, from_reserve
from archipel.spec.costa_ruana.readings.registry import READINGS
from archipel.spec.costa_ruana.vocabulary import (
    FLIP,
    STAND,
    UP,
    before,
    by,
    clockwise,
    face,
    last_in_turn,
    lies,
    lies_before,
    next_turn,
    on,
    phase,
    play_down,
    player,
    shaman,
    source,
    stands,
    turn,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, when

cards_before = READINGS.point(
    "cards-before",
    before_anybody,
    ours="any",
    en="May a player lay both his cards of a round in front of the same player?",
    fr="Un joueur peut-il poser ses deux cartes d'un tour devant le même joueur ?",
    why=(
        "Nothing limits how many cards lie in front of one player, and in the first worked example one lays both "
        "in front of himself.",
        "Rien ne limite le nombre de cartes devant un joueur, et dans le premier exemple l'un en pose deux "
        "devant lui.",
    ),
    covers=("A30",),
)
one_each = cards_before.reading(
    "one-each",
    en="A card is laid in front of oneself or of any other player, but nobody lays both "
    "his cards in front of the same one.",
    fr="Une carte se pose devant soi ou devant n'importe quel autre joueur, mais nul ne pose ses deux cartes devant le "
    "même.",
)


@one_each.clause.guards(play_down)
def before_another_than_the_first() -> Prop:
    return before != lies_before(player, UP)


card_inhabitant = READINGS.point(
    "card-inhabitant",
    from_reserve,
    ours="reserve",
    en="Where does the inhabitant put on a card come from?",
    fr="D'où vient l'habitant posé sur une carte ?",
    why=(
        "Inhabitants on cards are said to be out of the reserve, and they go back to it: that is where they "
        "came from.",
        "Les habitants posés sur des cartes sont dits hors de la réserve, et ils y retournent : c'est de là "
        "qu'ils viennent.",
    ),
    covers=("A12",),
    sources=("P2",),
)
from_island = card_inhabitant.reading(
    "reserve-or-island",
    en="The inhabitant put on a card comes from its owner's reserve, or from an island.",
    fr="L'habitant posé sur une carte vient de la réserve de son propriétaire, ou d'une île.",
)
stand_from = from_island.decision("stand_from", player, by, face, source)


@from_island.clause.guards(stand_from)
def while_inhabitants_are_put_on_cards() -> Prop:
    return all_of(phase == STAND, clockwise(shaman, player) == turn)


@from_island.clause.guards(stand_from)
def on_a_card_that_is_there() -> Prop:
    return lies(by, face)


@from_island.clause.guards(stand_from)
def from_an_island_where_one_is() -> Prop:
    return on(source, player) >= 1


@from_island.clause.sets(phase, stand_from)
def then_the_others_or_the_conditions() -> Num:
    return when(last_in_turn(), FLIP, phase)


@from_island.clause.sets(turn, stand_from)
def the_next_one_puts_his() -> Num:
    return next_turn()


@from_island.clause.sets(stands, stand_from)
def it_stands_on_the_card(q: Num, p: Num, f: Num) -> Prop:
    return any_of(stands(q, p, f), all_of(q == player, p == by, f == face))


@from_island.clause.adds(on, stand_from)
def it_leaves_the_island(i: Num, p: Num) -> Num:
    return when(all_of(i == source, p == player), -1)


face_down_cards = READINGS.point(
    "face-down",
    face_down,
    ours="own-only",
    en="Who may look at a card that lies face down?",
    fr="Qui peut regarder une carte cachée ?",
    why=(
        "Nothing is said; who laid a card knows it, and face down means that the others do not.",
        "Rien n'est dit ; qui a posé une carte la connaît, et cachée veut dire que les autres l'ignorent.",
    ),
    covers=("A27",),
)
face_down_cards.reading(
    "who-it-lies-before-too",
    en="Then, again beginning with the shaman and going clockwise, each player lays one card from hand face down; who "
    "has it in front of him may look at it.",
    fr="Puis, de nouveau en commençant par le shaman et dans le sens horaire, chaque joueur pose une carte de sa main, "
    "cachée ; qui l'a devant lui peut la regarder.",
    beyond=True,
)
