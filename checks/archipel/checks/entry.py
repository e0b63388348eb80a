"""Where the command starts: small, so that an interrupt is met with one line even while the rest is being loaded."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; the value is the exit code."""
    try:
        from archipel.checks.cli import main as run

        return run()
    except KeyboardInterrupt:
        print("archipel: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
