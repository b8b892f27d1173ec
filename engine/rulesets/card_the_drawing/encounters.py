"""A prepared encounter comes to the table: its foes as characters of the GM, and the battle with them (CD-UI-25)."""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import count
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ActorSet
from engine.play.moves.fields import need_id
from engine.play.moves.versions import of_present_version
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import mobs, people, settings, starting
from engine.rulesets.card_the_drawing.records import Encounter, Foe, Placed
from engine.rulesets.card_the_drawing.starting import Override, StartBattle
from engine.table.frozen import replace
from engine.table.seats import Actor
from engine.table.table import Table
from engine.table.tracks import Track

_NO_ID = re.compile(r"[^a-z0-9]+")
_MOST_LETTERS = 24


class BeginEncounter(Request):
    """The GM puts a prepared encounter on the table; the battle with it may begin at once."""

    RULES = ("CD-UI-25", "CD-GM-1", "CD-MINION-1", "CD-BOSS-1", "CD-ENV-1")
    encounter: Annotated[str, Meta(description="the encounter, by its id in the library")]
    fighters: Annotated[tuple[str, ...], Meta(description="the characters who fight against them")] = ()
    begin: Annotated[bool, Meta(description="false only puts the foes there, without surroundings")] = True
    secret: Annotated[bool, Meta(description="only the GM may read the records of the foes")] = False
    number: Annotated[
        int, Meta(ge=0, le=9999, description="what the ids of the foes end with; 0 for the first that is free")
    ] = 0
    override: Override = False


# ---- who comes -------------------------------------------------------------------------------------------------------


def need_encounter(table: Table, id_: str) -> Encounter:
    """Return an encounter of the library. Raises Refused for none, an empty one, or one that names nobody's foes."""
    library = settings.library(table)
    found = library.encounters.get(id_)
    if found is None:
        raise Refused("drawing_no_encounter", "CD-UI-25", encounter=id_[:60])
    if not found.foes:
        raise Refused("drawing_encounter_empty", "CD-UI-25", encounter=found.name)
    for placed in found.foes:
        if placed.foe not in library.foes:
            raise Refused("drawing_encounter_foe", "CD-UI-25", encounter=found.name, foe=placed.foe)
    return found


def foe_as_placed(foe: Foe, placed: Placed) -> Foe:
    """Return a foe as it is in an encounter: its name, how many there are, and the Health that it has at most."""
    minions = foe.minions if placed.minions is None else max(0, min(placed.minions, mobs.MOST))
    health = foe.health if placed.health is None else max(1, placed.health)
    return replace(foe, name=placed.name or foe.name, minions=minions, health=health)


def free_number(table: Table) -> int:
    """Return a number with which no id ends; whoever is not to know of somebody learns nothing by the ids of others."""
    return next(number for number in count(1) if not any(actor.endswith(f"-{number}") for actor in table.actors))


def arriving(table: Table, encounter: Encounter, command: BeginEncounter) -> tuple[Actor, ...]:
    """Return the foes of an encounter as characters whom the GM leads."""
    number = command.number or free_number(table)
    library = settings.library(table)
    named: dict[str, int] = {}
    found: list[Actor] = []
    for placed in encounter.foes:
        foe = foe_as_placed(library.foes[placed.foe], placed)
        named[foe.name] = named.get(foe.name, 0) + 1
        if named[foe.name] > 1:
            foe = replace(foe, name=f"{foe.name} {named[foe.name]}")
        sheet = of_present_version(table, {}, people.sheet_of_foe(foe, library))
        id_ = _id_of(foe.name, number, {other.id for other in found})
        bare = Actor(id=id_, name=foe.name, seat=command.seat, sheet=sheet, secret=command.secret)
        numbers = {**people.first_tracks(bare, table, {}), people.ADRENALINE: Track(value=max(0, placed.adrenaline))}
        found.append(replace(bare, tracks=numbers))
    return tuple(found)


def _id_of(name: str, number: int, taken: Container[str]) -> str:
    bare = _NO_ID.sub("-", name.casefold()).strip("-")[:_MOST_LETTERS].strip("-") or "foe"
    tried = (f"{bare}-{more}-{number}" if more else f"{bare}-{number}" for more in count())
    return next(id_ for id_ in tried if id_ not in taken)


def _as_battle(command: BeginEncounter, encounter: Encounter, foes: tuple[Actor, ...]) -> StartBattle:
    return StartBattle(
        seat=command.seat,
        fighters=(*command.fighters, *(foe.id for foe in foes)),
        environment=tuple(dict.fromkeys(encounter.environment)),
        override=command.override,
    )


# ---- what is asked for -----------------------------------------------------------------------------------------------


def verify_encounter(table: Table, command: BeginEncounter) -> None:
    """The GM; and if the battle begins, all that is needed to begin one with these foes."""
    need_gm(table, command, "CD-UI-25")
    encounter = need_encounter(table, command.encounter)
    for foe in arriving(table, encounter, command):
        need_id(foe.id, table.actors)
    if command.begin:
        foes = arriving(table, encounter, command)
        there = replace(table, actors={**table.actors, **{foe.id: foe for foe in foes}})
        starting.verify_start(there, _as_battle(command, encounter, foes))


def begin_encounter(draft: Draft, command: BeginEncounter) -> None:
    """Let the foes come, and begin the battle; what Adrenaline they were given they keep (CD-UI-25)."""
    table = draft.table
    encounter = need_encounter(table, command.encounter)
    foes = arriving(table, encounter, command)
    for foe in foes:
        draft.emit(ActorSet(actor=foe))
    audience = (command.seat,) if command.secret and not command.begin else None
    draft.note("drawing_encounter", "CD-GM-1", audience=audience, names=[foe.name for foe in foes])
    draft.note("drawing_encounter_of", "CD-UI-25", audience=(command.seat,), encounter=encounter.name)
    if command.begin:
        given = {foe.id: foe.tracks[people.ADRENALINE].value for foe in foes}
        starting.begin(draft, _as_battle(command, encounter, foes), given)


MOVES = (Move(BeginEncounter, verify_encounter, begin_encounter),)
