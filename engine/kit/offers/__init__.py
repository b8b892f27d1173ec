"""Offers that games have alike: those of several characters as one, and the characters that they may name."""
