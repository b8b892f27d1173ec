"""The tabs of the slate: one for each ledger, with its sign and how much of it wants attention."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from engine.play.ledgers import LedgerTab
from engine.play.words import Message
from vtt.table.naming import tell
from vtt.table.slate_words import Face, width_of, words_of
from vtt.widgets.metrics import Metrics
from vtt.widgets.text import button_text, tip
from vtt.widgets.theme import ThemeHub

_NOTHING: Final = Message(key="table.slate.name")
_LEAST_WORDS: Final = 2.6
"""Words of less than so many letters' heights tell nothing: a sign alone tells more."""


class SlateButton(QAbstractButton):
    """A small button beside the tabs: a sign, and what it does in words for those who rest on it.

    Args:
        hub: the theme.
        parent: the slate.
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
        """Show another sign, so large, with other words."""
        if (icon, words, size) != (self._icon, self.accessibleName(), self._size):
            self._icon, self._size = icon, size
            self.setAccessibleName(words)
            self.setToolTip(tip(words))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign, lit under the pointer, ringed in focus."""
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


class SlateTab(QAbstractButton):
    """One tab."""

    walked = Signal(int)
    down_wanted = Signal()
    left = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._lengths = hub.theme.metrics
        self.tab = LedgerTab(key="", label=_NOTHING)
        self._words = ""
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def nextCheckState(self) -> None:
        """Leave it to the slate which one is open."""

    def show_tab(self, tab: LedgerTab, lengths: Metrics, *, chosen: bool) -> None:
        """Show a ledger's name, sign and count."""
        if (tab, lengths, chosen) != (self.tab, self._lengths, self.isChecked()):
            self.tab, self._lengths = tab, lengths
            self._words = words_of(tab.label)
            self.setChecked(chosen)
            spoken = tell("slate.tab_count", label=self._words, count=tab.count) if tab.count else self._words
            self.setAccessibleName(tell("slate.tab_now", label=spoken) if tab.now else spoken)
            self.setToolTip(tip(self.accessibleName()))
            self.update()

    @property
    def words_width(self) -> int:
        """How wide its words are."""
        return round(width_of(self._words, self._face)) + 2

    def width_with(self, room: float) -> int:
        """Return how wide it is with so much room for its words; with little, a sign alone stands there."""
        m = self._lengths
        words = 0 if self.tab.sign and not room else round(min(self.words_width, max(room, m.font_body)))
        sign = m.icon_s + (m.pad_xs if words else 0) if self.tab.sign else 0
        return 2 * m.pad_m + sign + words + (self._badge + m.pad_xs if self.tab.count else 0)

    @property
    def width_at_least(self) -> int:
        """How wide it is where there is hardly any room: its sign, else its first letters, and its count."""
        m = self._lengths
        sign = m.icon_s if self.tab.sign else round(_LEAST_WORDS * m.font_body)
        return 2 * m.pad_xs + sign + (self._badge + m.pad_xs if self.tab.count else 0)

    @property
    def _face(self) -> Face:
        return Face(self._lengths.font_body, bold=True)

    @property
    def _badge(self) -> int:
        m = self._lengths
        words = width_of(str(self.tab.count), Face(m.font_small, bold=True))
        return max(round(m.font_small * 1.5), round(words) + 2 * m.pad_xs)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go along the tabs and down onto the page; Esc gives the keys back to the table."""
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
        """Draw the tab; the open one is lit and underlined."""
        theme, m = self._hub.theme, self._lengths
        painter = QPainter(self)
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
            painter.setFont(Face(m.font_small, bold=True).font)
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


class SlateTabs(QWidget):
    """The row of tabs.

    Args:
        hub: the theme.
        parent: the slate.
        handled: whether it can be touched.

    Signals:
        chosen: the key of a ledger that somebody wants to see.
        down_wanted: the keys shall go on to the page.
        left: somebody gives the keys back to the table.
    """

    chosen = Signal(str)
    down_wanted = Signal()
    left = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget, *, handled: bool) -> None:
        super().__init__(parent)
        self._hub = hub
        self._handled = handled
        self._lengths = hub.theme.metrics
        self.tabs: list[SlateTab] = []
        self._laid: tuple[object, ...] = ()
        self._left: list[LedgerTab] = []
        self._more = SlateButton(hub, self)
        self._more.hide()
        self._more.clicked.connect(self._show_left)

    @property
    def more(self) -> SlateButton:
        """The button under which the tabs are for which there is no room."""
        return self._more

    def show_tabs(self, tabs: Sequence[LedgerTab], opened: str, lengths: Metrics) -> None:
        """Show these tabs, one of them open."""
        self._lengths = lengths
        if len(self.tabs) != len(tabs):
            self._laid = ()  # those that come are not laid yet, were it the same that they show
        while len(self.tabs) > len(tabs):
            gone = self.tabs.pop()
            gone.hide()
            gone.deleteLater()
        while len(self.tabs) < len(tabs):
            made = SlateTab(self._hub, self)
            if not self._handled:
                made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            made.clicked.connect(lambda _=False, made=made: self.chosen.emit(made.tab.key))
            made.walked.connect(lambda by, made=made: self._walk(made, by))
            made.down_wanted.connect(self.down_wanted)
            made.left.connect(self.left)
            made.show()
            self.tabs.append(made)
        for shown, tab in zip(self.tabs, tabs, strict=True):
            shown.show_tab(tab, lengths, chosen=tab.key == opened)

    def height_wanted(self) -> int:
        """Return how high the row is."""
        return self._lengths.control

    def width_wanted(self) -> int:
        """Return how wide the row would like to be."""
        return self._width(100_000)

    def _width(self, room: float) -> int:
        return sum(tab.width_with(room) + self._lengths.pad_xs for tab in self.tabs)

    def lay(self) -> None:
        """Lay the tabs side by side; words give way first, then the air, and at last those that wait under "more"."""
        m = self._lengths
        shows = (self.width(), m, tuple((shown.tab, shown.isChecked()) for shown in self.tabs))
        if shows == self._laid:
            return
        self._laid = shows
        gap, widths = m.pad_xs, self._widths()
        left: list[SlateTab] = []
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
            self._more.show_as("more", tell("slate.more", count=len(left)), m.icon_s)
            self._more.setGeometry(x, 0, max(1, min(m.control, self.width() - x)), self.height_wanted())

    def _widths(self) -> dict[SlateTab, int]:
        """Return how wide each tab is where the longest words give way first."""
        low, high = 0, max((tab.words_width for tab in self.tabs), default=0)
        while low < high:
            room = (low + high + 1) // 2
            low, high = (room, high) if self._width(room) <= self.width() else (low, room - 1)
        m = self._lengths
        widths = {tab: tab.width_with(low if low >= _LEAST_WORDS * m.font_body else 0) for tab in self.tabs}
        over = sum(widths.values()) + m.pad_xs * (len(widths) - 1) - self.width()
        now = next((tab for tab in self.tabs if tab.isChecked()), None)
        if now is not None and over + now.width_with(now.words_width) <= widths[now]:
            widths[now] = now.width_with(now.words_width)  # what is open keeps its name as long as it can
        return widths

    @Slot()
    def _show_left(self) -> None:
        """Show the tabs for which there is no room."""
        menu = QMenu(self)
        menu.setAccessibleName(self._more.accessibleName())
        for tab in self._left:
            words = words_of(tab.label)
            made = menu.addAction(
                button_text(tell("slate.tab_count", label=words, count=tab.count) if tab.count else words)
            )
            if tab.sign:
                made.setIcon(self._hub.icon(tab.sign))
            made.triggered.connect(lambda _=False, key=tab.key: self.chosen.emit(key))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._more.mapToGlobal(QPoint(0, self._more.height())))

    def sizeHint(self) -> QSize:
        """Return how much room it would like to have."""
        return QSize(self.width_wanted(), self.height_wanted())

    def _walk(self, here: SlateTab, by: int) -> None:
        at = self.tabs.index(here) + by
        if 0 <= at < len(self.tabs):
            self.chosen.emit(self.tabs[at].tab.key)  # first: one that had no room has some once it is open
            self.tabs[at].setFocus(Qt.FocusReason.TabFocusReason)
