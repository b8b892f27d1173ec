"""The form of a record as the types of its fields declare it, so that a bound or a list of words is said once.

A type gives the kind of a field: a whole number with its bounds, a `Number | Dice`, one of several words, yes or no,
rows of other records. A text is a line unless it says something else: `LINES`, `PROPOSED` or `CHOSEN`.

>>> class Trap(Frozen):
...     id: str
...     name: Annotated[str, Meta(max_length=40)] = ""
...     depth: Annotated[int, Meta(ge=0, le=99)] | None = None
...     works: Literal["small", "large"] = "small"
...     notes: Annotated[str, Meta(max_length=4000), LINES] = ""
>>> form = declared_fields(Trap, what=("name", "works", "depth"), gm=("notes",))
>>> [(field.key, field.kind.value, field.group) for field in form]
[('name', 'text', 'what'), ('works', 'choice', 'what'), ('depth', 'whole', 'what'), ('notes', 'lines', 'gm')]
>>> form[0].required, form[0].longest, form[2].most
(True, 40, 99)
>>> class Way(Frozen):
...     skill: Annotated[str, Meta(max_length=40), PROPOSED, REQUIRED] = ""
...     penalty: Annotated[int, Meta(ge=0, le=9)] = 1
>>> way = declared_rows(Way, "ways", start={"skill": "Evade"})
>>> way.fields["skill"].own_words, way.fields["penalty"].most, way.usual
(True, 9, {'penalty': '1'})

What the structs do not say is in the file `forms.toml` of the game's folder: for each kind of record, its fields by
their groups in form order, and what else a `RecordKind` says; for the rows of a field, a new one, their fields in form
order, and their part of the language file.

    [kinds.traps]
    start = { name = "", depth = 3 }
    groups.what = ["name", "depth", "ways"]
    groups.gm = ["notes"]
    when.ways.depth = true

    [rows.ways]
    start = { skill = "Evade" }

>>> from engine.rulesets.imaginality.editor.prepared_records import STRUCTS
>>> forms = forms_of_game("imaginality", "im", STRUCTS)
>>> [*forms.kinds], [field.key for field in forms.kinds["seeds"].fields]
(['characters', 'difficulties', 'seeds'], ['name', 'read_out', 'setting', 'goals', 'notes'])
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, cast, get_args, get_origin

from msgspec import NODEFAULT, Meta, ValidationError, convert, field
from msgspec.structs import fields

from engine.asset_folder import game_folder
from engine.kit.content_editor import form_definitions
from engine.kit.content_editor.form_definitions import RecordField, RecordForms, RecordKind, RowForm, by_key
from engine.kit.content_editor.persistence import ID_FORM, name_key
from engine.kit.content_editor.view_models import EditorFieldKind, Record
from engine.model.frozen import Frozen, Json

LINES: Final = Meta(extra={"form": "lines"})
"""A text of several lines."""
PROPOSED: Final = Meta(extra={"form": "proposed"})
"""A text for which words are proposed."""
CHOSEN: Final = Meta(extra={"form": "chosen"})
"""A text that is one of several words, or texts that are some of them."""
LISTED: Final = Meta(extra={"form": "listed"})
"""A text that is one of several words, or empty."""
EXPRESSION: Final = Meta(extra={"form": "expression"})
"""A whole number or a formula."""
REQUIRED: Final = Meta(extra={"required": True})
"""A field that needs a value; the name of a record is required anyway."""
LONGEST_NAME, LONGEST_LINE, LONGEST_TEXT = 80, 400, 4000
Id = Annotated[str, Meta(pattern=f"^{ID_FORM.pattern}$")]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Line = Annotated[str, Meta(max_length=LONGEST_LINE)]
Text = Annotated[str, Meta(max_length=LONGEST_TEXT), LINES]
Proposed = Annotated[Name, PROPOSED]


def longest(signs: int) -> Meta:
    """Return the length that a form allows, where a longer text is read all the same."""
    return Meta(extra={"max_length": signs})


def within(least: int, most: int) -> Meta:
    """Return the bounds that a form allows, where another number is read all the same."""
    return Meta(extra={"ge": least, "le": most})


_BOUNDS = ("ge", "le", "max_length")
_NUMBERS = (EditorFieldKind.WHOLE, EditorFieldKind.DICE)


class _Declared(NamedTuple):
    """A field of a struct: its types without None, the bounds and details of its annotations, and its default."""

    types: tuple[Any, ...]
    bounds: Mapping[str, Any]
    details: Mapping[str, Any]
    default: Json


def declared_fields(form: type[Frozen], /, **groups: tuple[str, ...]) -> tuple[RecordField, ...]:
    """Return the fields of a record by their groups, in form order. The name of the record is required."""
    named = name_key(form)
    return tuple(
        declared_field(form, key, group, required=key == named) for group, keys in groups.items() for key in keys
    )


def declared_rows(form: type[Frozen], words: str, *keys: str, most: int = 40, start: Record | None = None) -> RowForm:
    """Return the form of nested records; a number that is left out has the default of its struct.

    Args:
        form: their struct.
        words: their part of the language file.
        keys: their fields in form order; by default all, as the struct has them.
        most: the maximum number of them in a record.
        start: a new one.
    """
    shape: Any = form
    struct = _declared(shape)
    declared = by_key(*[declared_field(form, key) for key in keys or struct])
    defaults = {key: struct[key].default for key, field in declared.items() if field.kind in _NUMBERS}
    usual = {key: str(default) for key, default in defaults.items() if default is not None}
    return RowForm(declared, form, words, most=most, start=start or {}, usual=usual)


def row_struct(form: type[Frozen], key: str) -> tuple[type[Frozen] | None, int]:
    """Return the struct of the rows of a field, and their maximum number; None for a field without rows."""
    shape: Any = form
    types, bounds, details, _ = _declared(shape)[key]
    item = _without_annotations(get_args(types[0])[0], {}, {}) if get_origin(types[0]) is tuple else None
    is_struct = isinstance(item, type) and issubclass(item, Frozen)
    return item if is_struct else None, {**bounds, **details}.get("max_length", 40)


def declared_field(form: type[Frozen], key: str, group: str = "", *, required: bool = False) -> RecordField:
    """Return one field of a record, by its name in files. Raises TypeError for a type that no form has a field for."""
    shape: Any = form
    types, bounds, details, default = _declared(shape)[key]
    required = required or "required" in details
    look = details.get("form", "")
    if "dice" in details:
        return form_definitions.dice_number(key, group, details.get("ge"), details.get("le"), required=required)
    bounds = {**bounds, **details}
    if look == "expression":
        return form_definitions.expression(key, group, longest=bounds["max_length"])
    kind = types[0] if len(types) == 1 else None
    if kind is bool:
        return form_definitions.switch(key, group, default=default is True)
    if kind is int and "ge" in bounds:
        return form_definitions.whole(key, group, bounds["ge"], bounds.get("le"), required=required)
    if get_origin(kind) is Mapping:
        return RecordField(key, EditorFieldKind.COUNTED, group, least=bounds["ge"], most=bounds["le"])
    if get_origin(kind) is tuple:
        if row_struct(form, key)[0] is not None:
            return form_definitions.rows(key, group)
        item = _without_annotations(get_args(kind)[0], {}, {})
        return form_definitions.choices(key, group, own_words=item is str and look != "chosen")
    if get_origin(kind) is Literal or look == "chosen":
        return form_definitions.choice(key, group, required=required, always=True)
    if look == "listed":
        return form_definitions.choice(key, group, required=required)
    if look == "proposed":
        return form_definitions.choice(key, group, required=required, own_words=True)
    length = bounds.get("max_length")
    if kind is not str or length is None:
        needed = "a form has no field for this type, or it is a text without max_length or a number without ge"
        raise TypeError(f"{form.__name__}.{key}: {needed}")
    if look == "lines":
        return form_definitions.lines(key, group, longest=length)
    return form_definitions.text(key, group, longest=length, required=required)


@cache
def _declared(form: Any) -> Mapping[str, _Declared]:
    """Return the fields of a struct by their names in files."""
    found = {}
    for info in fields(form):
        bounds: dict[str, Any] = {}
        details: dict[str, Any] = {}
        kind = _without_annotations(info.type, bounds, details)
        parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
        types = tuple(_without_annotations(part, bounds, details) for part in parts if part is not NoneType)
        default = None if info.default is NODEFAULT else info.default
        found[info.encode_name] = _Declared(types, bounds, details, default)
    return found


def _without_annotations(kind: Any, bounds: dict[str, Any], details: dict[str, Any]) -> Any:
    """Return a type without its annotations, and add these to the bounds and the details."""
    if get_origin(kind) is not Annotated:
        return kind
    for meta in kind.__metadata__:
        if isinstance(meta, Meta):
            bounds |= {name: bound for name in _BOUNDS if (bound := getattr(meta, name)) is not None}
            details |= meta.extra or {}
    return kind.__origin__


# ---- the forms of a game ---------------------------------------------------------------------------------------------


class _Kind(Frozen):
    """A kind of record as the file describes it."""

    groups: Mapping[str, tuple[str, ...]]
    start: Mapping[str, Any] = field(default_factory=lambda: {"name": ""})
    facets: tuple[str, ...] = ("origin", "state")
    tries: bool = False
    offers: tuple[str, ...] = ()
    answers: str = ""
    when: Mapping[str, Mapping[str, bool | tuple[str, ...]]] = {}
    page: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()


class _Rows(Frozen):
    """The rows of a field as the file describes them."""

    words: str = ""
    fields: tuple[str, ...] = ()
    start: Mapping[str, Any] = {}


class _File(Frozen):
    kinds: Mapping[str, _Kind]
    rows: Mapping[str, _Rows] = {}


def forms_of_game(
    game: str,
    words: str,
    structs: Mapping[str, type[Frozen]],
    rows: Mapping[str, RowForm] = MappingProxyType({}),
) -> RecordForms:
    """Return the forms of a game. A misspelt or missing name in the file raises `msgspec.ValidationError`.

    Args:
        game: the id of the game.
        words: the key in the language file with the game's texts.
        structs: the structs of all kinds, in display order.
        rows: the forms of rows that the file does not describe.
    """
    file = convert(tomllib.loads((game_folder(game) / "forms.toml").read_text(encoding="utf-8")), _File)
    _need_none("kinds", structs.keys() ^ file.kinds.keys())
    kinds, all_rows = dict[str, RecordKind](), dict(rows)
    for kind, struct in structs.items():
        said, shape = file.kinds[kind], _declared(cast(Any, struct))
        named = {*chain(*said.groups.values()), *said.when, *chain(*said.when.values())}
        _need_none(f"kinds.{kind}", named - shape.keys())
        more = {name: getattr(said, name) for name in said.__struct_fields__ if name != "groups"}  # type: ignore[attr-defined]
        kinds[kind] = RecordKind(struct=struct, fields=declared_fields(struct, **said.groups), **more)
        for key in (declared.key for declared in kinds[kind].fields):
            row, most = row_struct(struct, key)
            if row is not None and key not in all_rows:
                of = file.rows.get(key, _Rows())
                all_rows[key] = declared_rows(row, of.words or key, *of.fields, most=most, start=of.start)
    _need_none("rows", file.rows.keys() - (all_rows.keys() - rows.keys()))
    return RecordForms(words, kinds, all_rows)


def _need_none(where: str, names: Iterable[str]) -> None:
    """Raise `msgspec.ValidationError` for names of the file, or of the structs, that the other does not have."""
    if unknown := sorted(names):
        raise ValidationError(f"forms.toml: {where} has names that are wrong or missing: {', '.join(unknown)}")
