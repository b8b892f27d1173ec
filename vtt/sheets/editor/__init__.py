"""The editor of a record sheet."""
