"""The base of all form controls: shows one field, and reports each edit.

Every keystroke is reported at once: the view is calculated anew, and only differences are redrawn. The text that the
user is typing now (`typing`) stays as typed, whatever value was read from it.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.kit.content_editor.view_models import EditorField
from engine.model.frozen import Json
from vtt.prep.record_form.tab_order import stops_in
from vtt.widgets.look.theme import ThemeHub


def words_of(value: Json) -> str:
    """Return what was written, as it was written."""
    return "" if value is None else str(value)


class FormControl(QWidget):
    """The control of one field.

    Signals:
        edited: the new value; None for an empty field.
    """

    edited = Signal(object)

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self.hub = hub
        self.part: EditorField | None = None
        self.first: QWidget = self
        """The widget that gets the focus first. It is no focus proxy: Tab would jump between the two for ever."""

    def show_part(self, part: EditorField, typing: str) -> None:
        """Show a field; `typing` is the path at which the user is typing now."""
        raise NotImplementedError

    def forget(self) -> bool:
        """Discard what is on its way for this record; return whether the field must be shown anew after that."""
        return False

    def fit_height(self, height: int) -> None:
        """The form can be seen for so many pixels; a list of its own takes the part of them that it needs."""

    def first_stop(self) -> QWidget:
        """Return the widget that gets the focus first."""
        return self.first

    def stops(self) -> list[QWidget]:
        """Return what Tab goes through, in its order."""
        return stops_in(self)
