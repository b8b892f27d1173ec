"""Stations on the cloth: slots, bodies, numbers, tokens and piles of each character."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QRectF

from engine.messages.texts import say
from engine.model.seats import Actor
from engine.presentation.visibility import VisibleTable
from vtt.shared.screen_names import name_of_zone, table_text, word_for
from vtt.shared.table_queries import kind_of_zone, place_of_card_in_play, sides_by_body
from vtt.table.display_state import DisplayState
from vtt.table.items.card_layout import SpotsByIndex
from vtt.table.items.picture_layer import Z_ABOVE_CARDS, Z_CLOTH, PictureLayer
from vtt.table.layout.station_layout import is_too_narrow_to_set
from vtt.table.layout.table_plan import SeatCell, TablePlan, ZoneBox
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.table.painting.pile_painting import PileLook, paint_pile
from vtt.table.seats.character_summary import summary_element_text
from vtt.table.seats.character_summary_layout import lay_summary
from vtt.table.seats.character_summary_painting import paint_summary
from vtt.table.stations.station_header_items import put_card_tokens, put_station_header
from vtt.table.stations.station_look import StationBrush, StationState
from vtt.table.stations.station_painting import (
    over_tag,
    paint_slot_place,
    paint_slot_tag,
    paint_span,
    paint_station_line,
    paint_station_panel,
    paint_struck_slot,
    slot_tag,
    station_line_fits,
)

_WIDEST = 88


def put_stations(
    layer: PictureLayer,
    view: VisibleTable,
    placement: ZonePlacement,
    plan: TablePlan,
    cell: SeatCell,
    display_state: DisplayState,
    spots: Mapping[str, SpotsByIndex],
) -> None:
    """Put the stations of a seat's characters on the cloth, unless nothing about them has changed.

    Args:
        layer: what they are drawn on.
        view: what the viewer may know.
        placement: where zones belong.
        plan: the layout of the table.
        cell: the place of the seat.
        display_state: how the table is shown.
        spots: the spots of all visible cards in the scene, by zone.
    """
    sides = sides_by_body(view)
    stage = place_of_card_in_play(view)
    all_plans = [rooms for each in plan.cells for rooms in each.stations]
    bars = min((rooms.bars.width() for rooms in all_plans if not rooms.bars.isEmpty()), default=0.0)
    narrow = is_too_narrow_to_set(all_plans, plan.lengths)
    for station, rooms in zip(placement.stations.get(cell.seat, ()), cell.stations, strict=True):
        zones = view.zones
        counted = (station.hand, *station.piles, station.field)
        covered = (c for c in station.cards if c.first and (c.zone, c.index) != stage)
        has_tokens = any(token.place.startswith(f"{station.hand}#") for token in station.tokens)
        held = sorted(spots.get(station.hand, {}).items()) if has_tokens else ()
        place = StationState(
            cell=cell,
            plan=rooms,
            lengths=plan.lengths,
            station=station,
            actor=view.actors.get(station.actor),
            seat=list(view.seats).index(cell.seat),
            portrait=display_state.portraits.get(station.actor),
            lit=display_state.lit & station.zones,
            sides=tuple(sides.get(body.id) for body in station.bodies),
            chosen=tuple(body.id for body in station.bodies if body.id in display_state.chosen),
            counts=tuple(zones[zone].count if zone in zones else 0 for zone in counted),
            hand_spots=tuple(spot.turned(cell.to_scene.inverted()[0], -cell.turn) for _, spot in held),
            open_piles=tuple(zone in zones and bool(zones[zone].cards) for zone in station.piles),
            taken=frozenset(n for c in covered for n in range(c.first, max(c.first, c.last) + 1)),
            narrow=narrow,
            bars=bars,
            sets_numbers=display_state.sets_numbers,
            is_looked_at=station.actor in display_state.stations,
        )
        layer.part(f"station {station.actor}", (place,), partial(_put, layer, view, place))


def _put(layer: PictureLayer, view: VisibleTable, place: StationState) -> None:
    brush, m, theme = StationBrush(layer, place), place.lengths, layer.hub.theme
    station, plan = place.station, place.plan
    acts = any(body.state == "acts" for body in station.bodies)
    area = plan.area
    common = (place.cell, plan, m, tuple(body.id for body in station.bodies), place.is_looked_at)

    def put_panel() -> None:
        layer.picture(
            f"{brush.name} panel",
            (acts, m),
            area.adjusted(-2, -2, 2, 2),
            lambda p: paint_station_panel(p, area, theme, m, acts=acts),
            Z_CLOTH - 0.8,
            brush.way,
        )

    layer.part(f"{brush.name} panel", (acts,), put_panel, place=common)
    name = place.actor.name if place.actor is not None else ""
    row_key = (name, place.lit, station, place.counts, place.open_piles, place.taken)

    def put_row() -> None:
        _put_zones(layer, view, place, brush)
        _put_slots(layer, place, brush)

    layer.part(f"{brush.name} row", row_key, put_row, place=common)
    # A step changes slots and cards far more often than bodies, tokens and numbers, which take longer to lay out.
    bodies = (place.actor, station.bodies)
    tokens = tuple(token for token in station.tokens if not token.place)
    header_key = (*bodies, place.seat, place.portrait, place.sides, place.chosen, tokens, station.ready, station.budget)
    header = partial(put_station_header, layer, place, brush)
    layer.part(f"{brush.name} header", header_key, header, place=common)
    put_card_tokens(layer, place, brush)
    can_set = place.narrow, place.sets_numbers
    numbers_key = (*bodies, place.counts[0], station.hand, station.bars, place.bars, can_set)
    layer.part(f"{brush.name} numbers", numbers_key, lambda: _put_numbers(layer, place, brush), place=common)


def _put_zones(layer: PictureLayer, view: VisibleTable, place: StationState, brush: StationBrush) -> None:
    m, theme, plan = place.lengths, layer.hub.theme, place.plan
    beside = place.station.beside
    for zone, others, room in ((plan.hand[0], (), plan.hand[1]), (plan.field[0], (beside,), plan.field[1])):
        if zone in view.zones and room.width() > 4:
            brush.mark("zone", (zone, *(other for other in others if other)), room)
            if zone in place.lit or (beside in others and beside in place.lit):
                box = ZoneBox(room, room, QRectF(), QRectF())
                look = PileLook("", 0, thick=False, lit=True)
                layer.picture(
                    f"{brush.name} lit {zone}",
                    (look, m),
                    room.adjusted(-4, -4, 4, 4),
                    partial(paint_pile, box=box, look=look, theme=theme, m=m),
                    Z_CLOTH,
                    brush.way,
                )
    for number, (zone, cards, foot) in enumerate(plan.piles):
        if zone not in view.zones:
            continue
        count = place.counts[number + 1]
        box = ZoneBox(cards.united(foot), cards, QRectF(), foot)
        label = word_for(kind_of_zone(zone), "table.pile", ruleset=view.ruleset)
        if foot.width() < m.font_small * 5:  # a cut name is worth less than the count
            label = ""
        look = PileLook(label, count, thick=True, lit=zone in place.lit, face_up=place.open_piles[number])
        room = box.area.adjusted(-m.pad_m, -m.pad_m, m.pad_m, m.pad_xs)
        layer.picture(
            f"{brush.name} pile {zone}",
            (look, m),
            room,
            partial(paint_pile, box=box, look=look, theme=theme, m=m),
            Z_CLOTH,
            brush.way,
        )
        brush.mark("zone", (zone,), box.area, table_text("spoken.pile", zone=name_of_zone(view, zone), count=count))


def _put_slots(layer: PictureLayer, place: StationState, brush: StationBrush) -> None:
    m, theme, plan, station = place.lengths, layer.hub.theme, place.plan, place.station
    zone, whole = plan.row
    if not plan.slots:
        return
    brush.mark("zone", tuple(filter(None, (zone, station.beside))), whole)
    own = len(plan.slots) - plan.over
    for card in station.cards:
        room = plan.room_of(card)
        if card.last > card.first and card.first in place.taken:
            layer.picture(
                f"{brush.name} span {card.first}",
                (m,),
                room,
                partial(paint_span, room=room, theme=theme, m=m),
                Z_CLOTH + 0.5,
                brush.way,
            )
    for number, slot in enumerate(plan.slots, 1):
        state = station.slots[number - 1] if number <= len(station.slots) else "next"
        label = str(number) if number <= own else table_text("slot.next")
        lit = zone in place.lit and state != "struck"
        if number not in place.taken:
            layer.picture(
                f"{brush.name} slot {number}",
                (label, state, lit, m),
                slot.adjusted(-4, -4, 4, 4),
                partial(
                    paint_slot_place, slot=slot, number=label, state=state, hub=layer.hub, m=m, dpr=layer.dpr, lit=lit
                ),
                Z_CLOTH,
                brush.way,
                alike=f"slot {label} {state} {lit}",
            )
        else:
            tag = slot_tag(slot, m) if number <= own else over_tag(slot, m)
            layer.picture(
                f"{brush.name} tag {number}",
                (label, state, m),
                tag.adjusted(-2, -2, 2, 2),
                partial(paint_slot_tag, tag=tag, number=label, state=state, theme=theme, m=m),
                Z_ABOVE_CARDS,
                brush.way,
            )
            if state == "struck":
                layer.picture(
                    f"{brush.name} struck {number}",
                    (m,),
                    slot,
                    partial(paint_struck_slot, slot=slot, theme=theme, m=m),
                    Z_ABOVE_CARDS,
                    brush.way,
                )
        words = table_text(f"slot.{state}", number=number)
        brush.mark("slot", (zone, str(number)), slot, words, words)


def _put_numbers(layer: PictureLayer, place: StationState, brush: StationBrush) -> None:
    """Put a character's numbers on the cloth: first those that can be edited, then the calculated ones."""
    m, theme, station = place.lengths, layer.hub.theme, place.station
    if place.plan.bars.isEmpty() or place.actor is None:
        return
    narrow = place.narrow  # then they are edited in the record, or by a right click on the body
    names = [body.track for body in station.bodies if len(station.bodies) == 1]
    names += [bar.track for bar in station.bars if bar.track]
    tracks = {name: place.actor.tracks[name] for name in names if name in place.actor.tracks and not narrow}
    reckoned = [bar for bar in station.bars if narrow or not bar.track]
    numbers = [(say(bar.label), bar.value) for bar in reckoned]
    numbers += [(table_text("bar_hand"), place.counts[0])] if station.hand else []
    words = [table_text("bar", what=what, value=value) for what, value in numbers]
    widest = (table_text("bar", what=what, value=_WIDEST) for what, _ in numbers)
    if not all(station_line_fits(word, place.bars - m.pad_xs, m) for word in widest):
        words = [
            table_text("bar_brief", what=what, value=value) for what, value in numbers
        ]  # the number is never cut off
    line = min(m.font_small * 1.8, place.plan.bars.height() / max(1, len(tracks) + len(words)))
    room = QRectF(place.plan.bars)
    high = line * len(tracks)
    top = room.center().y() - line * (len(tracks) + len(words)) / 2
    actor = without_tracks(place.actor, tracks)
    upper = QRectF(room.left(), top, room.width(), high + 1)
    figure = lay_summary(actor, upper, m, named=False, sets_numbers=place.sets_numbers)
    layer.picture(
        f"{brush.name} numbers",
        (tuple(tracks.items()), m, place.sets_numbers),
        upper.adjusted(-m.pad_xs, -m.pad_xs, m.pad_xs, m.pad_xs),
        lambda p: paint_summary(p, figure, theme, m),
        Z_CLOTH + 1,
        brush.way,
    )
    for element in figure.elements:
        text = summary_element_text(actor, element)
        brush.mark("element", (actor.id, element.kind, element.name), element.rect, text, text)
        for box in element.boxes:
            brush.mark("setting", (actor.id, element.kind, element.name, box.value), box.rect)
    for number, word in enumerate(words):
        where = QRectF(room.left() + m.pad_xs, upper.bottom() + number * line, room.width(), line)
        layer.picture(
            f"{brush.name} line {number}",
            (word, m),
            where,
            partial(paint_station_line, rect=where, words=word, theme=theme, m=m, strong=True),
            Z_CLOTH + 1,
            brush.way,
        )
    for number, bar in enumerate(reckoned):
        where = QRectF(room.left(), upper.bottom() + number * line, room.width(), line)
        whole = table_text("bar", what=say(bar.label), value=bar.value)
        lines = list(dict.fromkeys((whole, *(say(reason) for reason in bar.reasons))))  # one may be the only reason
        brush.mark("words", (f"{brush.name} bar {number}",), where, "\n".join(lines), ". ".join(lines))


def without_tracks(actor: Actor, tracks: Mapping[str, object]) -> Actor:
    """Return a character with only these numbers, and no body."""
    return Actor(
        id=actor.id, name=actor.name, seat=actor.seat, tracks={n: t for n, t in actor.tracks.items() if n in tracks}
    )
