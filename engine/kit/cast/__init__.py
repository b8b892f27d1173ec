"""The cast: prepared foes and characters of a game, which its GM brings to the table as individuals."""
