"""Legal decks, and the deck that a character plays."""
