"""Lagoon as the kit knows it: its engine behind the contract, and the mapping between clauses and engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import cached_property
from itertools import permutations
from typing import Any

from tests.toy import engine, spec
from tests.toy.book import PARTS, LagoonParts, drawn
from tests.toy.engine import BOARDS, Action, Phase, Rules, Setup, State

from archipel.checks.agreement.mapping import (
    EngineMapping,
    Fields,
    NoPosition,
    Values,
    coded,
    direct,
    located,
    named,
    optional,
)
from archipel.checks.explain.fact_tables import FactTables
from archipel.checks.games.configuration import GameSetting, usual_setting
from archipel.checks.games.derived_codec import DerivedCodec
from archipel.checks.games.module_engine import ModuleEngine
from archipel.checks.games.protocol import Game, Packages
from archipel.checks.proofs.conjectures.decide import Span
from archipel.checks.variants.variant_files import Sides
from archipel.reference.strict_json import BadInput
from archipel.spec.logic import all_of
from archipel.spec.readings import Choice

CODEC: DerivedCodec[Setup, State, Action, Rules] = DerivedCodec(
    "lagoon", Setup, State, Action, Rules(), "rules", engine.view, engine.check_state
)
ENGINE = ModuleEngine(engine, CODEC, Rules(), points=["scarce"], outcomes=["roll"], weighed=engine.chance_outcomes)


def parameters(rules: Rules, players: int) -> dict[str, Any]:
    return numbers_of(rules).values(players)


def numbers_of(rules: Rules) -> spec.LagoonNumbers:
    numbers = {name: value for name, value in asdict(rules).items() if name not in ("scarce", "board")}
    board = BOARDS[rules.board]
    return replace(spec.NUMBERS, reefs=len(board.reefs), cards=len(board.cards), **numbers)


def material(rules: Rules) -> dict[str, Any]:
    board = BOARDS[rules.board]
    near = tuple(tuple(other in ways for other in board.reefs) for ways in board.ways)
    return {"near": near, "shows": tuple(board.cards)}


def terms(values: Values, choice: Choice) -> Rules:
    numbers = {one.name: values[one.name] for one in fields(Rules) if one.name in values}
    of_board = {name: values[name] for name in ("reefs", "cards", "near", "shows") if name in values}
    for rules in (Rules(), Rules(board="chain")):
        known = {**parameters(rules, values["players"]), **material(rules)}
        if all(known[name] == value for name, value in of_board.items()):
            return ENGINE.by(replace(rules, **numbers), choice)
    raise NoPosition("near: no board is like that")


def made(found: Fields, values: Values, choice: Choice) -> State:
    return State(rules=terms(values, choice), **found)


MAPPING: EngineMapping[Setup, State, Action, Rules] = EngineMapping(
    ENGINE,
    spec.READINGS,
    lenses=(
        direct(round="round", turn="turns", active="active", at="divers", left="pearls", basket="baskets"),
        direct(shown="shown"),
        coded("phase", "phase", named(Phase, spec)),
        optional("swell", "die", nothing=0),
        located(
            "place_of",
            lambda state: len(state.board.cards),
            [(-1, lambda state: range(len(state.board.cards))), (-2, lambda state: state.discard)],
            hands="hands",
            piles={"discard": (-2, "")},
        ),
    ),
    parameters=parameters,
    terms=terms,
    material=lambda state, setup: material(state.rules),
    made=made,
)


IN_VARIANTS = ("pearls", "rounds", "card_points")
OPTIONS: Mapping[str, Sequence[str]] = {"short": ("no", "yes")}
USUAL = usual_setting(tuple(BOARDS), OPTIONS)


class Lagoon(Game):
    """The game, with everything else left to the kit."""

    name = "lagoon"
    title: Mapping[str, str] = {"en": "Lagoon", "fr": "Lagon"}
    packages = Packages("tests.toy.spec", "tests.toy.engine", "tests.toy.game")
    theory = spec.THEORY
    boards = tuple(BOARDS)
    options = OPTIONS

    setting = USUAL

    @property
    def rules(self) -> Rules:
        board, short = self.setting.board, self.setting.value("short") == "yes"
        return Rules(board="chain" if board == "chain" else "ring", rounds=2 if short else Rules.rounds)

    def configured(self, setting: GameSetting) -> Lagoon:
        game = Lagoon()
        game.setting = setting
        return game

    @cached_property
    def mapping(self) -> EngineMapping[Setup, State, Action, Rules]:
        return MAPPING if self.rules == Rules() else replace(MAPPING, engine=replace(ENGINE, usual=self.rules))

    @property
    def numbers(self) -> spec.LagoonNumbers:
        return numbers_of(self.rules)

    def known(self, players: int) -> dict[str, Any]:
        return self.numbers.values(players) | material(self.rules)

    def sides(self, given: Mapping[str, int], choice: Choice) -> Sides:
        for name, number in given.items():
            if name not in IN_VARIANTS:
                raise BadInput(f"{name}: no such number; there are {', '.join(IN_VARIANTS)}")
            if not 1 <= number <= 9:
                raise BadInput(f"{name}: expected 1 to 9, found {number}")
        numbers: dict[str, Any] = dict(given)
        return Sides(replace(self.numbers, **numbers), ENGINE.by(replace(self.rules, **numbers), choice))

    @property
    def round(self) -> Span:
        begins, over = all_of(spec.phase == spec.ROLL, spec.turn == 0), spec.turn == spec.players - 1
        return Span(begins, all_of(spec.phase == spec.PASS_ON, over), (spec.roll, *spec.TURNS, spec.hand_over))

    @property
    def showing(self) -> FactTables:
        return FactTables(self, drawn)

    @property
    def book(self) -> LagoonParts:
        return PARTS

    def setups(self, players: int) -> Iterable[Setup]:
        deals = permutations(range(len(BOARDS[self.rules.board].cards)), players)
        return [Setup(tuple((card,) for card in deal), first) for deal in deals for first in range(players)]


GAME: Game = Lagoon()
