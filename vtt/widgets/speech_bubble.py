"""A sentence near the hand: why cards went back, or line by line where a number comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from vtt.widgets.layouts.beside_piece import find_place, outermost
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import label, reading_ms, short
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.visible_part import visible_part

_LEAST_MS: Final = 3000
_MOST_LINES: Final = 24
_LONGEST_LINE: Final = 160
_ABOVE: Final = 18
"""The distance in pixels between a sentence and the point below it."""
_EDGE: Final = 6
_FAR: Final = 3
"""With a gap of more heights of a button, nobody looks at a sentence: it rather covers something until it goes."""
_NOTHING: Final = QRect()


class SpeechBubble(QFrame):
    """Says one sentence near a point and goes by itself.

    Args:
        hub: the theme.
        parent: where it floats.
    """

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._page = parent
        self.setProperty("role", "plate")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._text = label(wrap=True, parent=self)
        self._rules = label("", "key", parent=self)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._text)
        self._column.addWidget(self._rules, 0, Qt.AlignmentFlag.AlignLeft)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.hide()
        follow_theme(hub, self._apply_theme)

    def _apply_theme(self, theme: Theme) -> None:
        m = theme.metrics
        self._column.setContentsMargins(m.pad_m, m.pad_s, m.pad_m, m.pad_s)
        self._column.setSpacing(m.pad_xs)

    @property
    def text(self) -> str:
        """The text of the bubble."""
        return self._text.text()

    def say(
        self,
        text: str,
        rules: tuple[str, ...],
        where: QPointF,
        in_front: QRect | None = None,
        kept: Sequence[QRectF] = (),
    ) -> None:
        """Say a sentence just above a point of the parent, and wholly within it.

        Args:
            text: the sentence.
            rules: the IDs of its rules.
            where: the point.
            in_front: what would cover it, in the coordinates of the parent: it goes beside that.
            kept: what it should not cover, unless it would be far from the point.
        """
        self._show(short(text, 400), rules if self._hub.theme.rule_numbers else (), where, in_front or _NOTHING, kept)

    def explain(self, lines: Sequence[str], where: QPointF, rules: tuple[str, ...] = ()) -> None:
        """Say line by line where a number comes from."""
        self._show("\n".join(short(line, _LONGEST_LINE) for line in lines[:_MOST_LINES]), rules, where)

    def _show(
        self, text: str, rules: tuple[str, ...], where: QPointF, in_front: QRect = _NOTHING, kept: Sequence[QRectF] = ()
    ) -> None:
        room = visible_part(self._page)
        self._text.setText(text)
        self._rules.setText(short(", ".join(rules), 80))
        self._rules.setVisible(bool(rules))
        self.setAccessibleName(text)
        wide = min(round(room.width() * 0.7), max(180, self._text.fontMetrics().averageCharWidth() * 36))
        metrics = self._text.fontMetrics()
        longest = max(metrics.horizontalAdvance(line) for line in text.split("\n"))
        wide = min(wide, longest + metrics.averageCharWidth())
        self._text.setFixedWidth(wide)
        self._text.setMinimumHeight(0)  # otherwise the former text would keep it as high
        self._text.setFixedHeight(self._text.heightForWidth(wide))
        self.adjustSize()
        box = self.rect()
        box.moveCenter(where.toPoint())
        box.moveBottom(round(where.y()) - _ABOVE)
        box.moveLeft(max(room.left() + _EDGE, min(box.left(), room.right() - box.width() - _EDGE)))
        box.moveTop(max(room.top() + _EDGE, min(box.top(), room.bottom() - box.height() - _EDGE)))
        kept = outermost(kept)
        if box.intersects(in_front) or any(QRectF(box).intersects(rect) for rect in kept):
            point = QRect(where.toPoint(), QSize(1, 1))
            inside = room.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
            pieces = [] if in_front.isEmpty() else [in_front.toRectF()]
            box = find_place(box.size(), point, inside, pieces, kept, ())[0]
            if _gap(box, where) > _FAR * self._hub.theme.metrics.control:
                box = find_place(box.size(), point, inside, pieces, (), ())[0]
        self.move(box.topLeft())
        self.show()
        self.raise_()
        self._timer.start(reading_ms(text, least=_LEAST_MS))


def _gap(box: QRect, point: QPointF) -> float:
    """Return the distance from a box to a point, along its sides."""
    across = max(0.0, box.left() - point.x(), point.x() - box.right())
    down = max(0.0, box.top() - point.y(), point.y() - box.bottom())
    return across + down
