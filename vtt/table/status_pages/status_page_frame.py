"""The frame of the status page panel: tabs, the page that scrolls, two buttons, and their arrangement."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QRegion, QWheelEvent
from PySide6.QtWidgets import QWidget

from vtt.shared.screen_names import table_text
from vtt.shared.seat_keys import seat_number_of_key
from vtt.table.status_pages.status_page_painting import frame_width, paint_frame
from vtt.table.status_pages.status_page_tabs import StatusPageIconButton, StatusPageTabRow
from vtt.table.status_pages.status_page_widget import StatusPageColumnHeads, StatusPageWidget
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_metrics import UiMetrics
from vtt.widgets.scroll_areas import PageScroll

TABS, LYING, SHEET = "tabs", "lying", "sheet"
"""The modes: only the tabs, a page in the free middle, or a sheet over the whole table."""
_BUTTONS: Final = {SHEET: ("close", "close"), TABS: ("chevron-down", "unfold"), LYING: ("chevron-up", "fold")}


class StatusPageFrame(QWidget):
    """The widgets of the status page panel and their arrangement; `StatusPagePanel` adds the contents.

    Args:
        hub: the theme.
        table: the table that it covers.
        handled: whether it takes input; the players' own screen only shows it.

    Signals:
        left: the focus goes back to the table.
    """

    left = Signal()

    def __init__(self, hub: ThemeHub, table: QWidget, *, handled: bool) -> None:
        super().__init__(table)
        self._hub = hub
        self._takes_input = handled
        self._table = table
        self._lengths: UiMetrics = hub.theme.metrics
        self._mode = TABS
        self._place = QRect()
        self._tab_row = StatusPageTabRow(hub, self, handled=handled)
        self._page = StatusPageWidget(hub)
        self._scroll = PageScroll(self._page, self)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._column_heads = StatusPageColumnHeads(hub, self)
        self._scroll.verticalScrollBar().valueChanged.connect(self.update_column_heads)
        self._larger_button = StatusPageIconButton(hub, self)
        self._fold_button = StatusPageIconButton(hub, self)
        self.setAccessibleName(table_text("slate.name"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._tab_row.left.connect(self._leave)
        self._page.left.connect(self._leave)
        if not handled:
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._larger_button.hide()
            self._fold_button.hide()
        hub.changed.connect(self._theme_changed)
        self.hide()

    @property
    def mode(self) -> str:
        """One of `TABS`, `LYING` and `SHEET`."""
        return self._mode

    @property
    def page(self) -> StatusPageWidget:
        """The widget of the open page."""
        return self._page

    @property
    def page_width(self) -> float:
        """The width of the page, without the scroll bar even if that is hidden."""
        return float(self._scroll.width() - self._hub.theme.metrics.scrollbar)

    @property
    def page_height(self) -> float:
        """The height of the visible part of the page, as long as it has not grown."""
        return float(self._room_for_page(self._place.height()))

    @property
    def page_fits(self) -> bool:
        """True if all of the page is visible, except for a margin."""
        return self._page.height() <= self._scroll.height() + self._lengths.pad_s

    def grow_within(self, tall: QRectF) -> None:
        """Grow as high as the page needs, around the place of `place_in` and within a room."""
        lying = self._place
        missing = max(0, self._page.height() - self._room_for_page(lying.height()))
        high = min(round(tall.height()), lying.height() + missing)
        top = min(max(round(tall.top()), lying.center().y() - high // 2), round(tall.bottom()) - high)
        self._take_place(QRect(lying.left(), top, lying.width(), high))

    def insert_into_tab_order(self) -> QWidget:
        """Insert the panel into the tab order behind the table; return the last widget of the panel."""
        before: QWidget = self._table
        for part in (*self._tab_row.tabs, self._tab_row.more, self._larger_button, self._fold_button, self._page):
            QWidget.setTabOrder(before, part)
            before = part
        return self._page

    def draw(self, painter: QPainter) -> None:
        """Draw the panel at its place on a picture of the table."""
        self.render(painter, self.pos(), QRegion(), QWidget.RenderFlag.DrawChildren)

    def place_in(self, mode: str, room: QRectF, lengths: UiMetrics, *, grows: bool = False) -> None:
        """Take a room in a mode; the tabs alone take only what they need of it.

        Args:
            mode: the mode.
            room: the room.
            lengths: every length.
            grows: `grow_within` follows; until then it stays as high as it is, so that not all is drawn anew.
        """
        self._mode, self._lengths = mode, lengths
        if self._takes_input:
            icon, key = _BUTTONS[mode]
            self._larger_button.setVisible(mode == LYING)
            self._larger_button.show_as("fullscreen", table_text("slate.larger"), lengths.icon)
            self._fold_button.show_as(icon, table_text(f"slate.{key}"), lengths.icon)
        rect = room.toRect()
        if mode == TABS:
            inner = frame_width(lengths) + lengths.pad_xs
            wide = min(rect.width(), self._tab_row.width_wanted() + self._buttons_width() + 2 * inner)
            rect = QRect(rect.center().x() - wide // 2, rect.top(), wide, self._tab_row.height_wanted() + 2 * inner)
            rect.moveBottom(min(rect.bottom(), self._table.height() - lengths.pad_s))
        self._place = rect
        self._take_place(QRect(rect.left(), self.y(), rect.width(), self.height()) if grows else rect)

    def _take_place(self, place: QRect) -> None:
        if self.geometry() != place:
            self.setGeometry(place)
        self._arrange_children()

    def _room_for_page(self, height: int) -> int:
        """Return the height of the visible part of the page in a frame of this height."""
        inner = frame_width(self._lengths) + self._lengths.pad_xs
        return max(1, height - self._tab_row.height_wanted() - self._lengths.pad_xs - 2 * inner)

    def _buttons_width(self) -> int:
        visible_count = sum(not button.isHidden() for button in (self._larger_button, self._fold_button))
        return visible_count * (self._lengths.control + self._lengths.pad_xs)

    def _arrange_children(self) -> None:
        m = self._lengths
        inner, high = frame_width(m) + m.pad_xs, self._tab_row.height_wanted()
        x = self.width() - inner
        for button in (self._fold_button, self._larger_button):
            if not button.isHidden():
                button.setGeometry(x - m.control, inner, m.control, high)
                x -= m.control + m.pad_xs
        self._tab_row.setGeometry(inner, inner, max(1, x - inner), high)
        self._tab_row.arrange()
        top = inner + high + m.pad_xs
        below = QRect(inner, top, self.width() - 2 * inner, self._room_for_page(self.height()))
        self._scroll.setVisible(self._mode != TABS)
        if self._scroll.geometry() != below:
            self._scroll.setGeometry(below)
        self.update_column_heads()

    def show_place(self, rect: QRectF) -> None:
        """Scroll to a rectangle of the page."""
        middle, m = rect.center().toPoint(), self._lengths
        below = self._column_heads.height() if self._column_heads.isVisible() else 0
        self._scroll.ensureVisible(middle.x(), middle.y(), m.pad_l, round(rect.height() / 2) + m.pad_l + below)

    @Slot()
    def update_column_heads(self) -> None:
        """Keep the column heads visible while the lines below them are scrolled."""
        scrolled = self._scroll.verticalScrollBar().value() if self._mode != TABS else 0
        self._column_heads.follow(self._page.page, scrolled, self._scroll.geometry(), self._lengths)

    def has_keyboard_focus(self) -> bool:
        """Return whether the keyboard focus is in the panel."""
        focused: QWidget | None = self.window().focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    @Slot(object)
    def _theme_changed(self, _theme: object) -> None:
        """Draw everything in the new theme; sizes follow with the next update."""
        for part in (
            self,
            self._page,
            self._column_heads,
            self._larger_button,
            self._fold_button,
            self._tab_row.more,
            *self._tab_row.tabs,
        ):
            part.update()

    @Slot()
    def _leave(self) -> None:
        """Give the focus back to the table."""
        self.left.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Keep the wheel from the table below."""
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep the press from the table below."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Keep the release from the table below."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the focused button, Esc leaves; only the keys of seats reach the table."""
        focused = self.window().focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focused, StatusPageIconButton):
            focused.click()
        elif seat_number_of_key(event):
            event.ignore()
            return
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame."""
        painter = QPainter(self)
        paint_frame(painter, QRectF(self.rect()), self._hub.theme, self._lengths)
        painter.end()
