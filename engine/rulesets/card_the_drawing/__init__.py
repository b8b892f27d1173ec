"""Card: the Drawing, by its catalogue: decks of abilities, four phases, cards that are data."""
