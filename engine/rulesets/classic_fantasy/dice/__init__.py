"""Throws of percentile and other dice."""
