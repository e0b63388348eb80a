"""Rulebooks for people: printed from the clauses, in every language they have. Nothing here knows any game."""
