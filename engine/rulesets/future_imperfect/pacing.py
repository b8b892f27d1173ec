"""How fast a character of this table is, and what picking up the pace brings it (FI-MOVE, FI-LOAD)."""

from __future__ import annotations

from typing import Final

from engine.dice.notation import parse_dice
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import movement, people
from engine.rulesets.future_imperfect.breath import lose_wind
from engine.rulesets.future_imperfect.cells import Cells
from engine.rulesets.future_imperfect.dice_of import ORDINARY, level_of
from engine.rulesets.future_imperfect.leading import note_of
from engine.rulesets.future_imperfect.lists import APTITUDES, RACES
from engine.rulesets.future_imperfect.lying import thrown_for
from engine.rulesets.future_imperfect.movement import Going
from engine.rulesets.future_imperfect.parts import Part, total
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Frozen
from engine.table.seats import Actor
from engine.table.table import Table

CARRIED: tuple[Going, ...] = ("riding", "driving")
UNLADEN: Final = "None"
"""What the record sheet calls a load too light to count."""


class Rate(Frozen):
    """Metres a round, and what they are made of."""

    metres: int
    parts: tuple[Part, ...]


_RATES: Final = Remembered[dict[Going, Rate]]()
_PICKUPS: Final = Remembered[dict[tuple[Going, int], movement.Pickup]]()


def rate_of(table: Table, actor: str, going: Going) -> Rate:
    """Return how far a character gets in a round, with its load (FI-MOVE-1, FI-MOVE-10, FI-LOAD-2).

    Who rides or drives goes at the Rate of the mount, which stands on the rider's sheet.
    """
    lists = table.lists
    known = _RATES.get(actor, (people.unarmed(table.actors[actor]), lists.get(APTITUDES), lists.get(RACES)), dict)
    if going not in known:
        known[going] = _rate_of(table, actor, going)
    return known[going]


def _rate_of(table: Table, actor: str, going: Going) -> Rate:
    found = table.actors[actor]
    if going == "climbing" or going == "swimming":
        own = movement.rate_by(going, level_of(table, actor, going))
    elif going in CARRIED:
        mount = Cells(found.sheet).whole("mount_rate")
        if mount is None:
            raise Refused("no_mount", "FI-MOVE-8", "FI-MOVE-9", actor=actor_name(table, actor))
        own = (movement.rate(ORDINARY, mount),)
    else:
        own = (movement.rate(people.trait(found, "dexterity") or ORDINARY, people.own_rate(found)),)
    if going in CARRIED:
        return Rate(metres=total(own), parts=own)
    # The first part of what a load leaves is the Rate itself, which is told by its own parts here.
    loaded = movement.rate_under(total(own), load_class(table, actor))
    return Rate(metres=total(loaded), parts=(*own, *loaded[1:]))


def load_class(table: Table, actor: str) -> str | None:
    """Return the load class of what a character carries (FI-LOAD-1, FI-LOAD-3).

    What the Master estimates and writes over it holds: a person on the shoulders, another gravity (FI-LOAD-5,
    FI-LOAD-6).
    """
    found = table.actors[actor]
    estimated = Cells(found.sheet).text("load_class").capitalize()
    if estimated in (*movement.load_classes(), UNLADEN):
        return estimated if estimated != UNLADEN else None
    strength = people.trait(found, "strength")
    if strength is None:
        return None
    return movement.load_class(people.load(found), strength, people.race(found, table.lists).load)


def reach(rate: int, going: Going, *, running: bool, moves_made: int, picked_up: int) -> int:
    """Return how far one more action may carry a character (FI-MOVE-2 to FI-MOVE-5, FI-MOVE-10).

    Climbing and swimming cannot be run, but the pace can be picked up: half the Rate is all that they are, with what
    that brings on top. Of an odd Rate the first move has the metre more, so that the round has the whole Rate.
    """
    if going in ("climbing", "swimming"):
        half = rate // 2 if moves_made else rate - rate // 2
        return movement.reach(half, running=True, moves_made=moves_made, picked_up=picked_up)
    return movement.reach(rate, running=running, moves_made=moves_made, picked_up=picked_up)


def pickup_of(table: Table, actor: str, going: Going, mount_fatigue: int = 0) -> movement.Pickup:
    """Return what picking up the pace takes and brings (FI-MOVE-7 to FI-MOVE-12)."""
    known = _PICKUPS.get(actor, (people.unarmed(table.actors[actor]), table.lists.get(RACES)), dict)
    if (going, mount_fatigue) not in known:
        known[going, mount_fatigue] = _pickup_of(table, actor, going, mount_fatigue)
    return known[going, mount_fatigue]


def _pickup_of(table: Table, actor: str, going: Going, mount_fatigue: int) -> movement.Pickup:
    found = table.actors[actor]
    race = people.race(found, table.lists)
    return movement.pickup(
        going,
        on_foot=race.pickup,
        claws=race.claws,
        webbed=race.webbed,
        no_fatigue=race.no_fatigue,
        mount_die=_mount_die(found),
        mount_fatigue=mount_fatigue,
    )


def _mount_die(actor: Actor) -> int:
    text = Cells(actor.sheet).text("mount_pickup")
    try:
        return parse_dice(text).sides if text else 0
    except Refused:
        return 0


def throw_pickup(draft: Draft, actor: str, going: Going) -> int:
    """Throw the die, which is never thrown again, and let who runs pay for it; return the metres (FI-MOVE-7)."""
    found = pickup_of(draft.table, actor, going)
    with thrown_for(draft, actor, "dice_pace"):
        faces = draft.roll(found.sides) if found.sides else (0,)
    parts = (Part(reason="pickup_die", value=faces[0]), *found.bonus)
    note_of(draft, actor, "picks_up_pace", "FI-MOVE-7", metres=total(parts), reckoning=[part.words for part in parts])
    draft.figure(picked_up=total(parts))
    if found.pays == "mover":
        lose_wind(draft, actor, (Part(reason="fatigue", value=found.fatigue),), "hit", "FI-MOVE-7")
    return total(parts)
