"""Prepared foes, gangs and dangers of Future Imperfect, their editor, and their way to the table."""
