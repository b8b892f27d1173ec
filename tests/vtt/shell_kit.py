"""A whole house for the tests of the shell, in a folder of its own, without the event loop of the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QSize
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.on_screen import put_up
from tests.patience import PATIENCE_MS
from vtt.app import App, Start
from vtt.save.places import Places, places_under
from vtt.session import Session
from vtt.shell import campaigns
from vtt.shell.page import CampaignPage
from vtt.welcome.new_campaign import Plan
from vtt.welcome.people import Person
from vtt.widgets.dialogue import Dialogue

PEOPLE = (Person("Ada", gm=True), Person("Tom"), Person("Eva"))
LIMIT = PATIENCE_MS
W = TypeVar("W", bound=QWidget)


@contextmanager
def open_house(folder: Path, start: Start | None = None) -> Iterator[App]:
    """Start the program in a folder and show its window; everything is let go of at the end."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    start = start or Start(size=QSize(1280, 720))
    house = App(app, start, places_under(folder))
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
    folder: Path, name: str = "Thursday", people: tuple[Person, ...] = PEOPLE, ruleset: str = "imaginality"
) -> Path:
    """Make a campaign with dealt hands and close it."""
    places = places_under(folder)
    path = places.campaigns / f"{name}.ktable"
    campaigns.lay_new(Plan(name, ruleset, people, path), places).keep().store.close()
    return path


def play_at(house: App, path: Path) -> tuple[Session, CampaignPage]:
    """Open a campaign in a house, and wait until everything is there."""
    laid = QSignalSpy(house.steward.laid)
    house.steward.lay(campaigns.open_file(path, house.chosen.places))
    assert laid.count() or laid.wait(LIMIT)
    session, page = house.steward.session, house.window.page
    assert session is not None
    assert page is not None
    return session, page


def dialogue_of(house: App) -> Dialogue:
    """Return the dialog that is shown."""
    shown = [d for d in house.window.findChildren(Dialogue) if d.isVisible()]
    assert len(shown) == 1, [d.windowTitle() for d in shown]
    return shown[0]


def places_of(house: App) -> Places:
    """Return where a house keeps things."""
    return house.chosen.places
