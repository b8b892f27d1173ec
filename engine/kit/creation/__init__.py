"""Guided creation of a character: the steps that a game declares as data, a draft, and one command at the end."""
