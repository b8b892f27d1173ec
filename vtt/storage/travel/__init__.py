"""Campaigns on their way to another computer: the file that takes one along, and the comparison of two copies."""
