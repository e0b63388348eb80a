"""What sentences of Costa Ruana can mean besides what the clauses say, in rulebook order."""

from __future__ import annotations

from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana.cards import (
    mandatory,
    moving_inhabitant,
    removable,
    removing,
    required,
    some_inhabitant_can_move,
)
from archipel.spec.costa_ruana.collection import (
    conflicts,
    in_conflict,
    majority,
    majority_takes,
    nobody_else_returns,
    returns_one,
    single_outside_conflict,
    takes,
)
from archipel.spec.costa_ruana.components import in_play, kept, pile_never_runs_out
from archipel.spec.costa_ruana.conditions import active_cards, flips_one, shows
from archipel.spec.costa_ruana.play import acts_for_somebody, from_reserve
from archipel.spec.costa_ruana.resolution import (
    acting,
    acts,
    beneficiaries,
    beneficiary,
)
from archipel.spec.costa_ruana.scoring import ahead, points, shared
from archipel.spec.costa_ruana.setup import so_many_poor_islands, the_others_are_rich, treasure_layout
from archipel.spec.costa_ruana.succession import (
    before_the_last_round,
    fewest,
    full_hand,
    last_draws,
    preferred_in_a_tie,
    seats_after_shaman,
    succeeds,
    tie,
)
from archipel.spec.costa_ruana.vocabulary import (
    FLIP,
    OVER,
    PILE,
    RESOLVE,
    REVEAL,
    STAND,
    Faces,
    Islands,
    PlayerCounts,
    Players,
    Turns,
    by,
    chosen,
    clockwise,
    crowd,
    draw,
    drawn,
    due,
    face,
    finish_card,
    finish_game,
    gained,
    hand,
    hut,
    island_cap,
    islands,
    last_draw,
    last_in_turn,
    lies,
    lies_before,
    move_inhabitant,
    next_turn,
    on,
    owner,
    phase,
    place_of,
    player,
    players,
    poor_islands,
    poor_treasures,
    position,
    remove,
    rounds,
    seat_after,
    shaman,
    source,
    stands,
    target,
    tide,
    time,
    treasures,
    treasures_per_island,
    turn,
)
from archipel.spec.logic import (
    Num,
    Prop,
    all_of,
    any_of,
    count,
    exists,
    falsehood,
    forall,
    implies,
    negation,
    number,
    the,
    total,
    when,
)
from archipel.spec.readings import Readings

READINGS = Readings(RULEBOOK)

# Setup

poor = READINGS.point(
    "poor-islands",
    treasure_layout,
    ours="each",
    en="Four treasures on two islands: on each of them, or on both together?",
    fr="Quatre trésors sur deux îles : sur chacune, ou sur les deux ensemble ?",
)
in_all = poor.reading(
    "in-all",
    en="Each island gets {treasures_per_island} treasures, except {poor_islands} drawn at random, which share "
    "{poor_treasures} equally.",
    fr="Chaque île reçoit {treasures_per_island} trésors, sauf {poor_islands} tirées au hasard, qui s'en "
    "partagent {poor_treasures} à parts égales.",
)


@in_all.replaces(so_many_poor_islands)
def so_many_share() -> Prop:
    return count(Islands, lambda i: treasures(i) * poor_islands == poor_treasures) == poor_islands


@in_all.replaces(the_others_are_rich)
def the_others_do_not_share() -> Prop:
    return forall(
        Islands,
        lambda i: any_of(treasures(i) * poor_islands == poor_treasures, treasures(i) == treasures_per_island),
    )


@in_all.redefines(in_play)
def all_there_are() -> Num:
    return treasures_per_island * (islands - poor_islands) + poor_treasures


# Play

card_inhabitant = READINGS.point(
    "card-inhabitant",
    from_reserve,
    ours="reserve",
    en="Where does the inhabitant put on a card come from?",
    fr="D'où vient l'habitant posé sur une carte ?",
)
from_island = card_inhabitant.reading(
    "reserve-or-island",
    en="The inhabitant put on a card comes from its owner's reserve, or from an island.",
    fr="L'habitant posé sur une carte vient de la réserve de son propriétaire, ou d'une île.",
)
stand_from = from_island.decision("stand_from", player, by, face, source)


@from_island.clause.guards(stand_from)
def while_inhabitants_are_put_on_cards() -> Prop:
    return all_of(phase == STAND, clockwise(shaman, player) == turn)


@from_island.clause.guards(stand_from)
def on_a_card_that_is_there() -> Prop:
    return lies(by, face)


@from_island.clause.guards(stand_from)
def from_an_island_where_one_is() -> Prop:
    return on(source, player) >= 1


@from_island.clause.sets(phase, stand_from)
def then_the_others_or_the_conditions() -> Num:
    return when(last_in_turn(), FLIP, phase)


@from_island.clause.sets(turn, stand_from)
def the_next_one_puts_his() -> Num:
    return next_turn()


@from_island.clause.sets(stands, stand_from)
def it_stands_on_the_card(q: Num, p: Num, f: Num) -> Prop:
    return any_of(stands(q, p, f), all_of(q == player, p == by, f == face))


@from_island.clause.adds(on, stand_from)
def it_leaves_the_island(i: Num, p: Num) -> Num:
    return when(all_of(i == source, p == player), -1)


# Conditions

flipping = READINGS.point(
    "flip",
    flips_one,
    ours="mandatory",
    en="Must the shaman turn over a Condition card?",
    fr="Le shaman doit-il retourner une carte Condition ?",
)
may_keep = flipping.reading(
    "optional",
    en="The shaman turns over one of the two Condition cards, or neither.",
    fr="Le shaman retourne l'une des deux cartes Condition, ou aucune.",
)
keep_conditions = may_keep.decision("keep_conditions", player)


@may_keep.clause.guards(keep_conditions)
def when_the_shaman_could_flip() -> Prop:
    return all_of(phase == FLIP, player == shaman)


@may_keep.clause.sets(phase, keep_conditions)
def then_the_cards_are_revealed() -> Num:
    return REVEAL


backgrounds = READINGS.point(
    "background",
    active_cards,
    ours="one",
    en="Must a card's background match one of the two sides that show, or both?",
    fr="Le fond d'une carte doit-il correspondre à l'une des deux faces visibles, ou aux deux ?",
)
both_sides = backgrounds.reading(
    "both",
    en="A card is active in this round if its background is both of the sides that now show.",
    fr="Une carte est active pendant ce tour si son fond est à la fois l'une et l'autre des faces désormais visibles.",
)


@both_sides.redefines(shows)
def both_show_it(b: Num) -> Prop:
    return all_of(b == tide, b == time)


# Resolution

copy_order = READINGS.point(
    "copy-order",
    beneficiaries,
    ours="card",
    en="From whom do the repetitions of a card go clockwise?",
    fr="À partir de qui les répétitions d'une carte suivent-elles le sens horaire ?",
)
from_shaman = copy_order.reading(
    "shaman",
    en="A card first acts on the player before whom it lies, then for each inhabitant on it on its owner, "
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


copies = READINGS.point(
    "copies",
    mandatory,
    ours="mandatory",
    en="Must the owner of an inhabitant on a card carry out its effect too?",
    fr="Le propriétaire d'un habitant posé sur une carte doit-il aussi en appliquer l'effet ?",
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


# Cards

remove_from = READINGS.point(
    "remove-from",
    removing,
    ours="several",
    en="Are inhabitants removed from several islands, or from one?",
    fr="Les habitants se retirent-ils de plusieurs îles, ou d'une seule ?",
)
one_island = remove_from.reading(
    "one",
    en="Remove: the player takes back as many inhabitants as the card shows into his reserve, all from one "
    "island, one from which as many can be taken as from any.",
    fr="Retirer : le joueur reprend dans sa réserve autant d'habitants que l'indique la carte, tous de la même "
    "île, l'une de celles d'où l'on peut en reprendre le plus.",
)


@one_island.clause.guards(remove)
def all_from_one_island() -> Prop:
    return forall(Islands, lambda i: forall(Islands, lambda j: implies(all_of(chosen(i) >= 1, chosen(j) >= 1), i == j)))


@one_island.redefines(removable)
def most_on_one_island(p: Num) -> Num:
    def first_of_the_fullest(i: Num) -> Prop:
        return forall(
            Islands,
            lambda j: any_of(on(j, p) < on(i, p), all_of(on(j, p) == on(i, p), j >= i)),
        )

    return total(Islands, lambda i: when(first_of_the_fullest(i), on(i, p)))


moving_twice = READINGS.point(
    "moved-twice",
    moving_inhabitant,
    ours="allowed",
    en="May a card's effect and its repetitions move the same inhabitant twice?",
    fr="L'effet d'une carte et ses répétitions peuvent-ils déplacer deux fois le même habitant ?",
)
another = moving_twice.reading(
    "another",
    en="Move an inhabitant: the player moves one inhabitant, his own or another player's, from an island, and "
    "none that the same card has moved already.",
    fr="Déplacer un habitant : le joueur choisit un habitant sur une île, à lui ou à un autre, que cette carte "
    "n'a pas déjà déplacé, et le déplace.",
)
moved_here = another.numbers(
    "moved_here", Islands, Players, meaning="inhabitants of a player on an island whom the card under way has moved"
)


@another.clause.guards(move_inhabitant)
def one_not_moved_yet() -> Prop:
    return on(source, owner) > moved_here(source, owner)


@another.clause.sets(moved_here, move_inhabitant)
def one_more_moved(i: Num, p: Num) -> Num:
    return moved_here(i, p) + when(all_of(i == target, p == owner), 1)


@another.clause.sets(moved_here, finish_card)
def forgotten_with_the_card(i: Num, p: Num) -> Num:
    return number(0)


@another.redefines(some_inhabitant_can_move)
def somebody_not_moved_can_move() -> Prop:
    def unmoved(i: Num) -> Num:
        return crowd(i) - total(Players, lambda p: moved_here(i, p))

    return exists(
        Islands,
        lambda i: exists(Islands, lambda j: all_of(i != j, unmoved(i) >= 1, crowd(j) < island_cap)),
    )


# Collection

most = READINGS.point(
    "majority",
    majority_takes,
    ours="each",
    en="More than all the others: than each of them, or than all together?",
    fr="Plus que tous les autres : que chacun d'eux, ou que tous ensemble ?",
)
together = most.reading(
    "together",
    en="A player with more inhabitants on an island than all the other players together takes a treasure from it.",
    fr="Un joueur qui a sur une île plus d'habitants que tous les autres réunis y prend un trésor.",
)


@together.redefines(majority)
def more_than_all_the_others(i: Num, p: Num) -> Prop:
    return on(i, p) > crowd(i) - on(i, p)


absent = READINGS.point(
    "absent-players",
    conflicts,
    ours="outside",
    en="Are players with nobody on an island in conflict with each other there?",
    fr="Les joueurs absents d'une île y sont-ils en conflit entre eux ?",
)
in_it_too = absent.reading(
    "in-conflict",
    en="Players with equally many inhabitants on an island, or with none, are in conflict and take nothing "
    "there; a majority still takes before a single inhabitant does.",
    fr="Les joueurs qui ont sur une île autant d'habitants les uns que les autres, ou aucun, sont en conflit et "
    "n'y prennent rien ; une majorité prend toujours avant un habitant seul.",
)


@in_it_too.redefines(in_conflict)
def equally_many_or_none(i: Num, p: Num) -> Prop:
    return exists(Players, lambda q: all_of(p != q, on(i, p) == on(i, q)))


@in_it_too.redefines(takes)
def majority_before_single(i: Num, p: Num) -> Prop:
    nobody = forall(Players, lambda q: negation(majority(i, q)))
    return all_of(treasures(i) >= 1, any_of(majority(i, p), all_of(nobody, single_outside_conflict(i, p))))


returning = READINGS.point(
    "return-after-conflict",
    nobody_else_returns,
    ours="winner-returns",
    en="Does a winner return his inhabitant if others on the island are in conflict?",
    fr="Le gagnant renvoie-t-il son habitant quand d'autres sont en conflit sur l'île ?",
)
nobody_returns = returning.reading(
    "nobody-returns",
    en="Where there is a conflict, nobody returns an inhabitant, not even whoever takes the treasure.",
    fr="Là où il y a conflit, personne ne renvoie d'habitant, pas même celui qui prend le trésor.",
)


@nobody_returns.redefines(returns_one)
def only_without_conflict(i: Num, p: Num) -> Prop:
    return all_of(takes(i, p), forall(Players, lambda q: negation(in_conflict(i, q))))


# Succession

counted = READINGS.point(
    "fewest",
    fewest,
    ours="round",
    en="The fewest treasures: in the round just played, or in all?",
    fr="Le moins de trésors : pendant le tour écoulé, ou en tout ?",
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


shaman_tie = READINGS.point(
    "shaman-tie",
    tie,
    ours="self-last",
    en="In a tie for shaman, does the old shaman come last or first?",
    fr="À égalité pour être shaman, l'ancien shaman passe-t-il en dernier ou en premier ?",
)
self_first = shaman_tie.reading(
    "self-first",
    en="If several tie, it is the shaman of that round if he is one of them, and otherwise the one nearest "
    "clockwise after him.",
    fr="À égalité, c'est le shaman de ce tour s'il en est, et sinon celui qui le suit de plus près dans le sens "
    "horaire.",
)


@self_first.redefines(seats_after_shaman)
def himself_at_once(p: Num) -> Num:
    return clockwise(shaman, p)


one_card_draw = READINGS.point(
    "last-draw",
    last_draws,
    ours="before",
    en="Is the draw of a single card before the last round, or after it?",
    fr="La pioche d'une seule carte a-t-elle lieu avant le dernier tour, ou après ?",
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


# End

final_tie = READINGS.point(
    "final-tie",
    shared,
    ours="shared",
    en="Who is ahead if points and treasures are equal?",
    fr="Qui est devant à égalité de points et de trésors ?",
)
by_seat = final_tie.reading(
    "seat",
    en="Between players who are still level, in points and in treasures, the one nearest clockwise after the "
    "last shaman is ahead.",
    fr="Entre joueurs encore à égalité, de points et de trésors, le premier en sens horaire après le dernier "
    "shaman est devant.",
)


@by_seat.redefines(ahead)
def ahead_by_seat(p: Num, q: Num) -> Prop:
    level = all_of(points(p) == points(q), hut(p) == hut(q))
    return any_of(
        points(p) > points(q),
        all_of(points(p) == points(q), hut(p) > hut(q)),
        all_of(level, seats_after_shaman(p) < seats_after_shaman(q)),
    )


__all__ = ["READINGS"]
