"""The shell of the window: its actions, its bars, what it says to people, and how campaigns come in and go out."""
