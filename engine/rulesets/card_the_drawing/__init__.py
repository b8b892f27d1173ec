"""Card: the Drawing, by its catalogue: decks of abilities, four phases, cards that are data.

Imports go downwards: cards < calculation < settings, targeting, hit_damage, decks < actor_sheet < battle
< tactics, outside_combat < encounters < planning_offers, editor < bot, ruleset.
"""
