"""A short evening: a demo comes, rooms are gone to, its file is opened again. Prints the longest waits."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vtt import brisk

if TYPE_CHECKING:
    from vtt.app import App
    from vtt.shell.page import CampaignPage

SETTLED = 400
"""Milliseconds after which nothing of what was begun is left to be done."""
Scene = tuple[Callable[[], object], Callable[[], bool]]


def main(folder: Path) -> int:
    """Print the longest wait of the window, in milliseconds, in each scene."""
    brisk.get_ready()
    from PySide6.QtCore import QSize, QTimer
    from PySide6.QtWidgets import QApplication

    from tests.bench.heartbeat import Heartbeat
    from vtt.app import Start, play
    from vtt.save.places import places_under

    def watch(house: App) -> None:
        heart = Heartbeat(house)
        play_on = scenes(house)
        waits: list[float] = []

        def begin() -> None:
            scene = next(play_on, None)
            if scene is None:
                print(*waits, flush=True)
                QApplication.quit()
                return
            act, over = scene
            heart.begin()
            act()
            wait(over)

        def wait(over: Callable[[], bool]) -> None:
            if over():
                QTimer.singleShot(SETTLED, house, end)
            else:
                QTimer.singleShot(5, house, lambda: wait(over))

        def end() -> None:
            waits.append(heart.end().wall)
            QTimer.singleShot(0, house, begin)

        QTimer.singleShot(SETTLED, house, begin)

    QApplication.setQuitOnLastWindowClosed(False)
    return play(Start(size=QSize(1280, 720)), places_under(folder), watch=watch)


def scenes(house: App) -> Iterator[Scene]:
    """Tell what is done in each scene, and how one knows that it is over."""

    from vtt.panels.ask_dialog import AskDialog

    def page() -> CampaignPage:
        assert house.window.page is not None
        return house.window.page

    def is_open() -> bool:
        return (
            house.steward.opened is not None and house.window.page is not None and bool(page().table_room.offers.tiles)
        )

    def is_closed() -> bool:
        return house.window.page is None and house.steward.opened is None

    def is_printing() -> bool:
        room = house.printing.room
        return room is not None and room.isVisible() and room.preview.is_whole

    def go_to_options() -> None:
        assert house.printing.room is not None
        house.printing.room.reject()
        page().show_room("options")

    def has_options() -> bool:
        room: Any = page().show_room("options")
        return bool(room.is_built)

    def ask() -> None:
        page().show_room("table")
        tiles = page().table_room.offers.tiles
        next(tile for tile in tiles if tile.offer.asks and tile.offer.denial is None).click()

    def close() -> None:
        dialog = house.window.findChild(AskDialog)
        assert dialog is not None
        dialog.reject()
        house.steward.close()

    yield lambda: house.steward.play_demo("imaginality"), is_open
    yield house.printing.open, is_printing
    yield go_to_options, has_options
    yield ask, lambda: house.window.findChild(AskDialog) is not None
    yield close, is_closed
    path = Path(house.chosen.now.recent[0].path)
    yield lambda: house.steward.open(path), is_open
    yield house.window.close, is_closed


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
