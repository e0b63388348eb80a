"""A round: its steps, and the two cards and the inhabitant each player plays."""

from __future__ import annotations

from archipel.spec.clauses import Origin
from archipel.spec.costa_ruana.vocabulary import (
    DOWN,
    EFFECTS,
    FLIP,
    OFFER,
    OVER,
    PLAY_DOWN,
    PLAY_UP,
    PREPARE,
    RESOLVE,
    REVEAL,
    STAND,
    TABLE,
    UP,
    Faces,
    Players,
    Turns,
    accept,
    before,
    both,
    by,
    card,
    clockwise,
    collect,
    decline,
    described,
    face,
    finish_card,
    finish_game,
    flip,
    hidden,
    laid,
    last_in_turn,
    lies,
    lies_before,
    name,
    next_turn,
    phase,
    place_of,
    play_down,
    play_up,
    player,
    players,
    prepare,
    reserve,
    resolve,
    reveal,
    round_number,
    rounds,
    rules,
    shaman,
    skip,
    stand,
    standing,
    stands,
    take_up,
    turn,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, exists, forall, implies, negation, number, when

GAME = "Jeu"
HEADING = "Jouer 2 cartes et placer un habitant"

round_count = rules.clause(
    "round.count",
    *both(GAME),
    covers=("C11",),
    en="A game has {rounds} rounds.",
    fr="Une partie compte {rounds} tours.",
)


@round_count.always
def rounds_in_range() -> Prop:
    return all_of(number(0) <= round_number, round_number <= rounds)


@round_count.always
def an_offer_means_another_round() -> Prop:
    return implies(phase == OFFER, round_number < rounds)


@round_count.guards(prepare)
def another_round_follows() -> Prop:
    return round_number < rounds


@round_count.guards(finish_game)
def no_round_follows() -> Prop:
    return round_number == rounds


@round_count.adds(round_number, accept, name)
def the_next_round_begins() -> Num:
    return number(1)


round_steps = rules.clause(
    "round.steps",
    *both(GAME),
    covers=("C11",),
    en="Each round has these steps, in this order: a card face up, a card face down, an inhabitant on a card, the "
    "shaman's Condition card, revealing, resolving, collecting, preparing the next round.",
    fr="Chaque tour suit ces étapes, dans cet ordre : une carte visible, une carte cachée, un habitant sur une carte, "
    "la carte Condition du shaman, la révélation, la résolution, la récolte, la préparation du tour suivant.",
)


@round_steps.always
def turns_in_range() -> Prop:
    return all_of(number(0) <= turn, turn < players)


@round_steps.guards(play_up)
def time_to_play_up() -> Prop:
    return phase == PLAY_UP


@round_steps.guards(play_down)
def time_to_play_down() -> Prop:
    return phase == PLAY_DOWN


@round_steps.guards(stand, decline)
def time_to_stand() -> Prop:
    return phase == STAND


@round_steps.guards(flip)
def time_to_flip() -> Prop:
    return phase == FLIP


@round_steps.guards(reveal)
def time_to_reveal() -> Prop:
    return phase == REVEAL


@round_steps.guards(resolve, take_up, skip, finish_card, *EFFECTS, collect)
def time_to_resolve() -> Prop:
    return phase == RESOLVE


@round_steps.guards(collect)
def all_cards_resolved() -> Prop:
    return forall(Players, lambda p: forall(Faces, lambda f: negation(lies(p, f))))


@round_steps.guards(prepare, finish_game)
def time_to_prepare() -> Prop:
    return phase == PREPARE


@round_steps.guards(accept, name)
def time_to_answer() -> Prop:
    return phase == OFFER


@round_steps.sets(phase, play_up)
def then_face_down() -> Num:
    return when(last_in_turn(), PLAY_DOWN, PLAY_UP)


@round_steps.sets(phase, play_down)
def then_inhabitants() -> Num:
    return when(last_in_turn(), STAND, PLAY_DOWN)


@round_steps.sets(phase, stand, decline)
def then_the_condition() -> Num:
    return when(last_in_turn(), FLIP, STAND)


@round_steps.sets(phase, flip)
def then_revealing() -> Num:
    return REVEAL


@round_steps.sets(phase, reveal)
def then_resolving() -> Num:
    return RESOLVE


@round_steps.sets(phase, collect)
def then_preparing() -> Num:
    return PREPARE


@round_steps.sets(phase, prepare)
def then_the_offer() -> Num:
    return OFFER


@round_steps.sets(phase, accept)
def then_a_new_round() -> Num:
    return PLAY_UP


@round_steps.sets(phase, finish_game)
def then_nothing() -> Num:
    return OVER


face_up = rules.clause(
    "play.face-up",
    *both(HEADING, "1"),
    covers=("C12",),
    en="Beginning with the shaman and going clockwise, each player lays one card from hand face up.",
    fr="En commençant par le shaman, puis dans le sens horaire, chaque joueur pose une carte de sa main, visible.",
)

face_down = rules.clause(
    "play.face-down",
    *both(HEADING, "2"),
    covers=("C13",),
    en="Then, again beginning with the shaman and going clockwise, each player lays one card from hand face down.",
    fr="Puis, de nouveau en commençant par le shaman et dans le sens horaire, chaque joueur pose une carte de sa "
    "main, cachée.",
)


@face_up.guards(play_up)
@face_down.guards(play_down)
def players_turn_to_lay() -> Prop:
    return clockwise(shaman, player) == turn


@face_up.guards(play_up)
@face_down.guards(play_down)
def from_the_players_hand() -> Prop:
    return place_of(card) == player


@face_up.sets(turn, play_up)
def next_to_lay_up() -> Num:
    return next_turn()


@face_down.sets(turn, play_down)
def next_to_lay_down() -> Num:
    return next_turn()


@face_up.sets(place_of, play_up)
def from_hand_to_table(c: Num) -> Num:
    return when(c == card, TABLE, place_of(c))


@face_down.sets(place_of, play_down)
def from_hand_to_table_hidden(c: Num) -> Num:
    return when(c == card, TABLE, place_of(c))


@face_up.sets(laid, play_up)
def laid_face_up(p: Num, f: Num) -> Num:
    return when(all_of(p == player, f == UP), card, laid(p, f))


@face_down.sets(laid, play_down)
def laid_face_down(p: Num, f: Num) -> Num:
    return when(all_of(p == player, f == DOWN), card, laid(p, f))


@face_down.sets(hidden, play_down)
def nobody_sees_it(p: Num, f: Num) -> Prop:
    return any_of(hidden(p, f), all_of(p == player, f == DOWN))


before_anybody = rules.clause(
    "play.before-anybody",
    *both(HEADING, "1, 2"),
    covers=("C12", "C13"),
    en="A card is laid in front of oneself or of any other player; several cards may lie in front of one player.",
    fr="Une carte se pose devant soi ou devant n'importe quel autre joueur ; plusieurs cartes peuvent se trouver "
    "devant un même joueur.",
)


@before_anybody.sets(lies_before, play_up)
def up_before_the_chosen_player(p: Num, f: Num) -> Num:
    return when(all_of(p == player, f == UP), before, lies_before(p, f))


@before_anybody.sets(lies_before, play_down)
def down_before_the_chosen_player(p: Num, f: Num) -> Num:
    return when(all_of(p == player, f == DOWN), before, lies_before(p, f))


inhabitant = rules.clause(
    "play.inhabitant",
    *both(HEADING, "3"),
    covers=("C14",),
    en="Then, beginning with the shaman and going clockwise, each player may put one inhabitant on a played card, or "
    "pass.",
    fr="Ensuite, en commençant par le shaman et dans le sens horaire, chaque joueur peut poser un habitant sur une "
    "carte jouée, ou passer.",
)


@inhabitant.guards(stand, decline)
def players_turn_to_stand() -> Prop:
    return clockwise(shaman, player) == turn


@inhabitant.sets(turn, stand, decline)
def next_to_stand() -> Num:
    return next_turn()


@inhabitant.sets(stands, stand)
def now_on_the_card(q: Num, p: Num, f: Num) -> Prop:
    return any_of(stands(q, p, f), all_of(q == player, p == by, f == face))


@inhabitant.always
def one_inhabitant_on_cards_at_most() -> Prop:
    return forall(Players, lambda q: standing(q) <= 1)


@inhabitant.always
def inhabitants_stand_on_cards_that_are_there() -> Prop:
    return forall(
        Players,
        lambda q: forall(Players, lambda p: forall(Faces, lambda f: implies(stands(q, p, f), lies(p, f)))),
    )


@inhabitant.always
def nobody_stands_before_acting() -> Prop:
    not_yet = any_of(phase < STAND, phase > RESOLVE)
    return forall(
        Players,
        lambda q: implies(
            any_of(not_yet, all_of(phase == STAND, clockwise(shaman, q) >= turn)),
            standing(q) == 0,
        ),
    )


any_card = rules.clause(
    "play.any-card",
    *both(HEADING, "3"),
    covers=("C14",),
    en="The inhabitant may go on any card on the table, face up or face down, in front of anybody.",
    fr="L'habitant peut aller sur n'importe quelle carte de la table, visible ou cachée, devant n'importe qui.",
)


@any_card.guards(stand)
def a_card_is_there() -> Prop:
    return lies(by, face)


@any_card.permits(stand)
def on_a_hidden_card_before_somebody_else() -> Prop:
    return all_of(hidden(by, face), lies_before(by, face) != player)


@any_card.permits(stand)
def on_an_open_card_of_somebody_else() -> Prop:
    return all_of(negation(hidden(by, face)), by != player)


from_reserve = rules.clause(
    "play.from-reserve",
    *both(HEADING, "3"),
    *described("Placer, Important"),
    covers=("C14", "C31"),
    origin=Origin.READING,
    en="The inhabitant put on a card comes from its owner's reserve.",
    fr="L'habitant posé sur une carte vient de la réserve de son propriétaire.",
)


@from_reserve.guards(stand)
def somebody_in_reserve() -> Prop:
    return reserve(player) >= 1


@from_reserve.adds(reserve, stand)
def leaves_the_reserve(p: Num) -> Num:
    return when(p == player, -1)


affects = rules.clause(
    "play.affects",
    *both(HEADING),
    covers=("C15",),
    en="A card acts on the player in front of whom it lies; an inhabitant on it repeats its effect for its own owner.",
    fr="Une carte agit sur le joueur devant qui elle se trouve ; un habitant posé dessus en répète l'effet pour son "
    "propriétaire.",
)


@affects.defines(Players, Faces, Turns)
def acts_for_somebody(p: Num, f: Num, t: Num) -> Prop:
    repeated = exists(Players, lambda q: all_of(stands(q, p, f), clockwise(lies_before(p, f), q) == t - 1))
    return all_of(lies(p, f), any_of(t == 0, repeated))
