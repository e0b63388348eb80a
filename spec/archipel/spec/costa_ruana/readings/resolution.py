"""In which order cards act, and for whom."""

from __future__ import annotations

from archipel.spec.costa_ruana.cards import mandatory, possible, required
from archipel.spec.costa_ruana.play import acts_for_somebody, affects, inhabitants_stand_on_cards_that_are_there
from archipel.spec.costa_ruana.readings.registry import READINGS
from archipel.spec.costa_ruana.resolution import (
    acting,
    acts,
    amount_now,
    back_from_the_finished_card,
    beneficiaries,
    beneficiary,
    finish,
    gone_from_the_finished_card,
    kind_now,
    kind_of,
    same_kind,
)
from archipel.spec.costa_ruana.vocabulary import (
    RESOLVE,
    Faces,
    Players,
    Turns,
    amount,
    clockwise,
    collect,
    due,
    laid,
    lies,
    lies_before,
    phase,
    player,
    reserve,
    seat_after,
    shaman,
    standing,
    stands,
)
from archipel.spec.logic import (
    Num,
    Prop,
    all_of,
    any_of,
    exists,
    falsehood,
    forall,
    implies,
    least,
    negation,
    number,
    total,
    when,
)

copy_order = READINGS.point(
    "copy-order",
    beneficiaries,
    ours="card",
    en="From whom do the repetitions of a card go clockwise?",
    fr="À partir de qui les répétitions d'une carte suivent-elles le sens horaire ?",
    why=(
        "The sentence begins with the player in front of whom the card lies.",
        "La phrase commence par le joueur devant qui se trouve la carte.",
    ),
    covers=("A21",),
)
from_shaman = copy_order.reading(
    "shaman",
    en="A card first acts on the player in front of whom it lies, then for each inhabitant on it on its owner, "
    "beginning with the shaman and going clockwise.",
    fr="Une carte agit d'abord sur le joueur devant qui elle se trouve, puis, pour chaque habitant posé dessus, "
    "sur son propriétaire, en commençant par le shaman et dans le sens horaire.",
)


@from_shaman.redefines(acts_for_somebody)
def repeated_from_the_shaman(p: Num, f: Num, t: Num) -> Prop:
    repeated = exists(Players, lambda q: all_of(stands(q, p, f), clockwise(shaman, q) == t - 1))
    return all_of(lies(p, f), any_of(t == 0, repeated))


@from_shaman.redefines(beneficiary)
def counted_from_the_shaman(p: Num, f: Num, t: Num) -> Num:
    return when(t == 0, lies_before(p, f), seat_after(shaman, t - 1))


card_return = READINGS.point(
    "card-return",
    finish,
    ours="at-once",
    en="When do inhabitants on a resolved card return: with the card, or after all cards?",
    fr="Quand reviennent les habitants posés sur une carte résolue : avec la carte, ou après toutes les cartes ?",
    why=(
        "They return when their card has been resolved, which the sentence says of each card.",
        "Ils reviennent une fois leur carte résolue, ce que la phrase dit de chaque carte.",
    ),
    covers=("A20",),
)
after_all = card_return.reading(
    "after-all",
    en="A completely resolved card is discarded; the inhabitants that stood on cards return to their reserves only "
    "when every card has been resolved.",
    fr="Une carte entièrement résolue est défaussée ; les habitants posés sur des cartes ne regagnent leur réserve "
    "qu'une fois toutes les cartes résolues.",
)


@after_all.replaces(back_from_the_finished_card)
def nobody_back_yet(q: Num) -> Num:
    return number(0)


@after_all.replaces(gone_from_the_finished_card)
def nobody_gone_yet(q: Num, p: Num, f: Num) -> Prop:
    return stands(q, p, f)


@after_all.replaces(inhabitants_stand_on_cards_that_are_there)
def or_on_cards_that_were_there() -> Prop:
    def there(q: Num, p: Num, f: Num) -> Prop:
        return implies(all_of(stands(q, p, f), phase != RESOLVE), lies(p, f))

    return forall(Players, lambda q: forall(Players, lambda p: forall(Faces, lambda f: there(q, p, f))))


@after_all.clause.adds(reserve, collect)
def back_when_all_is_resolved(q: Num) -> Num:
    return standing(q)


@after_all.clause.sets(stands, collect)
def gone_when_all_is_resolved(q: Num, p: Num, f: Num) -> Prop:
    return falsehood


copier = READINGS.point(
    "copier",
    affects,
    ours="acts",
    en="Does an inhabitant on a card repeat its effect even if no card lies before its owner?",
    fr="Un habitant posé sur une carte en répète-t-il l'effet même si aucune carte n'est devant son propriétaire ?",
    why=(
        "In the worked example a player without a card in front of her repeats another's.",
        "Dans l'exemple, une joueuse sans carte devant elle répète celle d'un autre.",
    ),
    covers=("A33",),
)
needs_a_card = copier.reading(
    "needs-a-card",
    en="A card acts on the player in front of whom it lies; an inhabitant on it repeats its effect for "
    "its own owner if, at that moment, a card lies in front of him too.",
    fr="Une carte agit sur le joueur devant qui elle se trouve ; un habitant posé dessus en répète l'effet pour son "
    "propriétaire si, à ce moment, une carte se trouve aussi devant lui.",
)


def has_a_card_before_him(q: Num) -> Prop:
    return exists(Players, lambda p: exists(Faces, lambda f: all_of(lies(p, f), lies_before(p, f) == q)))


def repeating_without_a_card(p: Num, f: Num, t: Num) -> Prop:
    return all_of(t >= 1, acting(p, f, t), negation(has_a_card_before_him(beneficiary(p, f, t))))


@needs_a_card.redefines(required)
def nothing_of_who_has_no_card() -> Num:
    idle = exists(
        Players,
        lambda p: exists(Faces, lambda f: exists(Turns, lambda t: repeating_without_a_card(p, f, t))),
    )
    in_full = least(amount_now(), total(Players, lambda p: when(acts(p), possible(p, kind_now()))))
    return when(idle, 0, in_full)


copies = READINGS.point(
    "copies",
    mandatory,
    ours="mandatory",
    en="Must the owner of an inhabitant on a card carry out its effect too?",
    fr="Le propriétaire d'un habitant posé sur une carte doit-il aussi en appliquer l'effet ?",
    why=(
        "Effects must be carried out in full, and a repetition is an effect.",
        "Les effets s'appliquent en entier, et une répétition est un effet.",
    ),
    covers=("A15",),
)
may_forgo = copies.reading(
    "optional",
    en="An effect must be carried out in full, and nobody may do less than the card says; but whoever repeats "
    "it by an inhabitant on the card may let it be.",
    fr="Un effet s'applique en entier, et nul ne peut faire moins que ne dit la carte ; mais qui le répète par "
    "un habitant posé dessus peut y renoncer.",
)
forgo = may_forgo.decision("forgo", player)


@may_forgo.clause.guards(forgo)
def only_a_repetition_is_forgone() -> Prop:
    def repeating(p: Num, f: Num) -> Prop:
        return exists(Turns, lambda t: all_of(t >= 1, acting(p, f, t)))

    return exists(Players, lambda p: exists(Faces, lambda f: repeating(p, f)))


@may_forgo.clause.guards(forgo)
def by_whom_it_is_for() -> Prop:
    return all_of(phase == RESOLVE, acts(player), required() >= 1)


@may_forgo.clause.sets(due, forgo)
def forgone_for_good(p: Num, f: Num, t: Num) -> Prop:
    return all_of(due(p, f, t), negation(acting(p, f, t)))


same_type = READINGS.point(
    "same-type",
    same_kind,
    ours="kind",
    en="Are Place 1 and Place 3 cards of one type, so that their player picks the order?",
    fr="Placer 1 et Placer 3 sont-elles du même type, de sorte que leur joueur en choisit l'ordre ?",
    why=(
        "The order names four types, and numbers are not among them.",
        "L'ordre nomme quatre types, et les nombres n'en sont pas.",
    ),
    covers=("A22",),
)
same_face = same_type.reading(
    "kind-and-number",
    en="If several cards of one kind with the same number lie in front of a player, he decides which of "
    "them comes next.",
    fr="Si plusieurs cartes d'une même sorte et du même nombre sont devant un joueur, il décide laquelle vient "
    "ensuite.",
)


@same_face.needs(
    en="Cards of one kind in front of one player have the same number; for others no order is given, and "
    "nobody decides.",
    fr="Les cartes d'une même sorte devant un joueur ont le même nombre ; pour d'autres, aucun ordre n'est donné et "
    "personne ne décide.",
)
def equal_kinds_have_equal_numbers() -> Prop:
    def both_wait(p: Num, f: Num, q: Num, g: Num) -> Prop:
        together = all_of(lies_before(p, f) == lies_before(q, g), kind_of(p, f) == kind_of(q, g))
        return all_of(due(p, f, 0), due(q, g, 0), together)

    def alike(p: Num, f: Num, q: Num, g: Num) -> Prop:
        return implies(both_wait(p, f, q, g), amount(laid(p, f)) == amount(laid(q, g)))

    return forall(
        Players,
        lambda p: forall(Faces, lambda f: forall(Players, lambda q: forall(Faces, lambda g: alike(p, f, q, g)))),
    )


copy_turn = READINGS.point(
    "copy-turn",
    beneficiaries,
    ours="with-the-card",
    en="When is a repetition carried out: with its card, or in its owner's own turn?",
    fr="Quand une répétition a-t-elle lieu : avec sa carte, ou au tour de son propriétaire ?",
    why=(
        "The effect is applied to the card's player and then to the owners of inhabitants on it, before the next card.",
        "L'effet s'applique au joueur de la carte, puis aux propriétaires des habitants posés dessus, avant la carte "
        "suivante.",
    ),
    covers=("A34",),
)
in_own_turn = copy_turn.reading(
    "own-turn",
    en="A card acts on the player in front of whom it lies; each owner of an inhabitant on it repeats it in "
    "his own turn.",
    fr="Une carte agit sur le joueur devant qui elle se trouve ; chaque propriétaire d'un habitant posé dessus la "
    "répète à son propre tour.",
)


@in_own_turn.needs(
    en="Nobody carries out an effect while cards in front of somebody else are resolved; the same clause has "
    "the owners act right after the card's player.",
    fr="Personne n'applique d'effet pendant que se résolvent les cartes d'un autre ; or la même phrase fait agir les "
    "propriétaires aussitôt après le joueur de la carte.",
)
def everybody_acts_in_his_own_turn() -> Prop:
    def own(p: Num, f: Num, t: Num) -> Prop:
        return implies(acting(p, f, t), beneficiary(p, f, t) == lies_before(p, f))

    return forall(Players, lambda p: forall(Faces, lambda f: forall(Turns, lambda t: own(p, f, t))))
