"""The sheets of each game: the library, its validation, customised sheets."""
