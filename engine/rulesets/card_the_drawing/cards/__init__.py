"""Cards and tags as data: records, expressions, validation, printed text."""
