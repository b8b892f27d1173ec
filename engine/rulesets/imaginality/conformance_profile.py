"""Imaginality's profile for the conformance suite."""

from __future__ import annotations

from engine.kit.conformance.game_profile import GameProfile
from engine.model.cards import is_joker
from engine.model.table import Table
from engine.rulesets.imaginality.editor.prepared_records import BROUGHT_CHARACTERS


class ImaginalityProfile(GameProfile):
    """A group of Jokers and a group of other cards; a combat to begin."""

    preparations = ("cancel", "end_exception", "bring_characters")
    openings = ("start_fight",)
    met_lists = frozenset({BROUGHT_CHARACTERS})
    numbering_commands = frozenset({"bring_cast"})
    made_elsewhere = frozenset({"UnlockOption"})
    changes_decks = True

    def indistinguishable_cards(self, table: Table, cards: frozenset[str]) -> tuple[frozenset[str], ...]:
        """A Joker played face down takes its two stand-ins off the deck at once (IM-JOKER-3); all see its count."""
        jokers = frozenset(filter(is_joker, cards))
        return jokers, cards - jokers
