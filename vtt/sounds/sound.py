"""The sounds by name; each is a file in assets/sounds, which packaging/sounds.py makes."""

from __future__ import annotations

from enum import StrEnum


class Sound(StrEnum):
    """A sound."""

    CARD_LAID = "card_laid"
    CARD_TURNED = "card_turned"
    CARDS_DEALT = "cards_dealt"
    CHIPS = "chips"
    CURTAIN_CLOSES = "curtain_closes"
    CURTAIN_OPENS = "curtain_opens"
    DICE = "dice"
    SHUFFLE = "shuffle"
    TURN_BELL = "turn_bell"
