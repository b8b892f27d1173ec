"""Exact chances: what a choice may lead to, as far as its viewer may know."""
