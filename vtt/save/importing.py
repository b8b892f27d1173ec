"""Import: first what would come in; then, if somebody wants it, a new campaign, or characters for an open one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import msgspec

from engine.play.chance import Seeded
from engine.play.codec import Codec, Unreadable
from engine.play.commands import Command
from engine.play.evolve import fold
from engine.play.game import Game
from engine.play.moves import EditActor, JoinActor, LayCondition, SetBody, SetTrack
from engine.play.options import check_option
from engine.play.refusal import Refused
from engine.play.timeline import Aside, Entry, Timeline
from engine.play.words import Message
from engine.table.seats import Actor, Seat
from engine.table.table import Table
from vtt.save.archive import (
    Archive,
    AsideForm,
    CampaignForm,
    EntryForm,
    PictureForm,
    SettingsForm,
    TableForm,
    complaint,
    problem,
)
from vtt.save.errors import ImportDoesNotFit, NotImportable
from vtt.save.opening import Games, Opened, create, usual_games, with_every_option
from vtt.save.places import SUFFIX, file_stem, free_path
from vtt.save.records import PICTURE_BYTES, Encounter, Extras, Picture, Sheet

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """What an export would bring. Making one changes nothing anywhere.

    Attributes:
        source: the export.
        name: what the campaign is called.
        ruleset: its game.
        seats: who sits at its table.
        characters: who is in its story.
        entries: how many gestures its history has, and `position` how many of them count.
        sheets: how many sheets it keeps for later, and `encounters` and `pictures` how many of those.
        conflicts: what of it meets something that is here already, and what then becomes of it.
    """

    source: Path
    name: str
    ruleset: str
    seats: tuple[Seat, ...]
    characters: tuple[Actor, ...]
    entries: int
    position: int
    sheets: int
    encounters: int
    pictures: int
    conflicts: tuple[Message, ...]
    game: Game = field(repr=False)
    timeline: Timeline = field(repr=False)
    extras: Extras = field(repr=False)


@dataclass(frozen=True, slots=True)
class Arrival:
    """How characters come into an open campaign.

    Attributes:
        commands: what is done, in order.
        left_behind: what cannot come with them, in words.
        pictures: those that their records name; they have to be there first.
    """

    commands: tuple[Command, ...]
    left_behind: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()


def preview(
    path: Path, *, folder: Path | None = None, here: Table | None = None, games: Games | None = None
) -> ImportPlan:
    """Read an export and say what it would bring.

    Args:
        path: the export.
        folder: where a new campaign would go; its names are looked at for conflicts.
        here: the table of the open campaign, if there is one, to look at for conflicts.
        games: gives a game by its id; the program's own if not given.

    Raises:
        NotImportable: it does not fit; the place, the key and what is wrong.
        CampaignError: it cannot be read.
    """
    with closing(Archive(path)) as archive:
        campaign = archive.form("campaign.json", CampaignForm)
        try:
            game = (games or usual_games)(campaign.ruleset)
        except Refused as refused:
            raise archive.fail("campaign.json, ruleset", "no_such_game", ruleset=campaign.ruleset) from refused
        timeline = _history(archive, campaign, game)
        extras = _extras(archive)
    now = timeline.table
    return ImportPlan(
        source=path,
        name=campaign.name,
        ruleset=campaign.ruleset,
        seats=tuple(now.seats.values()),
        characters=tuple(now.actors.values()),
        entries=campaign.entries,
        position=campaign.position,
        sheets=len(extras.sheets),
        encounters=len(extras.encounters),
        pictures=len(extras.pictures),
        conflicts=_conflicts(campaign, now, folder, here),
        game=game,
        timeline=timeline,
        extras=extras,
    )


def make_campaign(plan: ImportPlan, folder: Path, *, name: str | None = None, backups: Path | None = None) -> Opened:
    """Make a new campaign file of an import and open it; a file of that name stays.

    The file of the new one gets a number then, and so does its title: two in the list are told apart.

    Raises:
        CampaignError: it cannot be written; nothing is left of it.
    """
    name = plan.name if name is None else name
    path = free_path(folder, name)
    return create(
        path,
        f"{name}{path.stem.removeprefix(file_stem(name))}",
        plan.timeline.table_at(0),
        plan.game,
        entries=tuple(plan.timeline.entries),
        cursor=plan.timeline.cursor,
        asides=tuple(plan.timeline.asides),
        extras=plan.extras,
        backups=backups,
    )


def bring_characters(
    plan: ImportPlan, table: Table, seat: str, chosen: Sequence[str], leaders: Mapping[str, str] | None = None
) -> Arrival:
    """Return the commands that bring characters of an import into an open campaign. Nothing is done yet.

    Nobody who is there is overwritten: a character whose id is taken comes under another one.

    Args:
        plan: the import.
        table: the open campaign's table as it stands.
        seat: who asks; the GM, for other people's characters.
        chosen: the ids of the characters.
        leaders: the seat that leads each; the one of the same id if not given, else the one who asks.

    Raises:
        ImportDoesNotFit: another game, a character or seat that is not there, or a command that would be refused.
    """
    if plan.ruleset != table.ruleset:
        raise ImportDoesNotFit(plan.source, problem=problem("other_game", found=plan.ruleset, here=table.ruleset))
    known = {actor.id: actor for actor in plan.characters}
    commands: list[Command] = []
    left: list[str] = []

    def do(command: Command) -> None:
        nonlocal table
        try:
            table = plan.game.apply(table, command, Seeded(0)).table
        except Refused as refused:
            raise ImportDoesNotFit(plan.source, problem=refused.text) from refused
        commands.append(command)

    for name in chosen:
        if name not in known:
            raise ImportDoesNotFit(plan.source, problem=problem("unknown_character", actor=name))
        actor = known[name]
        leader = (leaders or {}).get(name) or (actor.seat if actor.seat in table.seats else seat)
        if leader not in table.seats:
            raise ImportDoesNotFit(plan.source, problem=problem("unknown_leader", seat=leader))
        new = _free_id(name, table.actors)
        do(JoinActor(seat=seat, id=new, name=actor.name, leader=leader, sheet=actor.sheet, secret=actor.secret))
        left += _settle_in(actor, new, seat, lambda: table, do)
    named = {value for name in chosen for value in known[name].sheet.values() if isinstance(value, str)}
    pictures = tuple(picture for picture in plan.extras.pictures if picture.id in named)
    return Arrival(tuple(commands), tuple(left), pictures)


def _settle_in(
    actor: Actor, new: str, seat: str, table: Callable[[], Table], do: Callable[[Command], None]
) -> list[str]:
    """Do what makes a character who has just joined stand as in the import; return what has no place here."""
    left = []
    if actor.body != table().actors[new].body:
        do(SetBody(seat=seat, actor=new, body=actor.body))
    for track, there in actor.tracks.items():
        mine = table().actors[new].tracks.get(track)
        if mine is None or mine.clamped(there.value) != there.value:
            left.append(f"{actor.name}: {track} {there.value}")
        elif mine.value != there.value:
            do(SetTrack(seat=seat, actor=new, track=track, value=there.value))
    for c in actor.conditions:
        if not table().actors[new].has(c.name):
            do(LayCondition(seat=seat, actor=new, condition=c.name, level=c.level, note=c.note, until=c.until))
    if actor.archived:
        do(EditActor(seat=seat, actor=new, archived=True))
    return left


def _free_id(wanted: str, taken: Mapping[str, object]) -> str:
    number = 1
    while (found := wanted if number == 1 else f"{wanted[:58]}-{number}") in taken:
        number += 1
    return found


def _conflicts(campaign: CampaignForm, now: Table, folder: Path | None, here: Table | None) -> tuple[Message, ...]:
    found = []
    if folder is not None and (folder / f"{file_stem(campaign.name)}{SUFFIX}").exists():
        found.append(Message(key="save.conflict.campaign", params={"name": campaign.name}))
    if here is not None and here.ruleset != campaign.ruleset:
        found.append(Message(key="save.conflict.ruleset"))
    elif here is not None:
        names = {actor.name for actor in here.actors.values()}
        found += [
            Message(key="save.conflict.character", params={"name": actor.name})
            for actor in now.actors.values()
            if actor.id in here.actors or actor.name in names
        ]
    return tuple(found)


def _history(archive: Archive, campaign: CampaignForm, game: Game) -> Timeline:
    codec = Codec(game)

    def read(decode: Callable[[bytes], T], data: msgspec.Raw, place: str) -> T:
        try:
            return decode(bytes(data))
        except Unreadable as error:
            raise NotImportable(archive.path, place, complaint(error)) from error

    form = archive.form("table.json", TableForm)
    start = with_every_option(game, read(codec.table, form.start, "table.json, start"))
    now = with_every_option(game, read(codec.table, form.now, "table.json, now"))
    check_table(archive, game, start, "table.json, start")
    entries: list[Entry] = []
    for name in archive.names("journal/"):
        for number, data in enumerate(archive.form(name, EntryForm).entries, 1):
            entries.append(read(codec.entry, data, f"{name}, entry {number}"))
    if len(entries) != campaign.entries:
        raise archive.fail("campaign.json, entries", "cursor")
    if not 0 <= campaign.position <= len(entries):
        raise archive.fail("campaign.json, position", "cursor")
    asides: list[Aside] = []
    for number, data in enumerate(archive.form("asides.json", AsideForm).asides, 1):
        asides.append(read(codec.aside, data, f"asides.json, line {number}"))
        if not 0 <= asides[-1].after <= len(entries):
            raise archive.fail(f"asides.json, line {number}, after", "cursor")
    table = start
    reached = start
    for number, entry in enumerate(entries, 1):
        try:
            table = fold(table, entry.events)
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            raise archive.fail(f"journal, gesture {number}", "does_not_follow") from error
        if number == campaign.position:
            reached = table
    if reached != now:
        raise archive.fail("table.json, now", "other_ending")
    check_table(archive, game, now, "table.json, now")
    check_table(archive, game, table, f"journal, gesture {len(entries)}")
    if campaign.ruleset != start.ruleset:
        raise archive.fail("table.json, start.ruleset", "other_game", found=start.ruleset, here=campaign.ruleset)
    return Timeline(start, entries, campaign.position, asides=asides)


def check_table(archive: Archive, game: Game, table: Table, place: str) -> None:
    """Raise NotImportable, naming the key, unless a table holds together and its options fit."""
    named = (
        *(("seats", key, seat.id) for key, seat in table.seats.items()),
        *(("actors", key, actor.id) for key, actor in table.actors.items()),
        *(("zones", key, zone.id) for key, zone in table.zones.items()),
    )
    for kind, key, own in named:
        if own != key:
            raise archive.fail(f"{place}.{kind}.{key}.id", "wrong_id", found=key)
    for actor in table.actors.values():
        if actor.seat not in table.seats:
            raise archive.fail(f"{place}.actors.{actor.id}.seat", "missing_leader", seat=actor.seat)
    cards: set[str] = set()
    for zone in table.zones.values():
        for card in zone.cards:
            if card in cards:
                raise archive.fail(f"{place}.zones.{zone.id}.cards, {card}", "member_twice")
            cards.add(card)
    for scope, options in (("options", table.options), ("scene", table.scene)):
        for name, value in options.items():
            try:
                check_option(game.ruleset.options, name, value)
            except Refused as refused:
                raise archive.fail(f"{place}.{scope}.{name}", "option", reason=refused.text) from refused


def _extras(archive: Archive) -> Extras:
    pictures = []
    for form in archive.form("pictures.json", tuple[PictureForm, ...]):
        picture = Picture(
            id=form.id, name=form.name, media_type=form.media_type, content=archive.read(form.file, PICTURE_BYTES)
        )
        if not picture.fits():
            raise archive.fail(form.file, "picture_kind")
        pictures.append(picture)
    sheets = archive.form("sheets.json", tuple[Sheet, ...])
    encounters = archive.form("encounters.json", tuple[Encounter, ...])
    for name, things in (("pictures.json", pictures), ("sheets.json", sheets), ("encounters.json", encounters)):
        for thing, count in Counter(thing.id for thing in things).items():
            if count > 1:
                raise archive.fail(f"{name}, {thing}", "member_twice")
    there = {picture.id for picture in pictures}
    for sheet in sheets:
        if sheet.picture is not None and sheet.picture not in there:
            raise archive.fail(f"sheets.json, {sheet.id}.picture", "missing_member")
    return Extras(
        pictures=tuple(pictures),
        sheets=sheets,
        encounters=encounters,
        settings=archive.form("settings.json", SettingsForm).settings,
    )
