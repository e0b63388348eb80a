"""Which numbers a proof rests on, and how far each can be changed."""
