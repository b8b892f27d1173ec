"""The odds of an offer in full, over the window: what may follow, what that takes for granted, and the calculation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLayout, QSizePolicy, QVBoxLayout, QWidget

from engine.messages.texts import say
from vtt.shared.campaign_panel import text
from vtt.shared.odds.odds_bar import paint_bar
from vtt.shared.odds.odds_figure import OddsFigure, percent_words
from vtt.widgets.basic_widgets import button, clear_layout, column, prose, row, set_prose
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.overlay import Overlay
from vtt.widgets.plain_text import label, short
from vtt.widgets.scroll_areas import FitScroll

_WIDE_EM: Final = 34
_MOST_OUTCOMES: Final = 100
_LONGEST: Final = 60
_OVERLAY: Final = "odds_overlay"


class OutcomeBar(QWidget):
    """The chance of one outcome as a bar."""

    def __init__(self, hub: ThemeHub, share: float, *, succeeds: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub, self._share, self._succeeds = hub, share, succeeds
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return a bar that is easy to see."""
        lengths = self._hub.theme.metrics
        return QSize(8 * lengths.font_body, lengths.font_body)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        high = max(6, self._hub.theme.metrics.font_small * 2 // 3)
        where = QRectF(0, (self.height() - high) / 2, self.width(), high)
        paint_bar(painter, self._hub, where, self._share, ink="accent" if self._succeeds else "muted")
        painter.end()


class OddsPanel(QFrame):
    """Shows one of several figures; the arrow keys walk among them, Esc or a click beside it closes it.

    Args:
        hub: the theme.
        figures: the figures, at least one.
        first: the index of the one that is shown first.
    """

    def __init__(self, hub: ThemeHub, figures: Sequence[OddsFigure], first: int = 0) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setObjectName("odds_panel")
        self._hub, self._figures, self._at = hub, tuple(figures), first
        self._missing = 0
        lengths = hub.theme.metrics
        outer = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        self._title = prose("", "title", self)
        self._number = prose("", "heading", self)
        page = QWidget(self)
        self._page = column(page, gap=lengths.pad_m)
        self._page.setContentsMargins(0, 0, lengths.pad_s, 0)  # the numbers keep clear of the scroll bar
        self._scroll = FitScroll(page, least=lengths.control, parent=self)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the keyboard scrolls it
        foot = row(gap=lengths.pad_s)
        self.back = IconButton(hub, "chevron-left", text("odds.previous"), self)
        self.on = IconButton(hub, "chevron-right", text("odds.next"), self)
        self.close_button = button(text("odds.close"), "primary", parent=self)
        self.back.clicked.connect(lambda: self._walk(-1))
        self.on.clicked.connect(lambda: self._walk(1))
        for walker in (self.back, self.on):
            walker.setVisible(len(self._figures) > 1)
            foot.addWidget(walker)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        outer.addWidget(self._title)
        outer.addWidget(self._number)
        outer.addWidget(self._scroll, 1)
        outer.addLayout(foot)
        self._outer = outer
        self._overlay: Overlay | None = None
        self._show()

    @classmethod
    def open_over(
        cls,
        hub: ThemeHub,
        window: QWidget,
        figures: Sequence[OddsFigure],
        first: int = 0,
        *,
        takes_focus: bool = True,
    ) -> OddsPanel:
        """Show figures over a window. Without the focus, the mouse alone reaches it: a held key stays held."""
        panel = cls(hub, figures, first)
        overlay = panel._overlay = Overlay(window, panel, panel._place)
        overlay.setObjectName(_OVERLAY)
        overlay.closed.connect(overlay.deleteLater)
        panel.close_button.clicked.connect(overlay.dismiss)
        overlay.open()
        panel._fit()
        if takes_focus:
            panel.close_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            for part in panel.findChildren(QWidget):
                part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return panel

    @staticmethod
    def close_over(window: QWidget) -> None:
        """Close what is shown over a window."""
        for overlay in window.findChildren(Overlay, _OVERLAY, Qt.FindChildOption.FindDirectChildrenOnly):
            overlay.dismiss()

    @property
    def figure(self) -> OddsFigure:
        """The figure that is shown."""
        return self._figures[self._at]

    def put_away(self) -> None:
        """Close it."""
        if self._overlay is not None:
            self._overlay.dismiss()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk among the figures with the arrow keys; Enter closes."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps and len(self._figures) > 1:
            self._walk(steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.put_away()
        else:
            super().keyPressEvent(event)

    def _walk(self, step: int) -> None:
        self._at = (self._at + step) % len(self._figures)
        self._show()
        self._fit()

    def _fit(self) -> None:
        """Be so high that nothing need be scrolled, as far as the window goes; labels know their height only now."""
        if self._overlay is None:
            return
        self._missing = 0
        for _ in range(2):
            self.setGeometry(self._place(self._overlay.rect()))
            self._outer.activate()
            self._page.activate()
            self._missing += max(0, self._page.minimumSize().height() - self._scroll.height())

    @Slot()
    def _show(self) -> None:
        figure, odds = self.figure, self.figure.odds
        set_prose(self._title, short(figure.title, 160))
        self.setAccessibleName(f"{short(figure.title, 160)}. {figure.spoken}")
        if odds.chance is not None:
            set_prose(self._number, text("odds.headline", success=say(odds.success), chance=figure.chance))
        self._number.setVisible(odds.chance is not None)
        clear_layout(self._page)
        for dist in odds.distributions:
            self._page.addWidget(prose(say(dist.title), "heading"))
            table = QWidget()
            grid = QGridLayout(table)
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setHorizontalSpacing(self._hub.theme.metrics.pad_m)
            grid.setVerticalSpacing(self._hub.theme.metrics.pad_xs)
            grid.setColumnStretch(1, 1)
            for number, part in enumerate(dist.outcomes[:_MOST_OUTCOMES]):
                words, chance = short(say(part.outcome.label), _LONGEST), percent_words(part.chance)
                bar = OutcomeBar(
                    self._hub, float(part.chance), succeeds=part.outcome.succeeds is not False, parent=table
                )
                bar.setAccessibleName(f"{words}: {chance}")
                grid.addWidget(label(words), number, 0)
                grid.addWidget(bar, number, 1)
                grid.addWidget(label(chance), number, 2, Qt.AlignmentFlag.AlignRight)
            self._page.addWidget(table)
        self._lines(self._page, "odds.assumptions", [say(line) for line in odds.assumptions])
        self._lines(self._page, "odds.explanation", [say(line) for line in odds.explanation])
        self._page.addStretch(1)

    @staticmethod
    def _lines(page: QVBoxLayout, heading: str, lines: Sequence[str]) -> None:
        if lines:
            page.addWidget(prose(text(heading), "heading"))
        for line in lines:
            page.addWidget(prose(line))

    def _place(self, room: QRect) -> QRect:
        """In the middle of the window, as high as it needs."""
        lengths = self._hub.theme.metrics
        for part in self.findChildren(QWidget):
            part.ensurePolished()
            part.updateGeometry()
        for inner in self.findChildren(QLayout):
            inner.invalidate()
        room = room.adjusted(8, 8, -8, -8)
        wide = min(room.width(), _WIDE_EM * lengths.font_body)
        high = min(room.height(), self._outer.heightForWidth(wide) + self._missing)
        return QRect(QPoint(room.center().x() - wide // 2, room.center().y() - high // 2), QSize(wide, high))
