"""The end of a round and of the game: who takes the treasures, who becomes shaman, who draws what, who has won."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine_effects import BOARD, board
from archipel.checks.costa_ruana.engine_loops import held
from archipel.checks.costa_ruana.engine_states import (
    Claims,
    PathsOutcome,
    clauses_at,
    equalities,
    facts,
    following,
    invariants,
    notion,
    on_every_path,
    opening,
    same,
    unchanged,
    with_unknown_board,
)
from archipel.checks.costa_ruana.engine_tables import alike, at_loop, both, seeing
from archipel.checks.proofs.engine.loop_invariants import LoopInvariant, Values
from archipel.checks.proofs.engine.rewritten import merging
from archipel.checks.proofs.engine.stand_ins import by_claims, defined
from archipel.checks.proofs.engine.symbolic import (
    Path,
    SymbolicBool,
    SymbolicChoice,
    SymbolicList,
    SymbolicTuple,
    assume,
    either,
    lifted,
    some,
    term_of,
    unknown,
    unknown_truth,
)
from archipel.checks.proofs.engine.unknown_sequences import Token, candidates_of
from archipel.reference.costa_ruana import Phase, State, collection, scoring, succession
from archipel.reference.costa_ruana import rules as engine_rules
from archipel.reference.costa_ruana.readings import Readings
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.logic.solver import Interpretation

# What may change when a round is over.
ENDING = ("phase", "shaman", "actor", "huts", "gains", "hands", "pile")


def island(players: int) -> PathsOutcome:
    """Who gets a treasure, for any inhabitants on any one island."""
    state = with_unknown_board(opening(players))
    view = clauses_at(state)
    row = state.inhabitants[0]

    def claims(path: Path[int | None]) -> Claims:
        winner = path.value
        return {
            f"seat {p} takes a treasure from island 0": same(
                notion(view, "takes", 0, p), False if winner is None else winner == p
            )
            for p in range(players)
        }

    with lifted(collection, containers=True):
        return on_every_path(lambda: collection.island_winner(row, state.treasures[0]), invariants(view), claims)


def collect(players: int) -> PathsOutcome:
    """What becomes of the board when anybody or nobody takes a treasure from each island.

    Who takes it is left open here, the same for clauses and engine; :func:`island` is about who it is. After some
    islands: what has been taken from these, and nothing else has changed.
    """
    state = with_unknown_board(opening(players)).changed(phase=Phase.RESOLVE, round=1)
    islands, seats = range(state.islands), range(players)
    won = [unknown_truth(f"won_{i}") for i in islands]
    winner = [SymbolicChoice(f"winner_{i}", players) for i in islands]
    takes = [[both(won[i], SymbolicBool(option)) for option in winner[i].options] for i in islands]
    view = clauses_at(state)
    view.expanded.update({("takes", (i, p)): term_of(takes[i][p]) for i in islands for p in seats})
    later = following(view, RULEBOOK.steps["collect"])

    @by_claims("engine.collection.island-winner")
    def taker(row: tuple[int, ...], treasures: int, readings: Readings) -> Any:
        place = next((i for i in islands if state.inhabitants[i] is row), None)
        assume("the inhabitants of an island", place is not None)
        assert place is not None
        assume("the treasures of the same island", treasures is state.treasures[place])
        assume("the readings of the game", readings is state.rules.readings)
        return winner[place] if won[place] else None

    def anything(done: int) -> Values:
        taken = [sum([either(takes[i][p], 1, 0) for i in range(done)]) for p in seats]
        rows = [SymbolicTuple([row[p] - either(takes[i][p], 1, 0) for p in seats])
                for i, row in enumerate(state.inhabitants[:done])]
        left = [number - either(won[i], 1, 0) for i, number in enumerate(state.treasures[:done])]
        return {
            "rows": SymbolicList([*rows, *state.inhabitants[done:]]),
            "treasures": SymbolicList([*left, *state.treasures[done:]]),
            "reserve": SymbolicList(map(operator.add, state.reserve, taken)),
            "gains": SymbolicList(map(operator.add, state.gains, taken)),
        }

    def holds(done: int, found: Values) -> Claims:
        expected = anything(done)
        flat = {name: [*found[name]] for name in ("treasures", "reserve", "gains")}
        claims = [alike(name, numbers, expected[name]) for name, numbers in flat.items()]
        claims += [alike(f"row {i}", *pair) for i, pair in enumerate(zip(found["rows"], expected["rows"], strict=True))]
        return {name: claim for part in claims for name, claim in part.items()}

    def ends(after: State) -> Claims:
        only = unchanged(state, after, "inhabitants", "treasures", "reserve", "gains")
        return {**equalities(later, board(after), BOARD), **only}

    chosen = defined(*[w.is_one() for w in winner])
    with seeing(collection, island_winner=taker):
        return at_loop(collection.collect, [state], LoopInvariant(anything, holds), ends, len(islands), chosen)


def next_shaman(players: int) -> PathsOutcome:
    """Who becomes shaman, whoever was and whatever was gained."""
    state = with_unknown_board(opening(players)).changed(shaman=unknown("shaman"))
    view = clauses_at(state)
    successor = notion(view, "successor")

    def claims(path: Path[int]) -> Claims:
        return {f"the engine says seat {path.value}": same(successor, path.value)}

    with lifted(succession):
        return on_every_path(lambda: succession.next_shaman(state.shaman, state.gains), invariants(view), claims)


def round_over(players: int, round_number: int) -> State:
    """A position in which the treasures of a round are collected: nothing on the table, hands two cards short."""
    rules = engine_rules.STANDARD
    kept = list(opening(players).game.kept)
    size = rules.hand_in(round_number) - engine_rules.CARDS_PLAYED
    drawn = rules.hand + sum(rules.draw_after(earlier) for earlier in range(1, round_number))
    hands = tuple([tuple(kept[p * drawn : p * drawn + size]) for p in range(players)])
    state = with_unknown_board(opening(players))
    return state.changed(
        phase=Phase.RESOLVE,
        round=round_number,
        shaman=unknown("shaman"),
        hands=hands,
        pile=tuple(kept[players * drawn :]),
    )


class SortedHand(tuple[Any, ...]):
    """Cards that have been sorted, whatever their numbers."""

    __slots__ = ()


def _kept_sorted(items: Iterable[Any]) -> tuple[Any, ...]:
    """``tuple``, of a sorted hand too."""
    return items if isinstance(items, SortedHand) else tuple(items)


def end_round(players: int) -> PathsOutcome:
    """Huts, draw and new shaman after every round, for any board; all the engine knows of a card is which it is."""
    found = PathsOutcome(0)
    for round_number in range(1, NUMBERS.rounds + 1):
        found += _end_round(players, round_number)
    return found


def _end_round(players: int, round_number: int) -> PathsOutcome:
    state = round_over(players, round_number)
    view = clauses_at(state, {"phase": projection.code(words.PREPARE)})
    step = RULEBOOK.steps["finish_game" if round_number == NUMBERS.rounds else "prepare"]
    due = view.conjunction(view(part.term) for part in RULEBOOK.guards(step))
    successor = notion(view, "successor")

    @cache
    def later(shaman: int) -> Interpretation:
        there = view.changed({})
        there.expanded["successor", ()] = shaman
        return following(there, step)

    def claims(path: Path[tuple[State, dict[str, Any]]]) -> Claims:
        after, found = path.value
        only = unchanged(state.changed(hands=dealt, pile=pile), after, *ENDING)
        if step.name == "finish_game":
            return {"the game ends": due, **equalities(following(view, step), found), **only}
        heir = {"another round follows": due, "the new shaman": same(successor, after.shaman)}
        left = {"the pile keeps its order": is_tail(after.pile, pile)}
        return {**heir, **left, **equalities(later(after.shaman), found), **only}

    tokens = {card: Token(f"card {card}") for card in state.game.kept}
    dealt: Any = tuple([tuple([tokens[card] for card in hand]) for hand in state.hands])
    pile: Any = tuple([tokens[card] for card in state.pile])

    def run() -> tuple[State, dict[str, Any]]:
        after = succession.end_round(state.changed(hands=dealt, pile=pile))
        assume("hands are sorted", all(isinstance(hand, SortedHand) for hand in after.hands))
        hands = tuple([tuple(sorted(map(number_of, hand))) for hand in after.hands])
        return after, facts(after.changed(hands=hands, pile=tuple(map(number_of, after.pile))))

    def is_tail(part: Sequence[object], whole: Sequence[object]) -> bool:
        return all(one is other for one, other in zip(reversed(part), reversed(whole), strict=False))

    def number_of(token: object) -> int:
        return next(card for card, own in tokens.items() if own is token)

    with lifted(succession, sorted=SortedHand, tuple=_kept_sorted):
        return on_every_path(run, invariants(view), claims, f"after round {round_number}: ")


def ranking(players: int) -> PathsOutcome:
    """Points, ranking and winners, whatever everybody has collected and kept in reserve."""
    state = with_unknown_board(opening(players)).changed(
        phase=Phase.OVER, actor=None, round=NUMBERS.rounds, gains=(0,) * players
    )
    view = clauses_at(state)
    seats = range(players)

    def placed(path: Path[Any]) -> Claims:
        groups = candidates_of(path.value)
        listed = [(there, group, [both(there, held(group, p)) for p in seats]) for there, group in groups]
        pairs = itertools.product(enumerate(listed), enumerate(listed), seats, seats)
        return {
            **{f"seat {p} has a place": some([own[p] for _, _, own in listed]) for p in seats},
            **{f"somebody has place {a}": either(there, some(own), True) for a, (there, _, own) in enumerate(listed)},
            **{f"seats in place {a} as they sit": _rising(group) for a, (_, group, _) in enumerate(listed)},
            **{
                f"seat {p} in place {a} ahead of {q} in place {b}": either(
                    both(one[2][p], other[2][q]), SymbolicBool(same(notion(view, "ahead", p, q), a < b)), True
                )
                for (a, one), (b, other), p, q in pairs
            },
        }

    def scored(path: Path[Any]) -> Claims:
        return {f"points of seat {p}": same(notion(view, "points", p), path.value[p]) for p in seats}

    def won(path: Path[Any]) -> Claims:
        return {f"seat {p} wins": same(notion(view, "wins", p), held(path.value, p)) for p in seats}

    found, asked = PathsOutcome(0), ((scoring.returns, scored), (scoring.ranking, placed), (scoring.winners, won))
    with seeing(scoring, ranking=merging(scoring.ranking)):
        for function, claims in asked:
            found += on_every_path(partial(merging(function), state), [], claims)
    return found


def _rising(group: Any) -> bool:
    seats = [seat for _, seat in candidates_of(group)]
    return seats == sorted(set(seats))
