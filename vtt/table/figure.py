"""A character's numbers and body on the table: boxes that can be clicked, a plate for each hit location."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from engine.play.commands import Command
from engine.play.moves import SetLocation, SetTrack
from engine.play.sight import View
from engine.table.body import Location
from engine.table.frozen import Json
from engine.table.seats import Actor
from engine.table.tracks import Track
from vtt.table.naming import clean, isolated, plain_word, tell
from vtt.table.picture import Align, font_that_fits, width_of, write
from vtt.table.places import order_of_acting
from vtt.widgets.fonts import ui_font
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import Theme, ThemeHub

MORE: Final = "+"
LESS: Final = "-"
BLEEDING: Final = "bleeding"
_MOST_BOXES: Final = 10
_LEAST_BOX: Final = 6.0
_LEAST_LINE: Final = 11.0


@dataclass(frozen=True, slots=True)
class SettingBox:
    """Something to click: a number that the value becomes, `+`, `-`, or `bleeding`."""

    value: str
    rect: QRectF


@dataclass(frozen=True, slots=True)
class Element:
    """One number or hit location: `kind` is `track` or `location`; `number` is where its value is written."""

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


@dataclass(frozen=True, slots=True)
class Figure:
    """All of a character's numbers and locations; `title` is empty where it is plain whose they are."""

    title: str
    head: QRectF
    elements: tuple[Element, ...]


def shown_actor(view: View, seat: str) -> Actor | None:
    """Return the character whose numbers a seat shows: the one who acts now, else the first that has any."""
    mine = [a for a in view.actors.values() if a.seat == seat and not a.archived and (a.tracks or a.body)]
    now = {turn.actor for turn in order_of_acting(view) if turn.state == "now"}
    return next((a for a in mine if a.id in now), mine[0] if mine else None)


def lines_of(view: View, seat: str) -> int:
    """Return how many lines the numbers of a seat's character take; 0 where it shows none."""
    actor = shown_actor(view, seat)
    if actor is None:
        return 0
    body = len(actor.body.locations) if actor.body is not None else 0
    return len(actor.tracks) + body + needs_name(view, actor)


def needs_name(view: View, actor: Actor) -> bool:
    """Say whether it must be told whose numbers these are: where the seat leads several characters."""
    return sum(a.seat == actor.seat and not a.archived for a in view.actors.values()) > 1


def lay_figure(actor: Actor, room: QRectF, m: Metrics, *, named: bool) -> Figure:
    """Return the numbers and locations of a character laid out in a room, as many as can be read there."""
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
        elements.append(_element(kind, name, thing, area.adjusted(1, 1, -1, -1), m))
    return Figure(clean(actor.name, 80) if named else "", head, tuple(elements))


def _element(kind: str, name: str, thing: Track | Location, area: QRectF, m: Metrics) -> Element:
    value, least, most = (thing.level if isinstance(thing, Location) else thing.value), thing.least, thing.most
    side = area.height() * 0.62
    font = font_that_fits(ui_font(m.font_small, weight=QFont.Weight.DemiBold), area.height())
    label_wide = min(area.width() * 0.46, width_of(plain_word(name), font) + m.pad_s)
    signs = area.height() * (1.5 if thing.armour else 0.8) if isinstance(thing, Location) else 0.0
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
        side = min(side, free * 0.28)
        low = QRectF(left, area.center().y() - side / 2, side, side)
        high = low.translated(free - side, 0)
        boxes += [SettingBox(LESS, low), SettingBox(MORE, high)]
        number = QRectF(low.right(), area.top(), high.left() - low.right(), area.height())
    label = QRectF(area.left() + m.pad_xs, area.top(), label_wide, area.height())
    if isinstance(thing, Location):
        boxes.append(SettingBox(BLEEDING, QRectF(label.right(), area.top(), signs, area.height())))
        return Element(
            kind, name, value, most, area, label, number, tuple(boxes), armour=thing.armour, bleeding=thing.bleeding
        )
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


def paint_figure(painter: QPainter, figure: Figure, hub: ThemeHub, m: Metrics, dpr: float) -> None:
    """Draw a character's numbers and locations."""
    theme = hub.theme
    bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    if figure.title:
        write(painter, figure.head, figure.title, bold, theme.colour("on_cloth"), Align.AlignHCenter, squeeze=0.8)
    for element in figure.elements:
        area = element.rect
        painter.setPen(QPen(theme.colour("inlay", 0.55), max(1.0, m.hair)))
        painter.setBrush(theme.colour("plate", 0.9))
        painter.drawRoundedRect(area, m.radius_s, m.radius_s)
        ink = theme.colour("on_plate")
        write(painter, element.label, plain_word(element.name), bold, ink, squeeze=0.7)
        if not element.number.isEmpty():
            words = str(element.value) if element.most is None else f"{element.value}/{element.most}"
            write(painter, element.number, words, bold, ink, Align.AlignHCenter, squeeze=0.7)
        for box in element.boxes:
            if box.value in (MORE, LESS):
                _paint_step(painter, box, theme, m)
            elif box.value == BLEEDING:
                _paint_signs(painter, box.rect, element, theme, m)
            else:
                _paint_box(painter, box.rect, int(box.value) <= element.value, element.kind, theme, m)


def _paint_box(painter: QPainter, rect: QRectF, full: bool, kind: str, theme: Theme, m: Metrics) -> None:
    """Draw one box: a full one has a pattern besides its colour, a cross for a wound and a dot for a number."""
    wound = kind == "location"
    ink = theme.colour("on_plate")
    painter.setPen(QPen(ink, max(1.0, m.hair)))
    painter.setBrush(theme.colour("danger_fill" if wound else "legal") if full else Qt.BrushStyle.NoBrush)
    round_by = rect.width() * (0.18 if wound else 0.5)
    painter.drawRoundedRect(rect, round_by, round_by)
    if full and wound:
        painter.setPen(QPen(theme.colour("on_danger"), max(1.2, rect.width() * 0.12)))
        inner = rect.adjusted(*(rect.width() * x for x in (0.26, 0.26, -0.26, -0.26)))
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())
    elif full:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 14, 8))
        painter.drawEllipse(rect.center(), rect.width() * 0.16, rect.width() * 0.16)


def _paint_step(painter: QPainter, box: SettingBox, theme: Theme, m: Metrics) -> None:
    ink = theme.colour("on_plate")
    painter.setPen(QPen(theme.colour("inlay"), max(1.0, m.hair)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.rect, m.radius_s, m.radius_s)
    middle, reach = box.rect.center(), box.rect.width() * 0.26
    painter.setPen(QPen(ink, max(1.4, box.rect.width() * 0.11)))
    painter.drawLine(middle - QPointF(reach, 0), middle + QPointF(reach, 0))
    if box.value == MORE:
        painter.drawLine(middle - QPointF(0, reach), middle + QPointF(0, reach))


def _paint_signs(painter: QPainter, rect: QRectF, element: Element, theme: Theme, m: Metrics) -> None:
    """Draw the armour on a shield, where there is any, and a drop that is full while it bleeds."""
    high = rect.height()
    drop = QRectF(rect.right() - high * 0.8, rect.top(), high * 0.8, high)
    ink, hair = theme.colour("on_plate"), max(1.0, m.hair)
    if element.armour:
        shield = QRectF(rect.left(), rect.top(), high * 0.7, high)
        painter.setPen(QPen(ink, hair))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(_shield(shield.center(), high * 0.33))
        small = ui_font(max(8, round(high * 0.42)), weight=QFont.Weight.DemiBold)
        write(painter, shield, str(element.armour), small, ink, Align.AlignHCenter, squeeze=0.6)
    painter.setPen(QPen(theme.colour("on_plate", 1.0 if element.bleeding else 0.35), hair))
    painter.setBrush(theme.colour("danger_fill") if element.bleeding else Qt.BrushStyle.NoBrush)
    painter.drawPath(_drop(drop.center(), high * 0.28))


def _shield(middle: QPointF, side: float) -> QPainterPath:
    x, y = middle.x(), middle.y()
    path = QPainterPath(QPointF(x - side, y - side))
    path.lineTo(x + side, y - side)
    path.lineTo(x + side, y + side * 0.2)
    path.quadTo(x + side * 0.8, y + side, x, y + side * 1.25)
    path.quadTo(x - side * 0.8, y + side, x - side, y + side * 0.2)
    path.closeSubpath()
    return path


def _drop(middle: QPointF, side: float) -> QPainterPath:
    x, y = middle.x(), middle.y()
    top, foot = QPointF(x, y - side * 1.2), QPointF(x, y + side * 1.2)
    path = QPainterPath(top)
    path.cubicTo(QPointF(x + side * 1.2, y + side * 0.2), QPointF(x + side * 0.7, y + side * 1.2), foot)
    path.cubicTo(QPointF(x - side * 0.7, y + side * 1.2), QPointF(x - side * 1.2, y + side * 0.2), top)
    return path
