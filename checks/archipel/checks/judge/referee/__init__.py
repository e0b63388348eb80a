"""The referee: recorded games of any length."""
