"""The log and the story room."""
