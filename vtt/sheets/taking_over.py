"""From changes that came from outside to one gesture: what the table would take, the preview, and the writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from engine.sheets.changes import Change, command_for, label_at
from engine.sheets.entering import ReadBack, Unread, settled
from engine.sheets.paths import parse_path
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import sheet_of
from engine.sheets.values import plain_text
from vtt.lens import Lens
from vtt.panels.panel import acting_seat
from vtt.save.records import Picture
from vtt.session import Session
from vtt.sheets.changes_view import ChangesDialog
from vtt.widgets.theme import ThemeHub

_NOTHING: Final = "refused.nothing_to_write"


class TakingOver:
    """Takes changes over onto characters of one table.

    Args:
        session: the game.
        viewer: tells whose eyes.
        hub: the theme.
        room: the widget that the preview belongs to.
    """

    def __init__(self, session: Session, viewer: Callable[[], str], hub: ThemeHub, room: QWidget) -> None:
        self._session = session
        self._viewer = viewer
        self._hub = hub
        self._room = room

    @property
    def _lens(self) -> Lens:
        return self._session.lens(self._viewer())

    def preview(
        self, actor: str, title: str, sentences: Sequence[str], found: ReadBack, picture: Picture | None = None
    ) -> ChangesDialog | None:
        """Return the preview of what would change; what is ticked there is written. None for nobody's record."""
        view = self._lens.view
        sheet = sheet_of(view, actor) if actor in view.actors else None
        if sheet is None:
            return None
        found = self.possible(sheet, found)
        then = partial(self.write, actor, picture=picture)
        return ChangesDialog(self._hub, title, sentences, sheet.description, found, then, self._room.window())

    def possible(self, sheet: Sheet, found: ReadBack) -> ReadBack:
        """Return what of it the table would take; the rest is told with the table's own sentence."""
        changes, unread = self._sifted(sheet, found.changes)
        stale, _ = self._sifted(sheet, found.stale)
        return ReadBack(changes=changes, stale=stale, unread=(*found.unread, *unread))

    def _sifted(self, sheet: Sheet, changes: tuple[Change, ...]) -> tuple[tuple[Change, ...], tuple[Unread, ...]]:
        seat = acting_seat(self._lens.view)
        if not changes or self._session.refusal(command_for(sheet.description, seat, sheet.record, changes)) is None:
            return changes, ()
        kept: list[Change] = []
        unread: list[Unread] = []
        for change in changes:
            alone = settled(sheet, (change,))
            refused = self._session.refusal(command_for(sheet.description, seat, sheet.record, alone))
            if refused is None:
                kept.append(change)
            elif refused.message.key != _NOTHING:
                label = change.label or label_at(sheet.plan, sheet.record, parse_path(change.path))
                unread.append(Unread(label=label, text=plain_text(change.after)[:200], why=refused.text))
        return tuple(kept), tuple(unread)

    def write(self, actor: str, changes: tuple[Change, ...], picture: Picture | None = None) -> None:
        """Write changes as one gesture; what the table refuses, the window says. A new picture is kept first."""
        view = self._lens.view
        sheet = sheet_of(view, actor) if actor in view.actors else None
        if sheet is None or not changes:
            return
        wanted = picture is not None and any(change.after == picture.id for change in changes)
        if picture is not None and wanted and not self._session.keep_picture(picture):
            return  # the file takes nothing now, which has been told; no record names a picture that is not there
        command = command_for(sheet.description, acting_seat(view), sheet.record, settled(sheet, changes))
        refused = self._session.refusal(command)
        if refused is None or refused.message.key != _NOTHING:
            self._lens.submit(command, self)
