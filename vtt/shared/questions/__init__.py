"""Forms that ask the questions of an offer."""
