"""The deck and the hands."""
