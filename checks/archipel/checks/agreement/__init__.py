"""Clauses and engine compared, at their boundaries above all."""
