"""Test vectors from files, each with its rules, and cards that are in no list of the game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.cards.card_records import Card

_HERE = Path(__file__).parent


def vectors_of(folder: str, what: str) -> list[Any]:
    """Return the vectors of a file, each by its ID with the rules that it bears out."""
    text = (_HERE / folder / f"{what}.toml").read_text(encoding="utf-8")
    return [
        pytest.param(vector, id=name, marks=pytest.mark.rule(name.partition(" ")[0], *vector.get("rules", ())))
        for name, vector in tomllib.loads(text).items()
    ]


def _cards_in(folder: str) -> tuple[Card, ...]:
    text = (_HERE / folder / "cards.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["card"], tuple[Card, ...])


TEST_CARDS = _cards_in("vectors")
"""The test cards of the catalogue's vectors."""
MORE_CARDS = (*TEST_CARDS, *_cards_in("battles"))
"""Those and what else battles on the table need."""


def card_of(name: str) -> Card:
    """Return a card that is shipped, or one of the catalogue's test cards."""
    shipped = library_of().cards
    return shipped[name] if name in shipped else next(card for card in TEST_CARDS if card.id == name)
