"""A cover over buttons that tell a result, for as long as the dice for it still move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Slot
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from vtt.moments.moment_player import MomentPlayer
from vtt.widgets.look.theme import ThemeHub


class ResultCover(QWidget):
    """Hides the lower part of a widget while a player holds the result of dice.

    Any key ends the scenes and with them the cover, so that nobody has to wait. So does a click on the cover, and it
    does nothing else: the second click of a double click takes no offer that nobody can see.

    Args:
        player: the player of moments.
        covered: the widget.
        result_widgets: returns the widgets in it that tell the result; all from the top of the highest one down is
            hidden.
        is_shown: whether the scenes are seen in this window.
        hub: the theme.
    """

    def __init__(
        self,
        player: MomentPlayer,
        covered: QWidget,
        result_widgets: Callable[[], Sequence[QWidget]],
        is_shown: Callable[[], bool],
        hub: ThemeHub,
    ) -> None:
        super().__init__(covered)
        self._covered, self._result_widgets, self._is_shown, self._hub = covered, result_widgets, is_shown, hub
        self.setObjectName("result_cover")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        player.add_cover(self)
        player.result_held.connect(self._hold)

    def covers(self, event: QMouseEvent) -> bool:
        """Return whether a mouse event is on it."""
        return self.isVisible() and self.rect().contains(self.mapFromGlobal(event.globalPosition().toPoint()))

    @Slot(bool)
    def _hold(self, hold: bool) -> None:
        tops = self._tops() if hold else []
        self.setVisible(bool(tops) and self._is_shown())
        self._covered.removeEventFilter(self)
        if not self.isHidden():
            self._covered.installEventFilter(self)  # only now: in one change a widget gets hundreds of events
            self._take_place(tops)

    def _tops(self) -> list[int]:
        return [one.mapTo(self._covered, QPoint()).y() for one in self._result_widgets() if one.isVisible()]

    def _take_place(self, tops: Sequence[int]) -> None:
        self.setGeometry(self._covered.rect().adjusted(0, min(tops, default=0), 0, 0))
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the buttons also where they are in another size of the widget."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._take_place(self._tops())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill it with the colour of the window."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._hub.theme.colours.window))
        painter.end()
