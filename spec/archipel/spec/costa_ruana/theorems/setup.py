"""What the box and the setup alone settle."""

from __future__ import annotations

from archipel.spec.costa_ruana.components import in_play
from archipel.spec.costa_ruana.succession import hand_size
from archipel.spec.costa_ruana.theorems.statement import theory
from archipel.spec.costa_ruana.vocabulary import (
    OVER,
    PILE,
    PLAY_DOWN,
    PLAY_UP,
    PREPARE,
    SETTLE,
    STAND,
    Cards,
    Islands,
    Players,
    cards,
    clockwise,
    colours,
    crowd,
    deck_size,
    draw,
    drawn,
    gems,
    hand,
    inhabitants,
    island_cap,
    island_cards,
    islands,
    last_draw,
    max_players,
    phase,
    place_of,
    players,
    position,
    reserve,
    round_number,
    rounds,
    settlers,
    shaman,
    treasures,
    turn,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, exists, forall, implies, total, when


def drawn_by_each() -> Num:
    """How many cards a player sees in a whole game."""
    return hand + draw * (rounds - 2) + last_draw


def laid_by_each() -> Num:
    """How many cards a player lays in a whole game: one face up and one face down in each round."""
    return 2 * rounds


opens = theory.theorem(
    "setup.satisfiable",
    "setup.shuffle",
    "setup.deal",
    "setup.treasures",
    "setup.reserves",
    "components.deck",
    "components.enough-cards",
    en="The box can be laid out as the rules ask, for every number of players: no two of its demands exclude each "
    "other.",
    fr="La boîte permet la mise en place demandée, quel que soit le nombre de joueurs : aucune de ses exigences n'en "
    "exclut une autre.",
    covers=("T-35",),
    rests_on=(gems, deck_size, colours, island_cards),
)


@opens.possible
def a_game_can_begin() -> Prop:
    """No position that has the invariants would exist if the material did not suffice."""
    everything = total(Islands, lambda i: treasures(i)) == in_play()
    at_home = forall(Players, lambda p: reserve(p) == inhabitants)
    return all_of(phase == SETTLE, turn == 0, everything, at_home)


gems_left = theory.theorem(
    "setup.gems-left",
    "components.treasures",
    "setup.treasures",
    "setup.island-count",
    en="With {max_players} players every island card is used, and fewer gems stay in the box than one more island "
    "would take.",
    fr="À {max_players} joueurs, toutes les cartes île servent, et il reste dans la boîte moins de pierres qu'il n'en "
    "faudrait pour une île de plus.",
    covers=("T-35",),
    players=(6,),
    rests_on=(gems,),
)


@gems_left.opening
def nearly_all_gems_are_used() -> Prop:
    laid_out = total(Islands, lambda i: treasures(i))
    rich = forall(Islands, lambda i: gems - laid_out < treasures(i))
    return all_of(laid_out <= gems, rich, islands == island_cards)


cards_seen = theory.theorem(
    "setup.cards-seen",
    "setup.deal",
    "succession.draw",
    "succession.last-draw",
    "play.face-up",
    "play.face-down",
    en="In a whole game every player has had the same number of cards, has laid two in each round, and is left with "
    "two that he never lays.",
    fr="Dans une partie entière, chacun a eu le même nombre de cartes, en a posé deux par tour, et en garde deux qu'il "
    "ne posera jamais.",
    covers=("T-6",),
    rests_on=(hand, last_draw),
)


@cards_seen.everywhere
def as_many_cards_for_everybody() -> Prop:
    return implies(phase == OVER, drawn == players * drawn_by_each())


@cards_seen.everywhere
def two_cards_left_over() -> Prop:
    left = drawn_by_each() - laid_by_each()
    return implies(phase == OVER, forall(Players, lambda p: all_of(hand_size(p) == left, left == 2)))


@cards_seen.kept
def the_row_is_no_longer_than_the_deck() -> Prop:
    return forall(Cards, lambda c: position(c) < cards)


pile_empties = theory.theorem(
    "setup.pile-empties",
    "setup.draw-pile",
    "succession.draw",
    "succession.last-draw",
    "components.enough-cards",
    en="With {max_players} players the last draw takes the last card of the pile: not one is left, and not one is "
    "missing.",
    fr="À {max_players} joueurs, la dernière pioche prend la dernière carte : il n'en reste aucune, et il n'en manque "
    "aucune.",
    covers=("T-6",),
    players=(6,),
    rests_on=(deck_size, hand),
)


@pile_empties.everywhere
def no_card_left_in_the_pile() -> Prop:
    refilled = any_of(round_number == rounds, phase == OVER)
    return implies(refilled, forall(Cards, lambda c: place_of(c) != PILE))


one_card_only = theory.theorem(
    "setup.last-draw-needed",
    "succession.last-draw",
    "components.deck",
    en="Drawing {draw} before the last round as well would take more cards than the box has for {max_players} "
    "players; that is why it is {last_draw}.",
    fr="Piocher encore {draw} cartes avant le dernier tour en demanderait plus que la boîte n'en a pour {max_players} "
    "joueurs ; voilà pourquoi c'est {last_draw}.",
    covers=("T-7",),
    rests_on=(deck_size, hand, draw),
)


@one_card_only.numbers
def a_full_last_draw_takes_too_many() -> Prop:
    return max_players * (hand + draw * (rounds - 1)) > deck_size


hands = theory.theorem(
    "play.hands",
    "succession.draw",
    "succession.last-draw",
    "play.face-up",
    "play.face-down",
    en="Every round begins with {hand} cards in each hand, the last one with one fewer; two are laid, so whoever is "
    "to lay a card always has one.",
    fr="Chaque tour commence avec {hand} cartes par main, le dernier avec une de moins ; on en pose deux, si bien que "
    "qui doit poser une carte en a toujours une.",
    covers=("T-8",),
    rests_on=(hand, last_draw),
)


def hand_of_the_round() -> Num:
    return hand - when(round_number == rounds, 1)


@hands.everywhere
def hands_when_a_round_begins() -> Prop:
    begins = all_of(phase == PLAY_UP, turn == 0)
    return implies(begins, forall(Players, lambda p: hand_size(p) == hand_of_the_round()))


@hands.everywhere
def hands_when_cards_are_laid() -> Prop:
    laid = all_of(phase >= STAND, phase <= PREPARE)
    return implies(laid, forall(Players, lambda p: hand_size(p) == hand_of_the_round() - 2))


@hands.everywhere
def a_card_for_whoever_must_lay_one() -> Prop:
    lays = any_of(phase == PLAY_UP, phase == PLAY_DOWN)
    return implies(
        lays, forall(Players, lambda p: implies(clockwise(shaman, p) >= turn, hand_size(p) >= 1))
    )


settling = theory.theorem(
    "setup.settling-never-blocked",
    "setup.settle-cap",
    "setup.settle-count",
    "setup.island-count",
    en="While players settle there is always an island with room.",
    fr="Pendant l'installation, il y a toujours une île où il reste de la place.",
    covers=("T-10",),
    rests_on=(island_cap, settlers),
)


@settling.everywhere
def some_island_has_room() -> Prop:
    return implies(phase == SETTLE, exists(Islands, lambda i: crowd(i) < island_cap))


no_full_island = theory.theorem(
    "setup.no-island-full-for-two",
    "setup.settle-cap",
    "setup.settle-count",
    en="Two players together cannot fill an island while they settle, so the limit of {island_cap} never binds them.",
    fr="À deux, on ne peut pas remplir une île pendant l'installation : la limite de {island_cap} n'y gêne jamais.",
    players=(2,),
    rests_on=(island_cap, settlers),
)


@no_full_island.everywhere
def no_island_is_full() -> Prop:
    return implies(phase == SETTLE, forall(Islands, lambda i: crowd(i) < island_cap))


full_island = theory.theorem(
    "setup.island-full-from-three",
    "setup.settle-cap",
    "setup.settle-count",
    en="From three players on an island can be full before everybody has settled, so the limit of {island_cap} does "
    "bind.",
    fr="Dès trois joueurs, une île peut être pleine avant que tous soient installés : la limite de {island_cap} joue.",
    players=(3, 4, 5, 6),
    rests_on=(island_cap, settlers),
)


@full_island.possible
def an_island_full_while_settling() -> Prop:
    return all_of(phase == SETTLE, exists(Islands, lambda i: crowd(i) == island_cap))
