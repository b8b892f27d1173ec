"""Which fields the records of a game have, how a half-written one is read, and what its places are called.

A game says its fields and structs; what is wrong with the form of a record is the same everywhere: a text where a
number should be, something missing, something that nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin

import msgspec

from engine.play.words import Message, say, texts
from engine.table.frozen import Frozen, Json
from engine.workshop.editing import read_value, split_path
from engine.workshop.shown import PartKind, Problem, Record
from engine.workshop.telling import tell

_LONGEST_KEY = 60


@dataclass(frozen=True, slots=True)
class Field:
    """One field: where it stands in the form, and what it takes. `default` holds for a switch nobody has touched."""

    key: str
    kind: PartKind
    group: str = ""
    required: bool = False
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    own_words: bool = False
    default: bool = False


def choice(key: str, group: str = "", *, required: bool = False, own_words: bool = False) -> Field:
    """Return a field with one of several words."""
    return Field(key, PartKind.CHOICE, group, required=required, own_words=own_words)


def choices(key: str, group: str, *, own_words: bool = False) -> Field:
    """Return a field with some of several words."""
    return Field(key, PartKind.CHOICES, group, own_words=own_words)


def switch(key: str, group: str = "", *, default: bool = False) -> Field:
    """Return a field with yes or no."""
    return Field(key, PartKind.SWITCH, group, default=default)


def rows(key: str, group: str) -> Field:
    """Return a field with records in it."""
    return Field(key, PartKind.ROWS, group)


def by_key(*fields: Field) -> Mapping[str, Field]:
    """Return the fields of a row by their keys."""
    return {field.key: field for field in fields}


def written(field: Field, value: Json) -> Json:
    """Return what is written down for what was typed in a field; None for nothing, or what holds anyway."""
    found = read_value(field.kind, value)
    if field.default and value is False:
        return False
    if field.default and found is True:
        return None
    return "" if found is None and field.required and field.kind is not PartKind.WHOLE else found


@dataclass(frozen=True, slots=True)
class RowForm:
    """What the rows of a part are: their fields, what they are read as, and what the language file calls them."""

    fields: Mapping[str, Field]
    form: type[Frozen]
    words: str


class Forms:
    """The fields of all kinds of records of a game.

    Args:
        words: under which key the language file has the game's `field`, `help` and `bench.row`.
        fields: of each kind, in the order of the form.
        structs: what a record of each kind is read as.
        rows: the parts that hold records, by their keys.
        typed_ids: the kinds of which the id is typed and not made from the name.
    """

    def __init__(
        self,
        words: str,
        fields: Mapping[str, tuple[Field, ...]],
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

    def field_at(self, kind: str, path: str) -> Field | None:
        """Return the field that a path names; for `cards.punch` the whole of `cards`. None if there is none."""
        key, row, rest = split_path(path)
        field = self._by_key.get(kind, {}).get(key)
        if field is None or row is None or field.kind is not PartKind.ROWS:
            return field if row is None else None
        return self.rows[key].fields.get(rest)

    def usual(self, kind: str, path: str) -> Json:
        """Return what holds in a field where nothing is written; None for nothing."""
        key, row, rest = split_path(path)
        in_row = row is not None and bool(rest)
        form: Any = self.rows[key].form if in_row else self._structs[kind]
        name = rest if in_row else key
        return next((default for encoded, _, _, _, default in _shape(form) if encoded == name), None)

    def has_rows(self, kind: str, path: str) -> bool:
        """Say whether a path is that of a part with rows, or of one of them."""
        key, _, rest = split_path(path)
        field = self.field_at(kind, key)
        return field is not None and field.kind is PartKind.ROWS and not rest

    def part_of(self, kind: str, path: str) -> str:
        """Return the path of the field that a place is in: that of `tags[1]` is `tags`."""
        key, row, _ = split_path(path)
        field = self._by_key[kind].get(key)
        if field is None:
            return path
        return path if field.kind is PartKind.ROWS and row is not None else key

    def in_order(self, kind: str, found: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """Return problems in the order of the form."""
        order = {key: number for number, key in enumerate(self._by_key[kind])}

        def place(problem: Problem) -> tuple[int, int]:
            key, row, _ = split_path(problem.path)
            return order.get(key, len(order)), -1 if row is None else row

        return tuple(sorted(found, key=place))

    # ---- reading what is half-written --------------------------------------------------------------------------------

    def understood(self, kind: str, record: Record) -> tuple[Any, tuple[Problem, ...]]:
        """Return a record as far as it can be read, with what has the wrong form and is left out."""
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
            elif field is not None and field.kind is PartKind.ROWS:
                values[name] = tuple(self._rows_read(encoded, value, kind, wrong))
            elif field is not None and field.kind is PartKind.COUNTED and isinstance(value, Mapping):
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
        """Return what is to be said where something has another form than its field."""
        field = self.field_at(kind, path)
        if field is None:
            return self._misfit(path, kind, "text")
        is_number = field.kind is PartKind.WHOLE or (field.kind is PartKind.COUNTED and path != field.key)
        if is_number and field.least is not None and field.most is not None:
            return self._misfit(path, kind, "range", least=field.least, most=field.most)
        if isinstance(value, str) and field.longest is not None and len(value) > field.longest:
            return self._misfit(path, kind, "long", most=field.longest)
        return self._misfit(path, kind, field.kind)

    def _misfit(self, path: str, kind: str, key: str, **params: Json) -> Problem:
        text = tell(f"misfit.{key}", **params)
        return Problem(path=path, text=text, place=self.place_told(kind, path), form=True)

    # ---- what places are called --------------------------------------------------------------------------------------

    def label_of(self, kind: str, path: str) -> str:
        """Return what a field is called; a key that is no field is called by itself."""
        subject, key = self._subject(kind, path)
        return self._said("field", subject, key) or key

    def help_of(self, kind: str, path: str) -> str:
        """Return what a field is for; empty where its name says it."""
        return self._said("help", *self._subject(kind, path))

    def _subject(self, kind: str, path: str) -> tuple[str, str]:
        key, row, rest = split_path(path)
        if row is None or not rest:
            return kind, key
        return self.rows[key].words if key in self.rows else key, rest

    def _said(self, what: str, subject: str, key: str) -> str:
        keys = (f"{self._words}.{what}.{subject}.{key}", f"{self._words}.{what}.all.{key}")
        return next((texts()[each] for each in keys if each in texts()), "")

    def place_told(self, kind: str, path: str) -> str:
        """Return a place in words: “Effect 1, amount”."""
        key, row, rest = split_path(path)
        field = self._by_key.get(kind, {}).get(key)
        if row is None or field is None or field.kind is not PartKind.ROWS:
            counted = rest if field is not None and field.kind is PartKind.COUNTED else ""
            return ", ".join(filter(None, (self.label_of(kind, key) if key else "", counted)))
        of = say(Message(key=f"{self._words}.bench.row.{key}", params={"number": row + 1}))
        return f"{of}, {self.label_of(kind, path)}" if rest else of


@cache
def _shape(form: Any) -> tuple[tuple[str, str, Any, bool, Json], ...]:
    """Return the fields of a form: as they are written, as they are called, what they hold, and what if they do not."""
    found = []
    for info in msgspec.structs.fields(form):
        needed = info.default is msgspec.NODEFAULT and info.default_factory is msgspec.NODEFAULT
        default = info.default if info.default is not msgspec.NODEFAULT else _EMPTY.get(_bare(info.type))
        found.append((info.encode_name, info.name, info.type, needed, default))
    return tuple(found)


_EMPTY: Mapping[Any, Json] = {str: "", int: 1}


def _bare(type_: Any) -> Any:
    """Return a type without what is said of it besides."""
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_
