"""The window: what the group sees and touches."""
