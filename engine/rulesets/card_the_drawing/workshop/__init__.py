"""The workbench of Card: the Drawing: its editors as data, a try-out, files, and what decks come to (CD-UI-20)."""
