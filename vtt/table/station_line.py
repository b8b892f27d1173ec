"""The line of a place between its slots and its hand: portrait, name, bodies, tokens; and what lies on its cards."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF

from engine.play.sight import SideView
from engine.play.stations import BodyView, Token
from engine.play.words import say
from vtt.table.canvas import Z_ABOVE_CARDS, Z_CLOTH, Canvas
from vtt.table.lying import hand_spots, loose_spots
from vtt.table.medallion import MedallionLook, initials_of, paint_medallion
from vtt.table.naming import clean, tell
from vtt.table.station_art import (
    BodyLook,
    TokenLook,
    fitting,
    lay_tokens,
    need_of_tile,
    paint_body_tile,
    paint_line,
    paint_token,
    tokens_width,
)
from vtt.table.station_heads import HeadPlan, lay_head
from vtt.table.station_place import Brush, StationPlace


def put_line(canvas: Canvas, place: StationPlace, brush: Brush) -> None:
    """Put on the cloth who stands there, how they are, and what is pending for them."""
    m, station = place.lengths, place.station
    name = clean(place.actor.name, 60) if place.actor is not None else station.actor
    alone = len(station.bodies) == 1
    names = _short_names(station.bodies)
    looks = tuple(
        _look_of(body, side, called, chosen=body.id in place.chosen, alone=alone)
        for body, side, called in zip(station.bodies, place.sides, names, strict=True)
    )
    tokens, told = _pending(place)
    head = lay_head(place.plan, name, [need_of_tile(look, m) for look in looks], tokens_width(tokens, m), m)
    _put_portrait(canvas, place, brush, place.plan.portrait, name)
    if not alone:
        _put_name(canvas, place, brush, head, name)
    for rect, body, side, look in zip(head.bodies, station.bodies, place.sides, looks, strict=True):
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
    rects = lay_tokens(tokens, head.tokens, m)
    for number, (token, words, (rect, label)) in enumerate(zip(tokens, told, rects, strict=True)):
        _put_token(canvas, place, brush, str(number), rect, token, label, words)
    _put_on_cards(canvas, place, brush)


def _pending(place: StationPlace) -> tuple[tuple[TokenLook, ...], tuple[str, ...]]:
    """Return what is pending for somebody, with what is told of it: first what their own plan costs."""
    station = place.station
    own = [token for token in station.tokens if not token.place]
    looks = [TokenLook(token.sign, say(token.label)) for token in own]
    told = [say(token.told) for token in own]
    if station.ready:
        looks.insert(0, TokenLook("lock", ""))
        told.insert(0, tell("ready"))
    if station.budget is not None:
        budget = station.budget
        least = say(budget.least) if budget.least is not None else ""
        warns = budget.short or bool(budget.warnings)
        looks.insert(0, TokenLook("note", say(budget.brief), warns, least))
        told.insert(0, "\n".join(say(words) for words in (budget.words, *budget.warnings)))
    return tuple(looks), tuple(told)


def _put_portrait(canvas: Canvas, place: StationPlace, brush: Brush, room: QRectF, name: str) -> None:
    m, theme = place.lengths, canvas.hub.theme
    look = MedallionLook(initials_of(name), place.seat, place.portrait)
    canvas.picture(
        f"{brush.name} portrait",
        (look, m),
        room,
        lambda p: paint_medallion(p, room, look, theme, m),
        Z_CLOTH + 3,
        brush.way,
    )
    brush.mark("actor", (place.station.actor,), room, name)


def _put_name(canvas: Canvas, place: StationPlace, brush: Brush, head: HeadPlan, name: str) -> None:
    m, theme, room = place.lengths, canvas.hub.theme, head.name
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


def _look_of(body: BodyView, side: SideView | None, called: str, *, chosen: bool, alone: bool) -> BodyLook:
    aim = "chosen" if chosen else side.aim if side is not None else ""
    harm = f"−{side.total}" if side is not None and side.total is not None else ""
    ally = side is not None and side.figures.get("ally") is True
    return BodyLook(called, body.value, body.most, body.state, aim, harm, ally=ally, alone=alone)


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


def _put_on_cards(canvas: Canvas, place: StationPlace, brush: Brush) -> None:
    """Put what is pending for single cards where these lie."""
    m, station, plan = place.lengths, place.station, place.plan
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
            label = fitting(look.label, rect.width(), m)
            _put_token(canvas, place, brush, f"{card} {number}", rect, look, label, say(token.told))


def _borne(place: StationPlace, card: str) -> QRectF:
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
    place: StationPlace,
    brush: Brush,
    name: str,
    rect: QRectF,
    look: TokenLook,
    label: str,
    told: str,
) -> None:
    m = place.lengths
    canvas.picture(
        f"{brush.name} token {name}",
        (look, label, m),
        rect.adjusted(-1, -1, 1, 1),
        partial(paint_token, rect=rect, look=look, label=label, hub=canvas.hub, m=m, dpr=canvas.dpr),
        Z_ABOVE_CARDS,
        brush.way,
    )
    spoken = told.replace("\n", ". ")
    brush.mark("words", (f"{brush.name} token {name}",), rect, told, spoken)
