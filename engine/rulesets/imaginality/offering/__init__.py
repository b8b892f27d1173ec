"""What a seat can do now, chapter by chapter."""
