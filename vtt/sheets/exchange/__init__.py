"""Import and export of characters."""
