"""The window: what the group sees and touches."""

__version__ = "0.1.0"
