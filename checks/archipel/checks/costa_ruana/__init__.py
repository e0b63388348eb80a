"""Costa Ruana: its clauses and its engine, side by side."""
