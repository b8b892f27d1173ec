"""Painted card faces, their ornaments, and a cache of their pictures."""
