"""What is being written and not saved yet: kept until somebody saves it or lets it go, whatever else is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.table.frozen import Json
from engine.workshop.bench import Record

SETTING: Final = "prep.drafts"
"""The name under which drafts go with the campaign."""
_MOST: Final = 200
_MOST_BACK: Final = 200
Saved = Callable[[str, str], Record | None]
"""Tells what is in the library by kind and id."""
Spared = frozenset[tuple[str, str]]
"""What is wrong with something new, by path and text, and not said before somebody comes there."""


@dataclass(slots=True, eq=False)
class Draft:
    """A record on the desk.

    Attributes:
        kind: the drawer.
        id: under which it is saved; empty for what is new.
        record: as it is now.
        saved: as it was when it was taken up; None for what is new.
        begun: the blank with which something new was begun; while it is no more than that, nobody would miss it.
        spared: what was wrong with that blank, and nobody has come to yet.
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
        """Whether there is anything that is not saved."""
        return self.record != (self.saved if self.saved is not None else self.begun)

    @property
    def can_undo(self) -> bool:
        """Whether an edit can be taken back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether an edit that was taken back can come again."""
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
        """Somebody has come to a path: what is wrong there is said from now on."""
        if self.spared:
            self.spared = frozenset(one for one in self.spared if one[0] != path)

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

    def saved_as(self, id_: str, record: Record) -> None:
        """It stands in the library now."""
        self.id, self.record, self.saved, self.begun, self.spared = id_, record, record, None, frozenset()


class Drafts:
    """All drafts of a campaign.

    Args:
        hidden: says which of them the eyes that look may not know; these are passed over, and stay as they are.
    """

    def __init__(self, hidden: Callable[[Draft], bool] = lambda _draft: False) -> None:
        self._held: list[Draft] = []
        self._hidden = hidden

    def __iter__(self) -> Iterator[Draft]:
        return iter(tuple(self._held))

    def of(self, kind: str, id_: str) -> Draft | None:
        """Return the draft of something saved."""
        held = (draft for draft in self._held if id_ and (draft.kind, draft.id) == (kind, id_))
        return next((draft for draft in held if not self._hidden(draft)), None)

    def unsaved(self, kind: str) -> tuple[Draft, ...]:
        """Return those of a drawer in which something is not saved."""
        held = (draft for draft in self._held if draft.kind == kind and draft.dirty)
        return tuple(draft for draft in held if not self._hidden(draft))

    def hold(self, draft: Draft) -> None:
        """Keep one."""
        if draft not in self._held:
            self._held.append(draft)
            del self._held[:-_MOST]

    def drop(self, draft: Draft) -> None:
        """Let one go."""
        if draft in self._held:
            self._held.remove(draft)

    def tidy(self, but: Draft | None) -> None:
        """Let go of those in which nothing is unsaved, but for one."""
        self._held = [draft for draft in self._held if draft.dirty or draft is but]

    def kept(self) -> Json:
        """Return what must be kept so that nothing is lost; None for nothing."""
        found: list[Json] = [
            {"kind": draft.kind, "id": draft.id, "record": dict(draft.record)} for draft in self._held if draft.dirty
        ]
        return found or None

    def read(self, kept: Json, saved: Saved) -> None:
        """Take up what was kept; what is unreadable in it is passed over.

        Args:
            kept: what `kept` gave.
            saved: tells what is in the library.
        """
        for one in kept if isinstance(kept, list | tuple) else ():
            if not isinstance(one, Mapping):
                continue
            kind, id_, record = one.get("kind"), one.get("id"), one.get("record")
            if isinstance(kind, str) and isinstance(id_, str) and isinstance(record, Mapping):
                self.hold(Draft(kind, id_, record, saved(kind, id_)))

    def follow(self, saved: Saved) -> None:
        """Bring drafts up to date with a library that has changed, by undo or by a file that was taken over.

        Args:
            saved: tells what is in the library now.
        """
        for draft in self._held:
            if not draft.id or self._hidden(draft):
                continue
            found = saved(draft.kind, draft.id)
            if found is None:
                # It is gone, and lies here as it was: nobody loses what they are looking at.
                draft.id, draft.saved = "", None
            elif draft.dirty:
                draft.saved = found
            else:
                draft.record = draft.saved = found
