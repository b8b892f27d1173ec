"""The page of the slate: a ledger that is read, rested upon, walked through by keys, and touched."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from vtt.panels.parts import whole_ids
from vtt.table.access import Proxies
from vtt.table.slate_art import paint_ring, paint_row
from vtt.table.slate_pieces import Button, Page, Stop
from vtt.table.slate_words import Knob
from vtt.widgets.metrics import Metrics
from vtt.widgets.text import button_text, tip
from vtt.widgets.theme import ThemeHub

_PRESS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class SlatePage(QWidget):
    """Shows a page.

    Args:
        hub: the theme and the icons.
        parent: the Qt parent.

    Signals:
        pressed: a button of it was pressed: its Knob.
        asked: somebody wants to know more of what the keyboard stands at: lines, rules, and where.
        walked: the keyboard stands at another place now, which wants to be seen: its rectangle.
        left: somebody gives the keys back to the table.
        read: somebody reads it: they scroll, press beside its buttons, or come by keyboard.
    """

    pressed = Signal(object)
    asked = Signal(object, object, QRectF)
    walked = Signal(QRectF)
    left = Signal()
    read = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._page = Page(0, 0, (), ())
        self._lengths: Metrics = hub.theme.metrics
        self._found: list[Stop] | None = None
        self._at = -1
        self._hovered: Button | None = None
        self._down = False
        self._proxies = Proxies(self)
        self._scribe = QTimer(self)
        self._scribe.setSingleShot(True)
        self._scribe.timeout.connect(self._describe)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def page(self) -> Page:
        """What is shown."""
        return self._page

    @property
    def _stops(self) -> list[Stop]:
        # Found when somebody comes: the page changes more often than it is walked through.
        if self._found is None:
            self._found = self._page.stops()
        return self._found

    @property
    def stops(self) -> tuple[Stop, ...]:
        """Every place at which the keyboard and a screen reader stop."""
        return tuple(self._stops)

    @property
    def stop(self) -> Stop | None:
        """Where the keyboard stands."""
        return self._stops[self._at] if 0 <= self._at < len(self._stops) else None

    def accessible_items(self) -> list[tuple[str, QRectF]]:
        """Return what a screen reader may say of it, with its place."""
        return [(stop.name, stop.rect) for stop in self._stops]

    def show_page(self, page: Page, lengths: Metrics, name: str) -> None:
        """Show a page; rows that stand there as they stood are not drawn again."""
        old, same = self._page, lengths is self._lengths or lengths == self._lengths
        stood = self._row_of_stop()
        self._page, self._lengths = page, lengths
        self.setAccessibleName(name)
        self.setFixedHeight(max(1, round(page.height)))
        self._found = None
        self._stand_again(stood)
        if not same or old.width != page.width:
            self.update()
        else:
            before = dict(zip(old.tops, old.rows, strict=True))
            for top, row in zip(page.tops, page.rows, strict=True):
                was = before.get(top)
                if was is not row:
                    high = max(row.height, was.height if was is not None else 0)
                    self.update(QRect(0, round(top), self.width(), round(high) + 1))
            if page.height < old.height:
                self.update(QRect(0, round(page.height), self.width(), round(old.height - page.height)))
        self._hovered = None
        self._scribe.start(0)

    def sizeHint(self) -> QSize:
        """Return its size."""
        return QSize(round(self._page.width), round(self._page.height))

    # ---- where the keyboard stands -----------------------------------------------------------------------------------

    def _row_of_stop(self) -> tuple[str, int, str]:
        """Return at which row the keyboard stands, how far in it, and what is said there."""
        count = 0
        for row in self._page.rows:
            if count <= self._at < count + len(row.stops):
                return row.key or row.kind, self._at - count, row.stops[self._at - count].name
            count += len(row.stops)
        return "", 0, ""

    def _stand_again(self, stood: tuple[str, int, str]) -> None:
        """Stay where the keyboard stood, whatever moved."""
        key, number, name = stood
        if self._at < 0:
            return
        count, found = 0, -1
        for row in self._page.rows:
            if row.stops and (row.key or row.kind) == key:
                named = next((i for i, stop in enumerate(row.stops) if stop.name == name), None)
                found = count + (named if named is not None else min(number, len(row.stops) - 1))
                break
            count += len(row.stops)
        self._at = found if found >= 0 else min(self._at, len(self._stops) - 1)

    def stand_at(self, number: int) -> None:
        """Let the keyboard stand at a stop."""
        self._at = max(-1, min(number, len(self._stops) - 1))
        stop = self.stop
        self.update()
        if stop is not None:
            self.walked.emit(stop.rect)
            self._describe()
            self._proxies.speak(self._at)

    def stand_at_first(self) -> None:
        """Let the keyboard stand at the first button that can be pressed, else at the top."""
        first = (i for i, stop in enumerate(self._stops) if stop.knob is not None and not stop.knob.why)
        self.stand_at(next(first, 0))

    def _walk_rows(self, by: int) -> None:
        """Go to the row above or below, to whatever stands nearest."""
        here = self.stop
        if here is None:
            self.stand_at(0 if by > 0 else len(self._stops) - 1)
            return
        middle = here.rect.center()
        beyond = [
            (i, stop)
            for i, stop in enumerate(self._stops)
            if (stop.rect.top() - here.rect.center().y()) * by > 0
            and not (stop.rect.top() < middle.y() < stop.rect.bottom())
            and (stop.rect.center().y() - middle.y()) * by > self._lengths.font_body * 0.6
        ]
        if not beyond and by > 0:
            beyond = [(i, s) for i, s in enumerate(self._stops) if s.rect.center().y() > middle.y() + 4]
        if not beyond and by < 0:
            beyond = [(i, s) for i, s in enumerate(self._stops) if s.rect.center().y() < middle.y() - 4]
        if beyond:
            near = min(abs(s.rect.center().y() - middle.y()) for _, s in beyond)
            row = [(i, s) for i, s in beyond if abs(s.rect.center().y() - middle.y()) < near + self._lengths.font_body]
            self.stand_at(min(row, key=lambda found: abs(found[1].rect.center().x() - middle.x()))[0])

    def _next_knob(self, by: int) -> bool:
        """Go to the next button; False where there is none, so that Tab leaves the page."""
        order = range(self._at + 1, len(self._stops)) if by > 0 else range(self._at - 1, -1, -1)
        found = next((i for i in order if self._stops[i].knob is not None), None)
        if found is not None:
            self.stand_at(found)
        return found is not None

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Let Tab go from button to button before it leaves."""
        if self.hasFocus() and self._next_knob(1 if forward else -1):
            return True
        self._at = -1
        return bool(super().focusNextPrevChild(forward))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk by arrows, press by Enter, be told by `I`, go back to the table by Esc."""
        key, stop = event.key(), self.stop
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._walk_rows(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.stand_at(max(0, self._at + (1 if key == Qt.Key.Key_Right else -1)))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.stand_at(0 if key == Qt.Key.Key_Home else len(self._stops) - 1)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            for _ in range(6):
                self._walk_rows(1 if key == Qt.Key.Key_PageDown else -1)
        elif stop is not None and key in _PRESS and stop.knob is not None:
            if not event.isAutoRepeat():
                self._do(stop.knob, stop.rect)
        elif stop is not None and (key in _PRESS or key == Qt.Key.Key_I):
            if stop.told or stop.rules:
                self.asked.emit(stop.told or (stop.name,), stop.rules, stop.rect)
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard stands."""
        super().focusInEvent(event)
        by_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_key and self._at < 0 and self._stops:
            if event.reason() == Qt.FocusReason.BacktabFocusReason:
                self._at = len(self._stops)
                if not self._next_knob(-1):
                    self.stand_at(0)
            else:
                self.stand_at_first()
        if by_key:
            self.read.emit()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show no ring where there is no keyboard."""
        super().focusOutEvent(event)
        self.update()

    # ---- the mouse ---------------------------------------------------------------------------------------------------

    def _button_at(self, point: QPointF) -> Button | None:
        for row, top in zip(self._page.rows, self._page.tops, strict=True):
            if top <= point.y() < top + row.height:
                here = point - QPointF(0, top)
                buttons = (piece for piece in row.pieces if isinstance(piece, Button))
                return next((button for button in buttons if button.rect.contains(here)), None)
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the button under the pointer."""
        found = self._button_at(event.position())
        if found is not self._hovered:
            self._hovered = found
            can = found is not None and not found.knob.why
            self.setCursor(Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Light up nothing."""
        super().leaveEvent(event)
        self._hovered = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press the button, or stand there."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._hovered = self._button_at(event.position())
        self._down = self._hovered is not None
        self._at = next((i for i, stop in enumerate(self._stops) if stop.rect.contains(event.position())), -1)
        for i, stop in enumerate(self._stops):
            if stop.knob is not None and stop.rect.contains(event.position()):
                self._at = i
        self.update()
        if not self._down:
            self.read.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to what scrolls."""
        self.read.emit()
        super().wheelEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do what the button does on which the press began."""
        found, was = self._button_at(event.position()), self._hovered
        down, self._down = self._down, False
        self.update()
        if event.button() == Qt.MouseButton.LeftButton and down and found is not None and found is was:
            self._do(found.knob, QRectF(event.position(), event.position()))

    def _do(self, knob: Knob, rect: QRectF) -> None:
        """Let a button do what it does; one under which others are shows them."""
        if not knob.more:
            self.pressed.emit(knob)
            return
        menu = QMenu(self)
        menu.setAccessibleName(knob.spoken)
        menu.setToolTipsVisible(True)
        for one in knob.more:
            made = menu.addAction(button_text(one.words))
            made.setEnabled(not one.why)
            made.setToolTip(tip(one.why or one.spoken))
            made.triggered.connect(lambda _=False, one=one: self.pressed.emit(one))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(rect.bottomLeft().toPoint()))

    def told_at(self, point: QPointF) -> str:
        """Return what is told where the pointer rests: more on it, what was cut, why not, and the rules."""
        for stop in reversed(self._stops):
            if stop.rect.contains(point):
                rules = ", ".join(stop.rules)
                return "\n".join((*stop.told, *((whole_ids(rules),) if rules else ())))
        return ""

    def event(self, event: QEvent) -> bool:
        """Tell more where the pointer rests; keep Esc and the keys of the page from the window's shortcuts."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), tip(self.told_at(QPointF(event.pos()))), self)
            return True
        own = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_I)
        if own and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return bool(super().event(event))

    # ---- painting ----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows that are to be seen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low, high, dpr = event.rect().top(), event.rect().bottom() + 1, self.devicePixelRatioF()
        kinds = [row.kind for row in self._page.rows]
        ruled = [False, *((a == "line" and b == "line") or a == "columns" for a, b in pairwise(kinds))]
        for row, top, has_rule in zip(self._page.rows, self._page.tops, ruled, strict=False):
            if top < high and top + row.height > low:
                painter.save()
                painter.translate(0, top)
                paint_row(
                    painter,
                    row,
                    self._page.width,
                    self._hub,
                    self._lengths,
                    dpr,
                    ruled=has_rule,
                    hovered=self._hovered,
                    down=self._down,
                )
                painter.restore()
        if self.hasFocus() and self.stop is not None:
            paint_ring(painter, self.stop.rect, self._hub.theme, self._lengths)
        painter.end()

    @Slot()
    def _describe(self) -> None:
        if QAccessible.isActive():
            self._proxies.follow(self._stops)
