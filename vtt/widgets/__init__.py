"""The look of the house: theme, icons and small widgets that every room uses."""
