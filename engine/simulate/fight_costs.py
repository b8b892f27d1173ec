"""The costs of a fight: numbers, chips, cards and wounds, found by comparing the tables before and after it.

No game has to report them: they are read off the characters, the bags and the zones.

>>> from engine.model.body import Body, Location
>>> from engine.model.frozen import replace
>>> from engine.model.tracks import Track
>>> arm = Body(chart="man", locations={"arm": Location(level=0)})
>>> tom = Actor(id="tom", name="Tom", seat="p1", tracks={"Luck": Track(value=3)}, body=arm)
>>> hurt = replace(tom, tracks={"Luck": Track(value=1)}, body=Body(chart="man", locations={"arm": Location(level=2)}))
>>> before = Table(ruleset="example", actors={"tom": tom}, chips={"p1": {"white": 2}})
>>> after = replace(before, actors={"tom": hurt}, chips={"p1": {"white": 1}, "pot": {"white": 1}})
>>> fight_costs(before, after, {"p1": 4})
FightCosts(tracks={'tom': {'Luck': -2}}, chips={'p1': {'white': -1}, 'pot': {'white': 1}}, cards={'p1': 4}, \
wounds={'tom': ('arm',)})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.events import CardsMoved, Event
from engine.model.frozen import Frozen
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.zones import Sight, Zone


class FightCosts(Frozen):
    """The costs of a fight.

    Attributes:
        tracks: the changes of the numbers that a character has before and after, by the id of the character.
        chips: the changes of chips, by bag and colour.
        cards: how many cards left the hands of each seat.
        wounds: the locations that are not as they were before, by the id of the character.
    """

    tracks: Mapping[str, Mapping[str, int]] = {}
    chips: Mapping[str, Mapping[str, int]] = {}
    cards: Mapping[str, int] = {}
    wounds: Mapping[str, tuple[str, ...]] = {}


def fight_costs(before: Table, after: Table, cards: Mapping[str, int]) -> FightCosts:
    """Return the costs of a fight; `cards` are the cards that left the hands, by seat."""
    actors = [(actor, after.actors[id_]) for id_, actor in before.actors.items() if id_ in after.actors]
    tracks = {old.id: _changes(_values(old), _values(new)) for old, new in actors if old.tracks is not new.tracks}
    bags = dict.fromkeys((*before.chips, *after.chips)) if before.chips is not after.chips else {}
    chips = {bag: _chips_changed(before.chips.get(bag, {}), after.chips.get(bag, {})) for bag in bags}
    wounds = {old.id: tuple(_wounded(old, new)) for old, new in actors if old.body is not new.body}
    return FightCosts(
        tracks={actor: changes for actor, changes in tracks.items() if changes},
        chips={bag: changes for bag, changes in chips.items() if changes},
        cards=dict(cards),
        wounds={actor: locations for actor, locations in wounds.items() if locations},
    )


def cards_from_hands(table: Table, events: Iterable[Event]) -> Iterable[tuple[str, int]]:
    """Yield the seats and numbers of cards that events of a command on a table take out of hands.

    A card that is laid face down by its owner leaves the hand when others see it, or when it goes where nobody sees it.
    """
    for event in events:
        if type(event) is CardsMoved:
            source, target = table.zones.get(event.source), table.zones.get(event.target)
            seat = _holder(source)
            if source is not None and seat and _holder(target) != seat:
                yield seat, len(event.cards)


def _holder(zone: Zone | None) -> str:
    """Return the seat that alone sees the cards of a zone; empty if there is none."""
    return zone.owners[0] if zone is not None and zone.sight is Sight.OWNERS and zone.owners else ""


def _values(actor: Actor) -> Mapping[str, int]:
    return {name: track.value for name, track in actor.tracks.items()}


def _changes(before: Mapping[str, int], after: Mapping[str, int]) -> Mapping[str, int]:
    return {name: after[name] - value for name, value in before.items() if name in after and after[name] != value}


def _wounded(old: Actor, new: Actor) -> Iterable[str]:
    before = old.body.locations if old.body is not None else {}
    after = new.body.locations if new.body is not None else {}
    for name, location in after.items():
        was = before.get(name)
        if was is not None and (location.level != was.level or location.bleeding > was.bleeding):
            yield name


def _chips_changed(before: Mapping[str, int], after: Mapping[str, int]) -> Mapping[str, int]:
    colours = dict.fromkeys((*before, *after))  # a bag does not list a colour of which it has none
    changes = {colour: after.get(colour, 0) - before.get(colour, 0) for colour in colours}
    return {colour: change for colour, change in changes.items() if change}
