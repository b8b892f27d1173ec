"""The character sheet: traits, equipment, hit locations."""
