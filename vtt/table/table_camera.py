"""The room through which a table is seen: it moves and magnifies the table behind it."""

from __future__ import annotations

from functools import partial
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
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget
from shiboken6 import isValid

from vtt.shared.table_queries import is_held, seats_waited_for
from vtt.table.layout.edge_places import place_at_edge
from vtt.table.layout.visible_part import magnification_for, max_zoom, size_for
from vtt.table.questions.question_bubble import QuestionBubble
from vtt.table.seats.seat_button import dress_seat_button
from vtt.table.table_screen import TableScreen
from vtt.widgets.look.theme import Theme, ThemeHub

_GLIDE_MS: Final = 260
_SETTLE_MS: Final = 180
"""After this pause of the wheel the magnified picture is replaced by a table of that size."""
_TICK_MS: Final = 25
_NAME_WIDTH: Final = 5.5
"""The width of a badge and the start of a name, in letters."""
_CUT_BADGE: Final = 1.0
"""As much may be missing of a badge, in letters, while the name beside it is read: a plate would cover more."""
_CUT_HEIGHT: Final = 0.2
"""Such a share of the height of a name may be missing above or below: its letters are in the middle."""
_HALF_SEEN: Final = 0.4
"""Where such a share of a name is still seen, its plate takes the place of all that is seen of it."""
_CLOSER: Final = 2.0
"""The growth for a double click."""
_USUAL_AGAIN: Final = 0.04
"""A growth that comes back as near as this to none is none."""
_OF_A_NAME: Final = frozenset({"seat", "eye", "order"})
"""The kinds of regions on the name of a seat."""
_TO_READ: Final = frozenset({"title", "actor", "body"})
"""The kinds of regions that are read rather than any other: titles, and the names of characters and of bodies."""
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
        self._plates: dict[str, QPushButton] = {}
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
        table.status_page_panel.installEventFilter(self)
        self.setFocusProxy(table)
        self._fit()

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
        if scene.plan.size != table.viewport().size().toSizeF():
            return  # they follow when the table is drawn in its new size
        waited, plan = seats_waited_for(scene.view), scene.plan
        # The plan may still be that of another campaign or viewer.
        cells = [cell for cell in plan.cells if cell.seat in scene.view.seats]
        names = {cell.seat: _name_room(cell.in_scene(cell.plate), plan.lengths.font_body) for cell in cells}
        hidden = [cell for cell in cells if not part.contains(names[cell.seat])]
        for seat in set(self._plates) - {cell.seat for cell in hidden}:
            plate = self._plates.pop(seat)
            plate.hide()
            plate.deleteLater()
        taken = [cell.in_scene(cell.plate) for cell in cells if cell not in hidden]
        page = QRectF() if table.status_page_panel.isHidden() else QRectF(table.status_page_panel.geometry())
        taken.append(page)
        taken, page = [rect.translated(-part.topLeft()) for rect in taken], page.translated(-part.topLeft())
        pieces = self._pieces_seen(part) if hidden else []
        titles = [rect.translated(-part.topLeft()) for rect in self._texts_to_read()] if hidden else []
        room = self.rect().toRectF().adjusted(4, 4, -4, -4)
        children = self.findChildren(QuestionBubble, options=Qt.FindChildOption.FindDirectChildrenOnly)
        bubbles = [bubble for bubble in children if bubble.isVisible()]
        read = [page, *(QRectF(bubble.geometry()) for bubble in bubbles)]
        taken += read[1:]
        for cell in hidden:
            plate = self._plates.get(cell.seat) or self._make_plate(cell.seat)
            dress_seat_button(plate, scene.view, cell.seat, self._hub, waited=cell.seat in waited)
            plate.adjustSize()
            place = cell.in_scene(cell.plate).center() - part.topLeft()
            others = [rect for seat, rect in pieces if seat != cell.seat]  # its own name it may cover
            box = place_at_edge(plate.size().toSizeF(), place, room, taken, others, titles)
            whole = cell.in_scene(cell.plate).translated(-part.topLeft())
            visible = whole.intersected(self.rect().toRectF())
            over = box.united(visible) if _area(visible) >= _area(whole) * _HALF_SEEN else box
            # Beside its plate, half a name would be left over; but it covers nothing else for that.
            covered = (other for other in (*taken, *others, *titles) if over.intersects(other))
            if box.intersects(whole) and all(map(box.intersects, covered)):
                box = over
            taken.append(box)
            plate.setGeometry(box.toRect())
            # With no place beside an open page or a question, that is read.
            plate.setVisible(not any(box.intersects(other) for other in read))
            plate.raise_()

    def _texts_to_read(self) -> list[QRectF]:
        """Return where titles, the names of characters and bodies, and dice are on the table."""
        assert self._table is not None
        scene = self._table.table_scene
        end = scene.plan.lengths.font_body  # a plaque has round ends
        found = []
        for region in scene.static_items.regions:
            if region.kind == "dice":
                across, down = region.rect.width() / 4, region.rect.height() / 4
                found.append(region.rect.adjusted(across, down, -across, -down))
            elif region.kind in _TO_READ:
                found.append(region.rect.adjusted(end, 0, -end, 0) if region.kind == "actor" else region.rect)
        return found

    def _pieces_seen(self, part: QRectF) -> list[tuple[str, QRectF]]:
        """Return what is drawn in a part of the table: its place in this widget, and the seat whose name it is."""
        assert self._table is not None
        scene = self._table.table_scene
        plan, cells = scene.plan, [cell for cell in scene.plan.cells if cell.seat in scene.view.seats]
        drawn = [("", rect) for rect in (plan.stage, plan.outcome, plan.words)]
        drawn += [("", rect) for lane in (*plan.lanes, *plan.boxes.values()) for rect in (lane.cards, lane.head)]
        drawn += [("", cell.in_scene(room)) for cell in cells for room in (cell.figure, cell.numbers)]
        drawn += [("", item.sceneBoundingRect()) for item in scene.movable_items()]
        for region in scene.static_items.regions:
            # A hand has more room than its cards need.
            if region.kind != "zone" or not any(map(is_held, region.names)):
                drawn.append((region.names[0] if region.kind in _OF_A_NAME else "", region.rect))
        return [(seat, rect.translated(-part.topLeft())) for seat, rect in drawn if rect.intersects(part)]

    def _make_plate(self, seat: str) -> QPushButton:
        plate = self._plates[seat] = QPushButton(self)
        plate.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # with the keyboard its cards are reached like all others
        if self._table is not None:
            plate.clicked.connect(partial(self._show_seat, seat))
            plate.setAttribute(
                Qt.WidgetAttribute.WA_TransparentForMouseEvents,
                self._table.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents),
            )
        return plate

    def _show_seat(self, seat: str) -> None:
        if self._table is not None:
            self._table.show_seat(seat)


def _name_room(plate: QRectF, letter: float) -> QRectF:
    """Return the part of a seat's plate that has most of its badge and the start of its name."""
    name = QRectF(plate.left(), plate.top(), min(plate.width(), letter * _NAME_WIDTH), plate.height())
    cut = name.height() * _CUT_HEIGHT
    return name.adjusted(min(letter * _CUT_BADGE, name.width() / 2), cut, 0, -cut)


def _area(rect: QRectF) -> float:
    return rect.width() * rect.height()


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
