"""Turns of a fight, and the order of acting."""
