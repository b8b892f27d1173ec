"""Records in files that other tables can read: what an export needs, and what an import would change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from engine.kit.content_editor.content_file_format import (
    MOST_RECORDS,
    file_text,
    import_summary,
    plain_values,
    unsupported_values,
)
from engine.kit.content_editor.csv_format import is_csv, read_csv, write_csv
from engine.kit.content_editor.dice_numbers import converted
from engine.kit.content_editor.persistence import id_key, id_of, name_key, name_of, row_of, with_row
from engine.kit.content_editor.record_definition import RecordDefinition
from engine.kit.content_editor.shared_editor_texts import clipped, editor_text
from engine.kit.content_editor.view_models import (
    EditRefused,
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
    """A row of a file: its number in the file and in its kind, and why it is no record; empty if it is one.

    `told` says what of it did not fit, for a record of another program.
    """

    at: int
    kind: str
    number: int
    row: object
    fault: str
    told: str = ""


class RecordExchange(RecordDefinition[R, C]):
    """The part of a `ContentEditor` that writes and reads files."""

    def export_file(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some records; a CSV file has those of one kind."""
        content = self.content(lists, options)

        def row(kind: str, id_: str) -> Record | None:
            record = self.records(content, kind).get(id_)
            return None if record is None else row_of(record)

        if form == "csv":
            return self._csv_file(chosen, row)
        return self.files.write(chosen, row, form, self.forms.text("footnote"))

    def _csv_file(self, chosen: Sequence[tuple[str, str]], row: Callable[[str, str], Record | None]) -> str:
        kinds = dict.fromkeys(kind for kind, _ in chosen)
        if len(kinds) != 1:
            raise EditRefused(editor_text("file.one_kind" if kinds else "file.nothing"))
        (kind,) = kinds
        rows = {id_: row(kind, id_) for _, id_ in chosen}
        missing = next((id_ for id_, held in rows.items() if held is None), None)
        if missing is not None:
            raise EditRefused(editor_text("file.gone", id=clipped(missing)))
        return write_csv(self.forms, kind, self.files.one[kind], [held for held in rows.values() if held is not None])

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
            _FileRow(at, kind, number, row, self._fault_of_row(kind, row), told)
            for at, (kind, number, row, told) in enumerate(self._rows_of_file(lists, options, data))
        )
        content, merged = self.content(lists, options), self.content(self._with_rows(lists, rows), options)
        seen: set[tuple[str, str]] = set()
        records = tuple(self._arriving(row, content, merged, seen) for row in rows)
        return ImportedFile(records=records, told=import_summary(records))

    def _rows_of_file(
        self, lists: Lists, options: Options, data: bytes | str
    ) -> Sequence[tuple[str, int, object, str]]:
        """Return the rows of a file: kind, number in its kind, contents, and what of it did not fit."""
        text = file_text(data)
        if is_csv(text, self.files.one):
            return self._rows_of_csv(lists, options, text)
        raw = plain_values(text)
        if not (isinstance(raw, dict) and "format" in raw):  # in a file of ours a faulty row does not spoil the others
            place = next(unsupported_values(raw), None)
            if place is not None:
                raise EditRefused(editor_text("file.value", place=clipped(place)))
        foreign = self.foreign_records(lists, options, raw)
        if foreign is None:
            return [(*row, "") for row in self.files.records_in(raw)]
        if not foreign:
            raise EditRefused(editor_text("file.nothing_known"))
        if len(foreign) > MOST_RECORDS:
            raise EditRefused(editor_text("file.too_many", most=MOST_RECORDS))
        content, promised = self.content(lists, options), set[str]()
        rows: list[tuple[str, int, object, str]] = []
        for number, (kind, record, told) in enumerate(foreign, 1):
            row = self._with_id(content, kind, record, promised)
            rows.append((kind, number, row, told))
        return rows

    def _rows_of_csv(self, lists: Lists, options: Options, text: str) -> Sequence[tuple[str, int, object, str]]:
        content, promised = self.content(lists, options), set[str]()

        def present(kind: str, id_: str) -> Record | None:
            record = self.records(content, kind).get(id_)
            return None if record is None else row_of(record)

        kind, records = read_csv(self.forms, self.files.one, text, present)
        rows = [self._with_id(content, kind, record, promised) for record in records]
        return [(kind, number, row, "") for number, row in enumerate(rows, 1)]

    def _with_id(self, content: C, kind: str, record: Record, promised: set[str]) -> Record:
        """Return a record with an id: the one it has, that of an equal record, or a new one from its name."""
        declared = self.forms.kinds[kind]
        key, name_field = id_key(declared.struct), name_key(declared.struct)
        id_ = str(record.get(key, ""))
        if not id_ and not declared.has_typed_id:
            name = str(record.get(name_field, ""))
            alike = (id_of(held) for held in self.records(content, kind).values() if name_of(held) == name)
            equal = (held for held in alike if held not in promised and self._is_same(content, kind, record, held))
            id_ = next(equal, "") or self.free_id(content, kind, name, promised=promised)
        promised.add(id_)
        return {key: id_, **{field: value for field, value in record.items() if field != key}}

    def _is_same(self, content: C, kind: str, record: Record, id_: str) -> bool:
        """Return whether a record without an id says the same as a present one."""
        try:
            found = self._converted(kind, {**record, id_key(self.forms.kinds[kind].struct): id_})
        except msgspec.ValidationError:
            return False
        return found == self.records(content, kind)[id_]

    def _with_rows(self, lists: Lists, rows: Sequence[_FileRow]) -> Lists:
        """Return the lists of the group with the records of a file."""
        merged: dict[str, Sequence[Record]] = dict(lists)
        for _, kind, _, row, fault, _ in rows:
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
        record: R = converted(row, form)
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
        at, kind, number, row, fault, unfit = arriving
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
            told=" ".join(filter(None, (*told, unfit))),
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
