"""Who is the next shaman, and what is drawn."""

from __future__ import annotations

from archipel.spec.costa_ruana.components import kept, pile_never_runs_out
from archipel.spec.costa_ruana.readings.registry import READINGS
from archipel.spec.costa_ruana.succession import (
    before_the_last_round,
    draws,
    fewest,
    full_hand,
    into_huts,
    last_draws,
    may_refuse,
    no_second_refusal,
    preferred_in_a_tie,
    seats_after,
    seats_after_shaman,
    shaman_counted_from,
    succeeds,
    successor,
    tie,
)
from archipel.spec.costa_ruana.vocabulary import (
    NOTHING,
    OVER,
    PILE,
    PREPARE,
    PlayerCounts,
    Players,
    accept,
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
    players,
    position,
    prepare,
    round_number,
    rounds,
    shaman,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, falsehood, forall, implies, the, when

counted = READINGS.point(
    "fewest",
    fewest,
    ours="round",
    en="The fewest treasures: in the round just played, or in all?",
    fr="Le moins de trésors : pendant le tour écoulé, ou en tout ?",
    why=(
        "The sentence and its example speak of the round just played.",
        "La phrase et son exemple parlent du tour écoulé.",
    ),
    covers=("A8",),
)
in_total = counted.reading(
    "total",
    en="The player who has taken the fewest treasures in the whole game so far becomes shaman.",
    fr="Le joueur qui a pris le moins de trésors depuis le début de la partie devient shaman.",
)


def so_far(p: Num) -> Num:
    """The treasures of a player, those of this round included."""
    return hut(p) + gained(p)


@in_total.redefines(preferred_in_a_tie)
def equal_in_all(p: Num, q: Num) -> Prop:
    return all_of(so_far(p) == so_far(q), seats_after_shaman(p) < seats_after_shaman(q))


@in_total.redefines(succeeds)
def fewest_in_all(p: Num) -> Prop:
    return forall(Players, lambda q: implies(p != q, any_of(so_far(p) < so_far(q), preferred_in_a_tie(p, q))))


previous_shaman = READINGS.point(
    "previous-shaman",
    no_second_refusal,
    ours="served",
    en="Whose place counts in a tie for shaman: of who served in the round, or of who was first offered the role?",
    fr="À égalité pour être shaman, d'où compte-t-on : de qui l'a été ce tour, ou de qui s'est vu proposer le rôle ?",
    why=(
        "Who refused was not the shaman of that round.",
        "Qui a refusé n'a pas été le shaman de ce tour.",
    ),
    covers=("A7",),
)
from_the_offered = previous_shaman.reading(
    "offered",
    en="The player named may not refuse: the next round begins at once; but in the next tie the place that counts is "
    "that of the player to whom the role was offered first.",
    fr="Le joueur désigné ne peut pas refuser : le tour suivant commence aussitôt ; mais à la prochaine égalité, la "
    "place qui compte est celle du joueur à qui le rôle fut d'abord proposé.",
)
offered = from_the_offered.numbers("offered", meaning="to whom the role of shaman was offered for this round")


@from_the_offered.clause.initially
def the_first_shaman_was_offered_the_role() -> Prop:
    return offered() == shaman


@from_the_offered.clause.sets(offered, prepare)
def offered_to_the_successor() -> Num:
    return successor()


@from_the_offered.redefines(shaman_counted_from)
def counted_from_the_offered() -> Num:
    return offered()


shaman_tie = READINGS.point(
    "shaman-tie",
    tie,
    ours="self-last",
    en="In a tie for shaman, does the old shaman come last or first?",
    fr="À égalité pour être shaman, l'ancien shaman passe-t-il en dernier ou en premier ?",
    why=(
        "In the worked example the old shaman is tied, and the next player becomes shaman.",
        "Dans l'exemple, l'ancien shaman est à égalité, et c'est le joueur suivant qui le devient.",
    ),
    covers=("A6",),
)
self_first = shaman_tie.reading(
    "self-first",
    en="If several tie, it is the shaman of that round if he is one of them, and otherwise the one nearest "
    "clockwise after him.",
    fr="À égalité, c'est le shaman de ce tour s'il en est, et sinon celui qui le suit de plus près dans le sens "
    "horaire.",
)


@self_first.redefines(seats_after)
def himself_at_once(s: Num, p: Num) -> Num:
    return clockwise(s, p)


naming = READINGS.point(
    "naming",
    may_refuse,
    ours="anyone-else",
    en="May a player who refuses the role name the shaman of the round just played?",
    fr="Qui refuse le rôle peut-il désigner le shaman du tour écoulé ?",
    why=(
        "He names another player; nothing excludes any of them.",
        "Il désigne un autre joueur ; rien n'en exclut aucun.",
    ),
    covers=("A10",),
    sources=("P5",),
)
not_again = naming.reading(
    "not-the-old-shaman",
    en="Having seen his hand, the new shaman may keep the role or refuse it and name another player, but not the "
    "shaman of the round just played.",
    fr="Une fois sa main connue, le nouveau shaman garde le rôle, ou le refuse et désigne un autre joueur, mais pas le "
    "shaman du tour écoulé.",
)
old_shaman = not_again.numbers("old_shaman", meaning="who was shaman in the round just played, while the role is open")


@not_again.clause.initially
def nobody_has_served() -> Prop:
    return old_shaman() == NOTHING


@not_again.clause.sets(old_shaman, prepare)
def the_shaman_has_served() -> Num:
    return shaman


@not_again.clause.sets(old_shaman, accept, name)
def the_role_is_filled() -> Num:
    return NOTHING


@not_again.clause.guards(name)
def not_who_has_just_served() -> Prop:
    return named != old_shaman()


one_card_draw = READINGS.point(
    "last-draw",
    last_draws,
    ours="before",
    en="Is the draw of a single card before the last round, or after it?",
    fr="La pioche d'une seule carte a-t-elle lieu avant le dernier tour, ou après ?",
    why=(
        "Hands of one card fewer are those of the last round, and the other way needs cards that do not "
        "exist.",
        "Les mains d'une carte de moins sont celles du dernier tour, et l'autre lecture demande des cartes "
        "qui n'existent pas.",
    ),
    covers=("A25",),
)
after_it = one_card_draw.reading(
    "after",
    en="After the last round each player draws {last_draw} more.",
    fr="Après le dernier tour, chaque joueur en pioche encore {last_draw}.",
)


@after_it.redefines(before_the_last_round)
def no_round_is_short_of_cards() -> Prop:
    return falsehood


@after_it.redefines(full_hand)
def refilled_after_the_last_round() -> Num:
    return when(phase == OVER, hand + last_draw, hand)


@after_it.replaces(pile_never_runs_out)
def enough_for_one_draw_more() -> Prop:
    each = hand + draw * (rounds - 1) + last_draw
    return forall(PlayerCounts, lambda n: kept(n) >= n * each)


def drawn_last(c: Num, p: Num) -> Prop:
    """A player takes a card after the last round, the shaman first."""
    first = drawn + last_draw * clockwise(shaman, p)
    return all_of(place_of(c) == PILE, first <= position(c), position(c) < first + last_draw)


@after_it.clause.sets(place_of, finish_game)
def a_last_card_from_the_pile(c: Num) -> Num:
    return the(Players, lambda p: drawn_last(c, p), otherwise=place_of(c))


@after_it.clause.adds(drawn, finish_game)
def the_pile_shrinks_once_more() -> Num:
    return last_draw * players


which_round = READINGS.point(
    "which-round",
    tie,
    ours="just-played",
    en="The shaman of the previous round: of the round just played, or of the one before it?",
    fr="Le shaman du tour précédent : du tour qui s'achève, ou de celui d'avant ?",
    why=(
        "Seen from the round to come, the one just played is the previous one; after round 1 there is no other.",
        "Vu du tour à venir, le précédent est celui qui s'achève ; après le tour 1 il n'y en a pas d'autre.",
    ),
    covers=("A7",),
)
round_before = which_round.reading(
    "the-one-before",
    en="If several tie, it is the one of them nearest clockwise after the shaman of the round before the one just "
    "played, who himself comes last.",
    fr="À égalité, c'est celui d'entre eux qui suit de plus près, dans le sens horaire, le shaman du tour d'avant "
    "celui qui s'achève, lequel ne passe qu'après tous les autres.",
)


@round_before.needs(
    en="Another round was played before the one after which a shaman is sought.",
    fr="Un autre tour a précédé celui après lequel on cherche un shaman.",
)
def a_round_was_played_before() -> Prop:
    return implies(phase == PREPARE, round_number >= 2)


last_shaman = READINGS.point(
    "last-shaman",
    fewest,
    ours="nobody",
    en="Is there a new shaman after the last round?",
    fr="Y a-t-il un nouveau shaman après le dernier tour ?",
    why=(
        "Nobody has anything to do any more, and points do not look at the shaman.",
        "Plus personne n'a rien à faire, et les points ne regardent pas le shaman.",
    ),
    covers=("A11",),
)
last_shaman.reading(
    "found-anyway",
    en="The player who took the fewest treasures in the round just played becomes shaman, after the last round too.",
    fr="Le joueur qui a pris le moins de trésors pendant le tour écoulé devient shaman, même après le dernier tour.",
)

hidden_treasures = READINGS.point(
    "hidden-treasures",
    into_huts,
    ours="huts-only",
    en="What does a hut hide: the total, or also what was taken this round?",
    fr="Que cache une hutte : le total, ou aussi ce qui a été pris pendant ce tour ?",
    why=(
        "Everybody sees who takes a treasure; because of the hut the others have to remember it.",
        "Chacun voit qui prend un trésor ; la hutte n'oblige les autres qu'à se souvenir.",
    ),
    covers=("A28",),
)
hidden_treasures.reading(
    "taken-in-secret",
    en="The treasures taken go into the huts, and nobody sees how many there are or were taken.",
    fr="Les trésors pris vont dans les huttes, et personne ne voit combien il y en a ni combien on en a pris.",
    beyond=True,
)

empty_pile = READINGS.point(
    "empty-pile",
    draws,
    ours="never-empty",
    en="What if the pile has too few cards left to draw from?",
    fr="Que faire si la pioche n'a plus assez de cartes ?",
    why=(
        "Nothing is said, because it cannot happen: the cards kept suffice for every draw.",
        "Rien n'est dit, car cela n'arrive pas : les cartes conservées suffisent à toutes les pioches.",
    ),
    covers=("A29",),
)
empty_pile.reading(
    "reshuffle",
    en="Each player draws {draw} cards, which brings every hand back to {hand}; if the pile runs out, the discards are "
    "shuffled into a new one.",
    fr="Chaque joueur pioche {draw} cartes, ce qui ramène chaque main à {hand} ; si la pioche est vide, la défausse "
    "mélangée en forme une nouvelle.",
    makes_no_difference_by=("play.hands",),
)
