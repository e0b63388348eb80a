"""Clauses and engine held against each other, and everything a user runs."""
