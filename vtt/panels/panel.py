"""What every panel has in common: a session seen through a viewer's lens, and a theme."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine.play.sight import View
from engine.play.words import Message, say
from engine.table.frozen import Json
from engine.table.seats import Role
from vtt.lens import Lens
from vtt.session import Session
from vtt.widgets.theme import Theme, ThemeHub


def text(key: str, /, **params: Json) -> str:
    """Return a sentence of this room: `panels.<key>` in the language file."""
    return say(Message(key=f"panels.{key}", params=params))


def acting_seat(view: View) -> str:
    """Return the seat on whose behalf a viewer works by hand: its own, or at the common screen the GM's."""
    if view.viewer in view.seats:
        return view.viewer
    return gm_seat(view)


def gm_seat(view: View) -> str:
    """Return the GM's seat, or the first seat at a table without one; an empty string at an empty table."""
    return next((s.id for s in view.seats.values() if s.role is Role.GM), next(iter(view.seats), ""))


class Panel(QWidget):
    """A widget that shows a session as one viewer sees it and follows it by itself.

    Args:
        session: the game being played.
        viewer: whose eyes: a seat, or `shared`.
        theme_hub: colours, lengths and icons.
        parent: the Qt parent.
    """

    def __init__(self, session: Session, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.hub = theme_hub
        self._viewer = viewer
        session.changed.connect(self._session_changed)
        theme_hub.changed.connect(self._theme_changed)

    @property
    def viewer(self) -> str:
        """Whose eyes this panel has."""
        return self._viewer

    def set_viewer(self, viewer: str) -> None:
        """Show the table as somebody else may know it."""
        if viewer != self._viewer:
            self._viewer = viewer
            self.viewer_changed()

    @property
    def lens(self) -> Lens:
        """The table as the viewer sees it."""
        return self.session.lens(self._viewer)

    @property
    def view(self) -> View:
        """All that the viewer may know now."""
        return self.lens.view

    @property
    def theme(self) -> Theme:
        """The theme that is worn now."""
        return self.hub.theme

    def refresh(self) -> None:
        """Show what is so now."""
        raise NotImplementedError

    def restyle(self) -> None:
        """Take on another theme; what is built anew by `refresh` needs nothing else."""
        self.refresh()

    def viewer_changed(self) -> None:
        """Show what the new viewer may know, and nothing of what the old one knew."""
        self.refresh()

    @Slot(object)
    def _session_changed(self, _change: object) -> None:
        self.refresh()

    @Slot(object)
    def _theme_changed(self, _theme: object) -> None:
        self.restyle()
