"""What if a number or a reading were another."""
