"""Rolls: opened, thrown, scored, overridden."""
