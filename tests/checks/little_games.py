"""A game of one step, so small that proofs about it take no time: sheep and goats are counted, one each at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from tests.toy.game import Lagoon

from archipel.checks.games.registry import LOADED
from archipel.checks.proofs.prover import ProofGame
from archipel.spec.clauses import Rulebook, Source, Vocabulary
from archipel.spec.logic import Prop, after, number
from archipel.spec.theorems import Outcome, Theorem, Theory

NAME = "little_game"

Hints = Mapping[str, Mapping[str, Sequence[str]]]


def counting(hints: Hints | None = None, players: Mapping[str, Sequence[int]] | None = None) -> ProofGame:
    """The game, with hints, and with some theorems stated for some numbers of players only.

    True are the invariants ``never_below_none`` and ``as_many_goats``, the claim over the step ``one_more``, and about
    any position ``no_goats_below_none``, which follows from the two invariants. False are the invariant ``few_sheep``
    and the claim over the step that would keep it, ``few_afterwards``; ``said_to_fail`` says the same and is expected
    to fail. ``few_goats``, about any position, follows from ``few_sheep``.
    """
    words = Vocabulary()
    book = Rulebook(NAME, {"field": {"en": "Field", "fr": "Pré"}}, words)
    sheep, goats = words.number("sheep"), words.number("goats")
    count = book.decision("count")
    rule = book.clause("field.count", Source("T", "Field"), en="Count.", fr="Compter.")
    rule.initially(_Called("no_sheep_yet", sheep == 0))
    rule.initially(_Called("no_goats_yet", goats == 0))
    rule.adds(sheep, count)(lambda: number(1))
    rule.adds(goats, count)(lambda: number(1))
    theory = Theory(book)

    def state(name: str, outcome: Outcome = Outcome.HOLDS) -> Theorem:
        id, about = f"field.{name.replace('_', '-')}", (players or {}).get(name, ())
        return theory.theorem(id, "field.count", en=name, fr=name, outcome=outcome, players=about)

    state("never_below_none").kept(_Called("never_below_none", sheep >= 0))
    state("as_many_goats").kept(_Called("as_many_goats", goats == sheep))
    state("few_sheep").kept(_Called("few_sheep", sheep <= 3))
    state("one_more").over(count)(_Called("one_more", after(sheep) == sheep + 1))
    state("few_afterwards").over(count)(_Called("few_afterwards", after(sheep) <= 3))
    state("said_to_fail", Outcome.FAILS).over(count)(_Called("said_to_fail", after(sheep) <= 3))
    state("no_goats_below_none").everywhere(_Called("no_goats_below_none", goats >= 0))
    state("few_goats").everywhere(_Called("few_goats", goats <= 3))
    return ProofGame(theory, lambda _: {}, hints=hints or {})


class _Called:
    """Something that states a proposition under a name."""

    def __init__(self, name: str, term: Prop) -> None:
        self.__name__, self.term = name, term

    def __call__(self) -> Prop:
        return self.term


class Little(Lagoon):
    """A game of which only the proofs are asked for."""

    name = NAME
    proof_code = (__name__,)

    def __init__(self, proofs: ProofGame) -> None:
        self._proofs = proofs

    @property
    def proofs(self) -> ProofGame:
        return self._proofs


def played(monkeypatch: pytest.MonkeyPatch, game: ProofGame) -> str:
    """The name under which the checks find the game from now on."""
    monkeypatch.setitem(LOADED, NAME, Little(game))
    return NAME
