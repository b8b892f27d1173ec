"""The Library room: entries of every game, found by search and filters, and added to the open campaign."""
