"""How a table changes: commands, facts, chance, history, sight and the forms in which they are written down."""
