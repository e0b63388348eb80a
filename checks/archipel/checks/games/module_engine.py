"""Adapter (structural typing): a module of functions of positions as an engine, its formats derived from its classes.

The module is checked by mypy as it would be if it were a class. Readings are fields of the terms that are named like
their points. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from archipel.checks.games.derived_codec import DerivedCodec
from archipel.checks.games.engine import Action, GameEngine, Setup, State, Terms
from archipel.reference.formats.annotations import annotated_fields

Given = TypeVar("Given", contravariant=True)


class EngineModule(Protocol[Setup, State, Action, Given]):
    """What a module must define."""

    @property
    def NotAllowed(self) -> type[ValueError]: ...  # noqa: N802

    def player_counts(self) -> Sequence[int]: ...

    def setup_from_seed(self, players: int, seed: int, terms: Given, /) -> Setup: ...

    def new_game(self, setup: Setup, terms: Given, /) -> State: ...

    def check_state(self, state: State, /) -> None: ...

    def actor(self, state: State, /) -> int | None: ...

    def legal_actions(self, state: State, /) -> Sequence[Action]: ...

    def apply_action(self, state: State, action: Action, /) -> State: ...

    def returns(self, state: State, /) -> tuple[int, ...]: ...

    def ranking(self, state: State, /) -> tuple[tuple[int, ...], ...]: ...

    def view(self, state: State, player: int, /) -> State: ...


@dataclass(eq=False)
class ModuleEngine(GameEngine[Setup, State, Action, Terms], Generic[Setup, State, Action, Terms]):
    """The contract, kept by such a module; ``points`` are those of readings, ``weighed`` tells how outcomes weigh."""

    module: EngineModule[Setup, State, Action, Terms]
    formats: DerivedCodec[Setup, State, Action, Terms]
    usual: Terms
    points: Sequence[str] = ()
    outcomes: Sequence[str] = ()
    weighed: Callable[[State], Sequence[tuple[Action, int]]] | None = None

    @property
    def codec(self) -> DerivedCodec[Setup, State, Action, Terms]:
        return self.formats

    @property
    def standard(self) -> Terms:
        return self.usual

    @property
    def actions(self) -> Mapping[str, type[Action]]:
        return self.codec.action_classes

    @property
    def illegal(self) -> type[ValueError]:
        return self.module.NotAllowed

    # Terms

    def by(self, terms: Terms, choice: Mapping[str, str], /) -> Terms:
        standard, same = (
            self.codec.standard,
            {field.name: getattr(terms, field.name) for field in annotated_fields(type(terms))},
        )
        chosen = {name: choice.get(point, getattr(standard, name)) for point, name in self._points()}
        made: Callable[..., Terms] = type(terms)
        return made(**same | chosen)

    def choice_of(self, terms: Terms, /) -> Mapping[str, str]:
        standard = self.codec.standard
        found = {point: (getattr(terms, name), getattr(standard, name)) for point, name in self._points()}
        return {point: here for point, (here, usual) in found.items() if here != usual}

    def _points(self) -> Iterator[tuple[str, str]]:
        return ((point, point.replace("-", "_")) for point in self.points)

    def terms_of(self, state: State, /) -> Terms:
        terms: Terms = getattr(state, self.codec.terms_field)
        return terms

    def player_counts(self, terms: Terms, /) -> Sequence[int]:
        return self.module.player_counts()

    # Positions

    def setup_from_seed(self, players: int, seed: int, terms: Terms, /) -> Setup:
        return self.module.setup_from_seed(players, seed, terms)

    def new_game(self, setup: Setup, terms: Terms, /) -> State:
        return self.module.new_game(setup, terms)

    def check_state(self, state: State, /) -> None:
        self.module.check_state(state)

    def players(self, state: State, /) -> int:
        return len(self.module.returns(state))

    def actor(self, state: State, /) -> int | None:
        return self.module.actor(state)

    def legal_actions(self, state: State, /) -> Sequence[Action]:
        return self.module.legal_actions(state)

    def apply_action(self, state: State, action: Action, /) -> State:
        return self.module.apply_action(state, action)

    def chance_outcomes(self, state: State, /) -> Sequence[tuple[Action, int]]:
        return self.weighed(state) if self.weighed else super().chance_outcomes(state)

    def returns(self, state: State, /) -> tuple[int, ...]:
        return self.module.returns(state)

    def ranking(self, state: State, /) -> tuple[tuple[int, ...], ...]:
        return self.module.ranking(state)

    def view(self, state: State, player: int, /) -> Hashable:
        return self.module.view(state, player)
