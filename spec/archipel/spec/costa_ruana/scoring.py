"""The end of the game and who has won it."""

from __future__ import annotations

from archipel.spec.clauses import Origin
from archipel.spec.costa_ruana.components import goal
from archipel.spec.costa_ruana.vocabulary import (
    OVER,
    Players,
    both,
    hut,
    phase,
    reserve,
    reserve_points,
    round_number,
    rounds,
    rules,
    treasure_points,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, forall, implies, negation

HEADING = "Fin de la partie"

game_ends = rules.clause(
    "end.after-last-round",
    *both(HEADING),
    covers=("C3", "C45"),
    en="The game ends after round {rounds}.",
    fr="La partie s'achève après le tour {rounds}.",
)


@game_ends.always
def over_only_after_the_last_round() -> Prop:
    return implies(phase == OVER, round_number == rounds)


scoring = rules.clause(
    "end.points",
    *both(HEADING),
    covers=("C45",),
    en="A player scores {treasure_points} respect points for each treasure taken, {reserve_points} for each inhabitant "
    "in reserve, and nothing for inhabitants on islands.",
    fr="Un joueur marque {treasure_points} points de respect par trésor pris, {reserve_points} par habitant en "
    "réserve, et rien pour les habitants restés sur les îles.",
)


@scoring.defines(Players)
def points(p: Num) -> Num:
    return treasure_points * hut(p) + reserve_points * reserve(p)


tie_break = rules.clause(
    "end.tie-break",
    *both(HEADING),
    covers=("C46",),
    en="Between players with equal points, the one with more treasures is ahead.",
    fr="Entre joueurs à égalité de points, celui qui a le plus de trésors est devant.",
)


@tie_break.defines(Players, Players)
def ahead(p: Num, q: Num) -> Prop:
    return any_of(points(p) > points(q), all_of(points(p) == points(q), hut(p) > hut(q)))


winner = rules.clause(
    "end.winner",
    *both(HEADING),
    covers=("C46",),
    en="The player with the most respect points wins.",
    fr="Qui totalise le plus de points de respect l'emporte.",
)


@winner.defines(Players)
def wins(p: Num) -> Prop:
    return forall(Players, lambda q: negation(ahead(q, p)))


shared = rules.clause(
    "end.shared",
    *both(HEADING),
    origin=Origin.IMPLIED,
    en="Players who are still level, in points and in treasures, share the victory.",
    fr="Les joueurs encore à égalité, de points et de trésors, partagent la victoire.",
)


@shared.defines(Players, Players)
def share_victory(p: Num, q: Num) -> Prop:
    return all_of(wins(p), wins(q))


@goal.always
def no_winner_has_fewer_points() -> Prop:
    highest = forall(Players, lambda p: implies(wins(p), forall(Players, lambda q: points(p) >= points(q))))
    return implies(phase == OVER, highest)
