"""A description, compiled: its fields by key, its formulas parsed, and the order of calculation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from engine.messages.message import Message
from engine.messages.texts import say
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.formulas import Formula, parse
from engine.sheets.model.field_paths import format_path
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ColumnField,
    DiceField,
    Field,
    FigureField,
    LevelField,
    LongTextField,
    NumberField,
    RowsField,
    Section,
    SheetDescription,
    TextField,
)

LEVEL = "level"
"""The column of a figure: the level of each of its areas."""
TABLE_NAMES = ("body", "armour", "bleeding", "most", "track", "chips")
"""The first parts of `name.part` besides the fields: the character's values at the table."""
_MOST_COMPILED = 32


@dataclass(frozen=True, slots=True)
class CompiledSheet:
    """A compiled description.

    Attributes:
        description: the description.
        fields: every field by its key.
        implied: fields for values at the table that no field shows: `@name`, `@tracks`, `@body`, `@conditions`.
        section_of: the section of each field.
        columns: of each field of rows, its columns by key.
        bound: the fields that are bound to values at the table.
        figure: the key of the first figure, or nothing.
        formulas: the formulas by place: `stamina`, `skills.total` for all rows, `body.Head.most`.
        counts: the formulas for numbers of tick boxes, by place.
        broken: why a formula could not be parsed, by place.
        order: the places of `formulas`, each after those that it needs.
        needs: the places that each of them reads, as far as the formula alone shows them.
        circles: places whose formulas depend on themselves.
    """

    description: SheetDescription
    fields: Mapping[str, Field]
    implied: Mapping[str, Field]
    section_of: Mapping[str, Section]
    columns: Mapping[str, Mapping[str, ColumnField]]
    bound: tuple[str, ...]
    figure: str
    formulas: Mapping[str, Formula]
    counts: Mapping[str, Formula]
    broken: Mapping[str, str]
    order: tuple[str, ...]
    needs: Mapping[str, Set[str]]
    circles: tuple[tuple[str, ...], ...]

    def field(self, key: str) -> Field | None:
        """Return a field by its key, also an implied one."""
        return self.fields.get(key) or self.implied.get(key)

    def order_for(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Return those places of `order` that the values of some fields need, in that order."""
        needed, found = set(keys), list[str]()
        for place in reversed(self.order):
            if place in needed or place.partition(".")[0] in needed:
                found.append(place)
                needed |= self.needs[place]
        return tuple(reversed(found))


_compiled: dict[int, CompiledSheet] = {}


def compile_sheet(description: SheetDescription) -> CompiledSheet:
    """Return a description compiled; it is compiled once and cached while the description is in use."""
    cached = _compiled.get(id(description))
    if cached is not None and cached.description is description:
        return cached
    compiled = _compile(description)
    if len(_compiled) >= _MOST_COMPILED:
        _compiled.clear()
    _compiled[id(description)] = compiled  # it holds the description, so that the id stays unique
    return compiled


def formula_of(field: Field) -> str:
    """Return the formula of a field or column, or an empty string."""
    return field.formula if isinstance(field, TextField | LongTextField | NumberField | DiceField | LevelField) else ""


def formula_name(name: str) -> str:
    """Return a name in the form that formulas use: `Right arm` is `Right_arm`."""
    return re.sub(r"\W", "_", name)


def _compile(description: SheetDescription) -> CompiledSheet:
    section_of = {field.key: section for section in description.sections for field in section.fields}
    fields = {field.key: field for section in description.sections for field in section.fields}
    columns = {key: {c.key: c for c in field.columns} for key, field in fields.items() if isinstance(field, RowsField)}
    figure = next((key for key, field in fields.items() if isinstance(field, FigureField)), "")
    broken: dict[str, str] = {}
    formulas = dict(_read(_formula_texts(fields), broken))
    counts = dict(_read(_count_texts(fields), broken))
    graph = {place: _needs(place, formula, fields, columns, figure) for place, formula in formulas.items()}
    order, circles = _sorted(graph)
    return CompiledSheet(
        description=description,
        fields=fields,
        implied=_implied(fields),
        section_of=section_of,
        columns=columns,
        bound=tuple(key for key, field in fields.items() if field.bind),
        figure=figure,
        formulas=formulas,
        counts=counts,
        broken=broken,
        order=order,
        needs=graph,
        circles=circles,
    )


def _implied(fields: Mapping[str, Field]) -> dict[str, Field]:
    """Return fields for those parts of a record that no field is bound to; all tracks share one."""
    name, level, note, tracks, body, conditions = (
        say(Message(key=f"sheets.implied.{key}")) for key in ("name", "level", "note", "tracks", "body", "conditions")
    )
    columns = (
        TextField(key="name", label=name),
        NumberField(key="level", label=level),
        TextField(key="note", label=note),
    )
    implied: tuple[Field, ...] = (
        TextField(key="@name", label=name, bind="name"),
        ChipsField(key="@tracks", label=tracks, bind="tracks", colours=()),
        FigureField(key="@body", label=body, bind="body", chart=""),
        RowsField(key="@conditions", label=conditions, bind="conditions", columns=columns),
    )
    bound = {field.bind for field in fields.values()}
    return {field.key: field for field in implied if field.bind not in bound}


def _formula_texts(fields: Mapping[str, Field]) -> Iterator[tuple[str, str]]:
    for key, field in fields.items():
        yield key, formula_of(field)
        match field:
            case RowsField(columns=columns):
                yield from ((f"{key}.{column.key}", formula_of(column)) for column in columns)
            case FigureField(areas=areas):
                yield from ((format_path(key, part=area.name, aspect="most"), area.most) for area in areas)
            case _:
                pass


def _count_texts(fields: Mapping[str, Field]) -> Iterator[tuple[str, str]]:
    for key, field in fields.items():
        match field:
            case BoxesField(count=count):
                yield key, count
            case RowsField(columns=columns):
                yield from ((f"{key}.{c.key}", c.count) for c in columns if isinstance(c, BoxesField))
            case _:
                pass


def _read(texts: Iterator[tuple[str, str]], broken: dict[str, str]) -> Iterator[tuple[str, Formula]]:
    for place, text in texts:
        if text:
            try:
                yield place, parse(text)
            except FormulaError as error:
                broken[place] = error.text


def _needs(
    place: str,
    formula: Formula,
    fields: Mapping[str, Field],
    columns: Mapping[str, Mapping[str, ColumnField]],
    figure: str,
) -> set[str]:
    """Return the places that a formula reads, as far as the formula alone shows them."""
    own = columns.get(place.partition(".")[0], {}) if "." in place else {}
    needs: set[str] = set()
    for name in formula.names:
        of, _, part = name.partition(".")
        match fields.get(of):
            case FigureField(areas=areas):
                every = part == LEVEL and name in formula.columns
                needs |= {format_path(of, part=area.name) for area in areas if every or formula_name(area.name) == part}
            case None if of == "most" and figure:
                found = fields[figure]
                areas = found.areas if isinstance(found, FigureField) else ()
                needs |= {
                    format_path(figure, part=a.name, aspect="most") for a in areas if formula_name(a.name) == part
                }
            case _ if not part and name in own:
                needs.add(f"{place.partition('.')[0]}.{name}")
            case _:
                needs.add(name)
    return needs


def _sorted(graph: dict[str, set[str]]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    circles: list[tuple[str, ...]] = []
    while True:
        try:
            # A set of words has another order in each run of the program.
            order = TopologicalSorter({place: sorted(needs) for place, needs in graph.items()}).static_order()
            return tuple(place for place in order if place in graph), tuple(circles)
        except CycleError as error:
            circle = tuple(error.args[1])
            circles.append(circle)
            graph = {place: needs for place, needs in graph.items() if place not in circle}
