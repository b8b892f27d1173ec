"""Damage and wounds."""
