"""Many games played by bots, for statistics and for a fingerprint that other programs can compare themselves with.

Nothing here knows any game. A game has ``archipel.checks.NAME.simulating`` with its ``SIMULATION``.
"""
