"""The open campaign, and one viewer's view of it."""
