"""The oracle over HTTP."""
