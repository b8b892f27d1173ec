"""The layout of one field on paper: its height, and the places of its label, value and marks."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple, assert_never

from engine.model.frozen import replace
from engine.sheets.layout.figure_layout import place_figure
from engine.sheets.layout.layout_boxes import LaidField
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.layout.printable_sheet import PrintableSheet, row_count
from engine.sheets.layout.spacing import HeightNeed, Spacing
from engine.sheets.model.field_paths import format_path
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
    TextField,
)

_WIDEST_CONTROL = 30.0
_LEGEND_LETTER = 1.12
"""The width of a letter of a legend."""
_CROSSED = 5.2
"""The side of a numbered box to cross off."""
_CROSSED_GAP = 0.8
_MOST_TICKS = 400
"""Boxes beyond that are no boxes any more; the number is written."""


class FieldLayout:
    """Lays out the fields of one sheet with one spacing."""

    def __init__(self, source: PrintableSheet, spacing: Spacing) -> None:
        self._source = source
        self._s = spacing

    def can_stand_beside(self, field: Field, width: float) -> bool:
        """Say whether label and value fit side by side in one line."""
        s = self._s
        if field.legend:
            return False
        match field:
            case FlagField():
                return True
            case NumberField(crossed=crossed) if crossed:
                return False
            case NumberField() | DiceField():
                control = self._control_width(field)
            case LevelField():
                if field.names or field.least < 0:
                    return False
                control = self._ticks_width(field.most)
            case BoxesField():
                count = self._count(field)
                if field.names or count > field.per_row:
                    return False
                control = self._ticks_width(count)
            case _:
                return False
        return s.label_beside(field.label) + control <= width

    def label_height(self, field: Field, width: float) -> float:
        """Return the height of the label strip above a field; 0 for none."""
        if not field.label or isinstance(field, FlagField) or (isinstance(field, FigureField) and field.listed):
            return 0.0
        return self._s.label * (1.0 if len(field.label) * self._s.capital <= width else 1.8)

    def _legend_height(self, field: Field, width: float) -> float:
        return self._s.legend * ceil(len(field.legend) * _LEGEND_LETTER / width) if field.legend and width > 1 else 0.0

    def need(self, field: Field, width: float, above: float = 0.0) -> HeightNeed:
        """Return the height that a field of this width needs, below its label strip."""
        need = self._need(field, width, above + self._legend_height(field, width))
        if not field.height:
            return need
        wanted = field.height
        least, hard, soft = min(need.least, wanted), min(need.hard, wanted), min(need.soft, wanted * 0.9)
        return HeightNeed(least, hard, soft, wanted, need.stretches)

    def place(self, field: Field, rect: Rect, above: float = 0.0, *, labelled: bool = True) -> LaidField:
        """Return a field in its place, below its label strip if it has one."""
        if isinstance(field, FlagField):
            return self.place_beside(field, rect.below(above))
        label = Rect(rect.x, rect.y, rect.w, above) if above and labelled else None
        value = rect.below(above)
        legend_height = min(self._legend_height(field, rect.w), value.h / 2)
        legend = Rect(rect.x, rect.bottom - legend_height, rect.w, legend_height) if legend_height else None
        value = Rect(value.x, value.y, value.w, value.h - legend_height)
        laid = LaidField(path=field.key, field=field, rect=rect, label_rect=label, value_rect=value, legend_rect=legend)
        return self._filled(laid)

    def place_inline(self, field: Field, rect: Rect) -> LaidField:
        """Return a field with its label at the beginning of its only line, if there is no height for more."""
        wide = min(rect.w * 0.4, len(field.label) * self._s.capital * 1.1 + 1.5) if field.label else 0.0
        label = Rect(rect.x, rect.y, wide, rect.h) if wide else None
        value = Rect(rect.x + wide, rect.y, rect.w - wide, rect.h)
        return self._filled(LaidField(path=field.key, field=field, rect=rect, label_rect=label, value_rect=value))

    def _need(self, field: Field, width: float, above: float) -> HeightNeed:
        s = self._s
        match field:
            case TextField():
                return s.line_need(1, above)
            case LongTextField() | EntriesField():
                count = field.lines if isinstance(field, LongTextField) else ceil(field.lines / field.beside)
                return s.line_need(count, above, stretches=True)
            case NumberField(crossed=crossed) if crossed:
                lines = ceil(crossed / self._crossed_per_line(width))
                return s.control_need(1, above + (lines - 1) * (_CROSSED + _CROSSED_GAP))
            case NumberField() | DiceField():
                return s.control_need(1, above)
            case FlagField():
                return s.tick_need(1, above)
            case LevelField():
                if not field.names:
                    return s.tick_need(1, above)
                count = field.most - field.least + 1
                if self._names_fit_below(field.names, count, width):
                    return s.tick_need(1, above + s.label)
                return s.tick_need(count, above)
            case BoxesField():
                return s.tick_need(self._tick_lines(field, width), above)
            case ChoiceField():
                if self._slots(field, width):
                    return s.tick_need(1, above)
                return s.line_need(1, above)
            case RowsField():
                blocks = field.beside
                # Fixed rows need their places even if `lines` is smaller.
                count = ceil(max(field.lines, len(field.start) if field.fixed else 0) / blocks)
                return s.row_need(count, ceil(row_count(self._source, field) / blocks), above + s.head)
            case PictureField():
                return HeightNeed(above + 16, above + 20, above + 30, above + 42, True)
            case FigureField():
                if field.listed:
                    return s.row_need(len(field.areas), len(field.areas), above + s.head)
                return HeightNeed(above + 36, above + 45, above + 56, above + 72, True)
            case ChipsField():
                style = chip_style(field, width, s)
                return s.control_need(style.lines, above + (style.lines * s.label if style.below else 0.0))
            case ReferenceField():
                return s.small_need(len(field.rows) + bool(field.head), above)
            case _:
                assert_never(field)

    def place_beside(self, field: Field, rect: Rect) -> LaidField:
        """Return a field in its place with its label beside its value."""
        s = self._s
        middle = rect.y + rect.h / 2
        if isinstance(field, FlagField):
            side = min(s.tick, rect.h)
            box = Rect(rect.x, middle - side / 2, side, side)
            label = Rect(box.right + 1.6, rect.y, rect.w - side - 1.6, rect.h)
            return LaidField(
                path=field.key, field=field, rect=rect, label_rect=label, value_rect=box, marks=(box,), beside=True
            )
        match field:
            case LevelField():
                wide, high = self._ticks_width(field.most), s.tick
            case BoxesField():
                wide, high = self._ticks_width(self._count(field)), s.tick
            case _:
                wide, high = self._control_width(field), rect.h
        high = min(high + 0.5, rect.h)
        value = Rect(rect.right - wide, middle - high / 2, wide, high)
        label = Rect(rect.x, rect.y, rect.w - wide - 1.5, rect.h)
        laid = LaidField(path=field.key, field=field, rect=rect, label_rect=label, value_rect=value, beside=True)
        return self._filled(laid)

    def _filled(self, laid: LaidField) -> LaidField:
        """Return a field with its marks, lines and parts."""
        s, field, value = self._s, laid.field, laid.value_rect
        match field:
            case TextField() | PictureField():
                return laid
            case LongTextField() | EntriesField():
                return replace(laid, lines=self._lines(value.h))
            case NumberField(crossed=crossed) if crossed:
                return self._crossed(laid, field)
            case NumberField() | DiceField():
                return replace(laid, value_rect=Rect(value.x, value.y, min(value.w, _WIDEST_CONTROL), value.h))
            case FlagField():
                return replace(laid, marks=self._grid(value, 1, 1))
            case LevelField():
                return self._level(laid, field)
            case BoxesField():
                return self._boxes(laid, field)
            case ChoiceField():
                slots = self._slots(field, value.w)
                side = min(s.tick, value.h)
                marks = (Rect(value.x + at, value.y + (value.h - side) / 2, side, side) for at in slots)
                return replace(laid, marks=tuple(marks))
            case RowsField():
                return self._table(laid, field)
            case FigureField():
                return place_figure(laid, field, s)
            case ChipsField():
                return place_chips(laid, field, s)
            case ReferenceField():
                return self._reference(laid, field)
            case _:
                assert_never(field)

    # Controls --------------------------------------------------------------------------------------------

    def _control_width(self, field: Field) -> float:
        return self._s.dice if isinstance(field, DiceField) else self._s.number

    def _crossed_per_line(self, width: float) -> int:
        return max(1, int((width - self._s.number - 2.0) / (_CROSSED + _CROSSED_GAP)))

    def _crossed(self, laid: LaidField, field: NumberField) -> LaidField:
        """Return a number with numbered boxes after it, one for each point of a known maximum."""
        value, s = laid.value_rect, self._s
        most = self._source.value(field.maximum) if field.maximum else None
        count = min(most, field.crossed) if isinstance(most, int) and most > 0 else field.crossed
        per_line, pitch = self._crossed_per_line(value.w), _CROSSED + _CROSSED_GAP
        left = value.x + s.number + 2.0
        marks = tuple(
            Rect(left + at % per_line * pitch, value.y + at // per_line * pitch, _CROSSED, _CROSSED)
            for at in range(count)
        )
        box = Rect(value.x, value.y, s.number, min(value.h, s.control[2]))
        return replace(laid, value_rect=box, marks=marks)

    def _ticks_width(self, count: int) -> float:
        return count * (self._s.tick + self._s.tick_gap) - self._s.tick_gap

    def _count(self, field: BoxesField, path: str = "") -> int:
        count = self._source.count(field, path or field.key)
        return count if 0 <= count <= _MOST_TICKS else 0

    def _per_line(self, field: BoxesField, count: int, width: float) -> int:
        s = self._s
        if field.effects:
            return 1
        if field.names:
            slot = max(map(len, field.names)) * s.letter + s.tick + 4
            return max(1, int(width / slot))
        return max(1, min(field.per_row, count, int((width + s.tick_gap) / (s.tick + s.tick_gap))))

    def _tick_lines(self, field: BoxesField, width: float) -> int:
        count = self._count(field)
        return max(1, ceil(count / self._per_line(field, count, width)))

    def _grid(self, rect: Rect, count: int, per_line: int, slot: float = 0.0) -> tuple[Rect, ...]:
        """Return squares in lines, `slot` from one to the next; the lines share the height."""
        s = self._s
        lines = max(1, ceil(count / per_line))
        pitch = min(rect.h / lines, s.tick + s.tick_gap * 1.2)
        side = min(s.tick, pitch - 0.4)
        step = slot or side + s.tick_gap
        top = rect.y + (0.3 if lines > 1 else (rect.h - side) / 2)
        return tuple(
            Rect(rect.x + at % per_line * step, top + at // per_line * pitch, side, side) for at in range(count)
        )

    def _names_fit_below(self, names: Sequence[str], count: int, width: float) -> bool:
        return max(map(len, names)) * self._s.letter * 0.72 + 1 <= width / count

    def _level(self, laid: LaidField, field: LevelField) -> LaidField:
        s, value = self._s, laid.value_rect
        if field.names:
            count = field.most - field.least + 1
            if self._names_fit_below(field.names, count, value.w):
                side = min(s.tick, value.h - s.label)
                slot = value.w / count
                marks = (Rect(value.x + slot * (at + 0.5) - side / 2, value.y, side, side) for at in range(count))
                return replace(laid, marks=tuple(marks))
            return replace(laid, marks=self._grid(value, count, 1), listed=True)
        count = field.most if field.least >= 0 else field.most - field.least + 1
        return replace(laid, marks=self._grid(value, count, count))

    def _boxes(self, laid: LaidField, field: BoxesField) -> LaidField:
        value, count = laid.value_rect, self._count(field, laid.path)
        if not count:
            return laid
        per_line = self._per_line(field, count, value.w)
        slot = value.w / per_line if field.names else 0.0
        return replace(laid, marks=self._grid(value, count, per_line, slot), listed=bool(field.names))

    def _slots(self, field: ChoiceField, width: float) -> tuple[float, ...]:
        """Return the x of each choice if there are few; none if the choice is better written on a line."""
        s = self._s
        if field.other or field.list or not 1 < len(field.choices) <= 6:
            return ()
        wide = [len(name) * s.letter + s.tick + 4 for name in field.labels or field.choices]
        if sum(wide) > width:
            return ()
        starts = [sum(wide[:at]) for at in range(len(wide))]
        return tuple(starts)

    # Things with parts -----------------------------------------------------------------------------------

    def _lines(self, height: float) -> int:
        _, soft, wanted = self._s.line
        return max(1, min(round(height / wanted), int(height / soft + 0.001)))

    def _table(self, laid: LaidField, field: RowsField) -> LaidField:
        s, value = self._s, laid.value_rect
        hard, writing, wanted = s.row
        space = value.h - s.head
        blocks = field.beside
        filled_rows = ceil(row_count(self._source, field) / blocks)
        # With more rows than lines, lines get closer before a second page is needed.
        count = max(1, min(round(space / wanted), int(space / writing + 0.001)))
        if filled_rows > ceil(max(field.lines, len(field.start)) / blocks):
            count = max(count, min(filled_rows, int(space / hard)))
        count = max(count, min(ceil(field.lines / blocks), int(space / writing + 0.001)))
        if field.fixed:
            count = min(count, max(1, filled_rows, ceil(len(field.start) / blocks)))
        pitch = min(space / count, wanted * 1.25)
        width = (value.w - s.gutter * (blocks - 1)) / blocks
        pieces = [
            self.rows_from(
                field,
                Rect(value.x + block * (width + s.gutter), value.y, width, s.head + count * pitch),
                block * count,
                count,
            )
            for block in range(blocks)
        ]
        heads = tuple(head for piece in pieces for head in piece.heads)
        return replace(laid, heads=heads, parts=tuple(part for piece in pieces for part in piece.parts))

    def rows_from(self, field: RowsField, rect: Rect, first: int, count: int) -> LaidField:
        """Return a piece of a table: its heads, and `count` rows from `first` on."""
        s = self._s
        spans = _spans(rect.x, rect.w, [column.width for column in field.columns])
        pitch = (rect.h - s.head) / count
        parts = [
            self._table_cell(field, first + at, column.key, Rect(x, rect.y + s.head + at * pitch, w, pitch))
            for at in range(count)
            for column, (x, w) in zip(field.columns, spans, strict=True)
        ]
        heads = tuple(Rect(x, rect.y, w, s.head) for x, w in spans)
        return LaidField(
            path=field.key,
            field=field,
            rect=rect,
            label_rect=None,
            value_rect=rect,
            heads=heads,
            parts=tuple(parts),
        )

    def _table_cell(self, field: RowsField, row: int, key: str, rect: Rect) -> LaidField:
        """Return one cell of a table."""
        column = next(column for column in field.columns if column.key == key)
        inner = rect if isinstance(column, NumberField | DiceField) else rect.inset(0.8, 0.0)
        cell = LaidField(
            path=format_path(field.key, row, key), field=column, rect=rect, label_rect=None, value_rect=inner
        )
        match column:
            case FlagField():
                side = min(self._s.tick * 0.9, rect.h - 1)
                x, y = rect.middle
                return replace(cell, marks=(Rect(x - side / 2, y - side / 2, side, side),))
            case LevelField():
                return replace(cell, marks=self._small(inner, column.most if column.least >= 0 else 0))
            case BoxesField():
                return replace(cell, marks=self._small(inner, self._count(column, cell.path)))
            case _:
                return cell

    def _small(self, rect: Rect, count: int) -> tuple[Rect, ...]:
        """Return marks in one line of a table, as small as they must be; none if they would be too small."""
        if not count:
            return ()
        gap = 0.7
        side = min(self._s.tick * 0.8, rect.h - 1.2, (rect.w + gap) / count - gap)
        if side < 1.4:
            return ()
        top = rect.y + (rect.h - side) / 2
        left = rect.x + (rect.w - count * (side + gap) + gap) / 2
        return tuple(Rect(left + at * (side + gap), top, side, side) for at in range(count))

    def _reference(self, laid: LaidField, field: ReferenceField) -> LaidField:
        """Columns are as wide as the longest of their words asks for."""
        rows = (field.head, *field.rows) if field.head else field.rows
        columns = max(map(len, rows), default=1)
        # A long text wraps, so its share is limited.
        shares = [max(min(len(row[at]), 40) if at < len(row) else 1 for row in rows) + 2 for at in range(columns)]
        value = laid.value_rect
        pitch = min(value.h / max(1, len(rows)), self._s.row[2])
        spans = _spans(value.x, value.w, shares)
        return replace(laid, lines=len(rows), heads=tuple(Rect(x, value.y, w, pitch) for x, w in spans))


def _spans(left: float, width: float, shares: Sequence[int]) -> list[tuple[float, float]]:
    """Return the x and the width of each column."""
    whole = sum(shares)
    starts = [left + width * sum(shares[:at]) / whole for at in range(len(shares))]
    return [(start, width * share / whole) for start, share in zip(starts, shares, strict=True)]


_DISC = 1.05
_BETWEEN = 2.0


class ChipStyle(NamedTuple):
    """The arrangement of chips: the width of one, the number of lines, and whether names are below the chips."""

    slot: float
    lines: int
    below: bool


def chip_style(field: ChipsField, width: float, spacing: Spacing) -> ChipStyle:
    """Choose the arrangement of chips: names beside them if all fit in one line, or if few fit in any line."""
    below = len(field.colours) * _slot(field, spacing, below=False) > width >= 2 * _slot(field, spacing, below=True)
    slot = _slot(field, spacing, below=below)
    per_line = max(1, int(width / slot))
    return ChipStyle(slot, max(1, ceil(len(field.colours) / per_line)), below)


def _slot(field: ChipsField, spacing: Spacing, *, below: bool) -> float:
    names = max((len(colour.label) for colour in field.colours), default=1) * spacing.capital
    chip = spacing.control[2] * _DISC + 1.2 + spacing.number * 0.75
    return (max(chip, names) if below else chip + 1.0 + names) + _BETWEEN


def place_chips(laid: LaidField, field: ChipsField, spacing: Spacing) -> LaidField:
    """Return chips with a part for each colour."""
    value = laid.value_rect
    style = chip_style(field, value.w, spacing)
    per_line = ceil(len(field.colours) / style.lines)
    pitch = value.h / style.lines
    step = min(value.w / max(1, per_line), style.slot * 1.4)
    parts = []
    for at, colour in enumerate(field.colours):
        place = Rect(value.x + at % per_line * step, value.y + at // per_line * pitch, step - _BETWEEN, pitch)
        side = min(pitch - (spacing.label if style.below else 0.5), spacing.control[2] * _DISC)
        disc = Rect(place.x, place.y, side, side)
        wide = min(spacing.number * 0.75, place.w - side - 1.2)
        count = Rect(disc.right + 1.2, place.y, wide, side)
        under = Rect(place.x, disc.bottom, place.w, spacing.label)
        after = Rect(count.right + 1.0, count.y, max(1.0, place.right - count.right - 1.0), count.h)
        parts.append(
            LaidField(
                path=format_path(field.key, part=colour.key),
                field=NumberField(key=colour.key, label=colour.label, least=0),
                rect=place,
                label_rect=under if style.below else after,
                value_rect=count,
                marks=(disc,),
            )
        )
    return replace(laid, parts=tuple(parts))
