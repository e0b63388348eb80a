"""Pictures that any game gets: a round as a diagram, both sides of a clause, two readings side by side."""
