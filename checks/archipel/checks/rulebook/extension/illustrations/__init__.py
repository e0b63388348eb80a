"""Directives for what illustrates the rules: drawings, tables, facts, and the page to try things on."""
