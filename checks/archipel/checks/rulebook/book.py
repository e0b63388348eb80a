"""What an edition prints: one game in one language, by the rules of the original or of a variant.

Everything that pages say about the rules is asked of a book, so that sentence, numbers and statuses belong together.
Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.results import Result
from archipel.checks.readings.settlement import How, Settlement
from archipel.checks.rulebook.languages.translations import words_in
from archipel.checks.rulebook.languages.typography import set_in
from archipel.checks.rulebook.parts import Gallery, Parts, WorkedExample, parts_of
from archipel.checks.rulebook.stored_reports import Stored, stored
from archipel.checks.rulebook.trying.trial import TryIt
from archipel.checks.variants.variant_files import ClauseChange, Variant, clause_changes, read
from archipel.spec.clauses import Clause, Rulebook
from archipel.spec.readings import Point, Reading
from archipel.spec.theorems import Theorem

NOT_TRIED = Settlement(How.OPEN, {"en": "not looked into yet", "fr": "pas encore examiné"})
"""What is said of readings of a game about which nothing is kept."""


@dataclass(frozen=True)
class Book:
    """A rulebook to be printed; ``fates`` is what was found out to become of the theorems in its variant."""

    game: str
    language: str
    variant: Variant
    fates: tuple[tuple[str, str], ...] = ()

    # The rules

    @property
    def rulebook(self) -> Rulebook:
        return self.variant.rulebook

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        return self.variant.in_statements

    @property
    def is_original(self) -> bool:
        return self.variant.is_original

    @cached_property
    def changes(self) -> Mapping[str, ClauseChange]:
        """The clauses that are not as in the original."""
        return {} if self.is_original else {change.id: change for change in clause_changes(self.variant)}

    def clauses(self) -> Iterator[Clause]:
        """Every clause, section by section."""
        for section in self.rulebook.sections:
            yield from (clause for clause in self.rulebook.clauses.values() if clause.section == section)

    # In words

    def said(self, words: Mapping[str, str]) -> str:
        """What stands in several languages, in this one."""
        return set_in(self.language, words[self.language])

    def worded(self, english: str) -> str:
        """Words that the rules have in English only, in the language of the edition."""
        return set_in(self.language, words_in(self.game, self.language).get(english, english))

    def statement(self, about: Clause | Theorem) -> str:
        return set_in(self.language, about.statement(self.language, self.numbers))

    def reading_statement(self, reading: Reading) -> str:
        return set_in(self.language, reading.statements[self.language].format(**self.numbers))

    # What follows from the rules

    @cached_property
    def theorems(self) -> Mapping[str, Theorem]:
        return game_called(self.game).theory.theorems

    @property
    def stored(self) -> Stored:
        return stored(self.game)

    @cached_property
    def _results(self) -> Mapping[str, Sequence[Result]]:
        found: dict[str, list[Result]] = {}
        for result in self.stored.results:
            found.setdefault(result.id, []).append(result)
        return found

    def results(self, theorem: str) -> Sequence[Result]:
        """What was found out about a theorem, by the rules of the original."""
        return self._results.get(theorem, ())

    def fate(self, theorem: str) -> str | None:
        """What becomes of a theorem in this variant, if that was found out."""
        return dict(self.fates).get(theorem)

    def theorems_about(self, clause: str) -> list[Theorem]:
        return [theorem for theorem in self.theorems.values() if clause in theorem.clauses]

    # What sentences can mean

    @property
    def points(self) -> Mapping[str, Point]:
        return game_called(self.game).readings.points

    def points_about(self, clause: str) -> list[Point]:
        return [point for point in self.points.values() if point.clause.id == clause]

    def settlement(self, point: Point, reading: Reading) -> Settlement:
        return self.stored.settled.get((point.id, reading.name), NOT_TRIED)

    def played(self, point: Point) -> Reading:
        """The reading of a point that this edition plays by."""
        return point.readings[self.variant.choice.get(point.id, point.default.name)]

    # What the game offers besides

    @property
    def examples(self) -> Mapping[str, WorkedExample]:
        return game_called(self.game).examples

    @property
    def parts(self) -> Parts:
        return parts_of(self.game)

    @property
    def gallery(self) -> Gallery | None:
        """Who draws its pictures, by the original's rules; an edition of a variant goes without them."""
        return self.parts.pictures if self.is_original else None

    @property
    def trial(self) -> TryIt | None:
        """A page to try the rules on, by the original's rules; an edition of a variant goes without it."""
        return self.parts.trying if self.is_original else None


@lru_cache(maxsize=16)
def book_of(game: str, language: str, variant: str = "", fates: tuple[tuple[str, str], ...] = ()) -> Book:
    """The book about a game, in a language; ``variant`` is a file that describes one, or nothing for the original."""
    return Book(game, language, read(variant, game) if variant else Variant(game), fates)
