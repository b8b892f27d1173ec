"""A character's numbers and body on the table: what stands where, what is said of it, and what a click sets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from engine.play.commands import Command
from engine.play.moves import SetLocation, SetTrack
from engine.play.sight import FigureNotes, Mark, View
from engine.play.words import say
from engine.table.body import Body, Location
from engine.table.frozen import Json
from engine.table.seats import Actor
from engine.table.tracks import Track
from vtt.table.body import BodyPlan, PartLook, can_be_drawn, grade_of, lay_body, least_height
from vtt.table.naming import clean, isolated, plain_word, tell
from vtt.table.picture import font_that_fits, width_of
from vtt.table.places import order_of_acting
from vtt.widgets.fonts import ui_font
from vtt.widgets.metrics import Metrics

MORE: Final = "+"
LESS: Final = "-"
BLEEDING: Final = "bleeding"
_MOST_BOXES: Final = 10
_LEAST_BOX: Final = 6.0
_LEAST_LINE: Final = 11.0
SQUEEZE: Final = 0.7
"""How narrow letters may be drawn, of their width."""
_COLUMN: Final = 9.5
"""How wide the numbers beside a body are, by the height of their letters."""


@dataclass(frozen=True, slots=True)
class SettingBox:
    """Something to click: a number that the value becomes, `+`, `-`, or `bleeding`."""

    value: str
    rect: QRectF


@dataclass(frozen=True, slots=True)
class Element:
    """One number or hit location: `kind` is `track` or `location`; `number` is where its value is written.

    A location that is drawn on a body has a `look`, and no boxes of its own. `mark` says whether a hit lands there, or
    may be moved there; `worn` is armour besides what the location has.
    """

    kind: str
    name: str
    value: int
    most: int | None
    rect: QRectF
    label: QRectF
    number: QRectF
    boxes: tuple[SettingBox, ...]
    armour: int = 0
    bleeding: bool = False
    mark: str = ""
    look: PartLook | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """All of a character's numbers and locations; `title` is empty where it is plain whose they are."""

    title: str
    head: QRectF
    elements: tuple[Element, ...]
    body: BodyPlan | None = None
    notes: tuple[tuple[QRectF, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Gauge:
    """A character in brief: its first number, and its worst wound."""

    what: str = ""
    value: int = 0
    area: str = ""
    level: int = 0
    grade: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """The same in words."""
        number = (tell("gauge", what=self.what, value=self.value),) if self.what else ()
        return (*number, tell("gauge", what=self.area, value=self.level)) if self.grade else number


NO_GAUGE: Final = Gauge()


def gauge_of(actor: Actor) -> Gauge:
    """Return a character in brief."""
    found = Gauge()
    if actor.tracks:
        name, track = next(iter(actor.tracks.items()))
        found = Gauge(plain_word(name), track.value)
    locations = actor.body.locations if actor.body is not None else {}
    worst = max(locations, key=lambda name: grade_of(locations[name]), default="")
    if worst and grade_of(locations[worst]):
        location = locations[worst]
        found = replace(found, area=plain_word(worst), level=location.level, grade=grade_of(location))
    return found


def has_figure(actor: Actor) -> bool:
    """Say whether a character has numbers or a body."""
    return bool(actor.tracks or actor.body)


def figures_of(view: View, seat: str) -> tuple[Actor, ...]:
    """Return the characters of a seat that have numbers or a body."""
    return tuple(a for a in view.actors.values() if a.seat == seat and not a.archived and has_figure(a))


def foremost(view: View, seat: str) -> Actor | None:
    """Return whom a seat shows by itself: who is hit, else who acts, else whom it is about just now, else the first."""
    mine = figures_of(view, seat)
    hit = {mark.actor for mark in marks_of(view)}
    now = {who for turn in order_of_acting(view) if turn.state == "now" for who in (turn.actor, *turn.others)}
    about = set(view.under_way[-1].actors) if view.under_way else set()
    for wanted in (hit, now, about):
        found = next((a for a in mine if a.id in wanted), None)
        if found is not None:
            return found
    return mine[0] if mine else None


def shown_actor(view: View, seat: str, fronts: Mapping[str, str] | None = None) -> Actor | None:
    """Return the character whose numbers a seat shows: the one brought to the front, else the foremost."""
    chosen = view.actors.get((fronts or {}).get(seat, ""))
    return chosen if chosen is not None and chosen in figures_of(view, seat) else foremost(view, seat)


def marks_of(view: View) -> tuple[Mark, ...]:
    """Return the places on bodies of which the innermost procedure speaks that speaks of any."""
    return next((g.marks for g in reversed(view.under_way) if g.marks), ())


def marks_on(view: View, actor: str, location: str) -> tuple[Mark, ...]:
    """Return those on one location."""
    return tuple(mark for mark in marks_of(view) if (mark.actor, mark.location) == (actor, location))


def lines_of(view: View, seat: str) -> int:
    """Return how many lines the numbers of a seat's characters take at the most; 0 where it shows none."""
    mine = figures_of(view, seat)
    lines = (len(a.tracks) + (len(a.body.locations) if a.body is not None else 0) for a in mine)
    return max(lines, default=0) + (1 if len(mine) > 1 else 0) if mine else 0


def has_body(view: View, seat: str) -> bool:
    """Say whether any of a seat's characters has a body that can be drawn."""
    return any(a.body is not None and can_be_drawn(a.body) for a in figures_of(view, seat))


def lay_figure(
    actor: Actor,
    room: QRectF,
    m: Metrics,
    *,
    named: bool,
    notes: FigureNotes = FigureNotes(),  # noqa: B008 (it is frozen)
    marks: Mapping[str, str] | None = None,
) -> Figure:
    """Return the numbers and locations of a character laid out in a room, as many as can be read there.

    Args:
        actor: the character.
        room: all the room there is.
        m: lengths.
        named: whether its name stands above.
        notes: what the game tells beside it.
        marks: what there is about a hit, by location: `hit` or `reach`.
    """
    marks = marks or {}
    if actor.body is not None:
        drawn = _lay_drawn(actor, actor.body, room, m, named=named, notes=notes, marks=marks)
        if drawn is not None:
            return drawn
    things: list[tuple[str, str, Track | Location]] = [("track", name, track) for name, track in actor.tracks.items()]
    if actor.body is not None:
        things += [("location", name, location) for name, location in actor.body.locations.items()]
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
        worn = notes.armour.get(name, 0) if kind == "location" else 0
        mark = marks.get(name, "") if kind == "location" else ""
        elements.append(_element(kind, name, thing, area.adjusted(1, 1, -1, -1), m, worn, mark))
    return Figure(clean(actor.name, 80) if named else "", head, tuple(elements))


def _lay_drawn(
    actor: Actor,
    body: Body,
    room: QRectF,
    m: Metrics,
    *,
    named: bool,
    notes: FigureNotes,
    marks: Mapping[str, str],
) -> Figure | None:
    """Lay out a body with the numbers and what its state costs beside it, in a narrow room above it."""
    line, words = m.font_small * 1.8, [say(message) for message in notes.penalties]
    tracks = list(actor.tracks.items())
    narrow = room.width() < min(least_height(m), room.height()) * 0.44 + m.font_small * 5
    above = room.height() - least_height(m) - m.pad_xs
    if narrow:
        line = min(line, max(_LEAST_LINE, above / max(1, named + len(tracks) + len(words))))
    rows = max(1, int(((above if narrow else room.height()) + 0.5) / line)) - named
    tracks = tracks[:rows]
    words = words[: rows - len(tracks)]
    high = line * (named + len(tracks) + len(words))
    beside = min(room.width() * 0.5, m.font_small * _COLUMN)
    free = room.adjusted(0, high + m.pad_xs, 0, 0) if narrow else room.adjusted(0, 0, -beside - m.pad_s, 0)
    drawn = lay_body(body, free, m)
    if drawn is None:
        return None
    left = room.left() if narrow else drawn.rect.right() + m.pad_s
    wide = room.width() if narrow else min(room.right() - left, m.font_small * _COLUMN)
    top = room.top() if narrow else max(room.top(), drawn.rect.center().y() - high / 2)
    head = QRectF(left, top, wide, line if named else 0.0)
    at = head.bottom()
    elements = []
    for name, track in tracks:
        elements.append(_element("track", name, track, QRectF(left, at, wide, line).adjusted(1, 1, -1, -1), m))
        at += line
    told = tuple((QRectF(left, at + n * line, wide, line).adjusted(1, 1, -1, -1), word) for n, word in enumerate(words))
    for part in drawn.parts:
        location = body.locations[part.name]
        armour, mark = max(location.armour, notes.armour.get(part.name, 0)), marks.get(part.name, "")
        covered = part.name in notes.cover
        look = PartLook(location.level, grade_of(location), armour, location.bleeding, mark, covered)
        elements.append(
            Element(
                "location",
                part.name,
                location.level,
                location.most,
                part.shape.boundingRect(),
                QRectF(),
                QRectF(),
                (),
                armour,
                location.bleeding,
                mark,
                look,
            )
        )
    return Figure(clean(actor.name, 80) if named else "", head, tuple(elements), drawn, told)


def _element(
    kind: str, name: str, thing: Track | Location, area: QRectF, m: Metrics, worn: int = 0, mark: str = ""
) -> Element:
    value, least, most = (thing.level if isinstance(thing, Location) else thing.value), thing.least, thing.most
    side = area.height() * 0.62
    font = font_that_fits(ui_font(m.font_small, weight=QFont.Weight.DemiBold), area.height())
    tight = area.width() < m.font_small * 6
    label_wide = min(area.width() * (0.42 if tight else 0.46), width_of(plain_word(name), font) + m.pad_s)
    armour = max(thing.armour, worn) if isinstance(thing, Location) else 0
    signs = area.height() * (1.5 if armour else 0.8) if isinstance(thing, Location) else 0.0
    left, right = area.left() + m.pad_xs + label_wide + signs, area.right() - m.pad_xs
    free = right - left
    boxes: list[SettingBox] = []
    number = QRectF()
    if least == 0 and most is not None and 0 < most <= _MOST_BOXES and free / most >= _LEAST_BOX:
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
        if number.width() >= width_of(str(value), font) * SQUEEZE + 4 * m.hair:
            boxes += [SettingBox(LESS, low), SettingBox(MORE, high)]
        else:  # what it is matters more than where to click: the sheet changes it too
            number = QRectF(left, area.top(), free, area.height())
    label = QRectF(area.left() + m.pad_xs, area.top(), label_wide, area.height())
    if isinstance(thing, Location):
        boxes.append(SettingBox(BLEEDING, QRectF(label.right(), area.top(), signs, area.height())))
        return Element(kind, name, value, most, area, label, number, tuple(boxes), armour, thing.bleeding, mark)
    return Element(kind, name, value, most, area, label, number, tuple(boxes))


def element_words(actor: Actor, element: Element) -> str:
    """Return what a screen reader says of a number or a location."""
    params: dict[str, Json] = {"name": isolated(clean(actor.name, 80)), "what": plain_word(element.name)}
    key = "spoken.number" if element.most is None else "spoken.number_of"
    words = [tell(key, value=element.value, most=element.most or 0, **params)]
    if element.armour:
        words.append(tell("spoken.armour", armour=element.armour))
    if element.bleeding:
        words.append(tell("spoken.bleeding"))
    if element.mark:
        words.append(tell(f"spoken.mark_{element.mark}"))
    return ", ".join(words)


def setting(view: View, actor: str, kind: str, name: str, value: str) -> Command | None:
    """Return the move by hand that a click on a box makes; a click on the last full box empties it."""
    found = view.actors.get(actor)
    if found is None:
        return None
    if kind == "track":
        track = found.tracks.get(name)
        if track is None:
            return None
        return SetTrack(seat=found.seat, actor=actor, track=name, value=_becomes(track.value, value))
    location = found.body.locations.get(name) if found.body is not None else None
    if location is None:
        return None
    if value == BLEEDING:
        return SetLocation(
            seat=found.seat, actor=actor, location=name, level=location.level, bleeding=not location.bleeding
        )
    return SetLocation(seat=found.seat, actor=actor, location=name, level=_becomes(location.level, value))


def _becomes(now: int, value: str) -> int:
    if value in (MORE, LESS):
        return now + (1 if value == MORE else -1)
    return now - 1 if int(value) == now else int(value)
