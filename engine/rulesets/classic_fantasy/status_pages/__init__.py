"""The status pages of this game: what a group would note on paper beside the table."""
