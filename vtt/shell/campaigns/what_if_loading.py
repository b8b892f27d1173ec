"""Slow work with what-ifs, for a worker thread. A what-if is a copy of its campaign in a folder of its own.

The campaign itself is never written to before a what-if is kept; then what happened in it goes among the what-ifs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from dataclasses import replace as replaced
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core.evolve import fold
from engine.core.manual_moves import Say
from engine.core.unseen_cards import shuffles_of_unseen
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.presentation.table_comparison import ComparedNumber, compare_tables
from engine.presentation.visibility import VisibleTable
from vtt.campaign.campaign_records import WHAT_IF
from vtt.shell.campaigns.campaign_loading import chance, open_file
from vtt.system.atomic_files import discard, part_file_for, put_in_place, real_path
from vtt.system.timestamps import now_text
from vtt.system.user_folders import SUFFIX, UserFolders, free_path, key_of_text
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.task_runner import Progress
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.storage.campaign_opening import OpenedCampaign

LONGEST_NAME: Final = 60
MOST_WHAT_IFS: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """A what-if.

    Attributes:
        path: its file.
        campaign: the file of its campaign.
        name: its name.
        start: the number of moves of its campaign that it has; what comes later did not happen.
        start_title: the title of the last of them, which every viewer may read.
        parent: the name of the file of the what-if in which it was begun; empty if that was the campaign.
        moves: the number of moves that were tried.
        changed: an ISO time.
    """

    path: Path
    campaign: Path
    name: str
    start: int = 0
    start_title: str = ""
    parent: str = ""
    moves: int = 0
    changed: str = ""

    def setting(self) -> dict[str, Json]:
        """Return what its file says of it."""
        return {
            "campaign": str(self.campaign),
            "name": self.name,
            "start": self.start,
            "start_title": self.start_title,
            "parent": self.parent,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfTree:
    """A campaign with the number of its moves, and its what-ifs."""

    campaign: Path
    moves: int
    what_ifs: tuple[WhatIf, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedStories:
    """Courses of events side by side.

    Attributes:
        start: the number of moves that all have.
        stories: their names.
        views: the tables at the common start and at the ends, for names.
        rows: the numbers that differ, as one viewer may know them.
    """

    start: int
    stories: tuple[str, ...]
    views: tuple[VisibleTable, ...]
    rows: tuple[ComparedNumber, ...]


def what_if_folder(uid: str, places: UserFolders) -> Path:
    """Return the folder with the what-ifs of a campaign and its copies."""
    return places.what_ifs / key_of_text(uid)


def what_if_of(opened: OpenedCampaign, places: UserFolders) -> WhatIf | None:
    """Return the what-if that is open; None for a campaign."""
    if opened.path.parent != what_if_folder(opened.uid, places):
        return None
    found = _read(opened.path, opened.store.settings().get(WHAT_IF))
    return None if found is None else replaced(found, moves=_tried(found, opened.history.cursor))


def read_what_ifs(uid: str, campaign: Path, places: UserFolders) -> WhatIfTree:
    """Return the last what-ifs of a campaign, the oldest first; a file that cannot be read is left out.

    Those of another copy of the campaign are left out while that copy is where it was.

    Raises:
        CampaignError: the campaign itself cannot be read.
    """
    from vtt.storage.campaign_database import setting_in
    from vtt.storage.campaign_errors import CampaignError
    from vtt.storage.travel.story_comparison import read_story

    found = list[WhatIf]()
    is_other_copy = cache(partial(_is_other_copy, uid, campaign))
    for path in sorted(what_if_folder(uid, places).glob(f"*{SUFFIX}"), key=_age)[-MOST_WHAT_IFS:]:
        what_if = _read(path, _json(setting_in(path, WHAT_IF)))
        if what_if is not None and not is_other_copy(what_if.campaign):
            try:
                story = read_story(path)
            except CampaignError:
                continue
            found.append(replaced(what_if, moves=_tried(what_if, story.moves), changed=story.changed))
    return WhatIfTree(campaign=campaign, moves=read_story(campaign).moves, what_ifs=tuple(found))


def _is_other_copy(uid: str, campaign: Path, path: Path) -> bool:
    """Return whether a path is that of another file with the same campaign."""
    from vtt.storage.campaign_errors import CampaignError
    from vtt.storage.travel.story_comparison import read_story

    if real_path(path) == real_path(campaign):
        return False
    try:
        return read_story(path).uid == uid
    except CampaignError:
        return False


def start_what_if(
    path: Path, uid: str, start: int, name: str, places: UserFolders, progress: Progress
) -> OpenedCampaign:
    """Begin a what-if after some moves of a campaign, or of another what-if, and open it.

    Cards that nobody has seen are shuffled there, so that it does not tell which ones come next.

    Raises:
        CampaignError: it cannot be written, or the campaign cannot be read.
    """
    folder = what_if_folder(uid, places)
    target = free_path(folder, name or "what if")
    with _new_copy(path, target, places, progress) as opened:
        parent = _read(path, opened.store.settings().get(WHAT_IF)) if path.parent == folder else None
        what_if = WhatIf(
            path=target,
            campaign=parent.campaign if parent is not None else path,
            name=name[:LONGEST_NAME] or target.stem,
            start=start,
            start_title=_title(opened, start),
            parent=path.name if parent is not None else "",
        )
        opened.store.keep_setting(WHAT_IF, what_if.setting())
        history, store = opened.history, opened.store
        history.go_to(start, consent=True, keep=lambda _note: store.move_cursor(start))
        _begin(opened, what_if)
    return open_file(target, places)


@contextmanager
def _new_copy(path: Path, target: Path, places: UserFolders, progress: Progress) -> Iterator[OpenedCampaign]:
    """Open a copy of a campaign that gets its name afterwards; a file that is cut off before is never listed."""
    from vtt.storage.campaign_database import as_campaign_errors
    from vtt.storage.campaign_errors import told_of
    from vtt.storage.database_copies import save_copy

    with as_campaign_errors(target):
        part = part_file_for(target)
    with as_campaign_errors(target), told_of(target, part):
        try:
            save_copy(path, part, progress)
            opened = open_file(part, places)
            try:
                yield opened
            finally:
                opened.store.close()
            put_in_place(part, target)
        finally:
            discard(part)


def open_what_if(what_if: WhatIf, campaign: Path, places: UserFolders) -> OpenedCampaign:
    """Open a what-if of a campaign, which may have another place by now. Raises CampaignError."""
    opened = open_file(what_if.path, places)
    if what_if.campaign != campaign:
        opened.store.keep_setting(WHAT_IF, replaced(what_if, campaign=campaign).setting())
    return opened


def keep_what_if(what_if: WhatIf, uid: str, places: UserFolders, progress: Progress) -> OpenedCampaign:
    """Make a what-if what happened, and open the campaign. What happened before is a what-if from now on.

    Whenever this is cut off, the campaign is as it was or as it is in the what-if, and neither is lost.

    Raises:
        CampaignError: the campaign is not there or cannot be written.
    """
    from vtt.storage.backups import restore
    from vtt.storage.campaign_errors import CampaignError
    from vtt.storage.campaign_opening import backup_folder

    campaign = what_if.campaign
    name = ui_text("what_if", "replaced_name", name=what_if.name)[:LONGEST_NAME]
    target = free_path(what_if_folder(uid, places), name)
    earlier = replaced(what_if, path=target, name=name, parent="")
    with _new_copy(campaign, target, places, progress) as before:
        before.store.keep_setting(WHAT_IF, earlier.setting())
    try:
        restore(what_if.path, campaign, progress, folder=backup_folder(campaign, places.backups))
    except CampaignError:  # the campaign is as it was
        with suppress(CampaignError):
            delete_what_if(earlier)
        raise
    opened = open_file(campaign, places)
    with suppress(CampaignError):  # then it only stays in the list
        delete_what_if(what_if)
    return opened


def delete_what_if(what_if: WhatIf) -> None:
    """Delete the file of a what-if. Raises CampaignError if it is open, or cannot be deleted."""
    from vtt.storage.campaign_database import as_campaign_errors
    from vtt.storage.campaign_lock import CampaignLock

    lock = CampaignLock(what_if.path)
    try:
        with as_campaign_errors(what_if.path):
            for suffix in ("", "-wal", "-shm"):
                Path(f"{what_if.path}{suffix}").unlink(missing_ok=True)
    finally:
        lock.release()


def compare(paths: Sequence[tuple[str, Path]], viewer: str, start: int) -> ComparedStories:
    """Compare campaigns and what-ifs after their common start, as one viewer may know it.

    Args:
        paths: the name and the file of each.
        viewer: the viewer.
        start: the number of moves that all of them have.

    Raises:
        CampaignError: one of them cannot be read.
    """
    from vtt.storage.campaign_opening import read_contents

    contents = [(name, read_contents(path)) for name, path in paths]
    first = contents[0][1]
    before = first.game.view_for(first.history.table_at(start), viewer)
    after = [each.game.view_for(each.history.table, viewer) for _, each in contents]
    return ComparedStories(
        start=start,
        stories=tuple(name for name, _ in contents),
        views=(before, *after),
        rows=compare_tables(before, after),
    )


def _begin(opened: OpenedCampaign, what_if: WhatIf) -> None:
    """Shuffle what nobody has seen, and say in the log that this did not happen."""
    history, source = opened.history, chance()
    table = history.table
    line = Say(seat=table.gm() or next(iter(table.seats)), text=ui_text("what_if", "log", name=what_if.name))
    outcome = opened.game.apply(table, line, source)
    shuffles = shuffles_of_unseen(outcome.table, source)
    after = fold(outcome.table, shuffles)
    entry = outcome.entry()
    entry = replace(entry, events=(*entry.events, *shuffles), made=now_text())
    opened.store.commit(entry, history.cursor + 1, after)
    history.add(entry, after)


def _tried(what_if: WhatIf, position: int) -> int:
    """Return the number of moves after the line that says what this is."""
    return max(0, position - what_if.start - 1)


def _title(opened: OpenedCampaign, start: int) -> str:
    entries = opened.history.entries
    return short(say(entries[start - 1].title).rstrip("."), 80) if 0 < start <= len(entries) else ""


def _read(path: Path, setting: Any) -> WhatIf | None:
    """Return what a file says of itself; None if it is no what-if, or says it wrongly."""
    if not isinstance(setting, Mapping):
        return None
    words = {key: setting.get(key) for key in ("campaign", "name", "start_title", "parent")}
    start = setting.get("start")
    if type(start) is not int or start < 0 or not all(isinstance(word, str) for word in words.values()):
        return None
    return WhatIf(
        path=path,
        campaign=Path(str(words["campaign"])),
        name=short(str(words["name"]), LONGEST_NAME),
        start=start,
        start_title=short(str(words["start_title"]), 80),
        parent=str(words["parent"]),
    )


def _json(text: str) -> Json:
    try:
        found: Json = json.loads(text or "null")
    except (ValueError, RecursionError):
        return None
    return found


def _age(path: Path) -> tuple[float, str]:
    try:
        return path.stat().st_ctime, path.name
    except OSError:
        return 0.0, path.name
