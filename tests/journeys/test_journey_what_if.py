"""A what-if from its start to its end: begun, played, compared with what happened, and kept."""

from __future__ import annotations

from typing import TypeVar

import pytest
from PySide6.QtWidgets import QApplication, QDialog

from tests.journeys.kit import Desk, script
from tests.journeys.status_page_hands import gms_screen
from vtt.shell.what_if.what_if_dialog import WhatIfDialog
from vtt.widgets.message_dialog import MessageDialog

D = TypeVar("D", bound=QDialog)
TABLE = script(
    {"hand:gm": ["2S", "3S"], "hand:tom": ["2H", "8H"], "hand:eva": ["2D", "3D"], "deck": ["4C", "KC"]},
    {"kind": "say", "seat": "tom", "text": "We wait for the night"},
)


def modal(desk: Desk, kind: type[D]) -> D:
    """Return the dialog that is in front."""
    desk.wait(lambda: isinstance(QApplication.activeModalWidget(), kind) and desk.has_keys())
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, kind)
    return dialog


@pytest.mark.journey
def test_a_what_if_is_begun_played_compared_and_kept(desk: Desk) -> None:
    desk.open_table(TABLE)
    before, happened = desk.read_log(), desk.truth
    gms_screen(desk)
    desk.press("Ctrl+Shift+E")
    dialog = modal(desk, WhatIfDialog)
    desk.picture("what-if-1-none-yet")
    desk.click(dialog.here)
    modal(desk, MessageDialog)
    desk.press("Ctrl+A")
    desk.write("The <b>bold</b> way")
    desk.picture("what-if-2-name")
    desk.choose("Begin")
    desk.wait(lambda: desk.page.what_if is not None)
    desk.arrive()
    desk.picture("what-if-2-gm")
    desk.press("Ctrl+Shift+1")  # the GM screen has stayed
    strip = desk.page.what_if
    assert strip is not None
    assert "The <b>bold</b> way. This is not what happened." in strip.words.text()
    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="pick the lock")
    desk.click_offer("Draw a card for the difficulty", seat="Ada")
    desk.drag("8H", "committed:actor")
    tried = desk.truth
    assert tried.zones["hand:tom"].cards == ("2H",)
    desk.picture("what-if-3-tried")
    desk.press("Ctrl+Z")
    assert desk.truth.zones["hand:tom"].cards == ("2H", "8H")
    desk.press("Ctrl+Shift+Z")
    assert desk.truth == tried
    gms_screen(desk)
    desk.click(strip.more)
    dialog = modal(desk, WhatIfDialog)
    desk.click(dialog.compare_button)
    desk.wait(dialog.rows.isVisible)
    rows = range(dialog.rows.rowCount())
    lines = {tuple(cell.text() for at in range(4) if (cell := dialog.rows.item(row, at))) for row in rows}
    assert ("Tom’s hand: Cards", "2", "2", "1") in lines, lines
    assert all(len(set(line[1:])) > 1 for line in lines), "piles that are empty everywhere are left out"
    desk.picture("what-if-4-compared")
    desk.click(dialog.keep)
    question = modal(desk, MessageDialog)
    assert "The <b>bold</b> way" in question.text
    desk.picture("what-if-5-keep")
    desk.choose("Keep")
    desk.wait(lambda: desk.page.what_if is None)
    desk.arrive()
    desk.press("Ctrl+Shift+1")
    assert desk.truth == tried
    assert desk.read_log()[: len(before)] == before
    gms_screen(desk)
    desk.press("Ctrl+Shift+E")
    dialog = modal(desk, WhatIfDialog)
    root = dialog.tree.topLevelItem(0)
    line = root.child(0) if root is not None else None
    assert line is not None
    assert line.text(0) == "Before “The <b>bold</b> way”"
    desk.click(dialog.tree.viewport(), dialog.tree.visualItemRect(line).center())
    desk.picture("what-if-6-kept")
    desk.click(dialog.open_button)
    desk.wait(lambda: desk.page.what_if is not None)
    desk.arrive()
    assert desk.truth.zones == happened.zones
