"""What a GM prepares for Future Imperfect: foes, gangs and dangers, their editor, and their way to the table."""
