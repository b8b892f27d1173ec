"""The lines that a step hands points out over: rows and single fields, and the price of each point.

>>> points_gone(SpendStep(key="s", title="S", say="S.", fields=("guts",), rising=1), SpendLine("guts", 3, 1, 0, 1))
4
>>> raised_dice("3d12", "die", 1, (4, 6, 8, 10, 12)), raised_dice("3d8", "dice", 1)
('3d12+2', '4d8')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from engine.core.dice_notation import DicePool, parse_dice
from engine.kit.creation.creation_draft import StepAnswer
from engine.kit.creation.creation_plan import ListedRows, Raise, SpendStep, total_cost
from engine.kit.creation.sheet_rows import Row, formula_number, rows_of, whole_number
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.sheets.catalogue.listed_entries import entries_of, same_name
from engine.sheets.model.field_values import plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import ChipsField, DiceField

_MOST: Final = 9999
_MOST_DICE: Final = 99
_BEYOND: Final = 2
"""The number that each step adds to the largest dice of a field."""
_COLUMN: Final = re.compile(r"\{(\w+)\}")


class SpendLine(NamedTuple):
    """One row or single field that points can be added to.

    Attributes:
        name: its name in the answer, and on the screen.
        given: the number that it has.
        added: what this step adds.
        least: the lowest number that this step can add.
        most: the highest number that this step can add.
        dice: the dice of which `given` is a part; empty for a number.
        sides: the kinds of dice that it can have; empty for any.
        key: the name of the row without its detail, or the key of the single field.
        detail: what tells rows of the same name apart.
    """

    name: str
    given: int
    added: int
    least: int
    most: int
    dice: str = ""
    sides: tuple[int, ...] = ()
    key: str = ""
    detail: str = ""


def raised_dice(text: str, raises: Raise, added: int, sides: tuple[int, ...] = ()) -> str:
    """Return dice with more of them, or with larger ones; above the largest kind each step adds 2."""
    dice = parse_dice(text)
    if raises == "dice":
        dice = DicePool(count=dice.count + added, sides=dice.sides, plus=dice.plus)
    else:
        larger = sorted(kind for kind in sides if kind > dice.sides)[:added] if sides else [dice.sides + 2 * added]
        beyond = added - len(larger) if sides else 0
        dice = DicePool(count=dice.count, sides=[dice.sides, *larger][-1], plus=dice.plus + _BEYOND * beyond)
    return f"{dice.count}d{dice.sides}" + (f"{dice.plus:+}" if dice.plus else "")


def number_after(step: SpendStep, line: SpendLine, added: int) -> int:
    """Return the number of a line with so many points; of dice it is their number, or the number of their kind."""
    if step.raises == "die" and line.dice:
        return _number_of(step.raises, raised_dice(line.dice, "die", max(0, added), line.sides))
    return line.given - added if step.falls else line.given + added


def text_after(step: SpendStep, line: SpendLine, added: int) -> str:
    """Return what a line has with so many points, as people write it."""
    return raised_dice(line.dice, step.raises, added, line.sides) if line.dice else str(number_after(step, line, added))


def points_gone(step: SpendStep, line: SpendLine, added: int | None = None) -> int:
    """Return the points that a line costs with what this step adds, or with another number; chips bring some."""
    count = line.added if added is None else added
    if step.chips:
        return -step.chips.get(line.key, 0) * count
    numbers = [number_after(step, line, more) for more in range(min(count, 0), max(count, 0) + 1)]
    return (1 if count >= 0 else -1) * sum(_price(step, before, after) for before, after in pairwise(numbers))


def most_affordable(step: SpendStep, line: SpendLine, left: int) -> int:
    """Return the highest number of points that a line can get, if so many points of the pool are left."""
    if step.chips:
        return line.most
    if not (step.costs or step.rising):
        return min(line.most, line.added + max(0, left))
    count, number = line.added, number_after(step, line, line.added)
    while count < line.most:
        after = number_after(step, line, count + 1)
        left -= _price(step, number, after)
        if left < 0:
            break
        count, number = count + 1, after
    return count


def _price(step: SpendStep, before: int, after: int) -> int:
    if step.costs:
        return total_cost(step.costs, 0, after) - total_cost(step.costs, 0, before)
    return step.rising * after if step.rising else 1


def spend_lines(step: SpendStep, answer: StepAnswer, sheet: FilledSheet) -> tuple[SpendLine, ...]:
    """Return the lines of a step: chips, single fields, rows on the sheet, then rows that can be added."""
    added = {same_name(name): count for name, count in answer.numbers.items()}
    highest, most_added = (formula_number(sheet, text) for text in (step.most, step.most_added))
    found: dict[str, SpendLine] = {}
    for line in (
        *_chip_lines(step, sheet),
        *_field_lines(step, sheet),
        *_row_lines(step, sheet),
        *_new_lines(step, sheet),
    ):
        found.setdefault(same_name(line.name), line)
    lines = []
    for name, line in found.items():
        most = _MOST if most_added is None else most_added
        if line.dice:
            most = min(most, _MOST_DICE - line.given if step.raises == "dice" else _MOST_DICE)
        if highest is not None:
            most = min(most, highest - line.given)
        if step.chips:
            most = min(most, sheet.record.chips.get(line.key, 0))
        elif line.key in step.fields:
            most = min(most, *_limits_beside(step, line, sheet))
        least = -line.given if step.lowers else 0
        lines.append(line._replace(added=added.get(name, 0), least=least, most=max(0, most)))
    closed = set() if answer.overruled else {same_name(name) for name in _closed_names(step, sheet)}
    return tuple(line for line in lines if same_name(line.name) not in closed)


def _limits_beside(step: SpendStep, line: SpendLine, sheet: FilledSheet) -> Iterator[int]:
    """Yield the limits of a single field that are in fields beside it."""
    yield _MOST
    if step.taken_from:
        yield whole_number(sheet.value(f"{line.key}{step.taken_from}"))
    most = sheet.value(f"{line.key}{step.highest}") if step.highest else None
    if most is not None:
        yield whole_number(most) - line.given


def _chip_lines(step: SpendStep, sheet: FilledSheet) -> Iterator[SpendLine]:
    """Yield a line for each colour that the player has chips of."""
    fields = [field for field in sheet.plan.fields.values() if isinstance(field, ChipsField)]
    labels = {colour.key: colour.label for field in fields for colour in field.colours}
    for colour in step.chips:
        if sheet.record.chips.get(colour, 0) > 0:
            yield SpendLine(labels.get(colour, colour), 0, 0, 0, 0, key=colour)


def _field_lines(step: SpendStep, sheet: FilledSheet) -> Iterator[SpendLine]:
    for key in step.fields:
        field = sheet.plan.fields[key]
        line = _line(step, field.label, sheet.value(key), field)
        is_open = not step.taken_from or whole_number(sheet.value(f"{key}{step.taken_from}")) > 0
        if line is not None and is_open:
            yield line._replace(key=key)


def _row_lines(step: SpendStep, sheet: FilledSheet) -> Iterator[SpendLine]:
    if not step.field:
        return
    column = sheet.plan.columns[step.field][step.column]
    for row in rows_of(sheet, step.field):
        name = row.get(step.by)
        if not isinstance(name, str) or not name.strip() or (step.marked and row.get(step.marked) is not True):
            continue
        line = _line(step, row_name(step, row), row.get(step.column), column)
        if line is not None:
            yield line._replace(key=name, detail=_detail(step, row))


def _new_lines(step: SpendStep, sheet: FilledSheet) -> Iterator[SpendLine]:
    for name in names_to_add(step.names, sheet):
        yield SpendLine(name, 0, 0, 0, 0, key=name)


def _closed_names(step: SpendStep, sheet: FilledSheet) -> Iterator[str]:
    """Yield the names of rows that are ticked as done."""
    for row in rows_of(sheet, step.field) if step.unmarked else ():
        if row.get(step.unmarked) is True:
            yield row_name(step, row)


def _line(step: SpendStep, name: str, value: object, field: object) -> SpendLine | None:
    """Return a line with a value; None for a field of dice that has none."""
    if step.raises == "number":
        return SpendLine(name, whole_number(value), 0, 0, 0)
    try:
        number = _number_of(step.raises, value) if isinstance(value, str) else 0
    except Refused:
        return None
    sides = field.sides if isinstance(field, DiceField) else ()
    return SpendLine(name, number, 0, 0, 0, dice=str(value), sides=sides) if number else None


def _number_of(raises: Raise, text: str) -> int:
    dice = parse_dice(text)
    return dice.count if raises == "dice" else dice.sides + dice.plus


def row_name(step: SpendStep, row: Row) -> str:
    """Return the name of a row in an answer: its name, with the detail in parentheses."""
    detail = _detail(step, row)
    return f"{row.get(step.by)} ({detail})" if detail else str(row.get(step.by))


def _detail(step: SpendStep, row: Row) -> str:
    detail = row.get(step.detail) if step.detail else None
    return detail.strip() if isinstance(detail, str) else ""


def spent_fields(step: SpendStep, answer: StepAnswer, sheet: FilledSheet) -> Mapping[str, Json]:
    """Return the fields that an answer changes."""
    if not answer.numbers:
        return {}
    added = {same_name(line.name): line for line in spend_lines(step, answer, sheet) if line.added}
    fields: dict[str, Json] = {}
    for key in step.fields:
        line = added.pop(same_name(sheet.plan.fields[key].label), None)
        if line is not None:
            fields[key] = _value_after(step, line)
            if step.taken_from:
                beside = f"{key}{step.taken_from}"
                fields[beside] = max(0, whole_number(sheet.value(beside)) - line.added)
    if step.field:
        fields[step.field] = _spent_rows(step, added, sheet)
    return fields


def _value_after(step: SpendStep, line: SpendLine) -> Json:
    return text_after(step, line, line.added) if line.dice else number_after(step, line, line.added)


def _spent_rows(step: SpendStep, added: dict[str, SpendLine], sheet: FilledSheet) -> list[Json]:
    rows: list[Json] = []
    for row in rows_of(sheet, step.field):
        line = added.pop(same_name(row_name(step, row)), None)
        if line is None:
            rows.append(row)
        elif not (step.lowers and line.given + line.added <= 0):
            ticked = {step.unmarked: True} if step.unmarked else {}
            rows.append({**row, step.column: _value_after(step, line), **ticked})
    rows += [{step.by: line.key, step.column: line.added} for line in added.values() if line.added > 0]
    return rows


def names_to_add(listed: ListedRows | None, sheet: FilledSheet) -> tuple[str, ...]:
    """Return the names of rows that a step can add on a sheet."""
    if listed is None:
        return ()
    words = {same_name(_filled(word, sheet)) for word in listed.words}
    names: list[str] = []
    for entry in entries_of(sheet.ruleset, sheet.lists, listed.list):
        value = entry.get(listed.column) if listed.column else None
        has = value if isinstance(value, list | tuple) else (value,)
        if not listed.column or words & set(map(same_name, has)):
            names.append(str(entry["name"]))
    return tuple(names)


def sentences_of_names(listed: ListedRows | None, sheet: FilledSheet) -> Mapping[str, str]:
    """Return what the list says of its entries, by their names as they are compared; empty without such sentences."""
    if listed is None or not listed.say:
        return {}
    return {
        same_name(entry["name"]): _sentence(listed.say, entry)
        for entry in entries_of(sheet.ruleset, sheet.lists, listed.list)
    }


def _sentence(say: str, entry: Mapping[str, Json]) -> str:
    return _COLUMN.sub(lambda found: plain_text(entry.get(found[1])), say)


def _filled(word: str, sheet: FilledSheet) -> str:
    return str(sheet.value(word[1:-1]) or "") if word.startswith("{") and word.endswith("}") else word
