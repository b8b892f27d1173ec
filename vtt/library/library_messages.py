"""The theme, the sentences and the dialogs of the Library room, for its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QDialog, QWidget

from vtt.widgets.look.theme import ThemeHub


@dataclass(frozen=True, slots=True)
class LibraryMessages:
    """The theme of the room, its sentences and its dialogs.

    Attributes:
        hub: the theme.
        room: the widget that dialogs belong to.
        say: shows a sentence in passing, which names nothing of the library.
        tell: shows a sentence in the room.
        opened: is called with a dialog that opens.
    """

    hub: ThemeHub
    room: QWidget
    say: Callable[[str], object]
    tell: Callable[[str], object]
    opened: Callable[[QDialog], object]
