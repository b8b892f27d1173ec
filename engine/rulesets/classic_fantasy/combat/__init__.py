"""Combat rounds: turn order, action points, engagement."""
