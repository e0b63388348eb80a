"""Lagoon, a small game that is the kit's second client: its clauses, its engine, and the mapping between them."""
