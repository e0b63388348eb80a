"""Lagoon as pictures: its reefs and the channels between them, in its rulebook and for positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from tests.toy import spec
from tests.toy.engine import (
    DIE,
    Dive,
    Phase,
    Roll,
    Rules,
    State,
    Swim,
    apply_action,
    legal_actions,
    new_game,
    setup_from_seed,
)

from archipel.checks.explain.catalogue import LETTERS, PHRASES, Catalogue, Speaker
from archipel.checks.rulebook.figures.pictures import BoardNarrator, strip
from archipel.checks.rulebook.figures.round_diagram import RoundDiagram
from archipel.checks.rulebook.parts import Gallery, Parts, Picture, ToldEvent
from archipel.checks.rulebook.svg.boards import board, on_circle
from archipel.checks.rulebook.svg.document import of_block
from archipel.checks.rulebook.svg.elements import figure
from archipel.checks.rulebook.svg.layout import Block, in_column, in_row, on_paper, padded, words
from archipel.checks.rulebook.svg.style import artwork
from archipel.checks.rulebook.trying.asked import AskedQuestion
from archipel.checks.rulebook.trying.games import DrawnPart, PositionFrame, ShownGames
from archipel.checks.rulebook.trying.packing import AnswerTable, Enumeration
from archipel.checks.rulebook.trying.questions import SettingControl, TriedQuestion, TriedSetting
from archipel.checks.rulebook.trying.trial import TryIt

HERE = Path(__file__).parent
CATALOGUE = Catalogue(HERE / "catalogue.toml", PHRASES)
ART = artwork("lagoon", HERE)
TURN = RoundDiagram(spec.rules, spec.phase, spec.ROLL)


def reef(state: State, place: int) -> Block:
    """A reef with its pearls and its divers."""
    divers = [seat for seat, at in enumerate(state.divers) if at == place]
    drawn = [Block(26, 28, (figure(LETTERS[seat], seat, 13, 14),)) for seat in divers]
    pearls = words(f"{place}: {'●' * state.pearls[place] or '–'}", 15, "b")
    return padded(in_column([pearls, *([in_row(drawn, 2)] if drawn else [])], 4, 0.5), "panel", 10, 90)


def as_board(state: State, lang: str) -> tuple[Block, Sequence[str]]:
    """A position, and what it shows in sentences."""
    reefs = state.board.reefs
    drawn = board([reef(state, place) for place in reefs], on_circle(len(reefs), 150), state.board.channels)
    return drawn, [Speaker(CATALOGUE, lang).say("picture.reef", reef=n, pearls=p) for n, p in enumerate(state.pearls)]


def lagoon(state: State, lang: str) -> Picture:
    drawn, told = as_board(state, lang)
    return of_block(ART, lang, on_paper(drawn), Speaker(CATALOGUE, lang).say("picture.lagoon"), told)


def first_turn(id: str, lang: str) -> Sequence[Picture]:
    """A worked example: the die is rolled, a swim is tried in vain, and somebody dives."""
    from tests.toy.game import GAME

    before = new_game(setup_from_seed(3, 0, Rules()), Rules())
    rolled = apply_action(before, Roll(2))
    seat, here = rolled.active, rolled.divers[rolled.active]
    far = next(reef for reef in rolled.board.reefs if reef not in (*rolled.board.ways[here], here))
    told = [
        ToldEvent(before, Roll(2), rolled),
        ToldEvent(rolled, Swim(seat, far)),
        ToldEvent(rolled, Dive(seat), apply_action(rolled, Dive(seat))),
    ]
    return strip([told], lambda _, numbers: BoardNarrator(GAME, ART, lang, as_board, numbers))


def drawn(state: Any, seat: int | None, lang: str) -> str:
    return lagoon(state, lang).svg


def dives(players: int, way: Mapping[str, str], then: tuple[int, ...]) -> Iterator[tuple[Any, ...]]:
    """How many pearls come up, and what there is to say."""
    rules = Rules(scarce="all-or-none" if way["scarce"] == "all-or-none" else "what-is-left")
    for left, die in SITUATIONS:
        before = new_game(setup_from_seed(players, 0, rules), rules)
        seat, here = before.active, before.divers[before.active]
        pearls = tuple(left if place == here else 0 for place in before.board.reefs)
        there = replace(before, phase=Phase.ACT, die=die, pearls=pearls)
        caught = apply_action(there, Dive(seat)).baskets[seat] if Dive(seat) in legal_actions(there) else 0
        yield caught, "dive.some" if caught else "dive.none", (("turn.dive", "@told"),)


SITUATIONS = list(product(range(Rules.pearls + 1), sorted(set(DIE))))
QUESTION = TriedQuestion(
    points=["scarce"],
    settings=[
        TriedSetting(
            "left", SettingControl.NUMBER, 2, dict.fromkeys((3, 4), Rules.pearls), limit=("full", "setup.start")
        ),
        TriedSetting("die", SettingControl.NUMBER, 1, dict.fromkeys((3, 4), max(DIE)), least=1),
    ],
    tables=[
        AnswerTable(
            Enumeration(lambda players: ["".join(map(str, one)) for one in SITUATIONS], dives),
            [("left", "plain"), ("die", "plain")],
            ["caught"],
        )
    ],
    holes={"caught": ("counted", "caught", "pearls")},
)


def frame(state: State, lang: str) -> PositionFrame:
    """A position on the page: the board, and what everybody has."""
    speaker, actor = Speaker(CATALOGUE, lang), state.active if state.phase is Phase.ACT else None
    board, told = as_board(state, lang)
    columns = {"basket": state.baskets, "shown": state.shown}
    headline = speaker.say("page.game.round", round=state.round)
    turn = speaker.say(f"page.game.{state.phase.value}", player=LETTERS[state.active])
    drawn = DrawnPart(on_paper(board), " ".join(told))
    return PositionFrame(headline, turn, actor, {"board": [drawn]}, columns)


def try_it() -> TryIt:
    from tests.toy.game import GAME

    choices = {"scarce": ("what-is-left", "all-or-none")}
    baskets = TriedSetting("pearls", SettingControl.SEATS, (1, 0, 2, 0), dict.fromkeys((3, 4), 4), cleared=True)
    questions = {"dive": QUESTION, "points": AskedQuestion(GAME, "points", [baskets]).tried}
    games = ShownGames(GAME, [(3, 1)], frame)
    return TryIt(GAME, ART, choices, questions, first=3, nouns=("pearls",), games=games)


class LagoonParts(Parts):
    """Its pages lie beside this file."""

    @property
    def pictures(self) -> Gallery:
        first = new_game(setup_from_seed(3, 0, Rules()), Rules())
        return Gallery(
            {
                "lagoon": lambda lang: lagoon(first, lang),
                "turn": lambda lang: TURN.drawn(ART, Speaker(CATALOGUE, lang)),
            },
            for_example=first_turn,
        )

    @property
    def trying(self) -> TryIt:
        return try_it()


PARTS = LagoonParts(HERE)
