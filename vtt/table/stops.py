"""Where the keyboard and a screen reader stop: cards, piles, lanes, seats, characters, chips; with their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF

from engine.table.seats import Actor, Role
from vtt.table.bags import bag_words, stack_words
from vtt.table.fan import Spot
from vtt.table.figure import figures_of, gauge_of
from vtt.table.naming import clean, isolated, name_of_seat, spoken_actor, spoken_pile, spoken_place, tell
from vtt.table.places import held_by, seats_waited_for
from vtt.table.scene import TableScene
from vtt.table.tray import lay_lane, look_of_lane
from vtt.table.tray_fittings import lane_words


class StopKind(StrEnum):
    """What one stops at."""

    CARD = "card"
    ZONE = "zone"
    SEAT = "seat"
    ACTOR = "actor"
    CROWD = "crowd"
    CHIPS = "chips"
    ELEMENT = "element"
    CLOCK = "clock"
    WORDS = "words"
    SLOT = "slot"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop.

    Attributes:
        kind: what it is.
        ref: a zone, a seat, a character or a bag of chips.
        index: the card's place in its zone; the number of a slot in its row, of a stack in its bag, or of a number
            beside its character.
        rect: where it is in the scene.
        name: what a screen reader says; never more than is shown.
        spot: how a card lies there.
        names: for chips the bag and the colour, for a number whose it is, its kind and its name, for a body whose.
    """

    kind: StopKind
    ref: str
    index: int
    rect: QRectF
    name: str
    spot: Spot | None = None
    names: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[StopKind, str, int]:
        """What stays the same when it moves."""
        return (self.kind, self.ref, self.index)


def stops_of(scene: TableScene) -> tuple[Stop, ...]:
    """Return every stop, zone by zone and seat by seat. While a pile is spread, only its cards."""
    if scene.showing.opened:
        return tuple(_cards(scene, scene.showing.opened))
    view, places = scene.view, scene.places
    stops: list[Stop] = []
    hot = {(spot.kind, name): spot.rect for spot in scene.fittings.hot for name in spot.names}
    waited = seats_waited_for(view)
    for seat in places.seats:
        if ("seat", seat.id) not in hot:
            continue
        hand = places.hands.get(seat.id)
        count = view.zones[hand].count if hand else 0
        hands = held_by(view, places, seat.id)
        kind = "spoken.seat_gm" if seat.role is Role.GM else "spoken.seat"
        held = sum(view.zones[zone].count for zone in hands)
        words = tell(kind if hands else f"{kind}_bare", name=name_of_seat(view, seat.id), count=held)
        if seat.id in waited:
            words = tell("spoken.seat_waited", seat=words)
        stops.append(Stop(StopKind.SEAT, seat.id, 0, hot["seat", seat.id], words))
        if hand and seat.id not in places.stations:
            stops += _cards(scene, hand)
            if not count:
                stops.append(Stop(StopKind.ZONE, hand, 0, hot["zone", hand], spoken_pile(view, view.zones[hand])))
        stops += [
            Stop(StopKind.ACTOR, a.id, 0, hot["actor", a.id], spoken_actor(view, a, _brief(scene, a)))
            for a in view.actors.values()
            if a.seat == seat.id and ("actor", a.id) in hot
        ]
        stops += _placed(scene, seat.id, hot)
        for zone in places.beside.get(seat.id, ()):
            stops.append(Stop(StopKind.ZONE, zone, 0, hot["zone", zone], spoken_pile(view, view.zones[zone])))
    for zone in places.left + places.others + places.right:
        stops.append(Stop(StopKind.ZONE, zone, 0, hot["zone", zone], spoken_pile(view, view.zones[zone])))
        if zone in places.others:
            stops += _cards(scene, zone)
    for lane, box in zip(places.lanes, scene.plan.lanes, strict=True):
        if not lane.zones:
            continue
        spots, slots = lay_lane(view, lane, box)
        words = lane_words(look_of_lane(view, lane, spots, slots, lit=False))
        stops.append(Stop(StopKind.ZONE, lane.zones[0], 0, box.area, words))
        for zone in lane.zones:
            stops += _cards(scene, zone)
    return (*_with_owners(scene, stops), *_chips(scene), *_with_owners(scene, _others(scene)))


def _with_owners(scene: TableScene, stops: Sequence[Stop]) -> Iterator[Stop]:
    """Yield stops, each that lies at a character's place with whose it is, where its name does not begin with that."""
    view = scene.view
    placed = [station for seat in scene.places.stations.values() for station in seat]
    of_zone = {zone: station.actor for station in placed for zone in station.zones - {station.hand}}
    of_body = {body.id: station.actor for station in placed for body in station.bodies}
    for stop in stops:
        actor = of_body.get(stop.ref, "") if stop.kind is StopKind.BODY else of_zone.get(stop.ref, "")
        if stop.kind is StopKind.WORDS:
            actor = next((s.actor for s in placed if stop.ref.startswith(f"station {s.actor} ")), "")
        owner = isolated(clean(view.actors[actor].name)) if actor in view.actors else ""
        named = not owner or stop.name.startswith(owner)
        yield stop if named else replace(stop, name=tell("spoken.owned", owner=owner, words=stop.name))


def _placed(scene: TableScene, seat: str, hot: Mapping[tuple[str, str], QRectF]) -> list[Stop]:
    """Return the stops at the places of a seat's characters: the cards, and where there are none, the place."""
    view, stops = scene.view, list[Stop]()
    for station in scene.places.stations.get(seat, ()):
        zones = dict.fromkeys((station.hand, *(card.zone for card in station.cards), station.field))
        for zone in zones:
            if zone in view.zones:
                stops += _cards(scene, zone)
        for zone in (station.hand, *station.piles):
            if ("zone", zone) in hot and (zone in station.piles or not view.zones[zone].count):
                stops.append(Stop(StopKind.ZONE, zone, 0, hot["zone", zone], spoken_pile(view, view.zones[zone])))
    return stops


def _brief(scene: TableScene, actor: Actor) -> tuple[str, ...]:
    """Return how a character is, where its plaque tells it: among several of one seat."""
    return gauge_of(actor).words if len(figures_of(scene.view, actor.seat)) > 1 else ()


def _chips(scene: TableScene) -> list[Stop]:
    """Return a stop for each stack, and one for each bag that is empty."""
    stops = []
    for place in scene.bags:
        for number, stack in enumerate(place.stacks):
            rect = stack.cell if place.cell is None else place.cell.in_scene(stack.cell)
            words = stack_words(scene.view, stack)
            picked = sum(
                item.picked for item in scene.chips.all() if (item.zone, item.colour) == (stack.bag, stack.colour)
            )
            if picked:
                words = tell("spoken.chips_picked", chips=words, count=picked)
            stops.append(Stop(StopKind.CHIPS, place.bag, number, rect, words, names=(place.bag, stack.colour)))
        if not place.stacks:
            words = bag_words(scene.view, place.bag)
            stops.append(Stop(StopKind.CHIPS, place.bag, 0, place.in_scene, words, names=(place.bag, "")))
    return stops


def _others(scene: TableScene) -> list[Stop]:
    """Return a stop for each number of a character, for the clock, and for what is only read."""
    stops: list[Stop] = []
    for hot in scene.fittings.hot:
        if hot.kind == "element":
            number = sum(s.ref == hot.names[0] for s in stops if s.kind is StopKind.ELEMENT)
            stops.append(Stop(StopKind.ELEMENT, hot.names[0], number, hot.rect, hot.text, names=hot.names))
        elif hot.kind == "slot":
            stops.append(Stop(StopKind.SLOT, hot.names[0], int(hot.names[1]), hot.rect, hot.text, names=hot.names))
        elif hot.kind == "body":
            stops.append(Stop(StopKind.BODY, hot.names[0], 0, hot.rect, hot.text, names=hot.names))
        elif hot.kind in ("clock", "words", "crowd"):
            stops.append(Stop(StopKind(hot.kind), hot.names[0], 0, hot.rect, hot.text))
    return stops


def _cards(scene: TableScene, zone: str) -> list[Stop]:
    view = scene.view
    stops = []
    for index, spot in sorted(scene.spots_of(zone).items()):
        item = scene.card(zone, index)
        words = spoken_place(view, zone, index, scene.face(zone, index))
        if item is not None and item.picked:
            words = tell("spoken.picked", card=words)
        stops.append(Stop(StopKind.CARD, zone, index, spot.box(), words, spot))
    return stops


def next_stop(stops: tuple[Stop, ...], now: Stop | None, dx: int, dy: int) -> Stop | None:
    """Return the stop that lies next in a direction: card by card along a row, else the nearest one that way."""
    if not stops:
        return None
    if now is None:
        return stops[0]
    if now.kind is StopKind.CARD and dx:
        along = [s for s in stops if s.kind is StopKind.CARD and s.ref == now.ref]
        beside = _nearest(along, now, dx, dy, narrow=True)
        if beside is not None:
            return beside
    return _nearest(stops, now, dx, dy, narrow=False) or now


def _nearest(stops: tuple[Stop, ...] | list[Stop], now: Stop, dx: int, dy: int, *, narrow: bool) -> Stop | None:
    best: tuple[float, Stop] | None = None
    here = now.rect.center()
    for stop in stops:
        if stop.key == now.key:
            continue
        way = stop.rect.center() - here
        ahead, aside = _along(way, dx, dy)
        if ahead <= 1.0 or (narrow and abs(aside) > max(now.rect.height(), now.rect.width())):
            continue
        cost = ahead + abs(aside) * (2.2 if not narrow else 0.5)
        if best is None or cost < best[0]:
            best = (cost, stop)
    return best[1] if best else None


def _along(way: QPointF, dx: int, dy: int) -> tuple[float, float]:
    return (way.x() * dx, way.y()) if dx else (way.y() * dy, way.x())
