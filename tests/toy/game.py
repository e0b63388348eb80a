"""Lagoon as the kit knows it: its engine behind the contract, and the mapping between clauses and engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from itertools import permutations
from typing import Any

from tests.toy import engine, spec
from tests.toy.book import PARTS, LagoonParts, drawn
from tests.toy.engine import CARDS, REEFS, WAYS, Action, Phase, Rules, Setup, State

from archipel.checks.agreement.mapping import EngineMapping, Fields, Values, coded, direct, located, named, optional
from archipel.checks.explain.fact_tables import FactTables
from archipel.checks.explain.questions import Input, RuleQuestion
from archipel.checks.games.derived_codec import DerivedCodec
from archipel.checks.games.engine import GameEngine
from archipel.checks.games.protocol import Game, Packages
from archipel.reference.strict_json import BadInput
from archipel.spec.readings import Choice


def check_state(state: State) -> None:
    if sum(state.pearls) + sum(state.baskets) != REEFS * state.rules.pearls:
        raise BadInput("pearls: some are missing")


CODEC: DerivedCodec[Setup, State, Action, Rules] = DerivedCodec(
    "lagoon", Setup, State, Action, Rules(), "rules", engine.view, check_state
)


class LagoonEngine(GameEngine[Setup, State, Action, Rules]):
    """Its engine."""

    codec = CODEC
    actions = CODEC.action_classes
    outcomes = ("roll",)
    illegal = engine.NotAllowed
    standard = Rules()
    check_state = staticmethod(check_state)
    new_game, setup_from_seed = staticmethod(engine.new_game), staticmethod(engine.setup_from_seed)
    actor, legal_actions = staticmethod(engine.actor), staticmethod(engine.legal_actions)
    chance_outcomes, apply_action = staticmethod(engine.chance_outcomes), staticmethod(engine.apply_action)
    returns, ranking, view = staticmethod(engine.returns), staticmethod(engine.ranking), staticmethod(engine.view)

    def by(self, terms: Rules, choice: Mapping[str, str], /) -> Rules:
        return replace(terms, scarce="all-or-none" if choice.get("scarce") == "all-or-none" else "what-is-left")

    def choice_of(self, terms: Rules, /) -> Mapping[str, str]:
        return {} if terms.scarce == Rules.scarce else {"scarce": terms.scarce}

    def terms_of(self, state: State, /) -> Rules:
        return state.rules

    def player_counts(self, terms: Rules, /) -> Sequence[int]:
        return (3, 4)

    def players(self, state: State, /) -> int:
        return state.players


ENGINE = LagoonEngine()


def parameters(rules: Rules, players: int) -> dict[str, Any]:
    numbers = {name: value for name, value in asdict(rules).items() if name != "scarce"}
    return replace(spec.NUMBERS, **numbers).values(players)


def material(*_: object) -> dict[str, Any]:
    near = tuple(tuple(other in ways for other in range(REEFS)) for ways in WAYS)
    return {"near": near, "shows": tuple(CARDS)}


def made(found: Fields, values: Values, choice: Choice) -> State:
    numbers = {one.name: values[one.name] for one in fields(Rules) if one.name in values}
    return State(rules=ENGINE.by(Rules(**numbers), choice), **found)


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
            lambda state: len(CARDS),
            [(-1, lambda state: range(len(CARDS))), (-2, lambda state: state.discard)],
            hands="hands",
            piles={"discard": (-2, "")},
        ),
    ),
    parameters=parameters,
    material=material,
    made=made,
)


class Lagoon(Game):
    """The game, with everything else left to the kit."""

    name = "lagoon"
    title: Mapping[str, str] = {"en": "Lagoon", "fr": "Lagon"}
    packages = Packages("tests.toy.spec", "tests.toy.engine", "tests.toy.game")
    numbers = spec.NUMBERS
    theory = spec.THEORY
    mapping = MAPPING
    questions: Mapping[str, RuleQuestion] = {
        "points": RuleQuestion(
            "how many points",
            [
                Input("pearls", "pearls in each basket", seats=("min_players", "max_players"), placed=True),
                Input("cards", "cards each has shown", "hand", seats=("0", "max_players"), default="pearls * 0"),
            ],
            players="size(pearls)",
            facts={"basket": "pearls", "shown": "cards"},
            members={"points": "points(p) for p in players", "winners": "p for p in players if wins(p)"},
        ),
    }

    def known(self, players: int) -> dict[str, Any]:
        return spec.NUMBERS.values(players) | material()

    @property
    def showing(self) -> FactTables:
        return FactTables(self, drawn)

    @property
    def book(self) -> LagoonParts:
        return PARTS

    def setups(self, players: int) -> Iterable[Setup]:
        deals = permutations(range(len(CARDS)), players)
        return [Setup(tuple((card,) for card in deal), first) for deal in deals for first in range(players)]


GAME: Game = Lagoon()
