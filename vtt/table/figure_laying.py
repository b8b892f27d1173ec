"""Where a character's numbers and locations stand on the table: round a drawn body, beside it, or in lines."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from engine.play.sight import FigureNotes
from engine.play.words import say
from engine.table.body import Body, Location
from engine.table.seats import Actor
from engine.table.tracks import Track
from vtt.table.body import PartLook, lay_body, least_height
from vtt.table.callouts import Callout, lay_list, lay_round
from vtt.table.figure import BLEEDING, LESS, MORE, MOST_BOXES, SQUEEZE, Element, Figure, SettingBox, look_of
from vtt.table.naming import clean, plain_word
from vtt.table.picture import font_that_fits, width_of
from vtt.widgets.fonts import ui_font
from vtt.widgets.metrics import Metrics

_FEW_BOXES: Final = 5
_LEAST_BOX: Final = 6.0
_LEAST_LINE: Final = 11.0
_COLUMN: Final = 9.5
_LINE: Final = 1.15
"""Where lines would be lower than so many times their letters, numbers stand in two columns."""
_HALF: Final = 6.2
"""How wide the numbers beside a body are, by the height of their letters, and how wide each of two columns of them."""


def lay_figure(
    actor: Actor,
    room: QRectF,
    m: Metrics,
    *,
    named: bool,
    notes: FigureNotes = FigureNotes(),  # noqa: B008 (it is frozen)
    marks: Mapping[str, str] | None = None,
    numbers: QRectF | None = None,
    now: int = 0,
) -> Figure:
    """Return the numbers and locations of a character laid out in a room, as many as can be read there.

    Args:
        actor: the character.
        room: all the room there is.
        m: lengths.
        named: whether its name stands above.
        notes: what the game tells beside it.
        marks: what there is about a hit, by location: `hit` or `reach`.
        numbers: a room of their own for the numbers, where the place has one.
        now: the time of the story.
    """
    told = {
        name: look_of(name, location, notes, (marks or {}).get(name, ""), now)
        for name, location in (actor.body.locations.items() if actor.body is not None else ())
    }
    if actor.body is not None:
        if numbers is not None and not numbers.isEmpty():
            return _lay_apart(actor, actor.body, room, numbers, m, named=named, notes=notes, looks=told)
        drawn = _lay_drawn(actor, actor.body, room, m, named=named, notes=notes, looks=told)
        if drawn is not None:
            return drawn
    things: list[tuple[str, str, Track | Location]] = [("track", name, track) for name, track in actor.tracks.items()]
    if actor.body is not None:
        things += [("location", name, location) for name, location in actor.body.locations.items()]
    head, elements = _lay_lines(things, room, m, named=named, looks=told)
    return Figure(clean(actor.name, 80) if named else "", head, elements)


def _lay_lines(
    things: Sequence[tuple[str, str, Track | Location]],
    room: QRectF,
    m: Metrics,
    *,
    named: bool,
    looks: Mapping[str, PartLook],
) -> tuple[QRectF, tuple[Element, ...]]:
    """Lay out numbers and locations in lines, in as many columns as they need; return them below a head."""
    wanted = m.font_small * 1.8
    columns = 1
    while columns < 3 and (math.ceil(len(things) / columns) + named) * wanted > room.height():
        if room.width() / (columns + 1) < m.font_small * 6:
            break
        columns += 1
    rows = math.ceil(len(things) / columns) if things else 0
    line = max(_LEAST_LINE, min(wanted, room.height() / max(1, rows + named)))
    rows = min(rows, max(1, int(room.height() / line) - named))
    top = room.center().y() - line * (rows + named) / 2
    head = QRectF(room.left(), top, room.width(), line if named else 0.0)
    wide = room.width() / columns
    elements = []
    for number, (kind, name, thing) in enumerate(things[: rows * columns]):
        column, row = divmod(number, rows)
        area = QRectF(room.left() + column * wide, head.bottom() + row * line, wide, line)
        look = looks[name] if kind == "location" else None
        elements.append(_element(kind, name, thing, area.adjusted(1, 1, -1, -1), m, look=look))
    return head, tuple(elements)


def _lay_apart(
    actor: Actor,
    body: Body,
    room: QRectF,
    numbers: QRectF,
    m: Metrics,
    *,
    named: bool,
    notes: FigureNotes,
    looks: Mapping[str, PartLook],
) -> Figure:
    """Lay out a body with a box for each location round it, and the numbers in a room of their own."""
    areas, drawn = tuple(body.locations), None
    round_it = lay_round(body.chart, areas, room, m)
    callouts: tuple[Callout, ...] = ()
    if round_it is not None:
        drawn, callouts = round_it
    else:
        drawn = lay_body(body.chart, areas, room, m)
        beside = drawn.rect.width() + m.pad_m if drawn is not None else 0.0
        callouts = lay_list(areas, room.adjusted(beside, 0, 0, 0), m)
    head, elements, told = _lay_numbers(actor, numbers, m, named=named, notes=notes)
    title = clean(actor.name, 80) if named else ""
    if drawn is None and not callouts:
        things = [("location", name, location) for name, location in body.locations.items()]
        _, lines = _lay_lines(things, room, m, named=False, looks=looks)
        return Figure(title, head, (*elements, *lines), notes=told)
    boxes = {callout.name: callout.rect for callout in callouts}
    if drawn is not None:
        boxes = {part.name: part.shape.boundingRect() for part in drawn.parts} | boxes
    places = tuple(_drawn_location(name, body.locations[name], boxes[name], looks[name]) for name in areas)
    return Figure(title, head, (*elements, *places), drawn, told, callouts)


def _lay_numbers(
    actor: Actor, room: QRectF, m: Metrics, *, named: bool, notes: FigureNotes
) -> tuple[QRectF, list[Element], tuple[tuple[QRectF, str], ...]]:
    """Lay out a character's numbers in lines, its name above them and what its state costs below."""
    words = [say(message) for message in notes.penalties]
    lines = max(1, named + len(actor.tracks) + len(words))
    columns = 2 if room.width() > m.font_small * 2 * _HALF and room.height() < lines * m.font_small * _LINE else 1
    line = max(_LEAST_LINE, min(m.font_small * 1.8, room.height() / math.ceil(lines / columns)))
    rows = max(1, int((room.height() + 0.5) / line))
    wide = room.width() / columns

    def at(number: int) -> QRectF:
        column, row = divmod(number, rows)
        return QRectF(room.left() + column * wide, room.top() + row * line, wide, line)

    head = at(0) if named else QRectF(room.topLeft(), room.topLeft())
    tracks = list(actor.tracks.items())[: rows * columns - named]
    named_so, wide_so = _labels([name for name, _ in tracks], wide, m, notes)
    elements = [
        _element("track", name, track, at(named + i).adjusted(1, 1, -1, -1), m, words=named_so[name], label=wide_so)
        for i, (name, track) in enumerate(tracks)
    ]
    free = rows * columns - named - len(tracks)
    told = tuple(
        (at(named + len(tracks) + i).adjusted(1, 1, -1, -1), word) for i, word in enumerate(words[: max(0, free)])
    )
    return head, elements, told


def _labels(names: list[str], wide: float, m: Metrics, notes: FigureNotes) -> tuple[Mapping[str, str], float]:
    """Return what numbers are called in a column, in short where that is too long, and how wide that is for all."""
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    most, found = wide * 0.5, dict[str, str]()
    for name in names:
        words = plain_word(name)
        if width_of(words, font) * 0.85 + m.pad_s > most and name in notes.shorts:
            words = say(notes.shorts[name])
        found[name] = words
    widths = [width_of(words, font) + m.pad_xs for words in found.values()]
    return found, min(most, max(widths, default=0.0))


def _drawn_location(name: str, location: Location, rect: QRectF, look: PartLook) -> Element:
    empty = QRectF()
    return Element("location", name, location.level, location.most, rect, empty, empty, (), look=look, drawn=True)


def _lay_drawn(
    actor: Actor,
    body: Body,
    room: QRectF,
    m: Metrics,
    *,
    named: bool,
    notes: FigureNotes,
    looks: Mapping[str, PartLook],
) -> Figure | None:
    """Lay out a body with the numbers and what its state costs beside it, in a narrow room above it."""
    line, words = m.font_small * 1.8, [say(message) for message in notes.penalties]
    tracks = list(actor.tracks.items())
    narrow = room.width() < min(least_height(m), room.height()) * 0.44 + m.font_small * 5
    above = room.height() - least_height(m) - m.pad_xs
    if narrow:
        line = min(line, max(_LEAST_LINE, above / max(1, named + len(tracks) + len(words))))
    else:
        line = max(m.font_small * _LINE, min(line, room.height() / max(1, named + len(tracks))))
    rows = max(1, int(((above if narrow else room.height()) + 0.5) / line)) - named
    tracks = tracks[:rows]
    words = words[: rows - len(tracks)]
    high = line * (named + len(tracks) + len(words))
    beside = min(room.width() * 0.5, m.font_small * _COLUMN)
    free = room.adjusted(0, high + m.pad_xs, 0, 0) if narrow else room.adjusted(0, 0, -beside - m.pad_s, 0)
    drawn = lay_body(body.chart, tuple(body.locations), free, m)
    if drawn is None:
        return None
    left = room.left() if narrow else drawn.rect.right() + m.pad_s
    wide = room.width() if narrow else min(room.right() - left, m.font_small * _COLUMN)
    top = room.top() if narrow else max(room.top(), drawn.rect.center().y() - high / 2)
    head = QRectF(left, top, wide, line if named else 0.0)
    at = head.bottom()
    elements = []
    named_so, wide_so = _labels([name for name, _ in tracks], wide, m, notes)
    for name, track in tracks:
        area = QRectF(left, at, wide, line).adjusted(1, 1, -1, -1)
        elements.append(_element("track", name, track, area, m, words=named_so[name], label=wide_so))
        at += line
    told = tuple((QRectF(left, at + n * line, wide, line).adjusted(1, 1, -1, -1), word) for n, word in enumerate(words))
    elements += [
        _drawn_location(part.name, body.locations[part.name], part.shape.boundingRect(), looks[part.name])
        for part in drawn.parts
    ]
    return Figure(clean(actor.name, 80) if named else "", head, tuple(elements), drawn, told)


def _element(
    kind: str,
    name: str,
    thing: Track | Location,
    area: QRectF,
    m: Metrics,
    *,
    look: PartLook | None = None,
    words: str = "",
    label: float | None = None,
) -> Element:
    value, least, most = (thing.level if isinstance(thing, Location) else thing.value), thing.least, thing.most
    side, words = area.height() * 0.62, words or plain_word(name)
    font = font_that_fits(ui_font(m.font_small, weight=QFont.Weight.DemiBold), area.height())
    tight = area.width() < m.font_small * 6
    label_wide = label if label is not None else width_of(words, font) + m.pad_s
    if label is None or tight:
        label_wide = min(area.width() * (0.42 if tight else 0.46), label_wide)
    signs = area.height() * (1.5 if look.armour else 0.8) if look is not None else 0.0
    left, right = area.left() + m.pad_xs + label_wide + signs, area.right() - m.pad_xs
    free = right - left
    boxes: list[SettingBox] = []
    number = QRectF()
    # Many boxes are small, and not all seats have room for them: there a number stands, over a row of points.
    boxed = least == 0 and most is not None and 0 < most <= (MOST_BOXES if label is None else _FEW_BOXES)
    if boxed and most is not None and free / most >= _LEAST_BOX:
        step = min(side * 1.22, free / most)
        side = min(side, step * 0.86)
        start = right - step * most
        for i in range(most):
            boxes.append(SettingBox(str(i + 1), QRectF(start + i * step, area.center().y() - side / 2, side, side)))
    else:
        side = min(side, free * (0.22 if tight else 0.28))
        low = QRectF(left, area.center().y() - side / 2, side, side)
        high = low.translated(free - side, 0)
        number = QRectF(low.right(), area.top(), high.left() - low.right(), area.height())
        if number.width() >= width_of(str(value), font) * SQUEEZE + 2 * m.hair:
            boxes += [SettingBox(LESS, low), SettingBox(MORE, high)]
        else:  # what it is matters more than where to click: the sheet changes it too
            number = QRectF(left, area.top(), free, area.height())
    named = QRectF(area.left() + m.pad_xs, area.top(), label_wide, area.height())
    if look is not None:
        boxes.append(SettingBox(BLEEDING, QRectF(named.right(), area.top(), signs, area.height())))
    return Element(kind, name, value, most, area, named, number, tuple(boxes), words, look)
