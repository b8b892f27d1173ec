"""Bots: computer players, which take the offers of a seat as a person does."""
