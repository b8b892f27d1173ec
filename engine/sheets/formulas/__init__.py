"""Formulas on sheets: parsing and exact calculation."""
