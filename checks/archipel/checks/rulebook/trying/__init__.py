"""A page to try the rules on: declared questions with all their answers looked up, and games to step through."""
