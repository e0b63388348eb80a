"""What is where in each part of a round: the invariants that other theorems rest on."""

from __future__ import annotations

from collections.abc import Callable

from archipel.spec.costa_ruana.conditions import active
from archipel.spec.costa_ruana.play import acts_for_somebody
from archipel.spec.costa_ruana.resolution import nearer_the_shaman, of_an_earlier_kind
from archipel.spec.costa_ruana.setup import so_many_poor_islands, the_others_are_rich
from archipel.spec.costa_ruana.succession import cards_for, draws_card, held, successor
from archipel.spec.costa_ruana.theorems.statement import theory
from archipel.spec.costa_ruana.vocabulary import (
    DOWN,
    NOTHING,
    OFFER,
    OVER,
    PLAY_UP,
    RESOLVE,
    REVEAL,
    SETTLE,
    STAND,
    Cards,
    Faces,
    Players,
    Rounds,
    Turns,
    abroad,
    card,
    clockwise,
    draw,
    drawn,
    due,
    finish_card,
    hand,
    hidden,
    last_draw,
    lies,
    lies_before,
    opened,
    phase,
    play_down,
    play_up,
    player,
    players,
    prepare,
    reveal,
    round_number,
    rounds,
    settlers,
    shaman,
    turn,
)
from archipel.spec.logic import (
    Num,
    Prop,
    after,
    all_of,
    any_of,
    count,
    exists,
    forall,
    iff,
    implies,
    negation,
    number,
    total,
    when,
)


def forall_effects(body: Callable[[Num, Num, Num], Prop]) -> Prop:
    """For every card a player can have laid and every turn on it."""
    return forall(Players, lambda p: forall(Faces, lambda f: forall(Turns, lambda t: body(p, f, t))))


phases = theory.theorem(
    "bookkeeping.phases",
    "round.steps",
    "setup.settle-count",
    en="A game is always in one of its ten parts; while players settle no round has begun, and afterwards one has.",
    fr="Une partie est toujours dans l'un de ses dix moments ; pendant l'installation aucun tour n'a commencé, ensuite "
    "il y en a un.",
)


@phases.kept
def a_known_part_of_the_game() -> Prop:
    return all_of(phase >= SETTLE, phase <= OVER)


@phases.kept
def rounds_begin_after_settling() -> Prop:
    return iff(phase == SETTLE, round_number == 0)


@phases.kept
def turns_are_counted_only_where_players_act_in_turn() -> Prop:
    return implies(phase > STAND, turn == 0)


settled = theory.theorem(
    "bookkeeping.settlers",
    "setup.settle-order",
    "setup.settle-count",
    en="While players settle, everybody who has acted in this lap has settled one inhabitant more than those who have "
    "not.",
    fr="Pendant l'installation, ceux qui ont joué dans ce passage ont installé un habitant de plus que les autres.",
)


@settled.kept
def settlers_keep_pace() -> Prop:
    def pace(p: Num) -> Num:
        return abroad(p) - when(clockwise(shaman, p) < turn, 1)

    return implies(
        phase == SETTLE,
        all_of(
            forall(Players, lambda p: pace(p) < settlers),
            forall(Players, lambda p: forall(Players, lambda q: pace(p) == pace(q))),
        ),
    )


table = theory.theorem(
    "bookkeeping.table",
    "play.face-up",
    "play.face-down",
    "round.steps",
    en="Before cards are resolved, exactly those cards lie on the table that players have had their turn to lay; "
    "between rounds there are none.",
    fr="Avant la résolution, la table porte exactement les cartes que les joueurs ont déjà eu à poser ; entre deux "
    "tours, aucune.",
)


@table.kept
def cards_lie_as_turns_have_come() -> Prop:
    def laid_by_now(p: Num, f: Num) -> Prop:
        in_turn = all_of(phase == PLAY_UP + f, clockwise(shaman, p) < turn)
        return any_of(in_turn, all_of(phase > PLAY_UP + f, phase <= REVEAL))

    return implies(
        phase != RESOLVE,
        forall(Players, lambda p: forall(Faces, lambda f: iff(lies(p, f), laid_by_now(p, f)))),
    )


@table.kept
def every_card_lies_before_somebody() -> Prop:
    return forall(
        Players,
        lambda p: forall(
            Faces,
            lambda f: all_of(
                implies(lies(p, f), exists(Players, lambda q: lies_before(p, f) == q)),
                any_of(lies(p, f), lies_before(p, f) == NOTHING),
            ),
        ),
    )


@table.kept
def only_cards_laid_face_down_are_hidden() -> Prop:
    return forall(
        Players,
        lambda p: forall(Faces, lambda f: iff(hidden(p, f), all_of(f == DOWN, lies(p, f), phase <= REVEAL))),
    )


effects = theory.theorem(
    "bookkeeping.effects",
    "reveal.keep",
    "resolution.beneficiaries",
    "play.affects",
    en="Effects are due only while cards are resolved, only for cards on the table and for the players they concern; a "
    "card not yet begun still owes all of its effects.",
    fr="Un effet n'est dû que pendant la résolution, pour une carte sur la table et pour un joueur qu'elle concerne ; "
    "une carte pas encore entamée doit encore tous ses effets.",
)


@effects.kept
def only_effects_that_concern_somebody_are_due() -> Prop:
    return forall_effects(
        lambda p, f, t: implies(due(p, f, t), all_of(phase == RESOLVE, acts_for_somebody(p, f, t)))
    )


@effects.kept
def cards_not_begun_owe_everything() -> Prop:
    return forall_effects(
        lambda p, f, t: implies(
            all_of(phase == RESOLVE, negation(opened(p, f)), acts_for_somebody(p, f, t)), due(p, f, t)
        )
    )


layout = theory.theorem(
    "bookkeeping.layout",
    "setup.treasures",
    en="While players settle, the treasures lie as they were laid out.",
    fr="Pendant que les joueurs s'installent, les trésors sont tels qu'ils ont été répartis.",
)


@layout.kept
def treasures_lie_as_laid_out() -> Prop:
    return implies(phase == SETTLE, all_of(so_many_poor_islands(), the_others_are_rich()))


remaining = theory.theorem(
    "bookkeeping.active",
    "conditions.active",
    "reveal.discard",
    en="While effects are carried out, every card on the table is active.",
    fr="Pendant l'application des effets, toute carte sur la table est active.",
)


@remaining.kept
def cards_being_resolved_are_active() -> Prop:
    def is_active(p: Num, f: Num) -> Prop:
        return implies(all_of(phase == RESOLVE, lies(p, f)), active(p, f))

    return forall(Players, lambda p: forall(Faces, lambda f: is_active(p, f)))


under_way = theory.theorem(
    "bookkeeping.under-way",
    "resolution.one-at-a-time",
    "resolution.seat-order",
    "resolution.kind-order",
    en="At most one card is being resolved, and no card that should come before it is still waiting.",
    fr="Une carte au plus est en cours de résolution, et aucune carte qui devrait la précéder n'attend encore.",
)


@under_way.kept
def one_card_under_way_at_most() -> Prop:
    return total(Players, lambda p: count(Faces, lambda f: opened(p, f))) <= 1


@under_way.kept
def the_card_under_way_is_on_the_table() -> Prop:
    return forall(
        Players,
        lambda p: forall(Faces, lambda f: implies(opened(p, f), all_of(phase == RESOLVE, lies(p, f)))),
    )


@under_way.kept
def nothing_waits_that_comes_first() -> Prop:
    def first(p: Num, f: Num, q: Num, g: Num) -> Prop:
        return any_of(nearer_the_shaman(q, g, p, f), of_an_earlier_kind(q, g, p, f))

    return forall(
        Players,
        lambda p: forall(
            Faces,
            lambda f: forall(
                Players,
                lambda q: forall(
                    Faces, lambda g: implies(all_of(opened(p, f), lies(q, g)), negation(first(p, f, q, g)))
                ),
            ),
        ),
    )


pile = theory.theorem(
    "bookkeeping.pile",
    "setup.draw-pile",
    "succession.draw",
    "succession.last-draw",
    en="How many cards have left the pile depends only on the round.",
    fr="Le nombre de cartes déjà sorties de la pioche ne dépend que du tour.",
)


@pile.kept
def as_many_drawn_as_rounds_say() -> Prop:
    refilled = round_number - 1 + when(phase == OFFER, 1)
    short = when(refilled == rounds - 1, draw - last_draw)
    each = hand + when(phase == SETTLE, 0, draw * refilled - short)
    return drawn == players * each


hands = theory.theorem(
    "bookkeeping.hands",
    "succession.draw",
    "succession.last-draw",
    "succession.draw-order",
    "play.face-up",
    "play.face-down",
    "reveal.discard",
    "resolution.finish",
    en="Laying a card takes it, and no other, from its player's hand; discarding changes nobody's hand; and drawing "
    "always finds in the pile as many cards as are announced.",
    fr="Jouer une carte ne retire qu'elle, et de la main de son joueur ; défausser ne change la main de personne ; et "
    "qui pioche trouve toujours autant de cartes qu'annoncé.",
)


@hands.over(play_up, play_down)
def cards_laid_leave_their_players_hand() -> Prop:
    def leaves(c: Num, p: Num) -> Num:
        return when(all_of(c == card, p == player), 1)

    return forall(Cards, lambda c: forall(Players, lambda p: after(held(c, p)) == held(c, p) - leaves(c, p)))


@hands.over(reveal, finish_card)
def discards_do_not_come_from_hands() -> Prop:
    return forall(Cards, lambda c: forall(Players, lambda p: after(held(c, p)) == held(c, p)))


@hands.over(prepare)
def cards_drawn_come_to_hand() -> Prop:
    return forall(
        Cards,
        lambda c: forall(Players, lambda p: after(held(c, p)) == held(c, p) + when(draws_card(c, p), 1)),
    )


@hands.over(prepare)
def everybody_draws_as_many_as_announced() -> Prop:
    def exactly(r: Num, p: Num, d: Num) -> Prop:
        situation = all_of(round_number == r, clockwise(successor(), p) == d)
        return implies(situation, total(Cards, lambda c: when(draws_card(c, p), 1)) == cards_for(number(1)))

    return forall(Rounds, lambda r: forall(Players, lambda p: forall(Turns, lambda d: exactly(r, p, d))))
