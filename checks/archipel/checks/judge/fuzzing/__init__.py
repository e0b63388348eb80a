"""Bad weather on purpose: malformed and hostile input for everything that reads something from outside.

``python -m archipel.checks.judge.fuzzing --inputs 100000`` runs it. Nothing here knows any game;
``archipel.checks.GAME.fuzzing`` has the readers of a game, with good input from which bad input is made.
"""
