"""A person's place as it is put on the cloth: plate, characters, numbers, and the light on whoever is waited for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from PySide6.QtCore import QRectF

from engine.play.sight import FigureNotes, View
from engine.table.seats import Actor
from vtt.table.body import HIT
from vtt.table.canvas import Z_ABOVE_CARDS, Z_CLOTH, Canvas
from vtt.table.figure import Figure, element_words, gauge_of, has_figure, marks_of, shown_actor
from vtt.table.figure_art import paint_numbers, paint_person
from vtt.table.figure_laying import lay_figure
from vtt.table.lying import room_of_hand
from vtt.table.medallion import Portrait
from vtt.table.naming import name_of_seat, states_of, tell, unseen
from vtt.table.pile import stitched
from vtt.table.places import Places, held_by, order_of_acting
from vtt.table.plan import Box, Cell, Plan
from vtt.table.seat import (
    Pill,
    SeatLook,
    eye_rect,
    lay_pills,
    look_of_seat,
    paint_light,
    paint_mat,
    paint_pill,
    paint_plate,
)
from vtt.table.showing import Showing
from vtt.table.turns import UNSEEN
from vtt.widgets.metrics import Metrics
from vtt.widgets.palette import Look

_FULL: Final = 6
"""From so many people on, neighbours sit so close that each has a mat of their own."""


@dataclass(frozen=True, slots=True)
class _Place:
    """All that decides what a person's place looks like and what is said there: equal ones are put but once.

    Attributes:
        cell: where it is.
        lengths: how large everything is.
        look: the plate.
        name: of the person, in full.
        called: the same in a sentence.
        number: the key that looks at the hand.
        light: what the lamp falls on while the person is waited for.
        mat: the cloth under all that is theirs; empty where nobody sits so close that it must be told apart.
        hand: the zone that is the hand.
        lit: whether cards in hand may be laid there.
        actors: the characters of the seat that take part in the story.
        acting: how far each of them is in the order of acting, or that others do not see it.
        front: the one whose figure is shown.
        notes: what the game tells beside that figure.
        marks: what there is about a hit on it, by location: `hit` or `reach`.
        now: the time of the story, where any of its signs waits for one.
        portraits: the pictures of those characters that have one.
    """

    cell: Cell
    lengths: Metrics
    look: SeatLook
    name: str
    called: str
    number: int
    light: QRectF
    mat: QRectF
    hand: str | None
    lit: bool
    actors: tuple[Actor, ...]
    acting: tuple[tuple[str, str], ...]
    front: Actor | None
    notes: FigureNotes
    marks: tuple[tuple[str, str], ...]
    now: int
    portraits: tuple[tuple[str, Portrait], ...]


def put_seat(
    canvas: Canvas,
    view: View,
    places: Places,
    plan: Plan,
    cell: Cell,
    showing: Showing,
    waited: frozenset[str],
    boxes: Mapping[str, Box],
) -> None:
    """Put a person's place on the cloth; one that shows what it showed before is left as it stands."""
    seat, hand = cell.seat, places.hands.get(cell.seat)
    actors = tuple(a for a in view.actors.values() if a.seat == seat and not a.archived)
    mine = {actor.id for actor in actors}
    front = shown_actor(view, seat, showing.fronts)
    notes = showing.notes.get(front.id, FigureNotes()) if front is not None else FigureNotes()
    timed = any(sign.until is not None for signs in notes.signs.values() for sign in signs)
    place = _Place(
        cell=cell,
        lengths=plan.lengths,
        look=look_of_seat(
            view,
            seat,
            hand,
            held_by(view, places, seat),
            looking=showing.looking == seat,
            waited=seat in waited,
            active=showing.active == seat,
        ),
        light=_light_on(view, places, plan, cell, boxes) if seat in waited else QRectF(),
        mat=mat_of(cell) if len(plan.cells) >= _FULL else QRectF(),
        name=view.seats[seat].name,
        called=name_of_seat(view, seat),
        number=list(view.seats).index(seat) + 1,
        hand=hand,
        lit=hand in showing.lit,
        actors=actors,
        acting=(
            *((actor.id, UNSEEN) for actor in actors if unseen(view, actor)),
            *((who, turn.state) for turn in order_of_acting(view) for who in (turn.actor, *turn.others) if who in mine),
        ),
        front=front,
        notes=notes,
        marks=_marks_on(view, front.id) if front is not None else (),
        now=view.clock if timed else 0,
        portraits=tuple((a.id, found) for a in actors if (found := showing.portraits.get(a.id)) is not None),
    )
    canvas.part(f"seat {seat}", (place,), lambda: _put(canvas, place))


def _light_on(view: View, places: Places, plan: Plan, cell: Cell, boxes: Mapping[str, Box]) -> QRectF:
    """Return what the lamp falls on: the hand of whoever acts; the plate of a person who holds none."""
    acting = {turn.actor for turn in order_of_acting(view) if turn.state == "now"}
    held = [zone for zone in held_by(view, places, cell.seat) if view.zones[zone].count]
    for zone in held:
        if zone == places.hands.get(cell.seat) and not cell.stations:
            return room_of_hand(cell, view.zones[zone].count, plan)
        if zone.partition(":")[2] in acting and zone in boxes:
            return boxes[zone].area
    for station in cell.stations:
        if station.actor in acting:
            return station.hand[1]
    return cell.plate


def mat_of(cell: Cell) -> QRectF:
    """Return the room of all that is one person's, in the coordinates of their place; of the name only one half."""
    if cell.stations:
        return QRectF()  # each station has a ground of its own
    parts = [part for part in (cell.fan, cell.pills, cell.figure, cell.numbers, cell.beside) if not part.isEmpty()]
    if not parts:
        return QRectF()
    parts.append(QRectF(cell.plate.left(), cell.plate.center().y(), cell.plate.width(), 1.0))
    return reduce(QRectF.united, parts)


def _marks_on(view: View, actor: str) -> tuple[tuple[str, str], ...]:
    marks: dict[str, str] = {}
    for mark in marks_of(view):
        if mark.actor == actor and marks.get(mark.location) != HIT:
            marks[mark.location] = mark.state
    return tuple(marks.items())


def _put(canvas: Canvas, place: _Place) -> None:
    hub, theme = canvas.hub, canvas.hub.theme
    cell, look, m = place.cell, place.look, place.lengths
    seat, hand = cell.seat, place.hand
    way = cell.way if cell.turn else None
    if look.waited:
        plain = theme.look is Look.HIGH_CONTRAST
        over = place.light if plain else place.light.adjusted(-m.pad_xl, -m.pad_l, m.pad_xl, m.pad_l)
        room = over if way is not None else cell.in_scene(over)
        canvas.picture(f"light {seat}", m, room, lambda p: paint_light(p, room, theme, m), Z_CLOTH - 0.5, way)
    if not place.mat.isEmpty():
        mat = place.mat if way is not None else cell.in_scene(place.mat)
        canvas.picture(f"mat {seat}", m, mat, lambda p: paint_mat(p, mat, theme, m), Z_CLOTH - 0.6, way)
    if hand is not None and not cell.stations:
        canvas.mark("zone", (hand,), cell.in_scene(cell.fan))
        if place.lit:
            inner = cell.fan.adjusted(m.ring, m.ring, -m.ring, -m.ring)
            canvas.picture(
                f"lit {seat}",
                m,
                cell.fan,
                lambda p: stitched(p, inner, theme, m, m.radius_l, lit=True),
                Z_CLOTH,
                cell.way,
            )
    if place.front is not None and not cell.figure.isEmpty():
        _put_figure(canvas, place, place.front)
    several = sum(has_figure(actor) for actor in place.actors) > 1
    front = place.front.id if place.front is not None and several else ""
    faces = dict(place.portraits)
    for pill in () if cell.stations else lay_pills(place.actors, dict(place.acting), cell, m, front, faces):
        _put_pill(canvas, pill, place)
    plate = cell.plate if way is not None else cell.in_scene(cell.plate)
    canvas.picture(
        f"plate {seat}",
        (look, m),
        plate,
        lambda p: paint_plate(p, plate, look, hub, m, canvas.dpr),
        Z_ABOVE_CARDS + 1,
        way,
    )
    canvas.mark("seat", (seat,), cell.in_scene(cell.plate), place.name)
    if look.eye:
        words = tell("seat.look", name=place.called, key=str(place.number))
        canvas.mark("eye", (seat,), cell.in_scene(eye_rect(cell.plate)), words)


def _put_pill(canvas: Canvas, pill: Pill, place: _Place) -> None:
    cell, m = place.cell, place.lengths
    way = cell.way if cell.turn else None
    rect = pill.rect if way is not None else cell.in_scene(pill.rect)
    drawn = replace(pill, rect=rect)
    key = (replace(pill, rect=QRectF()), m)
    canvas.picture(
        f"pill {cell.seat} {pill.actor}",
        key,
        rect.adjusted(-2, -2, 2, 2),
        lambda p: paint_pill(p, drawn, canvas.hub, m, canvas.dpr),
        Z_ABOVE_CARDS,
        way,
    )
    where = cell.in_scene(pill.rect)
    if pill.actor:
        actor = next(a for a in place.actors if a.id == pill.actor)
        kept = (tell("unseen"),) if (actor.id, UNSEEN) in place.acting else ()
        words = (actor.name, *gauge_of(actor).words, *states_of(actor), *kept)
        canvas.mark("actor", (pill.actor,), where, ", ".join(words))
    else:
        names = [actor.name[:80] for actor in place.actors]
        canvas.mark("crowd", (cell.seat,), where, ", ".join(names[:40]), tell("spoken.crowd", more=pill.name))


def _put_figure(canvas: Canvas, place: _Place, actor: Actor) -> None:
    """Put the numbers and the body of a character on the cloth; each box can be clicked."""
    cell, m, notes = place.cell, place.lengths, place.notes
    many = len(place.actors) > 1
    marks, room = dict(place.marks), cell.figure.united(cell.numbers) if not cell.numbers.isEmpty() else cell.figure
    figure = lay_figure(
        actor, cell.figure, m, named=many, notes=notes, marks=marks, numbers=cell.numbers, now=place.now
    )
    known = (actor.name, _body_key(actor), many, notes, place.marks, place.now, m)
    area = room.adjusted(-m.pad_m, -m.pad_xs, m.pad_m, m.pad_xs)  # crosshairs may stand out a little
    # Numbers change at every turn; a body takes the longest of all to draw, and stays as it is meanwhile.
    canvas.picture(
        f"figure {cell.seat}",
        (*known, tuple(actor.tracks), figure.head, tuple(callout.rect for callout in figure.callouts)),
        area,
        lambda p: paint_person(p, figure, canvas.hub.theme, m, canvas.hub, canvas.dpr),
        Z_CLOTH + 1,
        cell.way,
    )
    canvas.picture(
        f"numbers {cell.seat}",
        (tuple(one for one in figure.elements if not one.drawn), m),
        _bounds(figure, area),
        lambda p: paint_numbers(p, figure, canvas.hub.theme, m),
        Z_CLOTH + 1,
        cell.way,
    )
    for rect, told in figure.notes:
        canvas.tips.append((cell.in_scene(rect), told))
    words_of = {(element.kind, element.name): element_words(actor, element) for element in figure.elements}
    for element in figure.elements:
        words = words_of[element.kind, element.name]
        canvas.mark(
            "element",
            (actor.id, element.kind, element.name),
            cell.in_scene(element.rect),
            "" if element.drawn else words,
            words,
        )
        for box in element.boxes:
            canvas.mark("setting", (actor.id, element.kind, element.name, box.value), cell.in_scene(box.rect))
        if not element.drawn and element.kind == "location" and not element.label.isEmpty():
            names = (actor.id, element.kind, element.name)
            canvas.mark("region", names, cell.in_scene(element.label), words, words)
    _mark_regions(canvas, actor, figure, cell, words_of)


def _bounds(figure: Figure, area: QRectF) -> QRectF:
    """Return the room of what stands in boxes: pictures of nothing take memory too."""
    rects = [r for one in figure.elements if not one.drawn for r in (one.rect, *(box.rect for box in one.boxes))]
    return reduce(QRectF.united, rects).adjusted(-4, -4, 4, 4).intersected(area) if rects else QRectF()


def _mark_regions(
    canvas: Canvas, actor: Actor, figure: Figure, cell: Cell, words: Mapping[tuple[str, str], str]
) -> None:
    """Let the regions of a drawn body be clicked, and what is near them where nothing else is."""
    for callout in figure.callouts:
        names = (actor.id, "location", callout.name)
        canvas.mark("region", names, cell.in_scene(callout.rect), text=words["location", callout.name])
    if figure.body is None:
        return
    for near in (True, False):
        for part in figure.body.parts:
            shape = cell.way.map(part.near if near else part.shape)
            names = (actor.id, "location", part.name)
            canvas.mark("region", names, shape.boundingRect(), text=words["location", part.name], shape=shape)


def _body_key(actor: Actor) -> tuple[object, ...]:
    return tuple(actor.body.locations.items()) if actor.body is not None else ()
