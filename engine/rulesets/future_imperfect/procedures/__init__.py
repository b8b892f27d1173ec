"""Procedures: everything that can be in progress at a table."""
