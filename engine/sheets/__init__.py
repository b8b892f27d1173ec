"""Record sheets as data: their values, their formulas, and their layout on paper."""
