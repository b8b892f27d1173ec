"""Conflicts: rounds, the draw phase, turns, interrupts."""
