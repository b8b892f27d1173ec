"""The window on the players' screen. It only ever gets the common view."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from engine.model.seats import SHARED
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.activity_strip import ActivityStrip
from vtt.player_window.player_window_cover import PlayerWindowCover, PlayerWindowMode
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.handouts.handout_display import HandoutDisplay
from vtt.shared.handouts.handout_view import HandoutView
from vtt.table.input.drag import is_drag_distance
from vtt.table.interactive_table_screen import ANSWERING
from vtt.table.table_camera import TableCamera
from vtt.table.table_screen import TableScreen
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text

_LARGER = 1.2


class PlayerWindow(QWidget):
    """The common table for a second screen: nothing can be moved there, and nothing secret is drawn.

    Highlighted answers to an open question can be clicked there as on every other screen.

    Args:
        campaign: the open campaign.
        hub: the theme.
        faces: the pictures of cards.
        keys: actions of the main window; their keys work here too.
        handouts: the display of the shown handout that the screens have in common; None for one of its own.

    Signals:
        shown_changed: the players see something else now.
        closed: the window was closed.
        answered: a body or a body's location was clicked: which of the two, and its names.
    """

    shown_changed = Signal()
    closed = Signal()
    answered = Signal(str, object)

    def __init__(
        self,
        campaign: OpenCampaign,
        hub: ThemeHub,
        faces: CardFaceCache,
        keys: Sequence[QAction] = (),
        handouts: HandoutDisplay | None = None,
    ) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(ui_text("shell", "players.title"))
        self.setWindowIcon(QGuiApplication.windowIcon())
        self.setMinimumSize(320, 180)
        self._hub = hub
        self.steps = ActivityStrip(campaign, SHARED, hub, self, whole_titles=True)
        self.camera = TableCamera(hub, self)
        self.table = TableScreen(campaign, SHARED, hub, faces, self.camera)
        # They only show: mouse and keyboard belong to the GM's window, which handles a click.
        for part in (self.steps, self.camera, self.table):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.camera.hold(self.table)
        self.handouts = handouts or HandoutDisplay(campaign, self)
        self.handout = HandoutView(self.handouts, hub, self)
        self._cover = PlayerWindowCover(hub, self)
        self._strip = 0
        self._mode = PlayerWindowMode.FOLLOW
        self._pressed: QPointF | None = None
        self.addActions(list(keys))
        campaign.changed.connect(self._arrange, Qt.ConnectionType.QueuedConnection)
        self.handouts.changed.connect(self._handout_changed)
        follow_theme(hub, self._theme_changed)
        self._handout_changed()

    @property
    def shown(self) -> PlayerWindowMode:
        """The mode of the window."""
        return self._mode

    def show_players(self, shown: PlayerWindowMode) -> None:
        """Let the players follow the table, freeze their picture, or darken their screen."""
        if shown is self._mode:
            return
        if shown is PlayerWindowMode.FREEZE:
            # After darkness the present table is frozen: the players have no older picture.
            self._cover.hold(self._public())
        elif shown is PlayerWindowMode.BLACKOUT:
            self._cover.darken()
        else:
            self._cover.hide()
        self._mode = shown
        self.shown_changed.emit()

    def picture(self) -> QImage:
        """Return what the players see now."""
        return self._public() if self._mode is PlayerWindowMode.FOLLOW else self._cover.grab().toImage()

    def _public(self) -> QImage:
        """Return a picture of the strip and the table below it, without anything that covers them."""
        dpr = self.devicePixelRatioF()
        image = QImage(self.size() * dpr, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(dpr)
        image.fill(self._hub.theme.colour("window"))
        painter = QPainter(image)
        if self.steps.isVisibleTo(self):
            painter.drawPixmap(self.steps.pos(), self.steps.grab())
        painter.drawImage(self.camera.pos(), self.table.grab_public())
        if self.handout.isVisibleTo(self):
            painter.drawPixmap(self.handout.pos(), self.handout.grab())
        painter.end()
        return image

    def go_to_screen(self, name: str, place: QRect | None) -> None:
        """Move to a screen by its name, or else to one that is not the main one."""
        screens: list[QScreen] = QGuiApplication.screens()
        primary = QGuiApplication.primaryScreen()
        named_screen = next((s for s in screens if s.name() == name), None)
        other = named_screen or next((s for s in screens if s is not primary), None)
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
        """Signal a click on a body, while the players follow the table."""
        start, self._pressed = self._pressed, None
        if start is None or self._mode is not PlayerWindowMode.FOLLOW or is_drag_distance(start, event.position()):
            return
        for kind in ANSWERING:
            point = self.table.mapFrom(self, event.position())
            if names := self.table.table_scene.static_items.at(point, kind):
                self.answered.emit(kind, names)
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the window with the table and the strip above it."""
        super().resizeEvent(event)
        self._strip = 0
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """Give the strip the height of its title and steps, so that nothing is cut, and the table the rest.

        At one size of the window the strip never shrinks again, so that cards stay at their places from step to step.
        """
        self.steps.set_lines(1 if self.height() < self._hub.theme.metrics.font_body * 12 else 3)
        if self.steps.isVisibleTo(self):
            needed = max(self.steps.usual_height(), self.steps.heightForWidth(self.width()))
            self._strip = max(self._strip, min(needed, self.height() * 9 // 20))
        self.steps.setGeometry(0, 0, self.width(), self._strip)
        self.camera.setGeometry(0, self._strip, self.width(), self.height() - self._strip)
        # Nothing is around this table, so that everything on it is larger than in the GM's window.
        self.camera.set_usual_room(QSizeF(self.camera.size()) / _LARGER)
        self.handout.setGeometry(self.rect())
        self._cover.setGeometry(self.rect())

    @Slot()
    def _handout_changed(self) -> None:
        """Show the handout over the table, or the table again; a darkened or frozen screen stays as it is."""
        self.handout.setVisible(self.handouts.handout is not None)
        if self._mode is PlayerWindowMode.FOLLOW:
            self.handout.raise_()
        self.shown_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape hides the handout that is shown."""
        if event.key() == Qt.Key.Key_Escape and self.handouts.handout is not None:
            self.handouts.hide()
            return
        super().keyPressEvent(event)

    def _theme_changed(self, _theme: Theme) -> None:
        self._strip = 0
        self._arrange()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Signal that the window is closed."""
        super().closeEvent(event)
        self.closed.emit()
