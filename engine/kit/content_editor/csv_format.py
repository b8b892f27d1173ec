r"""Records of one kind as a CSV file for a spreadsheet: one line for each record, one column for each field.

The first column has the name of the kind, and the ids. Rows in a record are lines in one cell, with `|` between their
values. A column that a file leaves out keeps the present value of each record; an empty cell removes it.

>>> from engine.kit.content_editor.form_definitions import RecordForms, RecordKind, RowForm, by_key, rows, text, whole
>>> from engine.model.frozen import Frozen
>>> class Trap(Frozen):
...     id: str
...     name: str
...     ways: tuple[object, ...] = ()
>>> way = by_key(text("skill", longest=40), whole("percent"))
>>> kinds = {"traps": RecordKind(struct=Trap, fields=(text("name", "what", longest=40), rows("ways", "what")))}
>>> forms = RecordForms("tiny", kinds, {"ways": RowForm(way, Trap, "ways")})
>>> pit = {"id": "pit", "name": "=Pit", "ways": [{"skill": "Evade", "percent": 40}, {"skill": "a | b"}]}
>>> written = write_csv(forms, "traps", "trap", [pit])
>>> print(written, end="")
trap,name,ways
pit,'=Pit,"Evade | 40
a \| b | "
>>> read_csv(forms, {"traps": "trap"}, written, lambda kind, id_: None) == ("traps", (pit,))
True
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.kit.content_editor.content_file_format import MOST_RECORDS
from engine.kit.content_editor.form_definitions import RecordField, RecordForms, RowForm, written
from engine.kit.content_editor.json_record_edits import clean
from engine.kit.content_editor.persistence import id_key
from engine.kit.content_editor.shared_editor_texts import clipped, editor_text
from engine.kit.content_editor.view_models import EditorFieldKind, EditRefused, Record
from engine.model.frozen import Json

_BETWEEN: Final = " | "
_SEPARATORS: Final = (",", ";", "\t")
_LIKE_A_FORMULA: Final = re.compile(r"'*[\r\n]*[=+\-@\t＝＋－＠]")
_QUOTED: Final = re.compile(r"'+[\r\n]*[=+\-@\t＝＋－＠]")
_WHOLE: Final = re.compile(r"-?\d+")
_ESCAPED: Final = re.compile(r"\\(.)|(\|)", re.DOTALL)
_YES, _NO = ("yes", "true", "1", "x"), ("no", "false", "0")
"""The words for yes and for no that a cell may have; a file that we write has the first of each."""
_NUMBERS: Final = frozenset({EditorFieldKind.WHOLE, EditorFieldKind.DICE, EditorFieldKind.EXPRESSION})


def is_csv(text: str, ones: Mapping[str, str]) -> bool:
    """Say whether a file is CSV: it begins with the name of a kind, and then the names of fields."""
    return _kind_of(header_of(text), ones) is not None


def first_cell(text: str) -> str:
    """Return the first cell of a file, which names the kind of its records.

    >>> first_cell("trap,id,name")
    'trap'
    """
    return _first_of(header_of(text))


def header_of(text: str) -> str:
    """Return the first line of a file, with the names of its columns."""
    return text.lstrip("\r\n").partition("\n")[0].rstrip("\r")


def separator_of(header: str) -> str:
    """Return the sign between the columns of a file, from its first line."""
    return max(_SEPARATORS, key=header.count)


def _first_of(header: str) -> str:
    return header.split(separator_of(header))[0].strip().strip('"').strip()


def _kind_of(header: str, ones: Mapping[str, str]) -> str | None:
    first = _first_of(header)
    return next((kind for kind, one in ones.items() if one == first), None)


# ---- writing ---------------------------------------------------------------------------------------------------------


def write_csv(forms: RecordForms, kind: str, one: str, records: Sequence[Record]) -> str:
    """Return a file with records of a kind; `one` is the name of the kind in files."""
    fields = _columns(forms, kind)
    lines = io.StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow((one, *fields))
    id_name = id_key(forms.kinds[kind].struct)
    for record in records:
        cells = (_cell(forms, field, record.get(key)) for key, field in fields.items())
        writer.writerow([guarded(str(record.get(id_name, ""))), *map(guarded, cells)])
    return lines.getvalue()


def _columns(forms: RecordForms, kind: str) -> Mapping[str, RecordField]:
    """Return the fields of a kind besides the one with its id, which is the first column."""
    declared = forms.kinds[kind]
    return {field.key: field for field in declared.fields if field.key != id_key(declared.struct)}


def guarded(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if _LIKE_A_FORMULA.match(cell) and not _WHOLE.fullmatch(cell) else cell


def _cell(forms: RecordForms, field: RecordField, value: Json) -> str:
    match field.kind, value:
        case _, None:
            return ""
        case _, bool():
            return _YES[0] if value else _NO[0]
        case EditorFieldKind.CHOICES, list() | tuple():
            return ", ".join(map(str, value))
        case EditorFieldKind.COUNTED, Mapping():
            return ", ".join(f"{id_} {count}" for id_, count in value.items())
        case EditorFieldKind.ROWS, list() | tuple():
            form = forms.rows[field.key]
            return "\n".join(_row_line(forms, form, row) for row in value if isinstance(row, Mapping))
        case _:
            return str(value)


def _row_line(forms: RecordForms, form: RowForm, row: Record) -> str:
    cells = (_cell(forms, field, row.get(key)) for key, field in form.fields.items())
    return _BETWEEN.join(cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "\\n") for cell in cells)


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_csv(
    forms: RecordForms, ones: Mapping[str, str], text: str, present: Callable[[str, str], Record | None]
) -> tuple[str, tuple[Record, ...]]:
    """Return the kind and the records of a file, unchecked; the size of the file was checked before.

    Args:
        forms: the fields of each kind.
        ones: the name of each kind in files.
        text: the file; `is_csv` has found it to be CSV.
        present: returns the present record of a kind and id; None if there is none.

    Raises:
        EditRefused: the file is no table, has too many records, or a column is unknown or there twice.
    """
    header = header_of(text)
    kind = _kind_of(header, ones)
    if kind is None:
        raise EditRefused(editor_text("file.other_format"))
    fields = _columns(forms, kind)
    lines = _lines(text.lstrip("\r\n"), separator_of(header))
    columns = [cell.strip() for cell in next(lines, [])]
    for number, column in enumerate(columns[1:], 1):
        if column not in fields:
            raise EditRefused(editor_text("file.column", name=clipped(column), known=[ones[kind], *fields]))
        if column in columns[:number]:
            raise EditRefused(editor_text("file.twice", name=clipped(column)))
    id_name = id_key(forms.kinds[kind].struct)
    records: list[Record] = []
    for line in lines:
        cells = [unguarded(cell) for cell in line]
        if not any(cell.strip() for cell in cells):
            continue
        if len(records) == MOST_RECORDS:
            raise EditRefused(editor_text("file.too_many", most=MOST_RECORDS))
        if len(cells) > len(columns):
            raise EditRefused(editor_text("file.cells", number=len(records) + 1))
        id_ = cells[0].strip()
        record: dict[str, Json] = {id_name: id_, **(present(kind, id_) or {})} if id_ else {}
        for column, cell in zip(columns[1:], cells[1:], strict=False):
            if _cell(forms, fields[column], record.get(column)) == clean(cell, lines=True):
                continue  # unchanged, also where a cell says less than the record
            value = _value(forms, fields[column], cell)
            if value is None:
                record.pop(column, None)
            else:
                record[column] = value
        records.append(record)
    return kind, tuple(records)


def _lines(text: str, separator: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    except csv.Error as error:
        raise EditRefused(editor_text("file.broken", why=clipped(str(error)))) from None


def unguarded(cell: str) -> str:
    """Return a cell without the sign that `guarded` put before it."""
    return cell[1:] if _QUOTED.match(cell) else cell


def _value(forms: RecordForms, field: RecordField, cell: str) -> Json:
    """Return the value of a cell as a record has it; what cannot be read stays as it is, and its check says so."""
    cell = clean(cell, lines=True)
    if not cell.strip():
        return None
    match field.kind:
        case EditorFieldKind.SWITCH:
            word = cell.strip().casefold()
            return written(field, True if word in _YES else False if word in _NO else cell)
        case EditorFieldKind.COUNTED:
            counts = (part.strip().rpartition(" ") for part in cell.split(","))
            return written(field, {id_.strip(): count for id_, _, count in counts if id_ or count})
        case EditorFieldKind.ROWS:
            form = forms.rows[field.key]
            return [_row(forms, form, line) for line in cell.split("\n") if line.strip()] or None
        case kind if kind in _NUMBERS:
            return written(field, cell.strip())
        case _:
            return written(field, cell)


def _row(forms: RecordForms, form: RowForm, line: str) -> Json:
    parts = _parts(line)
    if len(parts) > len(form.fields):
        return line
    row: dict[str, Json] = {}
    for (key, field), part in zip(form.fields.items(), parts, strict=False):
        value = _value(forms, field, part)
        if value is not None:
            row[key] = value
    return row


def _parts(line: str) -> list[str]:
    r"""Return the values between the `|` of a line; `\|` is a sign of a value, and `\n` a line break in it."""
    parts: list[str] = []
    pieces: list[str] = []  # of the present value
    at = 0
    for found in _ESCAPED.finditer(line):
        pieces.append(line[at : found.start()])
        at = found.end()
        if found[2]:
            parts.append("".join(pieces))
            pieces.clear()
        else:
            pieces.append({"n": "\n"}.get(found[1], found[1]))
    parts.append("".join((*pieces, line[at:])))
    last = len(parts) - 1
    starts = (part.removeprefix(" ") if number else part for number, part in enumerate(parts))
    return [part.removesuffix(" ") if number < last else part for number, part in enumerate(starts)]
