"""Time in a game: calendar, scheduled events, and the flow of time with its forecast."""
