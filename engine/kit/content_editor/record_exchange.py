"""Records in files that other tables can read: what an export needs, and what an import would change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from engine.kit.content_editor.content_file_format import import_summary, unsupported_values
from engine.kit.content_editor.persistence import id_key, id_of, name_of, row_of, with_row
from engine.kit.content_editor.record_definition import RecordDefinition
from engine.kit.content_editor.shared_editor_texts import clipped, editor_text
from engine.kit.content_editor.view_models import (
    ImportedFile,
    ImportedRecord,
    ImportStatus,
    Lists,
    Options,
    Problem,
    Record,
)
from engine.model.frozen import Frozen

R = TypeVar("R", bound=Frozen)
C = TypeVar("C")


class _FileRow(NamedTuple):
    """A row of a file: its number in the file and in its kind, and why it is no record; empty if it is one."""

    at: int
    kind: str
    number: int
    row: object
    fault: str


class RecordExchange(RecordDefinition[R, C]):
    """The part of a `ContentEditor` that writes and reads files."""

    def export_file(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some records."""
        content = self.content(lists, options)

        def row(kind: str, id_: str) -> Record | None:
            record = self.records(content, kind).get(id_)
            return None if record is None else row_of(record)

        return self.files.write(chosen, row, form, self.forms.text("footnote"))

    def dependencies(
        self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]]
    ) -> tuple[tuple[str, str], ...]:
        """Return the group's own records that some records need, and those that these need."""
        content = self.content(lists, options)
        needed: dict[tuple[str, str], None] = {}
        waiting = list(chosen)
        for kind, id_ in waiting:
            record = self.records(content, kind).get(id_)
            for reference in self.references(record) if record is not None else ():
                if reference not in needed and reference not in chosen and self.is_own(content, *reference):
                    needed[reference] = None
                    waiting.append(reference)
        return tuple(needed)

    def read_file(self, lists: Lists, options: Options, data: bytes | str) -> ImportedFile:
        """Return the contents of a file; its records may refer to each other."""
        rows = tuple(
            _FileRow(at, kind, number, row, self._fault_of_row(kind, row))
            for at, (kind, number, row) in enumerate(self.files.read(data))
        )
        content, merged = self.content(lists, options), self.content(self._with_rows(lists, rows), options)
        seen: set[tuple[str, str]] = set()
        records = tuple(self._arriving(row, content, merged, seen) for row in rows)
        return ImportedFile(records=records, told=import_summary(records))

    def _with_rows(self, lists: Lists, rows: Sequence[_FileRow]) -> Lists:
        """Return the lists of the group with the records of a file."""
        merged: dict[str, Sequence[Record]] = dict(lists)
        for _, kind, _, row, fault in rows:
            if isinstance(row, dict) and not fault:
                try:
                    record = self._converted(kind, row)
                except msgspec.ValidationError:
                    continue
                name = self.list_of(kind, record)
                merged[name] = with_row(merged.get(name, ()), row_of(record), id_key(type(record)))
        return merged

    def _converted(self, kind: str, row: Record) -> R:
        form: Any = self.forms.kinds[kind].struct
        record: R = msgspec.convert(dict(row), form)
        return record

    def _fault_of_row(self, kind: str, row: object) -> str:
        """Return why a row of a file is no record that a table can store; empty if it is one."""
        if not isinstance(row, dict):
            return editor_text("file.no_record")
        place = next(unsupported_values(row), None)
        if place is not None:
            return editor_text("file.value", place=clipped(self.forms.place_label(kind, place)))
        return self.row_fault(kind, row)

    def _arriving(self, arriving: _FileRow, content: C, merged: C, seen: set[tuple[str, str]]) -> ImportedRecord:
        """Return a record of a file, with the effect of importing it."""
        at, kind, number, row, fault = arriving
        fields = row if isinstance(row, dict) else {}
        id_, gm_only = str(fields.get(id_key(self.forms.kinds[kind].struct), "")), self.for_gm(kind, fields)
        problems = tuple[Problem, ...]()
        if not fault:
            try:
                _, problems = self.read(merged, kind, fields)
            except RecursionError:
                fault = editor_text("misfit.rows")
        misfit = next((problem for problem in problems if problem.form), None)
        if misfit is not None:
            fault = editor_text("misfit_at", place=clipped(misfit.place), why=misfit.text)
        elif not fault and (kind, id_) in seen:
            fault = editor_text("file.twice", name=clipped(id_))
        if fault:
            return self.files.faulty(at, kind, number, row, fault, gm_only=gm_only, id_=id_)
        seen.add((kind, id_))
        record = self._converted(kind, fields)
        errors = sum(not problem.warning for problem in problems)
        count = len(problems) if self.strict else errors
        status = self._import_status(content, kind, record)
        told = [editor_text(f"arrival.{status}"), self.draft_notice(kind, errors)]
        if count and not told[1]:
            told[1] = editor_text("arrival.problems", count=count)
        return ImportedRecord(
            at=at,
            kind=kind,
            id=id_,
            name=clipped(name_of(record)) or id_,
            arrival=status,
            told=" ".join(filter(None, told)),
            problems=count,
            record=row_of(self.as_imported(record, errors)),
            gm_only=gm_only,
        )

    def _import_status(self, content: C, kind: str, record: R) -> ImportStatus:
        present = self.records(content, kind).get(id_of(record))
        if present == record:
            return ImportStatus.SAME
        if self.is_own(content, kind, id_of(record)):
            return ImportStatus.CHANGES_YOURS
        is_new = present is None and self.shipped_record(kind, id_of(record)) is None
        return ImportStatus.NEW if is_new else ImportStatus.CHANGES_ORIGINAL

    def imported_records(self, incoming: ImportedFile, chosen: Sequence[int]) -> Iterator[tuple[str, R]]:
        """Yield the chosen records of a file with their kinds, without unchanged and faulty ones."""
        for record in incoming.records:
            if record.at in chosen and record.record is not None and record.arrival is not ImportStatus.SAME:
                yield record.kind, self._converted(record.kind, record.record)
