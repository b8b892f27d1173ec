"""All that anybody could get out of the windows: by reading, by pointing, by ear, by copying, by taking a picture."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QMetaType, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QWidget

from tests.journeys.kit import Desk
from tests.journeys.screen import PICTURES, breathe
from vtt.panels.command_palette import CommandPalette
from vtt.player_window.player_window_monitor import PlayerWindowMonitor
from vtt.shared.odds.odds_reading import OddsReading
from vtt.story.log_export import StoryFormat
from vtt.story.log_panel import LogPanel
from vtt.table.table_screen import TableScreen

SOON = 500
"""Milliseconds: what waits no longer than this belongs to the moment."""
_AT = re.compile(r"0x[0-9a-f]+")
ROLES = (*range(15), *range(int(Qt.ItemDataRole.UserRole), int(Qt.ItemDataRole.UserRole) + 4))
OWN = ("group", "help", "role")
"""Properties that the program itself hangs on things; of Qt's own there are some that Python cannot even read."""
TEXTS = (QMetaType.Type.QString.value, QMetaType.Type.QStringList.value)
_WORDY: dict[str, tuple[str, ...]] = {}
Harvest = dict[str, object]


def harvest(desk: Desk, *, pictures: bool = True) -> Harvest:
    """Return everything that stands in the windows of a desk now, hidden or not, by where it stands."""
    breathe()
    # Only the window that has the keys shows where the keyboard stands.
    desk.wait(lambda: QApplication.activeWindow() is (QApplication.activeModalWidget() or desk.house.window))
    desk.wait(lambda: not any(reading.is_busy for reading in desk.house.window.findChildren(OddsReading)))
    found: Harvest = {}
    # Windows of Qt's own that come and go, such as a tooltip's, belong to nobody.
    windows = [w for w in QApplication.topLevelWidgets() if w.isWindow() and w.isVisible()]
    for number, window in enumerate(sorted(windows, key=lambda w: (type(w).__name__, w.windowTitle()))):
        for place, thing in _tree(window, f"{number}:{type(window).__name__}"):
            found |= {f"{place}.{name}": said for name, said in _said_by(thing)}
            if pictures and thing is window:
                found[f"{place}.picture"] = _at_rest(desk, window)
    found["public picture"] = mark_of(desk.table.grab_public()) if pictures else b""
    found["clipboard"] = QApplication.clipboard().text()
    return found


def words_of(found: Harvest) -> Iterator[tuple[str, str]]:
    """Yield every text of a harvest with its place."""
    for place, said in found.items():
        if not isinstance(said, bytes):
            yield place, str(said)


def _waits(window: QWidget) -> bool:
    """Say whether something in a window is still to be drawn in a moment, such as the small picture of another one."""
    return any(t.isActive() and t.isSingleShot() and t.interval() <= SOON for t in window.findChildren(QTimer))


def _at_rest(desk: Desk, window: QWidget) -> bytes:
    """Return the mark of a window that has come to rest: nothing waits, and two pictures some time apart are equal."""
    desk.wait(lambda: not any(map(_waits, QApplication.topLevelWidgets())))
    mark = mark_of(window.grab().toImage())
    for _ in range(40):
        QTest.qWait(30)
        now = mark_of(window.grab().toImage())
        if now == mark:
            return now
        mark = now
    raise AssertionError("the window does not come to rest")


def mark_of(image: QImage) -> bytes:
    """Return a mark that two pictures share only if they are the same."""
    whole = image.convertToFormat(QImage.Format.Format_RGB32)
    mark = f"{whole.width()}x{whole.height()}-{hashlib.blake2b(whole.constBits(), digest_size=16).hexdigest()}"
    if PICTURES:
        whole.save(f"{PICTURES}/{mark}.png")
    return mark.encode()


def _tree(thing: QObject, place: str) -> Iterator[tuple[str, QObject]]:
    yield place, thing
    for number, child in enumerate(c for c in thing.children() if isinstance(c, QWidget | QAction)):
        name = child.objectName() or type(child).__name__
        # A dialog that is shut but not yet gone, and the windows of others, are harvested where they are shown.
        if not (isinstance(child, QWidget) and child.isWindow()):
            yield from _tree(child, f"{place}/{number}:{name}")


def _said_by(thing: QObject) -> Iterator[tuple[str, object]]:
    about = thing.metaObject()
    if about.className() not in _WORDY:
        known = map(about.property, range(about.propertyCount()))
        _WORDY[about.className()] = tuple(str(p.name()) for p in known if p.metaType().id() in TEXTS)
    for name in _WORDY[about.className()]:
        yield name, thing.property(name)
    for name in OWN:
        yield f"own {name}", thing.property(name)
    match thing:
        case TableScreen():
            scene = thing.table_scene
            yield "spoken", [name for name, _ in thing.accessible_items()]
            yield "tips", [text for _, text in scene.static_items.tips]
            yield "items", sorted(item.toolTip() for item in scene.items())
            yield "faces", sorted(item.face or "" for item in scene.cards())
        case QAbstractItemView():
            yield "model", list(_cells(thing.model()))
        case QComboBox():
            yield "model", list(_cells(thing.model()))
        case LogPanel():
            for form in StoryFormat:
                yield f"story {form.value}", thing.story(form)
        case CommandPalette():
            yield "entries", [_AT.sub("", str(entry)) for entry in thing._entries()]
        case PlayerWindowMonitor():
            thing.refresh()
            yield "thumbnail", mark_of(thing.picture.pixmap().toImage())
        case _:
            pass
    if isinstance(thing, QWidget) and thing.isVisible() and QAccessible.isActive():
        heard = QAccessible.queryAccessibleInterface(thing)
        if heard is not None:
            yield "heard", [heard.text(part) for part in QAccessible.Text if part.value < 5]


def _cells(model: QAbstractItemModel | None, parent: QModelIndex | None = None) -> Iterator[list[str]]:
    if model is None:
        return
    above = parent or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(above)
    for row in range(model.rowCount(above)):
        for column in range(columns):
            index = model.index(row, column, above)
            said = [index.data(role) for role in ROLES]
            yield [_AT.sub("", str(word)) for word in said if word is not None]
            yield from _cells(model, index)
