"""Painting functions without state."""
