"""Draws a line of the log: its text, its rules as small tags, its calculation; and measures its height."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLineF, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine.core.history import LogLine
from engine.messages.texts import say
from vtt.story.log_model import CHAPTER_ROLE, FIRST_ROLE, HEADING, LINE_ROLE, LONG_ROLE, OPEN_ROLE, SHOWN_ROLE
from vtt.widgets.basic_widgets import breakable
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.model_index import Index

_WRAP: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_Parts = tuple[QRect, list[tuple[QRect, str]], list[tuple[QRect, str]], int]
REMEMBERED: Final = 2_000
"""Number of lines whose layout is remembered."""


class LogLineDelegate(QStyledItemDelegate):
    """Draws a line: its text, its rules as small tags, an eye where it is private, and its calculation when open."""

    def __init__(self, hub: ThemeHub, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._hub = hub
        self._view = view
        self._shut: dict[tuple[object, ...], _Parts] = {}

    def height(self, index: Index) -> int:
        """Return how high a line is at the width of the list."""
        return self.parts(index, QRect(0, 0, self._view.viewport().width(), 0))[-1]

    def letters(self) -> int:
        """Return about how many letters go into a line at the width of the list."""
        lengths = self._hub.theme.metrics
        room = self._view.viewport().width() - 3 * lengths.pad_s - lengths.icon_s
        return max(1, room // max(1, QFontMetrics(self._font()).averageCharWidth()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw it."""
        line = index.data(LINE_ROLE)
        if not isinstance(line, LogLine):
            return
        theme, lengths = self._hub.theme, self._hub.theme.metrics
        rect = QRect(option.rect)
        rect.setLeft(0)
        rect.setWidth(self._view.viewport().width())
        text_rect, tags, below, _ = self.parts(index, rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection" if chosen else "raised"))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), lengths.radius_s, lengths.radius_s)
        elif index.data(FIRST_ROLE) and index.row():
            painter.setPen(theme.colour("line"))
            within = rect.top() + 0.5  # the middle of its first row of dots: nothing is drawn outside its own place
            painter.drawLine(QLineF(rect.left() + lengths.pad_s, within, rect.right() - lengths.pad_s, within))
        ink = "on_selection" if chosen else "text" if line.entry and not line.undone else "muted"
        quiet = "on_selection" if chosen else "muted"
        is_near = chosen or bool(option.state & QStyle.StateFlag.State_MouseOver)
        for where, icon in self.signs(index, rect, is_near=is_near):
            dpr = painter.device().devicePixelRatioF()
            painter.drawPixmap(where.topLeft(), self._hub.pixmap(icon, where.width(), role=quiet, dpr=dpr))
        font = QFont(self._font(index))
        font.setStrikeOut(line.undone and line.message.key != HEADING)
        painter.setFont(font)
        painter.setPen(theme.colour(ink))
        painter.drawText(text_rect, _WRAP, breakable(str(index.data(SHOWN_ROLE))))
        painter.setFont(self._small())
        for where, rule in tags:
            painter.setPen(theme.colour(quiet, 0.6))
            painter.drawRoundedRect(where, lengths.radius_s, lengths.radius_s)
            painter.setPen(theme.colour(quiet))
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, rule)
        for where, words in below:
            painter.setPen(theme.colour(quiet))
            painter.drawText(where, _WRAP, words)
        painter.restore()

    def signs(self, index: Index, rect: QRect, *, is_near: bool) -> list[tuple[QRect, str]]:
        """Return the signs beside a line and where they go: the eye of a private line, and what opens it.

        Args:
            index: the line.
            rect: where it is drawn.
            is_near: it is chosen or under the mouse; one with nothing but its rules to show says so only then.
        """
        line = index.data(LINE_ROLE)
        if not isinstance(line, LogLine):
            return []
        lengths = self._hub.theme.metrics
        size, is_open = lengths.icon_s, bool(index.data(OPEN_ROLE))
        more = bool(line.reckoning) or index.data(LONG_ROLE) or (line.rules and (is_near or is_open))
        more = more or (line.undone and line.message.key == HEADING)
        chevron = "" if not more else "chevron-down" if is_open else "chevron-right"
        top = rect.top() + lengths.pad_xs + (QFontMetrics(self._font(index)).height() - size) // 2
        icons = ("eye-off", chevron) if line.private else (chevron or ("redo" if line.undone else ""),)
        places = (QRect(rect.left() + lengths.pad_s + at * size, top, size, size) for at in range(len(icons)))
        return [(place, icon) for place, icon in zip(places, icons, strict=True) if icon]

    def parts(self, index: Index, rect: QRect) -> _Parts:
        """Return the places of text, tags and calculation, and the total height.

        The layout of closed lines is remembered, because the whole list is drawn anew whenever one line arrives.
        """
        line = index.data(LINE_ROLE)
        if index.data(OPEN_ROLE) or not isinstance(line, LogLine):
            return self._measure(index, rect)
        look = self._hub.theme, rect.width(), index.data(SHOWN_ROLE), line.rules, line.private, index.data(CHAPTER_ROLE)
        measured = self._shut.get(look)
        if measured is None:
            if len(self._shut) >= REMEMBERED:
                self._shut.clear()
            measured = self._shut[look] = self._measure(index, QRect(0, 0, rect.width(), rect.height()))
        text_rect, tags, _, high = measured
        left, top = rect.left(), rect.top()
        return text_rect.translated(left, top), [(where.translated(left, top), rule) for where, rule in tags], [], high

    def _measure(self, index: Index, rect: QRect) -> _Parts:
        lengths = self._hub.theme.metrics
        line = index.data(LINE_ROLE)
        signs = 2 if isinstance(line, LogLine) and line.private else 1  # an eye, and beside it what opens the line
        left = rect.left() + lengths.pad_s + signs * lengths.icon_s + lengths.pad_s
        width = max(40, rect.right() - left - lengths.pad_s)
        font, small = QFontMetrics(self._font(index)), QFontMetrics(self._small())
        top = rect.top() + lengths.pad_xs
        words = breakable(str(index.data(SHOWN_ROLE)))
        high = font.boundingRect(QRect(0, 0, width, 100_000), _WRAP, words).height()
        text_rect = QRect(left, top, width, high)
        tags, y = self._place_tags(line, text_rect, font.horizontalAdvance(words), bool(index.data(OPEN_ROLE)))
        below: list[tuple[QRect, str]] = []
        if index.data(OPEN_ROLE) and isinstance(line, LogLine):
            for reckoned in line.reckoning:
                calculation = breakable(say(reckoned))
                deep = small.boundingRect(QRect(0, 0, width - lengths.pad_m, 100_000), _WRAP, calculation).height()
                below.append((QRect(left + lengths.pad_m, y, width - lengths.pad_m, deep), calculation))
                y += deep + lengths.hair
        return text_rect, tags, below, y - rect.top() + lengths.pad_xs

    def _place_tags(
        self, line: object, text_rect: QRect, advance: int, is_open: bool
    ) -> tuple[list[tuple[QRect, str]], int]:
        """Return where the rules go, and where they end: behind a short sentence, else below it.

        A line that is shut shows them only where they are wanted everywhere.
        """
        lengths, small = self._hub.theme.metrics, QFontMetrics(self._small())
        rules = line.rules if isinstance(line, LogLine) and (is_open or self._hub.theme.rule_numbers) else ()
        widths = [min(text_rect.width(), small.horizontalAdvance(rule) + 2 * lengths.pad_xs + 2) for rule in rules]
        below = text_rect.bottom() + 1
        behind = advance + lengths.pad_m + sum(widths) + lengths.pad_xs * len(widths) <= text_rect.width()
        if behind:
            x, y = (
                text_rect.left() + advance + lengths.pad_m,
                text_rect.top() + (text_rect.height() - small.height()) // 2,
            )
        else:
            x, y = text_rect.left(), below + lengths.hair
        tags: list[tuple[QRect, str]] = []
        for rule, wide in zip(rules, widths, strict=True):
            if x + wide > text_rect.right() + 1 and x > text_rect.left():
                x, y = text_rect.left(), y + small.height() + lengths.pad_xs
            tags.append((QRect(x, y, wide, small.height()), rule))
            x += wide + lengths.pad_xs
        return tags, below if behind or not tags else y + small.height() + lengths.pad_xs

    def _font(self, index: Index | None = None) -> QFont:
        """Return the font of a line: that of a title where a session starts."""
        lengths = self._hub.theme.metrics
        if index is not None and index.data(CHAPTER_ROLE):
            return ui_font(lengths.font_title, weight=QFont.Weight.DemiBold)
        return ui_font(lengths.font_body)

    def _small(self) -> QFont:
        return ui_font(self._hub.theme.metrics.font_small)
