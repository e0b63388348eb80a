"""Two readings played side by side (*differential testing*) until a game parts them. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from archipel.checks.games.engine import GameRecord
from archipel.checks.readings.choices import told
from archipel.checks.readings.divergence import Bound, Duel
from archipel.checks.readings.divergence_place import ComparedPlace, verify
from archipel.checks.readings.shared_invariants import lasting
from archipel.checks.simulate.policies import any_of
from archipel.reference.strict_json import BadInput, canonical
from archipel.spec.clauses import LANGUAGES, Rulebook
from archipel.spec.readings import Choice

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

Sides = tuple[Any, ...]
FEW, MANY = 12, 200
"""So many games are played before provers are asked, and after they have said that there are some."""

WORDS = {
    "en": ("after {moves} decisions, {action}", "{reading}: it is not legal", "{reading}: {facts}"),
    "fr": ("après {moves} décisions, {action}", "{reading} : ce n'est pas permis", "{reading} : {facts}"),
}


@dataclass(frozen=True)
class PartedGame:
    """A game that both readings play alike up to an action; ``outcomes`` are the positions after it, if it is legal."""

    game: Game
    titles: tuple[str, ...]
    players: int
    record: GameRecord[Any, Any, Any]
    action: Any
    outcomes: tuple[Any, ...]
    searched: int
    before: tuple[Any, ...] = ()
    where: str = "opening"
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return sum(self.counts.values())

    @property
    def decisions(self) -> int:
        return len(self.record.moves)

    def dumps(self) -> str:
        return canonical(self.game.engine.codec.record_data(self.record))

    def told(self, lang: str) -> list[str]:
        first, refused, reached = WORDS[lang]
        action = canonical(self._action(), newline=False)
        lines = [first.format(moves=self.decisions, action=action)]
        for reading, outcome in zip(self.titles, self.outcomes, strict=True):
            facts = "" if outcome is None else canonical(self._differing(outcome), newline=False)
            lines.append((refused if outcome is None else reached).format(reading=reading, facts=facts))
        return lines

    def _differing(self, outcome: Any) -> Mapping[str, Any]:
        """What is different about a position, or all of it if there is no other."""
        sides = [self.game.engine.codec.position_data(one) for one in self.outcomes if one is not None]
        mine = self.game.engine.codec.position_data(outcome)
        return {name: value for name, value in mine.items() if len(sides) < 2 or sides[0][name] != sides[1][name]}

    def _action(self) -> Any:
        return None if self.action is None else self.game.engine.codec.action_data(self.action)

    def counted(self, lang: str) -> str:
        return ""

    def as_json(self) -> dict[str, Any]:
        data = self.game.engine.codec.state_data
        sides = zip(self.titles, self.outcomes, strict=True)
        return {
            "where": self.where,
            "counted": dict(self.counts),
            "situation": data(self.before[0]) if self.before else None,
            "decision": self._action(),
            "readings": {title: {"refused": True} if one is None else {"position": data(one)} for title, one in sides},
            "told": {lang: self.told(lang) for lang in LANGUAGES},
            "decisions": self.decisions,
            "record": self.game.engine.codec.record_data(self.record),
        }


@dataclass(frozen=True)
class SideBySide:
    """Comparison of readings for a game that says nothing of its own about them."""

    game: Game

    def duel(self, one: Rulebook, other: Rulebook) -> Duel:
        proofs = self.game.proofs
        return Duel(proofs, one, other, partial(lasting, proofs, (one, other), {}))

    def opened_apart(self, choices: tuple[Choice, Choice], players: int) -> PartedGame | None:
        found = next(self._partings(choices, players, 1), None)
        return found if found is not None and found.action is None else None

    def shown(
        self,
        against: Duel,
        choices: tuple[Choice, Choice],
        players: int,
        bound: Bound,
        advance: Callable[[], Any],
    ) -> PartedGame | None:
        found = min(self._partings(choices, players, MANY), key=lambda found: found.decisions, default=None)
        if found is None or found.action is None:
            return found
        record, engine, mapping = found.record, self.game.engine, self.game.mapping
        sides = zip([engine.by(record.terms, choice) for choice in choices], found.outcomes, strict=True)
        verify(mapping, record.setup, record.moves, found.action, sides)
        place = ComparedPlace(against, mapping)
        occasion, values = place.of(found.before, found.action, None in found.outcomes, record.setup)
        return replace(found, where=occasion.name, counts=occasion.counts(values))

    def some_parting(self, choices: tuple[Choice, Choice], players: int) -> str | None:
        found = next(self._partings(choices, players, FEW), None)
        return None if found is None else found.dumps()

    def numbers_apart(self, rules: tuple[Any, Any], counts: Iterable[int]) -> None:
        raise BadInput(f"the game {self.game.name} has no comparison of other numbers")

    def _partings(self, choices: tuple[Choice, Choice], players: int, games: int) -> Iterator[PartedGame]:
        engine = self.game.engine
        terms = [engine.by(engine.standard, choice) for choice in choices]
        titles, searched = tuple(told(choice) for choice in choices), 0
        for number in range(games):
            setup, moves = engine.setup_from_seed(players, number, terms[0]), list[Any]()
            found = self._parting([engine.new_game(setup, each) for each in terms], moves, Random(number))
            searched += len(moves) + 1
            if found is not None:
                before, action, outcomes = found
                record = GameRecord(setup, tuple(moves), terms[0])
                yield PartedGame(self.game, titles, players, record, action, outcomes, searched, before)

    def _parting(self, states: list[Any], moves: list[Any], chance: Random) -> tuple[Sides, Any, Sides] | None:
        """The first action that the two do not take alike, what it is taken in, and where it leads each; ``moves`` are
        those before it."""
        engine, facts = self.game.engine, self.game.mapping.facts
        if facts(states[0]) != facts(states[1]):
            return (), None, tuple(states)
        while menu := list(engine.legal_actions(states[0])):
            others = list(engine.legal_actions(states[1]))
            only = [action for action in (*menu, *others) if (action in menu) != (action in others)]
            action = only[0] if only else any_of(menu, chance)
            menus = zip(states, (menu, others), strict=True)
            later = [engine.apply_action(state, action) if action in legal else None for state, legal in menus]
            if only or facts(later[0]) != facts(later[1]):
                return tuple(states), action, tuple(later)
            states = later
            moves.append(action)
        return None
