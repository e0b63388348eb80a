"""From the first card to the shaman's choice, and what that choice can and cannot do."""

from __future__ import annotations

from archipel.spec.costa_ruana.conditions import active, inactive, shows
from archipel.spec.costa_ruana.theorems.phrases import forall_cards, over_cards
from archipel.spec.costa_ruana.theorems.statement import theory
from archipel.spec.costa_ruana.vocabulary import (
    DAY,
    FLIP,
    HIGH_TIDE,
    LOW_TIDE,
    NIGHT,
    OFFER,
    PLAY_UP,
    REVEAL,
    STAND,
    TIDE,
    TIME,
    Backgrounds,
    Cards,
    Conditions,
    Faces,
    Players,
    Turns,
    abroad,
    accept,
    background,
    clockwise,
    collect,
    condition,
    due,
    flip,
    greatest_amount,
    hidden,
    inhabitants,
    laid,
    lies,
    lies_before,
    name,
    named,
    phase,
    players,
    reserve,
    reveal,
    round_number,
    rules,
    settlers,
    shaman,
    stand,
    standing,
    stands,
    tide,
    time,
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
    when,
)
from archipel.spec.theorems import Outcome, allowed

whereabouts = theory.theorem(
    "play.whereabouts",
    "components.inhabitants",
    "play.inhabitant",
    "reveal.return",
    "resolution.finish",
    en="A player has at most one inhabitant on cards, and none outside the time from placing it to the last card "
    "resolved: whenever treasures are collected, all {inhabitants} are on islands or in reserve.",
    fr="Un joueur a au plus un habitant sur les cartes, et aucun hors de la période qui va de sa pose à la dernière "
    "carte résolue : à la récolte, les {inhabitants} sont tous sur les îles ou en réserve.",
    covers=("T-16",),
)


@whereabouts.everywhere
def one_on_cards_at_most() -> Prop:
    here = any_of(phase < STAND, phase > REVEAL + 1)
    return forall(
        Players,
        lambda p: all_of(
            any_of(standing(p) == 0, reserve(p) + abroad(p) == inhabitants - 1),
            implies(here, reserve(p) + abroad(p) == inhabitants),
        ),
    )


@whereabouts.over(collect)
def all_are_home_when_treasures_are_collected() -> Prop:
    return forall(Players, lambda p: reserve(p) + abroad(p) == inhabitants)


first_reserve = theory.theorem(
    "play.first-reserve",
    "setup.settle-count",
    "components.card-amounts",
    "play.inhabitant",
    en="When the first cards are revealed nobody has left an island yet, and a reserve, even with one inhabitant on a "
    "card, is exactly enough for a Place {greatest_amount} carried out twice.",
    fr="Quand les premières cartes sont révélées, personne n'a encore quitté une île, et une réserve, même avec un "
    "habitant sur une carte, suffit juste à un Placer {greatest_amount} appliqué deux fois.",
    covers=("T-32",),
    rests_on=(inhabitants, settlers, greatest_amount),
)


def before_the_first_effect() -> Prop:
    return all_of(round_number == 1, phase >= PLAY_UP, phase <= REVEAL)


@first_reserve.kept
def settlers_stay_until_the_first_effect() -> Prop:
    return implies(before_the_first_effect(), forall(Players, lambda p: abroad(p) == settlers))


@first_reserve.everywhere
def enough_to_place_twice() -> Prop:
    just_enough = 2 * greatest_amount
    return implies(
        before_the_first_effect(),
        forall(Players, lambda p: reserve(p) == just_enough + 1 - standing(p)),
    )


who_can_stand = theory.theorem(
    "play.who-can-stand",
    "play.inhabitant",
    "play.any-card",
    "play.from-reserve",
    en="Only an empty reserve keeps a player from putting an inhabitant on a card: there is always a card to stand on.",
    fr="Seule une réserve vide empêche de poser un habitant sur une carte : il y a toujours une carte où se tenir.",
)


@who_can_stand.everywhere
def only_an_empty_reserve_forbids_it() -> Prop:
    def some_way(p: Num) -> Prop:
        return exists(Players, lambda q: exists(Faces, lambda f: allowed(rules, stand, player=p, by=q, face=f)))

    def on_turn(p: Num) -> Prop:
        return all_of(phase == STAND, clockwise(shaman, p) == turn)

    return forall(Players, lambda p: implies(on_turn(p), iff(some_way(p), reserve(p) >= 1)))


half_hidden = theory.theorem(
    "play.half-hidden",
    "play.face-up",
    "play.face-down",
    "reveal.turn-up",
    en="When the shaman turns a Condition card, two cards of every player lie on the table, and exactly the one laid "
    "face down is still hidden.",
    fr="Quand le shaman retourne une carte Condition, chacun a deux cartes sur la table, et seule celle posée face "
    "cachée l'est encore.",
)


@half_hidden.over(flip)
def one_of_two_is_hidden() -> Prop:
    return forall(
        Players,
        lambda p: all_of(
            count(Faces, lambda f: lies(p, f)) == 2,
            count(Faces, lambda f: hidden(p, f)) == 1,
        ),
    )


all_before_one = theory.theorem(
    "play.all-before-one",
    "play.before-anybody",
    "play.face-up",
    "play.face-down",
    en="All cards of a round can lie in front of one player.",
    fr="Toutes les cartes d'un tour peuvent se trouver devant un même joueur.",
)


@all_before_one.possible
def every_card_before_one_player() -> Prop:
    def before(q: Num) -> Num:
        return over_cards(lambda p, f: when(lies_before(p, f) == q, 1))

    return all_of(phase == FLIP, exists(Players, lambda q: before(q) == 2 * players))


two_active = theory.theorem(
    "conditions.two-active",
    "components.conditions",
    "conditions.active",
    en="At every moment exactly two of the four backgrounds show: one tide, and day or night.",
    fr="À tout moment, exactement deux des quatre fonds sont visibles : une marée, et le jour ou la nuit.",
    covers=("T-20",),
)


@two_active.everywhere
def two_of_four_show() -> Prop:
    return all_of(
        count(Backgrounds, lambda b: shows(b)) == 2,
        iff(shows(HIGH_TIDE), negation(shows(LOW_TIDE))),
        iff(shows(DAY), negation(shows(NIGHT))),
    )


def would_show(c: Num, b: Num) -> Prop:
    """Whether a background shows once a Condition card is turned."""
    tide_turned = any_of(b == HIGH_TIDE + LOW_TIDE - tide, b == time)
    time_turned = any_of(b == tide, b == DAY + NIGHT - time)
    return any_of(all_of(c == TIDE, tide_turned), all_of(c == TIME, time_turned))


choice = theory.theorem(
    "conditions.choice",
    "conditions.flip",
    "conditions.active",
    "components.backgrounds",
    en="The shaman chooses between two groups of cards, and every card is in exactly one of them: what he turns "
    "decides which group is active.",
    fr="Le shaman choisit entre deux groupes de cartes, et chaque carte est dans un seul des deux : ce qu'il retourne "
    "décide du groupe actif.",
    covers=("T-21",),
)


@choice.over(flip)
def what_shows_is_what_was_chosen() -> Prop:
    return forall(Backgrounds, lambda b: iff(after(shows(b)), would_show(condition, b)))


@choice.everywhere
def each_background_in_one_group() -> Prop:
    return forall(Backgrounds, lambda b: iff(would_show(TIDE, b), negation(would_show(TIME, b))))


pairs = theory.theorem(
    "conditions.pairs",
    "conditions.flip",
    "conditions.active",
    en="Of the two backgrounds that show, exactly one stays when the shaman has turned a card. High and low tide, or "
    "day and night, are never active together; a background that shows and the hidden side of the other card are "
    "active together or not at all.",
    fr="Des deux fonds visibles, un seul le reste quand le shaman a retourné une carte. Les deux marées, ou le jour et "
    "la nuit, ne sont jamais actifs ensemble ; un fond visible et la face cachée de l'autre carte le sont ensemble ou "
    "pas du tout.",
    covers=("T-21",),
)


def on_one_card(b: Num, d: Num) -> Prop:
    """Two backgrounds are the two sides of one Condition card."""
    return all_of(b != d, any_of(all_of(b <= LOW_TIDE, d <= LOW_TIDE), all_of(b >= DAY, d >= DAY)))


@pairs.over(flip)
def one_of_the_two_stays() -> Prop:
    return count(Backgrounds, lambda b: all_of(shows(b), after(shows(b)))) == 1


@pairs.over(flip)
def two_sides_never_together() -> Prop:
    return forall(
        Backgrounds,
        lambda b: forall(
            Backgrounds, lambda d: implies(on_one_card(b, d), iff(after(shows(b)), negation(after(shows(d)))))
        ),
    )


@pairs.over(flip)
def stand_or_fall_together() -> Prop:
    def tied(b: Num, d: Num) -> Prop:
        return all_of(b != d, negation(on_one_card(b, d)), shows(b), negation(shows(d)))

    return forall(
        Backgrounds,
        lambda b: forall(Backgrounds, lambda d: implies(tied(b, d), iff(after(shows(b)), after(shows(d))))),
    )


three_backgrounds = theory.theorem(
    "conditions.three-backgrounds",
    "conditions.active",
    "components.conditions",
    en="Of three cards with three different backgrounds at least one is active and at least one is not, whatever the "
    "shaman does.",
    fr="De trois cartes aux fonds différents, une au moins est active et une au moins ne l'est pas, quoi que fasse le "
    "shaman.",
)


@three_backgrounds.over(flip)
def neither_all_nor_none_of_three() -> Prop:
    def mixed(b: Num, c: Num, d: Num) -> Prop:
        some = any_of(after(shows(b)), after(shows(c)), after(shows(d)))
        every = all_of(after(shows(b)), after(shows(c)), after(shows(d)))
        return implies(all_of(b != c, c != d, b != d), all_of(some, negation(every)))

    return forall(
        Backgrounds, lambda b: forall(Backgrounds, lambda c: forall(Backgrounds, lambda d: mixed(b, c, d)))
    )


alternation = theory.theorem(
    "conditions.alternation",
    "conditions.flip",
    "components.conditions",
    en="The sides that show at setup already tell, for every round, which two pairs the shaman will have to choose "
    "from: they alternate. No two rounds in a row have the same active pair.",
    fr="Les faces visibles à la mise en place disent déjà, pour chaque tour, entre quelles deux paires le shaman devra "
    "choisir : elles alternent. Jamais deux tours de suite n'ont la même paire active.",
)


def unlike() -> Prop:
    """The sides that show are high tide by night or low tide by day."""
    return iff(tide == HIGH_TIDE, time == NIGHT)


@alternation.over(flip)
def every_flip_changes_the_pairing() -> Prop:
    return iff(after(unlike()), negation(unlike()))


@alternation.over(*(step for step in rules.steps.values() if step is not flip))
def nothing_else_turns_a_condition() -> Prop:
    return all_of(after(tide) == tide, after(time) == time)


def would_be_active(c: Num, p: Num, f: Num) -> Prop:
    """Whether a card on the table is active once a Condition card is turned."""
    return exists(Backgrounds, lambda b: all_of(background(laid(p, f)) == b, would_show(c, b)))


one_card_saved = theory.theorem(
    "conditions.one-card-saved",
    "conditions.flip",
    "conditions.active",
    "components.backgrounds",
    en="The shaman can make any one card of the table active, and he can make any one card inactive.",
    fr="Le shaman peut rendre active n'importe quelle carte de la table, et rendre inactive n'importe laquelle.",
)


@one_card_saved.everywhere
def any_one_card_saved_or_sunk() -> Prop:
    def either_way(p: Num, f: Num) -> Prop:
        saved = exists(Conditions, lambda c: would_be_active(c, p, f))
        sunk = exists(Conditions, lambda c: negation(would_be_active(c, p, f)))
        return all_of(saved, sunk)

    def on_the_table(p: Num, f: Num, c: Num) -> Prop:
        return all_of(phase == FLIP, laid(p, f) == c)

    return forall_cards(
        lambda p, f: forall(Cards, lambda c: implies(on_the_table(p, f, c), either_way(p, f)))
    )


both_own = theory.theorem(
    "conditions.both-own-cards",
    "conditions.flip",
    "conditions.active",
    en="The shaman can always keep both of the cards he laid himself active.",
    fr="Le shaman peut toujours rendre actives les deux cartes qu'il a posées lui-même.",
    outcome=Outcome.FAILS,
)


@both_own.everywhere
def both_of_his_cards_active() -> Prop:
    def both(s: Num, c: Num) -> Prop:
        return all_of(shaman == s, forall(Faces, lambda f: would_be_active(c, s, f)))

    return implies(phase == FLIP, exists(Players, lambda s: exists(Conditions, lambda c: both(s, c))))


some_active = theory.theorem(
    "conditions.some-card-active",
    "conditions.flip",
    "conditions.active",
    en="Whatever the shaman turns, at least one card on the table is active.",
    fr="Quoi que retourne le shaman, une carte au moins de la table est active.",
    outcome=Outcome.FAILS,
)


@some_active.over(flip)
def some_card_is_active() -> Prop:
    return exists(Players, lambda p: exists(Faces, lambda f: after(active(p, f))))


without_influence = theory.theorem(
    "reveal.without-influence",
    "reveal.discard",
    "reveal.return",
    en="An inhabitant on an inactive card is back in its owner's reserve before any effect happens, and that card has "
    "none.",
    fr="Un habitant posé sur une carte inactive est de retour dans la réserve avant tout effet, et cette carte n'en a "
    "aucun.",
    covers=("T-33",),
)


@without_influence.over(reveal)
def back_before_any_effect() -> Prop:
    def stood_in_vain(q: Num) -> Prop:
        return exists(
            Players, lambda p: exists(Faces, lambda f: all_of(stands(q, p, f), inactive(p, f)))
        )

    return forall(
        Players,
        lambda q: implies(
            stood_in_vain(q), all_of(after(reserve(q)) == reserve(q) + 1, after(reserve(q) + abroad(q)) == inhabitants)
        ),
    )


@without_influence.over(reveal)
def inactive_cards_owe_nothing() -> Prop:
    return forall_cards(
        lambda p, f: implies(inactive(p, f), forall(Turns, lambda t: negation(after(due(p, f, t)))))
    )


anyone_shaman = theory.theorem(
    "succession.anyone-shaman",
    "succession.refuse",
    "succession.no-second-refusal",
    en="Whom the rule makes shaman can put anybody in the role, himself included, and nobody can object.",
    fr="Celui que la règle fait shaman peut donner le rôle à n'importe qui, lui compris, sans que nul puisse s'y "
    "opposer.",
    covers=("T-28",),
)


@anyone_shaman.everywhere
def anybody_can_be_chosen() -> Prop:
    def chosen(s: Num, q: Num) -> Prop:
        kept = all_of(s == q, allowed(rules, accept, player=s))
        return all_of(shaman == s, any_of(kept, allowed(rules, name, player=s, named=q)))

    return implies(
        phase == OFFER, forall(Players, lambda q: exists(Players, lambda s: chosen(s, q)))
    )


@anyone_shaman.over(name)
def the_choice_stands() -> Prop:
    return all_of(after(shaman) == named, after(phase) == PLAY_UP)


@anyone_shaman.over(accept)
def keeping_the_role_stands() -> Prop:
    return all_of(after(shaman) == shaman, after(phase) == PLAY_UP)
