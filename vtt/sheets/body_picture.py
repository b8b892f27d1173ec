"""A body as a drawing on the form of a record: as it is shown at the table, beside the fields that set it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.play.sight import FigureNotes
from engine.table.body import Body
from vtt.table.body import BodyPlan, PartLook, paint_body
from vtt.table.callouts import Callout, lay_list, lay_round, paint_callouts, paint_leaders
from vtt.table.figure import look_of, look_words
from vtt.widgets.text import tip
from vtt.widgets.theme import ThemeHub

_HIGH: Final = 15.0
_WIDE: Final = 24.0
"""How high and wide the picture wants to be, by small letters."""


class BodyPicture(QWidget):
    """Shows a body with its harm and signs; a click on a location leads to its field.

    Args:
        hub: the theme.
        parent: the form.

    Signals:
        chosen: the name of a location.
    """

    chosen = Signal(str)

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._shown: tuple[Body | None, FigureNotes, int] = (None, FigureNotes(), 0)
        self._looks: dict[str, PartLook] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        hub.changed.connect(self.updateGeometry)
        self.hide()

    def show_body(self, body: Body | None, notes: FigureNotes, now: int) -> None:
        """Show a body as it is now; nothing where there is none.

        Args:
            body: which.
            notes: what its game tells of it to whoever looks.
            now: the time of the story.
        """
        if (body, notes, now) == self._shown:
            return
        self._shown = (body, notes, now)
        areas = body.locations if body is not None else {}
        self._looks = {name: look_of(name, location, notes, now=now) for name, location in areas.items()}
        self.setVisible(bool(areas))
        self.setAccessibleName("; ".join(look_words(name, look) for name, look in self._looks.items()))
        self.update()

    def sizeHint(self) -> QSize:
        """Return how large it wants to be."""
        letters = self._hub.theme.metrics.font_small
        return QSize(round(letters * _WIDE), round(letters * _HIGH))

    def minimumSizeHint(self) -> QSize:
        """Return how large it must be."""
        return QSize(120, self.sizeHint().height())

    def _laid(self) -> tuple[BodyPlan | None, tuple[Callout, ...]]:
        body, m = self._shown[0], self._hub.theme.metrics
        if body is None:
            return None, ()
        room = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        areas = tuple(body.locations)
        return lay_round(body.chart, areas, room, m) or (None, lay_list(areas, room, m))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the body and the boxes round it."""
        plan, callouts = self._laid()
        theme, m = self._hub.theme, self._hub.theme.metrics
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if plan is not None:
            paint_body(painter, plan, self._looks, theme)
        paint_leaders(painter, callouts, theme, m, "raised")
        paint_callouts(painter, callouts, self._looks, theme, m, self._hub, self.devicePixelRatioF())
        painter.end()

    def location_at(self, point: QPointF) -> str:
        """Return the location at a point; empty for none."""
        plan, callouts = self._laid()
        boxes = [callout.name for callout in callouts if callout.rect.contains(point)]
        parts = plan.parts if plan is not None else ()
        inside = [part.name for part in parts if part.shape.contains(point)]
        near = [part.name for part in parts if part.near.contains(point)]
        return next(iter((*boxes, *inside, *near)), "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Lead to the field of the location that is clicked."""
        name = self.location_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else ""
        if name:
            self.chosen.emit(name)

    def event(self, event: QEvent) -> bool:
        """Tell what there is about the location under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            name = self.location_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tip(look_words(name, self._looks[name])) if name else "", self)
            return True
        return super().event(event)
