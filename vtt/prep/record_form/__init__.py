"""The form of one prepared record."""
