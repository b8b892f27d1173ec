"""Fillable forms."""
