"""The layout of a character's numbers and locations: around a drawn body, beside it, or in lines."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from engine.messages.texts import say
from engine.model.body import Body, Location
from engine.model.seats import Actor
from engine.model.tracks import Track
from engine.presentation.body_annotations import BodyAnnotations
from vtt.shared.bodies.body_callouts import BodyCallout, callouts_around_body, callouts_in_list, list_width
from vtt.shared.bodies.body_drawing import BodyPartLook, BodyPlan, are_numbers_above, lay_body, least_height
from vtt.shared.bodies.body_state import body_part_look
from vtt.shared.fitted_text import font_that_fits, least_width, text_width
from vtt.shared.screen_names import clean_name, number_words, plain_word
from vtt.table.seats.character_summary import (
    BLEEDING,
    LESS,
    MORE,
    MOST_BOXES,
    CharacterSummary,
    SettingBox,
    SummaryElement,
)
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

_TWO: Final = 1.5
"""The height of a name in two lines, in lines of numbers."""
_NUMBER: Final = 1.9
_SET: Final = 4.4
_SET_SMALL: Final = 3.1
"""The width of a number, of one with the boxes that set it, and of such a one of few digits, in small letters."""
_FEW_BOXES: Final = 5
_MOST_BESIDE: Final = 0.62
"""The greatest share of the room for penalties beside a body."""
_LEAST_BOX: Final = 6.0
_LEAST_LINE: Final = 11.0
_SMALLEST_BODY: Final = 4.0
"""The height of the smallest body that is drawn where a list had no room for all locations, in heights of letters."""
_LEAST_STEP: Final = 9.0
"""The least side of − and + beside a number, in pixels."""
_ROUNDED: Final = 0.01
_COLUMN: Final = 9.5
_LINE: Final = 1.15
"""The minimum height of lines, in heights of their letters, before numbers go into two columns."""
_HALF: Final = 6.2
"""The width of the numbers beside a body, and of each of two columns of them, in heights of their letters."""


def lay_summary(
    actor: Actor,
    room: QRectF,
    m: UiMetrics,
    *,
    named: bool,
    notes: BodyAnnotations = BodyAnnotations(),  # noqa: B008 (it is frozen)
    marks: Mapping[str, str] | None = None,
    numbers: QRectF | None = None,
    now: int = 0,
    sets_numbers: bool = True,
) -> CharacterSummary:
    """Return a character's numbers and locations laid out in a room, as many as are readable there.

    Args:
        actor: the character.
        room: the whole room.
        m: lengths.
        named: whether its name is above.
        notes: the game's annotations of the body.
        marks: the marks of a hit by location: `hit` or `reach`.
        numbers: a room of its own for the numbers, if the place has one.
        now: the time of the story.
        sets_numbers: whether − and + beside numbers set them.
    """
    summary = _lay_summary(actor, room, m, named, notes, marks, numbers, now)
    return summary if sets_numbers else replace(summary, elements=tuple(map(_without_steps, summary.elements)))


def _without_steps(element: SummaryElement) -> SummaryElement:
    """Return an element without − and +; its number stays at the place that it has in the GM's window."""
    return replace(element, boxes=tuple(box for box in element.boxes if box.value not in (LESS, MORE)))


def _lay_summary(
    actor: Actor,
    room: QRectF,
    m: UiMetrics,
    named: bool,
    notes: BodyAnnotations,
    marks: Mapping[str, str] | None,
    numbers: QRectF | None,
    now: int,
) -> CharacterSummary:
    looks = {
        name: body_part_look(name, location, notes, (marks or {}).get(name, ""), now)
        for name, location in (actor.body.locations.items() if actor.body is not None else ())
    }
    if actor.body is not None:
        if numbers is not None and not numbers.isEmpty():
            return _lay_apart(actor, actor.body, room, numbers, m, named=named, notes=notes, looks=looks)
        drawn = _lay_drawn(actor, actor.body, room, m, named=named, notes=notes, looks=looks)
        if drawn is not None:
            return drawn
    things: list[tuple[str, str, Track | Location]] = [("track", name, track) for name, track in actor.tracks.items()]
    if actor.body is not None:
        things += [("location", name, location) for name, location in actor.body.locations.items()]
    head, elements = _lay_lines(things, room, m, named=named, looks=looks)
    if actor.body is not None and len(elements) < len(things):  # a small body still has all of its locations
        least = m.font_small * _SMALLEST_BODY
        drawn = _lay_drawn(actor, actor.body, room, m, named=named, notes=notes, looks=looks, least=least)
        if drawn is not None:
            return drawn
    return CharacterSummary(clean_name(actor.name, 80) if named else "", head, elements)


def _lay_lines(
    things: Sequence[tuple[str, str, Track | Location]],
    room: QRectF,
    m: UiMetrics,
    *,
    named: bool,
    looks: Mapping[str, BodyPartLook],
) -> tuple[QRectF, tuple[SummaryElement, ...]]:
    """Lay out numbers and locations in lines, in as many columns as they need; return them with the head's room."""
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
    m: UiMetrics,
    *,
    named: bool,
    notes: BodyAnnotations,
    looks: Mapping[str, BodyPartLook],
) -> CharacterSummary:
    """Lay out a body with a box for each location around it, and the numbers in a room of their own."""
    areas, drawn = tuple(body.locations), None
    round_it = callouts_around_body(body.chart, areas, room, m)
    callouts: tuple[BodyCallout, ...] = ()
    if round_it is not None:
        drawn, callouts = round_it
    else:
        drawn, callouts = _lay_beside(body.chart, areas, room, m)
    # Where lines would be too low to read, the name is on the plaque of the one that is shown, and only there.
    named = named and numbers.height() >= (1 + len(actor.tracks)) * m.font_small * _LINE
    head, elements, notes_laid = _lay_numbers(actor, numbers, m, named=named, notes=notes)
    title = clean_name(actor.name, 80) if named else ""
    if drawn is None and not callouts:
        things = [("location", name, location) for name, location in body.locations.items()]
        _, lines = _lay_lines(things, room, m, named=False, looks=looks)
        return CharacterSummary(title, head, (*elements, *lines), notes=notes_laid)
    boxes = {callout.name: callout.rect for callout in callouts}
    if drawn is not None:
        boxes = {part.name: part.shape.boundingRect() for part in drawn.parts} | boxes
    places = tuple(_drawn_location(name, body.locations[name], boxes[name], looks[name]) for name in areas)
    return CharacterSummary(title, head, (*elements, *places), drawn, notes_laid, callouts)


def _lay_beside(
    chart: str, areas: tuple[str, ...], room: QRectF, m: UiMetrics
) -> tuple[BodyPlan | None, tuple[BodyCallout, ...]]:
    """Return a body with a list of boxes beside it; a broad body is smaller if the boxes have no room otherwise."""
    drawn = lay_body(chart, areas, room, m)
    if drawn is None:
        return None, callouts_in_list(areas, room, m)
    smaller = lay_body(chart, areas, room.adjusted(0, 0, -list_width(2, m) - m.pad_m, 0), m, least=drawn.badge * 2.5)
    for body in (drawn, smaller):
        callouts = callouts_in_list(areas, room.adjusted(body.rect.width() + m.pad_m, 0, 0, 0), m) if body else ()
        if callouts:
            return body, callouts
    return drawn, ()


def _lay_numbers(
    actor: Actor, room: QRectF, m: UiMetrics, *, named: bool, notes: BodyAnnotations
) -> tuple[QRectF, list[SummaryElement], tuple[tuple[QRectF, str], ...]]:
    """Lay out a character's numbers in lines, with its name above and its penalties below."""
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
    notes_laid = tuple(
        (at(named + len(tracks) + i).adjusted(1, 1, -1, -1), word) for i, word in enumerate(words[: max(0, free)])
    )
    return head, elements, notes_laid


def _labels(names: list[str], wide: float, m: UiMetrics, notes: BodyAnnotations) -> tuple[Mapping[str, str], float]:
    """Return the names of numbers in a column, shortened where they are too long, and their common width."""
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    most, found = max(wide * 0.5, wide - m.font_small * _SET), dict[str, str]()
    for name in names:
        words = plain_word(name)
        if least_width(words, font, m.font_least) > most and name in notes.shorts:
            words = say(notes.shorts[name])
        found[name] = words
    whole = max((text_width(words, font) + m.pad_xs for words in found.values()), default=0.0)
    if whole > most:  # names matter more than the boxes that set a number
        least = max(least_width(words, font, m.font_least) + m.pad_xs for words in found.values())
        return found, max(most, min(least, wide - m.font_small * _NUMBER))
    return found, whole


def _drawn_location(name: str, location: Location, rect: QRectF, look: BodyPartLook) -> SummaryElement:
    empty = QRectF()
    return SummaryElement(
        "location", name, location.level, location.most, rect, empty, empty, (), look=look, drawn=True
    )


def _lay_drawn(
    actor: Actor,
    body: Body,
    room: QRectF,
    m: UiMetrics,
    *,
    named: bool,
    notes: BodyAnnotations,
    looks: Mapping[str, BodyPartLook],
    least: float | None = None,
) -> CharacterSummary | None:
    """Lay out a body with numbers and penalties beside it, or in a narrow room above it.

    It has at least the height that numbers on it need, or another one.
    """
    line, words = m.font_small * 1.8, [say(message) for message in notes.penalties]
    tracks = list(actor.tracks.items())
    narrow = are_numbers_above(room, m)
    above = room.height() - least_height(m) - m.pad_xs
    if narrow:
        line = min(line, max(_LEAST_LINE, above / max(1, named + len(tracks) + len(words))))
    else:
        line = max(m.font_small * _LINE, min(line, room.height() / max(1, named + len(tracks))))
    rows = max(1, int(((above if narrow else room.height()) + 0.5) / line)) - named
    tracks = tracks[:rows]
    words = words[: rows - len(tracks)]
    beside = min(room.width() * 0.5, m.font_small * _COLUMN)
    if words and not narrow:  # a penalty is worth nothing without its number
        bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
        needed = max(least_width(word, bold, m.font_least) for word in words) + _note_margin(m)
        beside = max(beside, min(needed, room.width() * _MOST_BESIDE))
    title = clean_name(actor.name, 80) if named else ""
    head_high = line * _title_lines(title, room.width() if narrow else beside, m)
    high = head_high + line * (len(tracks) + len(words))
    free = room.adjusted(0, high + m.pad_xs, 0, 0) if narrow else room.adjusted(0, 0, -beside - m.pad_s, 0)
    drawn = lay_body(body.chart, tuple(body.locations), free, m, least)
    if drawn is None:
        return None
    left = room.left() if narrow else drawn.rect.right() + m.pad_s
    wide = room.width() if narrow else min(room.right() - left, m.font_small * _COLUMN)
    top = room.top() if narrow else max(room.top(), drawn.rect.center().y() - high / 2)
    head = QRectF(left, top, wide, head_high)
    at = head.bottom()
    elements = []
    named_so, wide_so = _labels([name for name, _ in tracks], wide, m, notes)
    for name, track in tracks:
        area = QRectF(left, at, wide, line).adjusted(1, 1, -1, -1)
        elements.append(_element("track", name, track, area, m, words=named_so[name], label=wide_so))
        at += line
    notes_laid = tuple(
        (QRectF(left, at + n * line, wide, line).adjusted(1, 1, -1, -1), word) for n, word in enumerate(words)
    )
    elements += [
        _drawn_location(part.name, body.locations[part.name], part.shape.boundingRect(), looks[part.name])
        for part in drawn.parts
    ]
    return CharacterSummary(title, head, tuple(elements), drawn, notes_laid)


def _note_margin(m: UiMetrics) -> float:
    """Return what the plaque of a penalty needs besides its words."""
    return m.pad_xs * 2 + 5.0


def _title_lines(title: str, wide: float, m: UiMetrics) -> float:
    """Return the height of a name above numbers, in lines of these: 0 without one, and more where it is broken."""
    bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    return 0.0 if not title else 1.0 if least_width(title, bold, m.font_least) <= wide else _TWO


def _element(
    kind: str,
    name: str,
    thing: Track | Location,
    area: QRectF,
    m: UiMetrics,
    *,
    look: BodyPartLook | None = None,
    words: str = "",
    label: float | None = None,
) -> SummaryElement:
    value, least, most = (thing.level if isinstance(thing, Location) else thing.value), thing.least, thing.most
    side, words = area.height() * 0.62, words or plain_word(name)
    font = font_that_fits(ui_font(m.font_small, weight=QFont.Weight.DemiBold), area.height(), m.font_least)
    tight = area.width() < m.font_small * 6
    label_wide = label if label is not None else text_width(words, font) + m.pad_s
    if tight:  # the number matters most
        needs = least_width(number_words(value), font, m.font_least) + 4 * m.hair + 2 * m.pad_xs
        label_wide = min(max(area.width() * 0.42, area.width() - needs), label_wide)
    elif label is None:
        label_wide = min(max(area.width() * 0.46, area.width() - m.font_small * _SET_SMALL), label_wide)
    signs = area.height() * (1.5 if look.armour else 0.8) if look is not None else 0.0
    left, right = area.left() + m.pad_xs + label_wide + signs, area.right() - m.pad_xs
    free = right - left
    boxes: list[SettingBox] = []
    number = QRectF()
    # Many boxes are small, and not all seats have room for them: then a number is over a row of points.
    boxed = least == 0 and most is not None and 0 < most <= (MOST_BOXES if label is None else _FEW_BOXES)
    if boxed and most is not None and free / most >= _LEAST_BOX:
        step = min(side * 1.22, free / most)
        side = min(side, step * 0.86)
        start = right - step * most
        for i in range(most):
            boxes.append(SettingBox(str(i + 1), QRectF(start + i * step, area.center().y() - side / 2, side, side)))
    else:
        side = min(side, free * (0.22 if tight else 0.3))
        needs = least_width(number_words(value), font, m.font_least) + 2 * m.hair
        if free - needs >= 2 * _LEAST_STEP:  # for a long number − and + are smaller before they go
            side = min(side, (free - needs) / 2)
        low = QRectF(left, area.center().y() - side / 2, side, side)
        high = low.translated(free - side, 0)
        number = QRectF(low.right(), area.top(), high.left() - low.right(), area.height())
        if number.width() >= needs - _ROUNDED:
            boxes += [SettingBox(LESS, low), SettingBox(MORE, high)]
        else:  # the value matters more than the click: the sheet can edit it too
            number = QRectF(left, area.top(), free, area.height())
    named = QRectF(area.left() + m.pad_xs, area.top(), label_wide, area.height())
    if look is not None:
        boxes.append(SettingBox(BLEEDING, QRectF(named.right(), area.top(), signs, area.height())))
    return SummaryElement(kind, name, value, most, area, named, number, tuple(boxes), words, look)
