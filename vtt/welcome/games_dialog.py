"""The games that are here: their list, and what can be done with each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.messages.texts import say
from engine.rulesets.game_folder import GameOrigin
from engine.rulesets.loader import GameState, InstalledGame
from vtt.widgets.basic_widgets import button, prose
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label, short
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.ui_texts import ui_text

WIDE = 860
HIGH = 660
"""Its preferred size at scale 1, in pixels."""


class GameRow(QFrame):
    """One game: its name and version, its authors, its state, and the buttons for it.

    Signals:
        enabled_wanted: whether it shall be enabled.
        remove_wanted: it shall be removed.
    """

    enabled_wanted = Signal(bool)
    remove_wanted = Signal()

    def __init__(self, hub: ThemeHub, game: InstalledGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lengths = hub.theme.metrics
        self.game = game
        self.setProperty("role", "card")
        self.setAccessibleName(short(game.name, 200))
        column = QVBoxLayout(self)
        column.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_l, lengths.pad_m)
        column.setSpacing(lengths.pad_xs)
        head = QHBoxLayout()
        head.setSpacing(lengths.pad_m)
        head.addWidget(label(short(game.name, 80), "heading", wrap=True), 1)
        self.state = label(_state_words(game), _state_role(game))
        head.addWidget(self.state, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        self.reason = "" if game.reason is None else say(game.reason)
        if self.reason:
            column.addWidget(prose(self.reason, "danger"))
        if game.folder is not None and game.folder.file.pitch:
            column.addWidget(prose(game.folder.file.pitch))
        column.addWidget(prose(_origin_words(game), "muted"))
        self.buttons: dict[str, QPushButton] = {}
        if game.origin is GameOrigin.FOLDER or (game.origin is not GameOrigin.BUNDLED and game.folder is not None):
            self._add_buttons(column, lengths.pad_m)

    def _add_buttons(self, column: QVBoxLayout, spacing: int) -> None:
        row = FlowRow(self, spacing=spacing)
        name = short(self.game.name, 60)
        if self.game.folder is not None and self.game.state is not GameState.BROKEN:
            disabled = self.game.state is GameState.DISABLED
            key = "enable" if disabled else "disable"
            self.buttons[key] = button(ui_text("games", key), parent=row)
            self.buttons[key].clicked.connect(lambda: self.enabled_wanted.emit(disabled))
        if self.game.origin is GameOrigin.FOLDER:
            self.buttons["remove"] = button(ui_text("games", "remove"), parent=row)
            self.buttons["remove"].clicked.connect(self.remove_wanted)
        for key, made in self.buttons.items():
            made.setAccessibleName(ui_text("games", f"{key}_named", name=name))
            row.flow.addWidget(made)
        column.addSpacing(spacing // 2)
        column.addWidget(row)


class GamesDialog(QDialog):
    """The games of the program and of other people, and the ways to bring more.

    Signals:
        install_wanted, folder_wanted: the button of that name was pressed.
        enabled_wanted: the id of a game, and whether it shall be enabled.
        remove_wanted: an InstalledGame that shall be removed.
    """

    install_wanted = Signal()
    folder_wanted = Signal()
    enabled_wanted = Signal(str, bool)
    remove_wanted = Signal(object)

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self.setWindowTitle(ui_text("games", "title"))
        self._hub = hub
        lengths = hub.theme.metrics
        outer = QVBoxLayout(self)
        outer.setContentsMargins(lengths.pad_xl, lengths.pad_l, lengths.pad_xl, lengths.pad_l)
        outer.setSpacing(lengths.pad_m)
        outer.addWidget(label(ui_text("games", "title"), "title"))
        outer.addWidget(prose(ui_text("games", "subtitle"), "muted"))
        self.rows: dict[str, GameRow] = {}
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(0, 0, lengths.pad_s, 0)
        self._column.setSpacing(lengths.pad_m)
        self._area = PageScroll(self._list)
        outer.addWidget(self._area, 1)
        foot = FlowRow(self, spacing=lengths.pad_m)
        self.install = button(ui_text("games", "install"), "primary", parent=foot)
        self.install.setDefault(True)
        self.folder = button(ui_text("games", "open_folder"), parent=foot)
        self.leave = button(ui_text("shell", "button.close"), parent=foot)
        self.install.clicked.connect(self.install_wanted)
        self.folder.clicked.connect(self.folder_wanted)
        self.leave.clicked.connect(self.accept)
        for made in (self.install, self.folder, self.leave):
            foot.flow.addWidget(made)
        outer.addWidget(foot)
        room = self.screen().availableGeometry().size().boundedTo(parent.window().size())
        scale = hub.theme.scale
        self.resize(min(round(WIDE * scale), room.width() - 40), min(round(HIGH * scale), room.height() - 60))
        self.install.setFocus()

    def show_games(self, games: Sequence[InstalledGame]) -> None:
        """List these games in place of those that were listed; the button in focus keeps it, if it is still there.

        Nothing moves under the pointer if they are the same.
        """
        if self.rows and [row.game for row in self.rows.values()] == list(games):
            return
        focused = next(((path, key) for path, row in self.rows.items() for key in row.buttons if _has(row, key)), None)
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = {}
        for game in games:
            row = GameRow(self._hub, game, self._list)
            row.enabled_wanted.connect(lambda on, id_=game.id: self.enabled_wanted.emit(id_, on))
            row.remove_wanted.connect(lambda game=game: self.remove_wanted.emit(game))
            self.rows[str(game.path)] = row
            self._column.addWidget(row)
        self._column.addStretch(1)
        if focused is not None:
            buttons = self.rows[focused[0]].buttons if focused[0] in self.rows else {}
            next((made for made in buttons.values()), self.install).setFocus()

    def show_game(self, path: str) -> None:
        """Scroll to a game, named by its folder."""
        if path in self.rows:
            self._list.adjustSize()
            self._area.ensureWidgetVisible(self.rows[path])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the focus."""
        focus = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QPushButton):
            focus.click()
            return
        super().keyPressEvent(event)


def _has(row: GameRow, key: str) -> bool:
    return row.buttons[key].hasFocus()


def _state_words(game: InstalledGame) -> str:
    return "" if game.state is GameState.USABLE else ui_text("games", f"state.{game.state}")


def _state_role(game: InstalledGame) -> str:
    return "danger" if game.state is GameState.BROKEN else "warning"


def _origin_words(game: InstalledGame) -> str:
    """Return version, authors, licence and origin as one line."""
    origin = ui_text("games", f"origin.{game.origin}", folder=short(game.path.name))
    if game.folder is None:
        return origin
    file = game.folder.file
    authors = short(", ".join(file.authors), 120)
    parts = (ui_text("games", "version", version=file.version), authors, file.licence if authors else "", origin)
    return " · ".join(part for part in parts if part)
