"""Stations of characters in a conflict: their slots, bodies, numbers, tokens and piles."""
