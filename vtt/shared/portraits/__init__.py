"""Portraits of characters: reading picture files, a cache of small pictures, and the round medallion."""
