"""Traps: placed, found, disarmed, sprung."""
