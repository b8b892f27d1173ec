"""The body diagram on a character's form, drawn as at the table, beside the fields of its locations."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.model.body import Body
from engine.presentation.body_annotations import BodyAnnotations
from vtt.shared.bodies.body_callouts import (
    BodyCallout,
    callouts_around_body,
    callouts_in_list,
    paint_callouts,
    paint_leaders,
)
from vtt.shared.bodies.body_drawing import BodyPartLook, BodyPlan, paint_body
from vtt.shared.bodies.body_state import body_part_look, body_part_words
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import tip

_PREFERRED_HEIGHT: Final = 15.0
_PREFERRED_WIDTH: Final = 24.0
"""The preferred size of the picture, as multiples of the small font size."""


class BodyPicture(QWidget):
    """Shows a body with its wounds and signs; a click on a location focuses its field.

    Args:
        hub: the theme.
        parent: the form.

    Signals:
        chosen: the name of the location that was clicked.
    """

    chosen = Signal(str)

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._shown: tuple[Body | None, BodyAnnotations, int] = (None, BodyAnnotations(), 0)
        self._looks: dict[str, BodyPartLook] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        hub.changed.connect(self.updateGeometry)
        self.hide()

    def show_body(self, body: Body | None, annotations: BodyAnnotations, story_time: int) -> None:
        """Show a body in its present state; without a body, hide the picture.

        Args:
            body: the body with its hit locations.
            annotations: the game's annotations for the viewer.
            story_time: the present time of the story.
        """
        if (body, annotations, story_time) == self._shown:
            return
        self._shown = (body, annotations, story_time)
        locations = body.locations if body is not None else {}
        self._looks = {
            name: body_part_look(name, location, annotations, now=story_time) for name, location in locations.items()
        }
        self.setVisible(bool(locations))
        self.setAccessibleName("; ".join(body_part_words(name, look) for name, look in self._looks.items()))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the preferred size."""
        font_size = self._hub.theme.metrics.font_small
        return QSize(round(font_size * _PREFERRED_WIDTH), round(font_size * _PREFERRED_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size."""
        return QSize(120, self.sizeHint().height())

    def _layout(self) -> tuple[BodyPlan | None, tuple[BodyCallout, ...]]:
        """Return the plan of the drawing and the boxes of its locations; if it has no room, only a list of boxes."""
        body, metrics = self._shown[0], self._hub.theme.metrics
        if body is None:
            return None, ()
        room = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        names = tuple(body.locations)
        boxes = callouts_around_body(body.chart, names, room, metrics)
        return boxes or (None, callouts_in_list(names, room, metrics, narrow=True))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the body and the boxes around it."""
        plan, callouts = self._layout()
        theme, metrics = self._hub.theme, self._hub.theme.metrics
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if plan is not None:
            paint_body(painter, plan, self._looks, theme)
        paint_leaders(painter, callouts, theme, metrics, "raised")
        paint_callouts(painter, callouts, self._looks, theme, metrics, self._hub, self.devicePixelRatioF())
        painter.end()

    def location_at(self, point: QPointF) -> str:
        """Return the location at a point; empty for none."""
        plan, callouts = self._layout()
        boxes = [callout.name for callout in callouts if callout.rect.contains(point)]
        parts = plan.parts if plan is not None else ()
        inside = [part.name for part in parts if part.shape.contains(point)]
        near = [part.name for part in parts if part.near.contains(point)]
        return next(iter((*boxes, *inside, *near)), "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit the location that is clicked."""
        name = self.location_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else ""
        if name:
            self.chosen.emit(name)

    def event(self, event: QEvent) -> bool:
        """Show a tooltip about the location under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            name = self.location_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tip(body_part_words(name, self._looks[name])) if name else "", self)
            return True
        return super().event(event)
