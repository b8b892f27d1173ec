"""The first page: continue a campaign, start a new one, or play a demo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.game_choices import game_name
from vtt.system.timestamps import stored_time
from vtt.system.user_settings_file import RecentCampaign
from vtt.welcome.welcome_header import WelcomeHeader
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.flow_layout import FlowLayout
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import label, tip
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.tile_button import PictureTileButton, TileButton
from vtt.widgets.ui_texts import ui_text

TILE = 268
"""The width of a recent campaign at scale 1: four in a row."""
START_TILE = 211
"""The width of a tile that begins something: five in a row."""


@dataclass(frozen=True, slots=True)
class ResumableCampaign:
    """A recent campaign as the page shows it: what the preferences know, its picture, and whether its file is there."""

    recent: RecentCampaign
    picture: QImage | None
    there: bool


def relative_day(opened: str, today: date) -> str:
    """Return how long ago an ISO time was, in words; empty for an unreadable one."""
    moment = stored_time(opened)
    if moment is None:
        return ""
    day = moment.date()
    days = (today - day).days
    if days <= 0:
        return ui_text("shell", "welcome.today")
    if days == 1:
        return ui_text("shell", "welcome.yesterday")
    if days < 30:
        return ui_text("shell", "welcome.days_ago", days=days)
    return f"{day.day} {day:%B %Y}"


class RecentTile(PictureTileButton):
    """A recent campaign to continue.

    Signals:
        forgotten: it shall be removed from the list.
    """

    forgotten = Signal()

    def __init__(self, hub: ThemeHub, resumable: ResumableCampaign, today: date, parent: QWidget | None = None) -> None:
        recent = resumable.recent
        when = relative_day(recent.opened, today)
        line = ui_text("shell", "welcome.missing")
        if resumable.there:
            line = " · ".join(part for part in (game_name(recent.ruleset), when) if part)
        super().__init__(hub, resumable.picture, recent.name, line, parent, wide=TILE)
        self.path = recent.path
        self.shows = recent, resumable.there, today, game_name(recent.ruleset)
        self.setToolTip(tip(recent.path))
        self._off = IconButton(hub, "close", ui_text("shell", "welcome.forget"), self)
        self._off.clicked.connect(self.forgotten)
        self._head.addWidget(self._off)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes the campaign off the list; its file stays."""
        if event.key() == Qt.Key.Key_Delete:
            self.forgotten.emit()
        else:
            super().keyPressEvent(event)


class WelcomePage(QWidget):
    """The page before a campaign is open.

    Signals:
        resumed: the path of a recent campaign to open.
        forgotten: the path of a recent campaign to remove from the list.
        new_wanted, open_wanted, print_wanted, games_wanted: the tile of that name was clicked.
        demo_wanted: the name of a demo to play.
    """

    resumed = Signal(str)
    forgotten = Signal(str)
    new_wanted = Signal()
    open_wanted = Signal()
    demo_wanted = Signal(str)
    print_wanted = Signal()
    games_wanted = Signal()

    def __init__(self, hub: ThemeHub, faces: CardFaceCache, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self.header = WelcomeHeader(hub, faces)
        self.new_tile = TileButton(
            hub,
            "plus",
            ui_text("shell", "welcome.new"),
            ui_text("shell", "welcome.new_help"),
            wide=START_TILE,
            accent=True,
        )
        self.demo_tile = TileButton(
            hub, "deck", ui_text("shell", "welcome.demo"), ui_text("shell", "welcome.demo_help"), wide=START_TILE
        )
        self.open_tile = TileButton(
            hub, "folder", ui_text("shell", "welcome.open"), ui_text("shell", "welcome.open_help"), wide=START_TILE
        )
        self.print_tile = TileButton(
            hub, "print", ui_text("shell", "welcome.print"), ui_text("shell", "welcome.print_help"), wide=START_TILE
        )
        self.games_tile = TileButton(
            hub, "options", ui_text("shell", "welcome.games"), ui_text("shell", "welcome.games_help"), wide=START_TILE
        )
        self.new_tile.clicked.connect(self.new_wanted)
        self.demo_tile.clicked.connect(self._choose_demo)
        self.open_tile.clicked.connect(self.open_wanted)
        self.print_tile.clicked.connect(self.print_wanted)
        self.games_tile.clicked.connect(self.games_wanted)
        self.starts = (self.new_tile, self.demo_tile, self.open_tile, self.print_tile, self.games_tile)
        self.recent_tiles: list[RecentTile] = []
        self.demo_menu = QMenu(self)
        self._demo_awaited = False

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
        self._recent_title = label(ui_text("shell", "welcome.recent"), "title")
        self._column.addWidget(self._recent_title)
        self._none = label(ui_text("shell", "welcome.no_recent"), "muted", wrap=True)
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
        follow_theme(hub, self._apply_theme)

    def offer_demos(self, names: Sequence[str]) -> None:
        """Offer these demos, each named by its game."""
        self.demo_menu.clear()
        for name in names:
            action = self.demo_menu.addAction(game_name(name).replace("&", "&&"))
            action.triggered.connect(lambda _=False, name=name: self.demo_wanted.emit(name))
        self.demo_tile.setVisible(bool(names))
        if self._demo_awaited:
            self._demo_awaited = False
            self._choose_demo()

    def _choose_demo(self) -> None:
        """Ask which game, if there is more than one."""
        actions = self.demo_menu.actions()
        if not actions:  # the games are still being read
            self._demo_awaited = True
        elif len(actions) == 1:
            actions[0].trigger()
        else:
            self.demo_menu.setMinimumWidth(self.demo_tile.width())
            self.demo_menu.setActiveAction(actions[0])
            self.demo_menu.popup(self.demo_tile.mapToGlobal(self.demo_tile.rect().bottomLeft()))

    def show_recent(self, campaigns: Sequence[ResumableCampaign]) -> None:
        """Show these campaigns, the latest first."""
        had_focus = any(tile.hasFocus() for tile in self.recent_tiles)
        today = datetime.now().astimezone().date()
        # Most of them are as they were; to make a dozen anew would be seen.
        old = {tile.shows: tile for tile in self.recent_tiles}
        for tile in self.recent_tiles:
            self._shelf.removeWidget(tile)
        self.recent_tiles = []
        for campaign in campaigns:
            shows = campaign.recent, campaign.there, today, game_name(campaign.recent.ruleset)
            self.recent_tiles.append(old.pop(shows) if shows in old else self._recent_tile(campaign, today))
        for old_tile in old.values():
            old_tile.hide()
            old_tile.deleteLater()
        for tile in self.recent_tiles:
            self._shelf.addWidget(tile)
        for before, after in pairwise(self.recent_tiles):
            QWidget.setTabOrder(before, after)
        self._none.setVisible(not campaigns)
        if had_focus:
            self.take_focus()

    def _recent_tile(self, campaign: ResumableCampaign, today: date) -> RecentTile:
        tile = RecentTile(self._hub, campaign, today)
        tile.clicked.connect(lambda _=False, path=campaign.recent.path: self.resumed.emit(path))
        tile.forgotten.connect(lambda path=campaign.recent.path: self.forgotten.emit(path))
        return tile

    def show_pictures(self, pictures: Mapping[str, QImage]) -> None:
        """Show pictures that have come later, by the path of their campaign."""
        GradualTask(self._show_each(pictures), self)

    def _show_each(self, pictures: Mapping[str, QImage]) -> Iterator[None]:
        for path, picture in pictures.items():
            for tile in self.recent_tiles:
                if tile.path == path:
                    tile.set_picture(picture)
            yield

    def take_focus(self) -> None:
        """Put the focus on the most likely next step."""
        (self.recent_tiles[0] if self.recent_tiles else self.new_tile).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the tiles with the arrow keys."""
        tiles: list[TileButton] = [*self.starts, *self.recent_tiles]
        focused_at = next((at for at, tile in enumerate(tiles) if tile.hasFocus()), -1)
        step = {
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Up: -1,
        }.get(Qt.Key(event.key()))
        if step is None or focused_at < 0:
            super().keyPressEvent(event)
            return
        tile = tiles[max(0, min(len(tiles) - 1, focused_at + step))]
        tile.setFocus(Qt.FocusReason.TabFocusReason)
        self._area.ensureWidgetVisible(tile)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the tiles most of a small window."""
        super().resizeEvent(event)
        self.header.set_most(self.height() * 3 // 10)

    def _apply_theme(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._inner.setMaximumWidth(round(1180 * theme.scale))
        self._column.setContentsMargins(lengths.pad_xl, lengths.pad_xl, lengths.pad_xl, lengths.pad_xl)
        self._column.setSpacing(lengths.pad_l)
        self._starts.setSpacing(lengths.pad_l)
        high = max(tile.words_height() for tile in self.starts)
        for tile in self.starts:
            tile.set_least_height(high)
        self._shelf.setSpacing(lengths.pad_l)
