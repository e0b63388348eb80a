"""Judging other programs: an oracle to ask, over a pipe or over HTTP, and a referee for recorded games.

Nothing here knows any game. :mod:`game` says what a game must offer; ``archipel.checks.GAME.judging`` has it as JUDGE.
"""
