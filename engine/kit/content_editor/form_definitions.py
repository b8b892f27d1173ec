"""Form definitions: the fields of a game's records, the reading of unfinished records, and the labels of places.

A game defines its fields and structs; the errors in the form of a record are the same in every game: text instead of
a number, a missing value, an unknown key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin

import msgspec

from engine.kit.content_editor.json_record_edits import read_value, split_path
from engine.kit.content_editor.shared_editor_texts import editor_text
from engine.kit.content_editor.view_models import EditorFieldKind, Problem, Record
from engine.messages.message import Message
from engine.messages.texts import say, template_of
from engine.model.frozen import Frozen, Json

_LONGEST_KEY = 60


@dataclass(frozen=True, slots=True)
class RecordField:
    """One field: its place in the form, and its values. `default` is the value of a switch that nobody has changed."""

    key: str
    kind: EditorFieldKind
    group: str = ""
    required: bool = False
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    own_words: bool = False
    default: bool = False


def choice(key: str, group: str = "", *, required: bool = False, own_words: bool = False) -> RecordField:
    """Return a field for one of several words."""
    return RecordField(key, EditorFieldKind.CHOICE, group, required=required, own_words=own_words)


def choices(key: str, group: str, *, own_words: bool = False) -> RecordField:
    """Return a field for some of several words."""
    return RecordField(key, EditorFieldKind.CHOICES, group, own_words=own_words)


def switch(key: str, group: str = "", *, default: bool = False) -> RecordField:
    """Return a field for yes or no."""
    return RecordField(key, EditorFieldKind.SWITCH, group, default=default)


def rows(key: str, group: str) -> RecordField:
    """Return a field with nested records."""
    return RecordField(key, EditorFieldKind.ROWS, group)


def by_key(*fields: RecordField) -> Mapping[str, RecordField]:
    """Return the fields of a row by their keys."""
    return {field.key: field for field in fields}


def written(field: RecordField, value: Json) -> Json:
    """Return the stored value of a typed one; None for nothing, or for the default."""
    found = read_value(field.kind, value)
    if field.default and value is False:
        return False
    if field.default and found is True:
        return None
    return "" if found is None and field.required and field.kind is not EditorFieldKind.WHOLE else found


@dataclass(frozen=True, slots=True)
class RowForm:
    """The form of nested records: their fields, their struct, and their part of the language file."""

    fields: Mapping[str, RecordField]
    form: type[Frozen]
    words: str


class RecordForms:
    """The fields of all kinds of records of a game.

    Args:
        words: the key in the language file with the game's `field`, `help` and `bench.row`.
        fields: the fields of each kind, in form order.
        structs: the struct of each kind.
        rows: the forms of nested records, by their keys.
        typed_ids: the kinds with an id that is typed, not made from the name.
    """

    def __init__(
        self,
        words: str,
        fields: Mapping[str, tuple[RecordField, ...]],
        structs: Mapping[str, type[Frozen]],
        rows: Mapping[str, RowForm],
        typed_ids: frozenset[str] = frozenset(),
    ) -> None:
        self.fields = fields
        self.rows = rows
        self._words = words
        self._structs = structs
        self._typed_ids = typed_ids
        self._by_key = {kind: by_key(*found) for kind, found in fields.items()}

    def field_at(self, kind: str, path: str) -> RecordField | None:
        """Return the field at a path; for `cards.punch` that of `cards`. None if there is none."""
        key, row, rest = split_path(path)
        field = self._by_key.get(kind, {}).get(key)
        if field is None or row is None or field.kind is not EditorFieldKind.ROWS:
            return field if row is None else None
        return self.rows[key].fields.get(rest)

    def default_of(self, kind: str, path: str) -> Json:
        """Return the default of a field; None for none."""
        key, row, rest = split_path(path)
        in_row = row is not None and bool(rest)
        form: Any = self.rows[key].form if in_row else self._structs[kind]
        name = rest if in_row else key
        return next((default for encoded, _, _, _, default in _shape(form) if encoded == name), None)

    def has_rows(self, kind: str, path: str) -> bool:
        """Say whether a path is that of a field with rows, or of one of its rows."""
        key, _, rest = split_path(path)
        field = self.field_at(kind, key)
        return field is not None and field.kind is EditorFieldKind.ROWS and not rest

    def part_of(self, kind: str, path: str) -> str:
        """Return the path of the field with a place: that of `tags[1]` is `tags`."""
        key, row, _ = split_path(path)
        field = self._by_key[kind].get(key)
        if field is None:
            return path
        return path if field.kind is EditorFieldKind.ROWS and row is not None else key

    def in_order(self, kind: str, found: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """Return problems in form order."""
        order = {key: number for number, key in enumerate(self._by_key[kind])}

        def place(problem: Problem) -> tuple[int, int]:
            key, row, _ = split_path(problem.path)
            return order.get(key, len(order)), -1 if row is None else row

        return tuple(sorted(found, key=place))

    # ---- reading what is half-written --------------------------------------------------------------------------------

    def parse(self, kind: str, record: Record) -> tuple[Any, tuple[Problem, ...]]:
        """Return the readable part of a record, and the problems with the rest."""
        wrong: list[Problem] = []
        return self._read(self._structs[kind], record, "", kind, wrong), tuple(wrong)

    def _read(self, form: Any, record: Record, at: str, kind: str, wrong: list[Problem]) -> Any:
        values: dict[str, Any] = {}
        shape = _shape(form)
        for key in record.keys() - {encoded for encoded, *_ in shape}:
            wrong.append(self._misfit(f"{at}{key}", kind, "unknown", name=key[:_LONGEST_KEY]))
        for encoded, name, type_, needed, default in shape:
            path = f"{at}{encoded}"
            value = record.get(encoded)
            field = self.field_at(kind, encoded) if not at else None
            if value is None:
                if needed and (encoded != "id" or kind in self._typed_ids):
                    wrong.append(self._misfit(path, kind, "missing"))
                if default is not None or needed:
                    values[name] = default
            elif field is not None and field.kind is EditorFieldKind.ROWS:
                values[name] = tuple(self._rows_read(encoded, value, kind, wrong))
            elif field is not None and field.kind is EditorFieldKind.COUNTED and isinstance(value, Mapping):
                values[name] = dict(self._counts(value, path, kind, wrong))
            else:
                try:
                    values[name] = msgspec.convert(value, type_)
                except msgspec.ValidationError:
                    wrong.append(self._unfit(path, kind, value))
                    if default is not None or needed:
                        values[name] = default
        return form(**values)

    def _rows_read(self, key: str, value: Json, kind: str, wrong: list[Problem]) -> Iterator[Frozen]:
        if not isinstance(value, list | tuple):
            wrong.append(self._misfit(key, kind, "rows"))
            return
        for number, row in enumerate(value):
            if isinstance(row, Mapping):
                yield self._read(self.rows[key].form, row, f"{key}[{number}].", kind, wrong)
            else:
                wrong.append(self._misfit(f"{key}[{number}]", kind, "rows"))
                yield self._read(self.rows[key].form, {}, f"{key}[{number}].", kind, [])

    def _counts(
        self, value: Mapping[str, Json], path: str, kind: str, wrong: list[Problem]
    ) -> Iterator[tuple[str, int]]:
        for id_, count in value.items():
            if isinstance(count, int) and not isinstance(count, bool):
                yield id_, count
            else:
                wrong.append(self._unfit(f"{path}.{id_}", kind, count))

    def _unfit(self, path: str, kind: str, value: Json) -> Problem:
        """Return the problem of a value that does not fit its field."""
        field = self.field_at(kind, path)
        if field is None:
            return self._misfit(path, kind, "text")
        is_number = field.kind is EditorFieldKind.WHOLE or (field.kind is EditorFieldKind.COUNTED and path != field.key)
        if is_number and field.least is not None and field.most is not None:
            return self._misfit(path, kind, "range", least=field.least, most=field.most)
        if isinstance(value, str) and field.longest is not None and len(value) > field.longest:
            return self._misfit(path, kind, "long", most=field.longest)
        return self._misfit(path, kind, field.kind)

    def _misfit(self, path: str, kind: str, key: str, **params: Json) -> Problem:
        text = editor_text(f"misfit.{key}", **params)
        return Problem(path=path, text=text, place=self.place_label(kind, path), form=True)

    # ---- what places are called --------------------------------------------------------------------------------------

    def label_of(self, kind: str, path: str) -> str:
        """Return the label of a field; an unknown key is its own label."""
        subject, key = self._subject(kind, path)
        return self._said("field", subject, key) or key

    def help_of(self, kind: str, path: str) -> str:
        """Return the help text of a field; empty if its name is clear."""
        return self._said("help", *self._subject(kind, path))

    def _subject(self, kind: str, path: str) -> tuple[str, str]:
        key, row, rest = split_path(path)
        if row is None or not rest:
            return kind, key
        return self.rows[key].words if key in self.rows else key, rest

    def _said(self, what: str, subject: str, key: str) -> str:
        keys = (f"{self._words}.{what}.{subject}.{key}", f"{self._words}.{what}.all.{key}")
        return next((words for key in keys if (words := template_of(key)) is not None), "")

    def place_label(self, kind: str, path: str) -> str:
        """Return a place as text: “Effect 1, amount”."""
        key, row, rest = split_path(path)
        field = self._by_key.get(kind, {}).get(key)
        if row is None or field is None or field.kind is not EditorFieldKind.ROWS:
            counted = rest if field is not None and field.kind is EditorFieldKind.COUNTED else ""
            return ", ".join(filter(None, (self.label_of(kind, key) if key else "", counted)))
        of = say(Message(key=f"{self._words}.bench.row.{key}", params={"number": row + 1}))
        return f"{of}, {self.label_of(kind, path)}" if rest else of


@cache
def _shape(form: Any) -> tuple[tuple[str, str, Any, bool, Json], ...]:
    """Return the fields of a struct: name in files, name in code, type, whether it is required, and default."""
    found = []
    for info in msgspec.structs.fields(form):
        needed = info.default is msgspec.NODEFAULT and info.default_factory is msgspec.NODEFAULT
        default = info.default if info.default is not msgspec.NODEFAULT else _EMPTY.get(_bare(info.type))
        found.append((info.encode_name, info.name, info.type, needed, default))
    return tuple(found)


_EMPTY: Mapping[Any, Json] = {str: "", int: 1}


def _bare(type_: Any) -> Any:
    """Return a type without its annotations."""
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_
