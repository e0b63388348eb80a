"""The oracle: its methods, over a pipe (JSON-RPC)."""
