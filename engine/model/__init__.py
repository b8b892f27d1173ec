"""The pieces on a table: frozen, typed, without rules, chance or screens."""
