"""Export: a campaign as a zip of JSON and pictures, for other programs and other times."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from engine.model.frozen import Frozen
from vtt.campaign.campaign_records import PICTURE_KINDS
from vtt.storage.campaign_database import as_campaign_errors
from vtt.storage.campaign_errors import AlreadyThere, FileTaskCancelled
from vtt.storage.campaign_opening import CampaignContents, Games, read_contents
from vtt.storage.database_copies import Progress, no_progress
from vtt.storage.export_archive import CHUNK, EXPORT_VERSION, FORMAT, CampaignForm, Manifest, PictureForm, SettingsForm
from vtt.system.atomic_files import discard, part_file_for, put_in_place, real_path
from vtt.system.timestamps import now_text


def export_campaign(
    path: Path,
    target: Path,
    progress: Progress = no_progress,
    *,
    games: Games | None = None,
    replace: bool = False,
) -> None:
    """Write a campaign, open here or not, into a zip. Any thread may call it.

    Args:
        path: the campaign.
        target: where the zip goes.
        progress: is called now and then with the number of files written and their total; False stops the export.
        games: returns a game by its id; default: the program's own games.
        replace: the target may be overwritten.

    Raises:
        AlreadyThere: the target exists and may not be replaced.
        FileTaskCancelled: `progress` returned False.
        CampaignError: the campaign is damaged, or the zip cannot be written. The target is as it was.
    """
    if real_path(target) == real_path(path) or (target.exists() and not replace):
        raise AlreadyThere(target)
    contents = read_contents(path, games)
    members = list(_members(contents))
    part = part_file_for(target)
    try:
        with as_campaign_errors(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
                for done, (name, data) in enumerate(members):
                    if not progress(done, len(members)):
                        raise FileTaskCancelled(target)
                    packed = zipfile.ZIP_DEFLATED if name.endswith(".json") else zipfile.ZIP_STORED
                    archive.writestr(name, data, packed)
            put_in_place(part, target)
    finally:
        discard(part)


def _members(contents: CampaignContents) -> Iterator[tuple[str, bytes]]:
    row, history, extras = contents.campaign, contents.history, contents.extras
    yield "manifest.json", _written(Manifest(format=FORMAT, version=EXPORT_VERSION))
    yield (
        "campaign.json",
        _written(
            CampaignForm(
                name=str(row["name"]),
                ruleset=str(row["ruleset"]),
                created=str(row["created"]),
                exported=now_text(),
                position=history.cursor,
                entries=len(history.entries),
            )
        ),
    )
    start, current = (msgspec.json.encode(history.table_at(place)) for place in (0, history.cursor))
    yield "table.json", msgspec.json.format(b'{"start":' + start + b',"now":' + current + b"}")
    for first in range(0, len(history.entries), CHUNK):
        yield f"journal/{first // CHUNK + 1:04}.json", _lines("entries", history.entries[first : first + CHUNK])
    yield "asides.json", _lines("asides", history.asides)
    yield "sheets.json", _written(extras.sheets)
    yield "encounters.json", _written(extras.encounters)
    yield "settings.json", _written(SettingsForm(settings=extras.settings))
    files = [f"pictures/{n:04}{PICTURE_KINDS[p.media_type][0]}" for n, p in enumerate(extras.pictures, 1)]
    yield (
        "pictures.json",
        _written(
            [
                PictureForm(id=p.id, name=p.name, media_type=p.media_type, file=file)
                for p, file in zip(extras.pictures, files, strict=True)
            ]
        ),
    )
    for picture, file in zip(extras.pictures, files, strict=True):
        yield file, picture.content


def _written(value: Frozen | Sequence[Frozen]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value))


def _lines(name: str, values: Iterable[object]) -> bytes:
    """One thing a line: the file can be read, compared and searched by hand."""
    return b'{"%s":[\n' % name.encode() + b",\n".join(map(msgspec.json.encode, values)) + b"\n]}"
