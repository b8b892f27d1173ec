"""The content editor: how a game lets people create and change its cards, decks, foes and other content."""
