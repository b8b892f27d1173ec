"""Handouts: what a GM prepares to show to the players, a picture or a text, in every game."""
