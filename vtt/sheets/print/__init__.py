"""Pages painted for printer and PDF."""
