"""Guided creation of a character: one page for each step, for every game."""
