"""Recorded games as traces for the viewers of model checkers."""
