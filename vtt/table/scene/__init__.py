"""The graphics scene of the table, and the items on it."""
