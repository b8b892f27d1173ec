"""The content editor: how a game lets people create and change its cards, decks, foes and other content.

`record_editor` shows how a game gets one: by a declaration of its kinds of records.
"""
