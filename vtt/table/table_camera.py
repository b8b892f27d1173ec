"""The room through which a table is seen: it moves and magnifies the table behind it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import (
    QChildEvent,
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QPropertyAnimation,
    QRectF,
    QSizeF,
    Qt,
    QTimer,
    Slot,
)
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from shiboken6 import isValid

from vtt.table.layout.visible_part import magnification_for, max_zoom, size_for
from vtt.table.questions.question_bubble import QuestionBubble
from vtt.table.scene.people_pieces import looked_at
from vtt.table.table_screen import TableScreen
from vtt.table.unseen_seat_plates import UnseenSeatPlates
from vtt.widgets.look.theme import Theme, ThemeHub

_GLIDE_MS: Final = 260
_SETTLE_MS: Final = 180
"""After this pause of the wheel the magnified picture is replaced by a table of that size."""
_TICK_MS: Final = 25
_CLOSER: Final = 2.0
"""The growth for a double click."""
_USUAL_AGAIN: Final = 0.04
"""A growth that comes back as near as this to none is none."""
_CHANGES_OF_ROOM: Final = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})
"""The events of the status pages and of a question after which other plates of seats may be seen."""


class TableCamera(QWidget):
    """Shows all of a table, or where everything is larger the part around the seat that acts.

    A seat outside that part has a plate with its name at the edge; a click shows its place.

    Args:
        hub: the theme.
        parent: the Qt parent.
    """

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._table: TableScreen | None = None
        self._usual: QSizeF | None = None
        self._scale = hub.theme.scale
        self._closer = 1.0
        self._shows_all = False
        self._picture: _ZoomPicture | None = None
        self._plates = UnseenSeatPlates(self, hub, self._show_seat)
        self._stage: QWidget | None = None
        self._glide: QPropertyAnimation | None = None
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.timeout.connect(self._settle)
        self._anchor = (QPointF(), QPointF())
        self._pointer = QPointF()
        self._has_drifted = False
        self._drifting = QTimer(self)
        self._drifting.setInterval(_TICK_MS)
        self._drifting.timeout.connect(self._drift)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # Before the table, which then draws itself only once in its new size.
        hub.changed.connect(self._theme_changed)

    def hold(self, table: TableScreen) -> None:
        """Take the table that is seen; its parent is this widget."""
        self._table = table
        self.setMinimumSize(table.minimumSize())
        table.seats_changed.connect(self._fit)
        table.seen_changed.connect(self._look_at)
        table.zoom_wanted.connect(self.zoom_by)
        table.closer_wanted.connect(self.go_closer_or_back)
        table.drawn.connect(self._table_drawn)
        table.dragged.connect(self._dragged)
        table.drag_ended.connect(self._drag_ended)
        for page in table.pages:
            page.installEventFilter(self)
        self.setFocusProxy(table)
        self._fit()

    def keep_under(self, stage: QWidget) -> None:
        """Keep the plates of unseen seats under the stage of moments, which tells what happens now."""
        self._stage = stage

    def set_usual_room(self, usual: QSizeF) -> None:
        """Say how large this widget would be at 100 %; there all of the table is seen, unless it needs more room."""
        if usual != self._usual:
            self._usual = usual
            self._fit()

    @property
    def zoom(self) -> float:
        """The greater of the table's width and height relative to this widget."""
        size = self._table_size()
        return max(size.width() / max(1, self.width()), size.height() / max(1, self.height()))

    @property
    def is_held(self) -> bool:
        """True while a person has chosen what is seen, or how large."""
        return self._closer != 1.0 or (self._table is not None and self._table.is_view_held)

    @Slot(float, QPointF)
    def zoom_by(self, factor: float, point: QPointF) -> None:
        """Magnify around a point of the table, which stays where it is."""
        table = self._table
        if table is None or not table.isVisible():
            return
        closer = self._within_limits(self._closer * factor)
        if abs(closer - 1.0) < min(_USUAL_AGAIN, abs(self._closer - 1.0)) or (closer - 1.0) * (self._closer - 1.0) < 0:
            closer = 1.0  # the usual size holds the wheel up, on the way to it and past it
        if closer == self._closer:
            return
        if self._picture is None:
            self._stop_gliding()
            self._anchor = (
                QPointF(point.x() / max(1, table.width()), point.y() / max(1, table.height())),
                point + table.pos().toPointF(),
            )
            self._picture = _ZoomPicture(self.grab(), self._anchor[1], self)
        self._picture.magnify(closer / self._closer)
        self._closer, self._shows_all = closer, closer < 1.0 and closer == self._within_limits(0.0)
        self._settling.start(_SETTLE_MS)

    @Slot(QPointF)
    def go_closer_or_back(self, point: QPointF) -> None:
        """Magnify around a point of the table; if a person has chosen what is seen, show what is usually seen."""
        if self.is_held:
            self.show_usual()
        else:
            self.zoom_by(_CLOSER, point)

    def show_usual(self) -> None:
        """Show what is usually seen: all of the table, or the seat that acts."""
        self._drop_picture()
        self._settling.stop()
        self._closer, self._shows_all = 1.0, False
        if self._table is not None:
            self._table.hold_view(None)
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the table its size."""
        super().resizeEvent(event)
        self._fit()

    def _within_limits(self, closer: float) -> float:
        """Return a growth at which at most all of the table is seen, and that has no more pixels than can be drawn."""
        room, size = QSizeF(self.size()), self._usual_size()
        least = min(room.width() / max(1.0, size.width()), room.height() / max(1.0, size.height()))
        most = max_zoom(room * self.devicePixelRatioF()) * min(1.0, least)
        return min(max(closer, least), max(1.0, most))

    def _size_at_100(self) -> QSizeF:
        """Return the size of the table at 100 %."""
        usual = self._usual or QSizeF(self.size())
        return self._table.least_size(usual) if self._table is not None else usual

    def _magnification(self) -> float:
        whole, usual = self._size_at_100(), self._usual or QSizeF(self.size())
        letters = self._table.letters_at_100(whole) if self._table is not None else 1.0
        return magnification_for(self._hub.theme.scale, QSizeF(self.size()), whole, usual, letters)

    def _usual_size(self) -> QSizeF:
        """Return the size of the table if nobody has come closer."""
        return size_for(self._magnification(), QSizeF(self.size()), self._size_at_100())

    def _table_size(self) -> QSizeF:
        return (self._usual_size() * self._closer).expandedTo(QSizeF(self.size()))

    @Slot()
    def _fit(self) -> None:
        table = self._table
        if table is None or not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            return
        self._closer = self._within_limits(0.0 if self._shows_all else self._closer)
        table.set_frame(self.size(), self._table_size().toSize(), self._magnification() * self._closer)
        self._look_at(table.seen, at_once=True)

    @Slot(object)
    def _theme_changed(self, theme: Theme) -> None:
        """Give the table its size; who chooses another scale wants that size, and not the one of the wheel before."""
        if theme.scale != self._scale:
            self._scale = theme.scale
            self.show_usual()
        else:
            self._fit()

    @Slot(QRectF)
    def _look_at(self, part: QRectF, *, at_once: bool = False) -> None:
        """Move the table so that this part of it is seen."""
        table = self._table
        if table is None:
            return
        self._drop_picture()
        self._stop_gliding()
        place = QPoint(-round(part.left()), -round(part.top()))
        lasts = self._hub.theme.duration(_GLIDE_MS)
        if at_once or not lasts or not self.isVisible() or not table.is_drawn or place == table.pos():
            table.move(place)
        else:
            self._glide = QPropertyAnimation(table, b"pos", self)
            self._glide.setDuration(lasts)
            self._glide.setEasingCurve(QEasingCurve.Type.OutCubic)
            self._glide.setEndValue(place)
            self._glide.start()
        self._place_plates(part)

    def _stop_gliding(self) -> None:
        if self._glide is not None:
            self._glide.stop()
            self._glide.deleteLater()
            self._glide = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make room for a page or a question that opens, grows or closes."""
        table = self._table
        if event.type() in _CHANGES_OF_ROOM and table is not None and isValid(table) and table.is_drawn:
            self._place_plates(table.seen)
        return super().eventFilter(watched, event)

    def childEvent(self, event: QChildEvent) -> None:
        """Watch a question that is asked beside a piece."""
        super().childEvent(event)
        if event.type() == QEvent.Type.ChildPolished and isinstance(event.child(), QuestionBubble):
            event.child().installEventFilter(self)

    @Slot()
    def _table_drawn(self) -> None:
        self._settle()
        if self._table is not None:
            self._place_plates(self._table.seen)

    @Slot()
    def _settle(self) -> None:
        """Replace the magnified picture by a table of that size."""
        table = self._table
        if table is None or self._picture is None:
            return
        share, place = self._anchor
        size = self._table_size()
        corner = QPointF(share.x() * size.width() - place.x(), share.y() * size.height() - place.y())
        centre = corner + QPointF(self.width() / 2, self.height() / 2)
        if self.zoom <= 1.0:
            table.hold_view(None)
        else:
            table.hold_view(QPointF(centre.x() / size.width(), centre.y() / size.height()))
        self._fit()
        self._drop_picture()

    # ---- dragging beyond what is seen --------------------------------------------------------------------------------

    @Slot(QPointF)
    def _dragged(self, point: QPointF) -> None:
        """Move the table while something is dragged near an edge of what is seen."""
        table = self._table
        if table is None:
            return
        self._pointer = point + table.pos().toPointF()
        if self._way_out().isNull() or self.zoom <= 1.0:
            self._drifting.stop()
        elif not self._drifting.isActive():
            self._drifting.start()

    def _way_out(self) -> QPointF:
        """Return the direction from the middle to the edge that the pointer is at, in pixels for one tick."""
        edge, x, y = self._hub.theme.metrics.control, self._pointer.x(), self._pointer.y()
        across = (x > self.width() - edge) - (x < edge)
        down = (y > self.height() - edge) - (y < edge)
        return QPointF(across, down) * (edge / 3)

    @Slot()
    def _drift(self) -> None:
        table = self._table
        if table is None:
            return
        part = table.seen.translated(self._way_out())
        self._has_drifted = True
        table.hold_view(QPointF(part.center().x() / table.width(), part.center().y() / table.height()))
        self._stop_gliding()
        table.move(-table.seen.topLeft().toPoint())
        table.drag_on(self._pointer - table.pos().toPointF())

    @Slot()
    def _drag_ended(self) -> None:
        self._drifting.stop()
        if self._has_drifted and self._table is not None:
            self._has_drifted = False
            self._table.hold_view(None)

    def _drop_picture(self) -> None:
        if self._picture is not None:
            self._picture.hide()
            self._picture.deleteLater()
            self._picture = None

    # ---- plates of the seats that are not seen -----------------------------------------------------------------------

    def _place_plates(self, part: QRectF) -> None:
        table = self._table
        assert table is not None
        scene = table.table_scene
        if table.is_following or scene.plan.size != table.viewport().size().toSizeF():
            return  # they follow once, when all of the table is drawn in its new size
        pages = [QRectF(page.geometry()) for page in table.pages if not page.isHidden()]
        children = self.findChildren(QuestionBubble, options=Qt.FindChildOption.FindDirectChildrenOnly)
        bubbles = [QRectF(bubble.geometry()) for bubble in children if bubble.isVisible()]
        is_for_mouse = not table.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        on_table = [*pages, *looked_at(scene, table.looking_seat)]
        read = [*(rect.translated(-part.topLeft()) for rect in on_table), *bubbles]
        self._plates.place(scene, part, table.acting_seat, read, is_for_mouse=is_for_mouse)
        if self._stage is not None and isValid(self._stage):
            self._plates.stack_under(self._stage)

    def _show_seat(self, seat: str) -> None:
        if self._table is not None:
            self._table.show_seat(seat)


class _ZoomPicture(QWidget):
    """The table as it was seen, magnified around a point until the table itself has the new size."""

    def __init__(self, picture: QPixmap, point: QPointF, camera: QWidget) -> None:
        super().__init__(camera)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._picture, self._point, self._factor = picture, point, 1.0
        self.setGeometry(camera.rect())
        self.show()
        self.raise_()

    def magnify(self, factor: float) -> None:
        """Show it this much larger than before."""
        self._factor *= factor
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.palette().window())
        painter.translate(self._point)
        painter.scale(self._factor, self._factor)
        painter.translate(-self._point)
        painter.drawPixmap(QPointF(), self._picture)
