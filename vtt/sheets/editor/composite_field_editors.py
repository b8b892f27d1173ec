"""Controls for fields with parts: entries, the areas of a body, chips by colour, and reference tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QWidget

from engine.model.frozen import Json
from engine.sheets.model.field_paths import format_path
from engine.sheets.model.field_values import UnreadableText, plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import ChipsField, EntriesField, FigureArea, FigureField, ReferenceField
from vtt.sheets.editor.body_picture import BodyPicture
from vtt.sheets.editor.field_editors import FieldEditor, FieldLine, form_text
from vtt.sheets.editor.mark_boxes import MarkBoxes
from vtt.sheets.editor.name_proposals import proposals_of
from vtt.widgets.basic_widgets import clear_layout, column, row
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, short, tip


class EntriesEditor(FieldEditor):
    """Several short texts, each with a button to remove it, and a line for a new one."""

    def __init__(self, field: EntriesField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        lay = column(self, gap=hub.theme.metrics.pad_xs)
        self._box = QWidget(self)
        self._flow = TileFlow(self._box, spacing=hub.theme.metrics.pad_xs)
        self._entries: tuple[str, ...] = ()
        lay.addWidget(self._box)
        foot = row(gap=hub.theme.metrics.pad_s)
        lay.addLayout(foot)
        self.new = FieldLine(self, self.hub)
        self.new.setPlaceholderText(form_text("new_entry"))
        self.new.setAccessibleName(form_text("new_entry_in", field=field.label))
        self.add = QPushButton(button_text(form_text("add")), self)
        self.add.setAutoDefault(False)
        foot.addWidget(self.new, 1)
        foot.addWidget(self.add)
        self._box.hide()
        self.setFocusProxy(self.new)
        self.new.returnPressed.connect(self.flush)
        self.add.clicked.connect(self.flush)

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show the entries."""
        assert isinstance(self.field, EntriesField)
        self.new.propose(partial(proposals_of, sheet, self.field))
        value = sheet.value(self.path)
        entries = tuple(plain_text(v) for v in value) if isinstance(value, list | tuple) else ()
        if entries == self._entries:
            return
        self._entries = entries
        clear_layout(self._flow)
        for number, entry in enumerate(entries):
            self._flow.addWidget(self._chip(number, entry))
        self._box.setVisible(bool(entries))

    def flush(self) -> None:
        """Send the new entry."""
        entry = self.new.text().strip()
        if entry:
            self.new.forget()
            self.written.emit(self.path, [*self._entries, entry])

    def forget(self) -> None:
        """Discard unsent text."""
        self.new.forget()

    def _chip(self, number: int, entry: str) -> QWidget:
        lengths = self.hub.theme.metrics
        chip = QWidget(self._box)
        chip.setProperty("role", "sunken")
        inside = row(chip, gap=lengths.pad_xs)
        shown = label(short(entry, 60), parent=chip)
        shown.setToolTip(tip(entry) if len(entry) > 60 else "")
        inside.addWidget(shown)
        away = IconButton(self.hub, "close", form_text("remove_entry", entry=short(entry, 60)), chip)
        away.clicked.connect(partial(self._remove, number))
        inside.addWidget(away)
        return chip

    def _remove(self, number: int, _checked: bool = False) -> None:
        left = [entry for at, entry in enumerate(self._entries) if at != number]
        self.written.emit(self.path, left or None)


class PartsEditor(FieldEditor):
    """A field of several numbers, each with a line of its own."""

    def __init__(self, field: FigureField | ChipsField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        self._sheet: FilledSheet | None = None

    def number(self, path: str, words: str) -> Json:
        """Return the written number; a blank is 0. Reports invalid text and returns None for it."""
        assert self._sheet is not None, "there are lines to write in once a sheet is shown"
        try:
            return self._sheet.read(path, words) or 0
        except UnreadableText as error:
            self.unreadable.emit(path, error.text)
            self.unread.emit(path, words.strip(), error.text)
            return None


class FigureEditor(PartsEditor):
    """The areas of a body in a grid: level, armour and bleeding of each; below them its `picture`.

    The owner of the form fills the picture, because a sheet does not hold all data of a body.
    """

    def __init__(self, field: FigureField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(hub.theme.metrics.pad_m)
        grid.setVerticalSpacing(hub.theme.metrics.pad_xs)
        heads = (form_text("area"), field.points_label or form_text("level"), field.armour_label, field.bleeding_label)
        for at, words in enumerate(heads):
            grid.addWidget(label(words, "muted", parent=self), 0, at)
        self._lines: list[tuple[FigureArea, MarkBoxes | FieldLine, FieldLine, QCheckBox]] = []
        self._missing = label(form_text("no_body"), "muted", wrap=True, parent=self)
        for at, area in enumerate(field.areas, 1):
            grid.addWidget(label(f"{area.label}  {area.roll}".rstrip(), parent=self), at, 0)
            level = self._level(area, field)
            armour = self._number(form_text("armour_of", area=area.label))
            armour.editingFinished.connect(partial(self._send_line, area, armour, "armour"))
            armour.given_back.connect(partial(self._calm, area, "armour"))
            bleeding = QCheckBox(self)
            bleeding.setAccessibleName(form_text("bleeding_of", area=area.label))
            bleeding.clicked.connect(partial(self._send, area, "bleeding"))
            grid.addWidget(level, at, 1, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(armour, at, 2, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(bleeding, at, 3, Qt.AlignmentFlag.AlignLeft)
            armour.setHidden(not field.armour_label)
            bleeding.setHidden(not field.bleeding_label)
            self._lines.append((area, level, armour, bleeding))
        grid.addWidget(self._missing, len(field.areas) + 1, 0, 1, 5)
        self.picture = BodyPicture(hub, self)
        self.picture.chosen.connect(self._stand_at)
        grid.addWidget(self.picture, len(field.areas) + 2, 0, 1, 5)
        grid.setColumnStretch(4, 1)
        if self._lines:
            self.setFocusProxy(self._lines[0][1])

    def _stand_at(self, location: str) -> None:
        """Go to the field of a location."""
        control = next((level for area, level, _, _ in self._lines if area.name == location), None)
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> tuple[QWidget, ...]:
        """Tab goes through the areas, each from left to right."""
        return tuple(control for _, *controls in self._lines for control in controls)

    def flush(self) -> None:
        """Send unsent text."""
        for area, level, armour, _ in self._lines:
            if isinstance(level, FieldLine):
                self._send_line(area, level, "")
            self._send_line(area, armour, "armour")

    def forget(self) -> None:
        """Discard unsent text."""
        for _, level, armour, _ in self._lines:
            armour.forget()
            if isinstance(level, FieldLine):
                level.forget()

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show the body; a character without one has nothing to write on."""
        assert isinstance(self.field, FigureField)
        self._sheet = sheet
        there = sheet.writable(self.path)
        self._missing.setVisible(not there)
        for area, level, armour, bleeding in self._lines:
            path = format_path(self.path, part=area.name)
            writable = there and sheet.writable(path)
            for control in (level, armour, bleeding):
                control.setEnabled(writable)
            value = sheet.value(path)
            if isinstance(level, MarkBoxes):
                level.show_marks(self.field.boxes, value if isinstance(value, int) else 0)
            else:
                most = sheet.value(format_path(self.path, part=area.name, aspect="most"))
                level.setToolTip(tip("" if most is None else form_text("at_most", most=plain_text(most))))
            for line, words in self._words(sheet, area, level, armour):
                line.show_text(words)
            bleeding.setChecked(sheet.value(format_path(self.path, part=area.name, aspect="bleeding")) is True)

    def refused(self, sheet: FilledSheet) -> None:
        """Keep the written text; marks show the sheet again."""
        for area, level, armour, _ in self._lines:
            for line, words in self._words(sheet, area, level, armour):
                line.shown = words
        self.show_sheet(sheet)

    def _words(
        self, sheet: FilledSheet, area: FigureArea, level: MarkBoxes | FieldLine, armour: FieldLine
    ) -> Iterator[tuple[FieldLine, str]]:
        """Yield the lines of an area, and the text of the sheet for each."""
        if isinstance(level, FieldLine):
            yield level, plain_text(sheet.value(format_path(self.path, part=area.name)))
        yield armour, plain_text(sheet.value(format_path(self.path, part=area.name, aspect="armour")))

    def _level(self, area: FigureArea, field: FigureField) -> MarkBoxes | FieldLine:
        name = form_text("level_of", area=area.label)
        if field.boxes:
            marks = MarkBoxes(self.hub, name, self)
            marks.chosen.connect(partial(self._send, area, ""))
            return marks
        line = self._number(name)
        line.editingFinished.connect(partial(self._send_line, area, line, ""))
        line.given_back.connect(partial(self._calm, area, ""))
        return line

    def _number(self, name: str) -> FieldLine:
        line = FieldLine(self, self.hub)
        line.setAccessibleName(name)
        line.setFixedWidth(5 * self.hub.theme.metrics.font_body)
        return line

    def _send(self, area: FigureArea, aspect: str, value: object) -> None:
        self.written.emit(format_path(self.path, part=area.name, aspect=aspect), value)

    def _calm(self, area: FigureArea, aspect: str) -> None:
        self.unreadable.emit(format_path(self.path, part=area.name, aspect=aspect), "")

    def _send_line(self, area: FigureArea, line: FieldLine, aspect: str) -> None:
        words = line.taken()
        if words is None:
            return
        number = self.number(format_path(self.path, part=area.name, aspect=aspect), words)
        if number is not None:
            self._send(area, aspect, number)


class ChipsEditor(PartsEditor):
    """The number of chips of each colour."""

    def __init__(self, field: ChipsField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        flow = TileFlow(self, spacing=hub.theme.metrics.pad_m)
        self._lines: dict[str, FieldLine] = {}
        for colour in field.colours:
            cell = QWidget(self)
            lay = row(cell, gap=hub.theme.metrics.pad_xs)
            lay.addWidget(label(f"{colour.letter}  {colour.label}", parent=cell))
            line = FieldLine(cell, hub)
            line.setAccessibleName(f"{field.label}, {colour.label}")
            line.setFixedWidth(4 * hub.theme.metrics.font_body)
            line.editingFinished.connect(partial(self._send, colour.key))
            line.given_back.connect(partial(self._calm, colour.key))
            lay.addWidget(line)
            flow.addWidget(cell)
            self._lines[colour.key] = line
        if self._lines:
            self.setFocusProxy(next(iter(self._lines.values())))

    def stops(self) -> tuple[QWidget, ...]:
        """Tab goes from colour to colour."""
        return tuple(self._lines.values())

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show the counts."""
        self._sheet = sheet
        for colour, line in self._lines.items():
            line.show_text(self._words(sheet, colour))

    def refused(self, sheet: FilledSheet) -> None:
        """Keep the written text."""
        for colour, line in self._lines.items():
            line.shown = self._words(sheet, colour)

    def _words(self, sheet: FilledSheet, colour: str) -> str:
        return plain_text(sheet.value(format_path(self.path, part=colour)) or 0)

    def flush(self) -> None:
        """Send unsent text."""
        for colour in self._lines:
            self._send(colour)

    def forget(self) -> None:
        """Discard unsent text."""
        for line in self._lines.values():
            line.forget()

    def _calm(self, colour: str) -> None:
        self.unreadable.emit(format_path(self.path, part=colour), "")

    def _send(self, colour: str) -> None:
        words = self._lines[colour].taken()
        if words is None:
            return
        path = format_path(self.path, part=colour)
        count = self.number(path, words)
        if count is not None:
            self.written.emit(path, count)


class ReferenceTable(FieldEditor):
    """A small table of the rules to look things up in: a label for each column, for nothing in it ever changes."""

    def __init__(self, field: ReferenceField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        lay = row(self, gap=hub.theme.metrics.pad_l)
        lines = (field.head, *field.rows) if field.head else field.rows
        columns = max(map(len, lines), default=0)
        for at in range(columns):
            words = "\n".join(short(cells[at], 80) if at < len(cells) else "" for cells in lines)
            lay.addWidget(label(words, "muted" if columns > 1 and at == 0 else "", parent=self))
        lay.addStretch(1)

    def stops(self) -> tuple[QWidget, ...]:
        """There is nothing to stop at."""
        return ()

    def show_sheet(self, sheet: FilledSheet) -> None:
        """It says the same always."""
