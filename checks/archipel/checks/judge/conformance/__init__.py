"""Judging other programs by playing against them. Nothing here knows any game."""
