"""Imaginality: no dice; seven cards in every hand, played face down.

Imports go downwards: procedures < settings < comparison_rules < character_state < deck < turns < actions,
characters < advancement, damage < combat, lunch_money < action_resolution, activity_view
< action_offers < ruleset.
"""
