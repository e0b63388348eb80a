"""Mutants of an engine: small changes of its code by rule, hostile edits, and who judges them."""
