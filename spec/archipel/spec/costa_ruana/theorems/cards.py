"""What effects can and cannot do to the islands, the reserves and the treasures."""

from __future__ import annotations

from archipel.spec.costa_ruana.cards import (
    required,
    room,
    some_inhabitant_can_move,
    some_treasure_can_move,
)
from archipel.spec.costa_ruana.components import in_play
from archipel.spec.costa_ruana.resolution import acts, amount_now, kind_now
from archipel.spec.costa_ruana.theorems.phrases import acts_alone, any_numbers, given
from archipel.spec.costa_ruana.theorems.statement import theory
from archipel.spec.costa_ruana.vocabulary import (
    EFFECTS,
    MOVE_INHABITANT,
    MOVE_TREASURE,
    PLACE,
    PREPARE,
    REMOVE,
    RESOLVE,
    SETTLE,
    Islands,
    Players,
    abroad,
    chosen,
    collect,
    crowd,
    gained,
    hut,
    inhabitants,
    island_cap,
    islands,
    move_inhabitant,
    move_treasure,
    on,
    owner,
    phase,
    place,
    player,
    poor_treasures,
    remove,
    reserve,
    round_number,
    rounds,
    rules,
    source,
    standing,
    treasures,
    treasures_per_island,
)
from archipel.spec.logic import (
    Num,
    Prop,
    after,
    all_of,
    any_of,
    exists,
    forall,
    iff,
    implies,
    least,
    total,
    when,
)
from archipel.spec.theorems import Outcome

room_for_all = theory.theorem(
    "cards.room-for-all",
    "cards.place-cap",
    "setup.island-count",
    "components.inhabitants",
    en="The islands always have room for everybody's whole reserve at once, and more: the limit of {island_cap} never "
    "keeps anybody from placing as many as he must.",
    fr="Les îles ont toujours de la place pour toutes les réserves à la fois, et davantage : la limite de {island_cap} "
    "n'empêche jamais de placer autant qu'il le faut.",
    covers=("T-9",),
    rests_on=(island_cap, inhabitants),
)


@room_for_all.everywhere
def more_room_than_reserves() -> Prop:
    return room() > total(Players, lambda p: reserve(p))


@room_for_all.everywhere
def room_for_anybody() -> Prop:
    return forall(Players, lambda p: room() >= reserve(p))


can_move = theory.theorem(
    "cards.move-never-blocked",
    "cards.move-cap",
    "cards.another-island",
    "setup.island-count",
    en="An inhabitant can be moved whenever there is one on any island: the other islands are never all full.",
    fr="On peut déplacer un habitant dès qu'il y en a un sur une île : les autres îles ne sont jamais toutes pleines.",
    covers=("T-11",),
    rests_on=(island_cap, inhabitants),
)


@can_move.everywhere
def somebody_there_can_be_moved() -> Prop:
    return iff(some_inhabitant_can_move(), exists(Islands, lambda i: crowd(i) >= 1))


@can_move.everywhere
def whoever_is_there_can_be_moved() -> Prop:
    def elsewhere(i: Num) -> Prop:
        return exists(Islands, lambda j: all_of(i != j, crowd(j) < island_cap))

    return forall(Islands, lambda i: implies(crowd(i) >= 1, elsewhere(i)))


treasure_there = theory.theorem(
    "cards.treasure-never-blocked",
    "cards.move-treasure",
    "collection.one-per-island",
    "setup.treasures",
    "round.count",
    en="There is a treasure to move in every round: before the last cards are resolved each island has lost at most "
    "one treasure for each round played, so some are left.",
    fr="À chaque tour, il y a un trésor à déplacer : avant la résolution des dernières cartes, les îles ont perdu au "
    "plus un trésor chacune par tour joué, et il en reste.",
    covers=("T-12",),
    rests_on=(rounds, poor_treasures, treasures_per_island),
)


def collections() -> Num:
    """How often treasures have been collected."""
    return round_number - when(any_of(phase == SETTLE, phase >= PREPARE), 0, 1)


@treasure_there.over(collect)
def an_island_gives_one_at_most() -> Prop:
    return forall(Islands, lambda i: after(treasures(i)) >= treasures(i) - 1)


@treasure_there.kept
def one_treasure_for_each_island_and_round_at_most() -> Prop:
    return total(Islands, lambda i: treasures(i)) >= in_play() - islands * collections()


@treasure_there.everywhere
def some_treasure_to_move() -> Prop:
    return implies(phase == RESOLVE, some_treasure_can_move())


without_moves = theory.theorem(
    "cards.without-moved-treasures",
    "collection.one-per-island",
    "setup.treasures",
    "cards.move-treasure",
    en="As long as nobody moves a treasure, no island is empty when treasures are collected, but in the last round one "
    "of those that started with {poor_treasures}.",
    fr="Tant que personne ne déplace de trésor, aucune île n'est vide à la récolte, sinon au dernier tour l'une de "
    "celles qui en avaient {poor_treasures} au départ.",
    covers=("T-14",),
    rests_on=(rounds, poor_treasures, treasures_per_island),
)


def lost_one_a_round_at_most(i: Num, start: Num) -> Prop:
    """An island that started with so many treasures has lost at most one in each collection."""
    return treasures(i) >= start - collections()


@without_moves.opening
def nothing_lost_yet() -> Prop:
    return forall(
        Islands,
        lambda i: all_of(
            lost_one_a_round_at_most(i, poor_treasures),
            any_of(treasures(i) == poor_treasures, lost_one_a_round_at_most(i, treasures_per_island)),
        ),
    )


@without_moves.over(*(step for step in rules.steps.values() if step is not move_treasure))
def islands_lose_one_a_round_at_most() -> Prop:
    def stays_so(i: Num, start: Num) -> Prop:
        return implies(lost_one_a_round_at_most(i, start), after(lost_one_a_round_at_most(i, start)))

    return forall(
        Islands, lambda i: all_of(stays_so(i, poor_treasures), stays_so(i, treasures_per_island))
    )


@without_moves.over(collect)
def empty_in_the_last_round_only() -> Prop:
    def empty(i: Num, start: Num) -> Prop:
        return all_of(lost_one_a_round_at_most(i, start), treasures(i) == 0)

    return forall(
        Islands,
        lambda i: all_of(
            implies(empty(i, poor_treasures), round_number == rounds),
            implies(lost_one_a_round_at_most(i, treasures_per_island), treasures(i) >= 1),
        ),
    )


in_full = theory.theorem(
    "cards.when-not-in-full",
    "resolution.as-possible",
    "resolution.mandatory",
    "cards.remove-all",
    "cards.place-all",
    en="An effect is carried out in full but for three cases: too few in reserve to place, too few on islands to "
    "remove, or nobody on any island to move.",
    fr="Un effet s'applique en entier sauf dans trois cas : trop peu d'habitants en réserve pour placer, trop peu sur "
    "les îles pour retirer, ou personne sur aucune île à déplacer.",
    covers=("T-13",),
    rests_on=(island_cap, inhabitants, rounds),
)


def wanting(p: Num) -> Num:
    """What is there for the effect of the card under way, whatever the limits of the islands."""
    anybody = exists(Islands, lambda i: crowd(i) >= 1)
    movable = when(kind_now() == MOVE_INHABITANT, when(anybody, 1), 1)
    return when(kind_now() == REMOVE, abroad(p), when(kind_now() == PLACE, reserve(p), movable))


@in_full.everywhere
def only_three_cases_fall_short() -> Prop:
    """From what other claims show: one player acts, the kind is one of four, and the limits never bind."""
    never_blocked = all_of(
        some_treasure_can_move(),
        iff(some_inhabitant_can_move(), exists(Islands, lambda i: crowd(i) >= 1)),
        forall(Players, lambda p: room() >= reserve(p)),
    )

    def ready(p: Num) -> Prop:
        return all_of(acts_alone(p), kind_now() >= MOVE_TREASURE, kind_now() <= MOVE_INHABITANT, never_blocked)

    return forall(Players, lambda p: given(ready(p), required() == least(amount_now(), wanting(p))))


piecewise = theory.theorem(
    "cards.one-piece-at-a-time",
    "components.island-cap",
    "components.inhabitants",
    "cards.place",
    "cards.place-cap",
    "cards.remove",
    "cards.move-inhabitant",
    en="Placing or removing several inhabitants can be done one by one in any order: after each of them no island is "
    "overcrowded, nobody owes an inhabitant, and all {inhabitants} are there. One that is being moved is in the hand "
    "for a moment, and there is room where it goes.",
    fr="Placer ou retirer plusieurs habitants peut se faire un par un, dans n'importe quel ordre : après chacun, "
    "aucune île n'est trop pleine, personne ne doit d'habitant, et les {inhabitants} sont là. Celui qu'on déplace est "
    "un instant dans la main, et il y a de la place où il va.",
    rests_on=(island_cap,),
)

done = any_numbers("done")


def part_of_the_choice() -> Prop:
    """The unknown ``done`` is what some order of the pieces has done at some moment."""
    return forall(Islands, lambda i: all_of(done(i) >= 0, done(i) <= chosen(i)))


def sound(on_now: Num, reserve_now: Num, crowd_now: Num, everybody: Num) -> Prop:
    return all_of(on_now >= 0, reserve_now >= 0, crowd_now <= island_cap, everybody == inhabitants)


def sound_with_some_moved(sign: int) -> Prop:
    """The board is sound when only some of the chosen inhabitants have gone to islands (1) or left them (-1)."""
    moved = sign * total(Islands, lambda i: done(i))

    def at(i: Num, p: Num) -> Prop:
        everybody = reserve(p) - moved + total(Islands, lambda j: on(j, p) + sign * done(j)) + standing(p)
        return sound(on(i, p) + sign * done(i), reserve(p) - moved, crowd(i) + sign * done(i), everybody)

    def in_between(i: Num, p: Num) -> Prop:
        return implies(all_of(p == player, part_of_the_choice()), at(i, p))

    return forall(Islands, lambda i: forall(Players, lambda p: in_between(i, p)))


@piecewise.over(place)
def placed_one_by_one() -> Prop:
    return sound_with_some_moved(1)


@piecewise.over(remove)
def removed_one_by_one() -> Prop:
    return sound_with_some_moved(-1)


@piecewise.over(move_inhabitant)
def one_in_the_hand() -> Prop:
    def left(i: Num, p: Num) -> Num:
        return on(i, p) - when(all_of(i == source, p == owner), 1)

    def remaining(p: Num) -> Num:
        return reserve(p) + total(Islands, lambda i: left(i, p)) + standing(p) + when(p == owner, 1)

    return forall(
        Islands,
        lambda i: all_of(
            forall(Players, lambda p: all_of(left(i, p) >= 0, remaining(p) == inhabitants)),
            total(Players, lambda p: left(i, p)) <= island_cap,
        ),
    )


treasures_stay = theory.theorem(
    "cards.treasures-stay-on-islands",
    "cards.move-treasure",
    "collection.one-per-island",
    "components.treasures",
    en="No card brings a treasure to a player or takes one away from him: only collecting does, once in a round.",
    fr="Aucune carte n'apporte de trésor à un joueur ni ne lui en prend : seule la récolte le fait, une fois par tour.",
)


@treasures_stay.over(*(step for step in rules.steps.values() if step is not collect))
def nobody_gains_or_loses_a_treasure() -> Prop:
    return forall(Players, lambda p: after(hut(p) + gained(p)) == hut(p) + gained(p))


@treasures_stay.over(*EFFECTS)
def as_many_treasures_on_islands() -> Prop:
    return after(total(Islands, lambda i: treasures(i))) == total(Islands, lambda i: treasures(i))


others_untouched = theory.theorem(
    "cards.others-untouched",
    "cards.own-only",
    "cards.move-inhabitant",
    en="An effect never changes how many inhabitants another player has on islands or in reserve; it can only move "
    "one of them from island to island.",
    fr="Un effet ne change jamais le nombre d'habitants qu'un autre a sur les îles ou en réserve ; il peut seulement "
    "en déplacer un d'île en île.",
)


@others_untouched.over(*EFFECTS)
def others_keep_their_numbers() -> Prop:
    return forall(
        Players,
        lambda p: implies(
            p != player, all_of(after(reserve(p)) == reserve(p), after(abroad(p)) == abroad(p))
        ),
    )


empty_islands = theory.theorem(
    "cards.islands-can-be-deserted",
    "cards.remove",
    "resolution.as-possible",
    en="The islands can be deserted while a card that moves an inhabitant is to be resolved; then it does nothing.",
    fr="Les îles peuvent être désertes alors qu'il faut résoudre une carte qui déplace un habitant ; elle ne fait "
    "alors rien.",
)


@empty_islands.possible
def nobody_anywhere_to_move() -> Prop:
    deserted = forall(Islands, lambda i: crowd(i) == 0)
    return all_of(phase == RESOLVE, kind_now() == MOVE_INHABITANT, exists(Players, lambda p: acts(p)), deserted)


first_round_in_full = theory.theorem(
    "cards.first-round-in-full",
    "cards.place-all",
    "resolution.as-possible",
    en="In the first round everybody has enough in reserve to place as many as the cards say.",
    fr="Au premier tour, chacun a assez d'habitants en réserve pour placer autant que le disent les cartes.",
    outcome=Outcome.FAILS,
)


@first_round_in_full.everywhere
def enough_in_the_first_round() -> Prop:
    places = all_of(phase == RESOLVE, round_number == 1, kind_now() == PLACE)
    return forall(
        Players, lambda p: implies(all_of(places, acts(p)), reserve(p) >= amount_now())
    )
