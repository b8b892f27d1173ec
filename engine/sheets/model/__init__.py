"""The description of a sheet, records, and filled sheets."""
