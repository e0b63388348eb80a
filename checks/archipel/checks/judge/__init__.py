"""Judging other programs: oracle, server, referee, perft, conformance, vectors, fuzzing."""
