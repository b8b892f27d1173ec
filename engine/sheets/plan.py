"""A description made ready: its fields by key, its formulas read, and the order in which they are reckoned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from engine.play.words import Message, say
from engine.sheets.description import (
    Boxes,
    Cell,
    Chips,
    Dice,
    Field,
    Figure,
    Level,
    LongText,
    Number,
    Rows,
    Section,
    SheetDescription,
    Text,
)
from engine.sheets.formulas import Formula, parse
from engine.sheets.parsing import FormulaError
from engine.sheets.paths import format_path

LEVEL = "level"
"""The column of a figure: the level of each of its areas."""
LYING = ("body", "armour", "bleeding", "most", "track", "chips")
"""What `name.part` may start with besides the fields: what the character has on the table."""
_MOST_PLANS = 32


@dataclass(frozen=True, slots=True)
class Plan:
    """A description made ready.

    Attributes:
        description: what it is made of.
        fields: every field by its key.
        implied: what a character has on the table and no field shows: `@name`, `@tracks`, `@body`, `@conditions`.
        section_of: the section of each field.
        columns: of each field of rows, its columns by key.
        bound: the fields whose values lie on the table.
        figure: the key of the first figure, or nothing.
        formulas: what is reckoned, by its place: `stamina`, `skills.total` for all rows, `body.Head.most`.
        counts: how many boxes there are to tick, by the same places.
        broken: formulas that could not be read, by what they are for, and why.
        order: the places of `formulas`, each after those that it needs.
        circles: places that would be reckoned from themselves.
    """

    description: SheetDescription
    fields: Mapping[str, Field]
    implied: Mapping[str, Field]
    section_of: Mapping[str, Section]
    columns: Mapping[str, Mapping[str, Cell]]
    bound: tuple[str, ...]
    figure: str
    formulas: Mapping[str, Formula]
    counts: Mapping[str, Formula]
    broken: Mapping[str, str]
    order: tuple[str, ...]
    circles: tuple[tuple[str, ...], ...]

    def field(self, key: str) -> Field | None:
        """Return a field by its key, or what stands for one that no sheet shows."""
        return self.fields.get(key) or self.implied.get(key)


_plans: dict[int, Plan] = {}


def plan_of(description: SheetDescription) -> Plan:
    """Return the plan of a description; it is made once and kept while the description is in use."""
    known = _plans.get(id(description))
    if known is not None and known.description is description:
        return known
    made = _plan(description)
    if len(_plans) >= _MOST_PLANS:
        _plans.clear()
    _plans[id(description)] = made  # the plan holds its description, so that the id stays its own
    return made


def formula_of(field: Field) -> str:
    """Return the formula by which a field or column is reckoned, or an empty string."""
    return field.formula if isinstance(field, Text | LongText | Number | Dice | Level) else ""


def word_of(name: str) -> str:
    """Return a name as it is written in formulas: `Right arm` is `Right_arm`."""
    return re.sub(r"\W", "_", name)


def _plan(description: SheetDescription) -> Plan:
    section_of = {field.key: section for section in description.sections for field in section.fields}
    fields = {field.key: field for section in description.sections for field in section.fields}
    columns = {key: {c.key: c for c in field.columns} for key, field in fields.items() if isinstance(field, Rows)}
    figure = next((key for key, field in fields.items() if isinstance(field, Figure)), "")
    broken: dict[str, str] = {}
    formulas = dict(_read(_reckoned(fields), broken))
    counts = dict(_read(_counted(fields), broken))
    graph = {place: _needs(place, formula, fields, columns, figure) for place, formula in formulas.items()}
    order, circles = _sorted(graph)
    return Plan(
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
        circles=circles,
    )


def _implied(fields: Mapping[str, Field]) -> dict[str, Field]:
    """Return what stands for those parts of a record that no field is bound to; all tracks share one."""
    name, level, note, tracks, body, conditions = (
        say(Message(key=f"sheets.implied.{key}")) for key in ("name", "level", "note", "tracks", "body", "conditions")
    )
    columns = (
        Text(key="name", label=name),
        Number(key="level", label=level),
        Text(key="note", label=note),
    )
    known: tuple[Field, ...] = (
        Text(key="@name", label=name, bind="name"),
        Chips(key="@tracks", label=tracks, bind="tracks", colours=()),
        Figure(key="@body", label=body, bind="body", chart=""),
        Rows(key="@conditions", label=conditions, bind="conditions", columns=columns),
    )
    bound = {field.bind for field in fields.values()}
    return {field.key: field for field in known if field.bind not in bound}


def _reckoned(fields: Mapping[str, Field]) -> Iterator[tuple[str, str]]:
    for key, field in fields.items():
        yield key, formula_of(field)
        match field:
            case Rows(columns=columns):
                yield from ((f"{key}.{column.key}", formula_of(column)) for column in columns)
            case Figure(areas=areas):
                yield from ((format_path(key, part=area.name, aspect="most"), area.most) for area in areas)
            case _:
                pass


def _counted(fields: Mapping[str, Field]) -> Iterator[tuple[str, str]]:
    for key, field in fields.items():
        match field:
            case Boxes(count=count):
                yield key, count
            case Rows(columns=columns):
                yield from ((f"{key}.{c.key}", c.count) for c in columns if isinstance(c, Boxes))
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
    columns: Mapping[str, Mapping[str, Cell]],
    figure: str,
) -> set[str]:
    """Return the places that a formula reads, as far as they can be told from the formula alone."""
    own = columns.get(place.partition(".")[0], {}) if "." in place else {}
    needs: set[str] = set()
    for name in formula.names:
        of, _, part = name.partition(".")
        match fields.get(of):
            case Figure(areas=areas):
                every = part == LEVEL and name in formula.columns
                needs |= {format_path(of, part=area.name) for area in areas if every or word_of(area.name) == part}
            case None if of == "most" and figure:
                found = fields[figure]
                areas = found.areas if isinstance(found, Figure) else ()
                needs |= {format_path(figure, part=a.name, aspect="most") for a in areas if word_of(a.name) == part}
            case _ if not part and name in own:
                needs.add(f"{place.partition('.')[0]}.{name}")
            case _:
                needs.add(name)
    return needs


def _sorted(graph: dict[str, set[str]]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    circles: list[tuple[str, ...]] = []
    while True:
        try:
            order = TopologicalSorter(graph).static_order()
            return tuple(place for place in order if place in graph), tuple(circles)
        except CycleError as error:
            circle = tuple(error.args[1])
            circles.append(circle)
            graph = {place: needs for place, needs in graph.items() if place not in circle}
