"""Directives for what was found out about the rules, and how well it is known."""
