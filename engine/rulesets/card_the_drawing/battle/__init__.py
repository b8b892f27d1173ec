"""The phases of a battle, from planning to cleanup."""
