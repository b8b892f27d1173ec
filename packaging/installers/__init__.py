"""The packages to give away: archives, installers, and what they tell a desktop about the program."""
