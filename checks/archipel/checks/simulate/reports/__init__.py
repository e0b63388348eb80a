"""What a simulation found: as a document, as tables for people, as pictures, and a row for each game."""
