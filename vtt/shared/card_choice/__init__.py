"""Choosing cards: from a zone, from all cards of a table, or by a typed name."""
