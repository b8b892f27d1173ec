"""Unsaved records: kept until the user saves or discards them, whatever else is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.kit.content_editor.view_models import Record
from engine.model.frozen import Json
from vtt.prep.merged_text import merged_text

SETTING: Final = "prep.drafts"
"""The name of the setting that keeps unsaved records with the campaign."""
_MOST: Final = 200
_MOST_BACK: Final = 200
Saved = Callable[[str, str], Record | None]
"""Tells what is in the library by kind and id."""
Spared = frozenset[tuple[str, str]]
"""Problems of a new record by path and text, not shown before the user comes there."""


@dataclass(slots=True, eq=False)
class UnsavedRecord:
    """A record with its edits.

    Attributes:
        kind: the category.
        id: the saved id; empty for a new record.
        record: the current contents.
        saved: the contents when it was opened; None for a new record.
        begun: the blank of a new record; while the record equals it, nothing would be lost.
        spared: the problems of that blank that the user has not come to yet.
    """

    kind: str
    id: str
    record: Record
    saved: Record | None
    begun: Record | None = None
    spared: Spared = frozenset()
    _past: list[tuple[str, Record]] = field(default_factory=list)
    _future: list[tuple[str, Record]] = field(default_factory=list)

    @property
    def dirty(self) -> bool:
        """Whether there are unsaved changes."""
        return self.record != (self.saved if self.saved is not None else self.begun)

    @property
    def can_undo(self) -> bool:
        """Whether an edit can be undone."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether an edit can be redone."""
        return bool(self._future)

    def take(self, record: Record, path: str) -> None:
        """Take an edit; what is written at one place letter by letter is one step back."""
        if record == self.record:
            return
        if not (path and self._past and self._past[-1][0] == path):
            self._past.append((path, self.record))
            del self._past[:-_MOST_BACK]
        self._future.clear()
        self.record = record

    def spare_no_more(self, path: str) -> None:
        """Show the problems at a path from now on, because the user has come there."""
        if self.spared:
            self.spared = frozenset(problem for problem in self.spared if problem[0] != path)

    def pause(self) -> None:
        """Let the next edit be a step of its own, also at the same place."""
        if self._past:
            self._past[-1] = ("", self._past[-1][1])

    def undo(self) -> None:
        """Take the last edit back."""
        if self._past:
            _, before = self._past.pop()
            self._future.append(("", self.record))
            self.record = before
            self.pause()

    def redo(self) -> None:
        """Bring back what was taken back."""
        if self._future:
            _, after = self._future.pop()
            self._past.append(("", self.record))
            self.record = after

    def let_go(self) -> None:
        """Go back to what is saved; that can be taken back too."""
        if self.saved is not None:
            self.take(self.saved, "")

    def rebase(self, saved: Record) -> None:
        """Take over what was saved meanwhile where it does not touch the edits, also in those that can be undone."""
        before = self.saved
        self.record = _merged(before, self.record, saved)
        self._past = [(path, _merged(before, record, saved)) for path, record in self._past]
        self._future = [(path, _merged(before, record, saved)) for path, record in self._future]
        self.saved = saved

    def saved_as(self, id_: str, record: Record) -> None:
        """Mark the record as saved."""
        self.id, self.record, self.saved, self.begun, self.spared = id_, record, record, None, frozenset()


class UnsavedRecords:
    """All unsaved records of a campaign.

    Args:
        hidden: says which of them the eyes that look may not know; these are passed over, and stay as they are.
    """

    def __init__(self, hidden: Callable[[UnsavedRecord], bool] = lambda _draft: False) -> None:
        self._records: list[UnsavedRecord] = []
        self._hidden = hidden

    def __iter__(self) -> Iterator[UnsavedRecord]:
        return iter(tuple(self._records))

    def of(self, kind: str, id_: str) -> UnsavedRecord | None:
        """Return the unsaved version of a saved record."""
        candidates = (
            unsaved_record
            for unsaved_record in self._records
            if id_ and (unsaved_record.kind, unsaved_record.id) == (kind, id_)
        )
        return next((unsaved_record for unsaved_record in candidates if not self._hidden(unsaved_record)), None)

    def unsaved(self, kind: str) -> tuple[UnsavedRecord, ...]:
        """Return the records of a category that have unsaved changes."""
        dirty_records = (
            unsaved_record for unsaved_record in self._records if unsaved_record.kind == kind and unsaved_record.dirty
        )
        return tuple(unsaved_record for unsaved_record in dirty_records if not self._hidden(unsaved_record))

    def hold(self, unsaved_record: UnsavedRecord) -> None:
        """Keep one."""
        if unsaved_record not in self._records:
            self._records.append(unsaved_record)
            del self._records[:-_MOST]

    def drop(self, unsaved_record: UnsavedRecord) -> None:
        """Let one go."""
        if unsaved_record in self._records:
            self._records.remove(unsaved_record)

    def tidy(self, but: UnsavedRecord | None) -> None:
        """Let go of those in which nothing is unsaved, but for one."""
        self._records = [
            unsaved_record for unsaved_record in self._records if unsaved_record.dirty or unsaved_record is but
        ]

    def kept(self) -> Json:
        """Return what must be kept so that nothing is lost; None for nothing."""
        stored: list[Json] = [
            {
                "kind": unsaved_record.kind,
                "id": unsaved_record.id,
                "record": dict(unsaved_record.record),
                **({} if unsaved_record.saved is None else {"saved": dict(unsaved_record.saved)}),
            }
            for unsaved_record in self._records
            if unsaved_record.dirty
        ]
        return stored or None

    def read(self, kept: Json, saved: Saved) -> None:
        """Take up what was kept; what is unreadable in it is passed over.

        Args:
            kept: what `kept` gave.
            saved: tells what is in the library.
        """
        for stored in kept if isinstance(kept, list | tuple) else ():
            if not isinstance(stored, Mapping):
                continue
            kind, id_, record = stored.get("kind"), stored.get("id"), stored.get("record")
            if isinstance(kind, str) and isinstance(id_, str) and isinstance(record, Mapping):
                before, current = stored.get("saved"), saved(kind, id_)
                unsaved_record = UnsavedRecord(kind, id_, record, current)
                if isinstance(before, Mapping) and current is not None:
                    unsaved_record.saved = before
                    unsaved_record.rebase(current)
                self.hold(unsaved_record)

    def follow(self, saved: Saved) -> None:
        """Bring unsaved records up to date with a library that undo or an import has changed.

        Args:
            saved: tells what is in the library now.
        """
        for unsaved_record in self._records:
            if not unsaved_record.id or self._hidden(unsaved_record):
                continue
            saved_record = saved(unsaved_record.kind, unsaved_record.id)
            if saved_record is None:
                # It is gone, and lies here as it was: nobody loses what they are looking at.
                unsaved_record.id, unsaved_record.saved = "", None
            elif unsaved_record.dirty:
                unsaved_record.rebase(saved_record)
            else:
                unsaved_record.record = unsaved_record.saved = saved_record


def _merged(before: Record | None, edited: Record, saved: Record) -> Record:
    """Return an edited record with what was meanwhile saved in fields and lines that were not edited."""
    if before is None or before == saved:
        return edited
    merged = dict(edited)
    for name in {**before, **saved}:
        old, mine, new = before.get(name), edited.get(name), saved.get(name)
        if old == new or mine == new:
            continue
        if mine == old:
            if name in saved:
                merged[name] = saved[name]
            else:
                merged.pop(name, None)
        elif isinstance(old, str) and isinstance(mine, str) and isinstance(new, str):
            merged[name] = merged_text(old, mine, new)  # such as a quick note, or links that follow another name
    return merged
