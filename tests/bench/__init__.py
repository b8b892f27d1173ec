"""The budgets of the house, measured: `python -m tests.bench`."""
