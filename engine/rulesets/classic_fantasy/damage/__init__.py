"""The damage pipeline, from a source of damage to hit points."""
