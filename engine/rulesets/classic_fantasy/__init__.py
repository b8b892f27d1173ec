"""Classic d100 fantasy: a package for each feature, with pure rules, commands, procedures, offers and views."""
