"""The games that the table can play, one room each."""
