"""Variants of a fight for the sensitivity table: one foe fewer or more, heroes without armour or half wounded.

A bot may change or replace them in its `variants`. A variant that changes nothing in a fight is left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import Any, Protocol

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.kit.cast.arrivals import ARRIVALS
from engine.kit.cast.individuals import free_actor_id
from engine.kit.control import controller_of
from engine.kit.encounters.encounter_runs import as_it_came
from engine.messages.refusal import Refused
from engine.model.body import Body
from engine.model.conditions import Condition
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.tracks import Track
from engine.presentation.game import Game
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import EditSheet

ARMOUR = "armour"
"""The word in the keys of a sheet's fields that hold armour."""


class VariantKind(StrEnum):
    """The difference between a variant and its fight."""

    FOE_FEWER = "foe_fewer"
    FOE_MORE = "foe_more"
    ARMOUR_OFF = "armour_off"
    HALF_WOUNDED = "half_wounded"


VariantNumber = tuple[VariantKind, int]
"""A kind, and a number from 0 among the variants of that kind."""


@dataclass(frozen=True)
class FightVariant:
    """A fight with one thing changed.

    Attributes:
        kind: what is changed.
        who: the name of the foe who stays away or comes in addition; empty if all heroes are changed.
        table: the table.
        opening: the command that begins the fight. For one in progress, the GM's command that changes its foes, which
            comes after the deal of the cards that the viewer does not know; None if the foes stay.
    """

    kind: VariantKind
    who: str
    table: Table
    opening: Command | None


def numbered_variants(variants: Iterable[FightVariant]) -> Iterator[tuple[VariantNumber, FightVariant]]:
    """Yield variants with their kinds and their numbers; a bot may have several of one kind."""
    numbers: dict[VariantKind, int] = {}
    for variant in variants:
        number = numbers[variant.kind] = numbers.get(variant.kind, -1) + 1
        yield (variant.kind, number), variant


@dataclass(frozen=True)
class FightFacts:
    """The facts about a game's characters that the variants need.

    Attributes:
        health_tracks: the numbers that are halved for a character who is half wounded.
        group_field: the rows of a sheet with the members of a foe that is a group; empty if there are no groups.
        half_wound: the wound of a character who is half wounded, in a game with conditions as wounds; None without.
    """

    health_tracks: tuple[str, ...] = ()
    group_field: str = ""
    half_wound: Condition | None = None


class ChangesOfFoes(Protocol):
    """The commands with which the GM changes the foes of a fight in progress; a bot has them."""

    def standing_foes(self, table: Table) -> tuple[str, ...]:
        """Return the foes of the party in the fight that can still act."""
        ...

    def leaving(self, game: Game, table: Table, fighter: str) -> Command | None:
        """Return the command that takes a fighter out of the fight; None if the game has none."""
        ...

    def joining(self, game: Game, table: Table, fighter: str, newcomer: str) -> Command | None:
        """Return the command that adds a newcomer, on the side of a fighter; None if the game has none."""
        ...

    def member_leaving(self, table: Table, group: str) -> Command | None:
        """Return the command that takes a member out of a group; None if it has no two that can act, or is no group."""
        ...

    def member_joining(self, table: Table, group: str) -> Command | None:
        """Return the command that adds a member to a group; None for a character that is no group."""
        ...


def usual_variants(
    game: Game,
    table: Table,
    opening: Command | None,
    facts: FightFacts,
    allies: Container[str] = (),
    changes: ChangesOfFoes | None = None,
) -> Iterator[FightVariant]:
    """Yield the variants of a fight that follow from its characters and from the fighters that its opening names.

    Args:
        game: the game.
        table: the table; with an `opening` the table before the fight.
        opening: the command that begins the fight; None if it is in progress already.
        facts: the facts about the game's characters.
        allies: the characters of the GM that fight for the party.
        changes: the commands that change the foes of a fight in progress; without them it keeps its foes.
    """
    named = tuple(getattr(opening, "fighters", ()))
    fighters = [actor for actor in named or table.actors if actor in table.actors]
    foes = [actor for actor in fighters if actor not in allies and table.is_gm(controller_of(table, actor))]
    heroes = [actor for actor in fighters if actor not in foes]
    if foes and named and opening is not None:
        yield from _without_foe(game, table, opening, foes, facts.group_field)
        yield from _with_foe(game, table, opening, foes[-1], facts.group_field)
    elif opening is None and changes is not None:
        yield from _other_foes_in_progress(game, table, changes)
    bare = table
    for actor in heroes:
        bare = _without_armour(game, bare, actor)
    if bare is not table:
        yield FightVariant(VariantKind.ARMOUR_OFF, "", bare, opening)
    halved = {actor: _half_wounded(table.actors[actor], facts) for actor in heroes}
    if any(halved[actor] != table.actors[actor] for actor in heroes):
        yield FightVariant(VariantKind.HALF_WOUNDED, "", replace(table, actors={**table.actors, **halved}), opening)


def _without_foe(game: Game, table: Table, opening: Any, foes: list[str], group_field: str) -> Iterator[FightVariant]:
    """Yield the fight without the last foe, or without one member of it if it is a group."""
    last = table.actors[foes[-1]]
    rows = _rows(last, group_field)
    if len(rows) > 1:
        changed = _edited(game, table, last.id, {group_field: rows[:-1]})
        if changed is not table:
            yield FightVariant(VariantKind.FOE_FEWER, str(rows[-1].get("name") or last.name), changed, opening)
    elif len(foes) > 1:
        fighters = tuple(actor for actor in opening.fighters if actor != last.id)
        yield FightVariant(VariantKind.FOE_FEWER, last.name, table, replace(opening, fighters=fighters))


def _with_foe(game: Game, table: Table, opening: Any, foe: str, group_field: str) -> Iterator[FightVariant]:
    """Yield the fight with a copy of a foe, or with one more member of it if it is a group."""
    actor = table.actors[foe]
    rows = _rows(actor, group_field)
    if rows:
        changed = _edited(game, table, foe, {group_field: [*rows, rows[-1]]})
        if changed is not table:
            yield FightVariant(VariantKind.FOE_MORE, str(rows[-1].get("name") or actor.name), changed, opening)
        return
    copy = replace(actor, id=free_actor_id(table, foe))
    sides = dict(getattr(opening, "sides", {}))
    changes = {"sides": {**sides, copy.id: sides[foe]}} if foe in sides else {}
    more = replace(opening, fighters=(*opening.fighters, copy.id), **changes)
    yield FightVariant(VariantKind.FOE_MORE, actor.name, replace(table, actors={**table.actors, copy.id: copy}), more)


def _other_foes_in_progress(game: Game, table: Table, changes: ChangesOfFoes) -> Iterator[FightVariant]:
    """Yield a fight in progress without the last foe that can act, and with another one like it, as it came.

    Of a group it is one member. A command that the rules refuse at this moment makes no variant.
    """
    foes = changes.standing_foes(table)
    if not foes:
        return
    last = table.actors[foes[-1]]
    fewer = changes.member_leaving(table, last.id)
    if fewer is None and len(foes) > 1:
        fewer = changes.leaving(game, table, last.id)
    if fewer is not None and game.refusal(table, fewer) is None:
        yield FightVariant(VariantKind.FOE_FEWER, last.name, table, fewer)
    more, with_copy = changes.member_joining(table, last.id), table
    if more is None:
        copy = _as_it_came(game, table, last)
        if copy is None:
            return
        with_copy = replace(table, actors={**table.actors, copy.id: copy})
        more = changes.joining(game, with_copy, last.id, copy.id)
    if more is not None and game.refusal(with_copy, more) is None:
        yield FightVariant(VariantKind.FOE_MORE, last.name, with_copy, more)


def _as_it_came(game: Game, table: Table, foe: Actor) -> Actor | None:
    """Return a copy of a foe: as its encounter brought it, or else as the rules make it from its sheet; or None."""
    id_ = free_actor_id(table, foe.id)
    arrival = ARRIVALS.find(table, foe.id)
    with suppress(Refused):
        if arrival is not None:
            return replace(as_it_came(arrival), id=id_, name=foe.name, seat=foe.seat, secret=foe.secret)
        if JoinActor in game.commands.values():
            seat = controller_of(table, foe.id)
            join = JoinActor(seat=table.gm(), id=id_, name=foe.name, leader=seat, sheet=foe.sheet, secret=foe.secret)
            joined = game.apply(table, join, SeededChance(0)).table.actors[id_]
            return replace(joined, name=foe.name)  # a second one of its name got a number
    return None


def _rows(actor: Actor, field: str) -> list[Mapping[str, Json]]:
    rows = actor.sheet.get(field) if field else None
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list | tuple) else []


def _edited(game: Game, table: Table, actor: str, fields: Mapping[str, Json]) -> Table:
    """Return the table with changed fields of a sheet, and with what the rules make of it; as it was if refused."""
    with suppress(Refused):
        return game.apply(table, EditSheet(seat=table.gm(), actor=actor, fields=fields), SeededChance(0)).table
    return table


def _without_armour(game: Game, table: Table, actor: str) -> Table:
    worn = [name for name, value in table.actors[actor].sheet.items() if value and ARMOUR in name.split("_")]
    bare = _edited(game, table, actor, dict.fromkeys(worn)) if worn else table
    body = bare.actors[actor].body
    if body is None or not any(location.armour for location in body.locations.values()):
        return bare
    locations = {name: replace(location, armour=0) for name, location in body.locations.items()}
    naked = replace(bare.actors[actor], body=replace(body, locations=locations))
    return replace(bare, actors={**bare.actors, actor: naked})


def _half_wounded(actor: Actor, facts: FightFacts) -> Actor:
    """Return a character with half of its Health, and half of the hit points of each location that counts down."""
    tracks = {name: _halved(track) if name in facts.health_tracks else track for name, track in actor.tracks.items()}
    body = actor.body
    if body is not None:
        locations = {
            name: location
            if location.most is None
            else replace(location, level=min(location.level, -(-location.most // 2)))
            for name, location in body.locations.items()
        }
        if _counts_down(body):
            body = replace(body, locations=locations)
    return replace(actor, tracks=tracks, body=body, conditions=(*actor.conditions, *_missing_wounds(actor, facts)))


def _missing_wounds(actor: Actor, facts: FightFacts) -> Iterator[Condition]:
    """Yield the wound that a character has not yet to be half wounded."""
    wound = facts.half_wound
    if wound is not None:
        missing = wound.level - sum(condition.level for condition in actor.conditions_named(wound.name))
        if missing > 0:
            taken = {condition.id for condition in actor.conditions}
            yield replace(wound, id=next(id_ for id_ in map(str, count(1)) if id_ not in taken), level=missing)


def _counts_down(body: Body) -> bool:
    """Return whether the levels of a body are hit points, which may fall below zero, and not numbers of wounds."""
    return any(location.least is None or location.least < 0 for location in body.locations.values())


def _halved(track: Track) -> Track:
    return replace(track, value=track.clamped((track.value + 1) // 2)) if track.value > 0 else track
