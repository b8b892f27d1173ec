"""Help: pages of text with pictures, what can be done now, and all shortcuts; searched, shown and written to a PDF."""
