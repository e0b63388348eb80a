"""The rules are well formed: a game never gets stuck, never leaves open what happens next, and always ends.

That a step changes each fact in one way is so by construction: a rulebook in which two clauses set one fact in the
same step cannot be put together (see ``Rulebook.changes``), and what a step makes of a fact is a term of the position
before it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from archipel.spec.clauses import Step
from archipel.spec.costa_ruana.cards import possible, required, room
from archipel.spec.costa_ruana.play import one_inhabitant_on_cards_at_most
from archipel.spec.costa_ruana.resolution import (
    acting,
    acts,
    amount_now,
    beneficiary,
    candidate,
    candidates,
    comes_first,
    finished,
    kind_now,
    kind_of,
    no_card_open,
    rank,
    somebody_acts,
    waits,
)
from archipel.spec.costa_ruana.succession import hand_size
from archipel.spec.costa_ruana.theorems.bookkeeping import forall_effects
from archipel.spec.costa_ruana.theorems.phrases import (
    acts_alone,
    any_effect,
    any_one,
    forall_cards,
    given,
    over_cards,
    some_card,
)
from archipel.spec.costa_ruana.theorems.resolution import a_card_acts_once_and_for_its_inhabitants, effects_owed
from archipel.spec.costa_ruana.theorems.statement import theory
from archipel.spec.costa_ruana.vocabulary import (
    EFFECTS,
    FLIP,
    MOVE_INHABITANT,
    MOVE_TREASURE,
    OFFER,
    OVER,
    PLACE,
    PLAY_DOWN,
    PLAY_UP,
    PREPARE,
    REMOVE,
    RESOLVE,
    REVEAL,
    SETTLE,
    STAND,
    TIDE,
    Cards,
    Islands,
    Players,
    Turns,
    abroad,
    accept,
    amount,
    by,
    clockwise,
    collect,
    crowd,
    decline,
    due,
    face,
    finish_card,
    finish_game,
    flip,
    hand,
    island_cap,
    laid,
    lies,
    lies_before,
    move_inhabitant,
    move_treasure,
    on,
    opened,
    phase,
    place,
    play_down,
    play_up,
    player,
    players,
    prepare,
    remove,
    reserve,
    resolve,
    reveal,
    round_number,
    rounds,
    rules,
    settle,
    settlers,
    shaman,
    skip,
    take_up,
    turn,
)
from archipel.spec.logic import (
    Domain,
    Num,
    Prop,
    after,
    all_of,
    any_of,
    count,
    exists,
    forall,
    implies,
    least,
    negation,
    number,
    total,
    when,
)
from archipel.spec.theorems import allowed

ROUND = ("round.steps", "round.count")

progress = theory.theorem(
    "rules.progress",
    *ROUND,
    "setup.settle-cap",
    "play.face-up",
    "play.face-down",
    "play.inhabitant",
    "conditions.flip",
    "resolution.same-kind",
    "resolution.as-possible",
    "resolution.finish",
    "succession.refuse",
    en="A game never gets stuck: until it is over, either something follows by itself or somebody has a decision he "
    "may take.",
    fr="Une partie n'est jamais bloquée : jusqu'à la fin, ou bien la suite va de soi, ou bien quelqu'un a une décision "
    "permise.",
    rests_on=(hand, island_cap, settlers),
)


@progress.everywhere
def somebody_can_settle() -> Prop:
    ways = exists(Players, lambda p: exists(Islands, lambda i: allowed(rules, settle, player=p, island=i)))
    return implies(phase == SETTLE, ways)


@progress.everywhere
def somebody_is_on_turn() -> Prop:
    return implies(phase <= STAND, exists(Players, lambda p: clockwise(shaman, p) == turn))


def can_lay(step: Step, p: Num) -> Prop:
    return exists(Cards, lambda c: allowed(rules, step, player=p, card=c, before=p))


@progress.everywhere
def whoever_is_on_turn_can_lay_a_card() -> Prop:
    """With a card in hand, as another theorem says he has."""

    def ready(p: Num) -> Prop:
        return all_of(clockwise(shaman, p) == turn, hand_size(p) >= 1)

    return forall(
        Players,
        lambda p: all_of(
            given(all_of(phase == PLAY_UP, ready(p)), can_lay(play_up, p)),
            given(all_of(phase == PLAY_DOWN, ready(p)), can_lay(play_down, p)),
        ),
    )


@progress.everywhere
def somebody_can_pass() -> Prop:
    return implies(phase == STAND, exists(Players, lambda p: allowed(rules, decline, player=p)))


@progress.everywhere
def the_shaman_can_flip_and_answer() -> Prop:
    return all_of(
        implies(phase == FLIP, exists(Players, lambda p: allowed(rules, flip, player=p, condition=TIDE))),
        implies(phase == OFFER, exists(Players, lambda p: allowed(rules, accept, player=p))),
    )


@progress.everywhere
def what_follows_by_itself() -> Prop:
    return all_of(
        implies(phase == REVEAL, allowed(rules, reveal)),
        implies(all_of(phase == RESOLVE, negation(some_card(lies))), allowed(rules, collect)),
        implies(phase == PREPARE, any_of(allowed(rules, prepare), allowed(rules, finish_game))),
    )


Keys = Domain("keys", "V", 4 * players, number(1))


def key(p: Num, f: Num) -> Num:
    """A number that is smaller for the card that comes first: by seat, and before one seat by kind."""
    return 4 * clockwise(shaman, lies_before(p, f)) + rank(kind_of(p, f))


def lies_by(v: Num) -> Prop:
    return some_card(lambda p, f: all_of(lies(p, f), key(p, f) <= v))


def is_first(p: Num, f: Num) -> Prop:
    return all_of(lies(p, f), forall_cards(lambda q, g: implies(lies(q, g), key(p, f) <= key(q, g))))


@progress.everywhere
def some_key_is_the_least() -> Prop:
    return implies(some_card(lies), exists(Keys, lambda v: all_of(lies_by(v), negation(lies_by(v - 1)))))


@progress.everywhere
def a_card_with_the_least_key_is_first() -> Prop:
    v = any_one("least_key", Keys)

    def has_it(p: Num, f: Num) -> Prop:
        return all_of(lies(p, f), key(p, f) <= v, negation(lies_by(v - 1)))

    return forall_cards(lambda p, f: implies(has_it(p, f), is_first(p, f)))


@progress.everywhere
def a_smaller_key_comes_first() -> Prop:
    one, other = any_effect("one"), any_effect("another")
    both = all_of(one.exists, other.exists, lies(one.by, one.face), lies(other.by, other.face))
    ordered = key(one.by, one.face) <= key(other.by, other.face)
    return implies(all_of(both, ordered), negation(comes_first(other.by, other.face, one.by, one.face)))


@progress.everywhere
def a_first_card_can_be_next() -> Prop:
    def nothing_before(p: Num, f: Num) -> Prop:
        return forall_cards(lambda q, g: implies(lies(q, g), negation(comes_first(q, g, p, f))))

    def ready(p: Num, f: Num) -> Prop:
        return all_of(phase == RESOLVE, no_card_open(), lies(p, f), nothing_before(p, f))

    return forall_cards(lambda p, f: given(ready(p, f), candidate(p, f)))


@progress.everywhere
def a_next_card_is_counted() -> Prop:
    return implies(some_card(candidate), candidates() >= 1)


@progress.everywhere
def a_next_card_can_be_begun() -> Prop:
    def chosen_by_its_player(p: Num, f: Num) -> Prop:
        return exists(Players, lambda q: allowed(rules, resolve, player=q, by=p, face=f))

    def several(p: Num, f: Num) -> Prop:
        return all_of(phase == RESOLVE, no_card_open(), candidate(p, f), candidates() > 1)

    only_one = all_of(phase == RESOLVE, no_card_open(), candidates() == 1)
    chosen = forall_cards(lambda p, f: implies(several(p, f), chosen_by_its_player(p, f)))
    return all_of(implies(only_one, allowed(rules, take_up)), chosen)


def has_an_effect(p: Num, f: Num) -> Prop:
    return exists(Turns, lambda t: acting(p, f, t))


@progress.everywhere
def a_card_under_way_goes_on() -> Prop:
    goes_on = allowed(rules, finish_card)
    return forall_cards(lambda p, f: implies(opened(p, f), any_of(goes_on, has_an_effect(p, f))))


def is_for_somebody(p: Num, f: Num, t: Num) -> Prop:
    return exists(Players, lambda q: beneficiary(p, f, t) == q)


@progress.everywhere
def every_turn_is_somebodys() -> Prop:
    return forall_effects(lambda p, f, t: implies(opened(p, f), is_for_somebody(p, f, t)))


@progress.everywhere
def its_effect_is_somebodys() -> Prop:
    somebody = exists(Players, lambda q: acts(q))

    def ready(p: Num, f: Num) -> Prop:
        return all_of(has_an_effect(p, f), forall(Turns, lambda t: is_for_somebody(p, f, t)))

    return forall_cards(lambda p, f: given(ready(p, f), somebody))


@progress.everywhere
def every_card_says_what_to_do() -> Prop:
    def says(p: Num, f: Num) -> Prop:
        known_kind = all_of(kind_of(p, f) >= MOVE_TREASURE, kind_of(p, f) <= MOVE_INHABITANT)
        return all_of(known_kind, amount(laid(p, f)) >= 1)

    return forall_cards(lambda p, f: forall(Cards, lambda c: implies(laid(p, f) == c, says(p, f))))


@progress.everywhere
def the_card_under_way_is_done() -> Prop:
    def is_done(p: Num, f: Num) -> Prop:
        return all_of(kind_now() == kind_of(p, f), amount_now() == amount(laid(p, f)))

    return forall_cards(lambda p, f: implies(opened(p, f), is_done(p, f)))


def about_to(p: Num, kind: Num) -> Prop:
    """A player's effect of this kind is next, and something of it is possible; if nothing is, it is skipped."""
    return all_of(phase == RESOLVE, acts(p), kind_now() == kind, required() >= 1)


@progress.everywhere
def nothing_possible_is_skipped() -> Prop:
    return forall(
        Players,
        lambda p: implies(all_of(phase == RESOLVE, acts(p), required() == 0), allowed(rules, skip)),
    )


def nothing_negative() -> Prop:
    return all_of(room() >= 0, forall(Players, lambda p: all_of(reserve(p) >= 0, abroad(p) >= 0)))


@progress.everywhere
def nothing_negative_there() -> Prop:
    return nothing_negative()


@progress.everywhere
def nothing_less_than_nothing() -> Prop:
    return given(all_of(amount_now() >= 1, nothing_negative()), required() >= 0)


@progress.everywhere
def a_treasure_can_be_moved() -> Prop:
    def ways(p: Num) -> Prop:
        return exists(
            Islands,
            lambda i: exists(Islands, lambda j: allowed(rules, move_treasure, player=p, source=i, target=j)),
        )

    return forall(Players, lambda p: implies(about_to(p, MOVE_TREASURE), ways(p)))


@progress.everywhere
def an_inhabitant_can_be_moved() -> Prop:
    def moved(p: Num, q: Num, i: Num, j: Num) -> Prop:
        return allowed(rules, move_inhabitant, player=p, owner=q, source=i, target=j)

    def ways(p: Num) -> Prop:
        return exists(
            Players, lambda q: exists(Islands, lambda i: exists(Islands, lambda j: moved(p, q, i, j)))
        )

    return forall(Players, lambda p: implies(about_to(p, MOVE_INHABITANT), ways(p)))


def spread(number: Num, there: Callable[[Num], Num]) -> Callable[[Num], Num]:
    """A way to take so many from what is there: as many as are still wanted from each island in turn."""

    def before(i: Num) -> Num:
        return total(Islands, lambda j: when(j < i, there(j)))

    return lambda i: least(number, before(i) + there(i)) - least(number, before(i))


def carried_out(step: Step, p: Num, there: Callable[[Num], Num]) -> Prop:
    """The decision to take what is required from what is there is allowed."""
    taken = spread(required(), there)
    return all_of(forall(Islands, lambda i: taken(i) >= 0), allowed(rules, step, player=p, chosen=taken))


@progress.everywhere
def inhabitants_can_be_removed() -> Prop:
    def ready(p: Num) -> Prop:
        return all_of(about_to(p, REMOVE), required() <= possible(p, REMOVE))

    return forall(Players, lambda p: given(ready(p), carried_out(remove, p, lambda i: on(i, p))))


@progress.everywhere
def inhabitants_can_be_placed() -> Prop:
    def ready(p: Num) -> Prop:
        return all_of(about_to(p, PLACE), required() <= possible(p, PLACE))

    return forall(Players, lambda p: given(ready(p), carried_out(place, p, lambda i: island_cap - crowd(i))))


@progress.everywhere
def no_more_is_required_than_possible() -> Prop:
    return forall(Players, lambda p: given(acts_alone(p), required() <= possible(p, kind_now())))


determinism = theory.theorem(
    "rules.determinism",
    *ROUND,
    "setup.settle-order",
    "resolution.one-at-a-time",
    "resolution.seat-order",
    "resolution.beneficiaries",
    en="It is never open what happens next or who decides: at most one thing follows by itself, nobody has to decide "
    "while it does, and otherwise no two players have a decision at the same time.",
    fr="On n'hésite jamais sur la suite ni sur qui décide : une seule chose au plus va de soi, personne ne décide "
    "pendant ce temps, et sinon jamais deux joueurs n'ont une décision à prendre en même temps.",
)


@determinism.everywhere
def one_thing_at_most_follows_by_itself() -> Prop:
    pairs = combinations(rules.consequences, 2)
    return all_of(*(negation(all_of(allowed(rules, one), allowed(rules, other))) for one, other in pairs))


NOT_EFFECTS = tuple(step for step in rules.decisions if step not in EFFECTS)


@determinism.over(*NOT_EFFECTS)
def nothing_follows_by_itself_while_somebody_decides() -> Prop:
    return all_of(*(negation(allowed(rules, step)) for step in rules.consequences))


def asked_for_an_effect(p: Num) -> Prop:
    return all_of(phase == RESOLVE, acts(p), required() >= 1)


@determinism.over(*EFFECTS)
def only_who_is_asked_has_an_effect() -> Prop:
    return forall(Players, lambda p: implies(p == player, asked_for_an_effect(p)))


def unfinished(p: Num, f: Num) -> Prop:
    """A card that somebody acts by is not finished."""
    return forall(Players, lambda q: implies(acts(q), negation(finished(p, f))))


@determinism.everywhere
def no_card_is_finished_while_somebody_acts() -> Prop:
    return forall_cards(unfinished)


@determinism.everywhere
def nothing_follows_by_itself_while_an_effect_is_asked_for() -> Prop:
    def shown(p: Num) -> Prop:
        under_way = some_card(lambda q, f: all_of(opened(q, f), lies(q, f)))
        return implies(acts(p), all_of(under_way, forall_cards(lambda q, f: negation(finished(q, f)))))

    def nothing(p: Num) -> Prop:
        pending = any_of(*(allowed(rules, step) for step in rules.consequences))
        return negation(all_of(asked_for_an_effect(p), pending))

    return forall(Players, lambda p: given(shown(p), nothing(p)))


def chooses_next(p: Num) -> Prop:
    """A card before this player can be next."""
    return all_of(no_card_open(), some_card(lambda q, f: all_of(candidate(q, f), lies_before(q, f) == p)))


def decides(p: Num) -> Prop:
    """Whose decision it is, if there is one to take."""
    in_turn = all_of(phase <= STAND, clockwise(shaman, p) == turn)
    as_shaman = all_of(any_of(phase == FLIP, phase == OFFER), p == shaman)
    return any_of(in_turn, as_shaman, all_of(phase == RESOLVE, any_of(acts(p), chooses_next(p))))


def waits_from_its_first_turn(p: Num, f: Num) -> Prop:
    return implies(all_of(waits(p, f), negation(opened(p, f))), due(p, f, 0))


@determinism.everywhere
def what_is_not_begun_has_its_first_turn_to_come() -> Prop:
    return forall_cards(waits_from_its_first_turn)


def is_chosen(p: Num, f: Num) -> Prop:
    return all_of(p == by, f == face)


def not_after(p: Num, f: Num, q: Num, g: Num) -> Prop:
    return implies(due(q, g, 0), negation(comes_first(q, g, p, f)))


@determinism.over(resolve)
def nothing_comes_before_the_card_chosen() -> Prop:
    return forall_cards(
        lambda p, f: forall_cards(lambda q, g: implies(is_chosen(p, f), not_after(p, f, q, g)))
    )


@determinism.over(resolve)
def only_a_next_card_is_chosen() -> Prop:
    def shown(p: Num, f: Num) -> Prop:
        return forall_cards(lambda q, g: all_of(waits_from_its_first_turn(q, g), not_after(p, f, q, g)))

    return forall_cards(lambda p, f: implies(is_chosen(p, f), given(shown(p, f), candidate(p, f))))


@determinism.over(resolve)
def whoever_chooses_is_the_one() -> Prop:
    shown = forall_cards(lambda p, f: implies(is_chosen(p, f), candidate(p, f)))
    return forall(Players, lambda p: implies(p == player, given(shown, decides(p))))


@determinism.over(*(step for step in NOT_EFFECTS if step is not resolve))
def whoever_decides_is_the_one() -> Prop:
    """Whoever is asked for an effect acts, and so decides by definition."""
    return forall(Players, lambda p: implies(p == player, decides(p)))


def acts_by(q: Num, p: Num, f: Num) -> Prop:
    """It is a player's turn on a card."""
    return exists(Turns, lambda t: all_of(acting(p, f, t), beneficiary(p, f, t) == q))


def one_turn_at_a_time(p: Num, f: Num) -> Prop:
    return count(Turns, lambda t: acting(p, f, t)) <= 1


def only_by_the_card_under_way(p: Num, f: Num) -> Prop:
    return forall(Players, lambda q: implies(all_of(opened(p, f), acts(q)), acts_by(q, p, f)))


def one_at_most(body: Callable[[Num], Prop]) -> Prop:
    """No two players are like this."""
    return forall(
        Players, lambda p: forall(Players, lambda q: any_of(p == q, negation(all_of(body(p), body(q)))))
    )


@determinism.everywhere
def a_card_has_one_turn_at_a_time() -> Prop:
    return forall_cards(one_turn_at_a_time)


@determinism.everywhere
def a_turn_is_one_players() -> Prop:
    def one_player(p: Num, f: Num) -> Prop:
        return count(Players, lambda q: acts_by(q, p, f)) <= 1

    return forall_cards(lambda p, f: given(one_turn_at_a_time(p, f), one_player(p, f)))


@determinism.everywhere
def who_acts_acts_by_the_card_under_way() -> Prop:
    return forall_cards(only_by_the_card_under_way)


@determinism.everywhere
def nobody_acts_without_a_card_under_way() -> Prop:
    under_way = some_card(lambda p, f: all_of(opened(p, f), lies(p, f)))
    return forall(Players, lambda q: implies(acts(q), under_way))


@determinism.everywhere
def one_acts_at_most() -> Prop:
    def shown(p: Num, f: Num) -> Prop:
        one_player = count(Players, lambda q: acts_by(q, p, f)) <= 1
        return all_of(opened(p, f), only_by_the_card_under_way(p, f), one_player)

    return forall_cards(lambda p, f: given(shown(p, f), one_at_most(lambda q: acts(q))))


def level_means_together(p: Num, f: Num, q: Num, g: Num) -> Prop:
    """Two cards of which neither comes first lie in front of one player."""
    level = all_of(lies(p, f), lies(q, g), negation(comes_first(p, f, q, g)), negation(comes_first(q, g, p, f)))
    return implies(level, lies_before(p, f) == lies_before(q, g))


@determinism.everywhere
def level_cards_lie_before_one_player() -> Prop:
    one, other = any_effect("one"), any_effect("another")
    both = all_of(one.exists, other.exists)
    return implies(both, level_means_together(one.by, one.face, other.by, other.face))


def all_next_cards_are_his(p: Num, f: Num) -> Prop:
    """If a card can be next, nobody chooses but the player in front of whom it lies."""
    return forall(
        Players, lambda q: implies(all_of(candidate(p, f), chooses_next(q)), lies_before(p, f) == q)
    )


def next_together(p: Num, f: Num, q: Num, g: Num) -> Prop:
    return implies(all_of(candidate(p, f), candidate(q, g)), lies_before(p, f) == lies_before(q, g))


@determinism.everywhere
def next_cards_lie_before_one_player() -> Prop:
    def pair(p: Num, f: Num, q: Num, g: Num) -> Prop:
        return given(level_means_together(p, f, q, g), next_together(p, f, q, g))

    return forall_cards(lambda p, f: forall_cards(lambda q, g: pair(p, f, q, g)))


@determinism.everywhere
def one_player_has_all_the_next_cards() -> Prop:
    def shown(p: Num, f: Num) -> Prop:
        return forall_cards(lambda q, g: next_together(p, f, q, g))

    return forall_cards(lambda p, f: given(shown(p, f), all_next_cards_are_his(p, f)))


@determinism.everywhere
def one_decides_at_most() -> Prop:
    shown = all_of(
        one_at_most(lambda p: acts(p)),
        forall(Players, lambda p: implies(acts(p), some_card(opened))),
        forall_cards(all_next_cards_are_his),
    )
    return given(shown, one_at_most(decides))


# How long a game can be

ends = theory.theorem(
    "rules.termination",
    *ROUND,
    "setup.settle-count",
    "play.inhabitant",
    "resolution.same-kind",
    "resolution.beneficiaries",
    "succession.refuse",
    en="Every game ends, after a number of decisions that has an exact greatest and an exact least value for each "
    "number of players; both are reached.",
    fr="Toute partie s'achève, après un nombre de décisions qui a pour chaque nombre de joueurs un maximum et un "
    "minimum exacts ; l'un et l'autre sont atteints.",
)


def settlings_left() -> Num:
    return when(phase == SETTLE, players * settlers - total(Players, lambda p: abroad(p)))


def later_rounds(in_a_round: Num) -> Num:
    """Decisions in the rounds to come, each but the first of the game after an answer of the new shaman."""
    return (rounds - round_number) * (in_a_round + 1) - when(phase == SETTLE, 1)


def turns_left(last: Num) -> Num:
    """Turns to come in this round before the shaman turns a Condition card, up to the part given."""
    return when(all_of(phase >= PLAY_UP, phase <= last), (last - phase + 1) * players - turn)


def is_there(p: Num, f: Num) -> Num:
    """1 if a card is on the table, 0 if not."""
    return when(lies(p, f), 1)


def is_unbegun(p: Num, f: Num) -> Num:
    """1 if a card is on the table and has not been begun, 0 if not."""
    return when(all_of(lies(p, f), negation(opened(p, f))), 1)


def unbegun() -> Num:
    return over_cards(lambda p, f: is_unbegun(p, f))


def choices_left() -> Num:
    """The last of several cards is not chosen, it is left over."""
    return when(unbegun() >= 1, unbegun() - 1)


def resolving_left() -> Num:
    most = 3 * players + 2 * players - 1
    coming = all_of(phase >= PLAY_UP, phase <= REVEAL)
    return when(coming, most, when(phase == RESOLVE, effects_owed() + choices_left()))


def flip_left() -> Num:
    return when(all_of(phase >= PLAY_UP, phase <= FLIP), 1)


def most_left() -> Num:
    """No game takes more decisions than this from here on."""
    in_a_round = 3 * players + 1 + 3 * players + 2 * players - 1
    return settlings_left() + later_rounds(in_a_round) + turns_left(STAND) + flip_left() + resolving_left()


def least_left() -> Num:
    """No game takes fewer decisions than this from here on."""
    return settlings_left() + later_rounds(3 * players + 1) + turns_left(STAND) + flip_left()


@ends.opening
def greatest_and_least_length() -> Prop:
    turns = players * settlers + 3 * players * rounds
    return all_of(
        most_left() == turns + 5 * players * rounds + rounds - 1,
        least_left() == turns + rounds + rounds - 1,
    )


@ends.everywhere
def nothing_left_when_it_is_over() -> Prop:
    return implies(phase == OVER, least_left() <= 0)


@ends.everywhere
def never_less_than_nothing_left() -> Prop:
    return most_left() >= 0


QUIET = tuple(step for step in rules.decisions if step not in (*EFFECTS, resolve))


@ends.over(*QUIET)
def each_turn_takes_one_off() -> Prop:
    return all_of(after(most_left()) == most_left() - 1, after(least_left()) == least_left() - 1)


def happens_if_due(p: Num, f: Num, t: Num) -> Prop:
    return implies(acting(p, f, t), due(p, f, t))


@ends.everywhere
def only_what_is_due_happens() -> Prop:
    return forall_effects(happens_if_due)


def effect_by_effect() -> Prop:
    """An effect that happens is no longer owed, and every other is owed as before."""

    def owed_after(p: Num, f: Num, t: Num) -> Prop:
        changed = after(when(due(p, f, t), 1)) == when(due(p, f, t), 1) - when(acting(p, f, t), 1)
        return given(happens_if_due(p, f, t), changed)

    return forall_effects(owed_after)


def effects_happening() -> Num:
    return over_cards(lambda p, f: total(Turns, lambda t: when(acting(p, f, t), 1)))


@ends.everywhere
def whoever_acts_has_an_effect() -> Prop:
    somebody = exists(Players, lambda p: acts(p))
    return implies(any_of(somebody, somebody_acts()), effects_happening() >= 1)


@ends.over(skip, *EFFECTS)
def owed_no_longer() -> Prop:
    return effect_by_effect()


@ends.over(skip, *EFFECTS)
def each_effect_takes_one_off() -> Prop:
    shown = all_of(forall_effects(happens_if_due), effect_by_effect(), effects_happening() >= 1)
    return all_of(given(shown, after(most_left()) <= most_left() - 1), after(least_left()) == least_left())


def candidates_are_unbegun() -> Prop:
    return forall_cards(lambda p, f: when(candidate(p, f), 1) <= is_unbegun(p, f))


@ends.everywhere
def only_cards_not_begun_can_be_next() -> Prop:
    return implies(no_card_open(), candidates_are_unbegun())


def chosen_card_by_card() -> Prop:
    def changed(p: Num, f: Num) -> Prop:
        return after(is_unbegun(p, f)) == is_unbegun(p, f) - when(is_chosen(p, f), 1)

    return forall_cards(changed)


@ends.over(resolve)
def the_chosen_card_is_begun() -> Prop:
    return chosen_card_by_card()


@ends.over(resolve)
def each_choice_takes_one_off() -> Prop:
    shown = all_of(candidates_are_unbegun(), chosen_card_by_card())
    return all_of(given(shown, after(most_left()) <= most_left() - 1), after(least_left()) == least_left())


def begun_card_by_card() -> Prop:
    return forall_cards(lambda p, f: after(is_unbegun(p, f)) == is_unbegun(p, f) - when(candidate(p, f), 1))


def finished_card_by_card() -> Prop:
    def changed(p: Num, f: Num) -> Prop:
        leaves = after(is_there(p, f)) == is_there(p, f) - when(finished(p, f), 1)
        return all_of(leaves, after(is_unbegun(p, f)) == is_unbegun(p, f))

    return forall_cards(changed)


@ends.over(take_up)
def the_card_taken_up_is_begun() -> Prop:
    return begun_card_by_card()


@ends.over(finish_card)
def the_finished_card_is_gone() -> Prop:
    return finished_card_by_card()


def few_effects_afterwards() -> Prop:
    """What the invariants say of the position that a step leads to, and that every card counts once at most."""
    once = forall_cards(lambda p, f: all_of(is_there(p, f) <= 1, is_unbegun(p, f) <= 1))
    return after(all_of(a_card_acts_once_and_for_its_inhabitants(), one_inhabitant_on_cards_at_most(), once))


def nothing_added() -> Prop:
    return all_of(after(most_left()) <= most_left(), after(least_left()) == least_left())


@ends.over(collect, prepare, finish_game)
def what_follows_adds_nothing() -> Prop:
    return nothing_added()


@ends.over(reveal)
def revealing_adds_nothing() -> Prop:
    return given(few_effects_afterwards(), nothing_added())


@ends.over(take_up)
def taking_up_adds_nothing() -> Prop:
    return given(begun_card_by_card(), nothing_added())


@ends.over(finish_card)
def finishing_adds_nothing() -> Prop:
    return given(finished_card_by_card(), nothing_added())


ends.worked_out("longest_game", "shortest_game")

settles_down = theory.theorem(
    "rules.consequences-end",
    "round.steps",
    "reveal.keep",
    "resolution.one-at-a-time",
    "resolution.finish",
    "resolution.as-possible",
    en="What follows by itself is soon done: it cannot go on and on without anybody deciding.",
    fr="Ce qui va de soi est vite fait : cela ne peut continuer sans fin sans que personne ne décide.",
)


def to_be_done() -> Num:
    """Something that is never negative, and less after everything that follows by itself."""
    on_the_table = over_cards(lambda p, f: is_there(p, f))
    return (OVER - phase) * (3 * players + 1) + effects_owed() + unbegun() + on_the_table


@settles_down.everywhere
def never_less_than_nothing_to_do() -> Prop:
    return to_be_done() >= 0


@settles_down.over(collect, prepare, finish_game)
def less_to_do() -> Prop:
    return after(to_be_done()) < to_be_done()


def revealed_card_by_card() -> Prop:
    def fewer(p: Num, f: Num) -> Prop:
        return all_of(after(is_there(p, f)) <= is_there(p, f), after(is_unbegun(p, f)) <= is_unbegun(p, f))

    return forall_cards(fewer)


@settles_down.over(reveal)
def less_to_do_once_revealed() -> Prop:
    return given(all_of(few_effects_afterwards(), revealed_card_by_card()), after(to_be_done()) < to_be_done())


@settles_down.over(reveal)
def no_card_comes_to_the_table() -> Prop:
    return revealed_card_by_card()


@settles_down.over(skip)
def less_to_do_once_skipped() -> Prop:
    shown = all_of(forall_effects(happens_if_due), effect_by_effect(), effects_happening() >= 1)
    return given(shown, after(to_be_done()) < to_be_done())


@settles_down.over(take_up)
def less_to_do_once_taken_up() -> Prop:
    return given(begun_card_by_card(), after(to_be_done()) < to_be_done())


@settles_down.over(finish_card)
def less_to_do_once_finished() -> Prop:
    return given(finished_card_by_card(), after(to_be_done()) < to_be_done())
