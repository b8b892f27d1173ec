"""Fillable PDFs, written and read."""
