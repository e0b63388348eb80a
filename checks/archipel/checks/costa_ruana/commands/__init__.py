"""Commands, one module each; see :mod:`archipel.checks.cli.command_line`."""
