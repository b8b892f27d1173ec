"""Mouse, keyboard, drag and drop on the table."""
