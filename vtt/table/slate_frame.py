"""What the slate is made of: a frame with its tabs, a page that scrolls, and two buttons; and how it lies there."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QRegion, QWheelEvent
from PySide6.QtWidgets import QWidget

from vtt.table.keys import seat_number
from vtt.table.naming import tell
from vtt.table.slate_art import frame_width, paint_frame
from vtt.table.slate_heads import SlateHeads
from vtt.table.slate_page import SlatePage
from vtt.table.slate_tabs import SlateButton, SlateTabs
from vtt.widgets.metrics import Metrics
from vtt.widgets.scroll import PageScroll
from vtt.widgets.theme import ThemeHub

TABS, LYING, SHEET = "tabs", "lying", "sheet"
"""How it lies there: its tabs alone, in the free middle, or as a sheet over the table."""
_BUTTONS: Final = {SHEET: ("close", "close"), TABS: ("chevron-down", "unfold"), LYING: ("chevron-up", "fold")}


class SlateFrame(QWidget):
    """The slate as a thing; what stands on it others know.

    Args:
        hub: the theme.
        table: the table on which it lies.
        handled: whether it can be touched; on the players' own screen it is only looked at.

    Signals:
        left: the keys go back to the table.
    """

    left = Signal()

    def __init__(self, hub: ThemeHub, table: QWidget, *, handled: bool) -> None:
        super().__init__(table)
        self._hub = hub
        self._handled = handled
        self._table = table
        self._lengths: Metrics = hub.theme.metrics
        self._mode = TABS
        self._row = SlateTabs(hub, self, handled=handled)
        self._page = SlatePage(hub)
        self._scroll = PageScroll(self._page, self)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._heads = SlateHeads(hub, self)
        self._scroll.verticalScrollBar().valueChanged.connect(self.keep_heads)
        self._larger = SlateButton(hub, self)
        self._fold = SlateButton(hub, self)
        self.setAccessibleName(tell("slate.name"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._row.left.connect(self._leave)
        self._page.left.connect(self._leave)
        if not handled:
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._larger.hide()
            self._fold.hide()
        hub.changed.connect(self._wear)
        self.hide()

    @property
    def mode(self) -> str:
        """How it lies there: `tabs`, `lying` or `sheet`."""
        return self._mode

    @property
    def page(self) -> SlatePage:
        """The page of the open ledger."""
        return self._page

    @property
    def page_width(self) -> float:
        """How wide the page is, whether it needs its scroll bar or not."""
        return float(self._scroll.width() - self._hub.theme.metrics.scrollbar)

    @property
    def page_height(self) -> float:
        """How much of the page is seen at once."""
        return float(self._scroll.height())

    @property
    def page_fits(self) -> bool:
        """Whether all of the page is seen, but for a margin."""
        return self._page.height() <= self._scroll.height() + self._lengths.pad_s

    def stand_up(self, tall: QRectF) -> None:
        """Be as high as the page needs, about where it lies, within a room."""
        lying = self.geometry()
        high = min(round(tall.height()), lying.height() + max(0, self._page.height() - self._scroll.height()))
        top = min(max(round(tall.top()), lying.center().y() - high // 2), round(tall.bottom()) - high)
        self.setGeometry(lying.left(), top, lying.width(), high)
        self._lay_inside()

    def come_between(self) -> QWidget:
        """Let Tab lead here from the table, and return from where it goes on."""
        before: QWidget = self._table
        for part in (*self._row.tabs, self._row.more, self._larger, self._fold, self._page):
            QWidget.setTabOrder(before, part)
            before = part
        return self._page

    def draw(self, painter: QPainter) -> None:
        """Draw it on a picture of the table, where it lies."""
        self.render(painter, self.pos(), QRegion(), QWidget.RenderFlag.DrawChildren)

    def lie(self, mode: str, room: QRectF, lengths: Metrics) -> None:
        """Lie in a room in a certain way; the tabs alone take no more of it than they need."""
        self._mode, self._lengths = mode, lengths
        if self._handled:
            icon, key = _BUTTONS[mode]
            self._larger.setVisible(mode == LYING)
            self._larger.show_as("fullscreen", tell("slate.larger"), lengths.icon)
            self._fold.show_as(icon, tell(f"slate.{key}"), lengths.icon)
        rect = room.toRect()
        if mode == TABS:
            inner = frame_width(lengths) + lengths.pad_xs
            wide = min(rect.width(), self._row.width_wanted() + self._buttons_width() + 2 * inner)
            rect = QRect(rect.center().x() - wide // 2, rect.top(), wide, self._row.height_wanted() + 2 * inner)
            rect.moveBottom(min(rect.bottom(), self._table.height() - lengths.pad_s))
        if self.geometry() != rect:
            self.setGeometry(rect)
        self._lay_inside()

    def _buttons_width(self) -> int:
        shown = sum(not button.isHidden() for button in (self._larger, self._fold))
        return shown * (self._lengths.control + self._lengths.pad_xs)

    def _lay_inside(self) -> None:
        m = self._lengths
        inner, high = frame_width(m) + m.pad_xs, self._row.height_wanted()
        x = self.width() - inner
        for button in (self._fold, self._larger):
            if not button.isHidden():
                button.setGeometry(x - m.control, inner, m.control, high)
                x -= m.control + m.pad_xs
        self._row.setGeometry(inner, inner, max(1, x - inner), high)
        self._row.lay()
        top = inner + high + m.pad_xs
        below = QRect(inner, top, self.width() - 2 * inner, max(1, self.height() - top - inner))
        self._scroll.setVisible(self._mode != TABS)
        if self._scroll.geometry() != below:
            self._scroll.setGeometry(below)
        self.keep_heads()

    def show_place(self, rect: QRectF) -> None:
        """Scroll to a place of the page."""
        middle, m = rect.center().toPoint(), self._lengths
        below = self._heads.height() if self._heads.isVisible() else 0
        self._scroll.ensureVisible(middle.x(), middle.y(), m.pad_l, round(rect.height() / 2) + m.pad_l + below)

    @Slot()
    def keep_heads(self) -> None:
        """Let the heads of columns stand while their lines are scrolled."""
        scrolled = self._scroll.verticalScrollBar().value() if self._mode != TABS else 0
        self._heads.follow(self._page.page, scrolled, self._scroll.geometry(), self._lengths)

    def has_keys(self) -> bool:
        """Say whether the keyboard stands anywhere on it."""
        focused: QWidget | None = self.window().focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    @Slot(object)
    def _wear(self, _theme: object) -> None:
        """Be drawn in the colours of another theme; what it is told of next is as large as that wants it."""
        for part in (self, self._page, self._heads, self._larger, self._fold, self._row.more, *self._row.tabs):
            part.update()

    @Slot()
    def _leave(self) -> None:
        """Give the keys back to the table."""
        self.left.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Keep the wheel: nothing below is meant."""
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep the press: nothing below is meant."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Keep it as well."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the keys, and Esc leave; only the keys of hands go on to the table."""
        focused = self.window().focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focused, SlateButton):
            focused.click()
        elif seat_number(event):
            event.ignore()
            return
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame."""
        painter = QPainter(self)
        paint_frame(painter, QRectF(self.rect()), self._hub.theme, self._lengths)
        painter.end()
