"""The last line of the log, while the log is folded away and the line is news."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QFrame, QWidget

from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.story.log_model import LogModel, words_of
from vtt.widgets.basic_widgets import row
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import ElidedLabel, reading_ms
from vtt.widgets.theme_binding import follow_theme

_LINES: Final = 2.0
"""The height for a line that is written in two smaller ones, in heights of a letter."""


class LogNews(QFrame):
    """Says over the end of a strip what happened last; it goes by itself.

    It has the words of the log itself, so no more than its viewer may know. A click goes to what is below it.

    Args:
        campaign: the campaign.
        model: the lines of the log, for the same viewer.
        hub: the theme.
        strip: what is below it, where no piece of the table is; it has the same Qt parent.
    """

    def __init__(self, campaign: OpenCampaign, model: LogModel, hub: ThemeHub, strip: QWidget) -> None:
        super().__init__(strip.parentWidget())
        self._model, self._hub, self._strip = model, hub, strip
        self._is_wanted = self._holds_result = self._is_hand_shown = False
        self.setProperty("role", "plate")
        self.setObjectName("log_news")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._row = row(self)
        self._line = ElidedLabel("", "", self, alone=False)
        self._row.addWidget(self._line)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.forget)
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

    @Slot(bool)
    def hold_result(self, hold: bool) -> None:
        """Say nothing while the dice that a line tells of still move; or say it, for as long as it takes to read."""
        if hold != self._holds_result:
            self._holds_result = hold
            self._start_reading()
            self._show_or_hide()

    @Slot(str)
    def follow_look(self, seat: str) -> None:
        """Be out of the way while a seat looks at its hand; empty for none."""
        self._is_hand_shown = bool(seat)
        self._show_or_hide()

    @Slot()
    def forget(self) -> None:
        """Have no news any more, and hold no words that others could find."""
        self._timer.stop()
        self._count = len(self._model.lines)
        self._line.set_text("")
        self.setAccessibleName("")
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the strip."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.text:
            self._place()
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
            self._start_reading()
            self._place()
            self._show_or_hide()

    def _start_reading(self) -> None:
        self._timer.stop()
        if self.text and not self._holds_result:
            self._timer.start(reading_ms(self.text))

    def _show_or_hide(self) -> None:
        self.setVisible(bool(self.text) and not self._holds_result and not self._is_hand_shown)
        self.raise_()

    def _place(self) -> None:
        strip, gap = self._strip.geometry(), self._hub.theme.metrics.pad_xs
        size = self.sizeHint()
        wide, high = min(size.width(), strip.width() - 2 * gap), max(size.height(), strip.height() - 2 * gap)
        self.setGeometry(strip.right() + 1 - gap - wide, strip.top() + gap, max(1, wide), high)

    def _apply_theme(self, theme: Theme) -> None:
        m = theme.metrics
        self._row.setContentsMargins(m.pad_m, m.pad_xs, m.pad_m, m.pad_xs)
        self._line.set_height_for_two(round(m.font_body * _LINES))
        if self.text:
            self._place()
