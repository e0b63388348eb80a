"""Why something is forbidden or came about (minimal forbidding sets)."""
