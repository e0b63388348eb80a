"""Menu of a decision: legal actions as short words, taken apart and put together again (*prefix search*).

Nothing here knows any game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from archipel.checks.explain.catalogue import LETTERS, Speaker, capitalized
from archipel.checks.explain.expressions import Element
from archipel.checks.explain.narration import EngineNarration, arguments


class DecisionMenu(ABC):
    """A decision put to a person, answered by a few short words; what the words are, a class of its own says."""

    def __init__(self, actions: Sequence[Any], names: Sequence[str]) -> None:
        self.actions, self.names = actions, names

    @property
    def any_order(self) -> bool:
        """Whether the words may come in any order."""
        return False

    @abstractmethod
    def words(self, action: Any) -> tuple[str, ...]:
        """The words that mean an action."""

    @abstractmethod
    def title(self, given: Sequence[str]) -> str:
        """What is asked next."""

    @abstractmethod
    def label(self, action: Any, word: str, place: int) -> str:
        """What a word means that can come at this place, and may end in this action."""

    def hint(self, state: Any, given: Sequence[str], word: str) -> str:
        """The rule that keeps a word from being an answer, if it means anything at all."""
        return ""

    def rest(self, action: Any, given: Sequence[str]) -> list[str] | None:
        """The words that are still missing for an action, or None if it is no longer meant."""
        words = self.words(action)
        return list(words[len(given) :]) if list(words[: len(given)]) == list(given) else None

    def options(self, given: Sequence[str]) -> dict[str, str]:
        """The words that can come next, with what they mean."""
        found: dict[str, str] = {}
        for action in self.actions:
            for word in (self.rest(action, given) or [])[: None if self.any_order else 1]:
                if word not in found:
                    found[word] = self.label(action, word, len(given))
        return dict(sorted(found.items(), key=lambda item: (len(item[0]), item[0]))) if self.any_order else found

    def filled(self, given: Sequence[str]) -> list[str]:
        """The words given, and those that follow because nothing else can come next."""
        words = list(given)
        while len(options := self.options(words)) == 1:
            words.extend(options)
        return words

    def answer(self, given: Sequence[str]) -> Any:
        """The action that the words mean, if they are complete."""
        return next((action for action in self.actions if self.rest(action, given) == []), None)

    def key(self, given: Sequence[str], word: str) -> str | None:
        """The answer that a typed word means: the word itself in any case, or a player's name."""
        options = self.options(given)
        by_name = {name.casefold(): LETTERS[seat] for seat, name in enumerate(self.names)}
        for meant in (word, word.upper(), word.lower(), by_name.get(word.casefold(), word)):
            if meant in options:
                return meant
        return None

    def read(self, given: Sequence[str], words: Sequence[str]) -> tuple[list[str], list[str]]:
        """The answers with the typed words, as far as they can be understood; and the words that are left."""
        found = list(given)
        for place, word in enumerate(words):
            key = self.key(found, word)
            if key is None:
                return found, list(words[place:])
            found.append(key)
        return found, []


@dataclass(frozen=True)
class SpelledAction:
    """An action by its step and the arguments that tell it from the other actions of this step."""

    name: str
    values: Mapping[str, Any]


class StepMenu(DecisionMenu):
    """A decision of any game: which step, then one argument after another, as far as there is a choice."""

    def __init__(
        self, teller: EngineNarration[Any, Any], state: Any, actions: Sequence[Any], names: Sequence[str]
    ) -> None:
        super().__init__(actions, names)
        self.teller, self.state = teller, state

    @property
    def speaker(self) -> Speaker:
        return self.teller.speaker

    @cached_property
    def spelled(self) -> Mapping[Any, SpelledAction]:
        steps = {action: self.teller.mapping.step_of(self.state, action) for action in self.actions}
        given = {action: arguments(step, values) for action, (step, values) in steps.items()}
        found = {}
        for action, (step, _) in steps.items():
            alike = [given[other] for other, (same, _) in steps.items() if same is step]
            open_ones = [name for name in given[action] if len({values[name] for values in alike}) > 1]
            found[action] = SpelledAction(step.name, {name: given[action][name] for name in open_ones})
        return found

    @cached_property
    def _several(self) -> bool:
        return len({spelled.name for spelled in self.spelled.values()}) > 1

    def words(self, action: Any) -> tuple[str, ...]:
        spelled = self.spelled[action]
        return (*([spelled.name.replace("_", "-")] if self._several else []), *map(self._word, spelled.values.values()))

    def _word(self, value: Any) -> str:
        if isinstance(value, tuple):
            return ",".join(map(str, value))
        return LETTERS[value] if isinstance(value, Element) and value.domain == self.teller.seats else str(int(value))

    def title(self, given: Sequence[str]) -> str:
        meant = [action for action in self.actions if self.rest(action, given) is not None]
        place = len(given) - self._several
        if place < 0:
            return self.speaker.say("ask.what", player=self._actor)
        name = [*self.spelled[meant[0]].values][place]
        key = f"ask.{self.spelled[meant[0]].name}.{name}"
        if self.speaker.knows(key):
            return self.speaker.say(key)
        return self.speaker.say("ask.which", what=name.replace("_", " "))

    @property
    def _actor(self) -> str:
        return self.names[self.teller.mapping.engine.actor(self.state) or 0]

    def label(self, action: Any, word: str, place: int) -> str:
        """The sentence of a decision that the word completes; or else the name of what it stands for."""
        if place == len(self.words(action)) - 1:
            return capitalized(self.teller.decision(self.state, action))
        place -= self._several
        if place < 0:
            return self.speaker.say("ask.and")
        value = [*self.spelled[action].values.values()][place]
        return self.speaker.say("option", self.teller.narration(self.state).meaning(self._position), value=value)

    @cached_property
    def _position(self) -> Any:
        return self.teller.mapping.position(self.state)
