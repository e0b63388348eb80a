"""What the rules do not tell apart, and what they do."""

from __future__ import annotations

from archipel.spec.costa_ruana.theorems.statement import theory
from archipel.spec.costa_ruana.vocabulary import Players, clockwise, gained, players, prepare, shaman
from archipel.spec.logic import Num, Prop, after, all_of, any_of, exists, forall, implies, negation, when
from archipel.spec.theorems import Outcome

renamed_islands = theory.theorem(
    "rules.islands-alike",
    "setup.island-count",
    "collection.one-per-island",
    en="Islands have no names: exchange two of them in any position, and exactly the exchanged decisions are legal and "
    "lead to the exchanged positions.",
    fr="Les îles n'ont pas de nom : échangez-en deux dans n'importe quelle position, et les décisions permises sont "
    "exactement les décisions échangées, qui mènent aux positions échangées.",
).worked_out("islands_alike_in_the_clauses", "islands_alike_in_play")

renumbered_cards = theory.theorem(
    "rules.cards-alike",
    "components.deck",
    "setup.shuffle",
    en="Cards have no numbers: only what is printed on a card and where the shuffle put it matter.",
    fr="Les cartes n'ont pas de numéro : seuls comptent ce qui est imprimé et la place que leur a donnée le mélange.",
).worked_out("cards_alike_in_the_clauses", "cards_alike_in_play")

turned_table = theory.theorem(
    "rules.seats-in-a-circle",
    "play.face-up",
    "resolution.seat-order",
    "succession.tie",
    en="The table has no head: let everybody move the same number of seats on, and the game goes on the same.",
    fr="La table n'a pas de bout : que chacun se décale d'autant de places, et la partie continue de même.",
).worked_out("seats_in_a_circle_in_the_clauses", "seats_in_a_circle_by_reckoning", "seats_in_a_circle_in_play")


def succeeds_the_other_way_round(p: Num) -> Prop:
    """Who would become shaman if ties went to the nearest player counter-clockwise."""

    def seats(q: Num) -> Num:
        return when(q == shaman, players, clockwise(q, shaman))

    return forall(
        Players,
        lambda q: implies(
            p != q, any_of(gained(p) < gained(q), all_of(gained(p) == gained(q), seats(p) < seats(q)))
        ),
    )


mirrored = theory.theorem(
    "succession.mirrored",
    "succession.tie",
    players=(3,),
    outcome=Outcome.FAILS,
    en="Counting the other way round the table makes the same player shaman.",
    fr="En comptant dans l'autre sens, le même joueur devient shaman.",
)


def same_shaman_in_the_mirror() -> Prop:
    def only_this_way(p: Num) -> Prop:
        return all_of(after(shaman) == p, negation(succeeds_the_other_way_round(p)))

    return negation(exists(Players, only_this_way))


@mirrored.over(prepare)
def the_mirror_changes_nothing() -> Prop:
    return same_shaman_in_the_mirror()


mirrored_for_two = theory.theorem(
    "succession.mirrored-for-two",
    "succession.tie",
    players=(2,),
    en="With two players the direction of play makes no difference to who becomes shaman.",
    fr="À deux joueurs, le sens du jeu ne change rien à qui devient shaman.",
)


@mirrored_for_two.over(prepare)
def the_mirror_changes_nothing_for_two() -> Prop:
    return same_shaman_in_the_mirror()


exchanged_players = theory.theorem(
    "succession.players-exchanged",
    "succession.tie",
    players=(3,),
    outcome=Outcome.FAILS,
    en="Two players who took equally many, neither of them shaman, could exchange seats without changing who becomes "
    "shaman.",
    fr="Deux joueurs qui ont pris autant, et dont aucun n'est shaman, pourraient échanger leurs places sans changer "
    "qui devient shaman.",
)


@exchanged_players.over(prepare)
def equals_succeed_alike() -> Prop:
    def preferred(p: Num, q: Num) -> Prop:
        alike = all_of(p != q, p != shaman, q != shaman, gained(p) == gained(q))
        return all_of(alike, after(shaman) == p)

    return negation(exists(Players, lambda p: exists(Players, lambda q: preferred(p, q))))
