"""Sheets to print in tests: the trial sheet of every kind, and a character whose record fits on it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from engine.model.frozen import Json
from engine.sheets.model.character_record import Record
from engine.sheets.model.sheet_description import SheetDescription

TRIAL = Path(__file__).parent / "trial_sheet.toml"


def trial() -> SheetDescription:
    """Return a description with every kind of field."""
    return msgspec.convert(tomllib.loads(TRIAL.read_text(encoding="utf-8")), SheetDescription)


def short_record() -> Record:
    """Return a character whose record fits on the trial sheet."""
    sheet: dict[str, Json] = {
        "people": "Marsh folk",
        "side": "Master",
        "veteran": True,
        "strength": 14,
        "stamina": 3,
        "health": 44,
        "balance": -1.25,
        "damage": "-1d4",
        "reflex": "3d8",
        "rank": 3,
        "mood": -1,
        "fame": 1,
        "luck": 5,
        "seals": 2,
        "weary": 4,
        "portrait": "picture",
        "chips": {"white": 3, "red": 1, "blue": 12},
        "wounds": {"head": {"level": 1}, "guts": {"level": 4, "bleeding": True}},
        "hits": {"Head": {"level": 6, "armour": 2}, "Tail": {"level": -2}},
        "background": "Born in the marsh, raised by the ferryman.",
        "skills": [{"skill": "Rowing", "grade": 2, "used": True}, {"skill": "Lying", "grade": 4}],
        "gear": [{"item": "Crossbow", "dice": "2d8", "shots": 4, "hand": "Left", "notes": "from the miller"}],
        "things": ["rope", "a map of the salt marsh", "coins"],
        "notes": "Remember the mill.",
    }
    return Record(name="Aurelia Nachtigall", player="Tom", sheet=sheet)
