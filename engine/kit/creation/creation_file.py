"""The `creation.toml` and `advancement.toml` of a game, checked against its record sheet. Every error names the place.

>>> text = b'steps = [{ kind = "words", key = "words", title = "Words", say = "A few words.", fields = ["wit"] }]'
>>> parse_creation("classic_fantasy", text)
Traceback (most recent call last):
    ...
engine.messages.refusal.Refused: creation.toml, steps[0].fields: “wit” is not a text field.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from engine.asset_folder import cached_per_game, game_folder, is_game_id
from engine.core.dice_notation import parse_dice_sum
from engine.kit.creation.creation_plan import (
    LARGEST,
    AssignStep,
    ChooseStep,
    CreationPlan,
    CreationStep,
    NumbersStep,
    SpendStep,
    WordsStep,
    formulas_in,
)
from engine.kit.creation.creation_sheet import covering_columns
from engine.messages.invalid_data import invalid_place, invalid_problem
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.formulas import parse
from engine.sheets.model.compiled_sheet import CompiledSheet, compile_sheet
from engine.sheets.model.field_paths import InvalidFieldPath, parse_path
from engine.sheets.model.field_values import verify_value
from engine.sheets.model.sheet_description import (
    ChoiceField,
    DiceField,
    EntriesField,
    Field,
    LevelField,
    LongTextField,
    NumberField,
    RowsField,
    TextField,
)

CREATION_FILE: Final = "creation.toml"
ADVANCEMENT_FILE: Final = "advancement.toml"


def has_steps(game: str, file: str = CREATION_FILE) -> bool:
    """Say whether a game declares steps in a file."""
    return is_game_id(game) and (game_folder(game) / file).is_file()


@cached_per_game
def step_plan(game: str, file: str = CREATION_FILE) -> CreationPlan | None:
    """Return the steps of a game in a file; None if there is no such file.

    Raises Refused, with one sentence that names the place and the expectation.
    """
    if not has_steps(game, file):
        return None
    try:
        with (game_folder(game) / file).open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except OSError as error:
        raise _wrong(file, "the file", error.strerror or type(error).__name__) from error
    return parse_creation(game, raw, file)


def parse_creation(game: str, raw: bytes, file: str = CREATION_FILE) -> CreationPlan:
    """Return the steps in the content of a file. Raises Refused as `step_plan` does."""
    if len(raw) > LARGEST:
        raise _wrong(file, "the file", say(Message(key="creation.wrong.large", params={"most": LARGEST // 1024})))
    try:
        plan = msgspec.convert(tomllib.loads(raw.decode("utf-8")), CreationPlan)
    except msgspec.ValidationError as error:
        raise _wrong(file, invalid_place(error) or "the file", invalid_problem(error)) from error
    except (ValueError, RecursionError) as error:  # also a number with thousands of digits
        raise _wrong(file, "the file", " ".join(str(error).split())[:200]) from error
    description = sheets_of(game).get(plan.sheet)
    if description is None:
        raise _wrong(file, "sheet", say(Message(key="creation.wrong.sheet", params={"sheet": plan.sheet})))
    for place, key, params in plan_problems(plan, compile_sheet(description), game):
        raise _wrong(file, place, say(Message(key=f"creation.wrong.{key}", params=params)))
    return plan


def _wrong(file: str, place: str, problem: str) -> Refused:
    return Refused("game_data_wrong", file=file, place=place, problem=problem.rstrip("."))


Problem = tuple[str, str, dict[str, Json]]
"""A place, the key of a sentence, and its parameters."""


def plan_problems(plan: CreationPlan, sheet: CompiledSheet, game: str) -> Iterator[Problem]:
    """Yield each place of a plan that does not fit its sheet or itself."""
    pools = {pool.key for pool in plan.pools}
    for place, text in formulas_in(plan):
        if text:
            try:
                parse(text)
            except FormulaError as error:
                yield place, "formula", {"why": error.text.rstrip(".")}
    if all(step.when for step in plan.steps):
        yield "steps", "always", {}
    for name, group in (("steps", plan.steps), ("pools", plan.pools)):
        for key, count in Counter(part.key for part in group).items():
            if count > 1:
                yield name, "twice", {"name": key}
    for number, pool in enumerate(plan.pools):
        yield from _field(sheet, f"pools[{number}].to", pool.to, *_NUMBERS)
    for number, place in enumerate(plan.derived):
        try:
            key = parse_path(place).key
        except InvalidFieldPath:
            key = place
        if key not in sheet.fields:
            yield f"derived[{number}]", "no_field", {"name": key}
    for number, place in enumerate(plan.adding):
        key, _, column = place.partition(".")
        if column not in sheet.columns.get(key, {}):
            yield f"adding[{number}]", "column", {"column": place}
    for number, step in enumerate(plan.steps):
        at = f"steps[{number}]"
        if step.pool and step.pool not in pools:
            yield f"{at}.pool", "pool", {"name": step.pool}
        if step.command and not (
            isinstance(step, ChooseStep | SpendStep) and isinstance(step.command.get("kind"), str)
        ):
            yield f"{at}.command", "command", {}
        for place, key, params in _step_problems(step, sheet, game):
            yield f"{at}.{place}", key, params


def _step_problems(step: CreationStep, sheet: CompiledSheet, game: str) -> Iterator[Problem]:
    match step:
        case ChooseStep():
            yield from _field(sheet, "field", step.field, *_NAMES)
            if step.least > step.most:
                yield "least", "least_above_most", {}
            if not step.field and (step.proposed or step.own):
                yield "field", "field_needed", {}
            if step.column and step.column not in sheet.columns.get(step.field, {}):
                yield "column", "column", {"column": f"{step.field}.{step.column}"}
            for name, count in Counter(option.name for option in step.options).items():
                if count > 1:
                    yield "options", "twice", {"name": name}
            for number, option in enumerate(step.options):
                at = f"options[{number}]"
                for key, value in option.fields.items():
                    yield from _field(sheet, f"{at}.fields", key)
                    yield from _value(sheet.fields.get(key), f"{at}.fields", key, value, game)
                for key, rows in option.rows.items():
                    yield from _rows(sheet, f"{at}.rows", key, rows, game)
                for key, dice in option.dice.items():
                    yield from _dice(f"{at}.dice.{key}", dice)
        case NumbersStep():
            if "points" in step.methods and not step.pool:
                yield "pool", "pool_needed", {}
            for number, one in enumerate(step.numbers):
                at = f"numbers[{number}]"
                for ending in ("", *step.copies, *filter(None, (step.highest,))):
                    yield from _field(sheet, at, f"{one.key}{ending}", *_NUMBERS)
                yield from _dice(f"{at}.dice", one.dice)
                if not one.dice and (one.least is None or one.most is None or "dice" in step.methods):
                    yield f"{at}.dice", "dice_needed", {}
        case SpendStep():
            columns = sheet.columns.get(step.field, {})
            kinds = _NUMBERS if step.raises == "number" else (DiceField,)
            yield from _field(sheet, "field", step.field, RowsField)
            for key in step.fields:
                yield from _field(sheet, "fields", key, *kinds)
            for ending in filter(None, (step.taken_from, step.highest)):
                for key in step.fields:
                    yield from _field(sheet, "fields", f"{key}{ending}", *_NUMBERS)
            if not (step.field or step.fields or step.chips):
                yield "field", "spend_needs", {}
            if step.chips and not (step.pool and step.command):
                yield "chips", "chips_need", {}
            if step.column in columns and not isinstance(columns[step.column], kinds):
                yield "column", "no_field", {"name": f"{step.field}.{step.column}"}
            needed = (step.by, step.column) if step.field else ()
            for column in (*needed, *filter(None, (step.detail, step.marked, step.unmarked, step.shows))):
                if column not in columns:
                    yield "field", "column", {"column": f"{step.field}.{column}"}
        case AssignStep():
            yield from _field(sheet, "field", step.field, RowsField)
            for key in () if step.field else step.fields:
                yield from _field(sheet, "fields", key)
            given = (
                [sheet.columns.get(step.field, {}).get(step.column)]
                if step.field
                else map(sheet.fields.get, step.fields)
            )
            for field in given:
                for number, value in enumerate(step.values):
                    yield from _value(field, f"values[{number}]", field.label if field else "", value, game)
            for column in (step.by, step.column) if step.field else ():
                if column not in sheet.columns.get(step.field, {}):
                    yield "field", "column", {"column": f"{step.field}.{column}"}
            if len(step.fields) != len(step.values):
                yield "values", "as_many", {"count": len(step.fields)}
        case WordsStep():
            for key in step.fields:
                if not isinstance(sheet.fields.get(key), TextField | LongTextField):
                    yield "fields", "no_text", {"name": key}


_NUMBERS: Final = (NumberField, LevelField)
_NAMES: Final = (TextField, LongTextField, ChoiceField, EntriesField, RowsField)


def _field(sheet: CompiledSheet, place: str, key: str, *kinds: type) -> Iterator[Problem]:
    """Yield a problem unless the field is stored on the sheet, and is of one of the kinds if there are any."""
    field = sheet.fields.get(key)
    if key and (field is None or field.bind or (kinds and not isinstance(field, kinds))):
        yield place, "no_field", {"name": key}


def _value(field: Field | None, place: str, name: str, value: Json, game: str) -> Iterator[Problem]:
    """Yield a problem unless a field or a column can have a value; what is on a list of the group is not known here."""
    if isinstance(field, ChoiceField) and field.list and isinstance(value, str):
        return
    if field is not None and (why := verify_value(field, value, {}, game)) is not None:
        yield place, "value", {"name": name, "why": why.rstrip(".")}


def _rows(sheet: CompiledSheet, place: str, key: str, rows: tuple[Json, ...], game: str) -> Iterator[Problem]:
    match sheet.fields.get(key):
        case RowsField(bind=""):
            columns = sheet.columns[key]
            first = next(iter(columns))
            named_by = (first, *covering_columns(sheet, key))
            for row in rows:
                if not isinstance(row, Mapping) or not isinstance(_name_in(row, named_by), str):
                    yield place, "row", {"column": f"{key}.{first}"}
                    continue
                for column, value in row.items():
                    if column not in columns:
                        yield place, "column", {"column": f"{key}.{column}"}
                    yield from _value(columns.get(column), place, f"{key}.{column}", value, game)
        case EntriesField(bind=""):
            if not all(isinstance(row, str) for row in rows):
                yield place, "entries", {"name": key}
        case _:
            yield place, "no_field", {"name": key}


def _name_in(row: Mapping[str, Json], columns: tuple[str, ...]) -> Json:
    return next((row[column] for column in columns if column in row), None)


def _dice(place: str, text: str) -> Iterator[Problem]:
    if text:
        try:
            parse_dice_sum(text)
        except Refused as refused:
            yield place, "dice", {"why": refused.text.rstrip(".")}
