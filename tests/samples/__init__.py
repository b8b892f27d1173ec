"""Files of people, made by the program as it was, which must open for ever."""
