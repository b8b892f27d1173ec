"""A prepared encounter on the table: its foes as characters of the GM, and the battle with them (CD-UI-25)."""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import count
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import need_id
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ActorSet
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.tracks import Track
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import minion_commands
from engine.rulesets.card_the_drawing.cards.card_records import EncounterFoe, Foe, PreparedEncounter
from engine.rulesets.card_the_drawing.encounters import battle_start
from engine.rulesets.card_the_drawing.encounters.battle_start import Override, StartBattle
from engine.sheets.editing.record_version import of_present_version

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


# ---- fighters --------------------------------------------------------------------------------------------------------


def need_encounter(table: Table, id_: str) -> PreparedEncounter:
    """Return an encounter of the library. Raises Refused for an unknown or empty one, or one with unknown foes."""
    library = settings.library(table)
    encounter = library.encounters.get(id_)
    if encounter is None:
        raise Refused("drawing_no_encounter", "CD-UI-25", encounter=id_[:60])
    if not encounter.foes:
        raise Refused("drawing_encounter_empty", "CD-UI-25", encounter=encounter.name)
    for placed in encounter.foes:
        if placed.foe not in library.foes:
            raise Refused("drawing_encounter_foe", "CD-UI-25", encounter=encounter.name, foe=placed.foe)
    return encounter


def foe_as_placed(foe: Foe, placed: EncounterFoe) -> Foe:
    """Return a foe as it is in an encounter, with its name, number and maximum Health there."""
    minions = foe.minions if placed.minions is None else max(0, min(placed.minions, minion_commands.MOST_MINIONS))
    health = foe.health if placed.health is None else max(1, placed.health)
    return replace(foe, name=placed.name or foe.name, minions=minions, health=health)


def free_number(table: Table) -> int:
    """Return a number that no id ends with; ids must not reveal characters that a player does not know."""
    return next(number for number in count(1) if not any(actor.endswith(f"-{number}") for actor in table.actors))


def encounter_actors(table: Table, encounter: PreparedEncounter, command: BeginEncounter) -> tuple[Actor, ...]:
    """Return the foes of an encounter as characters of the GM."""
    number = command.number or free_number(table)
    library = settings.library(table)
    named: dict[str, int] = {}
    actors: list[Actor] = []
    for placed in encounter.foes:
        foe = foe_as_placed(library.foes[placed.foe], placed)
        named[foe.name] = named.get(foe.name, 0) + 1
        if named[foe.name] > 1:
            foe = replace(foe, name=f"{foe.name} {named[foe.name]}")
        sheet = of_present_version(table, {}, actor_sheet.sheet_of_foe(foe, library))
        id_ = _id_of(foe.name, number, {other.id for other in actors})
        bare = Actor(id=id_, name=foe.name, seat=command.seat, sheet=sheet, secret=command.secret)
        numbers = {
            **actor_sheet.first_tracks(bare, table, {}),
            actor_sheet.ADRENALINE: Track(value=max(0, placed.adrenaline)),
        }
        actors.append(replace(bare, tracks=numbers))
    return tuple(actors)


def _id_of(name: str, number: int, taken: Container[str]) -> str:
    bare = _NO_ID.sub("-", name.casefold()).strip("-")[:_MOST_LETTERS].strip("-") or "foe"
    tried = (f"{bare}-{more}-{number}" if more else f"{bare}-{number}" for more in count())
    return next(id_ for id_ in tried if id_ not in taken)


def _as_battle(command: BeginEncounter, encounter: PreparedEncounter, foes: tuple[Actor, ...]) -> StartBattle:
    return StartBattle(
        seat=command.seat,
        fighters=(*command.fighters, *(foe.id for foe in foes)),
        environment=tuple(dict.fromkeys(encounter.environment)),
        override=command.override,
    )


# ---- commands --------------------------------------------------------------------------------------------------------


def verify_encounter(table: Table, command: BeginEncounter) -> None:
    """Only the GM; to begin the battle, everything that a battle with these foes needs."""
    need_gm(table, command, "CD-UI-25")
    encounter = need_encounter(table, command.encounter)
    for foe in encounter_actors(table, encounter, command):
        need_id(foe.id, table.actors)
    if command.begin:
        foes = encounter_actors(table, encounter, command)
        there = replace(table, actors={**table.actors, **{foe.id: foe for foe in foes}})
        battle_start.verify_start(there, _as_battle(command, encounter, foes))


def begin_encounter(draft: Draft, command: BeginEncounter) -> None:
    """Add the foes, and begin the battle; they keep the Adrenaline of the encounter (CD-UI-25)."""
    table = draft.table
    encounter = need_encounter(table, command.encounter)
    foes = encounter_actors(table, encounter, command)
    for foe in foes:
        draft.emit(ActorSet(actor=foe))
    audience = (command.seat,) if command.secret and not command.begin else None
    draft.note("drawing_encounter", "CD-GM-1", audience=audience, names=[foe.name for foe in foes])
    draft.note("drawing_encounter_of", "CD-UI-25", audience=(command.seat,), encounter=encounter.name)
    if command.begin:
        given = {foe.id: foe.tracks[actor_sheet.ADRENALINE].value for foe in foes}
        battle_start.begin_battle(draft, _as_battle(command, encounter, foes), given)


MOVES = (Move(BeginEncounter, verify_encounter, begin_encounter),)
