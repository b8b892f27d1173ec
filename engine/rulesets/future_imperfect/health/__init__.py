"""Natural healing, treatment and rest."""
