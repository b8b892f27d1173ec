"""Facts as one viewer may read them: for answers and exports that leave the table."""

from __future__ import annotations

from collections.abc import Iterable

from engine.play.events import (
    ActorLeft,
    ActorSet,
    BodySet,
    CardsAdded,
    CardsMoved,
    CardsRemoved,
    CardsSwapped,
    CardsTurned,
    ConditionGone,
    ConditionSet,
    Event,
    ListSet,
    LocationSet,
    Noted,
    ProcedureSet,
    SheetEdited,
    TrackSet,
    ZoneSet,
    ZoneShuffled,
)
from engine.play.evolve import evolve
from engine.play.sight import only_rearranged
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.zones import Zone

HIDDEN = "?"


def redact(
    before: Table, events: Iterable[Event], viewer: str, secret_lists: frozenset[str] = frozenset()
) -> tuple[Event, ...]:
    """Return facts with no more in them than a viewer may know, each judged by the table of its own moment.

    A hidden card is written `?`, or left out where not even the number of cards is known. Gone are notes for others,
    how cards are arranged that the viewer does not know, what is written about secret characters or in the lists that
    are the GM's alone (`Game.secret_lists`), and the inside of procedures, of which only the game can tell (`Glimpse`).
    """
    told = []
    for event in events:
        after = evolve(before, event)
        if isinstance(event, ListSet) and event.name in secret_lists and not before.is_gm(viewer):
            continue
        seen = _seen(before, after, event, viewer)
        if seen is not None:
            told.append(seen)
        before = after
    return tuple(told)


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


def _seen_swap(before: Table, event: CardsSwapped, viewer: str) -> CardsSwapped:
    """Tell what turned out to lie in a place; where it was thought to be is known only to who saw it there."""
    here = before.zones[event.zone].may_see(event.card, viewer)
    there = bool(event.other_zone) and before.zones[event.other_zone].may_see(event.other, viewer)
    if not here and not there:
        event = replace(event, card=HIDDEN, other=HIDDEN)
    return event if there else replace(event, other_zone=HIDDEN)


def _faces(cards: tuple[str, ...], viewer: str, *zones: Zone) -> tuple[str, ...]:
    counted = all(zone.may_count(viewer) for zone in zones)
    seen = (card if any(zone.may_see(card, viewer) for zone in zones) else HIDDEN for card in cards)
    return tuple(card for card in seen if counted or card != HIDDEN)
