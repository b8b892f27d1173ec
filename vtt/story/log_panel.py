"""The log beside the table: events in plain words, with the calculation behind each number."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QMenu, QPlainTextEdit, QWidget

from engine.core.commands import kind_of
from engine.core.history import LogLine
from engine.kit.sessions.session_commands import EditSession
from engine.kit.sessions.session_records import LONGEST_DATE, LONGEST_TITLE
from engine.presentation.offers import Offer
from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import CampaignPanel, acting_seat, may_open_library, text
from vtt.shared.offers.offer_taker import OfferTaker
from vtt.shared.offers.offer_tile import offer_words
from vtt.shared.screen_names import name_of_seat
from vtt.shared.table_queries import awaited_seats, reachable_seats
from vtt.story.log_export import StoryFormat, export_story, format_of
from vtt.story.log_list_view import LogListView
from vtt.story.log_model import LogModel
from vtt.story.session_recaps import session_of
from vtt.system.atomic_files import write_atomically
from vtt.system.disk_reasons import disk_reason
from vtt.system.user_folders import documents
from vtt.widgets.basic_widgets import NarrowComboBox, column, prose, row, set_prose
from vtt.widgets.icon_button import ClearButton, IconButton
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.theme_binding import set_role
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit


class LogPanel(CampaignPanel):
    """The log lines that the viewer may read: searched, opened line by line, copied, or written to a file.

    Signals:
        undo_to: a position of the history, back or forward, to which the user wants to go.
        what_if_from: a position of the history from which the GM wants to try something.
        search_left: Esc was pressed where one searches; the keys should go to what is beside the log.
    """

    undo_to = Signal(int)
    what_if_from = Signal(int)
    search_left = Signal()

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self._people: tuple[tuple[str, str], ...] = ()
        self.model = LogModel(campaign, viewer, self)
        self.list = LogListView(theme_hub, self.model)
        self.search = UndoAwareLineEdit(text("log.search"))
        ClearButton(theme_hub, self.search)
        self.person = NarrowComboBox(8)
        self.person.setAccessibleName(text("log.person"))
        self.chapter = NarrowComboBox(8)
        self.chapter.setAccessibleName(ui_text("sessions", "jump"))
        self.chapter.setToolTip(tip(ui_text("sessions", "jump")))
        self.chapter.hide()
        self._chapters: tuple[tuple[str, str], ...] = ()
        self.taker = OfferTaker(self)
        self.apply_button = IconButton(theme_hub, "check", text("log.apply"))
        self.overrule_button = IconButton(theme_hub, "crown", text("log.overrule"))
        self.undo_button = IconButton(theme_hub, "undo", text("log.undo_to"))
        self.copy_button = IconButton(theme_hub, "note", text("log.copy"))
        self.export_button = IconButton(theme_hub, "file", text("log.export"))
        self.said = prose("", "muted")
        self._column = column(self)
        self._head = row()
        self._head.addWidget(self.search, 2)
        self._tools = QWidget()
        self._flow = TileFlow(self._tools)
        line = (self.apply_button, self.overrule_button, self.copy_button, self.undo_button)
        for part in (self.chapter, self.person, *line, self.export_button):
            self._flow.addWidget(part)
        self._column.addLayout(self._head)
        self._column.addWidget(self.list, 1)
        self._column.addWidget(self.said)
        self.said.hide()
        self._buttons_above: bool | None = None
        self._file_dialog: QFileDialog | None = None
        self._whole: MessageDialog | None = None
        self.setAccessibleName(text("log.name"))
        self.search.textChanged.connect(self._search)
        self.person.currentIndexChanged.connect(self._search)
        self.chapter.activated.connect(lambda _at: self.jump_to(str(self.chapter.currentData())))
        self.apply_button.clicked.connect(self._apply_here)
        self.overrule_button.clicked.connect(self._overrule_here)
        self.undo_button.clicked.connect(self._go_here)
        self.copy_button.clicked.connect(self.copy_line)
        self.export_button.clicked.connect(self.ask_export)
        self._position = campaign.position
        campaign.changed.connect(self._moved)
        self.list.menu_wanted.connect(self._open_menu)
        self.list.redo_wanted.connect(lambda _row: self._go_here())
        self.model.searched.connect(self._count)
        self.model.rowsRemoved.connect(self._mind_row)
        self.list.selectionModel().currentChanged.connect(self._mind_row)
        self.restyle()
        self._mind_row()

    def refresh(self) -> None:
        """Keep the names to filter by, and what can be done from the present line; the lines follow by themselves."""
        self._mind_row()
        self._list_chapters()
        view = self.view
        people = {name_of_seat(view, seat): view.seats[seat].name for seat in view.seats}
        people |= {short(a.name, 60): a.name for a in view.actors.values() if not a.archived}
        entries = tuple(people.items())
        if entries == self._people:
            return
        self._people = entries
        chosen = self.person.currentData()
        self.person.blockSignals(True)
        self.person.clear()
        self.person.addItem(text("log.everybody"), "")
        for shown, name in entries:
            self.person.addItem(short(shown, 40), name)
        at = self.person.findData(chosen) if chosen else 0
        self.person.setCurrentIndex(max(0, at))
        self.person.blockSignals(False)
        self._search()

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self.theme.metrics
        self._column.setSpacing(lengths.pad_s)
        self._head.setSpacing(lengths.pad_s)
        self._flow.setSpacing(lengths.pad_xs)
        self.model.rule_numbers = self.theme.rule_numbers
        self.list.measure_anew()
        self._place_buttons()
        self.refresh()

    def viewer_changed(self) -> None:
        """Read with other eyes."""
        self.taker.close()
        if self._whole is not None:
            self._whole.reject()
        self.model.set_viewer(self.viewer)
        self._people = ()
        self._say("", "muted")
        self.search.clear()  # what the GM looked for may be a secret
        self.refresh()
        self._mind_row()

    def place(self) -> object:
        """Return the words that are searched."""
        return self.search.text()

    def return_to(self, place: object) -> None:
        """Search again."""
        self.search.setText(str(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc end the search, so that all lines are there again and the next keys are not written into it."""
        if event.key() == Qt.Key.Key_Escape and self.search.hasFocus():
            self.search.clear()
            self.search_left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put filter and buttons beside the search where there is room, else below the list."""
        super().resizeEvent(event)
        self._place_buttons()

    def story(self, form: StoryFormat) -> str:
        """Return all that the viewer may read as one text."""
        return export_story(self.model.lines, form, text("log.title"))

    def copy_line(self) -> None:
        """Put the words of the present line on the clipboard."""
        words = self.model.words(self.list.currentIndex().row())
        if words:
            QGuiApplication.clipboard().setText(words)
            self._say(text("log.copied"), "muted")

    def jump_to(self, session: str) -> None:
        """Show the line at which a session starts at the top; nothing is searched for then."""
        self.search.clear()
        self.person.setCurrentIndex(0)
        row_number = self.model.row_of_session(session)
        if row_number >= 0:
            self.list.verticalScrollBar().setValue(row_number)
            self.list.setCurrentIndex(self.model.index(row_number))

    def open_recap(self, session: str = "") -> None:
        """Show the recap of a session; without an id that of the latest."""
        from vtt.story.recap_dialog import RecapDialog

        RecapDialog(self.campaign, self.viewer, self.hub, self.window(), session).open()

    def edit_session(self, id_: str) -> None:
        """Ask for the title and the date of a session."""
        session = session_of(self.campaign, id_)
        title, date = (
            UndoAwareLineEdit(ui_text("sessions", "title_field")),
            UndoAwareLineEdit(ui_text("sessions", "date")),
        )
        title.setMaxLength(LONGEST_TITLE)
        title.setText(session.title)
        date.setMaxLength(LONGEST_DATE)
        date.setText(session.date)
        form = QWidget()
        inside = column(form, gap=self.theme.metrics.pad_s)
        inside.addWidget(title)
        inside.addWidget(date)
        choices = (
            DialogButton("", ui_text("sessions", "cancel")),
            DialogButton("save", ui_text("sessions", "save"), "primary"),
        )
        heading = ui_text("sessions", "edit_title", number=session.number)
        dialog = MessageDialog(self.hub, heading, (), choices, self.window(), icon="story", content=form)

        def chosen(key: str) -> None:
            command = EditSession(seat=acting_seat(self.view), session=id_, title=title.text(), date=date.text())
            if key:
                self.viewer_campaign.submit(command, self)

        dialog.chosen.connect(chosen)
        dialog.finished.connect(self._whole_shut)
        self._whole = dialog
        dialog.open()

    def _list_chapters(self) -> None:
        chapters = self.model.chapters()
        if chapters != self._chapters:
            self._chapters = chapters
            self.chapter.clear()
            for id_, words in chapters:
                self.chapter.addItem(short(words, 60), id_)
            self.chapter.setCurrentIndex(len(chapters) - 1)
            self.chapter.setVisible(bool(chapters))

    def read_whole(self) -> None:
        """Show all words of the present line, however many they are."""
        line = QPlainTextEdit(self.model.words(self.list.currentIndex().row()))
        line.setReadOnly(True)
        line.setAccessibleName(text("log.whole"))
        line.setMinimumHeight(8 * self.theme.metrics.control)
        close = DialogButton("", text("log.shut"), "primary")
        dialogue = MessageDialog(self.hub, text("log.whole"), (), (close,), self.window(), icon="story", content=line)
        dialogue.finished.connect(self._whole_shut)
        self._whole = dialogue
        dialogue.open()

    def due(self) -> tuple[Offer, ...]:
        """Return what can be done now because the present line calls for it."""
        return self._standing()[1]

    def rulings(self) -> tuple[Offer, ...]:
        """Return what can be overruled now of the figures that the present line tells."""
        return self._standing()[0]

    def _standing(self) -> tuple[tuple[Offer, ...], tuple[Offer, ...]]:
        """Return the rulings and what is due by the present line, one of a name: of who is waited for before others."""
        tells, calls_for = self.model.standing(self.list.currentIndex().row())
        rulings: dict[str, Offer] = {}
        due: dict[str, Offer] = {}
        if tells or calls_for:
            waited = awaited_seats(self.view)
            for seat in sorted(reachable_seats(self.view), key=lambda s: s not in waited):
                for offer in self.viewer_campaign.offers(seat):
                    if offer.denial is not None or offer.direct:
                        continue
                    if getattr(offer.command, "figure", "") in tells:
                        rulings.setdefault(offer.name, offer)
                    elif kind_of(offer.command) in calls_for:
                        due.setdefault(offer.name, offer)
        return tuple(rulings.values()), tuple(due.values())

    def ask_export(self) -> None:
        """Ask for a file and write the story into it."""
        dialog = QFileDialog(self.window(), text("log.export"), str(documents()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([text(f"log.form_{form.value}") for form in StoryFormat])
        dialog.setDefaultSuffix(StoryFormat.TEXT.value)
        dialog.selectFile(f"{text('log.file_name')}.{StoryFormat.TEXT.value}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filterSelected.connect(self._form_chosen)
        dialog.fileSelected.connect(self._file_chosen)
        self._file_dialog = dialog
        dialog.open()

    def export_to(self, path: Path) -> bool:
        """Write the story into a file in the form that its ending asks for; say how it went."""
        try:
            write_atomically(path, self.story(format_of(path)).encode())
        except OSError as error:
            self._say(text("log.not_exported", name=short(path.name), reason=disk_reason(error)), "danger")
            return False
        self._say(text("log.exported", name=short(path.name), count=len(self.model.lines)), "muted")
        return True

    def _say(self, words: str, role: str) -> None:
        set_prose(self.said, words)
        set_role(self.said, role)
        self.said.setVisible(bool(words))

    def _place_buttons(self) -> None:
        above = self.width() >= self.theme.metrics.control * 15
        if above != self._buttons_above:
            self._buttons_above = above
            self._column.removeWidget(self._tools)
            self._head.removeWidget(self._tools)
            if above:
                self._head.addWidget(self._tools)
            else:
                self._column.addWidget(self._tools)

    @Slot(str)
    def _form_chosen(self, chosen: str) -> None:
        dialog = self._file_dialog
        if dialog is not None:
            dialog.setDefaultSuffix(list(StoryFormat)[dialog.nameFilters().index(chosen)].value)

    @Slot(str)
    def _file_chosen(self, name: str) -> None:
        self._file_dialog = None
        self.export_to(Path(name))

    @Slot()
    def _search(self) -> None:
        self.model.set_search(self.search.text(), str(self.person.currentData() or ""))

    @Slot()
    def _count(self) -> None:
        query = self.search.text().strip()
        if query and not self.model.rowCount():
            self._say(text("log.none_found", query=short(query, 60)), "muted")
        else:
            searching = bool(query or self.person.currentData())
            self._say(text("log.found", count=self.model.rowCount()) if searching else "", "muted")

    @Slot()
    def _mind_row(self) -> None:
        if self.model.is_dropping:
            return  # `rowsRemoved` follows; the line that is marked until then can ask every seat what it can do
        line = self.model.line(self.list.currentIndex().row())
        self.copy_button.setEnabled(line is not None)
        self.undo_button.setEnabled(line is not None and self._leads_elsewhere(line))
        word = "redo" if line is not None and line.undone else "undo"
        self.undo_button.set_icon(word)
        words = text(f"log.{word}_to")
        self.undo_button.setToolTip(tip(words))
        self.undo_button.setAccessibleName(words)
        rulings, due = self._standing()
        self.apply_button.setEnabled(bool(due))
        self.overrule_button.setEnabled(bool(rulings))

    def _leads_elsewhere(self, line: LogLine) -> bool:
        """Say whether a line is of another moment than the present one."""
        return line.undone or 0 < line.entry < self.campaign.position

    @Slot()
    def _go_here(self) -> None:
        """Go to the moment of the present line: undo what came after it, or redo up to it."""
        line = self.model.line(self.list.currentIndex().row())
        if line is not None and self._leads_elsewhere(line):
            self.undo_to.emit(line.entry)

    @Slot(object)
    def _moved(self, change: CampaignChange) -> None:
        """Show where the story is now, when time went back or forth without anything new."""
        self._list_chapters()
        if change.entry is None and self.campaign.position != self._position:
            self.list.show_present()
        elif change.entry is not None:
            self.list.leave_present()
        self._position = self.campaign.position

    @Slot()
    def _apply_here(self) -> None:
        self._choose(self.due(), self.apply_button)

    @Slot()
    def _overrule_here(self) -> None:
        self._choose(self.rulings(), self.overrule_button)

    def _choose(self, offers: tuple[Offer, ...], button: QWidget) -> None:
        self.taker.choose(offers, place=button.mapToGlobal(QPoint(0, 0)))

    @Slot(int)
    def _whole_shut(self, _result: int) -> None:
        self._whole = None

    @Slot()
    def _toggle_here(self) -> None:
        self.model.toggle(self.list.currentIndex().row())

    @Slot(int, QPoint)
    def _open_menu(self, row_number: int, place: QPoint) -> None:
        line = self.model.line(row_number)
        if line is None:
            return
        self._mind_row()
        menu = QMenu(self)
        rulings, due = self._standing()
        for offer in (*due, *rulings):
            menu.addAction(button_text(offer_words(offer)), partial(self.taker.take, offer))
        if rulings or due:
            menu.addSeparator()
        session = self.model.session_at(row_number)
        if session is not None:
            menu.addAction(ui_text("sessions", "recap_of"), partial(self.open_recap, session))
            edit = menu.addAction(ui_text("sessions", "edit"), partial(self.edit_session, session))
            edit.setEnabled(not self.campaign.view_only)
        if self.model.opens(row_number):
            menu.addAction(text("log.open"), self._toggle_here)
        if self.model.is_long(row_number):
            menu.addAction(text("log.whole"), self.read_whole)
        menu.addAction(text("log.copy"), self.copy_line)
        go = menu.addAction(text("log.redo_to" if line.undone else "log.undo_to"), self._go_here)
        go.setEnabled(self.undo_button.isEnabled())
        if may_open_library(self.view) and line.entry and not line.undone:
            menu.addAction(ui_text("what_if", "from_step"), partial(self.what_if_from.emit, line.entry))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)
