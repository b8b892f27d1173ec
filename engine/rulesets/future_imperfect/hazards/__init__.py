"""Explosions, falling, burning, smoke and drowning."""
