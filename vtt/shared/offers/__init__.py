"""Offers as tiles, and taking one."""
