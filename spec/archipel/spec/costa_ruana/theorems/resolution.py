"""In which order effects happen, how many there are, and who acts."""

from __future__ import annotations

from archipel.spec.costa_ruana.resolution import (
    acts,
    beneficiary,
    comes_first,
    finished,
    kind_now,
    kind_of,
    may_be_next,
    rank,
)
from archipel.spec.costa_ruana.theorems.bookkeeping import forall_effects
from archipel.spec.costa_ruana.theorems.phrases import (
    Effect,
    any_effect,
    any_one,
    forall_cards,
    over_cards,
    some_card,
    within,
)
from archipel.spec.costa_ruana.theorems.statement import theory
from archipel.spec.costa_ruana.vocabulary import (
    PLACE,
    REMOVE,
    RESOLVE,
    Kinds,
    Players,
    Turns,
    due,
    finish_card,
    lies,
    lies_before,
    opened,
    phase,
    players,
    reveal,
    shaman,
    stands,
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
    when,
)
from archipel.spec.theorems import Outcome

ORDER = ("resolution.seat-order", "resolution.kind-order", "resolution.same-kind", "resolution.beneficiaries")


def may_come(effect: Effect) -> Prop:
    """An effect of a card on the table; only such effects are ever due."""
    return all_of(effect.exists, lies(effect.by, effect.face))


def on_one_card(one: Effect, other: Effect) -> Prop:
    return all_of(one.by == other.by, one.face == other.face)


def precedes(one: Effect, other: Effect) -> Prop:
    """One effect must happen before another: its card comes first, or its turn does on the same card."""
    earlier_turn = all_of(on_one_card(one, other), one.turn < other.turn)
    return any_of(comes_first(one.by, one.face, other.by, other.face), earlier_turn)


A, B, C = any_effect("one"), any_effect("another"), any_effect("third")

strict_order = theory.theorem(
    "resolution.strict-order",
    *ORDER,
    en="Which effect comes before which is never a matter of opinion: nothing comes before itself, and what comes "
    "before something comes before all that follows it.",
    fr="Quel effet vient avant quel autre ne se discute jamais : rien ne vient avant soi-même, et ce qui vient avant "
    "un effet vient avant tous ceux qui le suivent.",
)


@strict_order.everywhere
def nothing_before_itself() -> Prop:
    return implies(may_come(A), negation(precedes(A, A)))


@strict_order.everywhere
def before_all_that_follows() -> Prop:
    all_there = all_of(may_come(A), may_come(B), may_come(C))
    return implies(all_of(all_there, precedes(A, B), precedes(B, C)), precedes(A, C))


nearly_total = theory.theorem(
    "resolution.order-nearly-total",
    *ORDER,
    en="Of two effects still to come the rules always say which is first, unless they are of two cards of one kind "
    "in front of one player: only there is something left to choose.",
    fr="De deux effets à venir, la règle dit toujours lequel est le premier, sauf s'ils viennent de deux cartes d'une "
    "même sorte devant un même joueur : là seulement, il reste un choix.",
)


@nearly_total.everywhere
def only_cards_of_one_kind_are_level() -> Prop:
    alike = all_of(
        negation(on_one_card(A, B)),
        lies_before(A.by, A.face) == lies_before(B.by, B.face),
        rank(kind_of(A.by, A.face)) == rank(kind_of(B.by, B.face)),
    )
    different = any_of(negation(on_one_card(A, B)), A.turn != B.turn)
    level = all_of(negation(precedes(A, B)), negation(precedes(B, A)))
    return implies(all_of(may_come(A), may_come(B), different), iff(level, alike))


@nearly_total.numbers
def every_kind_has_a_rank_of_its_own() -> Prop:
    return forall(Kinds, lambda k: forall(Kinds, lambda m: implies(rank(k) == rank(m), k == m)))


next_effects = theory.theorem(
    "resolution.next-effects",
    *ORDER,
    en="An effect may be next exactly when it is still to come and nothing that is still to come precedes it.",
    fr="Un effet peut être le suivant exactement quand il est encore à venir et que rien de ce qui est à venir ne le "
    "précède.",
)


@next_effects.everywhere
def next_means_that_nothing_precedes() -> Prop:
    """Both ways: what may be next is preceded by nothing due, and what may not, though due, is."""

    def blocked(effect: Effect) -> Prop:
        def before(p: Num, f: Num, t: Num) -> Prop:
            return all_of(due(p, f, t), precedes(Effect(p, f, t), effect))

        return some_card(lambda p, f: exists(Turns, lambda t: before(p, f, t)))

    def says(p: Num, f: Num, t: Num) -> Prop:
        return implies(due(p, f, t), iff(may_be_next(p, f, t), negation(blocked(Effect(p, f, t)))))

    return forall_effects(says)


effects_in_a_round = theory.theorem(
    "resolution.effects-in-a-round",
    "play.affects",
    "resolution.beneficiaries",
    "play.inhabitant",
    en="A card acts once for the player in front of whom it lies and once for each inhabitant on it, so a round has at "
    "most three effects for each player at the table.",
    fr="Une carte agit une fois pour le joueur devant qui elle se trouve et une fois par habitant posé dessus ; un "
    "tour compte donc au plus trois effets par joueur.",
    covers=("T-23",),
)


def owed(p: Num, f: Num) -> Num:
    """How many effects a card still has."""
    return count(Turns, lambda t: due(p, f, t))


def on_card(p: Num, f: Num) -> Num:
    """How many inhabitants stand on a card."""
    return count(Players, lambda q: stands(q, p, f))


def no_more_than_its_inhabitants(p: Num, f: Num) -> Prop:
    return owed(p, f) <= when(lies(p, f), 1) + on_card(p, f)


@effects_in_a_round.over(reveal)
def revealed_cards_act_once_and_for_their_inhabitants() -> Prop:
    """Seat by seat before which the card may lie."""

    def before(q: Num, p: Num, f: Num) -> Prop:
        return implies(lies_before(p, f) == q, after(no_more_than_its_inhabitants(p, f)))

    return forall_cards(lambda p, f: forall(Players, lambda q: before(q, p, f)))


@effects_in_a_round.over(finish_card)
def finished_cards_owe_nothing() -> Prop:
    return forall_cards(lambda p, f: implies(finished(p, f), owed(p, f) <= 0))


@effects_in_a_round.over(finish_card)
def other_cards_keep_their_inhabitants() -> Prop:
    def same(q: Num, p: Num, f: Num) -> Prop:
        return after(when(stands(q, p, f), 1)) == when(stands(q, p, f), 1)

    return forall_cards(
        lambda p, f: forall(Players, lambda q: implies(negation(finished(p, f)), same(q, p, f)))
    )


@effects_in_a_round.kept
def a_card_acts_once_and_for_its_inhabitants() -> Prop:
    return forall_cards(no_more_than_its_inhabitants)


def effects_owed() -> Num:
    return over_cards(lambda p, f: owed(p, f))


@effects_in_a_round.everywhere
def three_effects_for_each_player_at_most() -> Prop:
    return effects_owed() <= 3 * players


effects_of_one = theory.theorem(
    "resolution.effects-of-one-player",
    "play.before-anybody",
    "play.inhabitant",
    "resolution.beneficiaries",
    en="No player can have more effects in a round than there are cards on the table, and one.",
    fr="Nul ne peut avoir dans un tour plus d'effets qu'il n'y a de cartes sur la table, plus un.",
)


def owed_to(q: Num, p: Num, f: Num) -> Num:
    """How many effects of a card are still to come for a player."""
    return count(Turns, lambda t: all_of(due(p, f, t), beneficiary(p, f, t) == q))


@effects_of_one.everywhere
def a_card_acts_for_its_player_and_his_inhabitant() -> Prop:
    q = any_one("somebody", Players)

    def limited(p: Num, f: Num) -> Prop:
        return owed_to(q, p, f) <= when(lies_before(p, f) == q, 1) + when(stands(q, p, f), 1)

    return forall_cards(lambda p, f: implies(within(q, Players), limited(p, f)))



shaman_first = theory.theorem(
    "resolution.shaman-first",
    "resolution.seat-order",
    en="As long as a card lies in front of the shaman, no card in front of anybody else is resolved.",
    fr="Tant qu'il reste une carte devant le shaman, aucune carte devant un autre n'est résolue.",
)


@shaman_first.everywhere
def shamans_cards_come_first() -> Prop:
    shamans_waits = some_card(lambda p, f: all_of(lies(p, f), lies_before(p, f) == shaman))
    return implies(
        shamans_waits,
        forall_cards(lambda p, f: implies(opened(p, f), lies_before(p, f) == shaman)),
    )


remove_then_place = theory.theorem(
    "resolution.remove-before-place",
    "resolution.kind-order",
    "resolution.beneficiaries",
    en="Nobody has to place inhabitants while a card that makes him remove some still lies in front of him.",
    fr="Nul n'a à placer d'habitants tant qu'une carte devant lui doit encore lui en faire retirer.",
    outcome=Outcome.FAILS,
)


@remove_then_place.everywhere
def nobody_places_before_he_removes() -> Prop:
    def removes_later(q: Num) -> Prop:
        return some_card(lambda p, f: all_of(due(p, f, 0), lies_before(p, f) == q, kind_of(p, f) == REMOVE))

    return forall(
        Players, lambda q: negation(all_of(phase == RESOLVE, kind_now() == PLACE, acts(q), removes_later(q)))
    )


example = theory.theorem(
    "resolution.example-decoded",
    "resolution.kind-order",
    "resolution.beneficiaries",
    "resolution.finish",
    en="What happens in the rulebook's example of a round leaves only one possibility for what the hidden cards are "
    "and where the inhabitants stand.",
    fr="Ce qui se passe dans l'exemple de tour de la règle ne laisse qu'une possibilité pour les cartes cachées et la "
    "place des habitants.",
    covers=("T-24",),
    players=(3,),
)
example.worked_out("hidden_cards_of_the_example")
