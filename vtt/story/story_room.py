"""The room of the story: the log, to be read, searched and taken home, with a line to write; notes; dice and cards."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QTabBar, QWidget

from engine.core.manual_moves import Say
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import CampaignPanel, acting_seat, text
from vtt.shared.screen_names import name_of_seat
from vtt.story.dice_and_cards_page import DiceAndCardsPage
from vtt.story.log_panel import LogPanel
from vtt.story.notes_page import NotesPage
from vtt.widgets.basic_widgets import button, column, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, short, tip
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit


class StoryRoom(CampaignPanel):
    """The log in a room of its own, and in further tabs the notes that the viewer may read, and the dice and cards.

    Signals:
        undo_to: a position of the history, back or forward, to which the user wants to go.
        what_if_from: a position of the history from which the GM wants to try something.
        session_wanted: the steps at the start and at the end of a session are to be shown.
    """

    undo_to = Signal(int)
    what_if_from = Signal(int)
    session_wanted = Signal()

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self.log = LogPanel(campaign, viewer, theme_hub, self)
        self.log.undo_to.connect(self.undo_to)
        self.log.what_if_from.connect(self.what_if_from)
        self.log.search_left.connect(self.log.list.setFocus)
        self.line = UndoAwareLineEdit(text("story.write_hint"))
        self.private = QCheckBox()
        self.private.setToolTip(tip(text("story.private_help")))
        self.private.toggled.connect(self._mind_eyes)
        self.write = button(text("story.write"))
        self._column = column(self)
        self._title = label(text("story.title"), "title")
        self.session = button(ui_text("sessions", "open"))
        self.recap = button(ui_text("sessions", "recap.open"))
        self.session.clicked.connect(self.session_wanted)
        self.recap.clicked.connect(self._open_recap)
        self.notes = NotesPage(campaign, viewer, theme_hub, self)
        self.dice_and_cards = DiceAndCardsPage(campaign, viewer, theme_hub, self)
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setAccessibleName(text("story.title"))
        for group, name in (("notes_page", "log"), ("notes_page", "title"), ("fairness", "title")):
            self.tabs.addTab(button_text(ui_text(group, name)))
        self.tabs.currentChanged.connect(self._turn)
        self._head = row()
        self._head.addWidget(self._title)
        self._head.addStretch(1)
        self._head.addWidget(self.tabs)
        self._head.addWidget(self.session)
        self._head.addWidget(self.recap)
        self._column.addLayout(self._head)
        self._column.addWidget(self.log, 1)
        self._column.addWidget(self.notes, 1)
        self._column.addWidget(self.dice_and_cards, 1)
        self.notes.hide()
        self.dice_and_cards.hide()
        self._foot = row()
        for part in (self.line, self.private, self.write):
            self._foot.addWidget(part, 1 if part is self.line else 0)
        self._column.addLayout(self._foot)
        self.line.returnPressed.connect(self._write)
        self.write.clicked.connect(self._write)
        if campaign.view_only:
            for part in (self.line, self.private, self.write):
                part.setEnabled(False)
            self.line.setPlaceholderText(text("offers.view_only"))
        self.restyle()

    def open_note(self, id_: str) -> None:
        """Turn to the notes, and open one."""
        self.tabs.setCurrentIndex(1)
        self.notes.open_note(id_)

    @Slot(int)
    def _turn(self, at: int) -> None:
        self.notes.setVisible(at == 1)
        self.dice_and_cards.setVisible(at == 2)
        for part in (self.log, self.recap, self.line, self.private, self.write):
            part.setVisible(at == 0)

    def refresh(self) -> None:
        """Show for which readers a private line would be; the log follows by itself."""
        words = text("story.private", name=short(name_of_seat(self.view, acting_seat(self.view)), 24))
        self.private.setText(button_text(words))
        self.private.setAccessibleName(words)
        self._mind_eyes()

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self.theme.metrics
        self._column.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_l, lengths.pad_m)
        self._column.setSpacing(lengths.pad_m)
        self._foot.setSpacing(lengths.pad_s)
        self._head.setSpacing(lengths.pad_s)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window the list is worth more than the title."""
        super().resizeEvent(event)
        self._title.setVisible(self.height() >= self.theme.metrics.control * 10)

    def viewer_changed(self) -> None:
        """Let the log read with other eyes; what was being written in private is gone."""
        if self.private.isChecked():
            self.line.clear()
            self.private.setChecked(False)
        self.log.set_viewer(self.viewer)
        self.notes.set_viewer(self.viewer)
        self.dice_and_cards.set_viewer(self.viewer)
        self.refresh()

    def place(self) -> object:
        """Return the line that is being written, and whether it is private."""
        return self.line.text(), self.private.isChecked()

    def return_to(self, place: object) -> None:
        """Go on with the line."""
        match place:
            case (str(words), bool(private)) if private or not self.line.text():
                self.private.setChecked(private)
                self.line.setText(words)

    @Slot()
    def _open_recap(self) -> None:
        self.log.open_recap()

    @Slot()
    def _write(self) -> None:
        words = self.line.text().strip()
        line = Say(seat=acting_seat(self.view), text=words, private=self.private.isChecked())
        if words and self.viewer_campaign.submit(line, self):
            self.line.clear()

    @Slot()
    def _mind_eyes(self) -> None:
        """Write a private line in dots where others look on who may not read it."""
        hidden = self.private.isChecked() and self.viewer != acting_seat(self.view)
        self.line.setEchoMode(QLineEdit.EchoMode.Password if hidden else QLineEdit.EchoMode.Normal)
