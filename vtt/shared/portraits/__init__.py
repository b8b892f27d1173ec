"""Portraits of characters: a cache of small pictures, and the round medallion."""
