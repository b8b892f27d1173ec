"""A short try of the whole program, for a machine that it has just been put on: a demo, one action, and found again."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop

from vtt.shell.application import Application, StartOptions, make_application
from vtt.shell.campaigns import campaign_loading
from vtt.system.user_folders import folders_under


def smoke_test(folder: Path) -> int:
    """Start a demo in a folder, do one action, close it, open it again, and check that the action is there."""
    trouble = _fault(folder)
    print(f"smoke test: {trouble or 'good'}", file=sys.stderr if trouble else sys.stdout)
    return 1 if trouble else 0


def _fault(folder: Path) -> str:
    places = folders_under(folder / "kitchen-table")
    demo_names = campaign_loading.demos(places)
    if not demo_names:
        return "there is no demo"
    house = Application(make_application([]), StartOptions(), places, keep=False)
    try:
        house.window.resize(1280, 720)
        house.window.show()
        opened = campaign_loading.start_demo(demo_names[0], folder, places).keep()
        laid = QEventLoop()
        house.controller.laid.connect(laid.quit)
        house.controller.show_opened(opened)
        laid.exec()
        campaign = house.controller.campaign
        if campaign is None:
            return "the demo did not open"
        before = campaign.position
        if not _do_something(house):
            return "nothing could be done at the demo table"
        if house.window.grab().isNull():
            return "the window could not be drawn"
        house.controller.close()
        again = campaign_loading.open_file(opened.path, places)
        cursor = again.history.cursor
        again.store.close()
        return "" if cursor == before + 1 else f"after reopening there were {cursor} gestures, not {before + 1}"
    finally:
        house.end()


def _do_something(house: Application) -> bool:
    """Take the first offer that asks for nothing, of any seat."""
    campaign = house.controller.campaign
    if campaign is None:
        return False
    for seat in campaign.viewer_campaign("shared").view.seats:
        for offer in campaign.viewer_campaign(seat).offers(seat):
            if offer.denial is None and not offer.questions and campaign.submit(offer.command):
                return True
    return False
