"""A person's place as it is put on the cloth: plate, characters, numbers, and the light on whoever is waited for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QRectF

from engine.play.sight import FigureNotes, View
from engine.table.seats import Actor
from vtt.table.body import HIT
from vtt.table.canvas import Z_ABOVE_CARDS, Z_CLOTH, Canvas
from vtt.table.figure import Figure, element_words, figures_of, gauge_of, lay_figure, marks_of, needs_name, shown_actor
from vtt.table.figure_art import paint_figure
from vtt.table.naming import name_of_seat, states_of, tell
from vtt.table.pile import stitched
from vtt.table.places import Places
from vtt.table.plan import Cell, Plan
from vtt.table.seat import Pill, eye_rect, lay_pills, look_of_seat, paint_light, paint_pill, paint_plate
from vtt.table.showing import Showing
from vtt.widgets.palette import Look


def put_seat(
    canvas: Canvas, view: View, places: Places, plan: Plan, cell: Cell, showing: Showing, waited: frozenset[str]
) -> None:
    """Put a person's place on the cloth."""
    m, hub, theme = plan.lengths, canvas.hub, canvas.hub.theme
    seat, hand = cell.seat, places.hands.get(cell.seat)
    way = cell.way if cell.turn else None
    if seat in waited:
        plain = theme.look is Look.HIGH_CONTRAST
        over = cell.fan if plain else cell.fan.adjusted(-m.pad_xl, -m.pad_l, m.pad_xl, m.pad_l)
        room = over if way is not None else cell.in_scene(over)
        canvas.picture(f"light {seat}", m, room, lambda p: paint_light(p, room, theme, m), Z_CLOTH - 0.5, way)
    if hand is not None:
        canvas.mark("zone", (hand,), cell.in_scene(cell.fan))
        if hand in showing.lit:
            inner = cell.fan.adjusted(m.ring, m.ring, -m.ring, -m.ring)
            canvas.picture(
                f"lit {seat}",
                m,
                cell.fan,
                lambda p: stitched(p, inner, theme, m, m.radius_l, lit=True),
                Z_CLOTH,
                cell.way,
            )
    actor = shown_actor(view, seat, showing.fronts)
    if actor is not None and not cell.figure.isEmpty():
        _put_figure(canvas, view, actor, cell, plan, showing)
    front = actor.id if actor is not None and len(figures_of(view, seat)) > 1 else ""
    for pill in lay_pills(view, cell, m, front):
        _put_pill(canvas, view, pill, cell, plan)
    look = look_of_seat(
        view, seat, hand, looking=showing.looking == seat, waited=seat in waited, active=showing.active == seat
    )
    plate = cell.plate if way is not None else cell.in_scene(cell.plate)
    canvas.picture(
        f"plate {seat}",
        (look, m),
        plate,
        lambda p: paint_plate(p, plate, look, hub, m, canvas.dpr),
        Z_ABOVE_CARDS + 1,
        way,
    )
    canvas.mark("seat", (seat,), cell.in_scene(cell.plate), view.seats[seat].name)
    if look.eye:
        key = list(view.seats).index(seat) + 1
        words = tell("seat.look", name=name_of_seat(view, seat), key=str(key))
        canvas.mark("eye", (seat,), cell.in_scene(eye_rect(cell.plate)), words)


def _put_pill(canvas: Canvas, view: View, pill: Pill, cell: Cell, plan: Plan) -> None:
    m = plan.lengths
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
        actor = view.actors[pill.actor]
        canvas.mark("actor", (pill.actor,), where, ", ".join((actor.name, *gauge_of(actor).words, *states_of(actor))))
    else:
        names = [a.name[:80] for a in view.actors.values() if a.seat == cell.seat and not a.archived]
        canvas.mark("crowd", (cell.seat,), where, ", ".join(names[:40]), tell("spoken.crowd", more=pill.name))


def _put_figure(canvas: Canvas, view: View, actor: Actor, cell: Cell, plan: Plan, showing: Showing) -> None:
    """Put the numbers and the body of a character on the cloth; each box can be clicked."""
    m, hub = plan.lengths, canvas.hub
    many = needs_name(view, actor)
    notes = showing.notes.get(actor.id, FigureNotes())
    marks: dict[str, str] = {}
    for mark in marks_of(view):
        if mark.actor == actor.id and marks.get(mark.location) != HIT:
            marks[mark.location] = mark.state
    figure = lay_figure(actor, cell.figure, m, named=many, notes=notes, marks=marks)
    canvas.picture(
        f"figure {cell.seat}",
        (actor.name, _key(actor), many, notes, tuple(marks.items()), m),
        cell.figure.adjusted(-m.pad_m, -m.pad_xs, m.pad_m, m.pad_xs),  # crosshairs may stand out a little
        lambda p: paint_figure(p, figure, hub.theme, m),
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
            words if element.look is None else "",
            words,
        )
        for box in element.boxes:
            canvas.mark("setting", (actor.id, element.kind, element.name, box.value), cell.in_scene(box.rect))
        if element.look is None and element.kind == "location" and not element.label.isEmpty():
            names = (actor.id, element.kind, element.name)
            canvas.mark("region", names, cell.in_scene(element.label), words, words)
    _mark_regions(canvas, actor, figure, cell, words_of)


def _mark_regions(
    canvas: Canvas, actor: Actor, figure: Figure, cell: Cell, words: Mapping[tuple[str, str], str]
) -> None:
    """Let the regions of a drawn body be clicked, and what is near them where nothing else is."""
    if figure.body is None:
        return
    for near in (True, False):
        for part in figure.body.parts:
            shape = cell.way.map(part.near if near else part.shape)
            names = (actor.id, "location", part.name)
            canvas.mark("region", names, shape.boundingRect(), text=words["location", part.name], shape=shape)


def _key(actor: Actor) -> tuple[object, ...]:
    body: Mapping[str, object] = actor.body.locations if actor.body is not None else {}
    return (tuple(actor.tracks.items()), tuple(body.items()))
