"""The limits of numbers on sheets, in the group's lists and on conditions; the limits themselves are in the assets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.commands import Command
from engine.core.manual_moves import EditCondition, LayCondition, SetList
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.rulesets.imaginality.character_sheet import NUMBERS
from engine.rulesets.imaginality.rules_data import NumberBounds, condition_level, list_bounds, sheet_bounds
from engine.sheets.editing.record_moves import EditSheet, WriteRecord


def verify_by_hand(command: Command) -> None:
    """Raise Refused for a number written by hand that the game cannot use."""
    match command:
        case EditSheet(fields=fields):
            verify_sheet(fields)
        case WriteRecord(fields=fields, conditions=conditions):
            verify_sheet(fields)
            for line in conditions or ():
                verify_level(line.name, line.level)
        case SetList(list=name, rows=rows):
            _verify_rows(name, rows)
        case LayCondition(condition=condition, level=level) | EditCondition(condition=condition, level=int(level)):
            verify_level(condition, level)
        case _:
            pass


def verify_sheet(fields: Mapping[str, Json]) -> None:
    """Raise Refused unless the numbers of a sheet are within its record's limits, or empty."""
    for name in NUMBERS:
        if fields.get(name) is not None:  # read the record sheet only then: a table opens sooner without it
            _need(name, fields[name], sheet_bounds()[name])


def verify_level(condition: str, level: int) -> None:
    """Raise Refused for a wound or another condition above its maximum or below 0."""
    _need(condition, level, condition_level())


def _verify_rows(name: str, rows: Iterable[Mapping[str, Json]]) -> None:
    for row in rows:
        for column, bounds in list_bounds().get(name, {}).items():
            if isinstance(row.get(column), int):  # text in place of a number counts as none and is allowed
                _need(f"{row.get('name')}, {column}", row[column], bounds)


def _need(field: str, value: Json, bounds: NumberBounds) -> None:
    if isinstance(value, bool) or not (isinstance(value, int) and bounds.least <= value <= bounds.most):
        raise Refused(
            "out_of_bounds",
            bounds.rule,
            field=field[:60],
            value=str(value)[:40],
            least=bounds.least,
            most=bounds.most,
        )


MOST_POINTS = 20
