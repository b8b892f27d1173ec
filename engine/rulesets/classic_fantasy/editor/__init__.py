"""The content editor of this game: traps, hazards, foes and places that a GM prepares, tries out and uses."""
