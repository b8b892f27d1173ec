"""What one viewer may know. No widget, log, picture or script answer is ever made from anything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.play.draft import SHARED
from engine.play.events import CardsMoved, Event
from engine.play.evolve import evolve
from engine.play.stations import Station
from engine.play.words import Message
from engine.table.cards import face_of
from engine.table.frozen import Frozen, Json, replace
from engine.table.seats import Actor, Seat
from engine.table.table import Table
from engine.table.zones import Zone

PRINT = "print"

__all__ = [
    "PRINT",
    "SHARED",
    "CardFlight",
    "DieView",
    "FigureNotes",
    "Glimpse",
    "Harm",
    "Mark",
    "SideView",
    "Sign",
    "StepView",
    "TurnView",
    "View",
    "ZoneView",
]


class ZoneView(Frozen):
    """A zone as a viewer sees it: one entry a card, None for a hidden face. `cards` is empty when all are hidden."""

    id: str
    count: int
    cards: tuple[str | None, ...] = ()
    owners: tuple[str, ...] = ()
    private: bool = False
    passing: bool = False

    def face(self, index: int) -> str | None:
        """Return the card at a place, or None where it may not be known."""
        return self.cards[index] if self.cards else None


class StepView(Frozen):
    """One step of the procedure under way; `state` is `done`, `now` or `later`."""

    name: str
    label: Message
    state: str


class DieView(Frozen):
    """One die of a side, before it falls or after.

    Attributes:
        sides: what kind it is; one of 100 sides is shown as tens and units.
        faces: what it showed, and what it showed each time that it went on; none before it falls.
        state: `blank` before it falls; then `kept` where it counts alone, `summed` where it counts with others,
            `passed` where it does not count, or `bust` where it spoils the roll.
        onto: the place among the side's dice of the one to which it is added; None for one that stands alone.
        source: what brought it, such as the colour of a chip; empty for one of the roll's own.
    """

    sides: int
    faces: tuple[int, ...] = ()
    state: str = "blank"
    onto: int | None = None
    source: str = ""

    @property
    def total(self) -> int:
        """All its faces together."""
        return sum(self.faces)


class SideView(Frozen):
    """One side of a comparison: cards that are laid, or dice that are thrown, or both.

    Attributes:
        name: the side's key; its cards lie in `zones`.
        label: who or what it is.
        seat: whose cards it uses.
        due: how many cards it may lay.
        laid: how many it has laid.
        ready: has committed all it wants to.
        reasons: what the number of cards is made of; of a roll its dice and modifiers, then its whole sum.
        dice: the dice that it throws or has thrown.
        target: the number that its total has to reach; None for a side that is compared with another.
        target_reasons: what that number is made of.
        total: the sum, once everybody may know it.
        verdict: what is said in place of the total where that does not matter any more: a bust, a success.
        verdict_good: whether that is good news for whoever threw.
        figures: further known figures by name.
        at: the body of a `Station` that this side is about: it is told there, and lays nothing.
        aim: for such a body, how it stands to what is aimed: `open`, `barred`, `forced`, `added` or `aimed`.
    """

    name: str
    label: Message
    seat: str
    zones: tuple[str, ...] = ()
    due: int = 0
    laid: int = 0
    ready: bool = False
    reasons: tuple[Message, ...] = ()
    dice: tuple[DieView, ...] = ()
    target: int | None = None
    target_reasons: tuple[Message, ...] = ()
    total: int | None = None
    verdict: Message | None = None
    verdict_good: bool = False
    figures: Mapping[str, Json] = {}
    at: str = ""
    aim: str = ""


class TurnView(Frozen):
    """A place in the order of acting. Equal `rank` is simultaneous.

    `state` is `waiting`, `declared` (has said what it will do, while others have not yet), `ready` (has finished what
    all do at once), `now`, `acted`, `idle` (has nothing to act with), `lost` (the action that was declared) or `out`
    (can do nothing more). `others` share its place. `brief` is the label for where there is little room, `number` what
    decides the place, if it is a number.
    """

    actor: str
    rank: int
    state: str
    label: Message | None = None
    brief: Message | None = None
    number: int | None = None
    others: tuple[str, ...] = ()


class Mark(Frozen):
    """A place on a body that a procedure speaks of.

    Attributes:
        actor: whose body.
        location: a hit location of its chart.
        state: `hit` where something lands, `reach` where it can be made to land instead, `open` where it can be made to
            land before it is known.
        place: what is called so there, where the chart tells it more closely.
        offer: for `reach` and `open` the name of the offer that does it.
        answers: what is answered there to that offer's questions.
    """

    actor: str
    location: str
    state: str
    place: str = ""
    offer: str = ""
    answers: Mapping[str, Json] = {}


class Sign(Frozen):
    """Something about a location of a body that is drawn there as a sign.

    Attributes:
        icon: the name of the picture.
        words: what it means.
        until: the moment of the table's clock at which it ends or strikes; None for one that has none.
        grave: it is urgent, and drawn so.
    """

    icon: str
    words: Message
    until: int | None = None
    grave: bool = False


class Harm(Frozen):
    """What a game calls the harm of a location, and how grave that is: 0 for none, 5 for what is lost for good."""

    words: Message
    grade: int = 0


class FigureNotes(Frozen):
    """What a game tells beside a body.

    Attributes:
        penalties: what its state costs its owner.
        armour: what is worn, by location.
        cover: what lies before it, by location.
        levels: what its harm is called, by location; of one that is not told the number alone says how it is.
        signs: what else there is, by location.
        shorts: what a number of the character is called where its name has no room.
        unsaid: the locations whose numbers nobody has entered or touched: they are not shown.
    """

    penalties: tuple[Message, ...] = ()
    armour: Mapping[str, int] = {}
    cover: Mapping[str, int] = {}
    levels: Mapping[str, Harm] = {}
    signs: Mapping[str, tuple[Sign, ...]] = {}
    shorts: Mapping[str, Message] = {}
    unsaid: frozenset[str] = frozenset()

    def signs_at(self, location: str) -> tuple[Sign, ...]:
        """Return the signs of one location."""
        return self.signs.get(location, ())


class Glimpse(Frozen):
    """The procedure under way as a viewer sees it, in a form that every game shares.

    `actors` are the characters that openly take part: even of a secret one everybody then knows that it is there.
    `marks` are places on their bodies; of a secret one only those who may read it see any. `captions` tell of zones
    what their cards lie there for, in place of what such a zone is called. `stations` are the places of characters
    whose cards lie in an order that a game knows; `spotlight` is the place of the card in play (`open:tia#0`).
    Of one that `asks` the order only tells who has answered: that of acting is told by a procedure around it.
    """

    title: Message
    steps: tuple[StepView, ...] = ()
    sides: tuple[SideView, ...] = ()
    order: tuple[TurnView, ...] = ()
    actors: tuple[str, ...] = ()
    waiting_for: tuple[str, ...] = ()
    outcome: Message | None = None
    reckoning: tuple[Message, ...] = ()
    figures: Mapping[str, Json] = {}
    marks: tuple[Mark, ...] = ()
    captions: Mapping[str, Message] = {}
    stations: tuple[Station, ...] = ()
    spotlight: str = ""
    asks: bool = False


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
        cards = tuple([card if zone.may_see(card, viewer) else None for card in zone.cards])
        if not any(cards):
            cards = ()
    else:
        cards = zone.cards if zone.opens_to(viewer) else ()
    return ZoneView(
        id=zone.id,
        count=len(zone.cards) if cards or zone.may_count(viewer) else 0,
        cards=cards,
        owners=zone.owners,
        private=zone.private,
        passing=zone.passing,
    )


def see_actor(table: Table, actor: Actor, viewer: str) -> Actor:
    """Return a character that a viewer has noticed: of a secret one only the name and its leader."""
    if table.may_read(actor, viewer):
        return actor
    return Actor(id=actor.id, name=actor.name, seat=actor.seat, secret=True, archived=actor.archived)


def see_table(
    table: Table,
    viewer: str,
    under_way: tuple[Glimpse, ...] = (),
    before: tuple[Table, View] | None = None,
    secret_lists: frozenset[str] = frozenset(),
) -> View:
    """Return what a viewer may know of a table.

    Args:
        table: the table.
        viewer: who looks.
        under_way: what the game lets this viewer know of its procedures.
        before: an earlier table and what this viewer saw of it: zones that are still the same are not looked at again.
        secret_lists: lists of the group that only the GM may read.
    """
    known, seen_zones = (before[0].zones, before[1].zones) if before else ({}, {})
    if table.zones is not known:
        seen_zones = {
            name: seen_zones[name] if known.get(name) is zone else see_zone(zone, viewer)
            for name, zone in table.zones.items()
        }
    actors = table.actors
    if [actor for actor in actors.values() if actor.secret]:
        noticed = {actor for glimpse in under_way for actor in glimpse.actors}
        seen = (a for a in actors.values() if a.id in noticed or table.may_read(a, viewer))
        actors = {a.id: see_actor(table, a, viewer) for a in seen}
        under_way = tuple(_without_secret_bodies(table, glimpse, viewer) for glimpse in under_way)
    return View(
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


def _readable(table: Table, viewer: str, secret: frozenset[str]) -> Mapping[str, tuple[Mapping[str, Json], ...]]:
    if not secret or secret.isdisjoint(table.lists) or table.is_gm(viewer):
        return table.lists
    return {name: rows for name, rows in table.lists.items() if name not in secret}


def _without_secret_bodies(table: Table, glimpse: Glimpse, viewer: str) -> Glimpse:
    known = tuple(m for m in glimpse.marks if m.actor in table.actors and table.may_read(table.actors[m.actor], viewer))
    return glimpse if known == glimpse.marks else replace(glimpse, marks=known)


def unknown_cards(table: Table, viewer: str) -> frozenset[str]:
    """Return the cards whose place a viewer does not know."""
    return frozenset(card for zone in table.zones.values() for card in zone.cards if not zone.may_see(card, viewer))


def with_others_there(table: Table, places: Iterable[str], viewer: str) -> Iterator[Table]:
    """Yield tables in which other cards lie in some places (`hand:tom#2`), each time another of the hidden ones.

    Args:
        table: as it is.
        places: where cards lie whose faces the viewer may not know.
        viewer: who looks.
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


def only_rearranged(before: Table, event: CardsMoved, viewer: str) -> bool:
    """Say whether cards only change their places among others that a viewer does not know: it is nobody's business."""
    lying = before.zones[event.source]
    return event.source == event.target and not any(lying.may_see(card, viewer) for card in event.cards)


def flights(before: Table, events: Iterable[Event], viewer: str) -> tuple[CardFlight, ...]:
    """Return how cards went from place to place, as a viewer saw it, for the screen to follow."""
    seen: list[CardFlight] = []
    for event in events:
        after = evolve(before, event)
        if isinstance(event, CardsMoved) and not only_rearranged(before, event, viewer):
            left, right = before.zones[event.source], after.zones[event.target]
            held = list(left.cards)
            first = right.cards.index(event.cards[0]) if event.cards else 0
            for offset, card in enumerate(event.cards):
                index = held.index(card)
                held.pop(index)
                known = left.may_see(card, viewer) or right.may_see(card, viewer)
                if known or (left.may_count(viewer) and right.may_count(viewer)):
                    seen.append(
                        CardFlight(
                            source=left.id,
                            source_index=index,
                            target=right.id,
                            target_index=first + offset,
                            card=card if known else None,
                        )
                    )
        before = after
    return tuple(seen)
