"""What mutants of Costa Ruana are judged by besides games: what the engine knows of single rules, and its tests."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from archipel.checks.agreement.boundary_values import Box
from archipel.checks.agreement.edges import EdgeExplorer
from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.costa_ruana import boxes, edges, engine_proofs, projection, suite
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.costa_ruana.projection import BACKGROUNDS, code
from archipel.checks.costa_ruana.questions import position as asked_about
from archipel.checks.costa_ruana.secrets import wrong_view
from archipel.checks.costa_ruana.vacuity import JUDGES as USES
from archipel.checks.mutation.behaviour import RecordedQuestion
from archipel.checks.mutation.corpus import BehaviourRecorder, CorpusSize
from archipel.checks.mutation.engine.judges import EngineJudges
from archipel.checks.mutation.judges import MutationJudges
from archipel.checks.proofs.results import Check
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana.deck import TIDES, TIMES
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.machine import Values, blank, vectors

PLAYERS = range(NUMBERS.min_players, NUMBERS.max_players + 1)

Asked = Iterator[tuple[str, RecordedQuestion]]


class CardRecorder(BehaviourRecorder):
    """Its games, and positions drawn at random that are followed to the end of their round."""

    def scattered(self, players: int, number: int) -> engine.State:
        return random_position(players, Random(number))

    def is_over(self, start: engine.State, state: engine.State) -> bool:
        return state.round > start.round and state.phase is not engine.Phase.OVER

    def told(self, state: engine.State) -> tuple[object, ...]:
        by_functions = engine.is_terminal(state), engine.current_player(state)
        return state.is_terminal(), state.current_player(), by_functions, state.winners()

    def wrong_view(self, state: engine.State, seat: int, chance: Random) -> str:
        return wrong_view(state, seat, chance)

    def uses(self, state: engine.State, action: engine.Action) -> Mapping[str, bool]:
        return {name: judge(state, action) for name, judge in USES.get(type(action), {}).items()}

    def opens(self, values: Values) -> bool:
        try:
            setup, rules, deck = projection.setup_of(values), projection.rules_of(values), projection.deck_of(values)
            begun = projection.values(engine.new_game(setup, rules, deck), setup)
        except (BadInput, NoPosition, KeyError):
            return False
        return all(begun[name] == values[name] for name in (*self.facts, *self.material))

    def boxes(self, players: Sequence[int]) -> list[Box]:
        return [*map(boxes.box_for, players), *([boxes.whole_box()] if len(players) == len(PLAYERS) else [])]

    def explorer(self) -> EdgeExplorer:
        return edges.explorer()

    def questions(self, size: CorpusSize) -> Asked:
        return itertools.chain(_activation(), _numbers(), *[_single_rules(n, size.asked) for n in PLAYERS])


# Modules no proof follows: they refuse nonsense, or show what somebody may see.
NOT_PROVED = ("actions", "checking", "deck", "rules", "setup", "views")

# What the games that are kept stand for, and what the prover has done already.
PLAYED = ("agreement.games", "agreement.positions", "setup.unique")


class CardEngineJudges(EngineJudges):
    """Its engine is also put to what is proved about its code."""

    def claims(self, module: str) -> Sequence[Check]:
        proofs = [check for check in engine_proofs.checks(PLAYERS) if check.arguments and _is_about(check.id, module)]
        others = [check for check in suite.whole_checks(0, PLAYERS) if not check.id.startswith(PLAYED)]
        return [*proofs, *others]


def _is_about(proof: str, module: str) -> bool:
    """Whether a proof may follow the code of a module; solver-made positions follow all of it."""
    return module not in NOT_PROVED or proof.startswith("engine.positions")


JUDGES = MutationJudges(CardRecorder(GAME), engine=CardEngineJudges)

# Notions that the engine knows too


def _activation() -> Asked:
    for tide, time, background in itertools.product(TIDES, TIMES, engine.Background):
        here = asked_about(2, tide=code(BACKGROUNDS[tide]), time=code(BACKGROUNDS[time]))
        active = engine.is_active(background, tide, time)
        yield "shows", RecordedQuestion(here.values, (code(BACKGROUNDS[background]),), active)


def _numbers() -> Asked:
    deck = engine.balanced_deck()
    for players in PLAYERS:
        values = blank(RULEBOOK, NUMBERS.values(players) | projection.material(deck, ()))
        yield "kept", RecordedQuestion(values, (players,), len(deck.kept(players)))
        yield "in_play", RecordedQuestion(values, (), engine.STANDARD.treasures_in_play(players))


def _single_rules(players: int, number: int) -> Asked:
    """Islands, successions and final standings drawn at random."""
    chance, crowds, gains = Random(players), vectors(players, NUMBERS.island_cap), vectors(players, 4)
    finished = engine.new_game(engine.Setup.from_seed(players, 0)).changed(phase=engine.Phase.OVER, actor=None)
    empty = ((0,) * players,) * (NUMBERS.islands_for_players[players] - 1)
    for row in chance.sample(crowds, min(number, len(crowds))):
        treasures = chance.choice((0, 1, 1, 2))
        here = asked_about(players, on=(row, *empty), treasures=(treasures, *(0,) * len(empty)))
        winner = engine.island_winner(row, treasures)
        for seat in range(players):
            yield "takes", RecordedQuestion(here.values, (0, seat), seat == winner)
    for gained in chance.sample(gains, min(number, len(gains))):
        shaman = chance.randrange(players)
        here = asked_about(players, gained=gained, shaman=shaman)
        yield "successor", RecordedQuestion(here.values, (), engine.next_shaman(shaman, gained))
    for _ in range(number):
        huts, reserve = (tuple(chance.randint(0, most) for _ in range(players)) for most in (4, 6))
        yield from _standing(finished.changed(huts=huts, reserve=reserve))


def _standing(state: engine.State) -> Asked:
    values = asked_about(state.players, hut=state.huts, reserve=state.reserve).values
    winners, returns = state.winners(), state.returns()
    rank = {seat: place for place, group in enumerate(state.ranking()) for seat in group}
    for p in range(state.players):
        yield "points", RecordedQuestion(values, (p,), returns[p])
        yield "wins", RecordedQuestion(values, (p,), p in winners)
        for q in range(state.players):
            yield "ahead", RecordedQuestion(values, (p, q), rank[p] < rank[q])
            yield "share_victory", RecordedQuestion(values, (p, q), p in winners and q in winners)
