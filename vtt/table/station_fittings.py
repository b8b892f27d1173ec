"""The place of each character as it is put on the cloth: slots, bodies, numbers, what is pending."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from engine.play.sight import SideView, View
from engine.play.stations import BodyView, Station, Token
from engine.play.words import say
from engine.table.seats import Actor
from vtt.table.canvas import Z_ABOVE_CARDS, Z_CLOTH, Canvas
from vtt.table.figure import element_words, lay_figure
from vtt.table.figure_art import paint_figure
from vtt.table.lying import hand_spots, loose_spots
from vtt.table.naming import clean, name_of_zone, plain_word, tell
from vtt.table.pile import PlaceLook, paint_place
from vtt.table.places import Places, aimed, kind_of_zone, spotlight
from vtt.table.plan import Box, Cell, Plan
from vtt.table.showing import Showing
from vtt.table.station_art import (
    BodyLook,
    TokenLook,
    lay_tokens,
    line_fits,
    over_tag,
    paint_body_tile,
    paint_line,
    paint_panel,
    paint_slot_place,
    paint_slot_tag,
    paint_span,
    paint_struck,
    paint_token,
    slot_tag,
)
from vtt.table.station_plan import StationPlan
from vtt.widgets.metrics import Metrics


@dataclass(frozen=True, slots=True)
class _Place:
    """All that decides what a character's place looks like and what is said there."""

    cell: Cell
    plan: StationPlan
    lengths: Metrics
    station: Station
    actor: Actor | None
    lit: frozenset[str]
    sides: tuple[SideView | None, ...]
    chosen: tuple[str, ...]
    counts: tuple[int, ...]
    """How many cards lie in each zone of the place: its hand, its piles, what it bears."""
    open_piles: tuple[bool, ...]
    taken: frozenset[int]
    """The slots that a card covers which lies there now, and not in the middle."""


def put_stations(canvas: Canvas, view: View, places: Places, plan: Plan, cell: Cell, showing: Showing) -> None:
    """Put the places of a seat's characters on the cloth; those that show what they showed are left as they stand."""
    sides = aimed(view)
    stage = spotlight(view)
    for station, rooms in zip(places.stations.get(cell.seat, ()), cell.stations, strict=True):
        zones = view.zones
        counted = (station.hand, *station.piles, station.field)
        covered = (c for c in station.cards if c.first and (c.zone, c.index) != stage)
        place = _Place(
            cell=cell,
            plan=rooms,
            lengths=plan.lengths,
            station=station,
            actor=view.actors.get(station.actor),
            lit=showing.lit & station.zones,
            sides=tuple(sides.get(body.id) for body in station.bodies),
            chosen=tuple(body.id for body in station.bodies if body.id in showing.chosen),
            counts=tuple(zones[zone].count if zone in zones else 0 for zone in counted),
            open_piles=tuple(zone in zones and bool(zones[zone].cards) for zone in station.piles),
            taken=frozenset(n for c in covered for n in range(c.first, max(c.first, c.last) + 1)),
        )
        canvas.part(f"station {station.actor}", (place,), partial(_put, canvas, view, place))


class _Brush:
    """Puts pictures and marks at one place, whichever way its seat is turned."""

    def __init__(self, canvas: Canvas, place: _Place) -> None:
        self.canvas = canvas
        self.cell = place.cell
        self.name = f"station {place.station.actor}"

    @property
    def way(self) -> QTransform:
        """The way from the coordinates of the seat to the scene."""
        return self.cell.way

    def mark(self, kind: str, names: tuple[str, ...], rect: QRectF, tip: str = "", text: str = "") -> None:
        """Let a rectangle of the place mean something."""
        self.canvas.mark(kind, names, self.cell.in_scene(rect), tip, text)


def _put(canvas: Canvas, view: View, place: _Place) -> None:
    brush, m, theme = _Brush(canvas, place), place.lengths, canvas.hub.theme
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
    _put_bodies(canvas, place, brush)
    _put_numbers(canvas, place, brush)
    _put_tokens(canvas, place, brush)


def _put_zones(canvas: Canvas, view: View, place: _Place, brush: _Brush) -> None:
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


def _put_slots(canvas: Canvas, place: _Place, brush: _Brush) -> None:
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
                partial(paint_slot_place, slot=slot, number=label, state=state, theme=theme, m=m, lit=lit),
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


def _put_bodies(canvas: Canvas, place: _Place, brush: _Brush) -> None:
    m, plan, station = place.lengths, place.plan, place.station
    name = clean(place.actor.name, 60) if place.actor is not None else station.actor
    if len(plan.bodies) != 1:
        first = plan.bodies[0].left() if plan.bodies else plan.head.right()
        room = QRectF(plan.head.left(), plan.head.top(), first - plan.head.left() - m.pad_xs, plan.head.height())
        room.setHeight(min(room.height(), m.font_body * 1.85))
        _put_name(canvas, place, brush, room, name)
    names = _short_names(station.bodies)
    for rect, body, side, called in zip(plan.bodies, station.bodies, place.sides, names, strict=True):
        look = _look_of(body, side, called, chosen=body.id in place.chosen)
        canvas.picture(
            f"{brush.name} body {body.id}",
            (look, m),
            rect.adjusted(-2, -2, 2, 2),
            partial(paint_body_tile, rect=rect, look=look, hub=canvas.hub, m=m, dpr=canvas.dpr),
            Z_CLOTH + 2,
            brush.way,
        )
        lines = body_lines(body, side)
        brush.mark("body", (body.id, station.actor, body.track), rect, "\n".join(lines), ". ".join(lines))


def _put_name(canvas: Canvas, place: _Place, brush: _Brush, room: QRectF, name: str) -> None:
    m, theme = place.lengths, canvas.hub.theme
    canvas.picture(
        f"{brush.name} name",
        (name, m),
        room,
        lambda p: paint_line(p, room, name, theme, m, strong=True),
        Z_CLOTH + 1,
        brush.way,
    )
    brush.mark("actor", (place.station.actor,), room, name)


def _short_names(bodies: tuple[BodyView, ...]) -> list[str]:
    """Return what bodies are called, without the words with which all begin: `Rat 1` and `Rat 2` are 1 and 2."""
    names = [clean(body.name, 60) for body in bodies]
    words = [name.split(" ") for name in names]
    while len(words) > 1 and all(len(each) > 1 and each[0] == words[0][0] for each in words):
        words = [each[1:] for each in words]
    return [" ".join(each) for each in words]


def _look_of(body: BodyView, side: SideView | None, called: str, *, chosen: bool) -> BodyLook:
    aim = "chosen" if chosen else side.aim if side is not None else ""
    harm = f"−{side.total}" if side is not None and side.total is not None else ""
    return BodyLook(called, body.value, body.most, body.state, aim, harm)


def body_lines(body: BodyView, side: SideView | None) -> tuple[str, ...]:
    """Return line by line what is to be said of a body: its Health, and what the card in play would do and why."""
    lines = [clean(body.name)]
    if body.value is not None:
        key = "body.health" if body.most is None else "body.health_of"
        lines.append(tell(key, value=body.value, most=body.most or 0))
    if body.state:
        lines.append(tell(f"body.{body.state}"))
    if side is not None:
        if side.aim:
            lines.append(tell(f"aim.{side.aim}"))
        if side.verdict is not None:
            lines.append(say(side.verdict))
        lines += [say(reason) for reason in side.reasons]
        if side.total is not None:
            key = "aim.fells" if side.figures.get("fells") else "aim.total"
            lines.append(tell(key, total=side.total, left=str(side.figures.get("after", ""))))
    return tuple(lines)


def _put_numbers(canvas: Canvas, place: _Place, brush: _Brush) -> None:
    """Put the numbers of a character on the cloth: those that can be set by hand, then those that are reckoned."""
    m, theme, station = place.lengths, canvas.hub.theme, place.station
    if place.plan.bars.isEmpty() or place.actor is None:
        return
    narrow = place.plan.bars.width() < m.font_small * 8.5  # then numbers are only read; the record sets them
    names = [body.track for body in station.bodies if len(station.bodies) == 1]
    names += [bar.track for bar in station.bars if bar.track]
    tracks = {name: place.actor.tracks[name] for name in names if name in place.actor.tracks and not narrow}
    reckoned = [bar for bar in station.bars if narrow or not bar.track]
    numbers = [(say(bar.label), bar.value) for bar in reckoned] + [(tell("bar_hand"), place.counts[0])]
    words = [tell("bar", what=what, value=value) for what, value in numbers]
    if not all(line_fits(word, place.plan.bars.width() - m.pad_xs, m) for word in words):
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
        lines = [tell("bar", what=say(bar.label), value=bar.value), *(say(reason) for reason in bar.reasons)]
        brush.mark("words", (f"{brush.name} bar {number}",), where, "\n".join(lines), ". ".join(lines))


def replace_tracks(actor: Actor, tracks: Mapping[str, object]) -> Actor:
    """Return a character with these numbers alone, and no body."""
    return Actor(
        id=actor.id, name=actor.name, seat=actor.seat, tracks={n: t for n, t in actor.tracks.items() if n in tracks}
    )


def _put_tokens(canvas: Canvas, place: _Place, brush: _Brush) -> None:
    m, station, plan = place.lengths, place.station, place.plan
    own = [token for token in station.tokens if not token.place]
    looks = [TokenLook(token.sign, say(token.label)) for token in own]
    told = [say(token.told) for token in own]
    if station.ready:
        looks.insert(0, TokenLook("lock", ""))
        told.insert(0, tell("ready"))
    if station.budget is not None:
        budget = station.budget
        looks.insert(0, TokenLook("star", say(budget.brief), warns=budget.short or bool(budget.warnings)))
        told.insert(0, "\n".join(say(words) for words in (budget.words, *budget.warnings)))
    rects = lay_tokens(tuple(looks), plan.tokens, m)
    for number, (look, words, (rect, said)) in enumerate(zip(looks, told, rects, strict=True)):
        _put_token(canvas, place, brush, str(number), rect, look, words, said=said)
    at: dict[str, list[Token]] = {}
    for token in station.tokens:
        if token.place:
            at.setdefault(token.place, []).append(token)
    rooms = {card.place: plan.room_of(card) for card in station.cards}
    for row_card in station.cards:  # beside a card that covers several slots there is room
        if row_card.last > row_card.first > 0 and rooms[row_card.place].width() > plan.slots[0].width() * 1.5:
            room = rooms[row_card.place]
            side = (room.width() - plan.slots[0].width()) / 2
            rooms[row_card.place] = QRectF(room.right() - side + 1, room.top(), side - 2, room.height() * 0.5)
    for card, tokens in at.items():
        room = rooms.get(card, QRectF())
        if room.isEmpty():
            room = _borne(place, card)
        for number, token in enumerate(tokens):
            high = min(m.font_small * 1.6, room.height() * 0.3)
            if room.isEmpty():
                continue
            rect = QRectF(room.left(), room.bottom() - high * (number + 1), room.width(), high)
            look = TokenLook(token.sign, say(token.label))
            _put_token(canvas, place, brush, f"{card} {number}", rect, look, say(token.told), said=True)


def _borne(place: _Place, card: str) -> QRectF:
    """Return where a card lies that is borne, was played beside the row, or is held; of the latter what is free."""
    zone, _, index = card.rpartition("#")
    if zone == place.plan.hand[0]:
        spots = hand_spots(place.cell, place.plan, place.counts[0])
        room = spots[int(index)].box() if int(index) < len(spots) else QRectF()
        if int(index) + 1 < len(spots):
            room.setRight(min(room.right(), spots[int(index) + 1].box().left() - 1))
        return room
    loose = [c.place for c in place.station.cards if not c.first]
    loose += [f"{place.station.field}#{number}" for number in range(place.counts[-1])]
    spots = loose_spots(place.plan, len(loose))
    return spots[loose.index(card)].box() if card in loose and len(spots) == len(loose) else QRectF()


def _put_token(
    canvas: Canvas,
    place: _Place,
    brush: _Brush,
    name: str,
    rect: QRectF,
    look: TokenLook,
    told: str,
    *,
    said: bool,
) -> None:
    m = place.lengths
    canvas.picture(
        f"{brush.name} token {name}",
        (look, said, m),
        rect.adjusted(-1, -1, 1, 1),
        partial(paint_token, rect=rect, look=look, hub=canvas.hub, m=m, dpr=canvas.dpr, words=said),
        Z_ABOVE_CARDS,
        brush.way,
    )
    spoken = told.replace("\n", ". ")
    brush.mark("words", (f"{brush.name} token {name}",), rect, told, spoken)
