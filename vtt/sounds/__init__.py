"""Sounds of cards, dice, chips and the curtain."""
