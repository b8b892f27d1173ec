"""Names from strangers: ten thousand letters, right to left, emoji, and what looks like a web page."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QGraphicsTextItem,
    QLabel,
    QLineEdit,
    QTextEdit,
    QWidget,
)

from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import game_of
from tests.journeys.harvest import harvest, words_of
from tests.journeys.kit import Desk, script

LONG = "Abcdefghi " * 1000
MARKUP = '<img src=x onerror="a"> & <b>bold</b>'
HEBREW = "שלום עולם " * 4 + "\u202egnp.exe"
EMOJI = "😀🎲 Mirjam 👨‍👩‍👧‍👦 " * 5
NAMES = (LONG, MARKUP, HEBREW, EMOJI)


@pytest.fixture
def desk_of_strangers(desk: Desk) -> Desk:
    ids = ("gm", "tom", "eva", "ida")
    seats = tuple(
        {"id": seat, "name": name, "role": "gm" if seat == "gm" else "player"}
        for seat, name in zip(ids, NAMES, strict=True)
    )
    people = tuple(
        {"id": f"of-{seat}", "seat": seat, "name": f"{name}!"} for seat, name in zip(ids, NAMES, strict=True)
    )
    told = script(
        {},
        {"kind": "start_adventure", "seat": "gm"},
        {"kind": "say", "seat": "gm", "text": MARKUP * 200},
        {"kind": "start_fight", "seat": "gm", "fighters": [f"of-{seat}" for seat in ids]},
        {"kind": "declare", "seat": "tom", "actor": "of-tom", "what": MARKUP},
        {"kind": "declare", "seat": "gm", "actor": "of-gm", "what": LONG},
        {"kind": "resolve_turn", "seat": "gm"},
        {"kind": "strike", "seat": "tom", "actor": "of-tom", "target": "of-gm", "what": MARKUP},
        seats=seats,
        actors=people,
    )
    played = play_script(json.dumps(told).encode(), game_of)
    assert played.stopped is None, played.stopped
    desk._size = QSize(1280, 720)
    desk.open_history(played.game, played.history, MARKUP)
    return desk


def check(desk: Desk, where: str) -> None:
    """Look at everything that is shown: text is text, and nothing grows beyond the screen."""
    desk.picture(f"names-{where}")
    window = desk.house.window
    assert window.size() == QSize(1280, 720), where
    for top in [w for w in QApplication.topLevelWidgets() if w.isVisible()]:
        for widget in (top, *top.findChildren(QWidget)):
            if isinstance(widget, QLabel):
                assert widget.textFormat() is Qt.TextFormat.PlainText or not widget.text(), (where, widget.text()[:80])
            if isinstance(widget, QTextEdit):
                assert not widget.acceptRichText(), where
            assert "<img" not in widget.toolTip(), (where, widget.toolTip()[:200])
            assert len(widget.toolTip()) < 5000, where
            assert len(widget.accessibleName()) < 1200, (where, widget, len(widget.accessibleName()))
            if isinstance(widget, QAbstractButton) and widget.isVisible():
                assert widget.width() <= window.width(), (where, widget.text()[:80])
    assert not [i for i in desk.table.table_scene.items() if isinstance(i, QGraphicsTextItem)]


@pytest.mark.journey
def test_names_of_strangers_are_text_everywhere(desk_of_strangers: Desk) -> None:
    desk = desk_of_strangers
    assert desk.house.window.windowTitle() == MARKUP
    check(desk, "table")
    spoken = desk.spoken()
    assert any(MARKUP in name for name in spoken)
    assert any(name.startswith("Seat of Abcdefghi Abc") and "…" in name for name in spoken)
    for seat in ("tom", "eva", "ida", "gm"):
        desk.page.table_room.offers.choose_seat(seat)
        check(desk, f"offers-{seat}")
    # A name that runs from right to left, or says that what follows does, turns nothing but itself.
    (line,) = [line for line in desk.read_log() if "without a declaration" in line]
    assert f"\u2068{HEBREW}!\u2069" in line
    desk.press("F5")
    check(desk, "players")
    desk.press("F5")
    desk.press("Ctrl+K")
    desk.write("<img")
    check(desk, "palette")
    desk.press("Escape")
    desk.go_to("characters")
    check(desk, "characters")
    room = desk.page.show_room("characters")
    desk.page.show_actor("of-gm")
    whole = [line.text() for line in room.findChildren(QLineEdit)]
    assert f"{LONG}!" in whole, "the whole name can be read, and mended"
    check(desk, "record")
    desk.go_to("story")
    check(desk, "story")
    desk.go_to("options")
    check(desk, "options")
    desk.press("F1")
    check(desk, "help")
    desk.press("Escape")
    # Nothing anywhere takes the names for more than they are, and what is written for others is escaped.
    for place, words in words_of(harvest(desk, pictures=False)):
        if place.endswith("story html"):
            assert "<img" not in words
            assert "&lt;img" in words
    desk.go_to("table")
    desk.reopen()
