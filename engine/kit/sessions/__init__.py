"""Sessions: the start and end of an evening of play in every game, who was there, and its recap."""
