"""The library file: entries of every game, carried from one campaign to the next."""
