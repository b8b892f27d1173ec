"""Tools for two or more games: checks, calculations, control of characters, memos, content editing, conformance."""
