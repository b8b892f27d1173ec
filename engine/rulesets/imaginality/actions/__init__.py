"""Actions: cards played on each side of a comparison."""
