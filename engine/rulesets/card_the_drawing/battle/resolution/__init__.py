"""One played card, resolved step by step."""
