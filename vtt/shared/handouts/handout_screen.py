"""The shown handout over a page of the window, with the controls that all people share."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from shiboken6 import isValid

from vtt.shared.handouts.handout_display import STEP, HandoutDisplay
from vtt.shared.handouts.handout_view import HandoutView
from vtt.widgets.basic_widgets import button, row
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text


class HandoutScreen(QFrame):
    """Covers a page while a handout is shown there.

    Args:
        display: how it is displayed, the same on every screen.
        hub: the theme.
        page: the page that it covers.
        is_wanted: whether the handout is shown on this page, and not only on another screen.
    """

    def __init__(self, display: HandoutDisplay, hub: ThemeHub, page: QWidget, is_wanted: Callable[[], bool]) -> None:
        super().__init__(page)
        self._display = display
        self._hub = hub
        self._page = page
        self._is_wanted = is_wanted
        self._before: QWidget | None = None
        self.view = HandoutView(display, hub, self)
        self.bar = QFrame(self)
        self.bar.setProperty("role", "card")
        self._row = row(self.bar)
        self.smaller = IconButton(hub, "minus", ui_text("handouts", "zoom_out"), self.bar)
        self.larger = IconButton(hub, "plus", ui_text("handouts", "zoom_in"), self.bar)
        self.fit = button(ui_text("handouts", "fit"), parent=self.bar)
        self.away = button(ui_text("handouts", "hide"), "primary", parent=self.bar)
        self.away.setToolTip(ui_text("handouts", "hide_tip"))
        for part in (self.smaller, self.larger, self.fit, self.away):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._row.addWidget(part)
        self.smaller.clicked.connect(lambda: display.zoom_by(1 / STEP))
        self.larger.clicked.connect(lambda: display.zoom_by(STEP))
        self.fit.clicked.connect(display.fit)
        self.away.clicked.connect(display.hide)
        display.changed.connect(self.follow)
        display.moved.connect(self._show_zoom)
        page.installEventFilter(self)
        QApplication.instance().focusChanged.connect(self._hold_focus)  # type: ignore[union-attr]
        self.hide()
        follow_theme(hub, self._theme_changed)
        self.follow()

    @Slot()
    def follow(self) -> None:
        """Cover the page if a handout is shown on it, or uncover it."""
        wanted = self._display.handout is not None and self._is_wanted()
        self._show_zoom()
        if wanted and self.isHidden():
            self._before = QApplication.focusWidget()
            self._arrange()
            self.show()
            self.raise_()
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        elif wanted:
            self._arrange()
        elif not self.isHidden():
            self.hide()
            before, self._before = self._before, None
            if before is not None and isValid(before) and before.isVisible():
                before.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusNextPrevChild(self, _next: bool) -> bool:
        """Tab goes nowhere: what is covered takes no keys."""
        return False

    @Slot(QWidget, QWidget)
    def _hold_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Take the keyboard back from what is covered; it returns there once the page is uncovered."""
        if now is None or self.isHidden() or now is self.view or not self._page.isAncestorOf(now):
            return
        if not self.isAncestorOf(now):
            self._before = now
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grow and shrink with the page."""
        if watched is self._page and event.type() == QEvent.Type.Resize and not self.isHidden():
            self._arrange()
        return super().eventFilter(watched, event)

    def _show_zoom(self) -> None:
        has_picture = self._display.has_picture
        for part in (self.smaller, self.larger, self.fit):
            part.setVisible(has_picture)
        self.smaller.setEnabled(self._display.zoom > 1)
        self.fit.setEnabled(self._display.zoom > 1)

    def _theme_changed(self, _theme: Theme) -> None:
        self._arrange()

    def _arrange(self) -> None:
        self.setGeometry(self._page.rect())
        self.view.setGeometry(self.rect())
        lengths = self._hub.theme.metrics
        self._row.setSpacing(lengths.pad_s)
        self._row.setContentsMargins(lengths.pad_s, lengths.pad_xs, lengths.pad_s, lengths.pad_xs)
        self.bar.adjustSize()
        self.view.foot = self.bar.height()
        self.bar.move((self.width() - self.bar.width()) // 2, self.height() - self.bar.height() - lengths.pad_s)
        self.bar.raise_()
        self.view.update()
