"""Validation of a sheet description, for the schema test and for the changes that a group makes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.formulas import Formula, parse
from engine.sheets.layout.page_geometry import HALF_WIDTH, Rect
from engine.sheets.layout.reading_order import reading_order_of
from engine.sheets.model.character_record import RESERVED
from engine.sheets.model.compiled_sheet import (
    LEVEL,
    TABLE_NAMES,
    CompiledSheet,
    compile_sheet,
    formula_name,
    formula_of,
)
from engine.sheets.model.field_values import part_of, verify_value
from engine.sheets.model.section_tables import joined_sections
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ChoiceField,
    ColumnField,
    EntriesField,
    Field,
    FigureField,
    LevelField,
    LongTextField,
    NumberField,
    PageBox,
    ReferenceField,
    RowsField,
    SheetDescription,
    TextField,
)

DESIGN_SPACE = (190.0, 262.0)
_HAIR = 0.01
_NAMED = re.compile(r"\{([^{}]*)\}")
_BINDS: Mapping[str, tuple[type[Field], ...]] = {
    "name": (TextField,),
    "player": (TextField,),
    "track": (NumberField, LevelField, BoxesField),
    "body": (FigureField,),
    "chips": (ChipsField,),
    "conditions": (EntriesField, RowsField, TextField, LongTextField),
}
_OF_CONDITION = {"name", "level", "note"}


def problems_of(
    description: SheetDescription,
    tables: Mapping[str, Json] | None = None,
    *,
    options: Collection[str] | None = None,
    lists: Collection[str] | None = None,
) -> tuple[str, ...]:
    """Return all problems of a description, as sentences that name the place.

    Args:
        description: the description.
        tables: the game's tables; without them their names are not checked.
        options: the names of the game's options, likewise.
        lists: the names of the group's lists, likewise.
    """
    plan = compile_sheet(description)
    known = _FormulaValidation(plan, tables, options, lists)
    return (
        *_keys(description),
        *(problem for field in plan.fields.values() for problem in _field(field)),
        *_maxima(plan),
        *_fills(plan),
        *known.problems(),
        *_checks(description, plan),
        *_stat_block(description, plan),
        *_paper(description),
        *_migrations(description, plan),
    )


def _problem(key: str, place: str, **params: Json) -> str:
    return say(Message(key=f"sheets.description.{key}", params={"place": place, **params}))


def _twice(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _keys(description: SheetDescription) -> Iterator[str]:
    fields = [field.key for section in description.sections for field in section.fields]
    for place, names in (("fields", fields), ("sections", [section.key for section in description.sections])):
        for name in _twice(names):
            yield _problem("twice", place, name=name)
    for section in description.sections:
        for name in sorted({*section.folded} - {field.key for field in section.fields}):
            yield _problem("unknown", section.key, name=name)
        if section.columns and len(section.fields) % len(section.columns):
            yield _problem("ragged", section.key)
        joined = next((other for other in description.sections if other.key == section.joins), None)
        if section.joins and (joined is None or joined is section or not joined.columns or joined.joins):
            yield _problem("unknown", section.key, name=section.joins)
        elif joined is not None and joined_sections((joined, section)) == (joined, section):
            yield _problem("ragged", section.key)
    for name in {*fields} & {*RESERVED, *description.internal}:
        yield _problem("reserved", name)


def _field(field: Field) -> Iterator[str]:
    """Look over one field for itself."""
    kind, _, rest = field.bind.partition(":")
    if field.bind and (not isinstance(field, _BINDS.get(kind, ())) or bool(rest) != (kind == "track")):
        yield _problem("bind", field.key, bind=field.bind)
    if field.bind and formula_of(field):
        yield _problem("bound_formula", field.key)
    match field:
        case RowsField():
            yield from _rows(field)
        case FigureField(areas=areas):
            if not areas:
                yield _problem("empty", field.key)
            for name in _twice(formula_name(area.name) for area in areas):
                yield _problem("twice", field.key, name=name)
        case ChipsField(colours=colours):
            for name in (*_twice(c.key for c in colours), *_twice(c.letter for c in colours)):
                yield _problem("twice", field.key, name=name)
        case ReferenceField(rows=rows, head=head):
            widths = {len(row) for row in rows} | ({len(head)} if head else set())
            if len(widths) != 1:
                yield _problem("ragged", field.key)
        case _:
            yield from _simple(field, field.key)


def _maxima(plan: CompiledSheet) -> Iterator[str]:
    """Look whether the maximum of each number is a number of the same row, or of the sheet."""
    for field in plan.fields.values():
        for cell in field.columns if isinstance(field, RowsField) else (field,):
            if isinstance(cell, NumberField) and cell.maximum:
                held = plan.columns.get(field.key, {}).get(cell.maximum) or plan.fields.get(cell.maximum)
                if not isinstance(held, NumberField) or held is cell:
                    yield _problem("maximum", field.key, name=cell.maximum)


def _fills(plan: CompiledSheet) -> Iterator[str]:
    """Look whether what a list fills in is there: other columns of the same row, or other fields of the sheet."""
    for field in plan.fields.values():
        for cell in field.columns if isinstance(field, RowsField) else (field,):
            if not isinstance(cell, TextField | ChoiceField) or not (cell.fills or cell.covers):
                continue
            place = field.key if cell is field else f"{field.key}.{cell.key}"
            if not cell.list:
                yield _problem("fills", place)
            known: Collection[str] = plan.fields if cell is field else plan.columns[field.key]
            for name in (*cell.fills, *((cell.covers.column,) if cell.covers is not None else ())):
                if name not in known or name == cell.key or (cell is field and cell.covers is not None):
                    yield _problem("unknown", place, name=name)


def _simple(field: Field, place: str) -> Iterator[str]:
    match field:
        case NumberField(least=least, most=most) if least is not None and most is not None and least > most:
            yield _problem("bounds", place)
        case LevelField(least=least, most=most, names=names):
            if least > most:
                yield _problem("bounds", place)
            elif names and len(names) != most - least + 1:
                yield _problem("names", place, count=most - least + 1)
        case ChoiceField(choices=choices, labels=labels):
            if not (choices or field.list or field.other):
                yield _problem("empty", place)
            if labels and len(labels) != len(choices):
                yield _problem("labels", place, count=len(choices))
            for name in (*_twice(choices), *_twice(labels)):
                yield _problem("twice", place, name=name)
        case _:
            pass


def _rows(field: RowsField) -> Iterator[str]:
    columns = {column.key: column for column in field.columns}
    if not columns:
        yield _problem("empty", field.key)
    for name in _twice(column.key for column in field.columns):
        yield _problem("twice", field.key, name=name)
    for column in field.columns:
        if column.bind or column.when:
            yield _problem("column", f"{field.key}.{column.key}")
        yield from _simple(column, f"{field.key}.{column.key}")
    if field.bind == "conditions" and not ({"name"} <= columns.keys() <= _OF_CONDITION):
        yield _problem("conditions", field.key)
    for number, row in enumerate(field.start):
        for key, value in row.items():
            place = f"{field.key}.start[{number}].{key}"
            if key not in columns:
                yield _problem("unknown", place, name=key)
            elif (text := _wrong_start(columns[key], value)) is not None:
                yield _problem("value", place, problem=text)


def _wrong_start(column: ColumnField, value: Json) -> str | None:
    return None if isinstance(column, ChoiceField) and column.list else verify_value(column, value)


class _FormulaValidation:
    """Validates the names in formulas, and of other tables: fields, tables, options and lists."""

    def __init__(
        self,
        plan: CompiledSheet,
        tables: Mapping[str, Json] | None,
        options: Collection[str] | None,
        lists: Collection[str] | None,
    ) -> None:
        self._plan = plan
        self._tables = tables
        self._options = options
        self._lists = lists

    def problems(self) -> Iterator[str]:
        """Look over every formula."""
        plan = self._plan
        for place, text in plan.broken.items():
            yield _problem("formula", place, problem=text)
        for place, formula in (*plan.formulas.items(), *plan.counts.items()):
            yield from self._formula(place, formula)
        for place, text in _tests(plan.description):
            try:
                yield from self._formula(place, parse(text))
            except FormulaError as error:
                yield _problem("formula", place, problem=error.text)
        for circle in plan.circles:
            yield _problem("circle", circle[0], circle=list(circle))
        figures = [field for field in plan.fields.values() if isinstance(field, FigureField) and field.rolls]
        for figure in figures if self._tables is not None else ():
            if not isinstance(part_of(self._tables, figure.rolls), Mapping):
                yield _problem("no_table", figure.key, name=figure.rolls)

    def _formula(self, place: str, formula: Formula) -> Iterator[str]:
        columns = self._plan.columns.get(place.partition(".")[0], {}) if "." in place else {}
        for name in sorted(formula.names):
            if name not in columns and not self._is_known(name, column=name in formula.columns):
                whole = name not in formula.columns and self._is_known(name, column=True)
                yield _problem("whole_column" if whole else "unknown", place, name=name)
        for name in sorted(formula.tables) if self._tables is not None else ():
            if (problem := self._table(name, steps=name in formula.steps)) is not None:
                yield _problem(problem, place, name=name)
        for name in sorted(formula.options.difference(formula.options if self._options is None else self._options)):
            yield _problem("no_option", place, name=name)
        for name in sorted(formula.lists.difference(formula.lists if self._lists is None else self._lists)):
            yield _problem("no_list", place, name=name)

    def _is_known(self, name: str, *, column: bool) -> bool:
        """Say whether a field of this name exists, or a part of one; with `column` a column."""
        of, _, part = name.partition(".")
        field = self._plan.fields.get(of)
        if not part:
            return field is not None or of in self._plan.description.internal
        match field:
            case RowsField(columns=columns):
                return column and any(found.key == part for found in columns)
            case FigureField() if column:
                return part == LEVEL
            case _ if column:
                return False
            case FigureField(areas=areas):
                return any(formula_name(area.name) == part for area in areas)
            case ChipsField(colours=colours):
                return any(colour.key == part for colour in colours)
            case None if of in TABLE_NAMES:
                return self._may_lie(of, part)
            case _:
                return False

    def _may_lie(self, of: str, part: str) -> bool:
        """Say whether a name can exist at the table. Names that the description leaves open are allowed."""
        fields = self._plan.fields
        if of == "track":
            bound = (f.bind.removeprefix("track:") for f in fields.values() if f.bind.startswith("track:"))
            return any(formula_name(name) == part for name in bound)
        if of == "chips":
            bags = [f for f in fields.values() if isinstance(f, ChipsField) and f.bind == "chips"]
            return not bags or any(colour.key == part for bag in bags for colour in bag.colours)
        figure = fields.get(self._plan.figure)
        return not isinstance(figure, FigureField) or any(formula_name(area.name) == part for area in figure.areas)

    def _table(self, name: str, *, steps: bool) -> str | None:
        """Return the problem with a table: it has to be a mapping or a list of pairs, steps with rising bounds."""
        found: Json = self._tables
        for part in name.split("."):
            found = part_of(found, part)
        if isinstance(found, Mapping):
            return "no_pairs" if steps else None
        if not isinstance(found, list | tuple):
            return "no_table"
        pairs = [pair for pair in found if isinstance(pair, list | tuple) and len(pair) == 2]
        if len(pairs) != len(found):
            return "no_pairs"
        bounds = [pair[0] for pair in pairs]
        numbers = [bound for bound in bounds if isinstance(bound, int | float)]
        return "no_steps" if steps and (numbers != bounds or numbers != sorted(set(numbers))) else None


def _tests(description: SheetDescription) -> Iterator[tuple[str, str]]:
    for section in description.sections:
        if section.when:
            yield section.key, section.when
        yield from ((field.key, field.when) for field in section.fields if field.when)
    yield from ((f"pages[{n}]", page.when) for n, page in enumerate(description.pages) if page.when)
    yield from ((f"checks[{n}]", check.expect) for n, check in enumerate(description.checks))


def _checks(description: SheetDescription, plan: CompiledSheet) -> Iterator[str]:
    for number, check in enumerate(description.checks):
        place = f"checks[{number}]"
        if not check.fields:
            yield _problem("empty", place)
        for name in (*check.fields, *_NAMED.findall(check.say)):
            if name not in plan.fields:
                yield _problem("unknown", place, name=name)
        for name in check.above.values():
            if not isinstance(plan.fields.get(name), NumberField):
                yield _problem("unknown", place, name=name)
        for name in (*check.repeated, *check.above):
            key, _, column = name.partition(".")
            if column not in plan.columns.get(key, {}):
                yield _problem("unknown", place, name=name)


def _stat_block(description: SheetDescription, plan: CompiledSheet) -> Iterator[str]:
    for number, line in enumerate(description.stat_block):
        place = f"stat_block[{number}]"
        if line.field not in plan.fields:
            yield _problem("unknown", place, name=line.field)
            continue
        field = plan.fields[line.field]
        is_from_list = isinstance(field, ChoiceField | EntriesField | TextField) and bool(field.list)
        columns = () if is_from_list else line.columns  # those of a list are the group's own
        for name in (*columns, *line.labelled, *filter(None, (line.by,))):
            if name not in plan.columns.get(line.field, {}):
                yield _problem("unknown", place, name=f"{line.field}.{name}")


def _paper(description: SheetDescription) -> Iterator[str]:
    width, height = description.size or DESIGN_SPACE
    sections = {section.key for section in description.sections}
    placed: list[str] = []
    for number, page in enumerate(description.pages):
        for box in page.boxes:
            place = f"pages[{number}].{box.section}"
            placed.append(box.section)
            if box.section not in sections:
                yield _problem("unknown", place, name=box.section)
            if not box.w or not box.h or box.x + box.w > width + _HAIR or box.y + box.h > height + _HAIR:
                yield _problem("off_page", place, width=width, height=height)
        yield from _overlaps(f"pages[{number}]", page.boxes)
        places = [Rect(box.x, box.y, box.w, box.h) for box in page.boxes]
        reading = reading_order_of(places, Rect(0.0, 0.0, width, height))
        if not reading.whole or reading.order != tuple(range(len(places))):
            yield _problem(
                "reading", f"pages[{number}]", order=", ".join(page.boxes[at].section for at in reading.order)
            )
    for box in description.half_page:
        if box.section not in sections:
            yield _problem("unknown", f"half_page.{box.section}", name=box.section)
        if not box.w or not box.h or box.x + box.w > HALF_WIDTH + _HAIR or box.y + box.h > height + _HAIR:
            yield _problem("off_page", f"half_page.{box.section}", width=HALF_WIDTH, height=height)
    for name in _twice(box.section for box in description.half_page):
        yield _problem("twice", "half_page", name=name)
    yield from _overlaps("half_page", description.half_page)
    for name in _twice(placed):
        yield _problem("twice", "pages", name=name)
    for name in sorted(sections - set(placed)):
        yield _problem("no_box", name)


def _overlaps(page: str, boxes: Sequence[PageBox]) -> Iterator[str]:
    for at, box in enumerate(boxes):
        for other in boxes[at + 1 :]:
            if _overlap(box, other):
                yield _problem("overlap", f"{page}.{box.section}", other=other.section)


def _overlap(one: PageBox, other: PageBox) -> bool:
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return across > _HAIR and down > _HAIR


def _migrations(description: SheetDescription, plan: CompiledSheet) -> Iterator[str]:
    steps = [migration.to for migration in description.migrations]
    for to in _twice(map(str, steps)):
        yield _problem("twice", "migrations", name=to)
    later = {old for migration in description.migrations for old in (*migration.renamed, *migration.noted)}
    for migration in description.migrations:
        place = f"migrations.{migration.to}"
        if not 2 <= migration.to <= description.version:
            yield _problem("migration", place, version=description.version)
        for name in (*migration.renamed.values(), *migration.noted.values()):
            if name not in plan.fields and name not in later:
                yield _problem("unknown", place, name=name)
        for name in migration.noted.values():
            if name in plan.fields and not isinstance(plan.fields[name], TextField | LongTextField):
                yield _problem("note", place, name=name)
