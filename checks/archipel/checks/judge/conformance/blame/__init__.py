"""Which clauses a difference between a program and the rules is about. Nothing here knows any game."""
