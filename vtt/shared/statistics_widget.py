"""Statistics, drawn calmly: a line for each, with a bar beside it where there is something to compare."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.kit.content_editor.view_models import Note, NoteKind, StatisticBar
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.plain_text import short, tip

_LABEL: Final = 0.42
_TOLD: Final = 0.4
_MOST_ROWS: Final = 60


class StatisticsWidget(QWidget):
    """One note."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._note = Note(id="", title="", kind=NoteKind.FIGURES)
        self._wide: dict[int, tuple[int, int]] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        hub.changed.connect(self._apply_theme)

    @property
    def note(self) -> Note:
        """The note that is shown."""
        return self._note

    def show_note(self, note: Note) -> None:
        """Show another one."""
        if note == self._note:
            return
        resized = len(note.rows) != len(self._note.rows) or note.kind is not self._note.kind
        self._note = note
        self._wide.clear()
        self.setAccessibleName(note.title)
        words = [f"{row.label}: {row.told}" for row in note.rows[:_MOST_ROWS]]
        self.setAccessibleDescription("; ".join([*filter(None, (note.help,)), *words]))
        self.setToolTip(tip("\n".join(filter(None, (note.title, note.help)))))
        if resized or note.kind is NoteKind.FIGURES:
            self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Say that words may need a second line."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all its rows."""
        return self._head() + sum(self._high(row, width) for row in self._rows())

    def sizeHint(self) -> QSize:
        """Return a modest size."""
        wide = 16 * self._hub.theme.metrics.font_body
        return QSize(wide, self.heightForWidth(wide))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        theme, lengths = self._hub.theme, self._hub.theme.metrics
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bold = ui_font(lengths.font_body, weight=QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(theme.colour("text"))
        head = self._head() - lengths.pad_xs
        title = QFontMetrics(bold).elidedText(short(self._note.title, 120), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(QRect(0, 0, self.width(), head), int(Qt.AlignmentFlag.AlignVCenter), title)
        top = self._head()
        for row in self._rows():
            high = self._high(row, self.width())
            self._draw_row(painter, theme, row, QRect(0, top, self.width(), high))
            top += high
        painter.end()

    def _draw_row(self, painter: QPainter, theme: Theme, row: StatisticBar, rect: QRect) -> None:
        font = ui_font(theme.metrics.font_small)
        fine = QFontMetrics(font)
        line = self._line()
        painter.setFont(font)
        named, note_width = self._columns(rect.width())
        left, right = (
            int(Qt.AlignmentFlag.AlignVCenter),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight),
        )
        elide = Qt.TextElideMode.ElideRight
        if self._note.kind is NoteKind.FIGURES:
            named = rect.width() if rect.height() > line else rect.width() - fine.horizontalAdvance(row.told) - 8
            painter.setPen(theme.colour("muted"))
            painter.drawText(
                QRect(rect.left(), rect.top(), named, line), left, fine.elidedText(short(row.label, 120), elide, named)
            )
            painter.setPen(theme.colour("text"))
            words = fine.elidedText(short(row.told, 200), elide, rect.width())
            painter.drawText(QRect(rect.left(), rect.bottom() - line + 1, rect.width(), line), right, words)
            return
        painter.setPen(theme.colour("muted"))
        painter.drawText(
            QRect(rect.left(), rect.top(), named, line), left, fine.elidedText(short(row.label, 120), elide, named)
        )
        painter.setPen(theme.colour("text"))
        words = fine.elidedText(short(row.told, 200), elide, note_width)
        painter.drawText(QRect(rect.right() - note_width + 1, rect.top(), note_width, line), right, words)
        gap = theme.metrics.pad_s
        groove = QRectF(
            rect.left() + named + gap,
            rect.top() + line * 0.28,
            rect.width() - named - note_width - 2 * gap,
            line * 0.44,
        )
        if groove.width() < line:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        round_ = groove.height() / 2
        painter.setBrush(theme.colour("line"))
        painter.drawRoundedRect(groove, round_, round_)
        part = min(1.0, row.of / row.among) if row.among > 0 else 0.0
        if part > 0:
            filled = QRectF(groove)
            filled.setWidth(max(groove.height(), groove.width() * part))
            painter.setBrush(theme.colour("accent"))
            painter.drawRoundedRect(filled, round_, round_)

    def _rows(self) -> tuple[StatisticBar, ...]:
        return self._note.rows[:_MOST_ROWS]

    def _line(self) -> int:
        return round(QFontMetrics(ui_font(self._hub.theme.metrics.font_small)).height() * 1.25)

    def _head(self) -> int:
        lengths = self._hub.theme.metrics
        return QFontMetrics(ui_font(lengths.font_body)).height() + lengths.pad_xs if self._note.title else 0

    def _high(self, row: StatisticBar, width: int) -> int:
        """Return the height of a row; a figure that does not fit beside its label has two lines."""
        if self._note.kind is not NoteKind.FIGURES:
            return self._line()
        fine = QFontMetrics(ui_font(self._hub.theme.metrics.font_small))
        wide = fine.horizontalAdvance(short(row.label, 120)) + fine.horizontalAdvance(short(row.told, 200)) + 16
        return self._line() * (2 if wide > width else 1)

    def _columns(self, width: int) -> tuple[int, int]:
        """Return how wide the labels are, and the words at the end."""
        if width not in self._wide:
            fine = QFontMetrics(ui_font(self._hub.theme.metrics.font_small))
            rows = self._rows()
            named = max((fine.horizontalAdvance(short(row.label, 120)) for row in rows), default=0) + 2
            note_width = max((fine.horizontalAdvance(short(row.told, 200)) for row in rows), default=0) + 2
            self._wide = {width: (min(named, round(width * _LABEL)), min(note_width, round(width * _TOLD)))}
        return self._wide[width]

    def _apply_theme(self, _theme: Theme) -> None:
        self._wide.clear()
        self.updateGeometry()
        self.update()
