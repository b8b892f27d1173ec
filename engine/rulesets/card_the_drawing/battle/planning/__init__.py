"""The planning phase."""
