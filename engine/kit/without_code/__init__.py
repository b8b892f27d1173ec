"""Games without code: the whole table as data, moved by hand, with offers for the usual moves."""
