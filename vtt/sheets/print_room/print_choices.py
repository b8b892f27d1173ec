"""The left side of the print room: the choice of content and options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QVBoxLayout, QWidget

from engine.model.frozen import replace
from engine.sheets.catalogue.game_metadata import game_name
from engine.sheets.layout.page_geometry import LEAST_MARGIN, MOST_MARGIN, PAPERS
from engine.sheets.model.filled_sheet import ACTOR
from vtt.sheets.print.print_job import PrintableForm
from vtt.sheets.print_room.print_options import (
    ALL_NAMES,
    PrintedNames,
    PrintOptions,
    PrintPreferences,
    PrintSelection,
    blanks_of,
    print_text,
)
from vtt.sheets.print_room.printable_items import PrintableItems
from vtt.sheets.print_room.tick_list import TickList
from vtt.widgets.basic_widgets import NarrowComboBox
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.number_box import NumberBox
from vtt.widgets.plain_text import button_text, label
from vtt.widgets.theme_binding import follow_theme

_HOW: Final = ("halves", "saving", "two_sided", "fillable")


class PrintChoices(QWidget):
    """The content and the options of the print job.

    Args:
        hub: the theme.
        games: the campaign, or each game that has blanks.
        preferences: the last choices.
        ticked: the names that are ticked: those of `PrintOptions`.
        parent: the Qt parent.

    Signals:
        changed: a choice changed.
    """

    changed = Signal()

    def __init__(
        self,
        hub: ThemeHub,
        games: Sequence[PrintableItems],
        preferences: PrintPreferences,
        ticked: PrintedNames = ALL_NAMES,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self._games = games
        self._picks = dict(preferences.picks)
        self._names = ticked
        self._is_filling = False
        options = preferences.order

        self.game = NarrowComboBox(6, self)
        self.game.setAccessibleName(print_text("game"))
        for items in games:
            self.game.addItem(game_name(items.ruleset), items.ruleset)
        self.sheets = _tick("sheets", options.sheets, self)
        self.people = TickList(hub, print_text("people"), self)
        self.brief = _tick("brief", options.brief, self)
        self.encounters = _tick("encounters", options.encounters, self)
        self.which_encounters = TickList(hub, print_text("encounters"), self)
        self.handouts = _tick("handouts", options.handouts, self)
        self.which_handouts = TickList(hub, print_text("handouts"), self)
        self.notes = _tick("notes", options.notes, self)
        self.which_notes = TickList(hub, print_text("notes"), self)
        self.blanks = _tick("blanks", options.blanks, self)
        self.forms = TickList(hub, print_text("forms"), self)
        self.cards = _tick("cards", options.cards, self)
        self.decks = TickList(hub, print_text("decks"), self)
        self.backs = _tick("backs", options.backs, self)
        self.reference = _tick("reference", options.reference, self)
        self.printer_check = _tick("printer_check", options.printer_check, self)
        self.some = _tick("some", bool(options.some), self)
        self.sections = TickList(hub, print_text("sections"), self)

        self.paper = NarrowComboBox(6, self)
        self.paper.setAccessibleName(print_text("paper"))
        for name in PAPERS:
            self.paper.addItem(print_text(f"paper_{name}"), name)
        self.paper.setCurrentIndex(max(0, self.paper.findData(options.paper)))
        self.margin = NumberBox(self)
        self.margin.setAccessibleName(print_text("margin"))
        self.margin.setRange(round(LEAST_MARGIN), round(MOST_MARGIN))
        self.margin.setSuffix(print_text("millimetres"))
        self.margin.setValue(round(options.margin))
        self.colour = NarrowComboBox(6, self)
        self.colour.setAccessibleName(print_text("colour"))
        for name in ("in_colour", "in_grey"):
            self.colour.addItem(print_text(name), name == "in_grey")
        self.colour.setCurrentIndex(int(options.grey))
        self.how = {name: _tick(name, bool(getattr(options, name)), self) for name in _HOW}

        self._column = QVBoxLayout(self)
        self._rows = QFormLayout()
        self._insets: list[QVBoxLayout] = []
        self._fill_column()
        self._wire()
        self._show_items()
        # A campaign without characters, of a game without cards, has nothing to choose but the paper.
        stops = (self.sheets, self.encounters, self.handouts, self.notes, self.game, self.blanks, self.paper)
        self.setFocusProxy(next(one for one in stops if not one.isHidden()))
        follow_theme(hub, self._apply_theme)

    @property
    def items(self) -> PrintableItems:
        """The items that can be printed."""
        return self._games[max(0, self.game.currentIndex())]

    @property
    def options(self) -> PrintOptions:
        """The present choices."""
        return PrintOptions(
            sheets=self.sheets.isChecked() and bool(self.items.people),
            people=self.people.ticked,
            brief=self.brief.isChecked() and bool(self.items.people),
            encounters=self.encounters.isChecked() and self.items.prepared is not None,
            which_encounters=self.which_encounters.ticked,
            handouts=self.handouts.isChecked() and bool(self.items.handouts),
            which_handouts=self.which_handouts.ticked,
            notes=self.notes.isChecked() and bool(self.items.notes),
            which_notes=self.which_notes.ticked,
            blanks=self.blanks.isChecked() or self._is_only_blanks,
            cards=self.cards.isChecked() and bool(self.items.decks),
            backs=self.backs.isChecked(),
            reference=self.reference.isChecked() and self.items.reference is not None,
            printer_check=self.printer_check.isChecked(),
            some=self.some.isChecked(),
            halves=self.how["halves"].isChecked(),
            picks=self._present_picks(),
            paper=self.paper.currentData(),
            margin=float(self.margin.value()),
            saving=self.how["saving"].isChecked(),
            grey=bool(self.colour.currentData()),
            two_sided=self.how["two_sided"].isChecked(),
            fillable=self.how["fillable"].isChecked(),
        )

    def preferences(self, before: PrintPreferences) -> PrintPreferences:
        """Return the preferences to store; choices that do not concern these items stay as before.

        The test square is not among them: once a printer is known nobody wants it on every job.
        """
        options = replace(self.options, printer_check=False)
        there = before.order
        if not self.items.people:
            options = replace(options, sheets=there.sheets, brief=there.brief, blanks=there.blanks)
        if not self.items.decks:
            options = replace(options, cards=there.cards)
        if self.items.prepared is None:
            options = replace(options, encounters=there.encounters)
        if self.items.reference is None:
            options = replace(options, reference=there.reference)
        if not self.items.handouts:
            options = replace(options, handouts=there.handouts)
        if not self.items.notes:
            options = replace(options, notes=there.notes)
        self._keep_picks(self.items.ruleset)
        picks = self._picks[self.items.ruleset]
        theirs = {deck.name for deck in self.items.decks if deck.personal}
        kept = None if picks.decks is None else tuple(name for name in picks.decks if name not in theirs)
        if theirs and not kept:
            kept = None  # after printing only personal decks the usual deck is ticked again
        mine = {self.items.ruleset: replace(picks, decks=kept)}
        return replace(before, order=options, picks={**before.picks, **self._picks, **mine})

    def names(self) -> PrintedNames:
        """Return which characters, encounters, handouts and notes are ticked, to remember them with the campaign."""
        return PrintedNames(
            left_out=self.people.unticked,
            encounters=self.which_encounters.ticked,
            handouts=self.which_handouts.ticked,
            notes=self.which_notes.ticked,
        )

    @property
    def _is_only_blanks(self) -> bool:
        """Whether there are only blanks to print, so that nothing needs a tick."""
        items = self.items
        return not (items.people or items.decks or items.handouts or items.notes) and items.prepared is None

    @property
    def _has_cards_to_cut(self) -> bool:
        """Whether cards of a deck, or blank cards, are wanted."""
        if self.cards.isChecked() and self.items.decks:
            return True
        forms = blanks_of(self.options, self.items) if self.options.blanks else ()
        return any(form.description.size is not None for form in forms)

    def _present_picks(self) -> PrintSelection:
        return PrintSelection(forms=self.forms.ticked, decks=self.decks.ticked, left_out=self._left_out())

    def _left_out(self) -> tuple[str, ...]:
        """Return the sections that are not wanted; one that is not on the list now stays as it was."""
        before = self._picks.get(self.items.ruleset, PrintSelection()).left_out
        on_list = {*self.sections.ticked, *self.sections.unticked}
        return (*self.sections.unticked, *(key for key in before if key not in on_list))

    def _keep_picks(self, ruleset: str) -> None:
        self._picks[ruleset] = self._present_picks()

    def _fill_column(self) -> None:
        column = self._column
        column.addWidget(label(print_text("what"), "heading", parent=self))
        self._game_row = QFormLayout()
        self._game_row.addRow(label(print_text("game"), parent=self), self.game)
        column.addLayout(self._game_row)
        self._game_row.setRowVisible(0, len(self._games) > 1)
        for head, parts in (
            (self.sheets, (self.people,)),
            (self.brief, ()),
            (self.encounters, (self.which_encounters,)),
            (self.handouts, (self.which_handouts,)),
            (self.notes, (self.which_notes,)),
            (self.blanks, (self.forms,)),
            (self.cards, (self.decks,)),
            (self.backs, ()),
            (self.reference, ()),
            (self.printer_check, ()),
            (self.some, (self.sections,)),
        ):
            column.addWidget(head)
            inset = QVBoxLayout()
            for part in parts:
                inset.addWidget(part)
            column.addLayout(inset)
            self._insets.append(inset)
        column.addWidget(label(print_text("how"), "heading", parent=self))
        for words, field in (("paper", self.paper), ("margin", self.margin), ("colour", self.colour)):
            self._rows.addRow(label(print_text(words), parent=self), field)
        self._rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        column.addLayout(self._rows)
        for tick in self.how.values():
            column.addWidget(tick)
        column.addStretch(1)

    def _wire(self) -> None:
        self.game.currentIndexChanged.connect(self._game_chosen)
        for tick in (
            self.sheets,
            self.brief,
            self.encounters,
            self.handouts,
            self.notes,
            self.blanks,
            self.cards,
            self.backs,
            self.reference,
            self.printer_check,
            self.some,
            *self.how.values(),
        ):
            tick.toggled.connect(self._tell)
        for ticks in (
            self.people,
            self.which_encounters,
            self.which_handouts,
            self.which_notes,
            self.forms,
            self.decks,
            self.sections,
        ):
            ticks.changed.connect(self._tell)
        for box in (self.paper, self.colour):
            box.currentIndexChanged.connect(self._tell)
        self.margin.valueChanged.connect(self._tell)

    def _game_chosen(self) -> None:
        self._show_items()
        self._tell()

    def _tell(self) -> None:
        if self._is_filling:
            return
        self._show_parts()
        self._keep_picks(self.items.ruleset)
        self.changed.emit()

    def _show_items(self) -> None:
        """Show the items of this campaign, or of this game."""
        self._is_filling = True
        items = self.items
        picks = self._picks.get(items.ruleset, PrintSelection())
        names = self._names
        people = [(f.record.actor, f.name) for f in items.people if f.record is not None]
        self.people.show_lines(people, {id_ for id_, _ in people} - set(names.left_out))
        prepared = items.prepared.encounters if items.prepared is not None else {}
        self.which_encounters.show_lines([(key, one.name) for key, one in prepared.items()], names.encounters)
        self.which_handouts.show_lines([(id_, one.title) for id_, one in items.handouts.items()], names.handouts)
        self.which_notes.show_lines([(id_, one.title) for id_, one in items.notes.items()], names.notes)
        ticked_forms = {form.description.id for form in blanks_of(PrintOptions(picks=picks), items)}
        self.forms.show_lines([(f.description.id, f.description.title) for f in items.blanks], ticked_forms)
        decks = items.decks[:1] if picks.decks is None else items.decks
        ticked_decks = {deck.name for deck in decks if picks.decks is None or deck.name in picks.decks}
        self.decks.show_lines(
            [(d.name, print_text("deck", name=d.name, count=d.count)) for d in items.decks], ticked_decks
        )
        self.sections.show_lines((), None)
        has_encounters = items.prepared is not None and self.encounters.isChecked()
        has_texts = self.handouts.isChecked() or self.notes.isChecked()
        is_anything_ticked = has_encounters or has_texts or self.blanks.isChecked() or self.cards.isChecked()
        if not items.people and items.decks and not is_anything_ticked:
            (self.blanks if items.blanks else self.cards).setChecked(True)
        self._show_parts()
        self._is_filling = False

    def _show_parts(self) -> None:
        items = self.items
        has_people, has_cards = bool(items.people), bool(items.decks)
        self.sheets.setVisible(has_people)
        self.brief.setVisible(has_people)
        self.encounters.setVisible(items.prepared is not None)
        self.which_encounters.setVisible(items.prepared is not None and self.encounters.isChecked())
        self.handouts.setVisible(bool(items.handouts))
        self.which_handouts.setVisible(bool(items.handouts) and self.handouts.isChecked())
        self.notes.setVisible(bool(items.notes))
        self.which_notes.setVisible(bool(items.notes) and self.notes.isChecked())
        self.people.setVisible(has_people and self.sheets.isChecked())
        self.blanks.setVisible(bool(items.blanks) and not self._is_only_blanks)
        self.forms.setVisible(bool(items.blanks) and (self.blanks.isChecked() or self._is_only_blanks))
        self.cards.setVisible(has_cards)
        self.decks.setVisible(has_cards and self.cards.isChecked())
        self.backs.setVisible(self._has_cards_to_cut)
        self.reference.setVisible(items.reference is not None)
        self.how["halves"].setVisible(any(form.description.half_page for form in self._ticked_forms()))
        self._show_sections()

    def _show_sections(self) -> None:
        """Show the sections of the sheets that are ticked now."""
        left_out = (
            self._left_out() if not self._is_filling else self._picks.get(self.items.ruleset, PrintSelection()).left_out
        )
        lines = tuple(_sections(self._ticked_forms()))
        known = (*self.sections.ticked, *self.sections.unticked)
        if tuple(key for key, _ in lines) != known:
            if not self._is_filling:
                self._picks[self.items.ruleset] = replace(
                    self._picks.get(self.items.ruleset, PrintSelection()), left_out=left_out
                )
            self.sections.show_lines(lines, {key for key, _ in lines if key not in left_out})
        self.some.setVisible(bool(lines))
        self.sections.setVisible(bool(lines) and self.some.isChecked())

    def _ticked_forms(self) -> list[PrintableForm]:
        forms: list[PrintableForm] = []
        if self.sheets.isChecked():
            people = self.people.ticked
            forms += (f for f in self.items.people if f.record is not None and f.record.actor in people)
        if self.blanks.isChecked() or self._is_only_blanks:
            forms += (f for f in self.items.blanks if f.description.id in self.forms.ticked)
        return [form for form in forms if form.description.subject == ACTOR]

    def _apply_theme(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_s, lengths.pad_m, lengths.pad_m)
        self._column.setSpacing(lengths.pad_xs)
        for rows in (self._rows, self._game_row):
            rows.setHorizontalSpacing(lengths.pad_m)
            rows.setVerticalSpacing(lengths.pad_s)
        for inset in self._insets:
            inset.setContentsMargins(lengths.pad_l + lengths.pad_s, 0, 0, 0)


def _tick(key: str, is_on: bool, parent: QWidget) -> QCheckBox:
    made = QCheckBox(button_text(print_text(key)), parent)
    made.setToolTip(print_text(f"{key}_help"))
    made.setAccessibleDescription(print_text(f"{key}_help"))
    made.setChecked(is_on)
    return made


def _sections(forms: Iterable[PrintableForm]) -> Iterable[tuple[str, str]]:
    """Return the sections of forms, each once."""
    found: dict[str, str] = {}
    for description in {id(form.description): form.description for form in forms}.values():
        for section in description.sections:
            found.setdefault(section.key, section.title)
    return found.items()
