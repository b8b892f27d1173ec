"""Action Decks, action cards and the initiative countdown."""
