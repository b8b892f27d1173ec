"""Pictures: reading files of strangers, storing them, and a place where somebody brings one."""
