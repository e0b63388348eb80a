"""Readings of the rules: chosen, settled, compared and diagnosed."""
