"""Playing without a window: scripts, their answers and the command reference."""
