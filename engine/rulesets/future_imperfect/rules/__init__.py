"""Pure rules that several features read."""
