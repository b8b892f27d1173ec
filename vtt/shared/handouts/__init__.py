"""A handout on the screens: one state for all of them, and the widget that draws it."""
