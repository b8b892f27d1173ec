"""Content that every game has, whatever its rules are: its commands, its secret lists and its editors."""
