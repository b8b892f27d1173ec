"""The first page: go on where you stopped, start something new, or sit down at a demo table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from vtt.save.preferences import Recent
from vtt.shell.games import game_name
from vtt.shell.words import told
from vtt.table.faces import Faces
from vtt.welcome.header import Header
from vtt.widgets.dressing import IconButton, dress
from vtt.widgets.flow import FlowLayout
from vtt.widgets.gradual import Gradual
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import label, tip
from vtt.widgets.theme import Theme, ThemeHub
from vtt.widgets.tile import PictureTile, Tile

TILE = 268
"""How wide the tiles are at scale 1: four in a row."""


@dataclass(frozen=True, slots=True)
class Resumable:
    """A recent campaign as the page shows it: what the preferences know, its picture, and whether its file is there."""

    recent: Recent
    picture: QImage | None
    there: bool


def day_said(opened: str, today: date) -> str:
    """Return how long ago an ISO time was, in words; an unreadable one is not told."""
    try:
        day = datetime.fromisoformat(opened).astimezone().date()
    except ValueError:
        return ""
    days = (today - day).days
    if days <= 0:
        return told("welcome.today")
    if days == 1:
        return told("welcome.yesterday")
    if days < 30:
        return told("welcome.days_ago", days=days)
    return f"{day.day} {day:%B %Y}"


class RecentTile(PictureTile):
    """A campaign to go on with.

    Signals:
        forgotten: it shall be taken off the list.
    """

    forgotten = Signal()

    def __init__(self, hub: ThemeHub, resumable: Resumable, today: date, parent: QWidget | None = None) -> None:
        recent = resumable.recent
        when = day_said(recent.opened, today)
        line = told("welcome.missing")
        if resumable.there:
            line = " · ".join(part for part in (game_name(recent.ruleset), when) if part)
        super().__init__(hub, resumable.picture, recent.name, line, parent, wide=TILE)
        self.path = recent.path
        self.shows = recent, resumable.there, today
        self.setToolTip(tip(recent.path))
        self._off = IconButton(hub, "close", told("welcome.forget"), self)
        self._off.clicked.connect(self.forgotten)
        self._head.addWidget(self._off)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes the campaign off the list; its file stays."""
        if event.key() == Qt.Key.Key_Delete:
            self.forgotten.emit()
        else:
            super().keyPressEvent(event)


class WelcomePage(QWidget):
    """What is seen before a campaign is open.

    Signals:
        resumed: a recent campaign shall be opened, by its path.
        forgotten: a recent campaign shall leave the list, by its path.
        new_wanted, open_wanted, print_wanted: what the tiles say.
        demo_wanted: which demo shall be played, by its name.
    """

    resumed = Signal(str)
    forgotten = Signal(str)
    new_wanted = Signal()
    open_wanted = Signal()
    demo_wanted = Signal(str)
    print_wanted = Signal()

    def __init__(self, hub: ThemeHub, faces: Faces, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self.header = Header(hub, faces)
        self.new_tile = Tile(hub, "plus", told("welcome.new"), told("welcome.new_help"), wide=TILE, accent=True)
        self.demo_tile = Tile(hub, "deck", told("welcome.demo"), told("welcome.demo_help"), wide=TILE)
        self.open_tile = Tile(hub, "folder", told("welcome.open"), told("welcome.open_help"), wide=TILE)
        self.print_tile = Tile(hub, "print", told("welcome.print"), told("welcome.print_help"), wide=TILE)
        self.new_tile.clicked.connect(self.new_wanted)
        self.demo_tile.clicked.connect(self._choose_demo)
        self.open_tile.clicked.connect(self.open_wanted)
        self.print_tile.clicked.connect(self.print_wanted)
        self.starts = (self.new_tile, self.demo_tile, self.open_tile, self.print_tile)
        self.recent_tiles: list[RecentTile] = []
        self.demo_menu = QMenu(self)

        self._body = QWidget()
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.header)
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        starts = QWidget()
        self._starts = FlowLayout(starts)
        for tile in self.starts:
            self._starts.addWidget(tile)
        self._column.addWidget(starts)
        self._recent_title = label(told("welcome.recent"), "title")
        self._column.addWidget(self._recent_title)
        self._none = label(told("welcome.no_recent"), "muted", wrap=True)
        self._column.addWidget(self._none)
        shelf = QWidget()
        self._shelf = FlowLayout(shelf)
        self._column.addWidget(shelf)
        self._column.addStretch(1)
        self._centre = QHBoxLayout()
        self._centre.addStretch(1)
        self._centre.addWidget(inner, 1000)
        self._centre.addStretch(1)
        self._inner = inner
        column.addLayout(self._centre, 1)

        self._area = PageScroll(self._body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._area)
        dress(hub, self._wear)

    def offer_demos(self, names: Sequence[str]) -> None:
        """Offer these demos, each named by its game."""
        self.demo_menu.clear()
        for name in names:
            action = self.demo_menu.addAction(game_name(name).replace("&", "&&"))
            action.triggered.connect(lambda _=False, name=name: self.demo_wanted.emit(name))
        self.demo_tile.setVisible(bool(names))

    def _choose_demo(self) -> None:
        """Ask which game, if there is more than one."""
        actions = self.demo_menu.actions()
        if len(actions) == 1:
            actions[0].trigger()
            return
        self.demo_menu.setMinimumWidth(self.demo_tile.width())
        self.demo_menu.setActiveAction(actions[0])
        self.demo_menu.popup(self.demo_tile.mapToGlobal(self.demo_tile.rect().bottomLeft()))

    def show_recent(self, campaigns: Sequence[Resumable]) -> None:
        """Show these campaigns, the latest first."""
        had_focus = any(tile.hasFocus() for tile in self.recent_tiles)
        today = datetime.now().astimezone().date()
        # Most of them are as they were; to make a dozen anew would be seen.
        old = {tile.shows: tile for tile in self.recent_tiles}
        for tile in self.recent_tiles:
            self._shelf.removeWidget(tile)
        self.recent_tiles = []
        for campaign in campaigns:
            shows = campaign.recent, campaign.there, today
            self.recent_tiles.append(old.pop(shows) if shows in old else self._recent_tile(campaign, today))
        for gone in old.values():
            gone.hide()
            gone.deleteLater()
        for tile in self.recent_tiles:
            self._shelf.addWidget(tile)
        for before, after in pairwise(self.recent_tiles):
            QWidget.setTabOrder(before, after)
        self._none.setVisible(not campaigns)
        if had_focus:
            self.take_focus()

    def _recent_tile(self, campaign: Resumable, today: date) -> RecentTile:
        tile = RecentTile(self._hub, campaign, today)
        tile.clicked.connect(lambda _=False, path=campaign.recent.path: self.resumed.emit(path))
        tile.forgotten.connect(lambda path=campaign.recent.path: self.forgotten.emit(path))
        return tile

    def show_pictures(self, pictures: Mapping[str, QImage]) -> None:
        """Show pictures that have come later, by the path of their campaign."""
        Gradual(self._show_each(pictures), self)

    def _show_each(self, pictures: Mapping[str, QImage]) -> Iterator[None]:
        for path, picture in pictures.items():
            for tile in self.recent_tiles:
                if tile.path == path:
                    tile.set_picture(picture)
            yield

    def take_focus(self) -> None:
        """Put the keyboard where the evening most likely goes on."""
        (self.recent_tiles[0] if self.recent_tiles else self.new_tile).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the tiles with the arrow keys."""
        tiles: list[Tile] = [*self.starts, *self.recent_tiles]
        here = next((at for at, tile in enumerate(tiles) if tile.hasFocus()), -1)
        step = {
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Up: -1,
        }.get(Qt.Key(event.key()))
        if step is None or here < 0:
            super().keyPressEvent(event)
            return
        tile = tiles[max(0, min(len(tiles) - 1, here + step))]
        tile.setFocus(Qt.FocusReason.TabFocusReason)
        self._area.ensureWidgetVisible(tile)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the tiles most of a small window."""
        super().resizeEvent(event)
        self.header.set_most(self.height() * 3 // 10)

    def _wear(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._inner.setMaximumWidth(round(1180 * theme.scale))
        self._column.setContentsMargins(lengths.pad_xl, lengths.pad_xl, lengths.pad_xl, lengths.pad_xl)
        self._column.setSpacing(lengths.pad_l)
        self._starts.setSpacing(lengths.pad_l)
        high = max(tile.words_height() for tile in self.starts)
        for tile in self.starts:
            tile.set_least_height(high)
        self._shelf.setSpacing(lengths.pad_l)
