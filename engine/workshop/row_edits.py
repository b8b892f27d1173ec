"""Edits of the rows of a record, as every workbench has them: added, taken out, moved, doubled."""

from __future__ import annotations

from engine.workshop import editing
from engine.workshop.shown import Record


class RowEdits:
    """The part of a `bench.Workshop` that edits rows; a path that is no such part changes nothing."""

    def has_rows(self, kind: str, path: str) -> bool:
        """Say whether a path is that of a part with rows, or of one of them."""
        raise NotImplementedError

    def new_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a row to begin with."""
        raise NotImplementedError

    def with_row(self, kind: str, record: Record, path: str, row: Record | None = None) -> Record:
        """Return a record with one more row."""
        if not self.has_rows(kind, path):
            return record
        return editing.with_row_at(record, path, self.new_row(kind, record, path) if row is None else row)

    def without_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record without a row."""
        return editing.without_row_at(record, path) if self.has_rows(kind, path) else record

    def moved_row(self, kind: str, record: Record, path: str, to: int) -> Record:
        """Return a record with a row elsewhere."""
        return editing.moved_row_at(record, path, to) if self.has_rows(kind, path) else record

    def duplicated_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record with a row doubled."""
        return editing.duplicated_row_at(record, path) if self.has_rows(kind, path) else record
