"""Prepared encounters, and the start of a battle."""
