"""In which order effects happen. The order is declared; nothing here walks through it.

An effect is a card on the table and a turn on it: turn 0 is the card acting on the player in front of whom it lies,
turn 1 + d repeats it for the player d seats clockwise from him. Any effect that no other due effect precedes may be
next.
"""

from __future__ import annotations

from archipel.spec.costa_ruana.vocabulary import (
    DISCARD,
    EFFECTS,
    MOVE_TREASURE,
    NOTHING,
    PLACE,
    REMOVE,
    Faces,
    Kinds,
    Players,
    Turns,
    amount,
    both,
    by,
    clockwise,
    due,
    face,
    finish_card,
    kind,
    laid,
    lies_before,
    opened,
    place_of,
    player,
    reserve,
    resolve,
    rules,
    seat_after,
    shaman,
    skip,
    stands,
    take_up,
)
from archipel.spec.logic import (
    Num,
    Prop,
    all_of,
    any_of,
    count,
    exists,
    forall,
    implies,
    negation,
    number,
    total,
    when,
)

HEADING = "Résoudre les cartes"


@rules.notion(Players, Faces)
def kind_of(p: Num, f: Num) -> Num:
    """The kind of a card on the table."""
    return kind(laid(p, f))


seat_order = rules.clause(
    "resolution.seat-order",
    *both(HEADING),
    covers=("C21",),
    en="Beginning with the shaman and going clockwise, each player resolves all the cards in front of him.",
    fr="En commençant par le shaman, puis dans le sens horaire, chaque joueur résout toutes les cartes devant lui.",
)


@seat_order.defines(Players, Faces, Players, Faces)
def nearer_the_shaman(p: Num, f: Num, q: Num, g: Num) -> Prop:
    return clockwise(shaman, lies_before(p, f)) < clockwise(shaman, lies_before(q, g))


@seat_order.guards(resolve)
def no_card_nearer_the_shaman() -> Prop:
    return forall(
        Players,
        lambda p: forall(Faces, lambda f: implies(due(p, f, 0), negation(nearer_the_shaman(p, f, by, face)))),
    )


kind_order = rules.clause(
    "resolution.kind-order",
    *both(HEADING, "1-4"),
    covers=("C22",),
    en="A player's cards come in this order: move a treasure, remove, place, move an inhabitant.",
    fr="Les cartes d'un joueur suivent cet ordre : déplacer un trésor, retirer, placer, déplacer un habitant.",
)


@kind_order.defines(Kinds)
def rank(k: Num) -> Num:
    return when(k == MOVE_TREASURE, 1, when(k == REMOVE, 2, when(k == PLACE, 3, 4)))


@kind_order.defines(Players, Faces, Players, Faces)
def of_an_earlier_kind(p: Num, f: Num, q: Num, g: Num) -> Prop:
    return all_of(lies_before(p, f) == lies_before(q, g), rank(kind_of(p, f)) < rank(kind_of(q, g)))


@kind_order.guards(resolve)
def no_card_of_an_earlier_kind() -> Prop:
    return forall(
        Players,
        lambda p: forall(Faces, lambda f: implies(due(p, f, 0), negation(of_an_earlier_kind(p, f, by, face)))),
    )


same_kind = rules.clause(
    "resolution.same-kind",
    *both(HEADING),
    covers=("C23",),
    en="If several cards of one kind lie in front of a player, he decides which of them comes next.",
    fr="Si plusieurs cartes d'une même sorte sont devant un joueur, il décide laquelle vient ensuite.",
)

beneficiaries = rules.clause(
    "resolution.beneficiaries",
    *both(HEADING),
    covers=("C15", "C24"),
    en="A card first acts on the player in front of whom it lies, then for each inhabitant on it on its owner, "
    "beginning with that same player and going clockwise.",
    fr="Une carte agit d'abord sur le joueur devant qui elle se trouve, puis, pour chaque habitant posé dessus, sur "
    "son propriétaire, en commençant par ce même joueur et dans le sens horaire.",
)


@beneficiaries.defines(Players, Faces, Turns)
def beneficiary(p: Num, f: Num, t: Num) -> Num:
    return when(t == 0, lies_before(p, f), seat_after(lies_before(p, f), t - 1))


@rules.notion(Players, Faces, Players, Faces)
def comes_first(p: Num, f: Num, q: Num, g: Num) -> Prop:
    """One card must be resolved before another."""
    return any_of(nearer_the_shaman(p, f, q, g), of_an_earlier_kind(p, f, q, g))


@rules.notion(Players, Faces)
def waits(p: Num, f: Num) -> Prop:
    """A card has not had all its effects."""
    return exists(Turns, lambda t: due(p, f, t))


@beneficiaries.defines(Players, Faces, Turns)
def may_be_next(p: Num, f: Num, t: Num) -> Prop:
    earlier_turn = exists(Turns, lambda u: all_of(u < t, due(p, f, u)))
    earlier_card = exists(Players, lambda q: exists(Faces, lambda g: all_of(waits(q, g), comes_first(q, g, p, f))))
    return all_of(due(p, f, t), negation(earlier_turn), negation(earlier_card))


@beneficiaries.defines(Players, Faces, Turns)
def acting(p: Num, f: Num, t: Num) -> Prop:
    return all_of(opened(p, f), may_be_next(p, f, t))


@beneficiaries.defines(Players)
def acts(q: Num) -> Prop:
    return exists(
        Players,
        lambda p: exists(
            Faces, lambda f: exists(Turns, lambda t: all_of(acting(p, f, t), beneficiary(p, f, t) == q))
        ),
    )


@beneficiaries.defines()
def somebody_acts() -> Prop:
    return exists(Players, lambda p: exists(Faces, lambda f: exists(Turns, lambda t: acting(p, f, t))))


@beneficiaries.guards(*EFFECTS)
def players_effect() -> Prop:
    return acts(player)


@beneficiaries.guards(skip)
def an_effect_is_next() -> Prop:
    return somebody_acts()


@beneficiaries.sets(due, skip, *EFFECTS)
def each_effect_happens_once(p: Num, f: Num, t: Num) -> Prop:
    return all_of(due(p, f, t), negation(acting(p, f, t)))


one_at_a_time = rules.clause(
    "resolution.one-at-a-time",
    *both(HEADING),
    covers=("C24", "C25"),
    en="A card is resolved completely, with all its repetitions, before the next one is begun.",
    fr="Une carte est résolue entièrement, avec toutes ses répétitions, avant que la suivante ne commence.",
)


@one_at_a_time.defines()
def no_card_open() -> Prop:
    return forall(Players, lambda p: forall(Faces, lambda f: negation(opened(p, f))))


@one_at_a_time.guards(resolve, take_up)
def no_card_under_way() -> Prop:
    return no_card_open()


@one_at_a_time.defines(Players, Faces)
def candidate(p: Num, f: Num) -> Prop:
    return may_be_next(p, f, number(0))


@one_at_a_time.defines()
def candidates() -> Num:
    return total(Players, lambda p: count(Faces, lambda f: candidate(p, f)))


@one_at_a_time.guards(take_up)
def only_one_card_can_be_next() -> Prop:
    return candidates() == 1


@one_at_a_time.sets(opened, take_up)
def that_card_is_taken_up(p: Num, f: Num) -> Prop:
    return candidate(p, f)


@same_kind.guards(resolve)
def the_cards_player_decides() -> Prop:
    return all_of(due(by, face, 0), lies_before(by, face) == player)


@same_kind.guards(resolve)
def there_is_a_choice() -> Prop:
    return candidates() > 1


@same_kind.sets(opened, resolve)
def chosen_card_is_taken_up(p: Num, f: Num) -> Prop:
    return all_of(p == by, f == face)


finish = rules.clause(
    "resolution.finish",
    *both(HEADING),
    covers=("C25",),
    en="A completely resolved card is discarded, and only then the inhabitants on it return to their reserves.",
    fr="Une carte entièrement résolue est défaussée, et c'est alors seulement que les habitants posés dessus regagnent "
    "leur réserve.",
)


@finish.defines(Players, Faces)
def finished(p: Num, f: Num) -> Prop:
    return all_of(opened(p, f), forall(Turns, lambda t: negation(due(p, f, t))))


@finish.guards(finish_card)
def a_card_is_finished() -> Prop:
    return exists(Players, lambda p: exists(Faces, lambda f: finished(p, f)))


@finish.sets(place_of, finish_card)
def finished_to_the_discard(c: Num) -> Num:
    done = exists(Players, lambda p: exists(Faces, lambda f: all_of(laid(p, f) == c, finished(p, f))))
    return when(done, DISCARD, place_of(c))


@finish.sets(laid, finish_card)
def finished_leaves_the_table(p: Num, f: Num) -> Num:
    return when(finished(p, f), NOTHING, laid(p, f))


@finish.sets(lies_before, finish_card)
def finished_lies_before_nobody(p: Num, f: Num) -> Num:
    return when(finished(p, f), NOTHING, lies_before(p, f))


@finish.sets(opened, finish_card)
def no_longer_under_way(p: Num, f: Num) -> Prop:
    return all_of(opened(p, f), negation(finished(p, f)))


@finish.adds(reserve, finish_card)
def back_from_the_finished_card(q: Num) -> Num:
    return total(Players, lambda p: total(Faces, lambda f: when(all_of(stands(q, p, f), finished(p, f)), 1)))


@finish.sets(stands, finish_card)
def gone_from_the_finished_card(q: Num, p: Num, f: Num) -> Prop:
    return all_of(stands(q, p, f), negation(finished(p, f)))


@rules.notion()
def kind_now() -> Num:
    """The kind of the card under way."""
    return total(Players, lambda p: total(Faces, lambda f: when(opened(p, f), kind_of(p, f))))


@rules.notion()
def amount_now() -> Num:
    """The number on the card under way."""
    return total(Players, lambda p: total(Faces, lambda f: when(opened(p, f), amount(laid(p, f)))))
