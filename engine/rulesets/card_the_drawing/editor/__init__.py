"""The content editor of Card: the Drawing: its editors as data, a try-out, files, and deck statistics (CD-UI-20)."""
