"""Everything ``archipel prove`` finds out about Costa Ruana, and a short form of it that mutants are judged with."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from archipel.checks.agreement.suite import (
    CommonSuite,
    all_openings,
    exhausted,
    first_noticed,
    game_checks,
    sampled,
    whole_games,
)
from archipel.checks.costa_ruana import (
    boxes,
    edges,
    engine_proofs,
    necessity,
    openings,
    vacuity,
    working_out_end,
    working_out_play,
)
from archipel.checks.costa_ruana.agreement import DisagreementError, rest_of_round
from archipel.checks.costa_ruana.decks import broken_clauses
from archipel.checks.costa_ruana.examples import EXAMPLES
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.costa_ruana.projection import BACKGROUNDS, code
from archipel.checks.costa_ruana.questions import position, ranking
from archipel.checks.costa_ruana.secrets import wrong_view
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.proofs.obligations import theory_checks
from archipel.checks.proofs.prover import PROVERS, TIMEOUT_MS
from archipel.checks.proofs.results import Check, Result, Status
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import balanced_deck
from archipel.reference.costa_ruana.deck import TIDES, TIMES
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.machine import Position, vectors
from archipel.spec.theorems import Form, Outcome

Standing = tuple[list[int], list[list[int]], set[int], set[tuple[int, int]]]

GAME = "costa_ruana"
PROCEDURES = {**working_out_play.PROCEDURES, **working_out_end.PROCEDURES}


class CostaRuanaSuite(CommonSuite):
    """What is found out about Costa Ruana besides."""

    def others(self, games: int, players: Sequence[int], deep: bool) -> list[Check]:
        return [
            *(engine_proofs.deep_checks(players) if deep else engine_proofs.checks(players)),
            *whole_checks(games, players),
            *worked_out(players),
            *necessity.checks(players),
        ]


SUITE = CostaRuanaSuite(GAME)


def worked_out(players: Sequence[int]) -> list[Check]:
    """Theorems that are worked out case by case."""
    return [
        Check(theorem.id, count, work_out, (claim.name,))
        for theorem in THEORY.theorems.values()
        for claim in theorem.claims
        if claim.form is Form.WORKED_OUT
        for count in reversed(players)
        if count in (theorem.players or players)
    ]


def work_out(id: str, players: int, procedure: str) -> list[Result]:
    found = PROCEDURES[procedure](players)
    status = Status.REFUTED if found.wrong else found.status
    expected = THEORY.theorems[id].outcome is Outcome.HOLDS
    return [Result(id, players, status, found.method, found.cases, detail=found.wrong, expected=expected)]


def whole_checks(games: int, players: Sequence[int]) -> list[Check]:
    """Clauses and engine against each other, and what is worked out about setups and examples."""
    return [
        *game_checks(GAME, games, players),
        *(Check("agreement.positions", n, scattered_positions, (2 * games,)) for n in reversed(players)),
        *(Check("views", n, views, (max(1, games // 4),)) for n in reversed(players)),
        *(Check("setup.openings", n, all_openings, (GAME, " for one order")) for n in players),
        *(Check("setup.orders", n, card_orders) for n in players),
        *(Check("setup.unique", n, one_opening, (prover,)) for n in players for prover in PROVERS),
        *(Check("agreement.islands", n, islands) for n in players),
        *(Check("agreement.succession", n, succession) for n in players),
        *(Check("agreement.activation", n, activation) for n in players[:1]),
        *(Check("agreement.scoring", n, scoring) for n in players),
        *(Check("clauses.requirements", n, requirements) for n in players),
        *(Check("clauses.permissions", n, permissions) for n in players),
        *(Check("clauses.invariants", n, edges_of_positions) for n in players),
        *(Check("clauses.guards", n, idle_guards) for n in players if n == PLAYERS[0]),
        *(Check(f"example.{id}", 3, worked_example) for id in EXAMPLES if 3 in players),
    ]


def scattered_positions(id: str, players: int, count: int) -> list[Result]:
    """Positions that games may never reach, each followed to the end of its round; the cases are decisions."""
    decisions, wrong = 0, ""
    for number in range(count):
        chance = Random(number)
        try:
            decisions += rest_of_round(random_position(players, chance), chance)
        except DisagreementError as error:
            wrong = str(error)
            break
    return sampled(id, players, "decisions from random positions", decisions, wrong)


def views(id: str, players: int, games: int) -> list[Result]:
    """Every seat's view at every step of random games; the cases are views."""
    cases, wrong = 0, ""
    for seed in range(games):
        chance = Random(seed)
        state: engine.State | None = engine.new_game(engine.Setup.from_seed(players, seed))
        while state is not None:
            for seat in range(players):
                wrong = wrong or wrong_view(state, seat, chance)
                cases += 1
            actions = state.legal_actions()
            state = state.apply_action(chance.choice(actions)) if actions else None
    return sampled(id, players, "views in random games", cases, wrong)


def card_orders(id: str, players: int) -> list[Result]:
    """Any order of the cards may be dealt, and nothing that is not one."""
    count, difference = openings.orders(players, 20)
    return sampled(id, players, "random orders", count, difference)


def one_opening(id: str, players: int, prover: str) -> list[Result]:
    """Chance alone decides the opening."""
    verdict = openings.unique(players, prover)
    return [Result(id, players, verdict.status, "validity", 1, prover, detail=str(dict(verdict.values) or ""))]


def islands(id: str, players: int) -> list[Result]:
    """Every way to people an island, with and without treasures."""
    cases, wrong = 0, ""
    for row in vectors(players, NUMBERS.island_cap):
        for treasures in (0, 1, 2):
            here = position(players, on=_first(row, players), treasures=(treasures, *[0] * 20))
            by_clauses = [seat for seat in range(players) if here.evaluate("takes", 0, seat)]
            winner = engine.island_winner(row, treasures)
            if by_clauses != ([] if winner is None else [winner]):
                wrong = wrong or f"{row} with {treasures} treasures: clauses {by_clauses}, engine {winner}"
            cases += 1
    return exhausted(id, players, "all islands", cases, wrong)


def _first(row: tuple[int, ...], players: int) -> tuple[tuple[int, ...], ...]:
    empty = (0,) * players
    return (row, *(empty,) * (NUMBERS.islands_for_players[players] - 1))


def succession(id: str, players: int) -> list[Result]:
    """Every way the treasures of a round can be taken, and every shaman."""
    cases, wrong = 0, ""
    for gains in vectors(players, NUMBERS.islands_for_players[players]):
        for previous in range(players):
            by_clauses = position(players, gained=gains, shaman=previous).evaluate("successor")
            by_engine = engine.next_shaman(previous, gains)
            if by_clauses != by_engine:
                wrong = wrong or f"{gains} after {previous}: clauses {by_clauses}, engine {by_engine}"
            cases += 1
    return exhausted(id, players, "all rounds' gains", cases, wrong)


def activation(id: str, players: int) -> list[Result]:
    """Every background under every pair of sides."""
    cases, wrong = 0, ""
    for tide, time, background in itertools.product(TIDES, TIMES, engine.Background):
        here = position(players, tide=code(BACKGROUNDS[tide]), time=code(BACKGROUNDS[time]))
        by_clauses = here.evaluate("shows", code(BACKGROUNDS[background]))
        if by_clauses != engine.is_active(background, tide, time):
            wrong = wrong or f"{background} under {tide} and {time}: clauses {by_clauses}"
        cases += 1
    return exhausted(id, players, "all sides and backgrounds", cases, wrong)


def scoring(id: str, players: int) -> list[Result]:
    """Final standings, ties among them: all of them for one pair of players, random ones for more."""
    cases, wrong = 0, ""
    seats, finished = range(players), _finished(players)
    for huts, reserve in _standings(players):
        by_clauses = _by_clauses(position(players, hut=huts, reserve=reserve), seats)
        by_engine = _by_engine(finished.changed(huts=huts, reserve=reserve))
        if by_clauses != by_engine:
            wrong = wrong or f"huts {huts}, reserves {reserve}: clauses {by_clauses}, engine {by_engine}"
        cases += 1
    if players == 2:
        return exhausted(id, players, "all standings", cases, wrong)
    return sampled(id, players, "random standings", cases, wrong)


def _standings(players: int) -> Iterable[tuple[tuple[int, ...], tuple[int, ...]]]:
    pieces = range(NUMBERS.inhabitants + 1)
    if players == 2:
        in_play = position(2).evaluate("in_play")
        huts = vectors(2, in_play)
        return itertools.product(huts, itertools.product(pieces, pieces))
    chance = Random(players)
    return [
        (tuple(chance.randint(0, 6) for _ in range(players)), tuple(chance.choice(pieces) for _ in range(players)))
        for _ in range(2000)
    ]


def _by_clauses(here: Position, seats: Sequence[int]) -> Standing:
    winners = {s for s in seats if here.evaluate("wins", s)}
    sharing = {(p, q) for p in seats for q in seats if here.evaluate("share_victory", p, q)}
    return [here.evaluate("points", s) for s in seats], ranking(here, seats), winners, sharing


def _by_engine(state: engine.State) -> Standing:
    winners = set(state.winners())
    sharing = set(itertools.product(winners, winners))
    return list(state.returns()), [list(group) for group in state.ranking()], winners, sharing


def _finished(players: int) -> engine.State:
    return engine.new_game(engine.Setup.from_seed(players, 0)).changed(phase=engine.Phase.OVER, actor=None)


def requirements(id: str, players: int) -> list[Result]:
    """Boundary value analysis: each requirement on the material, just met and just not; the cases are materials."""
    found = boxes.survey(players)
    return sampled(id, players, "materials one unit apart", found.judged, "; ".join(found.wrong[:5]))


def permissions(id: str, players: int) -> list[Result]:
    """Vacuity check: each permission is used by some legal decision and not by all; the cases are decisions."""
    found = vacuity.uses(players)
    return sampled(id, players, "uses of permissions", found.cases, "; ".join(found.wrong))


def edges_of_positions(id: str, players: int) -> list[Result]:
    """Boundary value analysis: what holds in every position, up to its edge and a unit beyond; the cases are steps."""
    found = edges.survey(players)
    return sampled(id, players, "steps out of positions", found.judged, "; ".join(found.wrong[:5]))


def idle_guards(id: str, players: int) -> list[Result]:
    """Vacuity check: each guard of a step forbids what no other does, or is known to follow; the cases are guards."""
    count, wrong = vacuity.guards()
    return sampled(id, players, "each guard without the others", count, "; ".join(wrong))


def worked_example(id: str, players: int) -> list[Result]:
    """One example of the rulebook, replayed through clauses and engine."""
    wrong = ""
    try:
        EXAMPLES[id.removeprefix("example.")].replay()
    except AssertionError as error:
        wrong = str(error)
    return sampled(id, players, "worked example", 1, wrong)


ROUNDS_OF_POLICIES = 3


def quick_checks() -> Iterator[Check]:
    """Cheap checks first."""
    for id in EXAMPLES:
        yield Check(f"example.{id}", 3, worked_example)
    for players in PLAYERS:
        yield Check("clauses.requirements", players, requirements)
        yield Check("clauses.permissions", players, permissions)
    yield Check("clauses.invariants", 2, edges_of_positions)
    yield Check("agreement.activation", 2, activation)
    for players in (2, 3, 4):
        yield Check("agreement.islands", players, islands)
        yield Check("agreement.succession", players, succession)
    yield Check("agreement.scoring", 3, scoring)
    yield Check("setup.openings", 2, all_openings, (GAME,))
    yield Check("views", 3, views, (2,))
    for players in PLAYERS:
        yield Check("agreement.games", players, whole_games, (GAME, 0, ROUNDS_OF_POLICIES * len(POLICIES)))
        yield Check("agreement.positions", players, scattered_positions, (60,))
    yield from invariants()


def invariants() -> Iterator[Check]:
    """What the clauses say of every position, by one prover for two players."""
    stated = {part.name for part in RULEBOOK.parts(Nature.INVARIANT)}
    for check in theory_checks(GAME, [2], TIMEOUT_MS, ["z3"]):
        left = check.without(set(check.keys) - stated)
        if left is not None:
            yield left


def quick_check() -> int:
    if broken := broken_clauses(balanced_deck()):
        print(f"the shipped deck breaks {', '.join(broken)}")
        return 1
    return first_noticed(quick_checks())
