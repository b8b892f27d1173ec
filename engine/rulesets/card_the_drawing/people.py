"""What an actor's sheet says to the rules: stats, Health, lists, deck, automatic cards, side, bodies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.play.leading import leader
from engine.play.words import texts
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.building import Flaw, Owner, cards_on, flaws_of, rows_for
from engine.rulesets.card_the_drawing.library import MINIONS, RULESET, UNIVERSAL, Library
from engine.rulesets.card_the_drawing.records import Archetype, Foe
from engine.rulesets.card_the_drawing.scene import Body, Stats
from engine.rulesets.remembering import Remembered
from engine.sheets.record import SHEET, Record
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import description_for, tables_of
from engine.table.frozen import Frozen, Json
from engine.table.seats import Actor
from engine.table.table import Table
from engine.table.tracks import Track

HEALTH, ADRENALINE, MINION = "Health", "Adrenaline", "Minion"
MOB, BOSS = "mob", "boss"
PARTY, OPPOSITION = "party", "opposition"
LEAST_HEALTH = -999
_MINION_TRACK = re.compile(rf"{MINION} ([1-9]\d*)")
_people: Remembered[Person] = Remembered()
_bodies: Remembered[tuple[Body, ...]] = Remembered()
_BODIES: Remembered[tuple[str, ...]] = Remembered()
_STANDING: Remembered[tuple[str, ...]] = Remembered()
_NAMES: Remembered[str] = Remembered()


class Person(Frozen):
    """What a sheet says.

    Attributes:
        health: at most; of a mob that of each minion; None where the sheet does not say.
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


def person_of(table: Table, actor: str) -> Person:
    """Return what the sheet of an actor says now."""
    found = table.actors[actor]
    library = settings.library(table)
    return _people.get(actor, (found.sheet, library, table.lists), lambda: person_on(found, library, table.lists))


def read_person(actor: Actor, table: Table) -> Person:
    """Return the same for a character that is not in the story yet."""
    return person_on(actor, settings.library(table), table.lists)


def person_on(actor: Actor, library: Library, lists: Mapping[str, Sequence[Mapping[str, Json]]]) -> Person:
    """Return what a sheet says by what a group plays with and its lists."""
    is_mob = actor.sheet.get(SHEET) == MOB
    description = description_for(RULESET, actor.sheet, lists)
    assert description is not None
    record = Record(actor=actor.id, name=actor.name, sheet=actor.sheet)
    sheet = Sheet(description, record, {}, lists, tables_of(RULESET))
    template = next((foe for foe in library.foes.values() if foe.minions), None) if is_mob else None
    archetype = None if is_mob else library.archetype_named(str(sheet.value("archetype") or ""))
    rows = _rows(sheet.value("deck"))
    if not rows and template is not None and template.deck in library.decks:
        rows = rows_for(library.decks[template.deck], library)
    deck, unknown = cards_on(rows, library)
    automatic = dict.fromkeys(archetype.automatic if archetype is not None else ())
    for name in _words(sheet.value("automatic")):
        card = library.card_named(name)
        if card is None:
            unknown = (*unknown, name)
        else:
            automatic[card.id] = None
    return Person(
        stats=_stats(sheet, template),
        lists=_lists(actor, sheet, archetype),
        health=_whole(sheet.value("minion_health"), template.health or 1 if template else 1, 1)
        if is_mob
        else _known(sheet.value("health_most")),
        is_mob=is_mob,
        deck=deck,
        unknown=unknown,
        automatic=tuple(automatic),
    )


def _stats(sheet: Sheet, template: Foe | None) -> Stats:
    """Return the five stats, each at its least where the sheet is silent (CD-STAT-9); a mob's template goes first."""
    least = {"strength": 0, "stamina": 0, "intelligence": 1, "wisdom": 1}
    found = {
        name: _whole(sheet.value(name), getattr(template, name) if template else low, low)
        for name, low in least.items()
    }
    return Stats(**found, speed=1 if template else _whole(sheet.value("speed"), 1, 1))


def _lists(actor: Actor, sheet: Sheet, archetype: Archetype | None) -> tuple[str, ...]:
    own = archetype.lists if archetype is not None else tuple(filter(None, [str(sheet.value("archetype") or "")]))
    if actor.sheet.get(SHEET) not in (MOB, BOSS):
        return tuple(dict.fromkeys((UNIVERSAL, *own)))
    named = (part.strip() for part in re.split("[,;/\n]", str(sheet.value("lists") or "").replace(MINIONS, "")))
    return tuple(dict.fromkeys((UNIVERSAL, MINIONS, *own, *filter(None, named))))


def _rows(value: object) -> tuple[Mapping[str, Json], ...]:
    return tuple(row for row in value if isinstance(row, Mapping)) if isinstance(value, list | tuple) else ()


def _words(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value if str(each).strip()) if isinstance(value, list | tuple) else ()


def _known(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _whole(value: object, default: int, least: int) -> int:
    found = _known(value)
    return max(least, default if found is None else found)


# ---- deck and side ---------------------------------------------------------------------------------------------------


def deck_owner(table: Table, actor: str) -> Owner:
    """Return for whom the deck of an actor is made."""
    return owner_from(person_of(table, actor), len(bodies(table, actor)))


def owner_from(person: Person, count: int) -> Owner:
    """Return for whom a deck is made that stands on a sheet; of a mob there are so many."""
    return Owner(stats=person.stats, lists=person.lists, health=person.health or 1, minions=count)


def flaws(table: Table, actor: str) -> tuple[Flaw, ...]:
    """Return what is wrong with an actor's deck (CD-DECK-5, CD-DECK-6)."""
    person = person_of(table, actor)
    return flaws_of(
        person.deck,
        deck_owner(table, actor),
        settings.library(table),
        least=settings.number(table, "min_deck"),
        copies=not person.is_mob or settings.flag(table, "mob_copy_limit"),
    )


def side_of(table: Table, actor: str) -> str:
    """Return on whose side an actor is unless somebody says otherwise: what the GM leads is the opposition."""
    return OPPOSITION if table.is_gm(leader(table, actor)) else PARTY


def side_name(side: str) -> str:
    """Return what a side is called; one that the group has named itself is called so."""
    return texts().get(f"drawing.side.{side}", side)


# ---- bodies ----------------------------------------------------------------------------------------------------------


def is_mob(actor: Actor) -> bool:
    """Say whether an actor is a mob (CD-MINION-1)."""
    return actor.sheet.get(SHEET) == MOB


def minions(actor: Actor) -> tuple[int, ...]:
    """Return the numbers of a mob's minions, the fallen ones among them."""
    found = (_MINION_TRACK.fullmatch(name) for name in actor.tracks)
    return tuple(sorted(int(match[1]) for match in found if match is not None))


def minion_rows(actor: Actor) -> tuple[Mapping[str, Json], ...]:
    """Return the rows of a mob's sheet, one for each minion in their order."""
    return _rows(actor.sheet.get("minions"))


def minion_track(number: int) -> str:
    """Return the name of the track with the Health of a minion."""
    return f"{MINION} {number}"


def body_id(actor: str, number: int) -> str:
    """Return what a minion is called as a body."""
    return f"{actor}#{number}"


def bodies(table: Table, actor: str) -> tuple[str, ...]:
    """Return the bodies of an actor."""
    found = table.actors.get(actor)
    if found is None:
        return ()
    if not is_mob(found):
        return (actor,)
    return _BODIES.get(actor, (found,), lambda: tuple(body_id(actor, number) for number in minions(found)))


def track_of(body: str) -> tuple[str, str]:
    """Return of which actor a body is, and the track with its Health."""
    actor, mark, number = body.partition("#")
    return (actor, f"{MINION} {number}") if mark else (actor, HEALTH)


def health_track(table: Table, body: str) -> Track | None:
    """Return the Health of a body; None for one that is not there."""
    actor, track = track_of(body)
    found = table.actors.get(actor)
    return found.tracks.get(track) if found is not None else None


def stands(table: Table, body: str) -> bool:
    """Say whether a body is not defeated (CD-DEF-1)."""
    track = health_track(table, body)
    return track is not None and track.value > 0


def standing(table: Table, actor: str) -> tuple[str, ...]:
    """Return the bodies of an actor that are not defeated."""
    made_of = (table.actors.get(actor),)
    return _STANDING.get(actor, made_of, lambda: tuple(body for body in bodies(table, actor) if stands(table, body)))


def body_name(table: Table, body: str) -> str:
    """Return what a body is called."""
    actor, _, number = body.partition("#")
    found = table.actors.get(actor)
    if found is None or not number:
        return found.name if found is not None else body
    return _NAMES.get(body, (found,), lambda: _minion_name(found, number))


def _minion_name(found: Actor, number: str) -> str:
    order = minions(found)
    rows = minion_rows(found)
    at = order.index(int(number)) if number.isdecimal() and int(number) in order else len(rows)
    written = str(rows[at].get("name") or "").strip() if at < len(rows) else ""
    return written or f"{found.name} {number}"


def adrenaline(table: Table, actor: str) -> int:
    """Return how much Adrenaline an actor has."""
    found = table.actors.get(actor)
    track = found.tracks.get(ADRENALINE) if found is not None else None
    return max(0, track.value) if track is not None else 0


def bodies_of(table: Table, actor: str) -> tuple[Body, ...]:
    """Return the bodies of an actor with their Health."""
    known, person = table.actors.get(actor), person_of(table, actor)
    return _bodies.get(actor, (known, person), lambda: tuple(_bodies_of(table, actor)))


def _bodies_of(table: Table, actor: str) -> Iterator[Body]:
    most = person_of(table, actor).health
    for body in bodies(table, actor):
        track = health_track(table, body)
        if track is not None:
            full = track.most if track.most is not None else most
            yield Body(
                id=body,
                name=body_name(table, body),
                fighter=actor,
                health=track.value,
                most=max(1, track.value) if full is None else full,
            )


# ---- making ----------------------------------------------------------------------------------------------------------


def first_tracks(actor: Actor, table: Table, told: Mapping[str, int]) -> Mapping[str, Track]:
    """Return the Health with which an actor comes into the story: at its most (CD-STAT-7)."""
    person = read_person(actor, table)
    if not person.is_mob:
        return {HEALTH: _full(person.health, told.get(HEALTH))} if person.health is not None else {}
    rows = minion_rows(actor)
    named = [int(match[1]) for name in told if (match := _MINION_TRACK.fullmatch(name)) is not None]
    template = next((foe.minions for foe in settings.library(table).foes.values() if foe.minions), 1)
    count = max(named, default=len(rows) or template)
    found = {}
    for number in range(1, count + 1):
        written = _known(rows[number - 1].get("health")) if number <= len(rows) else None
        found[minion_track(number)] = _full(person.health or 1, told.get(minion_track(number), written))
    return found


def _full(most: int, value: int | None) -> Track:
    track = Track(value=most, least=LEAST_HEALTH, most=most)
    return track if value is None else Track(value=track.clamped(value), least=LEAST_HEALTH, most=most)


def sheet_of_foe(foe: Foe, library: Library, minions: int | None = None) -> Mapping[str, Json]:
    """Return the sheet of somebody whom the GM runs, as the book has it."""
    stats = {name: getattr(foe, name) for name in ("strength", "stamina", "intelligence", "wisdom")}
    deck = library.decks.get(foe.deck)
    count = foe.minions if minions is None else minions
    automatic = [library.cards[id_].name for id_ in foe.automatic if id_ in library.cards]
    common: dict[str, Json] = {
        **stats,
        "lists": ", ".join(name for name in foe.lists if name not in (UNIVERSAL, MINIONS)),
        "deck": list(rows_for(deck, library)) if deck is not None else [],
        "automatic": automatic,
    }
    if count:
        health = foe.health or 1
        rows: list[Json] = [{"name": f"{foe.name} {number}", "health": health} for number in range(1, count + 1)]
        return {SHEET: MOB, **common, "minion_health": health, "minions": rows}
    boss: dict[str, Json] = {SHEET: BOSS, **common, "speed": 1 if foe.speed is None else foe.speed}
    return boss if foe.health is None else {**boss, "health_most": foe.health}
