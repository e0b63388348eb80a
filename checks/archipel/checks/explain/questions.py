"""Declarative query table: what people ask at the table, as inputs, facts they fill, and what is asked of a position.

A question and its answer are JSON objects; an answer names the clauses that give it. Expressions are those of the
catalogue (:mod:`.expressions`); its section ``[chain]`` says for each question which clauses answer it, in order, each
with what brings it in. Nothing here knows any game.
"""

from __future__ import annotations

import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archipel.checks.explain.catalogue import Catalogue, Speaker
from archipel.checks.explain.expressions import Meaning, constants, evaluate, parsed
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.clauses import LANGUAGES
from archipel.spec.machine import Machine, Position, blank

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game
    from archipel.checks.variants.variant_files import Variant

Answer = dict[str, Any]

MOST = 1000


@dataclass(frozen=True)
class Input:
    """Something people give: a number, a number for each seat, or one of some ``words``.

    ``seats`` are the fewest and the most numbers, ``default`` is what counts if nothing is given: expressions over the
    numbers of the game and the inputs before it.
    """

    name: str
    help: str
    most: str = str(MOST)
    least: str = "0"
    seats: tuple[str, str] | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    default: str | None = None
    metavar: str = "N"
    placed: bool = False
    """Whether it stands on a command line by itself, without its name."""

    def read(self, found: Field, meaning: Meaning) -> Any:
        """What was given, as the clauses have it."""
        least, most = (int(evaluate(parsed(text), meaning)) for text in (self.least, self.most))
        if self.words:
            if found.text() not in self.words:
                found.fail(f"expected one of {', '.join(self.words)}")
            return self.words[found.text()]
        if self.seats is None:
            return found.whole(least, most)
        fewest, many = (int(evaluate(parsed(text), meaning)) for text in self.seats)
        return found.numbers(least, most, fewest, many)


@dataclass(frozen=True)
class Unlikely:
    """What no game shows, though it can be asked about: more than a clause allows."""

    found: str
    at_most: str
    clause: str


@dataclass(frozen=True)
class RuleQuestion:
    """A question: what people give, the facts it fills (``on(0)``: a row of a table), and the members of the answer."""

    summary: str
    inputs: Sequence[Input]
    players: str
    members: Mapping[str, str]
    facts: Mapping[str, str] = field(default_factory=dict)
    only_with: Mapping[str, str] = field(default_factory=dict)
    """Members that an answer has only if something was given."""
    bound: Mapping[str, int] = field(default_factory=dict)
    """What the members speak of besides: the first island, say."""
    refused: tuple[str, str] | None = None
    """When nothing can be answered, and what is said then."""
    unlikely: Unlikely | None = None
    with_material: bool = False


def declared_questions(file: Path) -> dict[str, RuleQuestion]:
    """The questions of a TOML file, whose names and members are those of the classes; none if there is no file."""
    declared = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {name: _declared(**question) for name, question in declared.items()}


def _declared(inputs: list[dict[str, Any]], unlikely: dict[str, str] | None = None, **members: Any) -> RuleQuestion:
    unheard_of = None if unlikely is None else Unlikely(**unlikely)
    return RuleQuestion(inputs=[Input(**given) for given in inputs], unlikely=unheard_of, **members)


@dataclass(frozen=True)
class Rulings:
    """By which rules questions are answered; ``blank`` has values for a number of players, perhaps with material."""

    machine: Machine
    numbers: Mapping[str, Any]
    statements: Mapping[str, int]
    blank: Callable[[int, bool], Mapping[str, Any]]
    known: Mapping[str, Any] = field(default_factory=dict)

    def position(self, players: int, with_material: bool = False, **facts: Any) -> Position:
        """A position in which only the facts asked about matter."""
        return self.machine.at({**self.blank(players, with_material), **facts})


@dataclass(frozen=True)
class ReasonGiven:
    """A clause that answers a question, and the expression that tells what brings it in."""

    clause: str
    fact: str


class QuestionTable:
    """The questions of a game."""

    def __init__(self, table: Mapping[str, RuleQuestion], catalogue: Catalogue) -> None:
        self.table = table
        self.catalogue = catalogue

    def answer(self, question: object, by: Rulings) -> Answer:
        """Answer one question; a bad one raises :class:`BadInput`."""
        found = Field(question)
        if not isinstance(question, dict):
            found.fail(f'expected an object such as {{"ask": "{next(iter(self.table))}", …}}')
        kind = question.get("ask")
        if not isinstance(kind, str) or kind not in self.table:
            raise BadInput(f"ask: expected one of {', '.join(self.table)}")
        asked = self.table[kind]
        required = [given.name for given in asked.inputs if given.default is None]
        optional = [given.name for given in asked.inputs if given.default is not None]
        fields = found.members(("ask", *required), optional)
        given = self._given(asked, fields, by)
        meaning = Meaning(None, {**by.numbers, **given})
        values = by.blank(evaluate(parsed(asked.players), meaning), asked.with_material)
        here = by.machine.at({**values, **_facts(asked, values, meaning, by)})
        own = {name: value for name, value in given.items() if name not in values}
        told = self.asked_of(kind, here, {**by.known, **own})
        for member, needed in asked.only_with.items():
            if needed not in fields:
                del told[member]
        return {"ask": kind, **told, **self._unlikely(asked, here)}

    def _given(self, asked: RuleQuestion, fields: Mapping[str, Field], by: Rulings) -> dict[str, Any]:
        """The inputs by name."""
        meaning = Meaning(None, by.numbers)
        own: dict[str, Any] = {}
        for given in asked.inputs:
            if given.name in fields:
                own[given.name] = given.read(fields[given.name], meaning)
            else:
                assert given.default is not None
                own[given.name] = evaluate(parsed(given.default), meaning)
            meaning = meaning.binding(**own)
        if asked.refused is not None and evaluate(parsed(asked.refused[0]), meaning):
            raise BadInput(self.speaker(LANGUAGES[0]).say(asked.refused[1], meaning))
        return own

    def asked_of(self, kind: str, here: Position, bound: Mapping[str, Any]) -> Answer:
        """The members of the answer in any position, and the clauses that give it."""
        meaning = self._heard(kind, here, bound)
        found = {member: evaluate(parsed(text), meaning) for member, text in self.table[kind].members.items()}
        return {**found, "clauses": [reason.clause for reason in self.chain(kind, here, bound)]}

    def chain(self, kind: str, here: Position, bound: Mapping[str, Any]) -> list[ReasonGiven]:
        """The clauses that answer a question in any position, in order."""
        rulebook, meaning = here.machine.rulebook, self._heard(kind, here, bound)
        found = []
        for text, fact in self.catalogue.find("chain", kind) or ():
            if (word := evaluate(parsed(text), meaning)) is not None:
                found.append(ReasonGiven(word if word in rulebook.clauses else rulebook.clause_defining(word), fact))
        return found

    def fact(self, kind: str, here: Position, bound: Mapping[str, Any], reason: ReasonGiven, lang: str) -> str:
        """What in a position brings in a clause that answers a question."""
        return str(evaluate(parsed(reason.fact), self._heard(kind, here, bound, lang)))

    def told(self, kind: str, here: Position, bound: Mapping[str, Any], lang: str) -> str:
        """How it comes out in a position, in words."""
        return self.speaker(lang).say(f"outcome.{kind}", Meaning(here, {**self.table[kind].bound, **bound}))

    def sentence(self, found: Answer, by: Rulings, lang: str) -> str:
        """An answer in words."""
        asked = self.table[found["ask"]]
        here = by.position(by.numbers["min_players"])
        seats = [self.speaker(lang).say("seat", seat=seat) for seat in range(by.numbers["max_players"])]
        members = {"names": seats, **dict.fromkeys(asked.members), **asked.bound, **by.known, **found}
        if not self.speaker(lang).knows(f"answer.{found['ask']}"):
            return "; ".join(f"{member}: {found[member]}" for member in asked.members if member in found)
        return self.speaker(lang).say(f"answer.{found['ask']}", Meaning(here, members))

    def speaker(self, lang: str) -> Speaker:
        return Speaker(self.catalogue, lang)

    def _heard(self, kind: str, here: Position, bound: Mapping[str, Any], lang: str = LANGUAGES[0]) -> Meaning:
        return self.speaker(lang).heard(Meaning(here, {**self.table[kind].bound, **bound}))

    def _unlikely(self, asked: RuleQuestion, here: Position) -> Answer:
        """What the rules allow at most, when the numbers given cannot occur; the question is answered all the same."""
        if (unlikely := asked.unlikely) is None:
            return {}
        found, most = (int(evaluate(parsed(text), Meaning(here))) for text in (unlikely.found, unlikely.at_most))
        told = {"treasures": found, "at_most": most, "clause": unlikely.clause}
        return {"impossible": told} if found > most else {}


def _facts(asked: RuleQuestion, values: Mapping[str, Any], meaning: Meaning, by: Rulings) -> dict[str, Any]:
    """What the inputs say of a position; what they do not say stays as it is."""
    found: dict[str, Any] = {}
    for target, text in asked.facts.items():
        name, _, row = target.partition("(")
        if name not in values:
            continue
        value, before = evaluate(parsed(text), meaning), values[name]
        if isinstance(value, str):
            value = constants(by.machine.rulebook)[value]
        if row:
            place = int(row.removesuffix(")"))
            found[name] = (*before[:place], _padded(value, before[place]), *before[place + 1 :])
        else:
            found[name] = _padded(value, before)
    return found


def _padded(value: Any, blank: Any) -> Any:
    """A row as long as the blank one."""
    return (*value, *blank[len(value) :]) if isinstance(blank, tuple) else value


class CatalogueQuestions:
    """The questions that a game declares, on a command line, by the rules of a variant."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.questions = QuestionTable(game.questions, game.catalogue)

    def add_arguments(self, parser: ArgumentParser, default: str | None) -> None:
        """Options that say with which material."""

    def rulings(self, arguments: Namespace) -> Rulings:
        from archipel.checks.variants.variant_files import variant_in

        return self.by(variant_in(arguments))

    def by(self, variant: Variant, material: Callable[[int, bool], Mapping[str, Any]] | None = None) -> Rulings:
        """By the rules of a variant; with a game's usual material, or with other, if it is needed at all."""
        machine, points = self.game.mapping.machine(variant.choice), self.game.readings.points.values()

        @cache
        def values(players: int, with_material: bool) -> Mapping[str, Any]:
            known = self.game.known(players) if material is None else material(players, with_material)
            return blank(machine.rulebook, {**known, **variant.numbers.values(players)})

        known = {"reading": {point.id: variant.choice.get(point.id, point.default.name) for point in points}}
        return Rulings(machine, variant.numbers.for_statements(), variant.in_statements, values, known)
