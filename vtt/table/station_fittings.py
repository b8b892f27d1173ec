"""The place of each character as it is put on the cloth: slots, bodies, numbers, what is pending."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QRectF

from engine.play.sight import View
from engine.play.words import say
from engine.table.seats import Actor
from vtt.table.canvas import Z_ABOVE_CARDS, Z_CLOTH, Canvas
from vtt.table.figure import element_words
from vtt.table.figure_art import paint_figure
from vtt.table.figure_laying import lay_figure
from vtt.table.naming import name_of_zone, plain_word, tell
from vtt.table.pile import PlaceLook, paint_place
from vtt.table.places import Places, aimed, kind_of_zone, spotlight
from vtt.table.plan import Box, Cell, Plan
from vtt.table.showing import Showing
from vtt.table.station_art import (
    line_fits,
    over_tag,
    paint_line,
    paint_panel,
    paint_slot_place,
    paint_slot_tag,
    paint_span,
    paint_struck,
    slot_tag,
)
from vtt.table.station_line import put_line
from vtt.table.station_place import Brush, StationPlace
from vtt.table.station_plan import is_narrow

_WIDEST = 88


def put_stations(canvas: Canvas, view: View, places: Places, plan: Plan, cell: Cell, showing: Showing) -> None:
    """Put the places of a seat's characters on the cloth; those that show what they showed are left as they stand."""
    sides = aimed(view)
    stage = spotlight(view)
    laid = [rooms for each in plan.cells for rooms in each.stations]
    bars = min((rooms.bars.width() for rooms in laid if not rooms.bars.isEmpty()), default=0.0)
    narrow = is_narrow(laid, plan.lengths)
    for station, rooms in zip(places.stations.get(cell.seat, ()), cell.stations, strict=True):
        zones = view.zones
        counted = (station.hand, *station.piles, station.field)
        covered = (c for c in station.cards if c.first and (c.zone, c.index) != stage)
        place = StationPlace(
            cell=cell,
            plan=rooms,
            lengths=plan.lengths,
            station=station,
            actor=view.actors.get(station.actor),
            seat=list(view.seats).index(cell.seat),
            portrait=showing.portraits.get(station.actor),
            lit=showing.lit & station.zones,
            sides=tuple(sides.get(body.id) for body in station.bodies),
            chosen=tuple(body.id for body in station.bodies if body.id in showing.chosen),
            counts=tuple(zones[zone].count if zone in zones else 0 for zone in counted),
            open_piles=tuple(zone in zones and bool(zones[zone].cards) for zone in station.piles),
            taken=frozenset(n for c in covered for n in range(c.first, max(c.first, c.last) + 1)),
            narrow=narrow,
            bars=bars,
        )
        canvas.part(f"station {station.actor}", (place,), partial(_put, canvas, view, place))


def _put(canvas: Canvas, view: View, place: StationPlace) -> None:
    brush, m, theme = Brush(canvas, place), place.lengths, canvas.hub.theme
    station, plan = place.station, place.plan
    acts = any(body.state == "acts" for body in station.bodies)
    area = plan.area
    canvas.picture(
        f"{brush.name} panel",
        (acts, m),
        area.adjusted(-2, -2, 2, 2),
        lambda p: paint_panel(p, area, theme, m, acts=acts),
        Z_CLOTH - 0.8,
        brush.way,
    )
    _put_zones(canvas, view, place, brush)
    _put_slots(canvas, place, brush)
    put_line(canvas, place, brush)
    _put_numbers(canvas, place, brush)


def _put_zones(canvas: Canvas, view: View, place: StationPlace, brush: Brush) -> None:
    m, theme, plan = place.lengths, canvas.hub.theme, place.plan
    beside = place.station.beside
    for zone, others, room in ((plan.hand[0], (), plan.hand[1]), (plan.field[0], (beside,), plan.field[1])):
        if zone in view.zones and room.width() > 4:
            brush.mark("zone", (zone, *(other for other in others if other)), room)
            if zone in place.lit or (beside in others and beside in place.lit):
                box = Box(room, room, QRectF(), QRectF())
                look = PlaceLook("", 0, thick=False, lit=True)
                canvas.picture(
                    f"{brush.name} lit {zone}",
                    (look, m),
                    room.adjusted(-4, -4, 4, 4),
                    partial(paint_place, box=box, look=look, theme=theme, m=m),
                    Z_CLOTH,
                    brush.way,
                )
    for number, (zone, cards, foot) in enumerate(plan.piles):
        if zone not in view.zones:
            continue
        count = place.counts[number + 1]
        box = Box(cards.united(foot), cards, QRectF(), foot)
        label = plain_word(kind_of_zone(zone))
        if foot.width() < m.font_small * 5:  # a cut name says less than the count alone
            label = ""
        look = PlaceLook(label, count, thick=True, lit=zone in place.lit, face_up=place.open_piles[number])
        room = box.area.adjusted(-m.pad_m, -m.pad_m, m.pad_m, m.pad_xs)
        canvas.picture(
            f"{brush.name} pile {zone}",
            (look, m),
            room,
            partial(paint_place, box=box, look=look, theme=theme, m=m),
            Z_CLOTH,
            brush.way,
        )
        brush.mark("zone", (zone,), box.area, tell("spoken.pile", zone=name_of_zone(view, zone), count=count))


def _put_slots(canvas: Canvas, place: StationPlace, brush: Brush) -> None:
    m, theme, plan, station = place.lengths, canvas.hub.theme, place.plan, place.station
    zone, whole = plan.row
    if not plan.slots:
        return
    brush.mark("zone", tuple(filter(None, (zone, station.beside))), whole)
    own = len(plan.slots) - plan.over
    for card in station.cards:
        room = plan.room_of(card)
        if card.last > card.first and card.first in place.taken:
            canvas.picture(
                f"{brush.name} span {card.first}",
                (m,),
                room,
                partial(paint_span, room=room, theme=theme, m=m),
                Z_CLOTH + 0.5,
                brush.way,
            )
    for number, slot in enumerate(plan.slots, 1):
        state = station.slots[number - 1] if number <= len(station.slots) else "next"
        label = str(number) if number <= own else tell("slot.next")
        lit = zone in place.lit and state != "struck"
        if number not in place.taken:
            canvas.picture(
                f"{brush.name} slot {number}",
                (label, state, lit, m),
                slot.adjusted(-4, -4, 4, 4),
                partial(
                    paint_slot_place, slot=slot, number=label, state=state, hub=canvas.hub, m=m, dpr=canvas.dpr, lit=lit
                ),
                Z_CLOTH,
                brush.way,
            )
        else:
            tag = slot_tag(slot, m) if number <= own else over_tag(slot, m)
            canvas.picture(
                f"{brush.name} tag {number}",
                (label, state, m),
                tag.adjusted(-2, -2, 2, 2),
                partial(paint_slot_tag, tag=tag, number=label, state=state, theme=theme, m=m),
                Z_ABOVE_CARDS,
                brush.way,
            )
            if state == "struck":
                canvas.picture(
                    f"{brush.name} struck {number}",
                    (m,),
                    slot,
                    partial(paint_struck, slot=slot, theme=theme, m=m),
                    Z_ABOVE_CARDS,
                    brush.way,
                )
        words = tell(f"slot.{state}", number=number)
        brush.mark("slot", (zone, str(number)), slot, words, words)


def _put_numbers(canvas: Canvas, place: StationPlace, brush: Brush) -> None:
    """Put the numbers of a character on the cloth: those that can be set by hand, then those that are reckoned."""
    m, theme, station = place.lengths, canvas.hub.theme, place.station
    if place.plan.bars.isEmpty() or place.actor is None:
        return
    narrow = place.narrow  # then the record sets them, or a right click on the body
    names = [body.track for body in station.bodies if len(station.bodies) == 1]
    names += [bar.track for bar in station.bars if bar.track]
    tracks = {name: place.actor.tracks[name] for name in names if name in place.actor.tracks and not narrow}
    reckoned = [bar for bar in station.bars if narrow or not bar.track]
    numbers = [(say(bar.label), bar.value) for bar in reckoned]
    numbers += [(tell("bar_hand"), place.counts[0])] if station.hand else []
    words = [tell("bar", what=what, value=value) for what, value in numbers]
    widest = (tell("bar", what=what, value=_WIDEST) for what, _ in numbers)
    if not all(line_fits(word, place.bars - m.pad_xs, m) for word in widest):
        words = [tell("bar_brief", what=what, value=value) for what, value in numbers]  # the number is never cut off
    line = min(m.font_small * 1.8, place.plan.bars.height() / max(1, len(tracks) + len(words)))
    room = QRectF(place.plan.bars)
    high = line * len(tracks)
    top = room.center().y() - line * (len(tracks) + len(words)) / 2
    actor = replace_tracks(place.actor, tracks)
    upper = QRectF(room.left(), top, room.width(), high + 1)
    figure = lay_figure(actor, upper, m, named=False)
    canvas.picture(
        f"{brush.name} numbers",
        (tuple(tracks.items()), m),
        upper.adjusted(-m.pad_xs, -m.pad_xs, m.pad_xs, m.pad_xs),
        lambda p: paint_figure(p, figure, theme, m),
        Z_CLOTH + 1,
        brush.way,
    )
    for element in figure.elements:
        told = element_words(actor, element)
        brush.mark("element", (actor.id, element.kind, element.name), element.rect, told, told)
        for box in element.boxes:
            brush.mark("setting", (actor.id, element.kind, element.name, box.value), box.rect)
    for number, word in enumerate(words):
        where = QRectF(room.left() + m.pad_xs, upper.bottom() + number * line, room.width(), line)
        canvas.picture(
            f"{brush.name} line {number}",
            (word, m),
            where,
            partial(paint_line, rect=where, words=word, theme=theme, m=m, strong=True),
            Z_CLOTH + 1,
            brush.way,
        )
    for number, bar in enumerate(reckoned):
        where = QRectF(room.left(), upper.bottom() + number * line, room.width(), line)
        whole = tell("bar", what=say(bar.label), value=bar.value)
        lines = list(dict.fromkeys((whole, *(say(reason) for reason in bar.reasons))))  # one may be the only reason
        brush.mark("words", (f"{brush.name} bar {number}",), where, "\n".join(lines), ". ".join(lines))


def replace_tracks(actor: Actor, tracks: Mapping[str, object]) -> Actor:
    """Return a character with these numbers alone, and no body."""
    return Actor(
        id=actor.id, name=actor.name, seat=actor.seat, tracks={n: t for n, t in actor.tracks.items() if n in tracks}
    )
