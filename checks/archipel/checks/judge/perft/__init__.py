"""Perft: counting sequences of decisions to a depth."""
