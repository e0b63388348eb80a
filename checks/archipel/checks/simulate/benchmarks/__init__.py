"""Measurements, each with its method: ratios within one run, since nothing else can be compared. Knows no game.

A game offers what is measured in its module ``benchmarks``: see
:class:`archipel.checks.simulate.benchmarks.game_rows.GameBenchmarks`.
"""
