"""The rulebook of Costa Ruana as a book: its pages, pictures and facts."""
