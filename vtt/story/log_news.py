"""The last line of the log, while the log is folded away and the line is news."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtWidgets import QFrame, QWidget

from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.story.log_model import LogModel, words_of
from vtt.widgets.basic_widgets import row
from vtt.widgets.layouts.beside_piece import NEWS_LINE, covered_area, find_place
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import ElidedLabel, reading_ms
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.visible_part import visible_boxes

_LINES: Final = 2.0
"""The height for a line that is written in two smaller ones, in heights of a letter."""
_SHARE_FOR_TWO: Final = 0.52
"""The share of a line's width that its two smaller ones need: each is not quite one half of it."""

_SETTLED_MS: Final = 80
"""After so many milliseconds the strip, the bar and the table show what has happened."""


class LogNews(QFrame):
    """Says what happened last; it goes by itself.

    It is over the end of a strip where that is free, else as near to it as there is room where it covers nothing.
    With no room beside the large dice and words of a moment it comes after them.
    It has the words of the log itself, so no more than its viewer may know. A click goes to what is below it.

    Args:
        campaign: the campaign.
        model: the lines of the log, for the same viewer.
        hub: the theme.
        strip: the strip.
        table: the table below it; both have the same Qt parent.
        taken: returns what it must not cover, and what it should not, in the coordinates of that Qt parent.
    """

    def __init__(
        self,
        campaign: OpenCampaign,
        model: LogModel,
        hub: ThemeHub,
        strip: QWidget,
        table: QWidget,
        taken: Callable[[], tuple[Sequence[QRectF], Sequence[QRectF]]],
    ) -> None:
        super().__init__(strip.parentWidget())
        self._model, self._hub, self._strip, self._table, self._taken = model, hub, strip, table, taken
        self._is_wanted = self._holds_result = self._is_hand_shown = False
        self._stage: QWidget | None = None
        self.setProperty("role", "plate")
        self.setObjectName(NEWS_LINE)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._row = row(self)
        self._line = ElidedLabel("", "", self, alone=False)
        self._row.addWidget(self._line)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.forget)
        self._arrival = QTimer(self)  # first everything around the line shows what has happened
        self._arrival.setSingleShot(True)
        self._arrival.setInterval(_SETTLED_MS)
        self._arrival.timeout.connect(self._show_or_hide)
        self.hide()
        self._count = len(model.lines)
        campaign.changed.connect(self._follow)
        strip.installEventFilter(self)
        follow_theme(hub, self._apply_theme)

    @property
    def text(self) -> str:
        """The words that are news; empty for none."""
        return self.accessibleName()

    def set_wanted(self, wanted: bool) -> None:
        """Say whether the log is out of sight, so that its news are wanted here."""
        self._is_wanted = wanted
        if not wanted:
            self.forget()

    def keep_off(self, stage: QWidget) -> None:
        """Cover nothing of the stage of moments: with no place beside it, wait until it is hidden."""
        self._stage = stage

    @Slot(bool)
    def hold_result(self, hold: bool) -> None:
        """Say nothing while the dice that a line tells of still move; or say it, for as long as it takes to read."""
        if hold != self._holds_result:
            self._holds_result = hold
            self._timer.stop()
            if hold:
                self._show_or_hide()
            else:
                self.make_room()  # what it must not cover shows the result only after this

    @Slot(str)
    def follow_look(self, seat: str) -> None:
        """Be out of the way while a seat looks at its hand; empty for none."""
        self._is_hand_shown = bool(seat)
        self._show_or_hide()

    @Slot()
    def forget(self) -> None:
        """Have no news any more, and hold no words that others could find."""
        self._timer.stop()
        self._arrival.stop()
        self._count = len(self._model.lines)
        self._line.set_text("")
        self.setAccessibleName("")
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the strip."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.text:
            self.hide()
            self.make_room()
        return super().eventFilter(watched, event)

    @Slot(object)
    def _follow(self, change: CampaignChange) -> None:
        lines = self._model.lines
        is_news, self._count = len(lines) > self._count, len(lines)
        if not change.forward:
            self.forget()
        elif is_news and self._is_wanted and change.entry is not None:
            words = words_of(lines[-1])
            self._line.set_text(words)
            self.setAccessibleName(words)
            self._timer.stop()
            self.hide()
            self._arrival.start()

    @Slot()
    def make_room(self) -> None:
        """Find another place, once all is where it will be, if something else needs room now.

        A table that goes on moving does not put it off.
        """
        if self.text and not self._arrival.isActive():
            self._arrival.start()

    @Slot()
    def _show_or_hide(self) -> None:
        is_shown = bool(self.text) and not self._holds_result and not self._is_hand_shown
        if is_shown:
            must, should = self._taken()
            moment = visible_boxes([self._stage], self.parentWidget() or self) if self._stage is not None else []
            must = [*must, *moment]
            if self.isHidden() or covered_area(self.geometry(), must):
                self._place(must, should)
            is_shown = not moment or not covered_area(self.geometry(), must)
        if is_shown and not self._timer.isActive():
            self._timer.start(reading_ms(self.text))
        self.setVisible(is_shown)
        self.raise_()

    def _place(self, must: Sequence[QRectF], should: Sequence[QRectF]) -> None:
        """Take the first place that covers nothing, in one line or in two, else the one that covers least.

        It is sought in the strip and just below it, then at the lower end: in the middle is what is played.

        Args:
            must: what it must not cover.
            should: what it should not.
        """
        strip, gap = self._strip.geometry(), self._hub.theme.metrics.pad_xs
        room = (self.parentWidget() or self._strip).rect().adjusted(gap, gap, -gap, -gap)
        hint, words = self.sizeHint(), self._line.sizeHint().width()
        in_two = hint.width() - words + round(words * _SHARE_FOR_TWO)
        deep = strip.height() + hint.height()
        head = QRect(room.left(), room.top(), room.width(), deep)
        tail = QRect(QPoint(room.left(), self._table.geometry().bottom() - hint.height() - 2 * gap), room.bottomRight())
        best, best_cost = QRect(), math.inf
        for part in (head, tail):
            end = QRect(part.right() + 1, part.top(), 1, strip.height())
            for wide in dict.fromkeys(min(width, room.width()) for width in (hint.width(), in_two)):
                place, cost = find_place(QSize(wide, hint.height()), end, part, must, should, (), best_cost)
                if cost < best_cost:
                    best, best_cost = place, cost
                    if not covered_area(place, [*must, *should]):
                        self.setGeometry(place)
                        return
        self.setGeometry(best)

    def _apply_theme(self, theme: Theme) -> None:
        m = theme.metrics
        self._row.setContentsMargins(m.pad_m, m.pad_xs, m.pad_m, m.pad_xs)
        self._line.set_height_for_two(round(m.font_body * _LINES))
        self.make_room()
