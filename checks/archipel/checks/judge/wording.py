"""The few sentences of the referee, and the few words of perft, in every language."""

from __future__ import annotations

from archipel.checks.support.phrases import Phrases

say = Phrases(__file__).say
