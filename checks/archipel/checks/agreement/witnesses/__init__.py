"""Counterexamples made into positions of an engine: completed by a solver, replayed, and searched for in games."""
