"""What one viewer may know. No widget, log, picture or script answer is ever made from anything else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.play.draft import SHARED
from engine.play.events import CardsAdded, CardsMoved, Event, ZoneSet, ZoneShuffled
from engine.play.words import Message
from engine.table.frozen import Frozen, Json
from engine.table.seats import Actor, Seat
from engine.table.table import Table
from engine.table.zones import Sight, Zone

PRINT = "print"

__all__ = ["PRINT", "SHARED", "CardFlight", "Glimpse", "SideView", "StepView", "TurnView", "View", "ZoneView"]


class ZoneView(Frozen):
    """A zone as a viewer sees it: one entry a card, None where the face may not be known. `cards` is empty when all are hidden."""

    id: str
    count: int
    cards: tuple[str | None, ...] = ()
    owners: tuple[str, ...] = ()
    private: bool = False

    def face(self, index: int) -> str | None:
        """Return the card at a place, or None where it may not be known."""
        return self.cards[index] if self.cards else None


class StepView(Frozen):
    """One step of the procedure under way; `state` is `done`, `now` or `later`."""

    name: str
    label: Message
    state: str


class SideView(Frozen):
    """One side of a comparison.

    Attributes:
        name: the side's key; its cards lie in `zones`.
        label: who or what it is.
        seat: whose cards it uses.
        due: how many cards it may lay.
        laid: how many it has laid.
        ready: has committed all it wants to.
        reasons: what the number of cards is made of.
        total: the sum, once everybody may know it.
        figures: further known figures by name.
    """

    name: str
    label: Message
    seat: str
    zones: tuple[str, ...] = ()
    due: int = 0
    laid: int = 0
    ready: bool = False
    reasons: tuple[Message, ...] = ()
    total: int | None = None
    figures: Mapping[str, Json] = {}


class TurnView(Frozen):
    """One place in the order of acting. Equal `rank` is simultaneous; `state` is `now`, `waiting`, `acted` or `lost`."""

    actor: str
    rank: int
    state: str
    label: Message | None = None


class Glimpse(Frozen):
    """The procedure under way as a viewer sees it, in a form that every game shares."""

    title: Message
    steps: tuple[StepView, ...] = ()
    sides: tuple[SideView, ...] = ()
    order: tuple[TurnView, ...] = ()
    waiting_for: tuple[str, ...] = ()
    outcome: Message | None = None
    reckoning: tuple[Message, ...] = ()
    figures: Mapping[str, Json] = {}


class View(Frozen):
    """All that a viewer may know of a table. Viewers are seats, `shared` (the common screen) and `print` (paper)."""

    viewer: str
    ruleset: str
    options: Mapping[str, Json]
    scene: Mapping[str, Json]
    seats: Mapping[str, Seat]
    actors: Mapping[str, Actor]
    zones: Mapping[str, ZoneView]
    chips: Mapping[str, Mapping[str, int]]
    clock: int
    lists: Mapping[str, tuple[Mapping[str, Json], ...]]
    under_way: tuple[Glimpse, ...] = ()


class CardFlight(Frozen):
    """A card that went from place to place, as a viewer saw it: the face is None where it stayed hidden."""

    source: str
    source_index: int
    target: str
    target_index: int
    card: str | None = None


def see_zone(zone: Zone, viewer: str) -> ZoneView:
    """Return a zone as a viewer sees it."""
    cards: tuple[str | None, ...]
    if zone.shown:
        cards = tuple(card if zone.may_see(card, viewer) else None for card in zone.cards)
        if not any(cards):
            cards = ()
    elif zone.sight is Sight.EVERYONE or (zone.sight is Sight.OWNERS and viewer in zone.owners):
        cards = zone.cards
    else:
        cards = ()
    return ZoneView(
        id=zone.id,
        count=len(zone.cards),
        cards=cards,
        owners=zone.owners,
        private=zone.sight is not Sight.EVERYONE,
    )


def see_actor(table: Table, actor: Actor, viewer: str) -> Actor:
    """Return a character as a viewer sees it: of a secret one only the name, and that it is there."""
    if not actor.secret or viewer == actor.seat or table.is_gm(viewer):
        return actor
    return Actor(id=actor.id, name=actor.name, seat=actor.seat, secret=True, archived=actor.archived)


def see_table(table: Table, viewer: str, under_way: tuple[Glimpse, ...] = ()) -> View:
    """Return what a viewer may know of a table; `under_way` comes from the game, which knows what its steps may show."""
    secret = any(actor.secret for actor in table.actors.values())
    return View(
        viewer=viewer,
        ruleset=table.ruleset,
        options=table.options,
        scene=table.scene,
        seats=table.seats,
        actors={a.id: see_actor(table, a, viewer) for a in table.actors.values()} if secret else table.actors,
        zones={zone.id: see_zone(zone, viewer) for zone in table.zones.values()},
        chips=table.chips,
        clock=table.clock,
        lists=table.lists,
        under_way=under_way,
    )


def unknown_cards(table: Table, viewer: str) -> frozenset[str]:
    """Return the cards whose place a viewer does not know."""
    return frozenset(card for zone in table.zones.values() for card in zone.cards if not zone.may_see(card, viewer))


def flights(before: Table, events: Iterable[Event], viewer: str) -> tuple[CardFlight, ...]:
    """Return how cards went from place to place, as a viewer saw it, for the screen to follow."""
    order = {zone.id: list(zone.cards) for zone in before.zones.values()}
    seen: list[CardFlight] = []
    zones = dict(before.zones)
    for event in events:
        match event:
            case CardsMoved(cards=cards, source=source, target=target, at=at):
                left, right = order.setdefault(source, []), order.setdefault(target, [])
                start = len(right) if at is None else at
                for offset, card in enumerate(cards):
                    index = left.index(card)
                    known = zones[source].may_see(card, viewer) or (
                        target in zones and zones[target].may_see(card, viewer)
                    )
                    left.pop(index)
                    right.insert(start + offset, card)
                    seen.append(
                        CardFlight(
                            source=source,
                            source_index=index,
                            target=target,
                            target_index=start + offset,
                            card=card if known else None,
                        )
                    )
            case CardsAdded(zone=zone, cards=cards):
                order.setdefault(zone, []).extend(cards)
            case ZoneShuffled(zone=zone, order=new_order):
                order[zone] = list(new_order)
            case ZoneSet(zone=made):
                zones[made.id] = made
            case _:
                pass
    return tuple(seen)
