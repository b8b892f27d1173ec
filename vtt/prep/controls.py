"""What every control of a form is: it shows what a desk says of one part, and tells what somebody has just written.

Every keystroke is told at once: the desk is made anew, and only what is different is shown differently. What somebody
is writing just now is left to them (`typing`), however the desk has read it.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.table.frozen import Json
from engine.workshop.bench import Part
from vtt.prep.tab_order import stops_in
from vtt.widgets.theme import ThemeHub


def words_of(value: Json) -> str:
    """Return what was written, as it was written."""
    return "" if value is None else str(value)


class Control(QWidget):
    """Shows one part.

    Signals:
        edited: what is to stand there now; None for nothing.
    """

    edited = Signal(object)

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self.hub = hub
        self.part: Part | None = None
        self.first: QWidget = self
        """What gets the focus first. It is no focus proxy: Tab would come here, and be sent back there, for ever."""

    def show_part(self, part: Part, typing: str) -> None:
        """Show it; `typing` is the path at which somebody is writing just now."""
        raise NotImplementedError

    def fit_height(self, height: int) -> None:
        """The form can be seen for so many pixels; a list of its own takes the part of them that it needs."""

    def first_stop(self) -> QWidget:
        """Return what gets the focus where somebody goes there."""
        return self.first

    def stops(self) -> list[QWidget]:
        """Return what Tab goes through, in its order."""
        return stops_in(self)
