"""The rules are well formed: a game never gets stuck, never leaves open what happens next, and always ends.

That a step changes each fact in one way is so by construction: a rulebook in which two clauses set one fact in the
same step cannot be put together (see ``Rulebook.changes``), and what a step makes of a fact is a term of the position
before it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from archipel.spec.clauses import Step
from archipel.spec.costa_ruana.cards import possible, required
from archipel.spec.costa_ruana.play import one_inhabitant_on_cards_at_most
from archipel.spec.costa_ruana.resolution import (
    acting,
    acts,
    amount_now,
    candidate,
    finished,
    kind_now,
    kind_of,
    no_card_open,
    rank,
    somebody_acts,
)
from archipel.spec.costa_ruana.theorems.phrases import acts_alone, any_one, forall_cards, given, over_cards, some_card
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


def can_lay(step: Step) -> Prop:
    def ways(p: Num) -> Prop:
        return exists(Cards, lambda c: allowed(rules, step, player=p, card=c, before=p))

    return exists(Players, lambda p: ways(p))


@progress.everywhere
def somebody_can_lay_a_card() -> Prop:
    return all_of(
        implies(phase == PLAY_UP, can_lay(play_up)),
        implies(phase == PLAY_DOWN, can_lay(play_down)),
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
def a_first_card_can_be_next() -> Prop:
    return forall_cards(
        lambda p, f: implies(all_of(phase == RESOLVE, no_card_open(), is_first(p, f)), candidate(p, f))
    )


@progress.everywhere
def a_next_card_can_be_begun() -> Prop:
    def chosen_by_its_player(p: Num, f: Num) -> Prop:
        return exists(Players, lambda q: allowed(rules, resolve, player=q, by=p, face=f))

    begins = any_of(allowed(rules, take_up), some_card(chosen_by_its_player))
    return implies(all_of(phase == RESOLVE, no_card_open(), some_card(candidate)), begins)


@progress.everywhere
def a_card_under_way_goes_on() -> Prop:
    goes_on = any_of(allowed(rules, finish_card), exists(Players, lambda q: acts(q)))
    return forall_cards(lambda p, f: implies(opened(p, f), goes_on))


@progress.everywhere
def a_card_under_way_says_what_to_do() -> Prop:
    def says() -> Prop:
        return all_of(kind_now() >= MOVE_TREASURE, kind_now() <= MOVE_INHABITANT, amount_now() >= 1)

    return forall_cards(lambda p, f: implies(opened(p, f), says()))


def about_to(p: Num, kind: Num) -> Prop:
    """A player's effect of this kind is next, and something of it is possible; if nothing is, it is skipped."""
    return all_of(phase == RESOLVE, acts(p), kind_now() == kind, required() >= 1)


@progress.everywhere
def nothing_possible_is_skipped() -> Prop:
    return forall(
        Players,
        lambda p: implies(all_of(phase == RESOLVE, acts(p), required() == 0), allowed(rules, skip)),
    )


@progress.everywhere
def nothing_less_than_nothing() -> Prop:
    return given(amount_now() >= 1, required() >= 0)


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


@determinism.over(*rules.decisions)
def nothing_follows_by_itself_while_somebody_decides() -> Prop:
    return all_of(*(negation(allowed(rules, step)) for step in rules.consequences))


def decides(p: Num) -> Prop:
    """Whose decision it is, if there is one to take."""
    in_turn = all_of(phase <= STAND, clockwise(shaman, p) == turn)
    as_shaman = all_of(any_of(phase == FLIP, phase == OFFER), p == shaman)
    next_card = all_of(no_card_open(), some_card(lambda q, f: all_of(candidate(q, f), lies_before(q, f) == p)))
    return any_of(in_turn, as_shaman, all_of(phase == RESOLVE, any_of(acts(p), next_card)))


def the_card_chosen_can_be_next() -> Prop:
    return forall_cards(lambda p, f: implies(all_of(p == by, f == face), candidate(p, f)))


@determinism.over(resolve)
def only_a_next_card_is_chosen() -> Prop:
    return the_card_chosen_can_be_next()


@determinism.over(resolve)
def whoever_chooses_is_the_one() -> Prop:
    shown = the_card_chosen_can_be_next()
    return forall(Players, lambda p: implies(p == player, given(shown, decides(p))))


@determinism.over(*(step for step in rules.decisions if step is not resolve))
def whoever_decides_is_the_one() -> Prop:
    return forall(Players, lambda p: implies(p == player, decides(p)))


@determinism.everywhere
def one_decides_at_most() -> Prop:
    return forall(
        Players,
        lambda p: forall(Players, lambda q: any_of(p == q, negation(all_of(decides(p), decides(q))))),
    )


@determinism.everywhere
def one_acts_at_most() -> Prop:
    return forall(
        Players, lambda p: forall(Players, lambda q: any_of(p == q, negation(all_of(acts(p), acts(q)))))
    )


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


def effect_by_effect() -> Prop:
    """An effect that happens is no longer owed, and every other is owed as before."""

    def owed_after(p: Num, f: Num, t: Num) -> Prop:
        return after(when(due(p, f, t), 1)) == when(due(p, f, t), 1) - when(acting(p, f, t), 1)

    return forall_cards(lambda p, f: forall(Turns, lambda t: owed_after(p, f, t)))


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
    shown = all_of(effect_by_effect(), effects_happening() >= 1)
    return all_of(given(shown, after(most_left()) <= most_left() - 1), after(least_left()) == least_left())


def candidates_are_unbegun() -> Prop:
    return forall_cards(lambda p, f: when(candidate(p, f), 1) <= is_unbegun(p, f))


@ends.everywhere
def only_cards_not_begun_can_be_next() -> Prop:
    return implies(no_card_open(), candidates_are_unbegun())


def chosen_card_by_card() -> Prop:
    def changed(p: Num, f: Num) -> Prop:
        return after(is_unbegun(p, f)) == is_unbegun(p, f) - when(all_of(p == by, f == face), 1)

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
    """What the invariants say of the position that a step leads to."""
    return after(all_of(a_card_acts_once_and_for_its_inhabitants(), one_inhabitant_on_cards_at_most()))


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
    shown = all_of(effect_by_effect(), effects_happening() >= 1)
    return given(shown, after(to_be_done()) < to_be_done())


@settles_down.over(take_up)
def less_to_do_once_taken_up() -> Prop:
    return given(begun_card_by_card(), after(to_be_done()) < to_be_done())


@settles_down.over(finish_card)
def less_to_do_once_finished() -> Prop:
    return given(finished_card_by_card(), after(to_be_done()) < to_be_done())
