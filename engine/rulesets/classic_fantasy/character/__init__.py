"""The character sheet, its conditions and resource pools, and the state of the session."""
