"""Parts that several rooms of the window use: names, offers, questions, lists, card faces, portraits."""
