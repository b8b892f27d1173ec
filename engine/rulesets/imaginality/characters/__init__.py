"""Character creation and spending points."""
