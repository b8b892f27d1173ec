"""A house with a campaign of a game that has a workshop, and hands to work in its Prep room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.vtt.shell_kit import PEOPLE, play_at
from vtt.app import App
from vtt.prep.part_box import PartBox
from vtt.prep.room import PrepRoom
from vtt.save.places import places_under
from vtt.session import Session
from vtt.shell import campaigns
from vtt.welcome.new_campaign import Plan
from vtt.widgets.text import ElidedLabel

GAME = "card_the_drawing"


def make_prepared(folder: Path, game: str = GAME) -> Path:
    """Make a campaign of a game with a workshop, and close it."""
    places = places_under(folder)
    path = places.campaigns / "Drawing.ktable"
    campaigns.lay_new(Plan("Drawing", game, PEOPLE, path), places).keep().store.close()
    return path


def prep_room(house: App, path: Path, *, gm: bool) -> tuple[Session, PrepRoom]:
    """Open a campaign and go to its Prep room, before the GM's eyes or on the common screen."""
    session, page = play_at(house, path)
    if gm:
        assert house.window.eyes is not None
        house.window.eyes.see_gm(asked=False)
    house.window.named_actions["room_prep"].trigger()
    room = page.show_room("prep")
    assert isinstance(room, PrepRoom)
    return session, room


def lay_out(qtbot: QtBot, room: PrepRoom, kind: str, id_: str) -> None:
    """Lay something on the desk, and wait until its form is there."""
    room.open_drawer(kind)
    room.open_entry(id_)
    settle(qtbot, room)


def settle(qtbot: QtBot, room: PrepRoom) -> None:
    """Wait until the form is made."""
    qtbot.waitUntil(lambda: not (room.form.is_making or room.work.is_behind))
    QCoreApplication.sendPostedEvents()


def box(room: PrepRoom, path: str) -> PartBox:
    """Return the part at a path; what is folded is opened."""
    room.form.go_to(path)
    found = room.form.box_at(path)
    assert found is not None, path
    return found


def said_in(widget: QWidget) -> str:
    """Return everything that a widget tells, seen or spoken."""
    return "\n".join(_words(widget))


def _words(widget: QWidget) -> Iterator[str]:
    for part in (widget, *widget.findChildren(QWidget)):
        yield part.accessibleName()
        yield part.accessibleDescription()
        yield part.toolTip()
        yield part.windowTitle()
        if isinstance(part, QLabel | QAbstractButton | QLineEdit):
            yield part.text()
        elif isinstance(part, ElidedLabel):
            yield part.text
        elif isinstance(part, QPlainTextEdit):
            yield part.toPlainText()
