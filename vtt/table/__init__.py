"""The table on the screen: cloth, cards and everything that lies on it."""
