"""Travel and exploration: pace, distance, perception."""
