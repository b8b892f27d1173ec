"""A house with a campaign of a game that has a workshop, and hands to work in its Prep room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.vtt.shell_kit import PEOPLE, play_at
from vtt.campaign.open_campaign import OpenCampaign
from vtt.prep.prep_room import PrepRoom
from vtt.prep.record_form.form_field import RecordFormField
from vtt.shell.application import Application
from vtt.shell.campaigns import campaign_loading
from vtt.system.user_folders import folders_under
from vtt.welcome.new_campaign_dialog import NewCampaignPlan
from vtt.widgets.plain_text import ElidedLabel

GAME = "card_the_drawing"


def make_prepared(folder: Path, game: str = GAME) -> Path:
    """Make a campaign of a game with a workshop, and close it."""
    places = folders_under(folder)
    path = places.campaigns / "Drawing.ktable"
    campaign_loading.start_new(NewCampaignPlan("Drawing", game, PEOPLE, path), places).keep().store.close()
    return path


def prep_room(house: Application, path: Path, *, gm: bool) -> tuple[OpenCampaign, PrepRoom]:
    """Open a campaign and go to its Prep room, before the GM's eyes or on the common screen."""
    campaign, page = play_at(house, path)
    if gm:
        assert house.window.viewer_switch is not None
        house.window.viewer_switch.see_gm(asked=False)
    house.window.named_actions["room_prep"].trigger()
    room = page.show_room("prep")
    assert isinstance(room, PrepRoom)
    return campaign, room


def lay_out(qtbot: QtBot, room: PrepRoom, kind: str, id_: str) -> None:
    """Open a record, and wait until its form is there."""
    room.open_category(kind)
    room.open_entry(id_)
    settle(qtbot, room)


def settle(qtbot: QtBot, room: PrepRoom) -> None:
    """Wait until the form is made."""
    qtbot.waitUntil(lambda: not (room.form.is_making or room.controller.is_behind))
    QCoreApplication.sendPostedEvents()


def box(room: PrepRoom, path: str) -> RecordFormField:
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
