"""The program that is judged: its process, and what it answers."""
