"""Changes of a table: commands, events, chance, history, redaction, and their stored forms."""
