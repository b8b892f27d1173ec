"""Future Imperfect: exploding dice, Action Decks for who acts when, wounds on a body, Fate Chips.

Packages import downwards only: character < rules < procedures < chips < conditions < initiative < checks < actions
< damage < movement < combat < session, health, hazards, social < views. Single modules: `rules_data`, `settings`,
`distance`, `time_units` and `default_lists` are below all packages, `sheet_lookups` and `offer_context` above actions
and damage, `offer_list` and `ruleset` on top.
"""
