"""The campaign file: live commits, backups, copies, exports, and where a person's things go."""
