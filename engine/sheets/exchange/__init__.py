"""Characters as files, and character templates."""
