"""Chance as a player: who decides where a die is rolled or a card is turned up during a game (a *chance node*)."""

from __future__ import annotations

from typing import Final

CHANCE: Final = -1
"""The actor of a position in which nobody decides, and something happens by chance; seats are numbered from 0."""
