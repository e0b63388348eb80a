"""What a fact about a game is: a theorem in words that players enjoy. A game has its own (``parts``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """A theorem told to players, in each language; numbers of the game are named in braces.

    Of a theorem that is false, ``told`` is what one might think, and ``but`` says how it is instead.
    """

    theorem: str
    told: Mapping[str, str]
    but: Mapping[str, str] | None = None


def fact(theorem: str, en: str, fr: str) -> Fact:
    return Fact(theorem, {"en": en, "fr": fr})


def myth(theorem: str, en: str, fr: str, *, but_en: str, but_fr: str) -> Fact:
    """What one might think, and how it is instead."""
    return Fact(theorem, {"en": en, "fr": fr}, {"en": but_en, "fr": but_fr})
