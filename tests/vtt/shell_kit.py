"""A whole house for the tests of the shell, in a folder of its own, without the event loop of the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QSize
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.model.frozen import Json
from tests.on_screen import put_up
from tests.patience import PATIENCE_MS
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shell.application import Application
from vtt.shell.campaigns import campaign_loading
from vtt.shell.first_window import StartOptions
from vtt.shell.window.campaign_page import CampaignPage
from vtt.system.user_folders import UserFolders, folders_under
from vtt.system.user_settings_file import StoredSettings, save_settings
from vtt.welcome.new_campaign_dialog import NewCampaignPlan
from vtt.welcome.people_list import SeatEntry
from vtt.widgets.message_dialog import MessageDialog

PEOPLE = (SeatEntry("Ada", gm=True), SeatEntry("Tom"), SeatEntry("Eva"))
LIMIT = PATIENCE_MS
QUIET: dict[str, Json] = {"table.moments": "off", "sound.on": False}
"""Settings without moments and sounds, for tests of other things."""
W = TypeVar("W", bound=QWidget)


@contextmanager
def open_house(folder: Path, start: StartOptions | None = None) -> Iterator[Application]:
    """Start the program in a folder and show its window; everything is let go of at the end."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    start = start or StartOptions(size=QSize(1280, 720))
    places = folders_under(folder)
    if not places.preferences.exists():
        save_settings(places.preferences, StoredSettings(more=QUIET))
    house = Application(app, start, places)
    if start.size is not None:
        house.window.resize(start.size)
    house.window.show_welcome()
    put_up(house.window)
    wake(house.window)
    try:
        yield house
    finally:
        house.end()
        house.deleteLater()
        # Or the next one that is begun dresses all of this too, which takes a second.
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def wake(window: QWidget) -> None:
    """Make a window the one that gets the keys."""
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window, PATIENCE_MS)


def make_file(
    folder: Path, name: str = "Thursday", people: tuple[SeatEntry, ...] = PEOPLE, ruleset: str = "imaginality"
) -> Path:
    """Make a campaign with dealt hands and close it."""
    places = folders_under(folder)
    path = places.campaigns / f"{name}.ktable"
    campaign_loading.start_new(NewCampaignPlan(name, ruleset, people, path), places).keep().store.close()
    return path


def play_at(house: Application, path: Path) -> tuple[OpenCampaign, CampaignPage]:
    """Open a campaign in a house, and wait until everything is there."""
    laid = QSignalSpy(house.controller.laid)
    house.controller.show_opened(campaign_loading.open_file(path, house.settings.places))
    assert laid.count() or laid.wait(LIMIT)
    campaign, page = house.controller.campaign, house.window.page
    assert campaign is not None
    assert page is not None
    return campaign, page


def dialogue_of(house: Application) -> MessageDialog:
    """Return the dialog that is shown."""
    shown = [d for d in house.window.findChildren(MessageDialog) if d.isVisible()]
    assert len(shown) == 1, [d.windowTitle() for d in shown]
    return shown[0]


def places_of(house: Application) -> UserFolders:
    """Return where a house keeps things."""
    return house.settings.places
