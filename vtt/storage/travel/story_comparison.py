"""Two copies of one campaign: how far their stories are the same, and which moves each has that the other lacks.

Moves are compared by their stored checksums, so that no move has to be read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import msgspec

from engine.core.history import LONGEST_TIME
from engine.messages.message import Message
from vtt.storage.campaign_database import (
    InvalidContent,
    as_campaign_errors,
    need_plain_schema,
    open_for_reading,
    state_in,
)
from vtt.storage.campaign_errors import CampaignError
from vtt.storage.campaign_lock import is_held_here
from vtt.storage.database_copies import copy_to_memory
from vtt.storage.file_header import VERSION, read_header
from vtt.storage.file_migrations import migrate
from vtt.system.atomic_files import real_path

MOST_TITLES = 200
"""Moves that are named; of more only the number is said."""


class StoryRelation(StrEnum):
    """The relation of the story of one copy to that of another.

    SAME: both have the same moves. AHEAD: it has all moves of the other and more. BEHIND: the other has all of its
    moves and more. DIVERGED: each has moves that the other lacks. UNRELATED: they are different campaigns.
    """

    SAME = "same"
    AHEAD = "ahead"
    BEHIND = "behind"
    DIVERGED = "diverged"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStory:
    """The story of a campaign file, without the content of its moves.

    Attributes:
        path: the file.
        uid: the identity of the campaign, which its copies share.
        name, ruleset: its name, and the id of its game.
        changed: an ISO time: when it was last changed.
        marks: the checksum of the table at the start, then of each move that counts.
    """

    path: Path
    uid: str
    name: str
    ruleset: str
    changed: str
    marks: tuple[int, ...]

    @property
    def moves(self) -> int:
        """The number of moves that count."""
        return len(self.marks) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMoves:
    """The moves that only one of two copies has.

    Attributes:
        first: the number of the first of them.
        count: how many they are.
        titles: their titles, which every viewer may read; `MOST_TITLES` at most.
        times: when each of these was made, as the file says it; empty if it is unknown.
        last_time: when the last of all was made.
    """

    first: int
    count: int
    titles: tuple[Message, ...] = ()
    times: tuple[str, ...] = ()
    last_time: str = ""

    @property
    def last(self) -> int:
        """The number of the last of them."""
        return self.first + self.count - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryComparison:
    """The comparison of two copies.

    Attributes:
        one, other: the copies.
        common: the number of moves that both have.
        of_one, of_other: the moves that only one of them has.
    """

    one: StoredStory
    other: StoredStory
    common: int
    of_one: OwnMoves
    of_other: OwnMoves

    @property
    def relation(self) -> StoryRelation:
        """The relation of the story of the one to that of the other."""
        if not self.one.uid or self.one.uid != self.other.uid:
            return StoryRelation.UNRELATED
        relations = {
            (False, False): StoryRelation.SAME,
            (True, False): StoryRelation.AHEAD,
            (False, True): StoryRelation.BEHIND,
            (True, True): StoryRelation.DIVERGED,
        }
        return relations[self.of_one.count > 0, self.of_other.count > 0]


def read_story(path: Path) -> StoredStory:
    """Return the story of a campaign file, open here or not. Only reads. Raises CampaignError."""
    with _present(path) as raw:
        need_plain_schema(raw, ("campaign", "checkpoint", "journal"))
        row = raw.execute("SELECT uid, name, ruleset, changed, position FROM campaign").fetchone()
        if row is None or not all(isinstance(text, str) for text in row[:4]) or type(row[4]) is not int:
            raise InvalidContent("campaign")
        uid, name, ruleset, changed, position = row
        start = raw.execute("SELECT digest FROM checkpoint WHERE position = 0").fetchone()
        moves = raw.execute("SELECT digest FROM journal WHERE position <= ? ORDER BY position", (position,))
        marks = tuple(mark for (mark,) in (start or (None,), *moves))
        if len(marks) != position + 1 or not all(type(mark) is int for mark in marks):
            raise InvalidContent("number_of_moves")
    return StoredStory(path=path, uid=uid, name=name, ruleset=ruleset, changed=changed, marks=marks)


def compare_stories(one: StoredStory, other: StoredStory) -> StoryComparison:
    """Compare two copies. Raises CampaignError, because the titles of moves are read."""
    pairs = enumerate(zip(one.marks, other.marks, strict=False))
    length = next((at for at, (mark, others) in pairs if mark != others), min(len(one.marks), len(other.marks)))
    if not length:  # even the start is another: the campaign began anew in one of them
        moves = [OwnMoves(first=1, count=max(1, story.moves)) for story in (one, other)]
    else:
        moves = [OwnMoves(first=length, count=len(story.marks) - length) for story in (one, other)]
    return StoryComparison(
        one=one,
        other=other,
        common=max(0, length - 1),
        of_one=_titled(one, moves[0]),
        of_other=_titled(other, moves[1]),
    )


def _titled(story: StoredStory, moves: OwnMoves) -> OwnMoves:
    if not moves.count:
        return moves
    with _present(story.path) as raw:
        rows = raw.execute(
            "SELECT title, made FROM journal WHERE position >= ? AND position <= ? ORDER BY position LIMIT ?",
            (moves.first, moves.last, MOST_TITLES),
        ).fetchall()
        last = raw.execute("SELECT made FROM journal WHERE position = ?", (moves.last,)).fetchone()
        return OwnMoves(
            first=moves.first,
            count=moves.count,
            titles=tuple(_title(text) for text, _ in rows),
            times=tuple(str(made)[:LONGEST_TIME] for _, made in rows),
            last_time=str(last[0])[:LONGEST_TIME] if last else "",
        )


def _title(text: str) -> Message:
    try:
        return msgspec.json.decode(text, type=Message)
    except (msgspec.DecodeError, TypeError, RecursionError) as error:
        raise InvalidContent("row") from error


def copies_of(uid: str, files: Iterable[Path], *, but: Path | None = None) -> tuple[StoredStory, ...]:
    """Return the stories of those files that are copies of a campaign; a file that cannot be read is left out."""
    found: dict[Path, StoredStory] = {}
    left_out = real_path(but) if but is not None else None
    for path in dict.fromkeys(map(real_path, files)):
        if path == left_out or not uid or state_in(path)[0] != uid:
            continue
        try:
            found[path] = read_story(path)
        except CampaignError:
            continue
    return tuple(found.values())


def nearest_copy(story: StoredStory, copies: Iterable[StoredStory]) -> StoryComparison | None:
    """Return the comparison of a story with the copy that has most of it and least beside it; None for no copies."""
    compared = [compare_stories(story, copy) for copy in copies]
    compared = [each for each in compared if each.relation is not StoryRelation.UNRELATED]
    return max(compared, key=lambda each: (each.common, -each.of_other.count, each.other.changed), default=None)


@contextmanager
def _present(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection that reads a campaign file as one of the present version."""
    older = not is_held_here(path) and read_header(path).version < VERSION
    with as_campaign_errors(path):
        if not older:
            with open_for_reading(path) as raw:
                yield raw
            return
        with closing(copy_to_memory(path)) as raw:
            migrate(raw)
            yield raw
