"""Cards of characters: their hands, and the piles that belong to them alone."""
