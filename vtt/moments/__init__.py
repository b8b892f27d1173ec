"""Moments: dice, revealed cards and results, large in the middle of the table."""
