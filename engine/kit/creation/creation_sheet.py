"""Fields of a record sheet that a step fills: names, numbers, and rows that packages share.

>>> from engine.kit.creation.creation_plan import CreationNumber
>>> step = NumbersStep(key="body", title="Body", say="Roll it.", numbers=(CreationNumber(key="str", dice="3d6"),))
>>> range_of(step, "str", {}), range_of(step, "str", {"str": "2d6+9"})
((3, 18), (11, 21))
>>> average_total(step, {})
11
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from engine.core.dice_notation import DiceSum, parse_dice_sum
from engine.core.memo import memo_of_values
from engine.kit.creation.creation_draft import StepAnswer
from engine.kit.creation.creation_plan import (
    AssignStep,
    ChooseStep,
    CreationStep,
    NumbersStep,
    PackageOption,
    SpendStep,
    WordsStep,
)
from engine.kit.creation.sheet_rows import Row, formula_number, number_in, rows_of, whole_number, with_fields
from engine.kit.creation.spend_lines import spent_fields
from engine.model.frozen import Json
from engine.sheets.catalogue.listed_entries import (
    PickerField,
    entries_of,
    entry_line,
    is_general,
    is_picker,
    listed_entry,
    looked_up_columns,
    proposed_names,
    same_name,
)
from engine.sheets.editing.list_fill import fill_from_list
from engine.sheets.model.compiled_sheet import CompiledSheet
from engine.sheets.model.field_paths import format_path, parse_path
from engine.sheets.model.field_values import MOST_ROWS
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import EntriesField, RowsField

_MOST_OPTIONS: Final = 200


def options_on(step: ChooseStep, answer: StepAnswer, sheet: FilledSheet) -> tuple[PackageOption, ...]:
    """Return the options of a step that are there on a sheet: declared, proposed, and typed ones.

    What is among the rows or entries of the field already is no option, apart from the rows of a new sheet.
    """
    owned = _owned(step, sheet)
    options = {
        same_name(option.name): option
        for option in step.options
        if same_name(option.name) not in owned and sheet.holds(option.when)
    }
    hidden = ({same_name(option.name) for option in step.options} | owned) - set(options)
    proposed = islice(_proposed_options(step, answer, sheet), _MOST_OPTIONS)
    for option in (*proposed, *_typed_options(step, answer, sheet)):
        if same_name(option.name) not in hidden:
            options.setdefault(same_name(option.name), option)
    return tuple(options.values())


def _proposed_options(step: ChooseStep, answer: StepAnswer, sheet: FilledSheet) -> Iterator[PackageOption]:
    """Yield an option for each name that the field proposes, with what its list says about it."""
    field = _field_of_names(step, sheet)
    if not step.proposed or field is None:
        return
    cost = cost_of_choice(step, sheet)
    shown = sheet.plan.columns.get(step.field, sheet.plan.fields)
    labels = {key: place.label for key, place in shown.items()}
    entries = {same_name(entry["name"]): entry for entry in entries_of(sheet.ruleset, sheet.lists, field.list)}
    looked_up = looked_up_columns(sheet.plan, step.field, field.list)
    limits = {} if answer.overruled else {key: formula_number(sheet, text) for key, text in step.limits.items()}
    for name in proposed_names(sheet, field):
        entry = entries.get(same_name(name), {})
        is_above = any(most is not None and number_in(entry, key) > most for key, most in limits.items())
        if is_general(name) or is_above:
            continue
        price = entry.get(step.cost_from) if step.cost_from else None
        line = entry_line(field, entry, labels, looked_up) if isinstance(field, PickerField) else ""
        yield PackageOption(
            name=name, say=f"{line}." if line else "", cost=max(0, whole_number(price)) if price is not None else cost
        )


def _typed_options(step: ChooseStep, answer: StepAnswer, sheet: FilledSheet) -> Iterator[PackageOption]:
    if step.own and answer.chosen:
        cost = cost_of_choice(step, sheet)
        yield from (PackageOption(name=name, cost=cost) for name in answer.chosen)


def _field_of_names(step: ChooseStep, sheet: FilledSheet) -> PickerField | EntriesField | None:
    """Return the field, or the column of its rows, that gets the names of the options; None if it has no list."""
    field = sheet.plan.fields.get(step.field)
    names = field.columns[0] if isinstance(field, RowsField) else field
    return names if isinstance(names, PickerField | EntriesField) else None


def entry_of_option(step: ChooseStep, name: str, sheet: FilledSheet) -> Mapping[str, Json]:
    """Return the entry of the list of a step that has a name; an empty one if there is none."""
    field = _field_of_names(step, sheet)
    entry = listed_entry(sheet, field, name) if isinstance(field, PickerField) else None
    return entry if entry is not None else {}


def _owned(step: ChooseStep, sheet: FilledSheet) -> frozenset[str]:
    match sheet.plan.fields.get(step.field):
        case EntriesField():
            whole = sheet.whole(step.field)
            return frozenset(map(same_name, whole)) if isinstance(whole, list | tuple) else frozenset()
        case RowsField(columns=columns, start=start):
            first = columns[0].key
            names = {same_name(row.get(first)) for row in rows_of(sheet, step.field)}
            return frozenset(names - {same_name(row.get(first)) for row in start})
        case _:
            return frozenset()


def cost_of_choice(step: ChooseStep, sheet: FilledSheet) -> int:
    """Return the cost of a proposed or typed option; 0 for a formula without a value."""
    return step.cost if isinstance(step.cost, int) else max(0, formula_number(sheet, step.cost) or 0)


def chosen_on(step: ChooseStep, answer: StepAnswer, sheet: FilledSheet) -> tuple[PackageOption, ...]:
    """Return the chosen options that are there on a sheet, in the order in which they were chosen."""
    options = {same_name(option.name): option for option in options_on(step, answer, sheet)}
    return tuple(options[key] for key in map(same_name, answer.chosen) if key in options)


@memo_of_values(most=512)
def dice_sum(dice: str) -> DiceSum:
    """Return dice that were read from their text."""
    return parse_dice_sum(dice)


def dice_of(step: NumbersStep, key: str, packages: Mapping[str, str]) -> str:
    """Return the dice of a number: those of a package, or else those of the step."""
    return packages.get(key) or next(number.dice for number in step.numbers if number.key == key)


def range_of(step: NumbersStep, key: str, packages: Mapping[str, str]) -> tuple[int, int]:
    """Return the lowest and the highest number that a step allows."""
    number = next(number for number in step.numbers if number.key == key)
    dice = dice_of(step, key, packages)
    least, most = number.least, number.most
    if dice:
        total = dice_sum(dice)
        least, most = total.least if least is None else least, total.most if most is None else most
    return least or 0, most or 0


def method_used(step: NumbersStep, answer: StepAnswer) -> str:
    """Return the way in which the numbers of a step are got."""
    return answer.method if answer.method in step.methods else step.methods[0]


def numbers_on(step: NumbersStep, answer: StepAnswer, packages: Mapping[str, str]) -> Mapping[str, int]:
    """Return the numbers of a step that are known; those that are bought start at the lowest ones."""
    if method_used(step, answer) == "dice":
        return answer.numbers
    return {one.key: answer.numbers.get(one.key, range_of(step, one.key, packages)[0]) for one in step.numbers}


def average_total(step: NumbersStep, packages: Mapping[str, str]) -> int:
    """Return the average of all dice of a step together, rounded up."""
    twice = 0
    for number in step.numbers:
        total = dice_sum(dice_of(step, number.key, packages) or "0")
        twice += total.least + total.most
    return -(-twice // 2)


def merged_rows(sheet: FilledSheet, field: str, more: Sequence[Json], adding: Collection[str]) -> list[Json]:
    """Return the rows or entries of a field with more of them; a row with the same name is completed.

    Args:
        sheet: the sheet.
        field: the field.
        more: the rows to add; one without its first column is a name from a list that covers several rows.
        adding: the columns whose numbers are added: `skills.added`.
    """
    # One row more than a field can have is kept, so that the sheet says that there are too many.
    if isinstance(sheet.plan.fields.get(field), EntriesField):
        whole = sheet.whole(field)
        entries = list(whole) if isinstance(whole, list | tuple) else []
        known = set(map(same_name, entries))
        return (entries + [entry for entry in more if same_name(entry) not in known])[: MOST_ROWS + 1]
    first = next(iter(sheet.plan.columns[field]))
    rows = [dict(row) for row in rows_of(sheet, field)]
    places = _places(rows, first)
    for given in more:
        if not isinstance(given, Mapping) or len(rows) > MOST_ROWS:
            continue
        if first not in given:
            _add_covering(sheet, field, rows, given)
            places = _places(rows, first)
            continue
        at = places.setdefault(same_name(given[first]), len(rows))
        before = dict(rows[at]) if at < len(rows) else {}
        _write_name(sheet, field, rows, at, first, given[first])
        for column, value in given.items():
            added = f"{field}.{column}" in adding and isinstance(value, int)
            rows[at][column] = number_in(before, column) + value if added and isinstance(value, int) else value
    return [*rows]


def _places(rows: Sequence[Row], first: str) -> dict[str, int]:
    """Return the numbers of rows by name; of two rows with one name, that of the earlier one."""
    return {same_name(row.get(first)): at for at, row in reversed([*enumerate(rows)]) if same_name(row.get(first))}


def _add_covering(sheet: FilledSheet, field: str, rows: list[dict[str, Json]], given: Row) -> None:
    """Add what covers several rows, such as a suit of armour; other values of it are those of each of these rows."""
    column = next((key for key in covering_columns(sheet.plan, field) if key in given), "")
    if column:
        _write_name(sheet, field, rows, len(rows), column, given[column])
        for row in rows:
            if same_name(row.get(column)) == same_name(given[column]):
                row.update(given)


def covering_columns(plan: CompiledSheet, field: str) -> tuple[str, ...]:
    """Return the columns of rows in which one name can fill several rows."""
    columns = plan.columns[field].items()
    return tuple(key for key, column in columns if isinstance(column, PickerField) and column.covers is not None)


def _write_name(sheet: FilledSheet, field: str, rows: list[dict[str, Json]], at: int, column: str, name: Json) -> None:
    """Write a name into rows, and what its list fills in as it does when the name is chosen on the sheet."""
    picker = sheet.plan.columns[field][column]
    if not isinstance(picker, PickerField) or not is_picker(picker) or listed_entry(sheet, picker, name) is None:
        rows += [{} for _ in range(len(rows), at + 1)]
        rows[at][column] = name
        return
    # The sheet is calculated for each name, so it has no more rows than the name can fill.
    first = 0 if picker.covers is not None else at
    seen = with_fields(
        sheet, {field: [dict(row) for row in rows[first : None if picker.covers is not None else at + 1]]}
    )
    fill = fill_from_list(seen, format_path(field, at - first, column), name)
    for change in fill.changes if fill is not None else ():
        place = parse_path(change.path)
        assert place.row is not None
        rows += [{} for _ in range(len(rows), first + place.row + 1)]
        rows[first + place.row][place.part] = change.after


def fields_of_step(
    step: CreationStep, answer: StepAnswer, sheet: FilledSheet, packages: Mapping[str, str], adding: Collection[str]
) -> Mapping[str, Json]:
    """Return the fields that an answer changes.

    Args:
        step: the step.
        answer: the answer to it.
        sheet: the sheet after all earlier steps.
        packages: the dice of earlier packages, by number.
        adding: the columns whose numbers are added.
    """
    match step:
        case ChooseStep():
            return _chosen_fields(step, answer, sheet, adding)
        case NumbersStep():
            return dict(_number_fields(step, answer, packages))
        case SpendStep():
            return spent_fields(step, answer, sheet)
        case AssignStep():
            return _assigned_fields(step, answer, sheet)
        case WordsStep():
            return {key: words for key, words in answer.words.items() if key in step.fields and words.strip()}


def _chosen_fields(
    step: ChooseStep, answer: StepAnswer, sheet: FilledSheet, adding: Collection[str]
) -> Mapping[str, Json]:
    fields: dict[str, Json] = {}
    for number, option in enumerate(chosen_on(step, answer, sheet)):
        added: dict[str, list[Json]] = {key: list(rows) for key, rows in option.rows.items()}
        match sheet.plan.fields.get(step.field):
            case EntriesField():
                added.setdefault(step.field, []).append(option.name)
            case RowsField(columns=columns):
                value = {step.column: step.values[number]} if number < len(step.values) else {}
                added.setdefault(step.field, []).append({columns[0].key: option.name, **value})
            case None:
                pass
            case _:
                fields |= _named(sheet, step.field, option.name)
        fields |= option.fields
        for key, rows in added.items():
            now = with_fields(sheet, {key: fields[key]}) if key in fields else sheet
            fields[key] = merged_rows(now, key, rows, adding)
    return fields


def _named(sheet: FilledSheet, field: str, name: str) -> Mapping[str, Json]:
    """Return a name in a field, and the fields of the sheet that its list fills in."""
    fill = fill_from_list(sheet, field, name)
    changes = {change.path: change.after for change in fill.changes} if fill is not None else {}
    return {field: name} | {key: value for key, value in changes.items() if not sheet.plan.fields[key].bind}


def _number_fields(step: NumbersStep, answer: StepAnswer, packages: Mapping[str, str]) -> Iterator[tuple[str, Json]]:
    numbers = numbers_on(step, answer, packages)
    for number in step.numbers:
        value = numbers.get(number.key)
        if value is None:
            continue
        yield number.key, value
        yield from ((f"{number.key}{ending}", value) for ending in step.copies)
        if step.highest:
            yield f"{number.key}{step.highest}", range_of(step, number.key, packages)[1]


def _assigned_fields(step: AssignStep, answer: StepAnswer, sheet: FilledSheet) -> Mapping[str, Json]:
    values: dict[str, Json] = {
        key: step.values[place]
        for key, place in answer.places.items()
        if key in step.fields and 0 <= place < len(step.values)
    }
    if not step.field or not values:
        return values
    rows: list[Json] = []
    waiting = {same_name(name): (name, value) for name, value in values.items()}
    for row in rows_of(sheet, step.field):
        _, value = waiting.pop(same_name(row.get(step.by)), ("", None))
        rows.append(row if value is None else {**row, step.column: value})
    rows += [{step.by: name, step.column: value} for name, value in waiting.values()]
    return {step.field: rows}
