"""The tabs of the status page panel: one for each page, with its icon and the number of things that need attention."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from engine.messages.message import Message
from engine.presentation.status_pages import StatusPageTab
from vtt.shared.screen_names import table_text
from vtt.table.status_pages.status_page_text import FontSpec, measured_width, message_text
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_metrics import UiMetrics
from vtt.widgets.plain_text import button_text, tip

_NOTHING: Final = Message(key="table.slate.name")
_LEAST_WORDS: Final = 2.6
"""The minimum width for a tab's text, in heights of a letter; with less only the icon is shown."""


class StatusPageIconButton(QAbstractButton):
    """A small icon button beside the tabs, with a tooltip.

    Args:
        hub: the theme.
        parent: the panel.
    """

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._icon = ""
        self._size = 16
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_as(self, icon: str, words: str, size: int) -> None:
        """Show another icon of a size, with another tooltip."""
        if (icon, words, size) != (self._icon, self.accessibleName(), self._size):
            self._icon, self._size = icon, size
            self.setAccessibleName(words)
            self.setToolTip(tip(words))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon, lit under the pointer, with a ring in focus."""
        theme, m = self._hub.theme, self._hub.theme.metrics
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.underMouse() or self.isDown():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("sunken" if self.isDown() else "raised"))
            painter.drawRoundedRect(rect, m.radius, m.radius)
        picture = self._hub.pixmap(self._icon, self._size, dpr=self.devicePixelRatioF())
        painter.drawPixmap(rect.center() - QPointF(self._size, self._size) / 2, picture)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("focus"), m.ring))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), m.radius, m.radius)
        painter.end()


class StatusPageTabButton(QAbstractButton):
    """One tab.

    Attributes:
        tab: the page that it opens.
        words_width: the width of its text.
    """

    walked = Signal(int)
    down_wanted = Signal()
    left = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._lengths = hub.theme.metrics
        self.tab = StatusPageTab(key="", label=_NOTHING)
        self._words = ""
        self.words_width = self._badge = 0
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # the frame below need not be drawn with it
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def nextCheckState(self) -> None:
        """Leave it to the panel which page is open."""

    def show_tab(self, tab: StatusPageTab, lengths: UiMetrics, *, chosen: bool) -> None:
        """Show a page's name, icon and count."""
        if (tab, lengths, chosen) != (self.tab, self._lengths, self.isChecked()):
            self.tab, self._lengths = tab, lengths
            self._words = message_text(tab.label)
            self.words_width = round(measured_width(self._words, self._face)) + 2
            badge = measured_width(str(tab.count), FontSpec(lengths.font_small, bold=True)) if tab.count else 0
            self._badge = max(round(lengths.font_small * 1.5), round(badge) + 2 * lengths.pad_xs)
            self.setChecked(chosen)
            spoken = table_text("slate.tab_count", label=self._words, count=tab.count) if tab.count else self._words
            self.setAccessibleName(table_text("slate.tab_now", label=spoken) if tab.now else spoken)
            self.setToolTip(tip(self.accessibleName()))
            self.update()

    def width_with(self, room: float) -> int:
        """Return its width for a room for the text; with little room only the icon is shown."""
        m = self._lengths
        words = 0 if self.tab.sign and not room else round(min(self.words_width, max(room, m.font_body)))
        sign = m.icon_s + (m.pad_xs if words else 0) if self.tab.sign else 0
        return 2 * m.pad_m + sign + words + (self._badge + m.pad_xs if self.tab.count else 0)

    @property
    def width_at_least(self) -> int:
        """The minimum width: its icon, else its first letters, and its count."""
        m = self._lengths
        sign = m.icon_s if self.tab.sign else round(_LEAST_WORDS * m.font_body)
        return 2 * m.pad_xs + sign + (self._badge + m.pad_xs if self.tab.count else 0)

    @property
    def _face(self) -> FontSpec:
        return FontSpec(self._lengths.font_body, bold=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move along the tabs and down to the page; Esc gives the focus back to the table."""
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.walked.emit(-1 if key == Qt.Key.Key_Left else 1)
        elif key == Qt.Key.Key_Down:
            self.down_wanted.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the tab on the panel's background; the open one is lit and underlined."""
        theme, m = self._hub.theme, self._lengths
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        chosen = self.isChecked()
        if chosen or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection" if chosen else "raised"))
            painter.drawRoundedRect(rect, m.radius, m.radius)
        ink = "on_selection" if chosen else "accent_text" if self.tab.now else "text"
        pad = min(m.pad_m, max(1, (self.width() - self.width_with(0)) // 2 + m.pad_m))
        x = rect.left() + pad
        if self.tab.sign:
            picture = self._hub.pixmap(self.tab.sign, m.icon_s, role=ink, dpr=self.devicePixelRatioF())
            painter.drawPixmap(round(x), round(rect.center().y() - m.icon_s / 2), picture)
            x += m.icon_s + m.pad_xs
        end = rect.right() - pad - (self._badge + m.pad_xs if self.tab.count else 0)
        if end - x > m.font_body:
            painter.setFont(self._face.font)
            painter.setPen(theme.colour(ink))
            metrics = QFontMetrics(self._face.font)
            words = metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, round(end - x + 2))
            painter.drawText(
                QRectF(x, rect.top(), end - x + 3, rect.height()), int(Qt.AlignmentFlag.AlignVCenter), words
            )
        if self.tab.count:
            high = round(m.font_small * 1.5)
            badge = QRectF(rect.right() - pad - self._badge + m.pad_xs, rect.center().y() - high / 2, self._badge, high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("on_selection" if chosen else "accent"))
            painter.drawRoundedRect(badge, high / 2, high / 2)
            painter.setFont(FontSpec(m.font_small, bold=True).font)
            painter.setPen(theme.colour("selection" if chosen else "on_accent"))
            painter.drawText(badge, int(Qt.AlignmentFlag.AlignCenter), str(self.tab.count))
        if self.tab.now:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("on_selection" if chosen else "accent"))
            painter.drawRoundedRect(
                QRectF(rect.left() + pad, rect.bottom() - m.ring, rect.width() - 2 * pad, m.ring), 1, 1
            )
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("focus"), m.ring))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), m.radius, m.radius)
        painter.end()


class StatusPageTabRow(QWidget):
    """The row of tabs.

    Args:
        hub: the theme.
        parent: the panel.
        handled: whether it takes input.

    Signals:
        chosen: the key of the page that was chosen.
        down_wanted: the focus shall move to the page.
        left: the focus goes back to the table.
    """

    chosen = Signal(str)
    down_wanted = Signal()
    left = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget, *, handled: bool) -> None:
        super().__init__(parent)
        self._hub = hub
        self._handled = handled
        self._lengths = hub.theme.metrics
        self.tabs: list[StatusPageTabButton] = []
        self._laid: tuple[object, ...] = ()
        self._left: list[StatusPageTab] = []
        self._more = StatusPageIconButton(hub, self)
        self._more.hide()
        self._more.clicked.connect(self._show_left)

    @property
    def more(self) -> StatusPageIconButton:
        """The button with a menu of the tabs without room."""
        return self._more

    def show_tabs(self, tabs: Sequence[StatusPageTab], opened: str, lengths: UiMetrics) -> None:
        """Show these tabs, one of them open."""
        self._lengths = lengths
        if len(self.tabs) != len(tabs):
            self._laid = ()  # new tabs are not laid out yet, even with the same contents
        while len(self.tabs) > len(tabs):
            gone = self.tabs.pop()
            gone.hide()
            gone.deleteLater()
        while len(self.tabs) < len(tabs):
            made = StatusPageTabButton(self._hub, self)
            if not self._handled:
                made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            made.clicked.connect(lambda _=False, made=made: self.chosen.emit(made.tab.key))
            made.walked.connect(lambda by, made=made: self._walk(made, by))
            made.down_wanted.connect(self.down_wanted)
            made.left.connect(self.left)
            made.show()
            self.tabs.append(made)
        for tab_button, tab in zip(self.tabs, tabs, strict=True):
            tab_button.show_tab(tab, lengths, chosen=tab.key == opened)

    def height_wanted(self) -> int:
        """Return the height of the row."""
        return self._lengths.control

    def width_wanted(self) -> int:
        """Return the width that the row wants."""
        return self._width(100_000)

    def _width(self, room: float) -> int:
        return sum(tab.width_with(room) + self._lengths.pad_xs for tab in self.tabs)

    def arrange(self) -> None:
        """Arrange the tabs side by side; first texts give way, then gaps, and last the tabs in the menu."""
        m = self._lengths
        shows = (self.width(), m, tuple((shown.tab, shown.isChecked()) for shown in self.tabs))
        if shows == self._laid:
            return
        self._laid = shows
        gap, widths = m.pad_xs, self._widths()
        left: list[StatusPageTabButton] = []
        if sum(widths.values()) + gap * (len(widths) - 1) > self.width():
            gap = 1
            widths = {tab: tab.width_at_least for tab in self.tabs}
            room = self.width() + gap
            if sum(wide + gap for wide in widths.values()) > room:
                room -= m.icon_s + 2 * m.pad_xs + gap
                for tab in sorted(self.tabs, key=lambda tab: not (tab.isChecked() or tab.tab.now)):
                    room -= widths[tab] + gap
                    if room < 0:
                        left.append(tab)
        self._left = [tab.tab for tab in self.tabs if tab in left]
        x = 0
        for tab, wide in widths.items():
            tab.setVisible(tab not in left)
            if tab not in left:
                tab.setGeometry(x, 0, wide, self.height_wanted())
                x += wide + gap
        self._more.setVisible(bool(left))
        if left:
            self._more.show_as("more", table_text("slate.more", count=len(left)), m.icon_s)
            self._more.setGeometry(x, 0, max(1, min(m.control, self.width() - x)), self.height_wanted())

    def _widths(self) -> dict[StatusPageTabButton, int]:
        """Return the width of each tab.

        Where there is no room for all names, the open tab keeps its own, and others from the left as far as they have
        room; of the rest only the icon is shown. Tabs without icons are cut, the longest names first.
        """
        low, high = 0, max((tab.words_width for tab in self.tabs), default=0)
        longest = high
        while low < high:
            room = (low + high + 1) // 2
            low, high = (room, high) if self._width(room) <= self.width() else (low, room - 1)
        m = self._lengths
        has_icons = all(tab.tab.sign for tab in self.tabs)
        is_cut = low < longest and (has_icons or low < _LEAST_WORDS * m.font_body)
        widths = {tab: tab.width_with(0 if is_cut else low) for tab in self.tabs}
        free = self.width() - sum(widths.values()) - m.pad_xs * (len(widths) - 1)
        by_need = sorted(self.tabs, key=lambda tab: not tab.isChecked())
        if has_icons:
            free += self._narrower(by_need, widths, free)
        for tab in by_need if has_icons else by_need[:1]:
            wide = tab.width_with(tab.words_width)
            if widths[tab] < wide <= widths[tab] + free:
                free -= wide - widths[tab]
                widths[tab] = wide
        return widths

    def _narrower(self, tabs: Sequence[StatusPageTabButton], widths: dict[StatusPageTabButton, int], free: int) -> int:
        """Narrow the gaps round the other icons as far as the first tab needs it for its name; return the room won."""
        first, others = tabs[0], tabs[1:]
        short = first.width_with(first.words_width) - widths[first] - free
        by = math.ceil(short / len(others)) if others and first.isChecked() else 0
        if by <= 0 or any(widths[tab] - by < tab.width_at_least for tab in others):
            return 0
        widths |= {tab: widths[tab] - by for tab in others}
        return by * len(others)

    @Slot()
    def _show_left(self) -> None:
        """Show the menu of the tabs without room."""
        menu = QMenu(self)
        menu.setAccessibleName(self._more.accessibleName())
        for tab in self._left:
            words = message_text(tab.label)
            made = menu.addAction(
                button_text(table_text("slate.tab_count", label=words, count=tab.count) if tab.count else words)
            )
            if tab.sign:
                made.setIcon(self._hub.icon(tab.sign))
            made.triggered.connect(lambda _=False, key=tab.key: self.chosen.emit(key))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._more.mapToGlobal(QPoint(0, self._more.height())))

    def sizeHint(self) -> QSize:
        """Return the size that it wants."""
        return QSize(self.width_wanted(), self.height_wanted())

    def _walk(self, here: StatusPageTabButton, by: int) -> None:
        at = self.tabs.index(here) + by
        if 0 <= at < len(self.tabs):
            self.chosen.emit(self.tabs[at].tab.key)  # first: a tab without room gets some once it is open
            self.tabs[at].setFocus(Qt.FocusReason.TabFocusReason)
