"""Export: a campaign as a zip of JSON and pictures, for other programs and other times."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from engine.table.frozen import Frozen
from vtt.save.archive import (
    CHUNK,
    EXPORT_VERSION,
    FORMAT,
    CampaignForm,
    Manifest,
    PictureForm,
    SettingsForm,
)
from vtt.save.copies import Progress, unheeded
from vtt.save.database import told
from vtt.save.errors import AlreadyThere, Cancelled
from vtt.save.files import beside, put_in_place, real
from vtt.save.opening import Contents, Games, read_contents
from vtt.save.records import PICTURE_KINDS
from vtt.save.store import now_text


def export_campaign(
    path: Path,
    target: Path,
    progress: Progress = unheeded,
    *,
    games: Games | None = None,
    replace: bool = False,
) -> None:
    """Write a campaign, open here or not, into a zip. May be called in any thread.

    Args:
        path: the campaign.
        target: where the zip goes.
        progress: told now and then how many files of how many are written; it stops the export by answering False.
        games: gives the game by its id; the program's own if not given.
        replace: a file that is there may be overwritten.

    Raises:
        AlreadyThere: the target is there and may not be replaced.
        Cancelled: `progress` said so.
        CampaignError: the campaign is not whole, or the zip cannot be written. What was at the target still is.
    """
    if real(target) == real(path) or (target.exists() and not replace):
        raise AlreadyThere(target)
    contents = read_contents(path, games)
    members = list(_members(contents))
    part = beside(target)
    try:
        with told(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as made:
                for done, (name, data) in enumerate(members):
                    if not progress(done, len(members)):
                        raise Cancelled(target)
                    packed = zipfile.ZIP_DEFLATED if name.endswith(".json") else zipfile.ZIP_STORED
                    made.writestr(name, data, packed)
            put_in_place(part, target)
    finally:
        part.unlink(missing_ok=True)


def _members(contents: Contents) -> Iterator[tuple[str, bytes]]:
    row, timeline, extras = contents.campaign, contents.timeline, contents.extras
    yield "manifest.json", _written(Manifest(format=FORMAT, version=EXPORT_VERSION))
    yield (
        "campaign.json",
        _written(
            CampaignForm(
                name=str(row["name"]),
                ruleset=str(row["ruleset"]),
                created=str(row["created"]),
                exported=now_text(),
                position=timeline.cursor,
                entries=len(timeline.entries),
            )
        ),
    )
    start, now = (msgspec.json.encode(timeline.table_at(place)) for place in (0, timeline.cursor))
    yield "table.json", msgspec.json.format(b'{"start":' + start + b',"now":' + now + b"}")
    for first in range(0, len(timeline.entries), CHUNK):
        yield f"journal/{first // CHUNK + 1:04}.json", _lines("entries", timeline.entries[first : first + CHUNK])
    yield "asides.json", _lines("asides", timeline.asides)
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
