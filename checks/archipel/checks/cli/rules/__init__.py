"""Commands about the rules themselves."""
