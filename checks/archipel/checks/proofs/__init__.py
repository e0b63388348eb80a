"""Proofs: obligations put to provers, what they rest on, and what was shown."""
