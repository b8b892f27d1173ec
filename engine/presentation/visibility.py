"""Visibility: what one viewer may know. Every widget, log, picture and script answer is made from this alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.core.condition_ids import has_linked_condition, with_visible_ids
from engine.core.memo import memo_of_moment
from engine.model.cards import face_of
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor, Seat
from engine.model.table import Table
from engine.model.zones import Zone
from engine.presentation.activity_view import ActivityView


class VisibleZone(Frozen):
    """A zone as a viewer sees it: one entry a card, None for a hidden face. `cards` is empty if all are hidden."""

    id: str
    count: int
    cards: tuple[str | None, ...] = ()
    owners: tuple[str, ...] = ()
    private: bool = False
    passing: bool = False

    def face(self, index: int) -> str | None:
        """Return the card at a position, or None if the viewer may not know it."""
        return self.cards[index] if self.cards else None


class VisibleTable(Frozen):
    """Everything that a viewer may know of a table. Viewers are seats, `shared` (the screen) and `print` (paper)."""

    viewer: str
    ruleset: str
    options: Mapping[str, Json]
    scene: Mapping[str, Json]
    seats: Mapping[str, Seat]
    actors: Mapping[str, Actor]
    zones: Mapping[str, VisibleZone]
    chips: Mapping[str, Mapping[str, int]]
    clock: int
    lists: Mapping[str, tuple[Mapping[str, Json], ...]]
    under_way: tuple[ActivityView, ...] = ()


def visible_zone(zone: Zone, viewer: str) -> VisibleZone:
    """Return a zone as a viewer sees it."""
    cards: tuple[str | None, ...]
    if zone.shown:
        cards = tuple([card if zone.may_see(card, viewer) else None for card in zone.cards])
        if not any(cards):
            cards = ()
    else:
        cards = zone.cards if zone.is_open_to(viewer) else ()
    return VisibleZone(
        id=zone.id,
        count=len(zone.cards) if cards or zone.may_count(viewer) else 0,
        cards=cards,
        owners=zone.owners,
        private=zone.private,
        passing=zone.passing,
    )


def visible_actor(table: Table, actor: Actor, viewer: str, linked_conditions: frozenset[str] = frozenset()) -> Actor:
    """Return a character that a viewer has noticed: of a secret one only the name and its player."""
    if table.may_read(actor, viewer):
        return with_visible_ids(table, actor, viewer, linked_conditions)
    return Actor(id=actor.id, name=actor.name, seat=actor.seat, secret=True, archived=actor.archived)


def visible_table(
    table: Table,
    viewer: str,
    under_way: tuple[ActivityView, ...] = (),
    before: tuple[Table, VisibleTable] | None = None,
    secret_lists: frozenset[str] = frozenset(),
    linked_conditions: frozenset[str] = frozenset(),
) -> VisibleTable:
    """Return what a viewer may know of a table.

    Args:
        table: the table.
        viewer: the viewer.
        under_way: the procedures in progress as the game shows them to this viewer.
        before: an earlier table and this viewer's view of it; unchanged zones and characters are taken from there.
        secret_lists: lists of the group that only the GM may read.
        linked_conditions: conditions whose ids end in the id of another character.
    """
    known, seen_zones = (before[0].zones, before[1].zones) if before else ({}, {})
    if table.zones is not known:
        known_zone = known.get
        seen_zones = {
            name: seen_zones[name] if known_zone(name) is zone else visible_zone(zone, viewer)
            for name, zone in table.zones.items()
        }
    actors = table.actors
    if _has_hidden_parts(actors, linked_conditions):
        noticed = _noticed(under_way)
        if (
            before
            and before[0].actors is actors
            and before[0].seats is table.seats
            and _noticed(before[1].under_way) == noticed
        ):
            actors = before[1].actors
        elif not table.is_gm(viewer):  # who knows everybody
            actors = {
                a.id: visible_actor(table, a, viewer, linked_conditions) if a.secret or linked_conditions else a
                for a in actors.values()
                if not a.secret or a.id in noticed or table.may_read(a, viewer)
            }
        under_way = tuple(_without_secret_bodies(table, activity_view, viewer) for activity_view in under_way)
    return VisibleTable(
        viewer=viewer,
        ruleset=table.ruleset,
        options=table.options,
        scene=table.scene,
        seats=table.seats,
        actors=actors,
        zones=seen_zones,
        chips=table.chips,
        clock=table.clock,
        lists=_readable(table, viewer, secret_lists),
        under_way=under_way,
    )


def _noticed(under_way: tuple[ActivityView, ...]) -> set[str]:
    """Return the characters that activities show to their viewer."""
    return {actor for activity_view in under_way for actor in activity_view.actors}


@memo_of_moment
def _has_hidden_parts(actors: Mapping[str, Actor], linked_conditions: frozenset[str]) -> bool:
    """Say whether some viewers may not know all of the characters: one is secret, or a condition may name a secret one.

    That may be a character that has left the table.
    """
    if True in [actor.secret for actor in actors.values()]:
        return True
    return bool(linked_conditions) and any(has_linked_condition(one, linked_conditions) for one in actors.values())


def _readable(table: Table, viewer: str, secret: frozenset[str]) -> Mapping[str, tuple[Mapping[str, Json], ...]]:
    if not secret or secret.isdisjoint(table.lists) or table.is_gm(viewer):
        return table.lists
    return {name: rows for name, rows in table.lists.items() if name not in secret}


def _without_secret_bodies(table: Table, activity_view: ActivityView, viewer: str) -> ActivityView:
    if not activity_view.marks:
        return activity_view
    known = tuple(
        m for m in activity_view.marks if m.actor in table.actors and table.may_read(table.actors[m.actor], viewer)
    )
    return activity_view if known == activity_view.marks else replace(activity_view, marks=known)


def table_of_known_characters(table: Table, view: VisibleTable, new_actor: Callable[[Actor], Actor]) -> Table:
    """Return the table with only what a viewer knows of its characters.

    Unnoticed ones are not there, and the record of a noticed one that the viewer may not read is that of a new one.

    Args:
        table: the table.
        view: what the viewer may know of it.
        new_actor: makes a character of the game, as it is at first.
    """
    hidden = [actor for actor in table.actors.values() if not table.may_read(actor, view.viewer)]
    if not hidden:
        return table
    actors = dict(table.actors)
    for actor in hidden:
        if actor.id in view.actors:
            bare = Actor(id=actor.id, name=actor.name, seat=actor.seat, secret=True, archived=actor.archived)
            actors[actor.id] = new_actor(bare)
        else:
            del actors[actor.id]
    return replace(table, actors=actors)


def table_without_secret_numbers(
    table: Table, viewer: str, new_actor: Callable[[Actor], Actor], secret_lists: frozenset[str] = frozenset()
) -> Table:
    """Return a table on which rules can be tried without telling a viewer anything secret.

    In place of each character that the viewer may not read there is a new one, and the lists that only the GM may read
    are empty. Cards and procedures are as they are.

    Args:
        table: the table.
        viewer: the viewer.
        new_actor: makes a character of the game, as it is at first.
        secret_lists: lists of the group that only the GM may read.
    """
    lists = _readable(table, viewer, secret_lists)
    hidden = [actor for actor in table.actors.values() if not table.may_read(actor, viewer)]
    if not hidden and lists is table.lists:
        return table
    bare = {a.id: new_actor(Actor(id=a.id, name=a.name, seat=a.seat, secret=True, archived=a.archived)) for a in hidden}
    return replace(table, actors={**table.actors, **bare}, lists=lists)


def tables_with_other_cards(table: Table, places: Iterable[str], viewer: str) -> Iterator[Table]:
    """Yield tables with another hidden card at some positions (`hand:tom#2`), one for each other hidden card.

    Args:
        table: the current table.
        places: positions of cards that the viewer may not know.
        viewer: the viewer.
    """
    hidden = [card for zone in table.zones.values() for card in zone.cards if not zone.may_see(card, viewer)]
    for place in places:
        zone, _, index = place.rpartition("#")
        card = table.zones[zone].cards[int(index)]
        for other in hidden:
            if face_of(other) != face_of(card):
                swap = {card: other, other: card}
                zones = {name: _swapped_in(lying, swap) for name, lying in table.zones.items()}
                yield replace(table, zones=zones)


def _swapped_in(zone: Zone, swap: Mapping[str, str]) -> Zone:
    if swap.keys().isdisjoint(zone.cards):
        return zone
    shown = {swap.get(card, card): eyes for card, eyes in zone.shown.items()}
    return replace(zone, cards=tuple([swap.get(card, card) for card in zone.cards]), shown=shown)


def with_cards_turned_up(table: Table, seat: str, viewer: str) -> Table:
    """Return a table on which a viewer sees the cards that a seat looks at: its hand and its other hidden places.

    Nothing else that the seat knows becomes known to the viewer.
    """
    own_zones = {name: zone for name, zone in table.zones.items() if seat in zone.owners and zone.private}
    turned_up = {name: _turned_up(zone, seat, viewer) for name, zone in own_zones.items()}
    return replace(table, zones={**table.zones, **turned_up})


def _turned_up(zone: Zone, seat: str, viewer: str) -> Zone:
    shown = {card: (*who, viewer) if seat in who else who for card, who in zone.shown.items()}
    return replace(zone, owners=(*zone.owners, viewer), shown=shown)
