"""The form of a record sheet: sections as cards in columns, fields in the columns of the page.

The visible part is built at once, the rest while the window responds. An edit touches only what it changes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, assert_never

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from engine.model.frozen import replace
from engine.sheets.catalogue.listed_entries import Entry
from engine.sheets.editing.list_fill import ListFill
from engine.sheets.editing.record_changes import label_at
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.invalidation import changed_places
from engine.sheets.model.section_tables import joined_sections
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ChoiceField,
    DiceField,
    EntriesField,
    Field,
    FigureField,
    FlagField,
    LevelField,
    LongTextField,
    NumberField,
    PictureField,
    ReferenceField,
    RowsField,
    Section,
    SheetDescription,
    TextField,
)
from vtt.sheets.editor.composite_field_editors import ChipsEditor, EntriesEditor, FigureEditor, ReferenceTable
from vtt.sheets.editor.field_box import FieldBox
from vtt.sheets.editor.field_editors import (
    ChoiceEditor,
    FieldEditor,
    FlagEditor,
    LineEditor,
    LongTextEditor,
    MarksEditor,
    form_text,
)
from vtt.sheets.editor.masonry_layout import MasonryLayout
from vtt.sheets.editor.rows_editor import RowsEditor
from vtt.sheets.editor.section_card import SectionCard
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.tasks.gradual_task import GradualTask

_TWO_COLUMNS: Final = 56
"""The width in letters from which the cards are in two columns."""
_AT_ONCE: Final = 0.04
"""Seconds of building before the window has its turn, and the rest is built step by step."""

MakeEditor = Callable[[Field, QWidget], FieldEditor | None]
_Troubles = dict[str, dict[str, tuple[str, bool]]]


class SheetForm(QWidget):
    """All sections of a sheet.

    Args:
        hub: the theme.
        make: returns the control for a field, or None for the usual one.
        without: says whether a field is left out here.
        parent: the Qt parent.
        beside: a widget with a layout, which takes a section that is nothing but a picture.

    Signals:
        written: the path and the new value; None clears it.
        unread: the path, the text and why it is invalid; no text if it is gone.
        built: every field is there.
        replace_wanted: the FieldChanges that replace what was typed by values of a list.
        keep_wanted: the field, and the row of a table or -1, to keep in the list from which it is filled.
        save_wanted: the field, and the row of a table or -1, to save to the library.

    Attributes:
        more_entries: returns the entries of the library for a list.
    """

    written = Signal(str, object)
    unread = Signal(str, str, str)
    built = Signal()
    replace_wanted = Signal(object)
    keep_wanted = Signal(str, int)
    save_wanted = Signal(str, int)

    def __init__(
        self,
        hub: ThemeHub,
        make: MakeEditor | None = None,
        without: Callable[[Field], bool] | None = None,
        parent: QWidget | None = None,
        beside: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._beside = beside
        self._hub = hub
        self._make = make
        self._without = without
        self._shape: tuple[Section, ...] | None = None
        self._sheet: FilledSheet | None = None
        self._steps: Iterator[object] = iter(())
        self._building: GradualTask | None = None
        self._troubles: _Troubles = {}
        self._refused: dict[str, str] = {}
        self._reasons: dict[str, str] = {}
        self._cards: dict[str, SectionCard] = {}
        self._may_keep = self._may_save = False
        self.more_entries: Callable[[str], tuple[Entry, ...]] = lambda _list: ()
        self._unfinished: SectionCard | None = None
        """The card that is being built, which has no place yet."""
        self.boxes: dict[str, FieldBox] = {}
        # Cards added below need no repaint of those above.
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        lengths = hub.theme.metrics
        self._lay = MasonryLayout(self, gap=lengths.pad_m, two_from=_TWO_COLUMNS * lengths.font_body)

    @property
    def sheet(self) -> FilledSheet | None:
        """The sheet that is shown."""
        return self._sheet

    @property
    def is_built(self) -> bool:
        """Whether every field is there."""
        return self._building is None

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The problems of fields that are not shown here."""
        shown = {field.key for section in self._shape or () for field in section.fields}
        hidden = (
            words for key, problems in self._troubles.items() if key not in shown for words, _ in problems.values()
        )
        return tuple(dict.fromkeys(hidden))

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show a sheet; only differences are updated."""
        old, self._sheet = self._sheet, sheet
        before, self._troubles = self._troubles, _troubles_of(sheet, self._hub.theme)
        sections = joined_sections(tuple(self._wanted(sheet)))
        if sections != self._shape:
            self._shape = sections
            self._build(sections)
        keys = None if old is None else _stale(old, sheet)
        for key, box in self.boxes.items():
            if keys is None or key in keys or self._troubles.get(key) != before.get(key):
                self._show(box, sheet)

    def forget(self) -> None:
        """Discard refused text and show every field again, because another character is shown."""
        self._refused.clear()
        self._sheet = None
        for box in self.boxes.values():
            box.editor.forget()
            box.complain(())
            box.tell_fill(None)

    def clear(self) -> None:
        """Remove every field: the theme changes, or a viewer who may know less."""
        self._stop()
        self._refused.clear()
        self._sheet = self._shape = None
        self.boxes = {}
        cards, self._cards = self._cards, {}
        for card in cards.values():
            self._let_go(card)
        lengths = self._hub.theme.metrics
        self._lay.set_lengths(lengths.pad_m, _TWO_COLUMNS * lengths.font_body)

    def refuse(self, path: str, why: str) -> None:
        """Show beside a field why a value was refused. The text stays there; Escape restores the old one.

        If the text could not be parsed, that reason is shown instead.
        """
        self._complain(path, self._reasons.get(path, why))
        box = self.boxes.get(parse_path(path).key)
        if box is not None and self._sheet is not None:
            box.editor.refused(self._sheet)

    def let_keep(self, *, in_list: bool, in_library: bool) -> None:
        """Let people keep rows in the lists from which they are filled, and in the library, or not."""
        self._may_keep, self._may_save = in_list, in_library
        for box in self.boxes.values():
            self._let_keep(box)

    def tell_fill(self, path: str, fill: ListFill | None) -> None:
        """Say beside a field what a list has filled in."""
        box = self.boxes.get(parse_path(path).key)
        if box is not None:
            box.tell_fill(fill)

    def flush(self) -> None:
        """Send unsent text."""
        for box in tuple(self.boxes.values()):
            box.editor.flush()

    def finish(self) -> None:
        """Build all remaining fields."""
        for _ in self._steps:
            pass
        self._stop()

    # building

    def _wanted(self, sheet: FilledSheet) -> Iterator[Section]:
        for section in sheet.sections():
            if self._without is None:
                yield section
                continue
            fields = tuple(field for field in section.fields if not self._without(field))
            if fields:
                yield section if len(fields) == len(section.fields) else replace(section, fields=fields)

    def _build(self, sections: tuple[Section, ...]) -> None:
        """Build what is new; present cards and fields stay, with their unsent text."""
        self._stop()
        wanted = {section.key: section for section in sections}
        for key in [key for key, card in self._cards.items() if key not in wanted or not card.takes(wanted[key])]:
            card = self._cards.pop(key)
            for field in card.boxes:
                self.boxes.pop(field, None)
            self._let_go(card)
        begun = time.perf_counter()
        self._steps = self._making(sections)
        for _ in self._steps:
            if time.perf_counter() - begun > _AT_ONCE and self._cards:
                self._building = GradualTask(self._steps, self)
                self._building.done.connect(self._all_there)
                return
        self._all_there()

    def _making(self, sections: Sequence[Section]) -> Iterator[object]:
        shares = _shares(self._sheet.description) if self._sheet is not None else {}
        portrait_first = sorted(sections, key=lambda section: not self._is_beside(section))  # it moves the name
        for section in portrait_first:
            card = self._cards.get(section.key)
            new = card is None
            if card is None:
                place = self._beside if self._is_beside(section) else None
                card = SectionCard(
                    section, self._hub, place or self, share=shares.get(section.key, 1.0), plain=place is not None
                )
                self._unfinished = card
            for key in card.superfluous(section):
                if self.boxes.get(key) is card.boxes.get(key):  # else it has moved to another section
                    self.boxes.pop(key, None)
                card.drop(key)
            for field in section.fields:
                if field.key not in card.boxes:
                    box = self._box(field, card, titled=not card.says(field, section))
                    if self._sheet is not None:
                        self._show(box, self._sheet)
                    yield None
            card.settle(section)
            if new:
                self._cards[section.key], self._unfinished = card, None
                self._place(card)
            yield None
        self._lay.set_order([self._cards[section.key] for section in sections if not self._is_beside(section)])
        self._order_stops(sections)

    def _is_beside(self, section: Section) -> bool:
        """Say whether a section is the portrait, which has its place beside the name."""
        is_portrait = len(section.fields) == 1 and isinstance(section.fields[0], PictureField)
        return self._beside is not None and is_portrait and not section.when

    def _place(self, card: SectionCard) -> None:
        beside = self._beside
        if beside is not None and card.parentWidget() is beside:
            lay = beside.layout()
            assert lay is not None
            lay.addWidget(card)
            beside.show()
        else:
            self._lay.add_card(card, card.needs())
        card.show()

    def _let_go(self, card: SectionCard) -> None:
        """Remove a card from the form."""
        beside = self._beside
        if beside is not None and card.parentWidget() is beside:
            beside.hide()
        lay = self._lay if beside is None or card.parentWidget() is not beside else beside.layout()
        assert lay is not None
        at = lay.indexOf(card)
        if at >= 0:
            lay.takeAt(at)
        card.hide()
        card.deleteLater()

    def _box(self, field: Field, card: SectionCard, *, titled: bool) -> FieldBox:
        box = FieldBox(field, self._hub, card, titled=titled)
        editor = self._make(field, box) if self._make is not None else None
        if editor is None:
            editor = editor_for(field, self._hub, box)
        box.hold(editor)
        editor.written.connect(self._send)
        editor.unreadable.connect(self._hear)
        editor.unread.connect(self._note)
        box.override_removed.connect(lambda path: self._send(path, None))
        box.complained.connect(card.show_problems)
        box.replace_wanted.connect(self.replace_wanted)
        editor.more_entries = self.more_entries
        self._let_keep(box)
        if isinstance(editor, RowsEditor):
            editor.keep_wanted.connect(partial(self.keep_wanted.emit, field.key))
            editor.save_wanted.connect(partial(self.save_wanted.emit, field.key))
        elif editor.keep is not None:
            editor.keep.keep_wanted.connect(partial(self.keep_wanted.emit, field.key, -1))
            editor.keep.save_wanted.connect(partial(self.save_wanted.emit, field.key, -1))
        self.boxes[field.key] = card.boxes[field.key] = box
        return box

    def _let_keep(self, box: FieldBox) -> None:
        keep = box.editor.keep
        if keep is not None:
            keep.may_keep, keep.may_save = self._may_keep, self._may_save

    def _order_stops(self, sections: Iterable[Section]) -> None:
        """Let Tab go through the fields in the order of the page."""
        stops = [
            stop
            for section in sections
            for field in section.fields
            for stop in (*self.boxes[field.key].editor.stops(), *filter(None, (self.boxes[field.key].back,)))
        ]
        for one, other in pairwise(stops):
            QWidget.setTabOrder(one, other)

    def _all_there(self) -> None:
        self._stop()
        self.built.emit()

    def _stop(self) -> None:
        building, self._building = self._building, None
        self._steps = iter(())
        if building is not None:
            building.stop()
            building.deleteLater()
        card, self._unfinished = self._unfinished, None
        if card is not None:  # it may hold what the next viewer may not know
            for key, box in card.boxes.items():
                if self.boxes.get(key) is box:
                    del self.boxes[key]
            self._let_go(card)

    # content

    def _show(self, box: FieldBox, sheet: FilledSheet) -> None:
        troubles = self._troubles.get(box.field.key, {})
        box.show_sheet(sheet, {path: words for path, (words, _) in troubles.items()})
        self._say(box)

    def _say(self, box: FieldBox) -> None:
        key = box.field.key
        refused = [
            (self._placed(path, why), False) for path, why in self._refused.items() if parse_path(path).key == key
        ]
        box.complain((*refused, *self._troubles.get(key, {}).values()))

    def _placed(self, path: str, why: str) -> str:
        """Return a sentence about a cell with the name of the cell."""
        place = parse_path(path)
        if place.row is None or self._sheet is None:
            return why
        return form_text("in_row", row=label_at(self._sheet.plan, self._sheet.record, place), trouble=why)

    def _complain(self, path: str, why: str) -> None:
        if why:
            self._refused[path] = why
        else:
            self._refused.pop(path, None)
        box = self.boxes.get(parse_path(path).key)
        if box is not None:
            self._say(box)

    def _hear(self, path: str, why: str) -> None:
        self._complain(path, why)
        if not why:
            self.unread.emit(path, "", "")

    def _note(self, path: str, words: str, why: str) -> None:
        self._reasons[path] = why
        self.unread.emit(path, words, why)

    def _send(self, path: str, value: object) -> None:
        self._complain(path, "")
        self.tell_fill(path, None)
        self.written.emit(path, value)
        self._reasons.pop(path, None)


def editor_for(field: Field, hub: ThemeHub, parent: QWidget) -> FieldEditor:
    """Return the control for a field."""
    match field:
        case TextField() | NumberField() | DiceField():
            return LineEditor(field, hub, parent)
        case LongTextField():
            return LongTextEditor(field, hub, parent)
        case LevelField() | BoxesField():
            return MarksEditor(field, hub, parent)
        case ChoiceField():
            return ChoiceEditor(field, hub, parent)
        case FlagField():
            return FlagEditor(field, hub, parent)
        case EntriesField():
            return EntriesEditor(field, hub, parent)
        case FigureField():
            return FigureEditor(field, hub, parent)
        case ChipsField():
            return ChipsEditor(field, hub, parent)
        case RowsField():
            return RowsEditor(field, hub, parent)
        case ReferenceField():
            return ReferenceTable(field, hub, parent)
        case PictureField():
            return NoPictureEditor(field, hub, parent)
        case _:
            assert_never(field)


class NoPictureEditor(FieldEditor):
    """The place of a picture where none can be stored."""

    def show_sheet(self, sheet: FilledSheet) -> None:
        """There is nothing to show."""

    def stops(self) -> tuple[QWidget, ...]:
        """There is nothing to stop at."""
        return ()


def _troubles_of(sheet: FilledSheet, theme: Theme) -> _Troubles:
    """Return the problems by field and then by place, each with whether it is only a warning."""
    troubles: _Troubles = {}
    for trouble in sheet.troubles():
        words = theme.with_rules(trouble.text, trouble.rules)
        place = parse_path(trouble.path)
        if place.row is not None:
            words = form_text("in_row", row=label_at(sheet.plan, sheet.record, place), trouble=words)
        for path in trouble.paths or (trouble.path,):
            of_field = troubles.setdefault(parse_path(path).key, {})
            known, odd = of_field.get(path, ("", True))
            both = f"{known}  {words}" if known and words not in known else words
            of_field[path] = (both, odd and trouble.warning)
    return troubles


def _stale(old: FilledSheet, new: FilledSheet) -> set[str] | None:
    """Return the fields that may show something else now; None for all."""
    if old.description is not new.description or old.lists != new.lists or old.record.actor != new.record.actor:
        return None
    places = changed_places(old, new)
    for place in tuple(places):
        places.update(old.affected_by(place), new.affected_by(place))
    return {place.partition(".")[0].partition("[")[0] for place in places}


def _shares(description: SheetDescription) -> dict[str, float]:
    """Return how wide each section is on paper, measured by half of a page."""
    wide = max((box.x + box.w for page in description.pages for box in page.boxes), default=0.0)
    return {box.section: 2 * box.w / wide for page in description.pages for box in page.boxes} if wide else {}
