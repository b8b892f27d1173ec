"""Classic d100 fantasy: one file a chapter of the catalogue; here the reckoning alone, without a table."""
