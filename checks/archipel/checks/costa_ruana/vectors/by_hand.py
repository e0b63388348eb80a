"""Setups, boxes and positions changed in one thing, each beside the ordinary one, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from archipel.checks.costa_ruana.vectors.answers import ANSWERS, GAMES
from archipel.checks.judge.vectors import Data
from archipel.checks.judge.vectors.answers import WrongVectorError
from archipel.checks.judge.vectors.moments import Moment
from archipel.reference.costa_ruana import STANDARD, Setup, State, balanced_deck, codec
from archipel.spec.costa_ruana import NUMBERS

BY_HAND = "an ordinary setup, box or position, changed by hand in one thing"
THE_END = "the last decision of a seeded game, and the one before it"
AT_THE_END = ("goal.respect", "end.after-last-round", "end.points", "end.winner")


def changed_by_hand() -> Iterator[Data]:
    yield from _setups()
    yield from _boxes()
    yield from _positions()
    yield from _end()


def _made(players: int, clauses: Sequence[str], fails: Sequence[str], ask: Data) -> Data:
    """A case by hand, which must come out as it was meant: refused if it is about clauses that refuse it."""
    expect = ANSWERS.expected({}, ask)
    refused = bool(expect.get("refused")) or expect.get("accepted") is False
    if refused != bool(clauses):
        raise WrongVectorError(f"{', '.join(clauses or fails)}: does not come out as it was meant")
    sides = {"clauses": list(clauses), "just_not": sorted(set(fails))}
    return {"players": players, **sides, "found": BY_HAND, "ask": ask, "expect": expect}


def _setups() -> Iterator[Data]:
    usual = Setup.from_seed(NUMBERS.min_players, 0)
    changed = list(_changed(usual))
    for clause, setup in changed:
        yield _made(setup.players, [clause], [], _new(setup))
    yield _made(usual.players, [], [clause for clause, _ in changed], _new(usual))


def _new(setup: Setup) -> Data:
    return {"do": "new", **codec.header_data(STANDARD, balanced_deck()), "setup": codec.setup_data(setup)}


def _changed(usual: Setup) -> Iterator[tuple[str, Setup]]:
    """Setups that a clause refuses, because one thing about them is otherwise."""
    not_kept = next(card for card in range(NUMBERS.deck_size) if card not in usual.order)
    yield "components.players", replace(usual, players=NUMBERS.max_players + 1)
    yield "components.players", replace(usual, players=NUMBERS.min_players - 1)
    yield "setup.keep-cards", replace(usual, order=(*usual.order, not_kept))
    yield "setup.shuffle", replace(usual, order=usual.order[:-1])
    yield "setup.island-count", replace(usual, poor=(usual.poor[0], STANDARD.islands(usual.players)))
    yield "setup.treasures", replace(usual, poor=tuple(range(STANDARD.poor_islands + 1)))
    yield "setup.shaman", replace(usual, shaman=usual.players)


def _boxes() -> Iterator[Data]:
    """Boxes that lack one thing; the ordinary box stands beside what a solver found."""
    deck = [card.text for card in balanced_deck().cards]
    _, printed_besides = deck[-1].split(" ", 1)
    greater = f"place-{NUMBERS.greatest_amount + 1} {printed_besides}"
    yield _made(2, ["components.islands"], [], _box({"island_cards": NUMBERS.island_cards - 1}, deck))
    gems = STANDARD.treasures_in_play(NUMBERS.max_players) - 1
    yield _made(2, ["components.treasures"], [], _box({"gems": gems}, deck))
    yield _made(2, ["components.card-amounts"], [], _box({}, [*deck[:-1], greater]))


def _box(numbers: Data, deck: Sequence[str]) -> Data:
    return {"do": "box", "players": NUMBERS.min_players, "numbers": numbers, "deck": list(deck)}


def _positions() -> Iterator[Data]:
    """Positions that break what holds in every position, beside one that just does not."""
    state = next(moment.state for moment in GAMES.play(2, 0) if moment.state.round == 1)
    full = crowded(state, STANDARD.cap)
    clauses = ["components.island-cap", "components.inhabitants", "components.shaman"]
    yield _made(2, [], clauses, _position(codec.state_data(full)))
    over = codec.state_data(crowded(state, STANDARD.cap + 1))
    yield _made(2, ["components.island-cap"], [], _position(over))
    more = {**codec.state_data(full), "reserve": [full.reserve[0] + 1, *full.reserve[1:]]}
    yield _made(2, ["components.inhabitants"], [], _position(more))
    yield _made(2, ["components.shaman"], [], _position({**codec.state_data(full), "shaman": state.players}))


def crowded(state: State, crowd: int) -> State:
    """The same position with so many inhabitants of the first player on the first island, and his others at home."""
    rows = tuple((crowd if island == 0 else 0, *row[1:]) for island, row in enumerate(state.inhabitants))
    empty = tuple((row[0], *(0,) * (state.players - 1)) if island == 0 else row for island, row in enumerate(rows))
    total = state.rules.inhabitants
    reserve = tuple(total - sum(row[seat] for row in empty) for seat in range(state.players))
    return state.changed(inhabitants=empty, reserve=reserve)


def _position(state: Data) -> Data:
    return {"do": "position", "state": state}


def _end() -> Iterator[Data]:
    """The game is over after the last decision of the last round, and not before."""
    *_, before, last = GAMES.play(2, 0)
    yield ANSWERS.case(last, _play(last), AT_THE_END) | {"found": THE_END}
    yield ANSWERS.case(before, _play(before), (), AT_THE_END) | {"found": THE_END}


def _play(moment: Moment) -> Data:
    return {"do": "play", "action": codec.action_data(moment.action)}
