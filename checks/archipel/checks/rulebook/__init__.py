"""The rulebook as a book: pictures, pages and editions, whatever the game."""
