"""Imaginality's profile for the conformance suite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kit.conformance.game_profile import GameProfile
from engine.model.cards import is_joker
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.imaginality.editor.prepared_records import BROUGHT_CHARACTERS


class ImaginalityProfile(GameProfile):
    """A group of Jokers and a group of other cards; a combat to begin."""

    preparations = ("cancel", "end_exception", "bring_characters")
    openings = ("start_fight",)
    numbering_commands = frozenset({"bring_cast"})
    made_elsewhere = frozenset({"UnlockOption"})
    changes_decks = True

    def hidden_rows(self, list_name: str, rows: Sequence[Mapping[str, Json]]) -> Sequence[int]:
        """Return the rows that nobody has met: not those about characters on the table."""
        return () if list_name == BROUGHT_CHARACTERS else super().hidden_rows(list_name, rows)

    def indistinguishable_cards(self, table: Table, cards: frozenset[str]) -> tuple[frozenset[str], ...]:
        """A Joker played face down takes its two stand-ins off the deck at once (IM-JOKER-3); all see its count."""
        jokers = frozenset(filter(is_joker, cards))
        return jokers, cards - jokers
