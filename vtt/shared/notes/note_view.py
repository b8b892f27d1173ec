"""A note on the screen: its page, and the links that can be clicked."""

from __future__ import annotations

from PySide6.QtCore import QUrl, Signal, Slot
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QTextBrowser, QWidget

from engine.kit.notes.note_links import links_in
from vtt.shared.notes.note_document import NoteDocument, NoteStyle
from vtt.shared.notes.note_pictures import NotePictures
from vtt.shared.notes.note_targets import NoteTargets
from vtt.shared.pictures.picture_store import PictureStore
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.ui_texts import ui_text


class NoteView(QTextBrowser):
    """The page of a note. A click on a link tells which; an address elsewhere is never followed.

    Args:
        hub: the theme.
        store: the pictures of the campaign.
        parent: the Qt parent.

    Signals:
        link_wanted: a NoteLink was clicked.
    """

    link_wanted = Signal(object)

    def __init__(self, hub: ThemeHub, store: PictureStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._note = NoteDocument(self)
        self._shown: tuple[object, ...] = ()
        self._images = NotePictures(store, self)
        self._images.ready.connect(self._fit_pictures)
        self.setDocument(self._note)
        self.setOpenLinks(False)
        self.setAcceptRichText(False)
        self.setAccessibleName(ui_text("notes_page", "page"))
        self.anchorClicked.connect(self._follow)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load nothing: no file and no address is ever read."""
        return None

    def show_note(self, text: str, targets: NoteTargets, picture: str = "", *, other: bool = True) -> None:
        """Show a note.

        Args:
            text: Markdown.
            targets: what its links can lead to.
            picture: the id of a picture above it.
            other: it is another note than before, to be read from the beginning.
        """
        theme, at = self._hub.theme, self.verticalScrollBar().value()
        style = NoteStyle(theme.colour("accent_text"), theme.colour("danger"), targets.look)
        shown = text, picture, theme, tuple(map(targets.look, links_in(text)))
        if shown != self._shown:
            self._shown = shown
            # The view gets the finished page: in the view, each change would lay it out anew.
            note, old = NoteDocument(self), self._note
            note.set_font(ui_font(theme.metrics.font_body))
            note.show_note(text, style, picture)
            self._note = note
            self.setDocument(note)
            old.deleteLater()
            self._fit_pictures()
            self.moveCursor(QTextCursor.MoveOperation.Start)  # a page that is seen for the first time scrolls to it
        self.verticalScrollBar().setValue(0 if other else at)

    def forget(self) -> None:
        """Show nothing."""
        self._shown = ()
        self._note.clear()

    @property
    def note(self) -> NoteDocument:
        """The document."""
        return self._note

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pictures to the new width."""
        super().resizeEvent(event)
        self._fit_pictures()

    @Slot()
    def _fit_pictures(self) -> None:
        if self._note.pictures:
            room = self.viewport().width() - 2 * self._note.documentMargin()
            self._note.set_pictures(self._images.images(self._note.pictures), room)

    @Slot(QUrl)
    def _follow(self, url: QUrl) -> None:
        link = self._note.link_at(url.toString())
        if link is not None:
            self.link_wanted.emit(link)
