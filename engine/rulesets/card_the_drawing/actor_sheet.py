"""An actor's sheet as the rules read it: stats, Health, lists, deck, automatic cards, side, bodies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.core.memo import memo
from engine.kit.content_editor.dice_numbers import dice_range
from engine.kit.control import controller_of
from engine.messages.texts import texts
from engine.model.frozen import Frozen, Json
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.tracks import Track
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import FighterBody, Stats
from engine.rulesets.card_the_drawing.cards.card_library import MINIONS, RULESET, UNIVERSAL, Library
from engine.rulesets.card_the_drawing.cards.card_records import LARGEST_PRINTED, Archetype, Foe
from engine.rulesets.card_the_drawing.decks.deck_rules import (
    DeckProblem,
    OwnerProfile,
    cards_on,
    deck_problems,
    rows_for,
    stats_of,
)
from engine.sheets.catalogue.sheet_library import description_for, tables_of
from engine.sheets.model.character_record import SHEET, Record
from engine.sheets.model.filled_sheet import FilledSheet

HEALTH, ADRENALINE, MINION = "Health", "Adrenaline", "Minion"
MOB, BOSS = "mob", "boss"
PARTY, OPPOSITION = "party", "opposition"
LEAST_HEALTH = -999
_WANTED = (
    *("archetype", "strength", "stamina", "intelligence", "wisdom", "speed", "lists"),
    *("health_most", "minion_health", "deck", "automatic"),
)
"""The fields that the rules read."""
_MINION_TRACK = re.compile(rf"{MINION} ([1-9]\d{{0,3}})")


class ActorSheet(Frozen):
    """The rules' reading of one actor's sheet.

    Attributes:
        health: the maximum; of a mob that of each minion; None where the sheet has none.
        deck: how many of each card, by id.
        unknown: names on the sheet that are no card.
        automatic: cards that enter play with it, by id (CD-AUTO-1).
    """

    stats: Stats
    lists: tuple[str, ...]
    health: int | None
    is_mob: bool = False
    deck: Mapping[str, int] = {}
    unknown: tuple[str, ...] = ()
    automatic: tuple[str, ...] = ()


def actor_sheet_of(table: Table, actor: str) -> ActorSheet:
    """Return an actor's sheet as it is now."""
    return actor_sheet_from(table.actors[actor], settings.library(table), table.lists)


def read_actor_sheet(actor: Actor, table: Table) -> ActorSheet:
    """Return the same for a character that is not in the story yet."""
    return actor_sheet_from(actor, settings.library(table), table.lists)


def actor_sheet_from(actor: Actor, library: Library, lists: Mapping[str, Sequence[Mapping[str, Json]]]) -> ActorSheet:
    """Return a sheet read with a group's library and lists."""
    return _sheet_as_read(actor.sheet, actor.id, actor.name, library, lists)


@memo
def _sheet_as_read(
    cells: Mapping[str, Json],
    actor: str,
    name: str,
    library: Library,
    lists: Mapping[str, Sequence[Mapping[str, Json]]],
) -> ActorSheet:
    is_mob = cells.get(SHEET) == MOB
    description = description_for(RULESET, cells, lists)
    assert description is not None
    record = Record(actor=actor, name=name, sheet=cells)
    sheet = FilledSheet(description, record, {}, lists, tables_of(RULESET), wanted=_WANTED)
    template = next((foe for foe in library.foes.values() if foe.minions), None) if is_mob else None
    archetype = None if is_mob else library.archetype_named(str(sheet.value("archetype") or ""))
    rows = _rows(sheet.value("deck"))
    if not rows and template is not None and template.deck in library.decks:
        rows = rows_for(library.decks[template.deck], library)
    deck, unknown = cards_on(rows, library)
    automatic = dict.fromkeys(archetype.automatic if archetype is not None else ())
    for written in _words(sheet.value("automatic")):
        card = library.card_named(written)
        if card is None:
            unknown = (*unknown, written)
        else:
            automatic[card.id] = None
    of_minion = dice_range(template.health or 1).most if template else 1
    return ActorSheet(
        stats=_stats(sheet, template),
        lists=_lists(cells, sheet, archetype),
        health=_whole(sheet.value("minion_health"), of_minion, 1) if is_mob else _known(sheet.value("health_most")),
        is_mob=is_mob,
        deck=deck,
        unknown=unknown,
        automatic=tuple(automatic),
    )


def _stats(sheet: FilledSheet, template: Foe | None) -> Stats:
    """Return the five stats, at their minimum where the sheet is silent (CD-STAT-9); a mob's template goes first."""
    least = {"strength": 0, "stamina": 0, "intelligence": 1, "wisdom": 1}
    usual = {name: getattr(stats_of(template), name) if template else low for name, low in least.items()}
    stats = {name: _printed(sheet.value(name), usual[name], low) for name, low in least.items()}
    return Stats(**stats, speed=1 if template else _printed(sheet.value("speed"), 1, 1))


def _lists(cells: Mapping[str, Json], sheet: FilledSheet, archetype: Archetype | None) -> tuple[str, ...]:
    own = archetype.lists if archetype is not None else tuple(filter(None, [str(sheet.value("archetype") or "")]))
    if cells.get(SHEET) not in (MOB, BOSS):
        return tuple(dict.fromkeys((UNIVERSAL, *own)))
    named = (part.strip() for part in re.split("[,;/\n]", str(sheet.value("lists") or "").replace(MINIONS, "")))
    return tuple(dict.fromkeys((UNIVERSAL, MINIONS, *own, *filter(None, named))))


def _rows(value: object) -> tuple[Mapping[str, Json], ...]:
    return tuple(row for row in value if isinstance(row, Mapping)) if isinstance(value, list | tuple) else ()


def _words(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value if str(each).strip()) if isinstance(value, list | tuple) else ()


def _known(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _printed(value: object, default: int, least: int) -> int:
    """Return a stat, at most what a sheet can say: a larger one of a stranger's file would fill table and screen."""
    return min(LARGEST_PRINTED, _whole(value, default, least))


def _whole(value: object, default: int, least: int) -> int:
    number = _known(value)
    return max(least, default if number is None else number)


# ---- deck and side ---------------------------------------------------------------------------------------------------


def owner_profile(table: Table, actor: str) -> OwnerProfile:
    """Return the owner of an actor's deck, with the stats and lists that limit it."""
    return owner_profile_from(actor_sheet_of(table, actor), len(body_ids(table, actor)))


def owner_profile_from(person: ActorSheet, count: int) -> OwnerProfile:
    """Return the owner of the deck on a sheet; `count` is the number of minions of a mob."""
    return OwnerProfile(stats=person.stats, lists=person.lists, health=person.health or 1, minions=count)


def actor_deck_problems(table: Table, actor: str) -> tuple[DeckProblem, ...]:
    """Return the problems of an actor's deck (CD-DECK-5, CD-DECK-6)."""
    person, least = actor_sheet_of(table, actor), settings.number(table, "min_deck")
    copies = not person.is_mob or settings.flag(table, "mob_copy_limit")
    profile = owner_profile(table, actor)
    return deck_problems(person.deck, profile, settings.library(table), least=least, copies=copies)


def side_of(table: Table, actor: str) -> str:
    """Return the side of an actor by default: actors of the GM are the opposition."""
    return OPPOSITION if table.is_gm(controller_of(table, actor)) else PARTY


def side_name(side: str) -> str:
    """Return the name of a side; a side that the group named itself keeps that name."""
    return texts().get(f"drawing.side.{side}", side)


# ---- bodies ----------------------------------------------------------------------------------------------------------


def is_mob(actor: Actor) -> bool:
    """Return whether an actor is a mob (CD-MINION-1)."""
    return actor.sheet.get(SHEET) == MOB


def minions(actor: Actor) -> tuple[int, ...]:
    """Return the numbers of a mob's minions, including the defeated ones."""
    matches = (_MINION_TRACK.fullmatch(name) for name in actor.tracks)
    return tuple(sorted(int(match[1]) for match in matches if match is not None))


def minion_rows(actor: Actor) -> tuple[Mapping[str, Json], ...]:
    """Return the rows of a mob's sheet, one for each minion in their order."""
    return _rows(actor.sheet.get("minions"))


def minion_track(number: int) -> str:
    """Return the name of the track with the Health of a minion."""
    return f"{MINION} {number}"


def body_id(actor: str, number: int) -> str:
    """Return the id of a minion as a body."""
    return f"{actor}#{number}"


def body_ids(table: Table, actor: str) -> tuple[str, ...]:
    """Return the bodies of an actor."""
    character = table.actors.get(actor)
    return body_ids_of(character) if character is not None else ()


def body_ids_of(actor: Actor) -> tuple[str, ...]:
    """Return the bodies of a character that is on the table or not."""
    return _ids_of_minions(actor) if is_mob(actor) else (actor.id,)


@memo
def _ids_of_minions(mob: Actor) -> tuple[str, ...]:
    return tuple(body_id(mob.id, number) for number in minions(mob))


def track_of(body: str) -> tuple[str, str]:
    """Return the actor of a body, and the name of the track with its Health."""
    actor, mark, number = body.partition("#")
    return (actor, f"{MINION} {number}") if mark else (actor, HEALTH)


def health_track(table: Table, body: str) -> Track | None:
    """Return the Health of a body; None for a body that does not exist."""
    actor, track = track_of(body)
    character = table.actors.get(actor)
    return character.tracks.get(track) if character is not None else None


def health_left(table: Table, body: str) -> int:
    """Return the present Health of a body; 0 for a body that does not exist."""
    track = health_track(table, body)
    return track.value if track is not None else 0


def is_standing(table: Table, body: str) -> bool:
    """Return whether a body is not defeated (CD-DEF-1)."""
    return health_left(table, body) > 0


def standing_bodies(table: Table, actor: str) -> tuple[str, ...]:
    """Return the bodies of an actor that are not defeated."""
    character = table.actors.get(actor)
    return standing_bodies_of(character) if character is not None else ()


@memo
def standing_bodies_of(actor: Actor) -> tuple[str, ...]:
    """Return the same for a character."""
    bodies = body_ids_of(actor)
    tracks = ((body, actor.tracks.get(track_of(body)[1])) for body in bodies)
    return tuple(body for body, track in tracks if track is not None and track.value > 0)


def body_name(table: Table, body: str) -> str:
    """Return the name of a body."""
    actor, _, number = body.partition("#")
    character = table.actors.get(actor)
    if character is None or not number:
        return character.name if character is not None else body
    return _minion_names(character).get(body) or f"{character.name} {number}"


@memo
def _minion_names(actor: Actor) -> Mapping[str, str]:
    """Return the names of a mob's minions by their bodies; empty for one without a name of its own."""
    written = (str(row.get("name") or "").strip() for row in minion_rows(actor))
    return dict(zip(body_ids_of(actor), written, strict=False))


def adrenaline(table: Table, actor: str) -> int:
    """Return the Adrenaline of an actor."""
    character = table.actors.get(actor)
    return adrenaline_of(character) if character is not None else 0


def adrenaline_of(actor: Actor) -> int:
    """Return the Adrenaline of a character."""
    track = actor.tracks.get(ADRENALINE)
    return max(0, track.value) if track is not None else 0


def bodies_of(table: Table, actor: str) -> tuple[FighterBody, ...]:
    """Return the bodies of an actor with their Health."""
    return _bodies_as_read(table.actors[actor], actor_sheet_of(table, actor).health)


def bodies_from(actor: Actor, most: int | None) -> Iterator[FighterBody]:
    """Yield the bodies of a character; `most` is the maximum Health on its sheet."""
    mob = is_mob(actor)
    names = _minion_names(actor) if mob else {}
    for body in body_ids_of(actor):
        _, number = track_of(body)
        track = actor.tracks.get(number)
        if track is not None:
            full = track.most if track.most is not None else most
            yield FighterBody(
                id=body,
                name=names.get(body) or (f"{actor.name} {body.partition('#')[2]}" if mob else actor.name),
                fighter=actor.id,
                health=track.value,
                most=max(1, track.value) if full is None else full,
            )


_bodies_as_read = memo(bodies_from)


# ---- making ----------------------------------------------------------------------------------------------------------


def first_tracks(actor: Actor, table: Table, values: Mapping[str, int]) -> Mapping[str, Track]:
    """Return the Health of an actor that enters the story: its maximum (CD-STAT-7)."""
    person = read_actor_sheet(actor, table)
    if not person.is_mob:
        return {HEALTH: full_health(person.health, values.get(HEALTH))} if person.health is not None else {}
    rows = minion_rows(actor)
    named = [int(match[1]) for name in values if (match := _MINION_TRACK.fullmatch(name)) is not None]
    template = next((foe.minions for foe in settings.library(table).foes.values() if foe.minions), 1)
    count = max(
        (number for number in named if number <= LARGEST_PRINTED), default=len(rows) or dice_range(template).most
    )
    tracks = {}
    for number in range(1, count + 1):
        written = _known(rows[number - 1].get("health")) if number <= len(rows) else None
        tracks[minion_track(number)] = full_health(person.health or 1, values.get(minion_track(number), written))
    return tracks


def full_health(most: int, value: int | None = None) -> Track:
    """Return a track with the maximum Health, or with a value within its bounds."""
    track = Track(value=most, least=LEAST_HEALTH, most=most)
    return track if value is None else Track(value=track.clamped(value), least=LEAST_HEALTH, most=most)


def sheet_of_foe(foe: Foe, library: Library, minions: int | None = None) -> Mapping[str, Json]:
    """Return the sheet of a foe as the book has it, for an actor of the GM; dice count as their highest result."""
    stats = stats_of(foe)
    deck = library.decks.get(foe.deck)
    count = dice_range(foe.minions).most if minions is None else minions
    automatic = [library.cards[id_].name for id_ in foe.automatic if id_ in library.cards]
    common: dict[str, Json] = {
        "strength": stats.strength,
        "stamina": stats.stamina,
        "intelligence": stats.intelligence,
        "wisdom": stats.wisdom,
        "lists": ", ".join(name for name in foe.lists if name not in (UNIVERSAL, MINIONS)),
        "deck": list(rows_for(deck, library)) if deck is not None else [],
        "automatic": automatic,
    }
    if count:
        health = dice_range(foe.health or 1).most
        rows: list[Json] = [{"name": f"{foe.name} {number}", "health": health} for number in range(1, count + 1)]
        return {SHEET: MOB, **common, "minion_health": health, "minions": rows}
    boss: dict[str, Json] = {SHEET: BOSS, **common, "speed": stats.speed}
    return boss if foe.health is None else {**boss, "health_most": dice_range(foe.health).most}
