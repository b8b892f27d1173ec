"""The full check of a campaign file, down to each gesture. Slow work for a worker thread."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from engine.core.evolve import fold
from vtt.storage.campaign_database import InvalidContent, as_campaign_errors, checkpoint_rows, core_connection
from vtt.storage.campaign_errors import FileTaskCancelled
from vtt.storage.campaign_lock import is_held_here
from vtt.storage.campaign_opening import Games, contents_of, default_games_or_stand_in
from vtt.storage.database_copies import Progress, copy_to_memory, no_progress
from vtt.storage.file_header import VERSION, read_header
from vtt.storage.file_migrations import migrate
from vtt.storage.integrity_checks import check_fully
from vtt.system.atomic_files import real_path


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedFile:
    """The result of a full check: the size of the file in bytes, and the number of its gestures and records."""

    size: int
    gestures: int
    pictures: int
    sheets: int
    encounters: int


def check_campaign(path: Path, *, games: Games | None = None, progress: Progress = no_progress) -> CheckedFile:
    """Check a campaign, open here or not, down to each gesture. It takes a while.

    Args:
        path: the campaign.
        games: returns a game by its id; default: the program's own games.
        progress: is called now and then with the number of gestures replayed and their total; False stops the check.

    Returns:
        The result.

    Raises:
        FileTaskCancelled: `progress` returned False.
        CampaignError: the file is damaged; the error says where.
    """
    path = real_path(path)
    older = not is_held_here(path) and read_header(path).version < VERSION
    with as_campaign_errors(path), closing(copy_to_memory(path)) as raw:
        check_fully(raw)
        if older:
            migrate(raw)
        _, _, _, history, extras = contents_of(raw, path, games or default_games_or_stand_in, with_extras=True)
        with core_connection(raw) as connection:
            kept = [position for position, _ in checkpoint_rows(connection)]
        count = len(history.entries)
        for first, last in pairwise([*kept, count]):
            if not progress(first, count):
                raise FileTaskCancelled(path)
            folded = fold(history.table_at(first), (e for entry in history.entries[first:last] for e in entry.events))
            if last in kept and folded != history.table_at(last):
                raise InvalidContent("table", number=last)
        size = raw.execute("PRAGMA page_count").fetchone()[0] * raw.execute("PRAGMA page_size").fetchone()[0]
    return CheckedFile(
        size=size,
        gestures=count,
        pictures=len(extras.pictures),
        sheets=len(extras.sheets),
        encounters=len(extras.encounters),
    )
