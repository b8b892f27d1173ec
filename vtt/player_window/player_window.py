"""The window on the players' screen. It only ever gets the common view."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from engine.model.seats import SHARED
from vtt.campaign.campaign_records import WHAT_IF
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.panels.activity_strip import ActivityStrip
from vtt.panels.what_if_strip import WhatIfStrip
from vtt.player_window.monitors import place_on_screens
from vtt.player_window.next_odds import NextOdds
from vtt.player_window.player_theme import PlayerTheme
from vtt.player_window.player_window_cover import PlayerWindowCover, PlayerWindowMode
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.handouts.handout_display import HandoutDisplay
from vtt.shared.handouts.handout_view import HandoutView
from vtt.table.input.drag import is_drag_distance
from vtt.table.interactive_table_screen import ANSWERING
from vtt.table.table_camera import TableCamera
from vtt.table.table_screen import TableScreen
from vtt.widgets.layouts.pending_layouts import handle_paint_request
from vtt.widgets.look.stylesheet import stylesheet
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text

_LARGER = 1.2
_SHARPER = 2
"""A thumbnail is painted so many times larger than it is shown: small letters would be ragged."""
_MODIFIERS = frozenset(
    {Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta, Qt.Key.Key_CapsLock}
)


class PlayerWindow(QWidget):
    """The common table for a second screen: nothing can be moved there, and nothing secret is drawn.

    Highlighted answers to an open question can be clicked there as on every other screen.

    Args:
        campaign: the open campaign.
        hub: the theme of the program.
        faces: the pictures of cards.
        keys: actions of the main window; their keys work here too.
        handouts: the display of the shown handout that the screens have in common; None for one of its own.
        scale: its own scale; None for that of the program.

    Signals:
        shown_changed: the players see something else now.
        closed: the window was closed.
        activated: the window gets the keys now.
        key_unused: a key was pressed here that means nothing in this window.
        result_shown: a result is shown that was held back.
        answered: a body or a body's location was clicked: which of the two, and its names.
    """

    shown_changed = Signal()
    result_shown = Signal()
    closed = Signal()
    activated = Signal()
    key_unused = Signal()
    answered = Signal(str, object)

    def __init__(
        self,
        campaign: OpenCampaign,
        hub: ThemeHub,
        faces: CardFaceCache,
        keys: Sequence[QAction] = (),
        handouts: HandoutDisplay | None = None,
        scale: float | None = None,
    ) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(ui_text("shell", "players.title"))
        self.setWindowIcon(QGuiApplication.windowIcon())
        self.setMinimumSize(320, 180)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        hub = self.hub = PlayerTheme(hub, scale, self)
        self.steps = ActivityStrip(campaign, SHARED, hub, self, whole_titles=True)
        self.odds = NextOdds(campaign, hub, self)
        self.camera = TableCamera(hub, self)
        self.table = TableScreen(campaign, SHARED, hub, faces, self.camera)
        # They only show: mouse and keyboard belong to the GM's window, which handles a click. Odds are explained here.
        for part in (self.steps, self.camera, self.table):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.camera.hold(self.table)
        self.handouts = handouts or HandoutDisplay(campaign, hub, self)
        self.handout = HandoutView(self.handouts, hub, self)
        self.what_if = WhatIfStrip(campaign, hub, self) if campaign.setting(WHAT_IF) is not None else None
        self._cover = PlayerWindowCover(hub, self)
        self._strip = 0
        self._mode = PlayerWindowMode.FOLLOW
        self._result_hold = ResultHold(self)
        self._pressed: QPointF | None = None
        self.addActions(list(keys))
        campaign.changed.connect(self._arrange, Qt.ConnectionType.QueuedConnection)
        self.odds.changed.connect(self._odds_changed)
        self.handouts.changed.connect(self._handout_changed)
        follow_theme(hub, self._theme_changed)
        self._handout_changed()

    @property
    def shown(self) -> PlayerWindowMode:
        """The mode of the window."""
        return self._mode

    def hold_results(self, hold: ResultHold) -> None:
        """Keep what tells a result as it is while a hold is on."""
        self._result_hold = hold
        for part in (self.steps, self.odds, self.table):
            part.hold_results(hold)
        hold.ended.connect(self._arrange, Qt.ConnectionType.QueuedConnection)
        hold.ended.connect(self.result_shown)

    def show_players(self, shown: PlayerWindowMode) -> None:
        """Let the players follow the table, freeze their picture, or darken their screen."""
        if shown is self._mode:
            return
        self._result_hold.end()
        self.odds.close_panel()
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
        image.fill(self.hub.theme.colour("window"))
        painter = QPainter(image)
        for part in (self.what_if, self.steps, self.odds):
            if part is not None and part.isVisibleTo(self):
                painter.drawPixmap(part.pos(), part.grab())
        painter.drawImage(self.camera.pos(), self.table.grab_public())
        if self.handout.isVisibleTo(self):
            painter.drawPixmap(self.handout.pos(), self.handout.grab())
        painter.end()
        return image

    def thumbnail(self, size: QSize, dpr: float) -> QImage:
        """Return what is on the players' screen now, also while it has no monitor, as large as fits into a size.

        It is painted small, which takes a tenth of the time of the whole picture.
        """
        wanted = self.size().scaled(size, Qt.AspectRatioMode.KeepAspectRatio) * dpr
        drawn = (wanted * _SHARPER).boundedTo(self.size() * self.devicePixelRatioF()).expandedTo(QSize(1, 1))
        image = QImage(drawn, QImage.Format.Format_RGB32)
        image.fill(self.hub.theme.colour("window"))
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
        painter.scale(drawn.width() / self.width(), drawn.height() / self.height())
        self.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        painter.end()
        small = image.scaled(wanted, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
        small.setDevicePixelRatio(dpr)
        return small

    def fill_screen(self, geometry: QRect) -> None:
        """Come up full screen on the monitor with this part of the desktop."""
        if self.isFullScreen() and self.isVisible() and self.geometry() == geometry:
            return
        screen = QGuiApplication.screenAt(geometry.center())
        if self.isFullScreen():
            # Some window managers move no window that is full screen.
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)
        if screen is not None:
            self.setScreen(screen)
        self.setGeometry(geometry)
        self.showFullScreen()

    def show_in_window(self, screen: QRect, place: QRect | None) -> None:
        """Come up as a window, whole, at its last place if that is on this screen."""
        if self.isFullScreen():
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)
        whole = place_on_screens(place, [screen]) if place is not None else None
        if whole is not None:
            self.setGeometry(whole)
        else:
            size = QSize(min(960, screen.width() * 2 // 3), min(540, screen.height() * 2 // 3))
            self.setGeometry(QRect(screen.topLeft() + QPoint(screen.width() // 6, screen.height() // 6), size))
        self.show()

    def event(self, event: QEvent) -> bool:
        """Paint nothing before it is laid out."""
        return handle_paint_request(event, super().event)

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
        self.steps.set_lines(1 if self.height() < self.hub.theme.metrics.font_body * 12 else 3)
        room = self.width() - (
            min(self.odds.sizeHint().width(), self.width() // 2) if self.odds.isVisibleTo(self) else 0
        )
        if self.steps.isVisibleTo(self):
            needed = max(self.steps.usual_height(), self.steps.heightForWidth(room))
            self._strip = max(self._strip, min(needed, self.height() * 9 // 20))
        top = 0
        if self.what_if is not None:
            top = max(self.what_if.sizeHint().height(), self.what_if.heightForWidth(self.width()))
            self.what_if.setGeometry(0, 0, self.width(), top)
        self.steps.setGeometry(0, top, room, self._strip)
        self.odds.setGeometry(room, top, self.width() - room, self._strip)
        self.camera.setGeometry(0, top + self._strip, self.width(), self.height() - top - self._strip)
        # Nothing is around this table, so that everything on it is larger than in the GM's window.
        self.camera.set_usual_room(QSizeF(self.camera.size()) / _LARGER)
        self.handout.setGeometry(self.rect().adjusted(0, top, 0, 0))
        self._cover.setGeometry(self.rect())

    @Slot()
    def _odds_changed(self) -> None:
        self._arrange()
        self.shown_changed.emit()

    @Slot()
    def _handout_changed(self) -> None:
        """Show the handout over the table, or the table again; a darkened or frozen screen stays as it is."""
        self.odds.close_panel()
        self.handout.setVisible(self.handouts.handout is not None)
        if self._mode is PlayerWindowMode.FOLLOW:
            self.handout.raise_()
        self.shown_changed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Signal that the window gets the keys."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.activated.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape hides the handout that is shown; any other key is for the GM's window."""
        if event.key() == Qt.Key.Key_Escape and self.handouts.handout is not None:
            self.handouts.hide()
            return
        super().keyPressEvent(event)
        if event.key() not in _MODIFIERS:
            self.key_unused.emit()

    def _theme_changed(self, theme: Theme) -> None:
        if self.hub.has_own_scale:
            self.setFont(ui_font(theme.metrics.font_body))
            self.setStyleSheet(stylesheet(theme.look, theme.colours, theme.metrics))
        elif self.styleSheet():
            self.setFont(QGuiApplication.font())
            self.setStyleSheet("")
        self._strip = 0
        self._arrange()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Signal that the window is closed."""
        super().closeEvent(event)
        self.closed.emit()
