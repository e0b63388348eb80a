"""Conjectures of a user: stated, and decided."""
