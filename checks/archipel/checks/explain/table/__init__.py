"""Games that people play at a terminal: what they are asked, told and shown."""
