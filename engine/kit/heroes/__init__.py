"""Ready-made heroes: characters that a game brings, complete and ready to play."""
