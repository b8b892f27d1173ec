"""The layout of a body on paper: the drawing in the middle, and a box for each area beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from engine.model.frozen import replace
from engine.sheets.layout.body_outline import BodyOutline, outline_of, region_of
from engine.sheets.layout.layout_boxes import LaidField
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.layout.spacing import Spacing
from engine.sheets.model.field_paths import format_path
from engine.sheets.model.sheet_description import BoxesField, FigureArea, FigureField, FlagField, NumberField

_GAP: Final = 2.0
_WIDEST: Final = 50.0
_NARROWEST: Final = 24.0
_POINTS: Final = 17.0
_NUMBER: Final = 11.0
"""The width of a number in a list of areas."""
_STATE: Final = 6.0
_MOST_FOR_NUMBERS: Final = 0.7
"""The greatest share of the width for the numbers of a list of areas."""
_ARMOUR: Final = 14.5
_MOST_FOR_BOXES: Final = 0.74
"""The boxes of areas leave at least a quarter of the width to the body."""


def place_figure(laid: LaidField, field: FigureField, spacing: Spacing) -> LaidField:
    """Return a figure: its drawing between boxes for the areas, or beside a list of them."""
    return _listed(laid, field, spacing) if field.listed else _with_callouts(laid, field, spacing)


def _with_callouts(laid: LaidField, field: FigureField, spacing: Spacing) -> LaidField:
    _, drawing = outline_of(field.chart)
    room = laid.value_rect
    high = room.h
    wide = high * drawing.width / drawing.height
    style = _style(field, spacing, room.w)
    if room.w - wide < 2 * style.width:  # in a narrow place the boxes have priority
        wide = max(0.0, room.w - 2 * style.width)
        high = wide * drawing.height / drawing.width
    side = min(_WIDEST, (room.w - wide) / 2 - 1)
    middle = room.x + room.w / 2
    body = Rect(middle - wide / 2, room.y + (room.h - high) / 2, wide, high)
    known = [area for area in field.areas if region_of(area.name, drawing)]
    strange = [area for area in field.areas if not region_of(area.name, drawing)]
    at = {area.name: _on(body, drawing, region_of(area.name, drawing)) for area in known}
    named = {area.name: area for area in field.areas}
    left, right = ([named[name] for name in side] for side in sides_of([area.name for area in known], at, middle))
    for area in strange:
        (left if len(left) <= len(right) else right).append(area)
    inner = body.x - _GAP - side, body.right + _GAP
    parts: dict[str, tuple[LaidField, ...]] = {}
    for areas, x, edge in ((left, max(room.x, inner[0]), side), (right, min(inner[1], room.right - side), 0.0)):
        stacked = stack([area.name for area in areas], at, Rect(x, room.y, side, room.h), style.height)
        for area, rect in zip(areas, stacked, strict=True):
            ends = at.get(area.name)
            leader = None if ends is None or not high else (rect.x + edge, rect.y + rect.h / 2, *ends)
            parts[area.name] = _Callout(field, spacing, tall=style.tall).parts(area, rect, leader)
    in_order = tuple(part for area in field.areas for part in parts[area.name])
    return replace(laid, drawing=body if high else None, parts=in_order)


def _listed(laid: LaidField, field: FigureField, spacing: Spacing) -> LaidField:
    """Return a figure with its drawing on the left and a row for each area on its right."""
    _, drawing = outline_of(field.chart)
    room = laid.value_rect
    names = max((len(a.label) + len(a.roll) for a in field.areas), default=8) * spacing.letter + 3
    widths = {
        "level": field.boxes * (spacing.tick + spacing.tick_gap) + 2 if field.boxes else _NUMBER + 1,
        **{f"state {at}": _STATE for at in range(len(field.states))},
        "most": max(_NUMBER, len(field.most_label) * spacing.capital) if field.most_label else 0.0,
        "armour": max(_NUMBER, len(field.armour_label) * spacing.capital) if field.armour_label else 0.0,
        "bleeding": max(_NUMBER, len(field.bleeding_label) * spacing.capital) if field.bleeding_label else 0.0,
    }
    whole = sum(widths.values())
    narrowed = min(1.0, room.w * _MOST_FOR_NUMBERS / whole)
    columns = {key: width * narrowed for key, width in widths.items() if width}
    pitch = min((room.h - spacing.head) / max(1, len(field.areas)), spacing.row[2] * 1.6)
    rows_high = spacing.head + pitch * len(field.areas)
    wide = max(0.0, min(rows_high * drawing.width / drawing.height, room.w - names - sum(columns.values()) - _GAP))
    high = wide * drawing.height / drawing.width
    body = Rect(room.x, room.y + (rows_high - high) / 2, wide, high)
    left = room.x + (wide + _GAP if wide else 0.0)
    names = room.right - left - sum(columns.values())
    starts = dict(zip(columns, accumulate([left + names, *columns.values()]), strict=False))
    heads = (
        Rect(left, room.y, names, spacing.head),
        *(Rect(starts[key], room.y, width, spacing.head) for key, width in columns.items()),
    )
    parts: list[LaidField] = []
    for at, area in enumerate(field.areas):
        row = Rect(left, room.y + spacing.head + at * pitch, room.right - left, pitch)
        cells = {key: Rect(starts[key], row.y, width, pitch).inset(0.5, 0.0) for key, width in columns.items()}
        parts += _row_parts(field, area, row, Rect(left, row.y, names, pitch).inset(0.8, 0.0), cells, spacing)
    return replace(laid, drawing=body if high else None, heads=heads, parts=tuple(parts))


def _row_parts(
    field: FigureField, area: FigureArea, row: Rect, label: Rect, cells: Mapping[str, Rect], spacing: Spacing
) -> list[LaidField]:
    """Return the parts of an area in its row. The first is the level, and its place is the whole row."""
    path = format_path(field.key, part=area.name)
    place = cells["level"]
    level = LaidField(
        path=path,
        field=NumberField(key="level", label=area.label),
        rect=row,
        label_rect=label,
        value_rect=place,
        beside=True,
        note=area.roll,
    )
    if field.states:
        middles = (cells[f"state {at}"].middle for at in range(len(field.states)))
        level = replace(level, marks=tuple(_tick_at(x, y, spacing) for x, y in middles))
    elif field.boxes:
        side = spacing.tick
        step = side + spacing.tick_gap
        marks = tuple(
            Rect(place.x + 0.5 + at * step, place.y + (place.h - side) / 2, side, side) for at in range(field.boxes)
        )
        level = replace(level, field=BoxesField(key="level", label=area.label, count=str(field.boxes)), marks=marks)
    parts = [level]
    for key, name in (("most", field.most_label), ("armour", field.armour_label)):
        if key in cells:
            number = NumberField(key=key, label=name)
            rect = cells[key]
            parts.append(
                LaidField(path=f"{path}.{key}", field=number, rect=rect, label_rect=None, value_rect=rect, beside=True)
            )
    if "bleeding" in cells:
        mark = _tick_at(*cells["bleeding"].middle, spacing)
        flag = FlagField(key="bleeding", label=field.bleeding_label)
        rect = cells["bleeding"]
        parts.append(
            LaidField(path=f"{path}.bleeding", field=flag, rect=rect, label_rect=None, value_rect=mark, marks=(mark,))
        )
    return parts


def _tick_at(x: float, y: float, spacing: Spacing) -> Rect:
    return Rect(x - spacing.tick / 2, y - spacing.tick / 2, spacing.tick, spacing.tick)


class _CalloutStyle(NamedTuple):
    """The size of the areas' boxes: the least width, the wanted height, and whether they have a third line."""

    width: float
    height: float
    tall: bool


def _style(field: FigureField, spacing: Spacing, room: float) -> _CalloutStyle:
    """Choose boxes of two lines, or of three if two would leave the body too little room."""
    words = max((len(a.label) * 1.15 + len(a.roll) for a in field.areas), default=8) * spacing.capital + 4
    level = field.boxes * (spacing.tick + spacing.tick_gap) + 2.5 if field.boxes else _POINTS
    more = _more_width(field, spacing)
    tall = bool(more) and 2 * (level + more) > room * _MOST_FOR_BOXES
    width = max(_NARROWEST, min(words, 34.0), max(level, more) if tall else level + more)
    second = spacing.control[1 if field.boxes else 2]
    return _CalloutStyle(width, spacing.label + 1.6 + second + (second if tall else 0.0), tall)


def _more_width(field: FigureField, spacing: Spacing) -> float:
    """Return the width that the armour and the bleeding of an area need."""
    armour = _ARMOUR if field.armour_label else 0.0
    return armour + (_flag_width(field, spacing) + 1 if field.bleeding_label else 0.0)


def _flag_width(field: FigureField, spacing: Spacing) -> float:
    return len(field.bleeding_label) * spacing.capital * 1.1 + spacing.tick + 1.5


def _on(body: Rect, drawing: BodyOutline, region: str) -> tuple[float, float]:
    x, y = drawing.anchors[region]
    return body.x + body.w * x / drawing.width, body.y + body.h * y / drawing.height


def sides_of(areas: Sequence[str], at: Mapping[str, tuple[float, float]], middle: float) -> tuple[list[str], list[str]]:
    """Put each area on its side; those in the middle go to the side with fewer areas, from the top."""
    left = [area for area in areas if at[area][0] < middle - 0.5]
    right = [area for area in areas if at[area][0] > middle + 0.5]
    for area in sorted((a for a in areas if a not in left and a not in right), key=lambda a: at[a][1]):
        (left if len(left) < len(right) else right).append(area)
    for side in (left, right):
        side.sort(key=lambda area: at[area][1])
    return left, right


def stack(
    areas: Sequence[str], at: Mapping[str, tuple[float, float]], room: Rect, wanted: float, gap: float = 1
) -> list[Rect]:
    """Return the boxes of one side, each as near as possible to the height of its area."""
    if not areas:
        return []
    high = min(wanted, room.h / len(areas) - gap)
    wished = [at[area][1] - high / 2 if area in at else room.bottom for area in areas]
    tops: list[float] = []
    for n, wish in enumerate(wished):
        lowest = room.bottom - (len(areas) - n) * (high + gap) + gap
        highest = tops[-1] + high + gap if tops else room.y
        tops.append(max(highest, min(wish, lowest)))
    return [Rect(room.x, top, room.w, high) for top in tops]


class _Callout:
    """Makes the box of an area: its label, its level, and after or below that its armour and its bleeding."""

    def __init__(self, field: FigureField, spacing: Spacing, *, tall: bool) -> None:
        self._field = field
        self._spacing = spacing
        self._tall = tall

    def parts(
        self, area: FigureArea, rect: Rect, leader: tuple[float, float, float, float] | None
    ) -> tuple[LaidField, ...]:
        """Return the parts of an area. The first is the level, and its place is the whole box."""
        field, spacing = self._field, self._spacing
        inner = rect.inset(1.4, 0.7)
        label = Rect(inner.x, inner.y, inner.w, spacing.label)
        lines = inner.below(spacing.label)
        line = Rect(lines.x, lines.y, lines.w, lines.h / (2 if self._tall else 1))
        third = line.moved(0, line.h)
        path = format_path(field.key, part=area.name)
        more = self._more(path, third if self._tall else line)
        if not self._tall and more:
            line = Rect(line.x, line.y, more[0].rect.x - line.x - 1, line.h)
        level = LaidField(
            path=path,
            field=NumberField(key="level", label=area.label),
            rect=rect,
            label_rect=label,
            value_rect=line,
            leader=leader,
            caption="" if field.boxes else field.points_label,
            note=area.roll,
        )
        if field.boxes:
            side = min(spacing.tick, line.h - 0.4)
            step = min(side + spacing.tick_gap, line.w / field.boxes)
            top = line.y + (line.h - side) / 2
            marks = tuple(Rect(line.x + n * step, top, side, side) for n in range(field.boxes))
            boxes = BoxesField(key="level", label=area.label, count=str(field.boxes))
            level = replace(level, field=boxes, marks=marks)
        return (level, *more)

    def _more(self, path: str, line: Rect) -> list[LaidField]:
        """Return armour and bleeding at the end of a line."""
        field = self._field
        parts: list[LaidField] = []
        end = line.right
        if field.bleeding_label:
            wide = min(_flag_width(field, self._spacing), line.w * 0.6)
            strip = Rect(end - wide, line.y, wide, line.h)
            parts.append(_flag(f"{path}.bleeding", field.bleeding_label, strip, self._spacing))
            end = strip.x - 1
        if field.armour_label:
            wide = line.w * 0.45 if not field.boxes else _ARMOUR - 2
            left = line.x if self._tall else end - wide
            rect = Rect(
                left, line.y + (0.4 if self._tall else 0), min(wide, end - left), line.h - (0.4 if self._tall else 0)
            )
            number = NumberField(key="armour", label=field.armour_label)
            armour = LaidField(
                path=f"{path}.armour",
                field=number,
                rect=rect,
                label_rect=None,
                value_rect=rect,
                caption=field.armour_label,
            )
            parts.insert(0, armour)
        return parts


def _flag(path: str, words: str, strip: Rect, spacing: Spacing) -> LaidField:
    """Return a box to tick at the end of a strip, with its words before it."""
    side = min(strip.h - 0.2, spacing.tick)
    mark = Rect(strip.right - side, strip.y + (strip.h - side) / 2, side, side)
    return LaidField(
        path=path,
        field=FlagField(key="bleeding", label=words),
        rect=strip,
        label_rect=Rect(strip.x, strip.y, max(1.0, strip.w - side - 0.8), strip.h),
        value_rect=mark,
        marks=(mark,),
    )
