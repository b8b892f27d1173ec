"""Dice rolls that games share."""
