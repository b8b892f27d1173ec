"""Opening, closing, exporting campaigns; recent files."""
