"""The targets of keyboard focus and screen reader: cards, piles, lanes, seats, characters, chips; with their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from engine.model.seats import Actor, Role
from vtt.shared.screen_names import bidi_isolated, clean_name, name_of_seat, table_text
from vtt.shared.spoken_names import spoken_actor, spoken_card_at, spoken_pile
from vtt.table.layout.card_spread import CardSpot
from vtt.table.layout.zone_placement import held_zones
from vtt.table.painting.commit_tray_painting import lane_look, lay_tray_lane
from vtt.table.scene.chip_bag_items import chip_bag_text, chip_stack_text
from vtt.table.scene.commit_tray_items import tray_lane_text
from vtt.table.scene.table_scene import TableScene
from vtt.table.seats.character_summary import brief_state, summarised_actors

_ONE_PLACE: Final = 2.0
"""Targets whose middles are no farther apart than so many pixels are at one place."""


class FocusTargetKind(StrEnum):
    """The kind of thing that can have the keyboard focus."""

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
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class FocusTarget:
    """One thing on the table that can have the keyboard focus.

    Attributes:
        kind: what it is.
        ref: a zone, a seat, a character or a bag of chips.
        index: the card's place in its zone; the number of a slot in its row, of a stack in its bag, or of a number
            beside its character.
        rect: where it is in the scene.
        name: what a screen reader says; never more than is shown.
        spot: the spot of a card.
        names: for chips the bag and the colour; for a number the character, its kind and its name; for a body the
            character.
    """

    kind: FocusTargetKind
    ref: str
    index: int
    rect: QRectF
    name: str
    spot: CardSpot | None = None
    names: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[FocusTargetKind, str, int]:
        """The identity of the target, which stays the same when the target moves."""
        return (self.kind, self.ref, self.index)


def all_focus_targets(scene: TableScene) -> tuple[FocusTarget, ...]:
    """Return every target, zone by zone and seat by seat. While a pile is opened, only its cards."""
    if scene.display_state.opened:
        return tuple(_cards(scene, scene.display_state.opened))
    view, places = scene.view, scene.placement
    targets: list[FocusTarget] = []
    region_rects = {(spot.kind, name): spot.rect for spot in scene.static_items.regions for name in spot.names}
    waited = scene.static_items.waited
    for seat in places.seats:
        if ("seat", seat.id) not in region_rects:
            continue
        hand = places.hands.get(seat.id)
        count = view.zones[hand].count if hand else 0
        hands = held_zones(view, places, seat.id)
        kind = "spoken.seat_gm" if seat.role is Role.GM else "spoken.seat"
        held_count = sum(view.zones[zone].count for zone in hands)
        words = table_text(kind if hands else f"{kind}_bare", name=name_of_seat(view, seat.id), count=held_count)
        if seat.id in waited:
            words = table_text("spoken.seat_waited", seat=words)
        targets.append(FocusTarget(FocusTargetKind.SEAT, seat.id, 0, region_rects["seat", seat.id], words))
        if hand and seat.id not in places.stations:
            targets += _cards(scene, hand)
            if not count:
                targets.append(
                    FocusTarget(
                        FocusTargetKind.ZONE, hand, 0, region_rects["zone", hand], spoken_pile(view, view.zones[hand])
                    )
                )
        targets += [
            FocusTarget(
                FocusTargetKind.ACTOR, a.id, 0, region_rects["actor", a.id], spoken_actor(view, a, _brief(scene, a))
            )
            for a in view.actors.values()
            if a.seat == seat.id and ("actor", a.id) in region_rects
        ]
        targets += _placed(scene, seat.id, region_rects)
        for zone in places.beside.get(seat.id, ()):
            targets.append(
                FocusTarget(
                    FocusTargetKind.ZONE, zone, 0, region_rects["zone", zone], spoken_pile(view, view.zones[zone])
                )
            )
    for zone in places.left + places.others + places.right:
        targets.append(
            FocusTarget(FocusTargetKind.ZONE, zone, 0, region_rects["zone", zone], spoken_pile(view, view.zones[zone]))
        )
        if zone in places.others:
            targets += _cards(scene, zone)
    for lane, box in zip(places.lanes, scene.plan.lanes, strict=True):
        if not lane.zones:
            continue
        spots, slots = lay_tray_lane(view, lane, box)
        words = tray_lane_text(lane_look(view, lane, spots, slots, lit=False))
        targets.append(FocusTarget(FocusTargetKind.ZONE, lane.zones[0], 0, box.area, words))
        for zone in lane.zones:
            targets += _cards(scene, zone)
    return (*_with_owners(scene, targets), *_chips(scene), *_with_owners(scene, _others(scene)))


def _with_owners(scene: TableScene, targets: Sequence[FocusTarget]) -> Iterator[FocusTarget]:
    """Yield targets; one at a character's place starts with the name of that character."""
    view = scene.view
    placed = [station for seat in scene.placement.stations.values() for station in seat]
    of_zone = {zone: station.actor for station in placed for zone in station.zones - {station.hand}}
    of_body = {body.id: station.actor for station in placed for body in station.bodies}
    for target in targets:
        actor = of_body.get(target.ref, "") if target.kind is FocusTargetKind.BODY else of_zone.get(target.ref, "")
        if target.kind is FocusTargetKind.WORDS:
            actor = next((s.actor for s in placed if target.ref.startswith(f"station {s.actor} ")), "")
        owner = bidi_isolated(clean_name(view.actors[actor].name)) if actor in view.actors else ""
        named = not owner or target.name.startswith(owner)
        yield target if named else replace(target, name=table_text("spoken.owned", owner=owner, words=target.name))


def _placed(scene: TableScene, seat: str, hot: Mapping[tuple[str, str], QRectF]) -> list[FocusTarget]:
    """Return the targets at the places of a seat's characters: the cards, and the place where there are none."""
    view, targets = scene.view, list[FocusTarget]()
    for station in scene.placement.stations.get(seat, ()):
        zones = dict.fromkeys((station.hand, *(card.zone for card in station.cards), station.field))
        for zone in zones:
            if zone in view.zones:
                targets += _cards(scene, zone)
        for zone in (station.hand, *station.piles):
            if ("zone", zone) in hot and (zone in station.piles or not view.zones[zone].count):
                targets.append(
                    FocusTarget(FocusTargetKind.ZONE, zone, 0, hot["zone", zone], spoken_pile(view, view.zones[zone]))
                )
    return targets


def _brief(scene: TableScene, actor: Actor) -> tuple[str, ...]:
    """Return a character's brief state where its plaque shows one: for one of several characters of a seat."""
    return brief_state(actor).words if len(summarised_actors(scene.view, actor.seat)) > 1 else ()


def _chips(scene: TableScene) -> list[FocusTarget]:
    """Return a target for each stack, and one for each empty bag."""
    targets = []
    for place in scene.bags:
        for number, stack in enumerate(place.stacks):
            rect = stack.cell if place.cell is None else place.cell.in_scene(stack.cell)
            words = chip_stack_text(scene.view, stack)
            picked = sum(
                item.picked for item in scene.chips.all() if (item.zone, item.colour) == (stack.bag, stack.colour)
            )
            if picked:
                words = table_text("spoken.chips_picked", chips=words, count=picked)
            targets.append(
                FocusTarget(FocusTargetKind.CHIPS, place.bag, number, rect, words, names=(place.bag, stack.colour))
            )
        if not place.stacks:
            words = chip_bag_text(scene.view, place.bag)
            targets.append(
                FocusTarget(FocusTargetKind.CHIPS, place.bag, 0, place.in_scene, words, names=(place.bag, ""))
            )
    return targets


def _others(scene: TableScene) -> list[FocusTarget]:
    """Return a target for each number of a character, for the clock, and for texts that are only read."""
    targets: list[FocusTarget] = []
    for region in scene.static_items.regions:
        if region.kind == "element":
            number = sum(s.ref == region.names[0] for s in targets if s.kind is FocusTargetKind.ELEMENT)
            targets.append(
                FocusTarget(
                    FocusTargetKind.ELEMENT, region.names[0], number, region.rect, region.text, names=region.names
                )
            )
        elif region.kind == "slot":
            targets.append(
                FocusTarget(
                    FocusTargetKind.SLOT,
                    region.names[0],
                    int(region.names[1]),
                    region.rect,
                    region.text,
                    names=region.names,
                )
            )
        elif region.kind == "body":
            targets.append(
                FocusTarget(FocusTargetKind.BODY, region.names[0], 0, region.rect, region.text, names=region.names)
            )
        elif region.kind in ("clock", "words", "crowd", "order"):
            targets.append(FocusTarget(FocusTargetKind(region.kind), region.names[0], 0, region.rect, region.text))
    return targets


def _cards(scene: TableScene, zone: str) -> list[FocusTarget]:
    view = scene.view
    targets = []
    spots = scene.spots_of(zone)
    for place, index in enumerate(scene.order_of(zone)):
        spot = spots.get(index)
        if spot is None:
            continue
        item = scene.card(zone, index)
        words = spoken_card_at(view, zone, place, scene.face(zone, index))
        state = scene.display_state
        if state.is_chosen(zone, index):
            words = table_text("spoken.chosen", card=words)
        elif scene.is_playable(zone, index):
            words = table_text("spoken.playable" if state.answering is None else "spoken.possible", card=words)
        if item is not None and item.picked:
            words = table_text("spoken.picked", card=words)
        if item is not None and item.is_raised:
            # The ring and the screen reader's frame are about the card as it is seen.
            way = item.raised_by
            spot = replace(spot, x=spot.x + way.x(), y=spot.y + way.y())
        targets.append(FocusTarget(FocusTargetKind.CARD, zone, index, spot.box(), words, spot))
    return targets


def next_focus_target(
    targets: tuple[FocusTarget, ...], focused: FocusTarget | None, dx: int, dy: int
) -> FocusTarget | None:
    """Return the next target in a direction: card by card along a row, else the nearest one that way.

    Of targets at one place, such as a slot with a card in it, one comes after the other.
    """
    if not targets:
        return None
    if focused is None:
        return targets[0]
    same_place = _at_one_place(targets, focused)
    number = next((i for i, target in enumerate(same_place) if target.key == focused.key), 0) + (dx or dy)
    if 0 <= number < len(same_place):
        return same_place[number]
    if focused.kind is FocusTargetKind.CARD and dx:
        along = [s for s in targets if s.kind is FocusTargetKind.CARD and s.ref == focused.ref]
        beside = _nearest(along, focused, dx, dy, narrow=True)
        if beside is not None:
            return beside
    return _nearest(targets, focused, dx, dy, narrow=False) or focused


def target_beside(targets: tuple[FocusTarget, ...], focused: FocusTarget | None, step: int) -> FocusTarget | None:
    """Return the next or the previous target in their order, which goes round and misses none."""
    if not targets:
        return None
    at = next((i for i, target in enumerate(targets) if focused is not None and target.key == focused.key), None)
    return targets[0 if at is None else (at + step) % len(targets)]


def _at_one_place(targets: Sequence[FocusTarget], focused: FocusTarget) -> list[FocusTarget]:
    middle = focused.rect.center()
    return [target for target in targets if (target.rect.center() - middle).manhattanLength() <= _ONE_PLACE]


def _nearest(
    targets: tuple[FocusTarget, ...] | list[FocusTarget], focused: FocusTarget, dx: int, dy: int, *, narrow: bool
) -> FocusTarget | None:
    best: tuple[float, FocusTarget] | None = None
    start = focused.rect.center()
    for target in targets:
        if target.key == focused.key:
            continue
        distance = target.rect.center() - start
        ahead, aside = _along(distance, dx, dy)
        if ahead <= 1.0 or (narrow and abs(aside) > max(focused.rect.height(), focused.rect.width())):
            continue
        cost = ahead + abs(aside) * (2.2 if not narrow else 0.5)
        if best is None or cost < best[0]:
            best = (cost, target)
    return best[1] if best else None


def _along(way: QPointF, dx: int, dy: int) -> tuple[float, float]:
    return (way.x() * dx, way.y()) if dx else (way.y() * dy, way.x())
