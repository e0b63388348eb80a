"""The command line: where it starts, its arguments, and every command."""
