"""The first page: recent campaigns, a new one, the demo table."""
