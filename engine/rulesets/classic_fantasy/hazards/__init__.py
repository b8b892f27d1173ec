"""Falling, burning and other hazards."""
