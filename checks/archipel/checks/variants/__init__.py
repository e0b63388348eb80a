"""Variants: their files, what they do to theorems, whether they can be played."""
