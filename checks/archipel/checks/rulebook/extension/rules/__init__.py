"""Directives for what the rules consist of: clauses, theorems, readings, examples, words, and what they come from."""
