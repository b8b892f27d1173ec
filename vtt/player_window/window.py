"""The window on the players' screen. It is given the shared lens and never any other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QImage, QMouseEvent, QPainter, QResizeEvent, QScreen
from PySide6.QtWidgets import QWidget

from vtt.panels.steps import StepsStrip
from vtt.player_window.veil import Shown, Veil
from vtt.session import SHARED, Session
from vtt.shell.words import told
from vtt.table.board import Board
from vtt.table.faces import Faces
from vtt.table.gestures import far_enough
from vtt.table.playing import ANSWERING
from vtt.widgets.dressing import dress
from vtt.widgets.theme import Theme, ThemeHub


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
        self._hub = hub
        self.steps = StepsStrip(session, SHARED, hub, self, whole_titles=True)
        self.table = Board(session, SHARED, hub, faces, self, under_strip=True)
        # They are there to be looked at: the mouse and the keys belong to the GM's window, which answers a click.
        for part in (self.steps, self.table):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._veil = Veil(hub, self)
        self._strip = 0
        self._shown = Shown.FOLLOW
        self._pressed: QPointF | None = None
        self.addActions(list(keys))
        session.changed.connect(self._arrange, Qt.ConnectionType.QueuedConnection)
        dress(hub, self._wear)

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
            self._veil.hold(self._public())
        elif shown is Shown.BLACKOUT:
            self._veil.darken()
        else:
            self._veil.hide()
        self._shown = shown
        self.shown_changed.emit()

    def picture(self) -> QImage:
        """Return what the players see now."""
        return self._public() if self._shown is Shown.FOLLOW else self._veil.grab().toImage()

    def _public(self) -> QImage:
        """Return a picture of the strip and the table below it, whatever lies over them."""
        dpr = self.devicePixelRatioF()
        image = QImage(self.size() * dpr, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(dpr)
        image.fill(self._hub.theme.colour("window"))
        painter = QPainter(image)
        if self.steps.isVisibleTo(self):
            painter.drawPixmap(self.steps.pos(), self.steps.grab())
        painter.drawImage(self.table.pos(), self.table.grab_public())
        painter.end()
        return image

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
            if names := self.table.table_scene.fittings.at(event.position() - self.table.pos().toPointF(), kind):
                self.answered.emit(kind, names)
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the window with the table and the strip above it."""
        super().resizeEvent(event)
        self._strip = 0
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """Give the strip what its title and steps need, so that nothing is cut, and the table the rest.

        At one size of the window it never shrinks again, so that the cards stay where they are from step to step.
        """
        self.steps.set_lines(1 if self.height() < self._hub.theme.metrics.font_body * 12 else 3)
        if self.steps.isVisibleTo(self):
            needed = max(self.steps.usual_height(), self.steps.heightForWidth(self.width()))
            self._strip = max(self._strip, min(needed, self.height() * 9 // 20))
        self.steps.setGeometry(0, 0, self.width(), self._strip)
        self.table.setGeometry(0, self._strip, self.width(), self.height() - self._strip)
        self._veil.setGeometry(self.rect())

    def _wear(self, _theme: Theme) -> None:
        self._strip = 0
        self._arrange()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Say that the players see nothing any more."""
        super().closeEvent(event)
        self.closed.emit()
