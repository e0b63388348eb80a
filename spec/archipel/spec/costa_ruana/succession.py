"""Between two rounds: the new shaman, the huts, the draw, the offer."""

from __future__ import annotations

from archipel.spec.clauses import Origin
from archipel.spec.costa_ruana.vocabulary import (
    OFFER,
    PILE,
    PLAY_UP,
    SETTLE,
    Cards,
    Faces,
    Players,
    Turns,
    accept,
    both,
    clockwise,
    draw,
    drawn,
    finish_game,
    gained,
    hand,
    hut,
    last_draw,
    name,
    named,
    phase,
    place_of,
    player,
    players,
    position,
    prepare,
    round_number,
    rounds,
    rules,
    shaman,
    turn,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, count, forall, implies, number, the, total, when

HEADING = "Préparation pour le tour suivant"

fewest = rules.clause(
    "succession.fewest",
    *both(HEADING, "1"),
    covers=("C40",),
    origin=Origin.READING,
    en="The player who took the fewest treasures in the round just played becomes shaman.",
    fr="Le joueur qui a pris le moins de trésors pendant le tour écoulé devient shaman.",
)

tie = rules.clause(
    "succession.tie",
    *both(HEADING, "1"),
    covers=("C41",),
    origin=Origin.READING,
    en="If several tie, it is the one of them nearest clockwise after the shaman of that round, who himself comes "
    "last.",
    fr="À égalité, c'est celui d'entre eux qui suit de plus près, dans le sens horaire, le shaman de ce tour, lequel "
    "ne passe qu'après tous les autres.",
)


@tie.defines(Players, Players)
def seats_after(s: Num, p: Num) -> Num:
    return when(p == s, players, clockwise(s, p))


@tie.defines()
def shaman_counted_from() -> Num:
    return shaman


@tie.defines(Players)
def seats_after_shaman(p: Num) -> Num:
    return seats_after(shaman_counted_from(), p)


@tie.defines(Players, Players)
def preferred_in_a_tie(p: Num, q: Num) -> Prop:
    return all_of(gained(p) == gained(q), seats_after_shaman(p) < seats_after_shaman(q))


@fewest.defines(Players)
def succeeds(p: Num) -> Prop:
    return forall(
        Players,
        lambda q: implies(p != q, any_of(gained(p) < gained(q), preferred_in_a_tie(p, q))),
    )


@fewest.defines()
def successor() -> Num:
    return the(Players, lambda p: succeeds(p), otherwise=shaman)


@fewest.sets(shaman, prepare)
def the_new_shaman() -> Num:
    return successor()


into_huts = rules.clause(
    "succession.huts",
    *both(HEADING, "2"),
    covers=("C42",),
    en="The treasures taken go into the huts, where nobody sees how many there are.",
    fr="Les trésors pris vont dans les huttes, où personne ne voit combien il y en a.",
)


@into_huts.adds(hut, prepare, finish_game)
def treasures_into_the_hut(p: Num) -> Num:
    return gained(p)


@into_huts.sets(gained, prepare, finish_game)
def none_left_outside(p: Num) -> Num:
    return number(0)


draws = rules.clause(
    "succession.draw",
    *both(HEADING, "3"),
    covers=("C43",),
    en="Each player draws {draw} cards, which brings every hand back to {hand}.",
    fr="Chaque joueur pioche {draw} cartes, ce qui ramène chaque main à {hand}.",
)

last_draws = rules.clause(
    "succession.last-draw",
    *both(HEADING, "3"),
    covers=("C43",),
    origin=Origin.READING,
    en="For the last round each player draws only {last_draw}.",
    fr="Pour le dernier tour, chaque joueur n'en pioche que {last_draw}.",
)


draw_order = rules.clause(
    "succession.draw-order",
    *both(HEADING, "3"),
    covers=("C43",),
    origin=Origin.IMPLIED,
    en="The players draw in turn, the new shaman first and then clockwise, each all his cards at once.",
    fr="Les joueurs piochent tour à tour, le nouveau shaman d'abord puis dans le sens horaire, chacun toutes ses "
    "cartes à la fois.",
)


@last_draws.defines()
def before_the_last_round() -> Prop:
    return round_number == rounds - 1


@draws.defines(Turns)
def cards_for(n: Num) -> Num:
    return when(before_the_last_round(), last_draw * n, draw * n)


@draw_order.defines(Cards, Players)
def draws_card(c: Num, p: Num) -> Prop:
    first = drawn + cards_for(clockwise(successor(), p))
    return all_of(place_of(c) == PILE, first <= position(c), position(c) < first + cards_for(number(1)))


@draws.sets(place_of, prepare)
def from_pile_to_hand(c: Num) -> Num:
    return the(Players, lambda p: draws_card(c, p), otherwise=place_of(c))


@draws.adds(drawn, prepare)
def pile_shrinks() -> Num:
    return cards_for(players)


@rules.notion(Cards, Players)
def held(c: Num, p: Num) -> Num:
    """1 if a player has a card in hand, 0 if not."""
    return when(place_of(c) == p, 1)


@draws.defines(Players)
def hand_size(p: Num) -> Num:
    return total(Cards, lambda c: held(c, p))


@draws.defines(Players)
def cards_played(p: Num) -> Num:
    """How many cards a player has laid this round; faces are laid in the order of their phases."""
    laid_by_now = count(
        Faces,
        lambda f: any_of(phase > PLAY_UP + f, all_of(phase == PLAY_UP + f, clockwise(shaman, p) < turn)),
    )
    return when(any_of(phase == SETTLE, phase == OFFER), 0, laid_by_now)


@last_draws.defines()
def full_hand() -> Num:
    last = any_of(round_number == rounds, all_of(before_the_last_round(), phase == OFFER))
    return when(last, hand - draw + last_draw, hand)


@draws.always
def hands_as_large_as_announced() -> Prop:
    return forall(Players, lambda p: hand_size(p) == full_hand() - cards_played(p))


may_refuse = rules.clause(
    "succession.refuse",
    *both(HEADING, "4"),
    covers=("C44",),
    en="Having seen his hand, the new shaman may keep the role or refuse it and name another player.",
    fr="Une fois sa main connue, le nouveau shaman garde le rôle, ou le refuse et désigne un autre joueur.",
)


@may_refuse.guards(accept, name)
def the_new_shaman_answers() -> Prop:
    return player == shaman


@may_refuse.guards(name)
def another_player_is_named() -> Prop:
    return named != player


@may_refuse.sets(shaman, name)
def the_named_player_is_shaman() -> Num:
    return named


no_second_refusal = rules.clause(
    "succession.no-second-refusal",
    *both(HEADING, "4"),
    covers=("C44",),
    en="The player named may not refuse: the next round begins at once.",
    fr="Le joueur désigné ne peut pas refuser : le tour suivant commence aussitôt.",
)


@no_second_refusal.sets(phase, name)
def no_further_question() -> Num:
    return PLAY_UP
