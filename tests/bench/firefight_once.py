"""A fight with a dozen extras in the window, played on from its file. Prints each time, by the wall and at work."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from cProfile import Profile
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.loader import game_of
from tests.bench.firefight import battlefield, next_command
from tests.bench.time_shares import time_shares
from vtt.system import startup_tuning

if TYPE_CHECKING:
    from tests.bench.heartbeat import Span
    from vtt.shell.application import Application
    from vtt.shell.window.campaign_page import CampaignPage

SETTLED = 400
"""Milliseconds after which nothing of what was begun is left to be done."""
BREATH = 60
"""As long as that between two gestures, and until no card flies any more."""
BEFORE = 200
"""So many gestures have been made when the file is opened."""
GESTURES = 80
UNDONE = 40
FRAMES = 160
NextCommand = Callable[[Table], Command | None]
"""Tells what is done next; None where nothing is left to do."""


def lay(game: Game, path: Path, backups: Path) -> None:
    """Make the file of a fight that has been going on for a while."""
    from vtt.storage.campaign_opening import create_campaign

    start, random, chance = battlefield(game), Random(7), SeededChance(7)
    table, entries = start, []
    for _ in range(BEFORE):
        found = next_command(game, table, random)
        assert found is not None
        outcome = game.apply(table, found[1], chance)
        table = outcome.table
        entries.append(outcome.entry())
    with closing(create_campaign(path, "Fight", start, game, entries=tuple(entries), backups=backups).store):
        pass


class Watch:
    """Plays on in the window, one gesture after the other, and remembers how long everything took.

    Args:
        house: the program.
        path: the file of the campaign.
        found: finds the next command.
        profiled: the number of the gesture of which it is printed where its time goes; no times are printed then.
    """

    def __init__(self, house: Application, path: Path, found: NextCommand, profiled: int | None = None) -> None:
        from tests.bench.heartbeat import Heartbeat

        self._house, self._path, self._found = house, path, found
        self._profiled, self._profile = profiled, Profile()
        self._heart = Heartbeat(house)
        self._waits: list[Span] = []
        self._submits: list[Span] = []

    @classmethod
    def run(cls, folder: Path, path: Path, found: NextCommand, profiled: int | None) -> int:
        """Run the program in a folder and play on in its window; return its exit code."""
        from PySide6.QtCore import QSize, QTimer
        from PySide6.QtWidgets import QApplication

        from vtt.shell.first_window import StartOptions
        from vtt.shell.start import run_application
        from vtt.system.user_folders import folders_under

        QApplication.setQuitOnLastWindowClosed(False)
        return run_application(
            StartOptions(size=QSize(1920, 1080)),
            folders_under(folder),
            watch=lambda house: QTimer.singleShot(SETTLED, house, lambda: cls(house, path, found, profiled).begin()),
        )

    def begin(self) -> None:
        """Open the file."""
        self._house.controller.open(self._path)
        self._when(self._is_open, SETTLED, self._play)

    def _play(self) -> None:
        """Play on with dice that fall alike in each run, so that runs can be compared."""
        self._page().campaign._chance = SeededChance(9)
        self._gesture()

    def _page(self) -> CampaignPage:
        assert self._house.window.page is not None
        return self._house.window.page

    def _is_open(self) -> bool:
        return self._house.window.page is not None and bool(self._page().table_room.offers.tiles)

    def _flies(self) -> bool:
        return self._page().table_room.table.table_scene.animator.running

    def _when(self, over: Callable[[], bool], later: int, then: Callable[[], object]) -> None:
        from PySide6.QtCore import QTimer

        if over():
            QTimer.singleShot(later, self._house, partial(then))  # a method alone would not keep its object
        else:
            QTimer.singleShot(5, self._house, partial(self._when, over, later, then))

    def _gesture(self) -> None:
        from PySide6.QtCore import QTimer

        from tests.bench.heartbeat import now

        opened = self._house.controller.opened
        command = self._found(opened.history.table) if opened is not None else None
        if len(self._submits) == GESTURES or command is None:
            self._take_back()
            return

        is_profiled = len(self._submits) == self._profiled

        def begin() -> None:
            self._heart.begin()
            QTimer.singleShot(0, self._house, act)

        def act() -> None:
            if is_profiled:
                assert self._profile.runcall(self._page().campaign.submit, command)
                print(json.dumps({"command": type(command).__name__, "shares": time_shares(self._profile)}))
                self._end()
                return
            begun = now()
            assert self._page().campaign.submit(command)
            self._submits.append(now().since(begun))
            self._when(lambda: not self._flies(), BREATH, rest)

        def rest() -> None:
            self._waits.append(self._heart.end())
            self._gesture()

        later = BREATH if self._get_ready() else 0
        QTimer.singleShot(later, self._house, begin)

    def _get_ready(self) -> bool:
        """Let the window stand as it is to be measured, and say whether anything was done for that."""
        return False

    def _take_back(self) -> None:
        from PySide6.QtWidgets import QApplication

        campaign, motion = self._page().campaign, self._page().table_room.table.table_scene.animator
        undos: list[Span] = []
        for _ in range(UNDONE):
            undos.append(_timed(lambda: campaign.undo(consent=True)))
            motion.finish()
            QApplication.processEvents()
        for _ in range(UNDONE):
            campaign.redo()
        motion.finish()
        QApplication.processEvents()
        spans = {"waits": self._waits, "submits": self._submits, "undos": undos, "frames": self._drag()}
        print(json.dumps(spans))
        self._end()

    def _end(self) -> None:
        from PySide6.QtWidgets import QApplication

        self._house.window.close()
        QApplication.quit()

    def _drag(self) -> list[Span]:
        from PySide6.QtCore import QPointF

        from vtt.table.input.drop_targets import ItemPlace

        table = self._page().table_room.table
        card = next((card for card in table.table_scene.cards() if card.isVisible()), None)
        if card is None:
            return []  # there are games without cards
        table.drag_controller.start_drag(ItemPlace(card.zone, card.index), card.pos(), alt=True)
        place = table.table_scene.sceneRect()
        frames = []
        for step in range(FRAMES):
            where = QPointF(place.width() * (step * 53 % 97) / 97, place.height() * (step * 37 % 89) / 89)
            frames.append(_timed(lambda where=where: table.drag_controller.drag(where)))  # type: ignore[misc]
        table.drag_controller.release_all()
        return frames


def _timed(act: Callable[[], object]) -> Span:
    """Return how long an act takes until the screen shows it."""
    from PySide6.QtWidgets import QApplication

    from tests.bench.heartbeat import now

    begun = now()
    act()
    QApplication.processEvents()
    return now().since(begun)


def main(folder: Path, profiled: int | None = None) -> int:
    """Play, and print how long things took: by the wall and at work, in milliseconds; or where one gesture's time went.

    Args:
        folder: the folder for the files.
        profiled: the number of that gesture.
    """
    startup_tuning.prepare_process()
    game, path, random = game_of("future_imperfect"), folder / "fight.ktable", Random(8)
    lay(game, path, folder / "backups")

    def found(table: Table) -> Command | None:
        fought = next_command(game, table, random)
        return fought[1] if fought is not None else None

    return Watch.run(folder, path, found, profiled)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[-1]), *map(int, sys.argv[1:-1])))
