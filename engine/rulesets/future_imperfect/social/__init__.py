"""Contests of will, stakes and fear."""
