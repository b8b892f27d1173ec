"""The status pages of a game, in a panel on the table."""
