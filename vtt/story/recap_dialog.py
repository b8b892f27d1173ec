"""The dialog with the recap of a session: for the players or for the GM, to be edited, shown and saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QComboBox, QFileDialog, QPlainTextEdit, QTextBrowser, QWidget

from engine.kit.handouts.handout_records import LONGEST_TEXT, LONGEST_TITLE
from engine.kit.sessions.recap_text import recap_markdown, recap_plain_text, session_heading
from engine.model.seats import SHARED
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.shown_handout import ShownHandout
from vtt.shared.file_tasks import FileTasks
from vtt.shared.print_style.markdown_document import markdown_pdf, set_markdown
from vtt.story.kept_recaps import LONGEST_KEPT, KeptRecaps
from vtt.story.session_recaps import SessionRecap, SessionRecaps
from vtt.system.atomic_files import write_atomically
from vtt.system.user_folders import documents
from vtt.widgets.basic_widgets import NarrowComboBox, button, column, prose, row, set_prose
from vtt.widgets.large_dialog import LargeDialog
from vtt.widgets.layouts.flow_layout import FlowLayout
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.task_runner import Progress
from vtt.widgets.ui_texts import ui_text

RECAP: Final = "recap"
"""The id of a recap that is shown as a handout."""
LONGEST_PREVIEW: Final = 12_000
"""The length of a recap that is laid out while somebody edits it, in letters."""
_PAUSE: Final = 250


def show_recap(campaign: OpenCampaign, made: SessionRecap) -> bool:
    """Show the players' version of a recap to everybody."""
    title = session_heading(made.recap.session)[:LONGEST_TITLE]
    words = recap_plain_text(made.recap).partition("\n")[2].strip()
    return campaign.show_handout(ShownHandout(id=RECAP, title=title, text=words[:LONGEST_TEXT]))


class RecapDialog(LargeDialog):
    """The recap as Markdown on the left, and how it looks on the right."""

    def __init__(self, campaign: OpenCampaign, viewer: str, hub: ThemeHub, parent: QWidget, session: str = "") -> None:
        super().__init__(hub, ui_text("sessions", "recap.title"), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._campaign, self._viewer, self._hub = campaign, viewer, hub
        self._recaps = SessionRecaps(campaign, self)
        self._tasks = FileTasks(self, self._say)
        self._kept = KeptRecaps(campaign, viewer)
        self._made: SessionRecap | None = None
        self._version = SHARED
        self._file_dialog: QFileDialog | None = None
        lengths = hub.theme.metrics
        self.session = NarrowComboBox(24)
        self.session.setAccessibleName(ui_text("sessions", "recap.session"))
        self.version = QComboBox()
        self.version.setAccessibleName(ui_text("sessions", "recap.version"))
        self.version.addItem(ui_text("sessions", "recap.players"), SHARED)
        seat = campaign.viewer_campaign(viewer).view.seats.get(viewer)
        if seat is not None and seat.is_gm:
            self.version.addItem(ui_text("sessions", "recap.gm"), viewer)
        self.version.setVisible(self.version.count() > 1)
        self.editor = QPlainTextEdit()
        self.editor.setAccessibleName(ui_text("sessions", "recap.text"))
        self.preview = QTextBrowser()
        self.preview.setOpenLinks(False)
        self.preview.setAccessibleName(ui_text("sessions", "recap.preview"))
        self.said = prose("", "muted")
        self.keep = button(ui_text("sessions", "recap.keep"), help_text=ui_text("sessions", "recap.keep_help"))
        self.keep.setVisible(self._kept.can_keep)
        self.anew = button(ui_text("sessions", "recap.anew"), help_text=ui_text("sessions", "recap.anew_help"))
        self.anew.hide()
        self.save_markdown = button(ui_text("sessions", "recap.save_markdown"))
        self.save_pdf = button(ui_text("sessions", "recap.save_pdf"))
        self.show_all = button(ui_text("sessions", "recap.show"), help_text=ui_text("sessions", "recap.show_help"))
        close = button(ui_text("sessions", "close"), "primary")
        head, middle = row(gap=lengths.pad_m), row(gap=lengths.pad_m)
        head.addWidget(self.session, 1)
        head.addWidget(self.version)
        middle.addWidget(self.editor, 1)
        middle.addWidget(self.preview, 1)
        foot = FlowLayout(spacing=lengths.pad_m)
        foot.hold((self.keep, self.anew, self.save_markdown, self.save_pdf, self.show_all, close))
        outer = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        outer.addLayout(head)
        outer.addLayout(middle, 1)
        outer.addWidget(self.said)
        outer.addLayout(foot)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self._lay_out)
        self.editor.textChanged.connect(self._pause.start)
        self.session.activated.connect(self._choose)
        self.version.activated.connect(self._choose)
        self.keep.clicked.connect(self.keep_text)
        self.anew.clicked.connect(self._write_anew)
        self.save_markdown.clicked.connect(lambda: self._ask_file("md"))
        self.save_pdf.clicked.connect(lambda: self._ask_file("pdf"))
        self.show_all.clicked.connect(self._show)
        close.clicked.connect(self.reject)
        self._read(session)

    def reject(self) -> None:
        """Close the dialog; with changes that are not saved only after a question."""
        self._leave_text(super().reject)

    def _leave_text(self, then: Callable[[], object]) -> None:
        """Leave the text that is edited; with changes that are not saved only after a question."""
        if not self.editor.document().isModified():
            then()
            return
        keep = [DialogButton("keep", ui_text("sessions", "recap.keep"))] if self._kept.can_keep else []
        choices = (
            DialogButton("", ui_text("sessions", "recap.stay"), "primary"),
            *keep,
            DialogButton("discard", ui_text("sessions", "recap.discard"), "danger"),
        )

        def answer(key: str) -> None:
            if key == "discard" or (key == "keep" and self.keep_text()):
                then()

        title, sentence = ui_text("sessions", "recap.discard_title"), ui_text("sessions", "recap.discard_asks")
        ask(self._hub, self, title, (sentence,), choices, answer, icon="warning")

    @Slot()
    def keep_text(self) -> bool:
        """Keep the text with the session, in the campaign file. Return whether that was done."""
        made, text = self._made, self.editor.toPlainText()
        if made is None:
            return False
        if len(text) > LONGEST_KEPT:
            self._say(ui_text("sessions", "recap.too_long", most=LONGEST_KEPT))
            return False
        if not self._kept.keep(made.id, self._version, text, recap_markdown(made.recap)):
            return False
        self.editor.document().setModified(False)
        self._show_kept(made)
        return True

    @Slot()
    def _write_anew(self) -> None:
        """Take the recap as the log gives it now into the editor, as a change that the editor can take back."""
        if self._made is not None:
            cursor = self.editor.textCursor()
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.insertText(recap_markdown(self._made.recap))

    @Slot()
    def _choose(self) -> None:
        """Read the chosen session in the chosen version; the choice goes back if the edited text is not left."""
        session, version = str(self.session.currentData() or ""), self.version.currentIndex()
        if self._made is not None and session == self._made.id and self._version == self.version.currentData():
            return
        self._show_choice()
        self._leave_text(lambda: self._read(session, version))

    def _show_choice(self) -> None:
        """Show at the head what is in the editor."""
        self.version.setCurrentIndex(self.version.findData(self._version))
        if self._made is not None:
            self.session.setCurrentIndex(max(0, self.session.findData(self._made.id)))

    def save_to(self, path: Path) -> None:
        """Write what the editor has into a file, in the background; the ending says in which form."""
        markdown, title = self.editor.toPlainText(), self._title()

        def work(_progress: Progress) -> None:
            is_pdf = path.suffix.lower() == ".pdf"
            write_atomically(path, markdown_pdf(markdown, title) if is_pdf else markdown.encode())

        def saved(_done: None) -> None:
            if self.editor.toPlainText() == markdown:
                self.editor.document().setModified(False)
            self._say(ui_text("sessions", "recap.saved", name=short(path.name)))

        self._say(ui_text("sessions", "recap.saving"))
        self._tasks.start(work, saved)

    def _read(self, session: str, version: int = 0) -> None:
        self._made = None
        self.editor.document().setModified(False)
        self.version.setCurrentIndex(version)
        self._version = str(self.version.itemData(version))
        self._say(ui_text("sessions", "recap.reading"))
        self._enable()
        self._recaps.read(self._take, self._version, session)

    def _take(self, made: SessionRecap) -> None:
        self._made = made
        self.session.clear()
        for id_, words in made.sessions:
            self.session.addItem(short(words, 80), id_)
        self._show_choice()
        kept = self._kept.find(made.id, self._version, recap_markdown(made.recap))
        self.editor.setPlainText(recap_markdown(made.recap) if kept is None else kept.text)
        self._show_kept(made)
        self._enable()
        self._lay_out()

    def _show_kept(self, made: SessionRecap) -> None:
        """Say whether the text in the editor is a kept one, and whether the log has gone on since then."""
        kept = self._kept.find(made.id, self._version, recap_markdown(made.recap))
        self.anew.setVisible(kept is not None)
        key = "" if kept is None else "kept" if kept.is_current else "kept_before"
        self._say(ui_text("sessions", f"recap.{key}") if key else "")

    def _enable(self) -> None:
        is_made = self._made is not None
        for part in (self.session, self.editor, self.keep, self.anew, self.save_markdown, self.save_pdf):
            part.setEnabled(is_made)
        self.show_all.setEnabled(is_made and self._version == SHARED)

    def _title(self) -> str:
        return session_heading(self._made.recap.session) if self._made is not None else ""

    @Slot()
    def _lay_out(self) -> None:
        self._pause.stop()
        words = self.editor.toPlainText()
        self.preview.setVisible(len(words) <= LONGEST_PREVIEW)
        if len(words) <= LONGEST_PREVIEW:
            set_markdown(self.preview.document(), words)

    @Slot()
    def _show(self) -> None:
        made = self._made
        if made is not None and not made.recap.private and show_recap(self._campaign, made):
            self._say(ui_text("sessions", "recap.shown"))

    def _ask_file(self, suffix: str) -> None:
        name = "".join(sign if sign.isalnum() or sign in " -" else "_" for sign in self._title())[:60].strip()
        dialog = QFileDialog(self, ui_text("sessions", f"recap.save_{'pdf' if suffix == 'pdf' else 'markdown'}"))
        dialog.setDirectory(str(documents()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([ui_text("sessions", f"recap.form_{suffix}")])
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{name or RECAP}.{suffix}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda chosen: self.save_to(Path(chosen)))
        self._file_dialog = dialog
        dialog.open()

    def _say(self, words: str) -> None:
        set_prose(self.said, words)
