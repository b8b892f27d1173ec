"""What a GM prepares: traps, hazards, foes and places; made and tried here, and brought to the table from here."""
