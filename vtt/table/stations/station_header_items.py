"""The header of a station between slots and hand: portrait, name, bodies and tokens; and marks on its cards."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF

from engine.messages.texts import say
from engine.presentation.activity_view import SideView
from engine.presentation.stations import BodyView, StationToken
from vtt.shared.portraits.portrait_medallion import MedallionLook, initials_of, paint_medallion
from vtt.shared.screen_names import clean_name, first_names, table_text
from vtt.table.items.card_layout import Z_OVER_HAND, station_loose_spots
from vtt.table.items.picture_layer import Z_ABOVE_CARDS, Z_CLOTH, PictureLayer
from vtt.table.stations.station_header_layout import StationHeaderPlan, lay_station_header
from vtt.table.stations.station_look import StationBrush, StationState
from vtt.table.stations.station_painting import (
    BodyTileLook,
    TokenLook,
    body_tile_need,
    card_token_lines,
    lay_tokens,
    paint_body_tile,
    paint_station_line,
    paint_token,
    tokens_that_fit,
    tokens_width,
)


def put_station_header(layer: PictureLayer, place: StationState, brush: StationBrush) -> None:
    """Put a station's name, bodies and tokens on the cloth, except those of single cards."""
    m, station = place.lengths, place.station
    name = clean_name(place.actor.name, 60) if place.actor is not None else station.actor
    alone = len(station.bodies) == 1
    whole_names = {body.id: clean_name(body.name, 60) for body in station.bodies}
    names, known_by = _short_names([*whole_names.values()]), first_names(whole_names)
    looks = tuple(
        _look_of(body, side, called, first=known_by.get(body.id, ""), chosen=body.id in place.chosen, alone=alone)
        for body, side, called in zip(station.bodies, place.sides, names, strict=True)
    )
    tokens, tooltips = _pending(place)
    head = lay_station_header(place.plan, name, [body_tile_need(look, m) for look in looks], tokens_width(tokens, m), m)
    _put_portrait(layer, place, brush, place.plan.portrait, name)
    if not alone:
        _put_name(layer, place, brush, head, name)
    for rect, body, side, look in zip(head.bodies, station.bodies, place.sides, looks, strict=True):
        layer.picture(
            f"{brush.name} body {body.id}",
            (look, m),
            rect.adjusted(-2, -2, 2, 2),
            partial(paint_body_tile, rect=rect, look=look, hub=layer.hub, m=m, dpr=layer.dpr),
            Z_CLOTH + 2,
            brush.way,
        )
        lines = body_tile_lines(body, side)
        brush.mark("body", (body.id, station.actor, body.track), rect, "\n".join(lines), ". ".join(lines))
    rects = lay_tokens(tokens, head.tokens, m)
    for number, (token, words, (rect, label)) in enumerate(zip(tokens, tooltips, rects, strict=True)):
        _put_token(layer, place, brush, str(number), rect, token, label, words)


def _pending(place: StationState) -> tuple[tuple[TokenLook, ...], tuple[str, ...]]:
    """Return a character's pending tokens with their tooltips: first the cost of its own plan."""
    station = place.station
    own = [token for token in station.tokens if not token.place]
    looks = [TokenLook(token.sign, say(token.label)) for token in own]
    tooltips = [say(token.told) for token in own]
    if station.ready:
        looks.insert(0, TokenLook("lock", ""))
        tooltips.insert(0, table_text("ready"))
    if station.budget is not None:
        budget = station.budget
        least = say(budget.least) if budget.least is not None else ""
        warns = budget.short or bool(budget.warnings)
        looks.insert(0, TokenLook("note", say(budget.brief), warns, least))
        tooltips.insert(0, "\n".join(say(words) for words in (budget.words, *budget.warnings)))
    return tuple(looks), tuple(tooltips)


def _put_portrait(layer: PictureLayer, place: StationState, brush: StationBrush, room: QRectF, name: str) -> None:
    m, theme = place.lengths, layer.hub.theme
    look = MedallionLook(initials_of(name), place.seat, place.portrait)
    layer.picture(
        f"{brush.name} portrait",
        (look, m, theme.portrait_frame),
        room,
        lambda p: paint_medallion(p, room, look, theme, m),
        Z_CLOTH + 3,
        brush.way,
    )
    brush.mark("actor", (place.station.actor,), room, name)


def _put_name(
    layer: PictureLayer, place: StationState, brush: StationBrush, head: StationHeaderPlan, name: str
) -> None:
    m, theme, room = place.lengths, layer.hub.theme, head.name
    layer.picture(
        f"{brush.name} name",
        (name, m),
        room,
        lambda p: paint_station_line(p, room, name, theme, m, strong=True),
        Z_CLOTH + 1,
        brush.way,
    )
    brush.mark("actor", (place.station.actor,), room, name)


def _short_names(names: list[str]) -> list[str]:
    """Return the names of bodies without the words that all begin with: `Rat 1` and `Rat 2` are 1 and 2."""
    words = [name.split(" ") for name in names]
    while len(words) > 1 and all(len(each) > 1 and each[0] == words[0][0] for each in words):
        words = [each[1:] for each in words]
    return [" ".join(each) for each in words]


def _look_of(
    body: BodyView, side: SideView | None, called: str, *, first: str, chosen: bool, alone: bool
) -> BodyTileLook:
    aim = "chosen" if chosen else side.aim if side is not None else ""
    harm = f"−{side.total}" if side is not None and side.total is not None else ""
    ally = side is not None and side.figures.get("ally") is True
    return BodyTileLook(called, body.value, body.most, body.state, aim, harm, ally=ally, alone=alone, first=first)


def body_tile_lines(body: BodyView, side: SideView | None) -> tuple[str, ...]:
    """Return the lines about a body: its Health, and what the card in play would do to it and why."""
    lines = [clean_name(body.name)]
    if body.value is not None:
        key = "body.health" if body.most is None else "body.health_of"
        lines.append(table_text(key, value=body.value, most=body.most or 0))
    if body.state:
        lines.append(table_text(f"body.{body.state}"))
    if side is not None:
        if side.aim:
            lines.append(table_text(f"aim.{side.aim}"))
        if side.verdict is not None:
            lines.append(say(side.verdict))
        lines += [say(reason) for reason in side.reasons]
        if side.total is not None:
            key = "aim.fells" if side.figures.get("fells") else "aim.total"
            lines.append(table_text(key, total=side.total, left=str(side.figures.get("after", ""))))
    return tuple(lines)


def put_card_tokens(layer: PictureLayer, place: StationState, brush: StationBrush) -> None:
    """Put the tokens of single cards on these cards."""
    m, station, plan = place.lengths, place.station, place.plan
    at: dict[str, list[StationToken]] = {}
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
            high = min(m.font_small * 1.6, max(room.height() * 0.3, m.least_line * 1.1))
            if room.isEmpty():
                continue
            look = TokenLook(token.sign, say(token.label))
            label = tokens_that_fit(look.label, room.width(), m)
            is_held = card.startswith(f"{station.hand}#")
            lines = card_token_lines(look.label, room.width(), m) if is_held and room.height() > high * 4 else ()
            if label != look.label and lines:  # on a card with much room below its text the words are in full
                look, label = TokenLook("", look.label), "\n".join(lines)
                high *= len(lines)
            rect = QRectF(room.left(), room.bottom() - high * (number + 1), room.width(), high)
            z = Z_OVER_HAND if is_held else Z_ABOVE_CARDS
            _put_token(layer, place, brush, f"{card} {number}", rect, look, label, say(token.told), z)


def _borne(place: StationState, card: str) -> QRectF:
    """Return the room of a lasting card, of one played beside the row, or of the free part of one in hand."""
    zone, _, index = card.rpartition("#")
    if zone == place.plan.hand[0]:
        if int(index) >= len(place.hand_spots):
            return QRectF()
        spot = place.hand_spots[int(index)]
        room = spot.box()
        beyond = [other.box().left() for other in place.hand_spots if other.x > spot.x]
        room.setRight(min([room.right(), *(left - 1 for left in beyond)]))
        return room
    loose = [c.place for c in place.station.cards if not c.first]
    loose += [f"{place.station.field}#{number}" for number in range(place.counts[-1])]
    spots = station_loose_spots(place.plan, len(loose))
    return spots[loose.index(card)].box() if card in loose and len(spots) == len(loose) else QRectF()


def _put_token(
    layer: PictureLayer,
    place: StationState,
    brush: StationBrush,
    name: str,
    rect: QRectF,
    look: TokenLook,
    label: str,
    told: str,
    z: float = Z_ABOVE_CARDS,
) -> None:
    m = place.lengths
    layer.picture(
        f"{brush.name} token {name}",
        (look, label, m),
        rect.adjusted(-1, -1, 1, 1),
        partial(paint_token, rect=rect, look=look, label=label, hub=layer.hub, m=m, dpr=layer.dpr),
        z,
        brush.way,
    )
    spoken = told.replace("\n", ". ")
    brush.mark("words", (f"{brush.name} token {name}",), rect, told, spoken)
