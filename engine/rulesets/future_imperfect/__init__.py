"""Future Imperfect: exploding dice, Action Decks for who acts when, wounds on a body, Fate Chips.

Packages import downwards only: character < rules < procedures < chips < conditions < initiative < checks < actions
< damage < movement < combat < session, health, hazards, social < views. Single modules: `settings`, `distance`
and `time_units` are below all packages, `sheet_lookups` and `offer_context` above actions and damage, `offer_list` and
`ruleset` on top.
"""
