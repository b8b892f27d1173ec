"""Drawn bodies: the diagram, boxes beside it, and the state of hit locations."""
