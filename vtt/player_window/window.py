"""The window on the players' screen. It is given the shared lens and never any other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QImage, QMouseEvent, QResizeEvent, QScreen
from PySide6.QtWidgets import QWidget

from vtt.player_window.veil import Shown, Veil
from vtt.session import SHARED, Session
from vtt.shell.words import told
from vtt.table.board import Board
from vtt.table.faces import Faces
from vtt.table.gestures import far_enough
from vtt.table.playing import ANSWERING
from vtt.widgets.theme import ThemeHub


class PlayerWindow(QWidget):
    """The common table for a second screen: nothing can be moved there, and nothing secret is drawn.

    What is lit there as an answer to what the table asks is answered by a click, as on every other screen.

    Args:
        session: the game.
        hub: the theme.
        faces: the pictures of cards.
        keys: actions of the main window whose keys work here as well.

    Signals:
        shown_changed: what the players see is another thing now.
        closed: somebody closed the window.
        answered: somebody clicked on a body or a location of one: which of the two, and its names.
    """

    shown_changed = Signal()
    closed = Signal()
    answered = Signal(str, object)

    def __init__(self, session: Session, hub: ThemeHub, faces: Faces, keys: Sequence[QAction] = ()) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(told("players.title"))
        self.setWindowIcon(QGuiApplication.windowIcon())
        self.setMinimumSize(320, 180)
        self.table = Board(session, SHARED, hub, faces, self)
        # It is there to be looked at: the mouse and the keys belong to the GM's window, which answers a click for it.
        self.table.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._veil = Veil(hub, self)
        self._shown = Shown.FOLLOW
        self._pressed: QPointF | None = None
        self.addActions(list(keys))

    @property
    def shown(self) -> Shown:
        """What the players see."""
        return self._shown

    def show_players(self, shown: Shown) -> None:
        """Let the players follow the table, keep what they see, or make their screen dark."""
        if shown is self._shown:
            return
        if shown is Shown.FREEZE:
            # Out of darkness nothing is frozen but the table as it is: the players have no older picture.
            self._veil.hold(self.table.grab_public())
        elif shown is Shown.BLACKOUT:
            self._veil.darken()
        else:
            self._veil.hide()
        self._shown = shown
        self.shown_changed.emit()

    def picture(self) -> QImage:
        """Return what the players see now."""
        return self.table.grab_public() if self._shown is Shown.FOLLOW else self._veil.grab().toImage()

    def go_to_screen(self, name: str, place: QRect | None) -> None:
        """Go where the window was the last time: to a screen by its name, or else to one that is not the main one."""
        screens: list[QScreen] = QGuiApplication.screens()
        primary = QGuiApplication.primaryScreen()
        wanted = next((s for s in screens if s.name() == name), None)
        other = wanted or next((s for s in screens if s is not primary), None)
        if other is not None and other is not primary:
            self.setGeometry(other.geometry())
            self.showFullScreen()
            return
        room = primary.availableGeometry()
        if place is not None and room.intersects(place):
            self.setGeometry(place)
        else:
            self.resize(min(960, room.width() * 2 // 3), min(540, room.height() * 2 // 3))
        self.show()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click began."""
        self._pressed = event.position() if event.button() == Qt.MouseButton.LeftButton else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell on which body somebody has clicked, while the players follow the table."""
        start, self._pressed = self._pressed, None
        if start is None or self._shown is not Shown.FOLLOW or far_enough(start, event.position()):
            return
        for kind in ANSWERING:
            if names := self.table.table_scene.fittings.at(event.position(), kind):
                self.answered.emit(kind, names)
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the window with the table."""
        super().resizeEvent(event)
        self.table.setGeometry(self.rect())
        self._veil.setGeometry(self.rect())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Say that the players see nothing any more."""
        super().closeEvent(event)
        self.closed.emit()
