"""Theme, colours, fonts, icons."""
