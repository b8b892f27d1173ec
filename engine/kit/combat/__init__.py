"""Combat: who takes part, its rounds, and the order of acting."""
