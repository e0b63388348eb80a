"""Commands about what is installed."""
