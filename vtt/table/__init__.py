"""The table on the screen: cloth, cards, chips, seats and everything else on it."""
