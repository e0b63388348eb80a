"""Complete games, decision by decision: what was decided, what followed, by which clauses, and where readings part.

The games are played by bots from seeds, so they are always the same. The engine plays them; :func:`explain` tells each
decision with the clauses that fire. For every other reading the same decisions are played again until the game parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from archipel.checks.costa_ruana.consulting import visible
from archipel.checks.costa_ruana.drawing import in_words, scene
from archipel.checks.costa_ruana.explanations import explain
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.rulebook.trying.packing import digits
from archipel.checks.costa_ruana.telling import Teller
from archipel.checks.costa_ruana.why_not import everybody
from archipel.checks.costa_ruana.wording import default_names
from archipel.checks.explain.model import Explanation
from archipel.checks.simulate.bots import make_bot
from archipel.reference.costa_ruana import (
    Action,
    Rules,
    Setup,
    State,
    new_game,
    slot_by,
)
from archipel.reference.costa_ruana.readings import CHOICES, chosen
from archipel.reference.strict_json import BadInput

GAMES = ((2, 17), (3, 1), (4, 38))
"""The number of players and the seed of each game: games with ties, single inhabitants and refusals."""

BOTS = ("random", "greedy")
"""Who plays, in turn around the table: with nobody who blunders there would be less to see."""

Data = dict[str, Any]


@dataclass(frozen=True)
class Played:
    """A complete game: every position, and the decisions between them."""

    setup: Setup
    states: tuple[State, ...]
    moves: tuple[Action, ...]

    @property
    def steps(self) -> Iterator[tuple[State, Action, State]]:
        pairs = zip(pairwise(self.states), self.moves, strict=True)
        return ((before, move, after) for (before, after), move in pairs)


@cache
def played(players: int, seed: int) -> Played:
    """A game between bots."""
    setup = Setup.from_seed(players, seed)
    states, moves = [new_game(setup)], list[Action]()
    bots = [make_bot(GAME, BOTS[seat % len(BOTS)], seed + seat) for seat in range(players)]
    while (actor := states[-1].actor) is not None:
        moves.append(bots[actor](states[-1], states[-1].legal_actions()))
        states.append(states[-1].apply_action(moves[-1]))
    return Played(setup, tuple(states), tuple(moves))


@cache
def table(lang: str) -> list[Data]:
    """The games as the page needs them."""
    return [_game(players, seed, lang) for players, seed in GAMES]


def _game(players: int, seed: int, lang: str) -> Data:
    game = played(players, seed)
    partings = [parting for parting in _partings(players, seed) if parting.step is not None]
    told = [_told(found, lang, players) for found in _explained(players, seed)]
    positions = list(_changes([_position(state, lang) for state in game.states]))
    return {
        "players": players,
        "seed": seed,
        "first": positions[0],
        "steps": [{"at": at, "happens": happens} for at, happens in zip(positions[1:], told, strict=True)],
        "partings": [_parting(parting, game, lang) for parting in partings],
    }


@cache
def _explained(players: int, seed: int) -> tuple[Explanation, ...]:
    return tuple([explain(before, move) for before, move, _ in played(players, seed).steps])


def _told(found: Explanation, lang: str, players: int) -> list[list[list[str]]]:
    """What happens in one decision: the sentences of each happening, and its clauses."""
    return [
        [[without_seats(text[lang], lang, players) for text in one.told], [link.clause for link in one.clauses]]
        for one in found.happens
    ]


def without_seats(text: str, lang: str, players: int) -> str:
    """A sentence that calls the players by name alone."""
    for full, name in zip(everybody(lang, players), default_names(lang, players), strict=True):
        text = text.replace(full, name)
    return text


# Positions


def _position(state: State, lang: str) -> Data:
    """What the page shows of a position."""
    what = scene(state, lang)
    return {
        "headline": what.headline,
        "turn": what.turn,
        "actor": state.actor,
        "shaman": state.shaman,
        "tide": state.tide.value,
        "time": state.time.value,
        "on": [digits(row) for row in state.inhabitants],
        "treasures": state.treasures,
        "reserve": state.reserve,
        "huts": state.huts,
        "hands": [len(hand) for hand in state.hands],
        "points": what.points,
        "table": [_laid(state, slot) for slot, laid in enumerate(state.table) if laid is not None],
    }


def _laid(state: State, slot: int) -> list[Any]:
    """A card on the table: who laid it, before whom, whether hidden, which card, who stands on it, whether it acts."""
    laid = state.table[slot]
    assert laid is not None
    standing = digits([seat for seat, place in enumerate(state.standing) if place == slot])
    by, hidden, acts = slot_by(state.players, slot), int(laid.face_down), int(state.resolving == slot)
    return [by, laid.before, hidden, laid.card, standing, acts]


def _changes(positions: Sequence[Data]) -> Iterator[Data]:
    """The first position, and of each other what is not as it was before."""
    yield positions[0]
    for before, after in pairwise(positions):
        yield {key: value for key, value in after.items() if value != before[key]}


# Other readings


@dataclass(frozen=True)
class Parted:
    """Before which decision a game parts by another reading, and the position there, if there is a game at all.

    ``step`` is None if it never parts.
    """

    point: str
    reading: str
    step: int | None
    state: State | None = None


@cache
def _partings(players: int, seed: int) -> tuple[Parted, ...]:
    game = played(players, seed)
    others = [(point, name) for point, names in CHOICES.items() for name in names[1:]]
    return tuple([parted(game, point, name) for point, name in others])


def parted(game: Played, point: str, reading: str) -> Parted:
    """The first decision that is refused by another reading, leads elsewhere, or is chosen from other actions."""
    try:
        state = new_game(game.setup, Rules(readings=chosen({point: reading})))
    except BadInput:
        return Parted(point, reading, 0)
    for step, (before, move, after) in enumerate(game.steps):
        if _differ(state, before) or state.legal_actions() != before.legal_actions():
            return Parted(point, reading, step, state)
        reached = state.apply_action(move)
        if _differ(reached, after):
            return Parted(point, reading, step, state)
        state = reached
    return Parted(point, reading, None)


def _differ(one: State, other: State) -> bool:
    return visible(one).changed(game=other.game) != visible(other)


def _parting(parting: Parted, game: Played, lang: str) -> Data:
    """What would be told of the decision by the other reading and is not told by ours, and how much could be chosen."""
    step, there = parting.step, parting.state
    assert step is not None
    where = {"point": parting.point, "reading": parting.reading, "step": step}
    if there is None:
        return {**where, "playable": False}
    before, move = game.states[step], game.moves[step]
    menus = before.legal_actions(), there.legal_actions()
    refused = move not in menus[1]
    known = {**where, "playable": True, "refused": refused, "choices": [len(menu) for menu in menus]}
    if refused:
        return {**known, "ours": [], "theirs": []}
    ours, theirs = _told_otherwise((before, game.states[step + 1]), (there, there.apply_action(move)), move, lang)
    return {**known, "ours": _only(ours, theirs), "theirs": _only(theirs, ours)}


def _told_otherwise(
    ours: tuple[State, State], theirs: tuple[State, State], move: Action, lang: str
) -> tuple[list[str], list[str]]:
    """The same decision told for both readings; if it sounds the same, what they come to in words."""
    before = ours[0]
    teller = Teller(lang, default_names(lang, before.players), before.deck, None)
    stories = teller.step(before, move, ours[1]), teller.step(theirs[0], move, theirs[1])
    boards = in_words(scene(ours[1], lang)), in_words(scene(theirs[1], lang))
    return stories if stories[0] != stories[1] else boards


def _only(lines: Sequence[str], others: Sequence[str]) -> list[str]:
    return [line for line in lines if line not in others]
