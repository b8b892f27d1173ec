"""Inks and fonts of printed pages, which card faces share."""
