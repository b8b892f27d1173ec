"""Natural healing, fatigue, asphyxiation, ageing."""
