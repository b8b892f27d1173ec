"""A small sheet for the tiny game of the panels' tests, with every kind of field, and people who write on it."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import msgspec
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.model.seats import Actor
from engine.sheets.catalogue import sheet_library
from engine.sheets.model.sheet_description import SheetDescription
from tests.on_screen import put_up
from tests.patience import PATIENCE_MS
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.card_choice.card_picker import faces_of
from vtt.sheets.characters import character_form, sheet_tailoring_dialog
from vtt.sheets.characters.character_header import CharacterHeader
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.widgets.look.theme import Theme, ThemeHub

_BOXES = (("who", 0), ("numbers", 84), ("things", 168))
HERO = {
    "id": "hero",
    "title": "Hero",
    "sections": [
        {
            "key": "who",
            "title": "Who",
            "fields": [
                {"kind": "text", "key": "name", "label": "Name", "bind": "name"},
                {"kind": "text", "key": "race", "label": "Race", "width": 6},
                {"kind": "number", "key": "age", "label": "Age", "width": 6, "least": 0, "most": 300},
                {"kind": "long", "key": "story", "label": "Story"},
                {"kind": "choice", "key": "weapon", "label": "Weapon", "list": "weapons"},
                {"kind": "entries", "key": "skills", "label": "Skills"},
                {"kind": "picture", "key": "portrait", "label": "Portrait"},
            ],
        },
        {
            "key": "numbers",
            "title": "Numbers",
            "fields": [
                {"kind": "number", "key": "strength", "label": "Strength", "width": 6},
                {"kind": "number", "key": "power", "label": "Power", "width": 6, "formula": "strength * 2 + 1"},
                {"kind": "dice", "key": "luck", "label": "Luck", "width": 6},
                {"kind": "level", "key": "rank", "label": "Rank", "most": 5, "width": 6},
                {"kind": "flag", "key": "magic", "label": "Knows magic"},
                {"kind": "text", "key": "school", "label": "School", "when": "magic"},
            ],
        },
        {
            "key": "things",
            "title": "Things",
            "fields": [
                {
                    "kind": "rows",
                    "key": "gear",
                    "label": "Gear",
                    "columns": [
                        {"kind": "text", "key": "name", "label": "Item", "width": 8},
                        {"kind": "number", "key": "weight", "label": "kg", "width": 4, "places": 1},
                        {"kind": "level", "key": "worth", "label": "Worth", "width": 4},
                    ],
                },
                {"kind": "number", "key": "load", "label": "Load", "places": 1, "formula": "sum(gear.weight)"},
            ],
        },
    ],
    "checks": [
        {
            "expect": "given(load, 0) <= 100",
            "say": "A load of {load} is too heavy.",
            "fields": ["load"],
            "rules": ["TI-1"],
        },
        {"expect": "age != 13", "say": "Thirteen is unlucky.", "fields": ["age"], "warning": True},
    ],
    "pages": [{"boxes": [{"section": key, "x": 0, "y": y, "w": 190, "h": 80} for key, y in _BOXES]}],
}
EXTRA = {
    "id": "extra",
    "title": "Extra",
    "sections": [
        {
            "key": "who",
            "title": "Who",
            "fields": [
                {"kind": "text", "key": "name", "label": "Name", "bind": "name"},
                {"kind": "text", "key": "race", "label": "Race"},
                {"kind": "rows", "key": "states", "label": "States", "bind": "conditions", "columns": [
                    {"kind": "text", "key": "name", "label": "State"},
                    {"kind": "number", "key": "level", "label": "Level"},
                    {"kind": "text", "key": "note", "label": "Note"},
                ]},
            ],
        }
    ],
    "pages": [{"boxes": [{"section": "who", "x": 0, "y": 0, "w": 190, "h": 80}]}],
}  # fmt: skip
SHEETS = MappingProxyType({s["id"]: msgspec.convert(s, SheetDescription) for s in (HERO, EXTRA)})


@pytest.fixture
def hub(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[ThemeHub]:
    """A theme, in a program in which the tiny game has two sheets."""
    usual = sheet_library.sheets_of
    for room in (sheet_library, character_form, sheet_tailoring_dialog):
        monkeypatch.setattr(room, "sheets_of", lambda ruleset: SHEETS if ruleset == "tiny" else usual(ruleset))
    made = ThemeHub(Theme())
    yield made
    faces_of(made).close()


def room_of(
    qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, viewer: str = "gm", wide: int = 1100
) -> CharactersRoom:
    """The room, on the screen."""
    room = CharactersRoom(campaign, viewer, hub)
    qtbot.addWidget(room)
    room.resize(wide, 700)
    put_up(room)
    room.activateWindow()
    assert QTest.qWaitForWindowActive(room, PATIENCE_MS)
    return room


def record_shown(room: CharactersRoom, actor: str) -> CharactersRoom:
    """The room with a character's whole record before one."""
    room.show_actor(actor)
    room.form.sheet.finish()
    return room


def actor_of(campaign: OpenCampaign, actor: str) -> Actor:
    """A character, as the GM knows it."""
    return campaign.viewer_campaign("gm").view.actors[actor]


def head_of(room: CharactersRoom) -> CharacterHeader:
    """The head of the form that is shown."""
    assert room.form.head is not None
    return room.form.head
