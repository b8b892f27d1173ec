"""Notices over the window: a sentence that goes away by itself, and that can be read again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QEnterEvent, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.model.seats import SHARED
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.beside_piece import (
    NEWS_LINE,
    NOTICE_FRAME,
    QUESTION_FRAME,
    TITLE_LINE,
    covered_area,
    place_beside,
)
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import SHORTEST_READING_MS, label, reading_ms, short
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.visible_part import visible_boxes

KEPT = 200
_READ = 2500
"""A notice that was there for so many milliseconds makes way for the next gesture."""
_LINES_DOWN = 3
"""A notice stays near the bar, within so many of its own heights: farther down are the table and its questions."""

_KEPT_OFF = (QUESTION_FRAME, TITLE_LINE, NEWS_LINE)


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence with the rules that it rests on.

    Attributes:
        viewer: the viewer of the screen that said it. Everybody may read the sentences of the shared screen.
    """

    text: str
    rules: tuple[str, ...] = ()
    viewer: str = SHARED


def _nothing_read(_page: QWidget) -> Sequence[QRectF]:
    return ()


class Toast(QFrame):
    """The sentence of the moment, on the right below the bar of the window. It takes no focus and goes by itself.

    The left has the title of what is under way, and questions, which are read first. Buttons and fields stay free.

    Attributes:
        read_boxes: returns where there is something to be read that is no widget, in the coordinates of a page.
    """

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._page = parent
        self.setProperty("role", "card")
        self.setObjectName(NOTICE_FRAME)
        self._row = QHBoxLayout(self)
        self._sign = label()
        self._text = label(wrap=True)
        self._rules = label("", "key")
        self._close = IconButton(hub, "close", ui_text("shell", "toast.close"), self)
        self._close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._close.clicked.connect(self.hide)
        self._row.addWidget(self._sign)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._rules, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignVCenter)
        self.read_boxes: Callable[[QWidget], Sequence[QRectF]] = _nothing_read
        self._is_greeting = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.hide()
        parent.installEventFilter(self)
        follow_theme(hub, self._apply_theme)

    @property
    def text(self) -> str:
        """The text of the notice."""
        return self._text.text()

    def say(self, notice: Notice, *, is_greeting: bool = False) -> None:
        """Say a sentence; a greeting goes with the first gesture, read or not."""
        self._is_greeting = is_greeting
        self._text.setText(short(notice.text, 400))
        rules = notice.rules if self._hub.theme.rule_numbers else ()
        self._rules.setText(", ".join(rules))
        self._rules.setVisible(bool(rules))
        self.setAccessibleName(notice.text)
        self._place()
        self.show()
        self.raise_()
        self._timer.start(reading_ms(notice.text))
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, notice.text))

    def make_way(self) -> None:
        """Go if there was time to read it, or if it only greets."""
        was_read = self._timer.interval() - self._timer.remainingTime() >= _READ and not self.underMouse()
        if self.isVisible() and (was_read or self._is_greeting):
            self.hide()

    def withdraw(self) -> None:
        """Go at once, and hold nothing that others could find."""
        self._timer.stop()
        self.hide()
        for part in (self._text, self._rules):
            part.clear()
        self.setAccessibleName("")

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay while the pointer is over the notice."""
        super().enterEvent(event)
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Go after a while."""
        super().leaveEvent(event)
        if self.isVisible():
            self._timer.start(SHORTEST_READING_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the place when the window changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _apply_theme(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._row.setContentsMargins(lengths.pad_l, lengths.pad_s, lengths.pad_s, lengths.pad_s)
        self._row.setSpacing(lengths.pad_m)
        self._sign.setPixmap(self._hub.pixmap("note", lengths.icon, role="accent_text", dpr=self.devicePixelRatioF()))
        if self.isVisible():
            self._place()

    def _below(self) -> int:
        """Return where the bar at the head of the window ends: no button may be covered."""
        bar = self._page.findChild(QWidget, "top_bar")
        return bar.geometry().bottom() if isinstance(bar, QWidget) else 0

    def _beside(self) -> int:
        """Return where the rail ends."""
        rail = self._page.findChild(QWidget, "rail")
        return rail.width() if isinstance(rail, QWidget) and rail.isVisible() else 0

    def _place(self) -> None:
        lengths = self._hub.theme.metrics
        parent = self._page
        left = self._beside()
        room = parent.width() - left - 2 * lengths.pad_l
        wish = self._text.fontMetrics().horizontalAdvance(self._text.text()) + lengths.control * 5
        wish += self._rules.sizeHint().width() if self._rules.text() else 0
        width = max(min(room, lengths.control * 8), min(room, wish, lengths.control * 22))
        self.setFixedWidth(width)
        self._row.activate()
        height = min(max(self._row.heightForWidth(width), lengths.control), parent.height())
        self.setFixedHeight(height)
        below = self._below()
        deep = min(_LINES_DOWN * height, parent.height() - below - lengths.pad_m)
        free = QRect(left + lengths.pad_l, below, room, max(height, deep))
        head = QRect(QPoint(free.right() - width + 1, below), QSize(width, 1))
        size, controls = QSize(width, height), self._controls()
        places = [place_beside(size, head, free, controls, kept=kept) for kept in (self.read_boxes(parent), ())]
        # Names on the table are kept free only where that covers no more of a title or a question.
        first = visible_boxes([part for name in _KEPT_OFF for part in parent.findChildren(QWidget, name)], parent)
        self.move(min(places, key=lambda place: covered_area(QRect(place, size), first)))

    def _controls(self) -> list[QRectF]:
        """Return where buttons, fields, a question and the title are: a sentence must not cover what it is about."""
        kinds = (QAbstractButton, QComboBox, QLineEdit)
        parts = (part for part in self._page.findChildren(QWidget) if part is not self._close)
        kept_off = [part for part in parts if isinstance(part, kinds) or part.objectName() in _KEPT_OFF]
        return visible_boxes(kept_off, self._page)


class Banner(QFrame):
    """A sentence at the top of a page that stays until it is closed, for problems that need an action.

    Signals:
        wanted: the key of a button.
        resized: it takes more or less room now, or none.
    """

    wanted = Signal(str)
    resized = Signal()

    def __init__(self, hub: ThemeHub, actions: Sequence[tuple[str, str]] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self.setProperty("role", "sunken")
        self._row = QHBoxLayout(self)
        self._sign = label()
        self._text = label("", "danger", wrap=True)
        self._row.addWidget(self._sign)
        self._row.addWidget(self._text, 1)
        for key, icon in actions:
            button = IconButton(hub, icon, ui_text("shell", f"action.{key}"), self)
            button.clicked.connect(lambda _=False, k=key: self.wanted.emit(k))
            self._row.addWidget(button)
        close = IconButton(hub, "close", ui_text("shell", "toast.close"), self)
        close.clicked.connect(self.hide)
        self._row.addWidget(close)
        self.hide()
        follow_theme(hub, self._apply_theme)

    @property
    def text(self) -> str:
        """The text of the banner."""
        return self._text.text()

    def say(self, text: str) -> None:
        """Say a sentence."""
        self._text.setText(short(text, 500))
        self.setAccessibleName(text)
        self.show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Give back the room."""
        super().hideEvent(event)
        self.resized.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say that it takes another room: the sentence wraps."""
        super().resizeEvent(event)
        self.resized.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the room that it had before."""
        super().showEvent(event)
        self.resized.emit()

    def _apply_theme(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._row.setContentsMargins(lengths.pad_l, lengths.pad_s, lengths.pad_s, lengths.pad_s)
        self._row.setSpacing(lengths.pad_m)
        self._sign.setPixmap(self._hub.pixmap("warning", lengths.icon, role="danger", dpr=self.devicePixelRatioF()))


class Notices(QObject):
    """All that was said in this window, newest last, and the toast that says it.

    The GM screen may say secrets. Its sentences can be read on the GM screen only.
    """

    def __init__(self, hub: ThemeHub, window: QWidget) -> None:
        super().__init__(window)
        self._hub = hub
        self._window = window
        self.toast = Toast(hub, window)
        self.messages: list[Notice] = []
        self._viewer = SHARED
        self._said: Notice | None = None
        self._list: MessageDialog | None = None

    def say(self, text: str, rules: Sequence[str] = (), viewer: str = SHARED, *, is_greeting: bool = False) -> None:
        """Say a sentence in passing; a greeting makes way for the very first gesture."""
        self.note(text, rules, viewer)
        self._said = self.messages[-1]
        self.toast.say(self._said, is_greeting=is_greeting)

    def note(self, text: str, rules: Sequence[str] = (), viewer: str = SHARED) -> None:
        """Keep a sentence that was said already, where it happened."""
        self.messages.append(Notice(text, tuple(rules), viewer))
        del self.messages[:-KEPT]

    def set_viewer(self, viewer: str) -> None:
        """Withdraw what only another viewer may read."""
        self._viewer = viewer
        if self._said is not None and not self._may_read(self._said):
            self.toast.withdraw()
        if self._list is not None:
            self._list.reject()

    @Slot()
    def make_way(self) -> None:
        """Leave the table to the next gesture; the sentence can be read again."""
        self.toast.make_way()

    def forget(self) -> None:
        """Put everything away, as when another campaign comes in."""
        self.messages.clear()
        self.toast.withdraw()
        self.toast.read_boxes = _nothing_read
        self._viewer = SHARED

    def _may_read(self, notice: Notice) -> bool:
        return notice.viewer in (SHARED, self._viewer)

    def show_list(self) -> MessageDialog:
        """Show all that was said, newest first."""
        from vtt.widgets.wrapping_items import wrap_items

        items = QListWidget()
        wrap_items(items)
        items.setUniformItemSizes(False)
        items.setAccessibleName(ui_text("shell", "messages.title"))
        items.setMinimumSize(QSize(0, self._hub.theme.metrics.control * 7))
        readable = [notice for notice in self.messages if self._may_read(notice)]
        for notice in reversed(readable):
            items.addItem(QListWidgetItem(self._hub.theme.with_rules(notice.text, notice.rules)))
        items.setVisible(bool(readable))
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(items)
        sentence = ui_text("shell", "messages.some") if readable else ui_text("shell", "messages.none")
        dialogue = MessageDialog(
            self._hub,
            ui_text("shell", "messages.title"),
            (sentence,),
            (DialogButton("", ui_text("shell", "button.close"), "primary"),),
            self._window,
            icon="note",
            content=content,
        )
        self._list = dialogue
        dialogue.finished.connect(self._list_closed)
        dialogue.open()
        return dialogue

    @Slot()
    def _list_closed(self) -> None:
        self._list = None
