"""Which card is worth playing, and a plan made of that."""
