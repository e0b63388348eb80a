"""What came of judging a program, for people and for other programs."""
