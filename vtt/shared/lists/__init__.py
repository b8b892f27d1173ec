"""Searchable lists."""
