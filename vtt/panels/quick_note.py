"""A quick note of the GM: one line over the window, kept on a page that only the GM reads."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.kit.notes.note_commands import LONGEST_QUICK_NOTE, QuickNote
from engine.kit.sessions.session_records import running_session
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import CampaignPanel, gm_seat
from vtt.shared.story_time import time_figures
from vtt.widgets.basic_widgets import button, column, frame, prose, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.overlay import Overlay
from vtt.widgets.plain_text import label
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit


class QuickNoteField(CampaignPanel):
    """The field. Enter keeps the note, Escape asks before it drops one; a click beside it leaves it for later.

    On a screen that others see, the note is written in dots, and nothing of other notes is shown.

    Signals:
        kept: a sentence that says so and tells nothing of the note.
    """

    kept = Signal(str)

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self.hide()
        self._overlay: Overlay | None = None
        self.setAccessibleName(ui_text("notes_page", "quick.title"))
        self._card = frame("card")
        self._inside = column(self._card)
        self.line = UndoAwareLineEdit(ui_text("notes_page", "quick.prompt"))
        self.line.setMaxLength(LONGEST_QUICK_NOTE)
        self.line.lets_go = False
        self.keep = button(ui_text("notes_page", "quick.keep"), "primary")
        self.hint = prose(ui_text("notes_page", "quick.hidden"), "muted")
        self._line = row()
        self._line.addWidget(self.line, 1)
        self._line.addWidget(self.keep)
        self._inside.addWidget(label(ui_text("notes_page", "quick.title"), "heading"))
        self._inside.addLayout(self._line)
        self._inside.addWidget(self.hint)
        column(self).addWidget(self._card)
        self.line.returnPressed.connect(self.keep_note)
        self.keep.clicked.connect(self.keep_note)
        self.restyle()

    def open_over(self, window: QWidget) -> None:
        """Show it over a window."""
        if self._overlay is None or self._overlay.host is not window:
            self._overlay = Overlay(window, self, self._place)
        self.refresh()
        self._overlay.open()
        self.line.setFocus()

    def put_away(self) -> None:
        """Close it; what is written stays there for the next time."""
        if self._overlay is not None:
            self._overlay.dismiss()

    def refresh(self) -> None:
        """Write in dots where others look on, who may not read it."""
        hidden = not self._is_gm
        self.line.setEchoMode(QLineEdit.EchoMode.Password if hidden else QLineEdit.EchoMode.Normal)
        self.hint.setVisible(hidden)

    @property
    def _is_gm(self) -> bool:
        seat = self.view.seats.get(self.viewer)
        return seat is not None and seat.is_gm

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self.theme.metrics
        self._inside.setContentsMargins(lengths.pad_m, lengths.pad_m, lengths.pad_m, lengths.pad_m)
        self._inside.setSpacing(lengths.pad_s)
        self._line.setSpacing(lengths.pad_s)
        self.refresh()

    def viewer_changed(self) -> None:
        """Close it. What the GM has written there is not in it while others look."""
        self.put_away()
        if not self._is_gm:
            self.line.clear()
        self.refresh()

    def place(self) -> object:
        """Return what is being written."""
        return self.line.text() or None

    def return_to(self, place: object) -> None:
        """Go on with it, before what was written meanwhile on a screen that others see."""
        self.line.setText(" ".join(filter(None, (str(place), self.line.text()))))

    @Slot()
    def keep_note(self) -> None:
        """Keep what is written; an empty note is dropped."""
        words = self.line.text().strip()
        if not words:
            self.put_away()
            return
        command = QuickNote(seat=gm_seat(self.view), text=words, stamp=self.stamp())
        if self.viewer_campaign.submit(command, self):
            self.line.clear()
            self.put_away()
            self.kept.emit(ui_text("notes_page", "quick.kept"))

    def stamp(self) -> str:
        """Return the running session, the date and the time, and the game's clock once it has been moved."""
        now = QDateTime.currentDateTime()
        date = f"{now.date().toString(Qt.DateFormat.ISODate)} {now.time().toString('HH:mm')}"
        clock = self.view.clock
        stamp = ui_text("notes_page", "quick.clock", date=date, time=time_figures(clock)) if clock else date
        session = running_session(self.view.lists)
        return (
            ui_text("notes_page", "quick.session", number=session.number, stamp=stamp) if session is not None else stamp
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes an empty field, and asks before it drops a note."""
        if event.key() != Qt.Key.Key_Escape or not self.line.text().strip():
            super().keyPressEvent(event)
            return
        choices = (
            DialogButton("drop", ui_text("notes_page", "quick.discard"), "danger"),
            DialogButton("", ui_text("notes_page", "quick.back"), "primary"),
        )
        title, sentence = ui_text("notes_page", "quick.ask_title"), ui_text("notes_page", "quick.ask")
        ask(self.hub, self.window(), title, (sentence,), choices, self._answer, icon="note")

    def _answer(self, key: str) -> None:
        if key == "drop":
            self.line.clear()
            self.put_away()
        else:
            self.line.setFocus()

    def _place(self, room: QRect) -> QRect:
        wide = min(46 * self.theme.metrics.font_body, room.width() - 16)
        size = QSize(wide, self.sizeHint().height())
        return QRect(QPoint(room.center().x() - wide // 2, room.top() + max(8, room.height() // 5)), size)
