"""The room of the characters: a list to find them by, and the record of the one that is chosen."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSplitter, QWidget

from engine.messages.message import Message
from engine.model.frozen import Json
from engine.model.seats import Actor, Role
from engine.presentation.card_faces import PrintsCardFaces
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.presentation.visibility import VisibleTable
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.new_character_moves import CopyActor
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import CampaignPanel, acting_seat, text
from vtt.shared.lists.search_list import ListEntry, SearchList
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shared.questions.question_form import OfferInput
from vtt.shared.screen_names import condition_texts, name_of_seat
from vtt.shared.table_queries import may_read_record
from vtt.sheets.characters.add_character import offer_to_join, with_id
from vtt.sheets.characters.character_actions import CharacterActions
from vtt.sheets.characters.character_form import CharacterForm
from vtt.sheets.characters.character_window import CharacterWindow
from vtt.sheets.characters.guided_advancement import GuidedAdvancement
from vtt.sheets.characters.guided_creation import GuidedCreation
from vtt.sheets.characters.sheet_tailoring_dialog import SheetTailoringDialog
from vtt.widgets.basic_widgets import NarrowComboBox, button, column, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, short, tip
from vtt.widgets.scroll_areas import PageScroll


class CharactersRoom(CampaignPanel):
    """The list of all characters, and the record of the selected one.

    Signals:
        print_wanted: the print room is wanted, with the character of this id ticked.
    """

    print_wanted = Signal(str)

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self._known: object = None
        self._people: tuple[tuple[str, str], ...] = ()
        self._narrow = False
        self._in_form = False
        self._dialog: QuestionDialog | None = None
        self._before: frozenset[str] = frozenset()
        self._tailoring: SheetTailoringDialog | None = None
        self.windows: dict[str, CharacterWindow] = {}
        self.person = NarrowComboBox(8)
        self.person.setAccessibleName(text("characters.by_person"))
        self.archived = QCheckBox(button_text(text("characters.show_archived")))
        self.new = button(text("characters.new"), "primary")
        self.print = button(text("characters.print"))
        self.back = button(text("characters.back"))
        self.form = CharacterForm(campaign, viewer, theme_hub)
        self.character_actions = CharacterActions(
            campaign, lambda: self.viewer, theme_hub, self, lambda: self.form.actor
        )
        self.guided = GuidedCreation(campaign, lambda: self.viewer, theme_hub, self)
        self.advancement = GuidedAdvancement(campaign, lambda: self.viewer, theme_hub, self)
        self.list = SearchList(theme_hub, text("characters.search"))
        self.list.list.setAccessibleName(text("characters.title"))
        self._area = PageScroll(self.form)
        self._left = QWidget()
        self._left_column = column(self._left)
        self._title = label(text("characters.title"), "title")
        self._left_column.addWidget(self._title)
        self._left_column.addWidget(self.list, 1)
        self._filters = row()
        self._filters.addWidget(self.person, 1)
        self._filters.addWidget(self.archived)
        self._left_column.addLayout(self._filters)
        self._left_column.addWidget(self.new)
        self._left_column.addWidget(self.print)
        self.actions_button = self.character_actions.button(self)
        self._left_column.addWidget(self.actions_button)
        ruleset = campaign.game.ruleset
        has_sheets = bool(sheets_of(ruleset.id))
        self.actions_button.setVisible(has_sheets)
        self.print.setVisible(has_sheets or isinstance(ruleset, PrintsCardFaces))
        self._right = QWidget()
        self._right_column = column(self._right)
        self._back_row = row()
        self._back_row.addWidget(self.back)
        self._back_row.addStretch(1)
        self._right_column.addLayout(self._back_row)
        self._right_column.addWidget(self._area, 1)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._left)
        self._splitter.addWidget(self._right)
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 1)
        column(self).addWidget(self._splitter)
        self.setFocusProxy(self.list)
        self.list.current_changed.connect(self._marked)
        self.list.chosen.connect(self._taken)
        self.person.currentIndexChanged.connect(self._fill)
        self.archived.toggled.connect(self._fill)
        self.new.clicked.connect(self.ask_new)
        if campaign.view_only:
            self.new.setEnabled(False)
            self.new.setToolTip(tip(text("offers.view_only")))
        self.print.clicked.connect(self._print)
        self.form.advanced.connect(self.advancement.start)
        self.form.windowed.connect(self.open_window)
        campaign.closing.connect(self._close_windows)
        self.form.copied.connect(self.ask_copy)
        self.form.tailored.connect(self.tailor)
        self.back.clicked.connect(self._go_back)
        self.actions_button.pressed.connect(self.form.flush)
        self.character_actions.join_wanted.connect(self._ask_to_join)
        self.guided.created.connect(self.show_actor)
        self.restyle()

    def show_actor(self, actor: str) -> None:
        """Show a character's record, archived or not."""
        character = self.view.actors.get(actor)
        if character is None:
            return
        if character.archived:
            self.archived.setChecked(True)
        self.person.setCurrentIndex(0)
        self.list.field.clear()
        self.list.set_current(actor)
        self._taken(actor)

    def ask_new(self) -> None:
        """Ask for a new character."""
        offer = offer_to_join(self.view, _message("new_title"))
        self.guided.add_to(self._ask(offer, _leader_in(offer)))

    def ask_new_for(self, seat: str) -> None:
        """Ask for a new character, most likely played by a seat; one that the GM adds can be for any player."""
        person = self.view.seats.get(seat)
        offer = offer_to_join(self.view, _message("new_title"))
        is_player = person is not None and person.role is not Role.GM
        self.guided.add_to(self._ask(offer, seat if is_player else _leader_in(offer)))

    def ask_copy(self, actor: str) -> None:
        """Ask for the name of a copy of a character."""
        view = self.view
        first = view.actors.get(actor)
        if first is None:
            return
        seat = acting_seat(view)
        is_gm = view.seats[seat].role is Role.GM if seat in view.seats else False
        leader = first.seat if is_gm else seat
        offer = Offer(
            name="copy_actor",
            command=CopyActor(seat=seat, actor=actor, id="new", name="", leader=leader),
            label=_message("copy_title", name=short(first.name, 60)),
            questions=(
                Question(field="name", kind=QuestionKind.TEXT, label=_message("ask_name")),
                Question(
                    field="leader",
                    kind=QuestionKind.CHOICE,
                    label=_message("ask_leader"),
                    choices=tuple(view.seats) if is_gm else (seat,),
                ),
                Question(field="conditions", kind=QuestionKind.FLAG, label=_message("copy_conditions"), optional=True),
            ),
        )
        self._ask(offer, leader)

    def open_window(self, actor: str) -> CharacterWindow | None:
        """Show a character's record in a window of its own."""
        window = self.windows.get(actor)
        if window is None:
            if actor not in self.view.actors:
                return None
            self.form.flush()
            window = CharacterWindow(self.campaign, self.viewer, self.hub, actor, self)
            window.addActions(self.window().actions())  # shortcuts of the main window: undo, redo, palette
            window.closed.connect(self._window_closed)
            window.form.advanced.connect(self.advancement.start)
            window.form.tailored.connect(self.tailor)
            window.form.library = self.form.library
            window.form.library_wanted.connect(self.form.library_wanted)
            self.windows[actor] = window
        window.show()
        window.raise_()
        window.activateWindow()
        return window

    def tailor(self, sheet: str) -> SheetTailoringDialog | None:
        """Open the dialog in which the GM customises a sheet."""
        self.form.flush()
        if self._tailoring is None:
            self._tailoring = SheetTailoringDialog(self.campaign, self.viewer, self.hub, sheet, self.window())
            self._tailoring.finished.connect(self._tailored)
            self._tailoring.open()
        return self._tailoring

    def _ask_to_join(self, offer: Offer) -> None:
        self._ask(offer, _leader_in(offer))

    def _ask(self, offer: Offer, leader: str) -> QuestionDialog:
        view = self.view
        self._before = frozenset(view.actors)
        finish = partial(with_id, frozenset(view.actors))
        asking = OfferInput(self.campaign, self.viewer, self.hub, offer, {"leader": leader}, finish)
        dialog = QuestionDialog(asking, self.window())
        dialog.submitted.connect(self._joined)
        dialog.finished.connect(self._dialog_closed)
        self._dialog = dialog
        dialog.open()
        return dialog

    @property
    def dialog(self) -> QuestionDialog | None:
        """The dialog that asks for a new character, while it is open."""
        return self._dialog

    def refresh(self) -> None:
        """Update the list of characters."""
        view = self.view
        people = tuple((seat, person.name) for seat, person in view.seats.items())
        if people != self._people:
            self._people = people
            chosen = self.person.currentData()
            self.person.blockSignals(True)
            self.person.clear()
            self.person.addItem(text("characters.everybody"), "")
            for seat, _ in people:
                self.person.addItem(short(name_of_seat(view, seat), 40), seat)
            self.person.setCurrentIndex(max(0, self.person.findData(chosen) if chosen else 0))
            self.person.blockSignals(False)
        self._fill()

    def restyle(self) -> None:
        """Apply the lengths of the theme."""
        lengths = self.theme.metrics
        self._left_column.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_m, lengths.pad_m)
        self._left_column.setSpacing(lengths.pad_s)
        self._filters.setSpacing(lengths.pad_s)
        self._back_row.setContentsMargins(lengths.pad_l, lengths.pad_s, lengths.pad_l, 0)
        self._splitter.setSizes([18 * lengths.font_body, 1000])
        self._known = None
        self._arrange()
        self.refresh()

    def viewer_changed(self) -> None:
        """Discard everything, then show what the new viewer may know."""
        for dialog in (self._dialog, self._tailoring):
            if dialog is not None:
                dialog.reject()
        self.character_actions.leave()
        self.guided.leave()
        self.advancement.leave()
        self._known = None
        self.form.set_viewer(self.viewer)
        for window in tuple(self.windows.values()):
            window.set_viewer(self.viewer)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show list and record side by side if there is room, else one at a time."""
        super().resizeEvent(event)
        self._arrange()

    @Slot()
    def _fill(self) -> None:
        view = self.view
        seat, old = str(self.person.currentData() or ""), self.archived.isChecked()
        shown = [a for a in view.actors.values() if (old or not a.archived) and (not seat or a.seat == seat)]
        entries = tuple(self._entry(view, actor) for actor in shown)
        if entries == self._known:
            return
        self._known = entries
        marked = self.form.actor
        self.list.list.selectionModel().blockSignals(True)
        self.list.set_entries(entries)
        self.list.set_current(marked)
        self.list.list.selectionModel().blockSignals(False)
        self.list.list.viewport().update()
        self._marked(self.list.current())

    def _entry(self, view: VisibleTable, actor: Actor) -> ListEntry:
        conditions = short(", ".join(condition_texts(actor, view.ruleset)), 120) if may_read_record(view, actor) else ""
        states = text("characters.now", states=conditions) if conditions else ""
        hidden = "" if may_read_record(view, actor) else text("characters.secret_state")
        person = name_of_seat(view, actor.seat)
        seat = view.seats.get(actor.seat)
        return ListEntry(
            title=actor.name,
            payload=actor.id,
            detail=" · ".join(filter(None, (text("characters.led_by", name=short(person, 60)), states, hidden))),
            hint=text("characters.archived") if actor.archived else "",
            icon="eye-off" if actor.secret else "crown" if seat is not None and seat.role is Role.GM else "people",
            beside=(person,),
        )

    def _marked(self, actor: object) -> None:
        self.form.show_actor(actor if isinstance(actor, str) else "")
        self._area.verticalScrollBar().setValue(0)

    def _taken(self, actor: object) -> None:
        self._marked(actor)
        self._in_form = True
        self._arrange()
        if self.form.head is not None:
            self.form.head.name.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _print(self) -> None:
        """Print, most likely the record that is shown."""
        self.form.flush()
        self.print_wanted.emit(self.form.actor)

    @Slot()
    def _go_back(self) -> None:
        self.form.flush()
        self._in_form = False
        self._arrange()
        self.list.setFocus()

    def _arrange(self) -> None:
        lengths = self.theme.metrics
        self._narrow = self.width() < 44 * lengths.font_body
        self._left.setVisible(not self._narrow or not self._in_form)
        self._right.setVisible(not self._narrow or self._in_form)
        self.back.setVisible(self._narrow)
        self._title.setVisible(self.height() >= lengths.control * 10)

    @Slot()
    def _joined(self) -> None:
        fresh = next((a for a in self.view.actors if a not in self._before), None)
        if fresh is not None:
            self.character_actions.joined(fresh)
            self.show_actor(fresh)

    @Slot()
    def _close_windows(self) -> None:
        for window in tuple(self.windows.values()):
            window.close()

    @Slot(str)
    def _window_closed(self, actor: str) -> None:
        self.windows.pop(actor, None)

    @Slot(int)
    def _tailored(self, _result: int) -> None:
        self._tailoring = None

    @Slot(int)
    def _dialog_closed(self, _result: int) -> None:
        self._dialog = None


def _leader_in(offer: Offer) -> str:
    return str(getattr(offer.command, "leader", ""))


def _message(key: str, **params: Json) -> Message:
    return Message(key=f"panels.characters.{key}", params=params)
