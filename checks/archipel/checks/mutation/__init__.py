"""Mutants made by rule rather than by hand: every small change of a clause, and every small change of an engine.

A mutant is *killed* by the first check that notices it, *equivalent* if it is shown to change nothing, and otherwise
it has *survived*. Clauses are changed as terms and run in the same process, the engine as syntax trees in a process
of its own. Nothing in this package knows any game.
"""
