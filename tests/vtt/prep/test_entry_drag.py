"""An entry is dragged to the table, to the library and back: what is dragged tells nobody anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from engine.kit.encounters.encounter_commands import SaveEncounters
from engine.kit.encounters.encounter_records import ENCOUNTERS
from engine.kit.encounters.encounter_runs import RUNS
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.handouts.handout_records import HANDOUTS
from tests.vtt.library.test_library_room import library_room
from tests.vtt.prep.test_encounters_in_prep import BRIDGE
from tests.vtt.prep_kit import make_prepared, prep_room
from tests.vtt.shell_kit import open_house
from vtt.shared.lists.entry_drag import ENTRY_FORM, LIBRARY_FORM
from vtt.shared.lists.search_list import SearchList

OTHER = {"id": "mill", "name": "The mill"}


def drag_to(
    entries: SearchList, target: QWidget, monkeypatch: pytest.MonkeyPatch, name: str, form: str = ENTRY_FORM
) -> bool:
    """Press on an entry of the list, move, and drop on a widget; return whether that took it."""
    taken: list[bool] = []

    def held(drag: QDrag, *_actions: object) -> Qt.DropAction:
        content = drag.mimeData()
        assert content.formats() == [form]
        assert bytes(content.data(form).data()) == b"entry", "no name and no content"
        middle = QPoint(5, 5)
        copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(middle, copy, content, left, none)
        enter.ignore()
        QCoreApplication.sendEvent(target, enter)
        taken.append(enter.isAccepted())
        if enter.isAccepted():
            QCoreApplication.sendEvent(target, QDropEvent(QPointF(middle), copy, content, left, none))
        return copy

    monkeypatch.setattr(QDrag, "exec", held)
    row = next(n for n in range(entries.model.rowCount()) if (entry := entries.model.entry(n)) and entry.title == name)
    start = entries.list.visualRect(entries.model.index(row)).center()
    port = entries.list.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    end = start + QPoint(QApplication.startDragDistance() + 5, 0)
    QTest.mouseMove(port, end)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)
    return bool(taken) and taken[0]


def test_an_encounter_that_is_dropped_on_the_table_runs(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        page = house.window.page
        assert page is not None
        assert room.submit(SaveEncounters(seat=room.seat, put={ENCOUNTERS: (BRIDGE, OTHER)}))
        room.open_category(ENCOUNTERS)
        room.open_entry("bridge")
        before = campaign.position
        assert drag_to(room.pane.list, page.rail.room_buttons["table"], monkeypatch, "The mill")
        qtbot.waitUntil(lambda: page.room == "table")
        assert [row["name"] for row in room.view.lists[RUNS.name]] == ["The mill"], "the dragged one, not the open one"
        assert campaign.position == before + 1
        page.show_room("prep")
        assert drag_to(room.pane.list, page.table_room.table.viewport(), monkeypatch, "The old bridge")
        qtbot.waitUntil(lambda: len(room.view.lists[RUNS.name]) == 2)


def test_only_the_gm_can_drop_an_entry_and_its_questions_are_asked(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        page = house.window.page
        assert page is not None
        table = page.rail.room_buttons["table"]
        room.open_category("encounters")
        qtbot.waitUntil(lambda: room.pane.list.model.rowCount() > 0)
        before = campaign.position
        assert drag_to(room.pane.list, table, monkeypatch, "Robbers at the ford")
        qtbot.waitUntil(lambda: room.record_actions.dialog is not None)
        assert room.record_actions.dialog is not None
        room.record_actions.dialog.reject()
        offers = room.record_actions.offers() * 2
        monkeypatch.setattr(room.record_actions, "offers", lambda: offers)
        ways: list[int] = []
        monkeypatch.setattr(QMenu, "popup", lambda menu, _place: ways.append(len(menu.actions())))
        room.record_actions.use_at_table()
        assert ways == [2]
        assert campaign.position == before, "nothing happens before the answer"
        assert house.window.viewer_switch is not None
        house.window.viewer_switch.see_shared()
        content = QMimeData()
        content.setData(ENTRY_FORM, b"entry")
        copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(QPoint(5, 5), copy, content, left, none)
        enter.ignore()
        QCoreApplication.sendEvent(table, enter)
        assert not enter.isAccepted()
        assert enter.type() is QEvent.Type.DragEnter


def test_an_entry_is_dragged_to_the_library_and_back(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(tmp_path) as house:
        campaign, prep = prep_room(house, make_prepared(tmp_path, "imaginality"), gm=True)
        page = house.window.page
        assert page is not None
        buttons = page.rail.room_buttons
        assert prep.submit(SaveHandouts(seat=prep.seat, put={HANDOUTS: ({"id": "map", "name": "Old map"},)}))
        prep.open_category(HANDOUTS)
        assert not drag_to(prep.pane.list, buttons["table"], monkeypatch, "Old map"), "a handout is not run"
        assert drag_to(prep.pane.list, buttons["library"], monkeypatch, "Old map")
        room = library_room(qtbot, house)
        qtbot.waitUntil(lambda: [entry.name for entry in room.found] == ["Old map"])
        assert not drag_to(room.list, buttons["prep"], monkeypatch, "Old map", LIBRARY_FORM), "it is there"
        campaign.undo()
        room.refresh()
        assert drag_to(room.list, buttons["prep"], monkeypatch, "Old map", LIBRARY_FORM)
        qtbot.waitUntil(lambda: [row["name"] for row in prep.view.lists.get(HANDOUTS, ())] == ["Old map"])
