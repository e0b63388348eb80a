"""Clauses and engine checked against each other, and everything a user runs."""
