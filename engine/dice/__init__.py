"""The one place where dice are read and thrown, for all games."""
