"""Folding of events into tables, without rules and without chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import TypeVar, assert_never

from engine.core.events import (
    ActorLeft,
    ActorSet,
    BodySet,
    CardsAdded,
    CardsMoved,
    CardsRemoved,
    CardsSwapped,
    CardsTurned,
    ChipsMoved,
    ClockSet,
    ConditionGone,
    ConditionSet,
    Event,
    ListRowsSet,
    ListSet,
    LocationSet,
    Noted,
    OptionSet,
    ProcedureSet,
    Reckoned,
    Rolled,
    SeatLeft,
    SeatSet,
    SheetEdited,
    TrackSet,
    ZoneGone,
    ZoneSet,
    ZoneShuffled,
)
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.zones import Zone

V = TypeVar("V")
_ONLY_TOLD = frozenset({Noted, Reckoned, Rolled})
"""Events that do not change the table."""


def evolve(table: Table, event: Event) -> Table:
    """Return the table after one event. Raises KeyError or ValueError for an event that cannot have happened here."""
    if type(event) in _ONLY_TOLD:
        return table
    match event:  # the most common events come first, because each case before the match costs time
        case ProcedureSet(procedures=procedures):
            return replace(table, procedures=procedures)
        case CardsMoved(cards=cards, source=source, target=target, at=at):
            zones = dict(table.zones)
            zones[source] = _without(zones[source], cards)
            zones[target] = _with(zones[target], cards, at)
            return replace(table, zones=zones)
        case CardsTurned(zone=zone, cards=cards, shown_to=shown_to):
            old = table.zones[zone]
            shown = {card: who for card, who in old.shown.items() if card not in cards}
            if shown_to is not None:
                shown.update(dict.fromkeys(cards, shown_to))
            return _zone(table, replace(old, shown=shown))
        case TrackSet(actor=actor, name=name, track=track):
            who = table.actors[actor]
            tracks = _less(who.tracks, name) if track is None else {**who.tracks, name: track}
            return _actor(table, replace(who, tracks=tracks))
        case SheetEdited(actor=actor, fields=fields):
            who = table.actors[actor]
            sheet: dict[str, Json] = {**who.sheet, **fields}
            return _actor(table, replace(who, sheet={k: v for k, v in sheet.items() if v is not None}))
        case LocationSet(actor=actor, name=name, location=location):
            who = table.actors[actor]
            if who.body is None:
                raise ValueError(f"{actor} has no body")
            body = replace(who.body, locations={**who.body.locations, name: location})
            return _actor(table, replace(who, body=body))
        case ConditionSet(actor=actor, condition=condition):
            who = table.actors[actor]
            if any(c.id == condition.id for c in who.conditions):
                found = tuple(condition if c.id == condition.id else c for c in who.conditions)
            else:
                found = (*who.conditions, condition)
            return _actor(table, replace(who, conditions=found))
        case ZoneSet(zone=new):
            known = table.zones.get(new.id)
            return _zone(table, replace(new, cards=known.cards if known else (), shown=known.shown if known else {}))
        case ZoneGone(zone=zone):
            if table.zones[zone].cards:
                raise ValueError(f"cards still lie in {zone}")
            return replace(table, zones=_less(table.zones, zone))
        case CardsAdded(zone=zone, cards=cards):
            away = tuple(card for card in table.away if card not in cards)
            return replace(_zone(table, _with(table.zones[zone], cards, None)), away=away)
        case CardsRemoved(zone=zone, cards=cards, unseen=unseen):
            left = _zone(table, _without(table.zones[zone], cards))
            return replace(left, away=(*table.away, *cards)) if unseen else left
        case ZoneShuffled(zone=zone, order=order):
            old = table.zones[zone]
            if len(order) != len(old.cards) or set(order) != set(old.cards):
                raise ValueError(f"the new order of {zone} has other cards")
            return _zone(table, replace(old, cards=order))
        case CardsSwapped(card=card, zone=zone, other=other, other_zone=other_zone):
            there = table.zones[other_zone].cards if other_zone else table.away
            if card not in table.zones[zone].cards or other not in there:
                raise ValueError(f"{card} and {other} do not lie where they should change places")
            names = {card: other, other: card}
            zones = {name: _renamed(table.zones[name], names) for name in (zone, other_zone) if name}
            away = table.away if other_zone else tuple(names.get(gone, gone) for gone in table.away)
            return replace(table, zones={**table.zones, **zones}, away=away)
        case ChipsMoved(source=source, target=target, chips=chips):
            bags = dict(table.chips)
            if source:
                bags[source] = _sum(bags.get(source, {}), {c: -n for c, n in chips.items()})
            if target:
                bags[target] = _sum(bags.get(target, {}), chips)
            return replace(table, chips=bags)
        case BodySet(actor=actor, body=body):
            return _actor(table, replace(table.actors[actor], body=body))
        case ConditionGone(actor=actor, id=gone):
            who = table.actors[actor]
            return _actor(table, replace(who, conditions=tuple(c for c in who.conditions if c.id != gone)))
        case SeatSet(seat=seat, before=before):
            return replace(table, seats=_placed(table.seats, seat.id, seat, before))
        case SeatLeft(seat=seat_id):
            return replace(table, seats=_less(table.seats, seat_id))
        case ActorSet(actor=new_actor):
            return _actor(table, new_actor)
        case ActorLeft(actor=actor):
            return replace(table, actors=_less(table.actors, actor))
        case ClockSet(seconds=seconds):
            return replace(table, clock=seconds)
        case OptionSet(name=name, value=value, scene=False):
            return replace(table, options={**table.options, name: value})
        case OptionSet(name=name, value=value):
            scene = _less(table.scene, name) if value is None else {**table.scene, name: value}
            return replace(table, scene=scene)
        case ListSet(name=name, rows=rows):
            return replace(table, lists={**table.lists, name: rows})
        case ListRowsSet(name=name, start=start, removed=removed, rows=rows):
            former = tuple(table.lists.get(name, ()))
            if min(start, removed) < 0 or start + removed > len(former):
                raise ValueError(f"list {name} has {len(former)} rows")
            return replace(table, lists={**table.lists, name: (*former[:start], *rows, *former[start + removed :])})
        case Noted() | Rolled() | Reckoned():
            return table
        case _:
            assert_never(event)


def fold(table: Table, events: Iterable[Event]) -> Table:
    """Return the table after many events."""
    return reduce(evolve, events, table)


def _zone(table: Table, zone: Zone) -> Table:
    return replace(table, zones={**table.zones, zone.id: zone})


def _actor(table: Table, actor: Actor) -> Table:
    return replace(table, actors={**table.actors, actor.id: actor})


def _less(old: Mapping[str, V], key: str) -> dict[str, V]:
    left = dict(old)
    left.pop(key, None)
    return left


def _without(zone: Zone, cards: tuple[str, ...]) -> Zone:
    held = zone.cards
    if held[: len(cards)] == cards:  # off the top: no set is made
        left = held[len(cards) :]
    else:
        gone = set(cards)
        left = tuple(card for card in held if card not in gone)
    if len(left) != len(held) - len(cards):
        raise ValueError(f"not all of those cards lie in {zone.id}")
    if zone.shown:
        return replace(zone, cards=left, shown={c: who for c, who in zone.shown.items() if c not in cards})
    return replace(zone, cards=left)


def _with(zone: Zone, cards: tuple[str, ...], at: int | None) -> Zone:
    held = zone.cards
    return replace(zone, cards=(*held, *cards) if at is None else (*held[:at], *cards, *held[at:]))


def _renamed(zone: Zone, names: Mapping[str, str]) -> Zone:
    """Return a zone with other cards at its positions; the exceptions in `shown` stay with the position."""
    shown = {names.get(card, card): who for card, who in zone.shown.items()}
    return replace(zone, cards=tuple(names.get(card, card) for card in zone.cards), shown=shown)


def _placed(old: Mapping[str, V], key: str, value: V, before: str | None) -> dict[str, V]:
    if key in old or before is None or before not in old:
        return {**old, key: value}
    placed: dict[str, V] = {}
    for k, v in old.items():
        if k == before:
            placed[key] = value
        placed[k] = v
    return placed


def _sum(bag: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    total = {colour: bag.get(colour, 0) + more.get(colour, 0) for colour in {**bag, **more}}
    if any(count < 0 for count in total.values()):
        raise ValueError("a bag cannot hold fewer than no chips")
    return {colour: count for colour, count in total.items() if count}
