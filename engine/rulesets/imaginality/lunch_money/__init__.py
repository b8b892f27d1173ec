"""The cards of another game that the group may mix in."""
