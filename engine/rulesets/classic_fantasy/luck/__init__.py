"""Luck Points and their uses."""
