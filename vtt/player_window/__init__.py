"""The second window, on the players' screen: only what all players may see."""
