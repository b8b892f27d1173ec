"""Redaction: events with only what one viewer may know, for answers and exports that leave the table."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.condition_ids import visible_id, with_visible_ids
from engine.core.events import (
    ActorLeft,
    ActorSet,
    BodySet,
    CardsAdded,
    CardsMoved,
    CardsRemoved,
    CardsSwapped,
    CardsTurned,
    ClockSet,
    ConditionGone,
    ConditionSet,
    Event,
    ListRowsSet,
    ListSet,
    LocationSet,
    Noted,
    ProcedureSet,
    SheetEdited,
    TrackSet,
    ZoneSet,
    ZoneShuffled,
)
from engine.core.evolve import evolve
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import Zone

HIDDEN = "?"


def redact(
    before: Table,
    events: Iterable[Event],
    viewer: str,
    secret_lists: frozenset[str] = frozenset(),
    linked_conditions: frozenset[str] = frozenset(),
) -> tuple[Event, ...]:
    """Return events with only what a viewer may know, each judged by the table at its own moment.

    A hidden card is written `?`, or left out if even the number of cards is hidden. Left out are log lines for others,
    rearrangements of cards that the viewer does not know, writes on secret characters and in secret lists
    (`Game.secret_lists`), the inside of procedures, which only the game can describe (`ActivityView`), and a moment of
    the clock at which nothing visible happens: it would tell when something hidden does. The ids of
    `Game.linked_conditions` name no character that the viewer may not read.
    """
    visible_events = list[Event]()
    for event in events:
        after = evolve(before, event)
        if isinstance(event, ListSet | ListRowsSet) and event.name in secret_lists and not before.is_gm(viewer):
            continue
        seen = _seen(before, after, event, viewer)
        if seen is not None and linked_conditions:
            seen = _with_visible_ids(before, after, seen, viewer, linked_conditions)
        if isinstance(seen, ClockSet) and visible_events and isinstance(visible_events[-1], ClockSet):
            visible_events[-1] = seen
        elif seen is not None:
            visible_events.append(seen)
        before = after
    return tuple(visible_events)


def _seen(before: Table, after: Table, event: Event, viewer: str) -> Event | None:
    match event:
        case CardsMoved() if only_rearranged(before, event, viewer):
            return None
        case CardsMoved(cards=cards, source=source, target=target):
            return replace(event, cards=_faces(cards, viewer, before.zones[source], after.zones[target]))
        case CardsAdded(cards=cards, zone=zone):
            return replace(event, cards=_faces(cards, viewer, after.zones[zone]))
        case CardsRemoved(cards=cards, zone=zone):
            return replace(event, cards=_faces(cards, viewer, before.zones[zone]))
        case ZoneShuffled(order=order, zone=zone):
            return replace(event, order=_faces(order, viewer, after.zones[zone]))
        case CardsTurned(cards=cards, zone=zone):
            return replace(event, cards=_faces(cards, viewer, before.zones[zone], after.zones[zone]))
        case CardsSwapped():
            return _seen_swap(before, event, viewer)
        case ZoneSet(zone=made):
            return replace(event, zone=replace(made, cards=(), shown={}))
        case ActorSet(actor=actor):
            return event if after.may_read(actor, viewer) else None
        case ActorLeft(actor=name):
            return event if before.may_read(before.actors[name], viewer) else None
        case (
            TrackSet(actor=name)
            | BodySet(actor=name)
            | LocationSet(actor=name)
            | ConditionSet(actor=name)
            | ConditionGone(actor=name)
            | SheetEdited(actor=name)
        ):
            return event if after.may_read(after.actors[name], viewer) else None
        case Noted(audience=audience):
            return event if audience is None or viewer in audience else None
        case ProcedureSet():
            return None
        case _:
            return event


def _with_visible_ids(before: Table, after: Table, event: Event, viewer: str, linked: frozenset[str]) -> Event:
    """Return an event that a viewer may see, with the ids of conditions as the viewer may know them."""
    match event:
        case ActorSet(actor=actor):
            return replace(event, actor=with_visible_ids(after, actor, viewer, linked))
        case ConditionSet(actor=name, condition=condition):
            return replace(event, condition=_visible(after, name, condition, viewer, linked))
        case ConditionGone(actor=name, id=gone):
            old = next((condition for condition in before.actors[name].conditions if condition.id == gone), None)
            return event if old is None else replace(event, id=_visible(before, name, old, viewer, linked).id)
        case _:
            return event


def _visible(table: Table, actor: str, condition: Condition, viewer: str, linked: frozenset[str]) -> Condition:
    place = table.actors[actor].conditions.index(condition)
    return replace(condition, id=visible_id(table, condition, place, viewer, linked))


def _seen_swap(before: Table, event: CardsSwapped, viewer: str) -> CardsSwapped:
    """Return a swap with the card that is now known to be there; its assumed place is for those who saw it."""
    here = before.zones[event.zone].may_see(event.card, viewer)
    there = bool(event.other_zone) and before.zones[event.other_zone].may_see(event.other, viewer)
    if not here and not there:
        event = replace(event, card=HIDDEN, other=HIDDEN)
    return event if there else replace(event, other_zone=HIDDEN)


def _faces(cards: tuple[str, ...], viewer: str, *zones: Zone) -> tuple[str, ...]:
    counted = all(zone.may_count(viewer) for zone in zones)
    seen = (card if any(zone.may_see(card, viewer) for zone in zones) else HIDDEN for card in cards)
    return tuple(card for card in seen if counted or card != HIDDEN)


def only_rearranged(before: Table, event: CardsMoved, viewer: str) -> bool:
    """Say whether cards only change positions among others that a viewer does not know."""
    source = before.zones[event.source]
    return event.source == event.target and not any(source.may_see(card, viewer) for card in event.cards)
