"""A seat on the cloth: plate, characters, numbers, and the light while the table waits for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Final

from PySide6.QtCore import QRectF

from engine.model.seats import Actor
from engine.presentation.body_annotations import BodyAnnotations
from engine.presentation.visibility import VisibleTable
from vtt.shared.bodies.body_drawing import HIT
from vtt.shared.portraits.portrait_medallion import PortraitImage
from vtt.shared.screen_names import condition_texts, name_of_seat, secret_notes, table_text
from vtt.shared.table_queries import turn_order
from vtt.table.display_state import DisplayState
from vtt.table.items.card_layout import hand_room
from vtt.table.items.picture_layer import Z_ABOVE_CARDS, Z_CLOTH, PictureLayer
from vtt.table.layout.table_plan import SeatCell, TablePlan, ZoneBox
from vtt.table.layout.zone_placement import ZonePlacement, held_zones, shown_hands
from vtt.table.painting.pile_painting import paint_stitched_outline
from vtt.table.seats.character_pill_contents import UNSEEN_STATE, CharacterPill
from vtt.table.seats.character_pills import lay_pills, paint_pill
from vtt.table.seats.character_summary import (
    CharacterSummary,
    brief_state,
    has_summary,
    location_marks,
    shown_actor,
    summary_element_text,
)
from vtt.table.seats.character_summary_layout import lay_summary
from vtt.table.seats.character_summary_painting import paint_summary_body, paint_summary_numbers
from vtt.table.seats.seat_light_painting import paint_seat_light
from vtt.table.seats.seat_painting import SeatLook, eye_rect, order_rect, paint_seat_mat, paint_seat_plate, seat_look
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.ui_metrics import CARD_RATIO, UiMetrics

_FULL: Final = 6
"""The number of people from which seats are so close that each has a mat of its own."""


@dataclass(frozen=True, slots=True)
class _SeatState:
    """Everything that decides the look and the texts of a seat; a seat with the same state is not drawn again.

    Attributes:
        cell: its place.
        lengths: every length.
        look: the plate.
        name: of the person, in full.
        called: the name in a sentence.
        number: the key that turns up the hand.
        light: the room of the light while the table waits for this seat.
        mat: the cloth under the seat; empty where no neighbour is so close that it is needed.
        hand: the zone of the hand.
        lit: whether cards in hand may be dropped there.
        actors: the active characters of the seat.
        acting: their states in the turn order, or that others do not see them.
        front: the character that is shown.
        notes: the game's annotations of its body.
        marks: the marks of a hit on it by location: `hit` or `reach`.
        now: the time of the story, if any of its signs waits for one.
        portraits: the portraits of those characters that have one.
        ruleset: the game, for its own words.
        sets_numbers: whether − and + beside numbers set them.
    """

    cell: SeatCell
    lengths: UiMetrics
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
    notes: BodyAnnotations
    marks: tuple[tuple[str, str], ...]
    now: int
    portraits: tuple[tuple[str, PortraitImage], ...]
    ruleset: str
    sets_numbers: bool

    @property
    def unseen(self) -> frozenset[str]:
        """The characters that others do not see."""
        return frozenset(actor for actor, state in self.acting if state == UNSEEN_STATE)


def put_seat(
    layer: PictureLayer,
    view: VisibleTable,
    placement: ZonePlacement,
    plan: TablePlan,
    cell: SeatCell,
    display_state: DisplayState,
    waited: frozenset[str],
    boxes: Mapping[str, ZoneBox],
) -> None:
    """Put a seat on the cloth, unless nothing about it has changed."""
    seat, hand = cell.seat, placement.hands.get(cell.seat)
    actors = tuple(a for a in view.actors.values() if a.seat == seat and not a.archived)
    own_ids = {actor.id for actor in actors}
    front = shown_actor(view, seat, display_state.fronts)
    notes = display_state.notes.get(front.id, BodyAnnotations()) if front is not None else BodyAnnotations()
    timed = any(sign.until is not None for signs in notes.signs.values() for sign in signs)
    place = _SeatState(
        cell=cell,
        lengths=plan.lengths,
        look=seat_look(
            view,
            seat,
            hand,
            held_zones(view, placement, seat),
            looking=display_state.looking == seat,
            waited=seat in waited,
            active=display_state.active == seat,
            order=bool(shown_hands(view, placement, seat, display_state.looks)),
            lit=seat in display_state.lit_seats,
            portrait=_portrait_on_plate(front, actors, display_state.portraits),
        ),
        light=_light_on(view, placement, plan, cell, boxes) if seat in waited else QRectF(),
        mat=seat_mat(cell) if len(plan.cells) >= _FULL else QRectF(),
        name=view.seats[seat].name,
        called=name_of_seat(view, seat),
        number=list(view.seats).index(seat) + 1,
        hand=hand,
        lit=hand in display_state.lit,
        actors=actors,
        acting=(
            *((actor.id, UNSEEN_STATE) for actor in actors if secret_notes(view, actor)),
            *((who, turn.state) for turn in turn_order(view) for who in (turn.actor, *turn.others) if who in own_ids),
        ),
        front=front,
        notes=notes,
        marks=_marks_on(view, front.id) if front is not None else (),
        now=view.clock if timed else 0,
        portraits=tuple(
            (a.id, portrait) for a in actors if (portrait := display_state.portraits.get(a.id)) is not None
        ),
        ruleset=view.ruleset,
        sets_numbers=display_state.sets_numbers,
    )
    place_alone = (cell, plan.lengths, place.look.eye, tuple(sorted(own_ids)), place.unseen)
    told = layer.held_contents(f"seat {seat}", place, place_alone)
    shown = replace(told, look=_with_choices(told.look, place.look))
    layer.part(f"seat {seat}", (shown,), lambda: _put(layer, shown))


def _with_choices(told: SeatLook, now: SeatLook) -> SeatLook:
    """Return what a plate tells, with what people choose now: the active seat, and which hand they look at.

    The cards of a hand turn up and down at once, too.
    """
    return replace(told, active=now.active, looking=now.looking, order=now.order)


def _portrait_on_plate(
    front: Actor | None, actors: tuple[Actor, ...], portraits: Mapping[str, PortraitImage]
) -> PortraitImage | None:
    """Return the portrait of the character that a seat shows, or of its only one."""
    shown = front if front is not None else actors[0] if len(actors) == 1 else None
    return portraits.get(shown.id) if shown is not None else None


def _light_on(
    view: VisibleTable, placement: ZonePlacement, plan: TablePlan, cell: SeatCell, boxes: Mapping[str, ZoneBox]
) -> QRectF:
    """Return the room of the light: the hand of a seat that acts, or its plate if it has no hand."""
    acting = {turn.actor for turn in turn_order(view) if turn.state == "now"}
    hands = [zone for zone in held_zones(view, placement, cell.seat) if view.zones[zone].count]
    for zone in hands:
        if zone == placement.hands.get(cell.seat) and not cell.stations:
            return hand_room(cell, view.zones[zone].count, plan)
        if zone.partition(":")[2] in acting and zone in boxes:
            return _spread_room(boxes[zone].cards, view.zones[zone].count)
    for station in cell.stations:
        if station.actor in acting:
            zone, room = station.hand
            return _spread_room(room, max(1, view.zones[zone].count if zone in view.zones else 0))
    return cell.plate


def _spread_room(room: QRectF, count: int) -> QRectF:
    """Return the room of some cards side by side in the middle of a zone."""
    wide = min(room.width(), count * room.height() * CARD_RATIO)
    return QRectF(room.center().x() - wide / 2, room.top(), wide, room.height())


def seat_mat(cell: SeatCell) -> QRectF:
    """Return the room of everything that belongs to a seat, in the coordinates of its cell, with half of the name."""
    if cell.stations:
        return QRectF()  # each station has a ground of its own
    parts = [part for part in (cell.fan, cell.pills, cell.figure, cell.numbers, cell.beside) if not part.isEmpty()]
    if not parts:
        return QRectF()
    parts.append(QRectF(cell.plate.left(), cell.plate.center().y(), cell.plate.width(), 1.0))
    return reduce(QRectF.united, parts)


def _marks_on(view: VisibleTable, actor: str) -> tuple[tuple[str, str], ...]:
    marks: dict[str, str] = {}
    for mark in location_marks(view):
        if mark.actor == actor and marks.get(mark.location) != HIT:
            marks[mark.location] = mark.state
    return tuple(marks.items())


def _put(layer: PictureLayer, place: _SeatState) -> None:
    hub, theme = layer.hub, layer.hub.theme
    cell, look, m = place.cell, place.look, place.lengths
    seat, hand = cell.seat, place.hand
    to_scene = cell.to_scene if cell.turn else None
    is_plain = theme.look is Appearance.HIGH_CONTRAST  # there a filled plate needs no frame
    if look.waited and not (is_plain and place.light == cell.plate):
        reach = float(m.pad_l if place.light == cell.plate else m.pad_xl)
        over = place.light.adjusted(-reach, -reach, reach, reach)
        room = over if to_scene is not None else cell.in_scene(over)
        layer.picture(
            f"light {seat}",
            (reach, m),
            room,
            lambda p: paint_seat_light(p, room, reach, theme, m),
            Z_CLOTH - 0.5,
            to_scene,
        )
    if not place.mat.isEmpty():
        mat = place.mat if to_scene is not None else cell.in_scene(place.mat)
        layer.picture(f"mat {seat}", m, mat, lambda p: paint_seat_mat(p, mat, theme, m), Z_CLOTH - 0.6, to_scene)
    if hand is not None and not cell.stations:
        layer.mark("zone", (hand,), cell.in_scene(cell.fan))
        if place.lit:
            inner = cell.fan.adjusted(m.ring, m.ring, -m.ring, -m.ring)
            layer.picture(
                f"lit {seat}",
                m,
                cell.fan,
                lambda p: paint_stitched_outline(p, inner, theme, m, m.radius_l, lit=True),
                Z_CLOTH,
                cell.to_scene,
            )
    if place.front is not None and not cell.figure.isEmpty():
        shown = place.front
        figure_key = (cell, m, shown, len(place.actors) > 1, place.notes, place.marks, place.now)
        layer.part(f"figure {seat}", figure_key, partial(_put_figure, layer, place, shown))
    several = sum(has_summary(actor) for actor in place.actors) > 1
    front = place.front.id if place.front is not None and several else ""
    faces = dict(place.portraits)
    for pill in (
        () if cell.stations else lay_pills(place.actors, dict(place.acting), cell, m, place.ruleset, front, faces)
    ):
        layer.part(f"pill {seat} {pill.actor}", _pill_key(pill, place), partial(_put_pill, layer, pill, place))
    plate = cell.plate if to_scene is not None else cell.in_scene(cell.plate)
    layer.picture(
        f"plate {seat}",
        (look, m),
        plate,
        lambda p: paint_seat_plate(p, plate, look, hub, m, layer.dpr),
        Z_ABOVE_CARDS + 1,
        to_scene,
    )
    layer.mark("seat", (seat,), cell.in_scene(cell.plate), place.name)
    if look.eye:
        words = table_text("seat.look", name=place.called, key=str(place.number))
        layer.mark("eye", (seat,), cell.in_scene(eye_rect(cell.plate)), words)
    if look.order:
        words = table_text("seat.order", name=place.called)
        layer.mark("order", (seat,), cell.in_scene(order_rect(cell.plate, eye=look.eye)), words, words)


def _pill_key(pill: CharacterPill, place: _SeatState) -> tuple[object, ...]:
    """Return all that decides the look, the place and the texts of a plaque."""
    whose = tuple(actor for actor in place.actors if actor.id == pill.actor) if pill.actor else place.actors
    return pill, place.cell, place.lengths, place.ruleset, whose, (pill.actor, UNSEEN_STATE) in place.acting


def _put_pill(layer: PictureLayer, pill: CharacterPill, place: _SeatState) -> None:
    cell, m = place.cell, place.lengths
    to_scene = cell.to_scene if cell.turn else None
    rect = pill.rect if to_scene is not None else cell.in_scene(pill.rect)
    drawn = replace(pill, rect=rect)
    key = (replace(pill, rect=QRectF()), m)
    layer.picture(
        f"pill {cell.seat} {pill.actor}",
        key,
        rect.adjusted(-2, -2, 2, 2),
        lambda p: paint_pill(p, drawn, layer.hub, m, layer.dpr),
        Z_ABOVE_CARDS,
        to_scene,
    )
    where = cell.in_scene(pill.rect)
    if pill.actor:
        actor = next(a for a in place.actors if a.id == pill.actor)
        kept = (table_text("unseen"),) if (actor.id, UNSEEN_STATE) in place.acting else ()
        words = (actor.name, *brief_state(actor).words, *condition_texts(actor, place.ruleset), *kept)
        layer.mark("actor", (pill.actor,), where, ", ".join(words))
    else:
        names = [actor.name[:80] for actor in place.actors]
        layer.mark("crowd", (cell.seat,), where, ", ".join(names[:40]), table_text("spoken.crowd", count=pill.more))


def _put_figure(layer: PictureLayer, place: _SeatState, actor: Actor) -> None:
    """Put a character's numbers and body on the cloth, with a region for each box."""
    cell, m, notes = place.cell, place.lengths, place.notes
    many = len(place.actors) > 1
    marks, room = dict(place.marks), cell.figure.united(cell.numbers) if not cell.numbers.isEmpty() else cell.figure
    figure = lay_summary(
        actor,
        cell.figure,
        m,
        named=many,
        notes=notes,
        marks=marks,
        numbers=cell.numbers,
        now=place.now,
        sets_numbers=place.sets_numbers,
    )
    key = (actor.name, _body_key(actor), many, notes, place.marks, place.now, m)
    area = room.adjusted(-m.pad_m, -m.pad_xs, m.pad_m, m.pad_xs)  # crosshairs may reach out a little
    # Numbers change at every turn; a body is the slowest thing to draw, and seldom changes.
    layer.picture(
        f"figure {cell.seat}",
        (*key, tuple(actor.tracks), figure.head, tuple(callout.rect for callout in figure.callouts)),
        area,
        lambda p: paint_summary_body(p, figure, layer.hub.theme, m, layer.hub, layer.dpr),
        Z_CLOTH + 1,
        cell.to_scene,
    )
    layer.picture(
        f"numbers {cell.seat}",
        (tuple(one for one in figure.elements if not one.drawn), m),
        _bounds(figure, area),
        lambda p: paint_summary_numbers(p, figure, layer.hub.theme, m),
        Z_CLOTH + 1,
        cell.to_scene,
    )
    if figure.title:
        layer.tips.append((cell.in_scene(figure.head), figure.title))
    for rect, note in figure.notes:
        layer.tips.append((cell.in_scene(rect), note))
    words_of = {(element.kind, element.name): summary_element_text(actor, element) for element in figure.elements}
    for element in figure.elements:
        words = words_of[element.kind, element.name]
        layer.mark(
            "element",
            (actor.id, element.kind, element.name),
            cell.in_scene(element.rect),
            "" if element.drawn else words,
            words,
        )
        for box in element.boxes:
            layer.mark("setting", (actor.id, element.kind, element.name, box.value), cell.in_scene(box.rect))
        if not element.drawn and element.kind == "location" and not element.label.isEmpty():
            names = (actor.id, element.kind, element.name)
            layer.mark("region", names, cell.in_scene(element.label), words, words)
    _mark_regions(layer, actor, figure, cell, words_of)


def _bounds(figure: CharacterSummary, area: QRectF) -> QRectF:
    """Return the room of the boxes, because empty parts of a picture take memory too."""
    rects = [
        r
        for element in figure.elements
        if not element.drawn
        for r in (element.rect, *(box.rect for box in element.boxes))
    ]
    return reduce(QRectF.united, rects).adjusted(-4, -4, 4, 4).intersected(area) if rects else QRectF()


def _mark_regions(
    layer: PictureLayer, actor: Actor, figure: CharacterSummary, cell: SeatCell, words: Mapping[tuple[str, str], str]
) -> None:
    """Add the regions of a drawn body, extended to their surroundings where nothing else is."""
    for callout in figure.callouts:
        names = (actor.id, "location", callout.name)
        layer.mark("region", names, cell.in_scene(callout.rect), text=words["location", callout.name])
    if figure.body is None:
        return
    for near in (True, False):
        for part in figure.body.parts:
            shape = cell.to_scene.map(part.near if near else part.shape)
            names = (actor.id, "location", part.name)
            layer.mark("region", names, shape.boundingRect(), text=words["location", part.name], shape=shape)


def _body_key(actor: Actor) -> tuple[object, ...]:
    return tuple(actor.body.locations.items()) if actor.body is not None else ()
