"""Hit locations, wounds and their consequences."""
