"""The characters room and the window of one character."""
