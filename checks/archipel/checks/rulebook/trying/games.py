"""Complete games, decision by decision: what was decided, what followed, by which clauses, and where readings part.

The games are played by bots of every kind from seeds, so they are always the same; with nobody who blunders there would
be less to see. The engine plays them; each decision is told with
the clauses that fire, and each position is drawn. For every other reading the same decisions are played again until the
game parts. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

from archipel.checks.explain.explaining import Explainer
from archipel.checks.explain.narration import PUBLIC
from archipel.checks.games.protocol import Game
from archipel.checks.rulebook.svg.layout import Block
from archipel.checks.rulebook.svg.style import Artwork
from archipel.checks.rulebook.trying.packing import Data, Pool
from archipel.checks.simulate.bots import bots, make_bot
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput

Others: TypeAlias = tuple[tuple[str, str], ...]
"""Readings that are not ours, each with its point."""


@dataclass(frozen=True)
class DrawnPart:
    """A drawing of a part of a position, what it shows in words, and what stands below it."""

    block: Block
    label: str
    caption: str = ""


@dataclass(frozen=True)
class PositionFrame:
    """A position as the page shows it: drawings by section, and a table with a row for each seat."""

    headline: str
    turn: str
    actor: int | None
    sections: Mapping[str, Sequence[DrawnPart]]
    columns: Mapping[str, Sequence[object]]
    role: int | None = None
    """The seat with the role that passes from player to player."""


@dataclass(frozen=True)
class ShownGames:
    """What a game provides to be shown decision by decision: how a position is drawn.

    What it does not say, its catalogue says: ``told`` gives a decision as sentences, ``in_words`` a position; ``alike``
    says whether nobody can tell two positions apart, and ``nameless`` makes sentences that name seats fit for a page
    that names players.
    """

    game: Game
    seeds: Sequence[tuple[int, int]]
    """The number of players and the seed of each game."""
    frame: Callable[[Any, str], PositionFrame]
    told: Callable[[Any, Any, str], Sequence[str]] | None = None
    in_words: Callable[[Any, str], Sequence[str]] = lambda state, lang: ()
    alike: Callable[[Any, Any], bool] | None = None
    nameless: Callable[[str, str, int], str] = lambda text, lang, players: text
    _kept: dict[tuple[int, int], FollowedGame] = field(default_factory=dict)

    @cached_property
    def explainer(self) -> Explainer[Any, Any]:
        return Explainer(self.game.explained)

    def sentences(self, state: Any, move: Any, lang: str) -> Sequence[str]:
        """A decision and what follows from it."""
        if self.told is not None:
            return self.told(state, move, lang)
        return self.game.explained.narration(lang, state, PUBLIC).step(state, move)

    def look_alike(self, one: Any, other: Any) -> bool:
        if self.alike is not None:
            return self.alike(one, other)
        return self.game.mapping.facts(one) == self.game.mapping.facts(other)

    def played(self, players: int, seed: int) -> FollowedGame:
        """A game between bots."""
        if (players, seed) not in self._kept:
            self._kept[players, seed] = FollowedGame(self, players, seed)
        return self._kept[players, seed]

    def table(self, lang: str, art: Artwork, choices: Mapping[str, Sequence[str]]) -> Data:
        """The games as the page needs them; what they have in common of their drawings stands there once."""
        elements, drawings = Pool(), Pool()

        def place(one: DrawnPart) -> int:
            parts = tuple([elements.place(art.owned(part)) for part in one.block.parts])
            return drawings.place((one.block.width, one.block.height, one.label, one.caption, parts))

        others = tuple([(point, name) for point, names in choices.items() for name in names[1:]])
        games = [self.played(players, seed).data(lang, place, others) for players, seed in self.seeds]
        return {"elements": elements.items, "drawings": drawings.items, "played": games}


@dataclass(frozen=True)
class PartingPoint:
    """Before which decision a game parts by another reading, and the position there, if there is a game at all.

    ``step`` is None if it never parts.
    """

    point: str
    reading: str
    step: int | None
    state: Any = None


@dataclass(frozen=True)
class FollowedGame:
    """A complete game: every position, and the decisions between them."""

    shown: ShownGames
    players: int
    seed: int
    _partings: dict[Others, Sequence[PartingPoint]] = field(default_factory=dict)

    @cached_property
    def setup(self) -> Any:
        engine = self.shown.game.engine
        return engine.setup_from_seed(self.players, self.seed, engine.standard)

    @cached_property
    def course(self) -> tuple[Sequence[Any], Sequence[Any]]:
        """All positions, and all decisions."""
        game, engine = self.shown.game, self.shown.game.engine
        names = bots(game)
        seated = [make_bot(game, names[seat % len(names)], self.seed + seat) for seat in range(self.players)]
        states, moves, chance = [engine.new_game(self.setup, engine.standard)], list[Any](), Random(self.seed)
        while (actor := engine.actor(states[-1])) is not None:
            if actor == CHANCE:
                outcomes, weights = zip(*engine.chance_outcomes(states[-1]), strict=True)
                moves += chance.choices(outcomes, weights)
            else:
                moves.append(seated[actor](states[-1], engine.legal_actions(states[-1])))
            states.append(engine.apply_action(states[-1], moves[-1]))
        return states, moves

    @property
    def states(self) -> Sequence[Any]:
        return self.course[0]

    @property
    def moves(self) -> Sequence[Any]:
        return self.course[1]

    def data(self, lang: str, place: Callable[[DrawnPart], int], others: Others) -> Data:
        """All of it; ``place`` says by which number a drawing is known."""
        partings = [parting for parting in self.partings(others) if parting.step is not None]
        frames = [_frame(self.shown.frame(state, lang), place) for state in self.states]
        first, *later = _changes(frames)
        steps = zip(later, self.explained, strict=True)
        return {
            "players": self.players,
            "seed": self.seed,
            "first": first,
            "steps": [{"at": at, "happens": self._told(found, lang)} for at, found in steps],
            "partings": [self._parting(parting, lang) for parting in partings],
        }

    @cached_property
    def explained(self) -> Sequence[Any]:
        explain = self.shown.explainer.explain
        return [explain(before, move) for before, move in zip(self.states, self.moves, strict=False)]

    def _told(self, found: Any, lang: str) -> list[list[list[str]]]:
        """What happens in one decision: the sentences of each happening, and its clauses."""
        named = self.shown.nameless
        return [
            [[named(text[lang], lang, self.players) for text in one.told], [link.clause for link in one.clauses]]
            for one in found.happens
        ]

    # Other readings

    def partings(self, others: Others) -> Sequence[PartingPoint]:
        """Where the game parts by each of these readings."""
        if others not in self._partings:
            self._partings[others] = [self.parted(point, name) for point, name in others]
        return self._partings[others]

    def parted(self, point: str, reading: str) -> PartingPoint:
        """The first decision that is refused by another reading, leads elsewhere, or is chosen from other actions."""
        engine, alike = self.shown.game.engine, self.shown.look_alike
        try:
            state = engine.new_game(self.setup, engine.by(engine.standard, {point: reading}))
        except BadInput:
            return PartingPoint(point, reading, 0)
        for step, (before, after) in enumerate(pairwise(self.states)):
            if not alike(state, before) or engine.legal_actions(state) != engine.legal_actions(before):
                return PartingPoint(point, reading, step, state)
            reached = engine.apply_action(state, self.moves[step])
            if not alike(reached, after):
                return PartingPoint(point, reading, step, state)
            state = reached
        return PartingPoint(point, reading, None)

    def _parting(self, parting: PartingPoint, lang: str) -> Data:
        """What would be told of the decision by the other reading and is not told by ours, and how much there was to
        choose from."""
        engine, step, there = self.shown.game.engine, parting.step, parting.state
        assert step is not None
        where = {"point": parting.point, "reading": parting.reading, "step": step}
        if there is None:
            return {**where, "playable": False}
        before, move = self.states[step], self.moves[step]
        menus = engine.legal_actions(before), engine.legal_actions(there)
        refused = move not in menus[1]
        known = {**where, "playable": True, "refused": refused, "choices": [len(menu) for menu in menus]}
        if refused:
            return {**known, "ours": [], "theirs": []}
        after = self.states[step + 1], engine.apply_action(there, move)
        ours, theirs = [self.shown.sentences(state, move, lang) for state in (before, there)]
        if ours == theirs:
            ours, theirs = [self.shown.in_words(state, lang) for state in after]
        return {**known, "ours": _only(ours, theirs), "theirs": _only(theirs, ours)}


def _only(lines: Sequence[str], others: Sequence[str]) -> list[str]:
    return [line for line in lines if line not in others]


def _frame(frame: PositionFrame, place: Callable[[DrawnPart], int]) -> Data:
    return {
        "headline": frame.headline,
        "turn": frame.turn,
        "actor": frame.actor,
        "role": frame.role,
        "sections": [(name, [place(one) for one in drawn]) for name, drawn in frame.sections.items()],
        "columns": [(name, list(values)) for name, values in frame.columns.items()],
    }


def _changes(positions: Sequence[Data]) -> Iterator[Data]:
    """The first position, and of each other what is not as it was before."""
    yield positions[0]
    for before, after in pairwise(positions):
        yield {key: value for key, value in after.items() if value != before[key]}
