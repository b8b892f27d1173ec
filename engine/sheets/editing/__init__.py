"""Commands that write records, and what they change."""
