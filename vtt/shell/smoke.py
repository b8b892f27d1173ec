"""A short try of the whole program, for a machine that it has just been put on: a demo, one action, and found again."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop

from vtt.app import App, Start, make_application
from vtt.save.places import places_under
from vtt.shell import campaigns


def smoke_test(folder: Path) -> int:
    """Lay a demo out in a folder, do one action in the window, close, open it again, and look whether it is there."""
    trouble = _fault(folder)
    print(f"smoke test: {trouble or 'good'}", file=sys.stderr if trouble else sys.stdout)
    return 1 if trouble else 0


def _fault(folder: Path) -> str:
    places = places_under(folder / "kitchen-table")
    known = campaigns.demos()
    if not known:
        return "there is no demo"
    house = App(make_application([]), Start(), places, keep=False)
    try:
        house.window.resize(1280, 720)
        house.window.show()
        opened = campaigns.lay_demo(known[0], folder, places).keep()
        laid = QEventLoop()
        house.steward.laid.connect(laid.quit)
        house.steward.lay(opened)
        laid.exec()
        session = house.steward.session
        if session is None:
            return "the demo did not open"
        before = session.position
        if not _do_something(house):
            return "nothing could be done at the demo table"
        if house.window.grab().isNull():
            return "the window could not be drawn"
        house.steward.close()
        again = campaigns.open_file(opened.path, places)
        found = again.timeline.cursor
        again.store.close()
        return "" if found == before + 1 else f"after reopening there were {found} gestures, not {before + 1}"
    finally:
        house.end()


def _do_something(house: App) -> bool:
    """Take the first offer that asks for nothing, of any seat."""
    session = house.steward.session
    if session is None:
        return False
    for seat in session.lens("shared").view.seats:
        for offer in session.lens(seat).offers(seat):
            if offer.denial is None and not offer.asks and session.submit(offer.command):
                return True
    return False
