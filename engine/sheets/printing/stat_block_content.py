"""The content of a stat block: the numbers of a character that run a fight, as text and as rows to write in.

A description lists the fields of its stat block in `stat_block`; without a list, those marked `brief` are used. Short
fields flow as text, lists follow their label, and everything that changes in a fight (tracks, hit locations, rows with
a maximum) gets a row with a box to write in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.model.frozen import Json, replace
from engine.sheets.catalogue.listed_entries import listed_entry
from engine.sheets.layout.printable_sheet import PrintableSheet, row_count
from engine.sheets.model.binding import CONDITIONS, NAME, PLAYER, TRACK
from engine.sheets.model.field_values import is_blank
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ChoiceField,
    EntriesField,
    Field,
    FigureField,
    FlagField,
    LongTextField,
    NumberField,
    PictureField,
    ReferenceField,
    RowsField,
    StatBlockField,
    TextField,
)
from engine.sheets.printing.flow_text import KEPT_SPACE
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.text_fitting import clean_text

_SHORT: Final = 5
"""A last value of up to so many letters stays on the line of the words before it."""
_SHORT_WITH_LABEL: Final = 9
"""A value of up to so many letters with its label is on one line with it."""
_PERCENT: Final = "%"


class LiveRow(NamedTuple):
    """Something that changes in a fight.

    Attributes:
        label: its name.
        fixed: a number that protects it, such as armour.
        value: its value now, and its maximum if that is another one.
        heads: the heads above these two.
        free: its box is for words.
        hit: it is a hit location.
    """

    label: str
    fixed: str = ""
    value: str = ""
    heads: tuple[str, str] = ("", "")
    free: bool = False
    hit: bool = False


class StatBlock(NamedTuple):
    """The content of a stat block: paragraphs of labels with values, and rows to write in."""

    paragraphs: tuple[tuple[tuple[str, str], ...], ...]
    rows: tuple[LiveRow, ...]


def stat_block_of(source: PrintableSheet) -> StatBlock:
    """Return the content of the stat block of a sheet."""
    fields = {field.key: field for section in source.sections() for field in section.fields}
    listed = source.description.stat_block
    wanted = listed or tuple(
        StatBlockField(field=key) for key, field in fields.items() if field.brief and field.bind not in (NAME, PLAYER)
    )
    paragraphs: list[tuple[tuple[str, str], ...]] = []
    short: list[tuple[str, str]] = []
    rows: list[LiveRow] = []
    for line in wanted:
        field = fields.get(line.field)
        if field is None:
            continue
        if isinstance(field, FigureField):
            armour_label = line.armour_label if field.armour_label and line.armour_label else field.armour_label
            field = replace(field, armour_label=armour_label, points_label=line.points_label or field.points_label)
        label = line.label or field.label
        live = tuple(_live_rows(source, field, label))
        if line.box and not live:
            live = (LiveRow(label, "", _text(source, field, line), free=not isinstance(field, NumberField)),)
        rows += live
        text = "" if live and field.bind != CONDITIONS else _text(source, field, line)
        if not text:
            continue
        pair = (label, text)
        if isinstance(field, LongTextField | EntriesField | RowsField):
            if short:
                paragraphs.append(tuple(short))
            short = []
            paragraphs.append((pair,))
        else:
            short.append(pair)
    if short:
        paragraphs.append(tuple(short))
    return StatBlock(tuple(paragraphs), tuple(rows))


def _live_rows(source: PrintableSheet, field: Field, label: str) -> Iterator[LiveRow]:
    """Yield the rows of a field whose value changes in a fight."""
    if field.bind == CONDITIONS:
        yield LiveRow(label, free=True)
        return
    match field:
        case NumberField(bind=bind) if bind.startswith(TRACK):
            shown = source.shown(field.key)
            if shown:
                yield LiveRow(label, "", _of_most(shown, source.shown(field.maximum) if field.maximum else ""))
        case FigureField():
            body = source.value(field.key)
            parts = body if isinstance(body, Mapping) else {}
            for area in field.areas:
                if area.name in parts:
                    yield _area_row(source, field, area.label, area.roll, f"{field.key}.{area.name}")
            known = {area.name for area in field.areas}
            for name in (name for name in parts if name not in known):
                yield _area_row(source, field, str(name), "", f"{field.key}.{name}")
        case RowsField():
            current = next((c for c in field.columns if isinstance(c, NumberField) and c.maximum), None)
            if current is not None:
                for number in range(row_count(source, field)):
                    yield _table_row(source, field, current, f"{field.key}[{number}]")
        case _:
            return


def _area_row(source: PrintableSheet, field: FigureField, label: str, roll: str, path: str) -> LiveRow:
    level = source.shown(path)
    if field.boxes:  # the level counts wounds
        return LiveRow(f"{roll} {label}".strip(), "", level if level not in ("", "0") else "", hit=True)
    armour = source.shown(f"{path}.armour") if field.armour_label else ""
    heads = (field.armour_label, field.points_label)
    return LiveRow(f"{roll} {label}".strip(), armour, _of_most(level, source.shown(f"{path}.most")), heads, hit=True)


def _table_row(source: PrintableSheet, field: RowsField, current: NumberField, path: str) -> LiveRow:
    """Return a row of a table: the texts are its label, behind the numbers before them."""
    before: list[str] = []
    names: list[str] = []
    fixed = head = ""
    for column in field.columns:
        text = source.shown(f"{path}.{column.key}")
        if not text or column.key in (current.key, current.maximum) or isinstance(column, FlagField | ChoiceField):
            continue
        if not isinstance(column, NumberField):
            names.append(text)
        elif not names:
            before.append(text)
        elif not fixed:
            fixed, head = text, column.label
    label = " ".join(filter(None, ("–".join(dict.fromkeys(before)), *names)))
    most = source.shown(f"{path}.{current.maximum}") or source.shown(current.maximum)
    column_of_most = next((column.label for column in field.columns if column.key == current.maximum), current.label)
    return LiveRow(label, fixed, _of_most(source.shown(f"{path}.{current.key}"), most), (head, column_of_most))


def _of_most(now: str, most: str) -> str:
    """Return a value with its maximum, if that is another one."""
    return f"{now}/{most}" if now and most and now != most else now or most


def _text(source: PrintableSheet, field: Field, line: StatBlockField) -> str:
    """Return the value of a field as text; empty for nothing."""
    value = source.value(field.key)
    match field:
        case PictureField() | ReferenceField():
            return ""
        case RowsField():
            return _rows_text(source, field, line)
        case EntriesField():
            entries = value if isinstance(value, list | tuple) else ()
            names = (" ".join(clean_text(str(entry)).split()) for entry in entries if not is_blank(entry))
            return "; ".join(_with_columns(source, field, line, name) for name in names)
        case FlagField():
            return paper_text("yes") if value is True else ""
        case BoxesField(names=names) if isinstance(value, int) and 0 < value <= len(names):
            return names[value - 1]
        case BoxesField():
            return "" if value in (None, 0) else source.shown(field.key)
        case ChipsField(colours=colours):
            held = ((c.letter, source.value(f"{field.key}.{c.key}")) for c in colours)
            return ", ".join(f"{letter} {count}" for letter, count in held if count)
        case NumberField(maximum=key) if key:
            return _of_most(source.shown(field.key), source.shown(key))
        case ChoiceField() | TextField():
            return _with_columns(source, field, line, clean_text(source.shown(field.key)).strip())
        case _:
            return clean_text(source.shown(field.key)).strip()


def _with_columns(
    source: PrintableSheet, field: ChoiceField | TextField | EntriesField, line: StatBlockField, name: str
) -> str:
    """Return a name with the wanted columns of its entry in its list, such as the damage of a weapon."""
    entry = listed_entry(source, field, name) if line.columns and isinstance(source, FilledSheet) else None
    values = ((entry or {}).get(column) for column in line.columns)
    shown = (clean_text(str(value)) for value in values if isinstance(value, str | int | float))
    return KEPT_SPACE.join(filter(None, (name, *shown)))


def _rows_text(source: PrintableSheet, field: RowsField, line: StatBlockField) -> str:
    """Return the rows of a table as text, in their order; with a limit, those with the highest numbers."""
    paths = [f"{field.key}[{number}]" for number in range(row_count(source, field))]
    if line.rows:
        named = [(path, _plain_name(source.shown(f"{path}.{field.columns[0].key}"))) for path in paths]
        paths = [path for wanted in line.rows for path, name in named if name == _plain_name(wanted)]
    if line.by:
        paths = [path for path in paths if _number(source.value(f"{path}.{line.by}")) is not None]
        paths.sort(key=lambda path: -(_number(source.value(f"{path}.{line.by}")) or 0.0))
    texts = [text for path in paths if (text := _row_text(source, field, line, path))]
    return "; ".join(texts[: line.most] if line.most else texts)


def _row_text(source: PrintableSheet, field: RowsField, line: StatBlockField, path: str) -> str:
    """Return a row as text: its name, then its other values; a row that only has a name of a new sheet is left out."""
    cells: list[tuple[str, bool]] = []
    columns = [c for c in field.columns if not line.columns or c.key in line.columns]
    for column in columns:
        value, text = source.value(f"{path}.{column.key}"), source.shown(f"{path}.{column.key}")
        if isinstance(column, FlagField):
            text = column.label if value is True else ""
        elif column.label == _PERCENT and text:
            text = f"{text} {_PERCENT}"
        labelled = column.key in line.labelled or column.key in line.labels
        if labelled and text and not isinstance(column, FlagField):
            text = f"{line.labels.get(column.key, column.label)} {text}"
        if text:
            cells.append((" ".join(clean_text(text).split()), labelled))
    if len(cells) == 1 < len(columns) and field.start:
        return ""
    return _joined(cells)


def _joined(cells: Sequence[tuple[str, bool]]) -> str:
    r"""Return the cells of a row as text, with a comma on both sides of each that has its label.

    >>> _joined([("Sling", False), ("1d8", False), ("HP 4", True), ("Reach to 150 m", True)])
    'Sling 1d8, HP\xa04, Reach to 150 m'
    """
    text, after_label = "", False
    for number, (cell, labelled) in enumerate(cells, 1):
        comma = "," if text and (labelled or after_label) else ""
        kept = number == len(cells) > 1 and len(cell) <= _SHORT  # it stays on the line of what is before it
        space = (KEPT_SPACE if kept else " ") if text else ""
        whole = kept or (labelled and len(cell) <= _SHORT_WITH_LABEL)
        text += f"{comma}{space}{cell.replace(' ', KEPT_SPACE) if whole else cell}"
        after_label = labelled
    return text


def _plain_name(name: str) -> str:
    """Return a name in small letters, without its specialisation in brackets."""
    return name.partition("(")[0].strip().casefold()


def _number(value: Json) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
