"""Record sheets as data: what stands on them, how it is reckoned, and where it goes on paper."""
