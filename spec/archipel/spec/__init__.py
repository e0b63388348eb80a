"""Rules as cited clauses: the logic they are written in, then a package for each game."""
