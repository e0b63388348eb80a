"""Commands that judge other programs."""
