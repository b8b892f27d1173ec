"""Attack and defence rolls and their special effects."""
