"""The game session: chips, bounty, advancement."""
