"""Fate Chips: the pot, who owns which, and their uses."""
