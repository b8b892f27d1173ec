"""Future Imperfect: exploding dice, Action Decks for who acts when, wounds on a body, Fate Chips."""
