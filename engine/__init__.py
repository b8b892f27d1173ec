"""The game without a window: pieces on a table, how they change, and the rules that decide."""
