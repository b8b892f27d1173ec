"""Record sheets in the window and on paper: the form, the page, PDF and printer."""
