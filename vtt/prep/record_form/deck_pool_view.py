"""The pool from which a deck is made: its model, how a line of it is drawn, and where its − and + are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.kit.content_editor.view_models import CountedChoice
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.plain_text import short, tip
from vtt.widgets.ui_texts import ui_text

Index = QModelIndex | QPersistentModelIndex
LINE_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(frozen=True, slots=True)
class DeckPoolLine:
    """A card of the pool, how many of it are in the deck, and what is to be said of that."""

    pick: CountedChoice
    count: int = 0
    flaws: tuple[str, ...] = ()

    @property
    def of(self) -> str:
        """The count, and how many are allowed."""
        if self.pick.most is None:
            return str(self.count)
        return ui_text("prep", "pool.of", count=self.count, most=self.pick.most)

    @property
    def warning(self) -> str:
        """The problem of the entry, or the reason against picking it."""
        return "; ".join(self.flaws) or self.pick.why_not


class DeckPoolModel(QAbstractListModel):
    """The lines that are shown."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.lines: list[DeckPoolLine] = []

    def show_lines(self, lines: Sequence[DeckPoolLine]) -> None:
        """Show these; lines of the same cards are only drawn anew where they differ."""
        if [line.pick.entry.id for line in lines] == [line.pick.entry.id for line in self.lines]:
            for at, line in enumerate(lines):
                if line != self.lines[at]:
                    self.lines[at] = line
                    self.dataChanged.emit(self.index(at), self.index(at))
            return
        self.beginResetModel()
        self.lines = list(lines)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many there are."""
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return the name, or what a screen reader and the tip say."""
        if not 0 <= index.row() < len(self.lines):
            return None
        line = self.lines[index.row()]
        entry = line.pick.entry
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return short(entry.name, 200)
            case Qt.ItemDataRole.ToolTipRole:
                return tip("\n".join(filter(None, (entry.name, entry.line, line.warning))))
            case Qt.ItemDataRole.AccessibleTextRole:
                words = ui_text("prep", "pool.line", name=short(entry.name, 200), of=line.of)
                return ". ".join(filter(None, (words, entry.line, line.warning)))
            case _:
                return line if role == LINE_ROLE else None


class DeckPoolDelegate(QStyledItemDelegate):
    """Draws a line: how many with − and +, the name, what it is, and what is wrong with it."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of two lines."""
        return QSize(120, self.line_height())

    def line_height(self) -> int:
        """Return the height of two lines."""
        lengths = self._hub.theme.metrics
        high = QFontMetrics(ui_font(lengths.font_body)).height() + QFontMetrics(ui_font(lengths.font_small)).height()
        return max(high, lengths.control) + lengths.pad_s

    def zones(self, rect: QRect) -> tuple[QRect, QRect, QRect]:
        """Return where a line has its −, its number and its +."""
        lengths = self._hub.theme.metrics
        side = min(lengths.control, rect.height())
        number = 3 * lengths.font_body
        top = rect.center().y() - side // 2
        left = rect.right() - 2 * side - number - lengths.pad_xs
        return (
            QRect(left, top, side, side),
            QRect(left + side, top, number, side),
            QRect(left + side + number, top, side, side),
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw it."""
        line = index.data(LINE_ROLE)
        if not isinstance(line, DeckPoolLine):
            return
        theme, lengths = self._hub.theme, self._hub.theme.metrics
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(theme.colour("selection" if chosen else "raised"))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), lengths.radius, lengths.radius)
        ink = "on_selection" if chosen else "text" if line.count else "muted"
        soft = "on_selection" if chosen else "muted"
        if line.count:  # a bar at the edge says that it is in the deck, beside the number
            painter.setBrush(theme.colour("on_selection" if chosen else "accent"))
            painter.drawRect(QRect(rect.left() + 2, rect.top() + 4, lengths.ring + 1, rect.height() - 8))
        less, number, more = self.zones(rect)
        dpr = painter.device().devicePixelRatioF()
        for zone, icon, role in ((less, "minus", soft if line.count else ""), (more, "plus", soft)):
            if role:
                size = lengths.icon_s
                picture = self._hub.pixmap(icon, size, role="on_selection" if chosen else "text", dpr=dpr)
                painter.drawPixmap(zone.center() - QPoint(size // 2, size // 2), picture)
        bold = ui_font(lengths.font_body, weight=QFont.Weight.DemiBold)
        small = ui_font(lengths.font_small)
        painter.setFont(bold)
        painter.setPen(theme.colour(ink if not line.flaws or chosen else "danger"))
        painter.drawText(number, int(Qt.AlignmentFlag.AlignCenter), line.of)
        left = rect.left() + lengths.pad_m + lengths.ring
        wide = less.left() - left - lengths.pad_s
        upper = QFontMetrics(bold).height()
        top = rect.center().y() - (upper + QFontMetrics(small).height()) // 2
        middle = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.setPen(theme.colour(ink))
        name = QFontMetrics(bold).elidedText(short(line.pick.entry.name, 200), Qt.TextElideMode.ElideRight, wide)
        painter.drawText(QRect(left, top, wide, upper), middle, name)
        painter.setFont(small)
        warning = line.warning
        painter.setPen(theme.colour("on_selection" if chosen else "danger" if line.flaws else soft))
        if warning:
            size = lengths.font_small
            role = "on_selection" if chosen else "danger" if line.flaws else "warning"
            picture = self._hub.pixmap("warning", size, role=role, dpr=dpr)
            painter.drawPixmap(left, top + upper + 1, picture)
            left, wide = left + size + lengths.pad_xs, wide - size - lengths.pad_xs
        elided = QFontMetrics(small).elidedText(
            short(warning or line.pick.entry.line, 300), Qt.TextElideMode.ElideRight, wide
        )
        painter.drawText(QRect(left, top + upper, wide, QFontMetrics(small).height()), middle, elided)
        painter.restore()


class DeckPoolView(QListView):
    """The list. A double click, Enter or + takes one more; − takes one out; a digit says how many.

    Signals:
        counted: a card, and how many of it there are to be.
    """

    counted = Signal(str, int)

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._drawn = DeckPoolDelegate(hub, self)
        self.setItemDelegate(self._drawn)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)

    def line_height(self) -> int:
        """Return how high a line is."""
        return self._drawn.line_height()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Count where − or + is pressed."""
        super().mousePressEvent(event)
        self._press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """One more; on − and + it is a second press."""
        if not self._press(event):
            self._count_by(1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Count."""
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal | Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Right:
                self._count_by(1)
            case Qt.Key.Key_Minus | Qt.Key.Key_Backspace | Qt.Key.Key_Left:
                self._count_by(-1)
            case Qt.Key.Key_Delete:
                self._count_to(0)
            case key if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 and not event.modifiers():
                self._count_to(int(key) - int(Qt.Key.Key_0))
            case _:
                super().keyPressEvent(event)

    def _press(self, event: QMouseEvent) -> bool:
        if event.button() is not Qt.MouseButton.LeftButton:
            return False
        at = event.position().toPoint()
        index = self.indexAt(at)
        if not index.isValid():
            return False
        less, _, more = self._drawn.zones(self.visualRect(index))
        for zone, by in ((less, -1), (more, 1)):
            if zone.contains(at):
                self._count_by(by)
                return True
        return False

    def _line(self) -> DeckPoolLine | None:
        line = self.currentIndex().data(LINE_ROLE)
        return line if isinstance(line, DeckPoolLine) else None

    def _count_by(self, by: int) -> None:
        line = self._line()
        if line is not None:
            self._count_to(line.count + by)

    def _count_to(self, count: int) -> None:
        line = self._line()
        if line is not None and max(0, count) != line.count:
            self.counted.emit(line.pick.entry.id, max(0, count))


def counts_of(value: object) -> dict[str, int]:
    """Return how many of each are counted in a value; what is no number counts as one, so that it can be seen."""
    if not isinstance(value, Mapping):
        return {}
    return {str(id_): count if isinstance(count, int) else 1 for id_, count in value.items()}
