"""Many games played by bots, for statistics and for a fingerprint that other programs can compare themselves with.

Nothing here knows any game. What a game counts besides results, its ``simulation`` says.
"""
