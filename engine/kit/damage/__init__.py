"""Damage: what games share about wounds and where they are."""
