"""Import of a campaign: a preview first, then a new campaign, or characters for the open one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import msgspec

from engine.core.chance import SeededChance
from engine.core.codec import Codec, CodecError
from engine.core.commands import Command
from engine.core.evolve import fold
from engine.core.game_options import check_option
from engine.core.history import History, HistoryEntry, SideNote
from engine.core.manual_moves import EditActor, LayCondition, SetBody, SetTrack
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.seats import Actor, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.sheets.editing.new_character_moves import JoinActor
from vtt.campaign.campaign_records import PICTURE_BYTES, CampaignExtras, StoredEncounter, StoredPicture, StoredSheet
from vtt.storage.campaign_errors import ImportDoesNotFit, NotImportable
from vtt.storage.campaign_opening import Games, OpenedCampaign, create_campaign, default_games, with_default_options
from vtt.storage.export_archive import (
    AsideForm,
    CampaignForm,
    EntryForm,
    ExportArchive,
    PictureForm,
    SettingsForm,
    TableForm,
    archive_place,
    complaint,
    problem,
)
from vtt.storage.procedure_conversion import converted_entry, converted_table
from vtt.system.user_folders import SUFFIX, file_stem, free_path

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """The content of an export, before it is imported. Making a plan changes nothing.

    Attributes:
        source: the export.
        name: the name of the campaign.
        ruleset: its game.
        seats: its seats.
        characters: its characters.
        entries: the number of gestures in its history.
        position: the number of gestures that count.
        conflicts: what is here already, and what the import does then.
        game: the rules.
        history: the history.
        extras: what is stored beside the game.
    """

    source: Path
    name: str
    ruleset: str
    seats: tuple[Seat, ...]
    characters: tuple[Actor, ...]
    entries: int
    position: int
    conflicts: tuple[Message, ...]
    game: Game = field(repr=False)
    history: History = field(repr=False)
    extras: CampaignExtras = field(repr=False)


@dataclass(frozen=True, slots=True)
class ImportedCharacters:
    """The result of reading characters for an open campaign.

    Attributes:
        commands: the commands that add them, in order.
        left_behind: what cannot come with them, in words.
        pictures: the pictures that their records name; they must be stored first.
    """

    commands: tuple[Command, ...]
    left_behind: tuple[str, ...]
    pictures: tuple[StoredPicture, ...] = ()


def preview_import(
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
    with closing(ExportArchive(path)) as archive:
        campaign = archive.form("campaign.json", CampaignForm)
        try:
            game = (games or default_games)(campaign.ruleset)
        except Refused as refused:
            raise archive.fail("campaign.json, ruleset", "no_such_game", ruleset=campaign.ruleset) from refused
        history = _history(archive, campaign, game)
        extras = _extras(archive)
    current_table = history.table
    return ImportPlan(
        source=path,
        name=campaign.name,
        ruleset=campaign.ruleset,
        seats=tuple(current_table.seats.values()),
        characters=tuple(current_table.actors.values()),
        entries=campaign.entries,
        position=campaign.position,
        conflicts=_conflicts(campaign, current_table, folder, here),
        game=game,
        history=history,
        extras=extras,
    )


def import_campaign(
    plan: ImportPlan, folder: Path, *, name: str | None = None, backups: Path | None = None
) -> OpenedCampaign:
    """Make a new campaign file from an import and open it. An existing file of that name stays.

    In that case the new file and its title get a number, so that the two can be told apart in the list.

    Raises:
        CampaignError: it cannot be written; nothing is left of it.
    """
    name = plan.name if name is None else name
    path = free_path(folder, name)
    return create_campaign(
        path,
        f"{name}{path.stem.removeprefix(file_stem(name))}",
        plan.history.table_at(0),
        plan.game,
        entries=tuple(plan.history.entries),
        cursor=plan.history.cursor,
        asides=tuple(plan.history.asides),
        extras=plan.extras,
        backups=backups,
    )


def import_characters(plan: ImportPlan, table: Table, seat: str, chosen: Sequence[str]) -> ImportedCharacters:
    """Return the commands that bring characters of an import into an open campaign. Nothing is done yet.

    No character is overwritten: one whose id is taken gets a new id.

    Args:
        plan: the import.
        table: the open campaign's table.
        seat: the seat that imports; the GM for other people's characters. It gets the characters whose own seat is
            not at the table.
        chosen: the ids of the characters.

    Raises:
        ImportDoesNotFit: another game, a missing character, or a command that would be refused.
    """
    if plan.ruleset != table.ruleset:
        raise ImportDoesNotFit(plan.source, problem=problem("other_game", found=plan.ruleset, here=table.ruleset))
    actors = {actor.id: actor for actor in plan.characters}
    commands: list[Command] = []
    left: list[str] = []

    def do(command: Command) -> None:
        nonlocal table
        try:
            table = plan.game.apply(table, command, SeededChance(0)).table
        except Refused as refused:
            raise ImportDoesNotFit(plan.source, problem=refused.text) from refused
        commands.append(command)

    for name in chosen:
        if name not in actors:
            raise ImportDoesNotFit(plan.source, problem=problem("unknown_character", actor=name))
        actor = actors[name]
        leader = actor.seat if actor.seat in table.seats else seat
        new = _free_id(name, table.actors)
        do(JoinActor(seat=seat, id=new, name=actor.name, leader=leader, sheet=actor.sheet, secret=actor.secret))
        left += _settle_in(actor, new, seat, lambda: table, do)
    named = {value for name in chosen for value in actors[name].sheet.values() if isinstance(value, str)}
    pictures = tuple(picture for picture in plan.extras.pictures if picture.id in named)
    return ImportedCharacters(tuple(commands), tuple(left), pictures)


def _settle_in(
    actor: Actor, new: str, seat: str, table: Callable[[], Table], do: Callable[[Command], None]
) -> list[str]:
    """Bring a character who has just joined to the state in the import. Return, in words, what has no place here."""
    left = []
    if actor.body != table().actors[new].body:
        do(SetBody(seat=seat, actor=new, body=actor.body))
    for track, there in actor.tracks.items():
        current_track = table().actors[new].tracks.get(track)
        if current_track is None or current_track.clamped(there.value) != there.value:
            left.append(f"{actor.name}: {track} {there.value}")
        elif current_track.value != there.value:
            do(SetTrack(seat=seat, actor=new, track=track, value=there.value))
    for c in actor.conditions:
        if not table().actors[new].has_condition(c.name):
            do(LayCondition(seat=seat, actor=new, condition=c.name, level=c.level, note=c.note, until=c.until))
    if actor.archived:
        do(EditActor(seat=seat, actor=new, archived=True))
    return left


def _free_id(wanted: str, taken: Mapping[str, object]) -> str:
    number = 1
    while (free_id := wanted if number == 1 else f"{wanted[:58]}-{number}") in taken:
        number += 1
    return free_id


def _conflicts(
    campaign: CampaignForm, current_table: Table, folder: Path | None, here: Table | None
) -> tuple[Message, ...]:
    conflicts = []
    if folder is not None and (folder / f"{file_stem(campaign.name)}{SUFFIX}").exists():
        conflicts.append(Message(key="save.conflict.campaign", params={"name": campaign.name}))
    if here is not None and here.ruleset != campaign.ruleset:
        conflicts.append(Message(key="save.conflict.ruleset"))
    elif here is not None:
        names = {actor.name for actor in here.actors.values()}
        conflicts += [
            Message(key="save.conflict.character", params={"name": actor.name})
            for actor in current_table.actors.values()
            if actor.id in here.actors or actor.name in names
        ]
    return tuple(conflicts)


_Convert = Callable[[str, str], str]
"""Returns JSON of a game, of an export of version 1, in the form of today."""


def _unconverted(ruleset: str, text: str) -> str:
    return text


def _history(archive: ExportArchive, campaign: CampaignForm, game: Game) -> History:
    codec = Codec(game)

    def read(decode: Callable[[str], T], data: msgspec.Raw, place: str, convert: _Convert = _unconverted) -> T:
        try:
            text = bytes(data).decode()
            return decode(convert(campaign.ruleset, text) if archive.version < 2 else text)
        except (CodecError, ValueError, RecursionError) as error:
            raise NotImportable(archive.path, place, complaint(error)) from error

    form = archive.form("table.json", TableForm)
    start = with_default_options(game, read(codec.table, form.start, "table.json, start", converted_table))
    current_table = with_default_options(game, read(codec.table, form.now, "table.json, now", converted_table))
    check_table(archive, game, start, "table.json, start")
    entries: list[HistoryEntry] = []
    for name in archive.names("journal/"):
        for number, data in enumerate(archive.form(name, EntryForm).entries, 1):
            entries.append(read(codec.entry, data, archive_place("entry", file=name, number=number), converted_entry))
    if len(entries) != campaign.entries:
        raise archive.fail("campaign.json, entries", "cursor")
    if not 0 <= campaign.position <= len(entries):
        raise archive.fail("campaign.json, position", "cursor")
    asides: list[SideNote] = []
    for number, data in enumerate(archive.form("asides.json", AsideForm).asides, 1):
        place = archive_place("line", file="asides.json", number=number)
        asides.append(read(codec.aside, data, place))
        if not 0 <= asides[-1].after <= len(entries):
            raise archive.fail(f"{place}, after", "cursor")
    table = start
    reached = start
    for number, entry in enumerate(entries, 1):
        try:
            table = fold(table, entry.events)
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            raise archive.fail(archive_place("move", number=number), "does_not_follow") from error
        if number == campaign.position:
            reached = table
    if reached != current_table:
        raise archive.fail("table.json, now", "other_ending")
    check_table(archive, game, current_table, "table.json, now")
    check_table(archive, game, table, archive_place("move", number=len(entries)))
    if campaign.ruleset != start.ruleset:
        raise archive.fail("table.json, start.ruleset", "other_game", found=start.ruleset, here=campaign.ruleset)
    return History(start, entries, campaign.position, asides=asides)


def check_table(archive: ExportArchive, game: Game, table: Table, place: str) -> None:
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


def _extras(archive: ExportArchive) -> CampaignExtras:
    pictures = []
    for form in archive.form("pictures.json", tuple[PictureForm, ...]):
        picture = StoredPicture(
            id=form.id, name=form.name, media_type=form.media_type, content=archive.read(form.file, PICTURE_BYTES)
        )
        if not picture.fits():
            raise archive.fail(form.file, "picture_kind")
        pictures.append(picture)
    sheets = archive.form("sheets.json", tuple[StoredSheet, ...])
    encounters = archive.form("encounters.json", tuple[StoredEncounter, ...])
    for name, things in (("pictures.json", pictures), ("sheets.json", sheets), ("encounters.json", encounters)):
        for thing, count in Counter(thing.id for thing in things).items():
            if count > 1:
                raise archive.fail(f"{name}, {thing}", "member_twice")
    picture_ids = {picture.id for picture in pictures}
    for sheet in sheets:
        if sheet.picture is not None and sheet.picture not in picture_ids:
            raise archive.fail(f"sheets.json, {sheet.id}.picture", "missing_member")
    return CampaignExtras(
        pictures=tuple(pictures),
        sheets=sheets,
        encounters=encounters,
        settings=archive.form("settings.json", SettingsForm).settings,
    )
