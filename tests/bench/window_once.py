"""A short evening: a demo comes, rooms are gone to, its file is opened again. Prints the longest waits."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vtt.system import startup_tuning

if TYPE_CHECKING:
    from vtt.shell.application import Application
    from vtt.shell.window.campaign_page import CampaignPage

SETTLED = 400
"""Milliseconds after which nothing of what was begun is left to be done."""
Scene = tuple[Callable[[], object], Callable[[], bool]]


def main(folder: Path) -> int:
    """Print the longest wait of the window, in milliseconds, in each scene."""
    startup_tuning.prepare_process()
    from PySide6.QtCore import QSize, QTimer
    from PySide6.QtWidgets import QApplication

    from tests.bench.heartbeat import Heartbeat
    from vtt.shell.first_window import StartOptions
    from vtt.shell.start import run_application
    from vtt.system.user_folders import folders_under

    def watch(house: Application) -> None:
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
    return run_application(StartOptions(size=QSize(1280, 720)), folders_under(folder), watch=watch)


def scenes(house: Application) -> Iterator[Scene]:
    """Tell what is done in each scene, and how one knows that it is over."""

    from vtt.shared.questions.question_dialog import QuestionDialog

    def page() -> CampaignPage:
        assert house.window.page is not None
        return house.window.page

    def is_open() -> bool:
        return (
            house.controller.opened is not None
            and house.window.page is not None
            and bool(page().table_room.offers.tiles)
        )

    def is_closed() -> bool:
        return house.window.page is None and house.controller.opened is None

    def is_printing() -> bool:
        room = house.print_room_opener.room
        return room is not None and room.isVisible() and room.preview.is_whole

    def go_to_options() -> None:
        assert house.print_room_opener.room is not None
        house.print_room_opener.room.reject()
        page().show_room("options")

    def has_options() -> bool:
        room: Any = page().show_room("options")
        return bool(room.is_built)

    def ask() -> None:
        page().show_room("table")
        tiles = page().table_room.offers.tiles
        next(tile for tile in tiles if tile.offer.questions and tile.offer.denial is None).click()

    def is_asked() -> bool:
        return page().table_room.table.question_input.bubble is not None or has_form()

    def want_form() -> None:
        bubble = page().table_room.table.question_input.bubble
        if bubble is not None:  # asked on the table: its form is the dialog
            bubble.form_wanted.emit()

    def has_form() -> bool:
        return house.window.findChild(QuestionDialog) is not None

    def close() -> None:
        dialog = house.window.findChild(QuestionDialog)
        assert dialog is not None
        dialog.reject()
        house.controller.close()

    yield lambda: house.controller.play_demo("imaginality"), is_open
    yield house.print_room_opener.open, is_printing
    yield go_to_options, has_options
    yield ask, is_asked
    yield want_form, has_form
    yield close, is_closed
    path = Path(house.settings.values.recent[0].path)
    yield lambda: house.controller.open(path), is_open
    yield house.window.close, is_closed


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
