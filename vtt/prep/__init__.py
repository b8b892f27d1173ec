"""The Prep room: what a game is made of, to be made and changed. Nothing here knows a rule."""
