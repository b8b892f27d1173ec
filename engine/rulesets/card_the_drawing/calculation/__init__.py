"""Pure calculations on a snapshot of the battle: stats, modifiers, initiative, selectors."""
