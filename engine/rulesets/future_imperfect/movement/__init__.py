"""Pace and movement."""
