"""Which readings explain what another program did, and what to ask it next. Nothing here knows any game."""
