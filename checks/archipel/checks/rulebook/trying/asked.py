"""A declared question (``archipel ask``) on the page to try: enumerated over its inputs, by every reading.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from archipel.checks.explain.questions import CatalogueQuestions
from archipel.checks.games.protocol import Game
from archipel.checks.rulebook.trying.packing import AnswerTable, Data, Enumeration, digits, every_choice
from archipel.checks.rulebook.trying.questions import SettingControl, TriedQuestion, TriedSetting
from archipel.checks.variants.variant_files import Variant
from archipel.spec.clauses import LANGUAGES
from archipel.spec.logic.fingerprint import digest
from archipel.spec.machine import vectors

MOST = 9
"""More than one digit would make words that can be read in two ways."""
Told = tuple[str, ...]
"""The same sentence in each language."""


@dataclass(frozen=True)
class AskedQuestion:
    """A question of a game, with what is set of its inputs; those that are not set count as if nothing was said."""

    game: Game
    name: str
    settings: Sequence[TriedSetting]
    points: Sequence[str] = ()
    _told: dict[str, Told] = field(default_factory=dict)

    @cached_property
    def tried(self) -> TriedQuestion:
        """The question as the page knows it."""
        word = [(one.name, "digits" if one.control is SettingControl.SEATS else "plain") for one in self.settings]
        table = AnswerTable(Enumeration(self._words, self._answers), word, ())
        return TriedQuestion(self.points, self.settings, [table], {}, phrases=self._phrases)

    def _words(self, players: int) -> list[str]:
        return ["".join(map(_word, given)) for given in self._given(players)]

    def _phrases(self) -> Mapping[str, Mapping[str, str]]:
        """The sentences of all answers, by name; they are known once the answers have been enumerated."""
        if not self._told:
            readings = {point: list(self.game.readings.points[point].readings) for point in self.points}
            self.tried.data(self.game.players, every_choice(readings, self.points))
        return {key: dict(zip(LANGUAGES, told, strict=True)) for key, told in self._told.items()}

    def _given(self, players: int) -> Iterable[tuple[Any, ...]]:
        return product(*[_values(setting, players) for setting in self.settings])

    def _answers(self, players: int, way: Mapping[str, str], then: tuple[int, ...]) -> Iterator[tuple[Any, ...]]:
        asking = CatalogueQuestions(self.game)
        by = asking.by(Variant(self.game.name, chosen=tuple(way.items())))
        for given in self._given(players):
            inputs = zip([setting.name for setting in self.settings], given, strict=True)
            asked: Data = {"ask": self.name, **{name: _plain(value) for name, value in inputs}}
            found = asking.questions.answer(asked, by)
            told = tuple([str(asking.questions.sentence(found, by, lang)) for lang in LANGUAGES])
            key = f"asked.{self.name}.{digest(told)[:12]}"
            self._told[key] = told
            yield key, tuple([(clause, "") for clause in dict.fromkeys(found["clauses"])])


def _values(setting: TriedSetting, players: int) -> Iterable[Any]:
    """Everything that can be set."""
    most = setting.most[players]
    if most > MOST:
        raise ValueError(f"{setting.name}: more than {MOST} cannot be enumerated")
    return vectors(players, most) if setting.control is SettingControl.SEATS else range(setting.least, most + 1)


def _word(value: Any) -> str:
    return digits(value) if isinstance(value, tuple) else str(value)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
