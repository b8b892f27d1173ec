"""The widget of one status page: its rows, the keyboard focus in it, its buttons and tooltips; and its column heads."""

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
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from vtt.table.accessibility.screen_reader_proxies import ScreenReaderProxies
from vtt.table.status_pages.status_page_elements import ButtonElement, LaidOutStatusPage, StatusPageRow, StatusPageStop
from vtt.table.status_pages.status_page_painting import paint_ring, paint_row
from vtt.table.status_pages.status_page_text import StatusPageButton
from vtt.widgets.basic_widgets import unbroken_rule_ids
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_metrics import UiMetrics
from vtt.widgets.plain_text import button_text, tip


def _is_same(stop: StatusPageStop, before: StatusPageStop | None) -> bool:
    """Return whether a stop is the one of before: by its name, or as a button that does the same."""
    if before is None or stop.name == before.name:
        return before is not None
    return (
        stop.button is not None and before.button is not None and stop.button.page_button == before.button.page_button
    )


class StatusPageColumnHeads(QWidget):
    """Covers the top of the page with its column heads once those have been scrolled away.

    It has no text for screen readers; the page has that.

    Args:
        hub: the theme and the icons.
        parent: the scroll area.
    """

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._row: StatusPageRow | None = None
        self._width = 0.0
        self._lengths: UiMetrics = hub.theme.metrics
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def follow(self, page: LaidOutStatusPage, scrolled: int, area: QRect, lengths: UiMetrics) -> None:
        """Show the heads at the top of an area if they are scrolled away, else hide."""
        tops = zip(page.rows, page.tops, strict=True)
        row = next((row for row, top in tops if row.kind == "columns" and top < scrolled), None)
        if (row, page.width, lengths) != (self._row, self._width, self._lengths):
            self._row, self._width, self._lengths = row, page.width, lengths
            self.update()
        if row is not None:
            self.setGeometry(area.left(), area.top(), round(page.width), round(row.height))
            self.raise_()
        self.setVisible(row is not None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the heads on the panel's background."""
        if self._row is None:
            return
        theme, m = self._hub.theme, self._lengths
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.colour("surface"))
        dpr = self.devicePixelRatioF()
        paint_row(painter, self._row, self._width, self._hub, m, dpr, ruled=False, hovered=None, down=False)
        painter.setPen(QPen(theme.colour("outline"), max(1.0, m.hair)))
        low = QRectF(self.rect()).bottom() - 0.5
        painter.drawLine(round(m.pad_m), round(low), round(self._width - m.pad_m), round(low))
        painter.end()


_PRESS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class StatusPageWidget(QWidget):
    """Shows a page.

    Args:
        hub: the theme and the icons.
        parent: the Qt parent.

    Signals:
        pressed: a button was pressed: its StatusPageButton.
        details_wanted: details of the focused stop are wanted: lines, rules, and its rectangle.
        focus_moved: another stop has the focus: its rectangle.
        left: the focus goes back to the table.
        was_read: the page is read: by scrolling, by a press beside its buttons, or by keyboard.
    """

    pressed = Signal(object)
    details_wanted = Signal(object, object, QRectF)
    focus_moved = Signal(QRectF)
    left = Signal()
    was_read = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._page = LaidOutStatusPage(0, 0, (), ())
        self._lengths: UiMetrics = hub.theme.metrics
        self._found: list[StatusPageStop] | None = None
        self._at = -1
        self._hovered: ButtonElement | None = None
        self._down = False
        self._proxies = ScreenReaderProxies(self)
        self._accessibility_timer = QTimer(self)
        self._accessibility_timer.setSingleShot(True)
        self._accessibility_timer.timeout.connect(self._describe)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # frame and table below need not be drawn with it

    @property
    def page(self) -> LaidOutStatusPage:
        """The page that is shown."""
        return self._page

    @property
    def _stops(self) -> list[StatusPageStop]:
        # Computed on demand: the page changes more often than the focus moves in it.
        if self._found is None:
            self._found = self._page.stops()
        return self._found

    @property
    def stops(self) -> tuple[StatusPageStop, ...]:
        """Every stop of the keyboard focus and the screen reader."""
        return tuple(self._stops)

    @property
    def stop(self) -> StatusPageStop | None:
        """The focused stop."""
        return self._page.stop(self._at)

    def accessible_items(self) -> list[tuple[str, QRectF]]:
        """Return the texts for a screen reader, with their rectangles."""
        return [(stop.name, stop.rect) for stop in self._stops]

    def show_page(self, page: LaidOutStatusPage, lengths: UiMetrics, name: str) -> None:
        """Show a page; rows that did not change are not drawn again."""
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
        self._accessibility_timer.start(0)

    def sizeHint(self) -> QSize:
        """Return its size."""
        return QSize(round(self._page.width), round(self._page.height))

    # ---- the keyboard focus ------------------------------------------------------------------------------------------

    def _row_of_stop(self) -> tuple[str, int, StatusPageStop | None]:
        """Return the row of the focused stop, its index in the row, and the stop."""
        count = 0
        for row in self._page.rows:
            if count <= self._at < count + len(row.stops):
                return row.key or row.kind, self._at - count, row.stops[self._at - count]
            count += len(row.stops)
        return "", 0, None

    def _stand_again(self, stood: tuple[str, int, StatusPageStop | None]) -> None:
        """Keep the focus on the same stop after a change; never move it to a button that does something else."""
        key, number, before = stood
        if self._at < 0:
            return
        count, matching = 0, -1
        for row in self._page.rows:
            if row.stops and (row.key or row.kind) == key:
                same = next((i for i, stop in enumerate(row.stops) if _is_same(stop, before)), None)
                number = min(number, len(row.stops) - 1)
                at_place = number if row.stops[number].button is None else 0
                matching = count + (at_place if same is None else same)
                break
            count += len(row.stops)
        self._at = matching if matching >= 0 else min(self._at, self._page.stop_count - 1)

    def focus_stop(self, number: int) -> None:
        """Move the focus to a stop."""
        self._at = max(-1, min(number, self._page.stop_count - 1))
        stop = self.stop
        self.update()
        if stop is not None:
            self.focus_moved.emit(stop.rect)
            self._describe()
            self._proxies.speak(self._at)

    def focus_first(self) -> None:
        """Move the focus to the first enabled button, else to the top."""
        first = (i for i, stop in enumerate(self._stops) if stop.button is not None and not stop.button.why)
        self.focus_stop(next(first, 0))

    def _walk_rows(self, by: int) -> None:
        """Move the focus to the nearest stop in the row above or below."""
        current_stop = self.stop
        if current_stop is None:
            self.focus_stop(0 if by > 0 else len(self._stops) - 1)
            return
        middle = current_stop.rect.center()
        beyond = [
            (i, stop)
            for i, stop in enumerate(self._stops)
            if (stop.rect.top() - current_stop.rect.center().y()) * by > 0
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
            self.focus_stop(min(row, key=lambda found: abs(found[1].rect.center().x() - middle.x()))[0])

    def _next_knob(self, by: int) -> bool:
        """Move the focus to the next button; False if there is none, so that Tab leaves the page."""
        order = range(self._at + 1, len(self._stops)) if by > 0 else range(self._at - 1, -1, -1)
        next_index = next((i for i in order if self._stops[i].button is not None), None)
        if next_index is not None:
            self.focus_stop(next_index)
        return next_index is not None

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab moves from button to button before it leaves."""
        if self.hasFocus() and self._next_knob(1 if forward else -1):
            return True
        self._at = -1
        return bool(super().focusNextPrevChild(forward))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move, Enter presses, `I` shows details, Esc goes back to the table."""
        key, stop = event.key(), self.stop
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._walk_rows(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.focus_stop(max(0, self._at + (1 if key == Qt.Key.Key_Right else -1)))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.focus_stop(0 if key == Qt.Key.Key_Home else len(self._stops) - 1)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            for _ in range(6):
                self._walk_rows(1 if key == Qt.Key.Key_PageDown else -1)
        elif stop is not None and key in _PRESS and stop.button is not None:
            if not event.isAutoRepeat():
                self._do(stop.button, stop.rect)
        elif stop is not None and (key in _PRESS or key == Qt.Key.Key_I):
            if stop.details or stop.rules:
                self.details_wanted.emit(stop.details or (stop.name,), stop.rules, stop.rect)
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring."""
        super().focusInEvent(event)
        by_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_key and self._at < 0 and self._stops:
            if event.reason() == Qt.FocusReason.BacktabFocusReason:
                self._at = len(self._stops)
                if not self._next_knob(-1):
                    self.focus_stop(0)
            else:
                self.focus_first()
        if by_key:
            self.was_read.emit()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus ring."""
        super().focusOutEvent(event)
        self.update()

    # ---- the mouse ---------------------------------------------------------------------------------------------------

    def _button_at(self, point: QPointF) -> ButtonElement | None:
        for row, top in zip(self._page.rows, self._page.tops, strict=True):
            if top <= point.y() < top + row.height:
                point_in_row = point - QPointF(0, top)
                buttons = (element for element in row.elements if isinstance(element, ButtonElement))
                found = [button for button in buttons if button.rect.contains(point_in_row)]
                return found[-1] if found else None  # the odds are inside their button, and drawn after it
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the button under the pointer."""
        button = self._button_at(event.position())
        if button is not self._hovered:
            self._hovered = button
            can = button is not None and not button.button.why
            self.setCursor(Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Highlight nothing."""
        super().leaveEvent(event)
        self._hovered = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press the button, or move the focus there."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._hovered = self._button_at(event.position())
        self._down = self._hovered is not None
        self._at = next((i for i, stop in enumerate(self._stops) if stop.rect.contains(event.position())), -1)
        for i, stop in enumerate(self._stops):
            if stop.button is not None and stop.rect.contains(event.position()):
                self._at = i
        self.update()
        if not self._down:
            self.was_read.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the scroll area."""
        self.was_read.emit()
        super().wheelEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Activate the button if the press began on it."""
        button, pressed_button = self._button_at(event.position()), self._hovered
        down, self._down = self._down, False
        self.update()
        if event.button() == Qt.MouseButton.LeftButton and down and button is not None and button is pressed_button:
            self._do(button.button, QRectF(event.position(), event.position()))

    def _do(self, button: StatusPageButton, rect: QRectF) -> None:
        """Activate a button; one with a menu shows it."""
        if not button.more:
            self.pressed.emit(button)
            return
        menu = QMenu(self)
        menu.setAccessibleName(button.spoken)
        menu.setToolTipsVisible(True)
        for one in button.more:
            made = menu.addAction(button_text(f"{one.words}   {one.odds.words}" if one.odds is not None else one.words))
            made.setEnabled(not one.why)
            made.setToolTip(tip(one.why or one.spoken))
            made.triggered.connect(lambda _=False, one=one: self.pressed.emit(one))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(rect.bottomLeft().toPoint()))

    def tooltip_at(self, point: QPointF) -> str:
        """Return the tooltip at a point: details, cut text, the reason of a disabled button, and the rules."""
        for stop in reversed(self._stops):
            if stop.rect.contains(point):
                rules = ", ".join(stop.rules)
                return "\n".join((*stop.details, *((unbroken_rule_ids(rules),) if rules else ())))
        return ""

    def event(self, event: QEvent) -> bool:
        """Show tooltips; keep Esc and the keys of the page from the window's shortcuts."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), tip(self.tooltip_at(QPointF(event.pos()))), self)
            return True
        own = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_I)
        if own and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return bool(super().event(event))

    # ---- painting ----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the visible rows of what must be drawn anew, not those between them, on the panel's background."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._hub.theme.colour("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        region, dpr = event.region(), self.devicePixelRatioF()
        kinds = [row.kind for row in self._page.rows]
        ruled = [False, *((a == "line" and b == "line") or a == "columns" for a, b in pairwise(kinds))]
        for row, top, has_rule in zip(self._page.rows, self._page.tops, ruled, strict=False):
            if region.intersects(QRectF(0, top, self._page.width, row.height).toAlignedRect()):
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
