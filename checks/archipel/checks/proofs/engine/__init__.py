"""The engine's own code over unknowns: symbolic execution and concolic testing."""
