"""Form definitions: the fields of a game's records, the reading of unfinished records, and the labels of places.

A game declares its kinds of records, each with a struct and fields; the errors in the form of a record are the same in
every game: text instead of a number, a missing value, an unknown key.

>>> class Trap(Frozen):
...     id: str
...     name: str
...     depth: int = 0
>>> trap = RecordKind(struct=Trap, fields=(text("name", "what", longest=40), whole("depth", "what", 0, 99)))
>>> forms = RecordForms("tiny", {"traps": trap})
>>> forms.parse("traps", {"name": "Pit", "depth": 9})
(Trap(id='', name='Pit', depth=9), ())
>>> read, problems = forms.parse("traps", {"name": "Pit", "depth": "deep"})
>>> read, [(problem.path, problem.text) for problem in problems]
(Trap(id='', name='Pit', depth=0), [('depth', 'This must be a whole number from 0 to 99.')])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from engine.kit.content_editor.dice_numbers import LONGEST_DICE, Bounds, bounds_of_field, dice_fault, not_a_number
from engine.kit.content_editor.json_record_edits import read_value, split_path
from engine.kit.content_editor.persistence import id_key, name_key
from engine.kit.content_editor.shared_editor_texts import clipped, editor_text, upper_first
from engine.kit.content_editor.view_models import EditorChoice, EditorFieldKind, Problem, Record
from engine.messages.game_messages import in_game
from engine.messages.message import Message
from engine.messages.texts import key_in_game, say, template_of
from engine.model.frozen import Frozen, Json

_LONGEST_KEY = 60


@dataclass(frozen=True, slots=True)
class RecordField:
    """One field: its place in the form, and its values.

    Attributes:
        own_words: a choice that takes other words than those proposed.
        always: a choice that always has a value: without one, the default of the struct.
        default: the value of a switch that nobody has changed.
    """

    key: str
    kind: EditorFieldKind
    group: str = ""
    required: bool = False
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    own_words: bool = False
    always: bool = False
    default: bool = False


def text(key: str, group: str = "", *, longest: int, required: bool = False) -> RecordField:
    """Return a field for a text of one line."""
    return RecordField(key, EditorFieldKind.TEXT, group, required=required, longest=longest)


def lines(key: str, group: str = "", *, longest: int) -> RecordField:
    """Return a field for a text of several lines."""
    return RecordField(key, EditorFieldKind.LINES, group, longest=longest)


def picture(key: str, group: str = "") -> RecordField:
    """Return a field for a picture."""
    return RecordField(key, EditorFieldKind.PICTURE, group)


def whole(key: str, group: str = "", least: int = 0, most: int | None = None, *, required: bool = False) -> RecordField:
    """Return a field for a whole number."""
    return RecordField(key, EditorFieldKind.WHOLE, group, required=required, least=least, most=most)


def expression(key: str, group: str = "", *, longest: int) -> RecordField:
    """Return a field for a whole number or a formula."""
    return RecordField(key, EditorFieldKind.EXPRESSION, group, longest=longest, own_words=True)


def dice_number(
    key: str, group: str = "", least: int | None = None, most: int | None = None, *, required: bool = False
) -> RecordField:
    """Return a field for a number or dice: `13` or `2d6+6`; see `dice_numbers`.

    Without bounds of its own it has those of the struct.
    """
    return RecordField(
        key, EditorFieldKind.DICE, group, required=required, least=least, most=most, longest=LONGEST_DICE
    )


def choice(
    key: str, group: str = "", *, required: bool = False, own_words: bool = False, always: bool = False
) -> RecordField:
    """Return a field for one of several words."""
    return RecordField(key, EditorFieldKind.CHOICE, group, required=required, own_words=own_words, always=always)


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
    is_number = field.kind in (EditorFieldKind.WHOLE, EditorFieldKind.DICE)
    return "" if found is None and field.required and not is_number else found


@dataclass(frozen=True, slots=True)
class RowForm:
    """The form of nested records.

    Attributes:
        fields: their fields by key, in form order.
        form: their struct.
        words: their part of the language file.
        most: the maximum number of them in a record.
        start: a new one.
        usual: the values that apply while a field is empty.
    """

    fields: Mapping[str, RecordField]
    form: type[Frozen]
    words: str
    most: int = 40
    start: Record = field(default_factory=dict)
    usual: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordKind:
    """A kind of record that people make in a game; `Category` documents what is not named here.

    Attributes:
        struct: the struct of a record, which is known by its `id` and called by its `name`; see `persistence`.
        fields: the fields, in form order; those of one group follow each other.
        start: a new record.
        lists: the lists of the group that hold such records; empty for the one with the name of the kind.
        facets: the filters of their list; one with the name of a field has its values.
        when: the fields that have an effect only with certain values of others: one of these words, or with `true` any
            but the default, with `false` only the default.
        page: the fields whose texts are read as a page in Markdown, with links, in this order.
    """

    struct: type[Frozen]
    fields: tuple[RecordField, ...]
    start: Record = field(default_factory=lambda: {"name": ""})
    lists: tuple[str, ...] = ()
    facets: tuple[str, ...] = ("origin",)
    tries: bool = False
    offers: tuple[str, ...] = ()
    answers: str = ""
    shows_result: bool = False
    runs: bool = False
    when: Mapping[str, Mapping[str, bool | tuple[str, ...]]] = field(default_factory=dict)
    page: tuple[str, ...] = ()

    @property
    def has_typed_id(self) -> bool:
        """True if the id is typed, not made from the name."""
        return id_key(self.struct) == name_key(self.struct)

    @property
    def field_facets(self) -> tuple[str, ...]:
        """The filters that are fields."""
        names: tuple[str, ...] = self.struct.__struct_fields__  # type: ignore[attr-defined]
        return tuple(facet for facet in self.facets if facet in names)


class RecordForms:
    """The kinds of records of a game, with their fields.

    A `RecordEditor` and a `TryoutRun` look up the texts of their `forms` in those of their game first.

    Args:
        words: the key in the language file with the game's `field`, `help` and `bench`.
        kinds: the kinds of records, in display order.
        rows: the forms of nested records, by their keys.
    """

    def __init__(self, words: str, kinds: Mapping[str, RecordKind], rows: Mapping[str, RowForm] | None = None) -> None:
        self.words = words
        self.kinds = kinds
        self.rows = rows or {}
        self._game = ""
        self._by_key = {kind: by_key(*declared.fields) for kind, declared in kinds.items()}

    def of_game(self, game: str) -> RecordForms:
        """Return the same forms, whose texts are looked up in the game's own first."""
        found = copy(self)
        found._game = game
        return found

    def text(self, key: str, **params: Json) -> str:
        """Return a text of the game's editor; where the game has none, the one that all games share."""
        keys = (f"{self.words}.bench.{key}", f"bench.{key}")
        found = next((key for key in keys if template_of(key_in_game(self._game, key)) is not None), keys[0])
        return say(in_game(Message(key=found, params=params), self._game))

    def sentence(self, key: str, **params: Json) -> str:
        """Return a sentence of a summary."""
        return self.text(f"reading.{key}", **params)

    def field_at(self, kind: str, path: str) -> RecordField | None:
        """Return the field at a path; for `cards.punch` that of `cards`. None if there is none."""
        key, row, rest = split_path(path)
        field = self._by_key.get(kind, {}).get(key)
        if field is None or row is None or field.kind is not EditorFieldKind.ROWS:
            return field if row is None else None
        return self.rows[key].fields.get(rest)

    def _place(self, kind: str, path: str) -> tuple[Any, str]:
        """Return the struct with a field, and the name of the field there."""
        key, row, rest = split_path(path)
        return (self.kinds[kind].struct, key) if row is None or not rest else (self.rows[key].form, rest)

    def default_of(self, kind: str, path: str) -> Json:
        """Return the default of a field; None for none."""
        form, name = self._place(kind, path)
        return next((default for encoded, _, _, _, default in _shape(form) if encoded == name), None)

    def usual_of(self, kind: str, path: str) -> str:
        """Return the value that applies while a field is empty, as text; empty for none.

        It is the declared one of a row, else the default text or number of the struct.
        """
        key, row, rest = split_path(path)
        if row is not None:
            return self.rows[key].usual.get(rest, "")
        field, default = self.field_at(kind, path), self.default_of(kind, path)
        is_number = field is not None and field.kind is EditorFieldKind.DICE
        return str(default) if isinstance(default, str) or (is_number and default is not None) else ""

    def words_of(self, kind: str, path: str) -> tuple[str, ...]:
        """Return the words that a field can have, if its struct says them with `Literal`."""
        form, name = self._place(kind, path)
        return next((_literals(type_) for encoded, _, type_, _, _ in _shape(form) if encoded == name), ())

    def word(self, field: str, word: str) -> str:
        """Return the name of a word of the rules: that of the editor, that of an offer, or else the word itself."""
        keys = (f"{self.words}.bench.word.{field}.{word or 'none'}", f"choice.{field}.{word}")
        named = next(filter(None, (template_of(key_in_game(self._game, key)) for key in keys)), None)
        return upper_first(named or editor_text("word.as_told", word=word).replace("_", " "))

    def word_choice(self, field: str, word: str) -> EditorChoice:
        """Return a word of the rules as a choice, with its meaning if the game has a text for it."""
        meaning = template_of(key_in_game(self._game, f"{self.words}.bench.told.{field}.{word or 'none'}"))
        return EditorChoice(value=word, label=self.word(field, word), told=meaning or "")

    def texts_in(self, kind: str, record: Frozen) -> Iterator[str]:
        """Yield the texts of a record."""
        for declared in self.kinds[kind].fields:
            if declared.kind in (EditorFieldKind.TEXT, EditorFieldKind.LINES):
                yield str(getattr(record, declared.key, ""))

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
        return self._read(self.kinds[kind].struct, record, "", kind, wrong), tuple(wrong)

    def first_misfit(self, kind: str, row: Record) -> str:
        """Return in a sentence, with its place, why a row is not a record of a kind."""
        misfits: tuple[Problem, ...] = ()
        with suppress(RecursionError):
            _, misfits = self.parse(kind, row)
        if misfits:
            return editor_text("misfit_at", place=clipped(misfits[0].place), why=misfits[0].text)
        has_id = isinstance(row.get(id_key(self.kinds[kind].struct)), str)
        return editor_text("misfit.rows" if has_id else "misfit.no_id")

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
                if needed and (encoded != "id" or self.kinds[kind].has_typed_id):
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
                    fault = self._dice_fault(kind, path, value)
                except msgspec.ValidationError:
                    fault = self._unfit(path, kind, value)
                if fault is not None:
                    wrong.append(fault)
                    values.pop(name, None)
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

    def _dice_fault(self, kind: str, path: str, value: Json) -> Problem | None:
        """Return the problem of dice in the place of a number; None for any other value."""
        field = self.field_at(kind, path)
        if field is None or field.kind is not EditorFieldKind.DICE or not isinstance(value, str):
            return None
        words = dice_fault(value, self.dice_bounds(kind, path))
        return self._problem(path, kind, words) if words else None

    def dice_bounds(self, kind: str, path: str) -> Bounds:
        """Return the bounds of a number that may be dice."""
        field = self.field_at(kind, path)
        if field is not None and field.least is not None:
            return Bounds(field.least, field.most)
        bounds = bounds_of_field(*self._place(kind, path))
        assert bounds is not None, f"{path} of {kind} is declared as dice, but not in its struct"
        return bounds

    def _unfit(self, path: str, kind: str, value: Json) -> Problem:
        """Return the problem of a value that does not fit its field."""
        field = self.field_at(kind, path)
        if field is None:
            return self._misfit(path, kind, "text")
        if field.kind is EditorFieldKind.DICE:
            return self._problem(path, kind, not_a_number(self.dice_bounds(kind, path)))
        is_number = field.kind is EditorFieldKind.WHOLE or (field.kind is EditorFieldKind.COUNTED and path != field.key)
        if is_number and field.least is not None and field.most is not None:
            return self._misfit(path, kind, "range", least=field.least, most=field.most)
        if isinstance(value, str) and field.longest is not None and len(value) > field.longest:
            return self._misfit(path, kind, "long", most=field.longest)
        return self._misfit(path, kind, field.kind)

    def _misfit(self, path: str, kind: str, key: str, **params: Json) -> Problem:
        return self._problem(path, kind, editor_text(f"misfit.{key}", **params))

    def _problem(self, path: str, kind: str, text: str) -> Problem:
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
        ends = (f"{what}.{subject}.{key}", f"{what}.all.{key}")
        keys = (*(f"{self.words}.{end}" for end in ends), *(f"bench.{end}" for end in ends))
        return next((words for key in keys if (words := template_of(key_in_game(self._game, key))) is not None), "")

    def place_label(self, kind: str, path: str) -> str:
        """Return a place as text: “Effect 1, amount”."""
        key, row, rest = split_path(path)
        field = self._by_key.get(kind, {}).get(key)
        if row is None or field is None or field.kind is not EditorFieldKind.ROWS:
            counted = rest if field is not None and field.kind is EditorFieldKind.COUNTED else ""
            return ", ".join(filter(None, (self.label_of(kind, key) if key else "", counted)))
        of = self.text(f"row.{key}", number=row + 1)
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


@cache
def _literals(type_: Any) -> tuple[str, ...]:
    """Return the words of a type: of a `Literal`, or of a tuple of these."""
    if get_origin(type_) is Literal:
        return get_args(type_)
    return _literals(get_args(type_)[0]) if get_origin(type_) in (Annotated, tuple) else ()


def _bare(type_: Any) -> Any:
    """Return a type without its annotations; of several types, such as a number or dice, the first."""
    return _bare(get_args(type_)[0]) if get_origin(type_) in (Annotated, Union, UnionType) else type_
