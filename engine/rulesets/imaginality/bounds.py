"""What numbers on sheets, in the group's lists and on conditions may be; the bounds themselves are in the assets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.play.commands import Command
from engine.play.moves import EditCondition, EditSheet, LayCondition, SetList, WriteRecord
from engine.play.refusal import Refused
from engine.rulesets.imaginality.data import Bounds, condition_level, list_bounds, sheet_bounds
from engine.rulesets.imaginality.sheet import NUMBERS
from engine.table.frozen import Json


def verify_by_hand(command: Command) -> None:
    """Raise Refused for a number written by hand that the game could not play with."""
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
    """Raise Refused unless the numbers of a sheet are such as its record takes, or nothing at all."""
    for name in NUMBERS:
        if fields.get(name) is not None:  # only then is the record sheet read: a table comes up sooner without it
            _need(name, fields[name], sheet_bounds()[name])


def verify_level(condition: str, level: int) -> None:
    """Raise Refused for a wound, or any other condition, that is graver than can be or less than nothing."""
    _need(condition, level, condition_level())


def _verify_rows(name: str, rows: Iterable[Mapping[str, Json]]) -> None:
    for row in rows:
        for column, bounds in list_bounds().get(name, {}).items():
            if isinstance(row.get(column), int):  # words in place of a number count as none, and stop nobody
                _need(f"{row.get('name')}, {column}", row[column], bounds)


def _need(field: str, value: Json, bounds: Bounds) -> None:
    if isinstance(value, bool) or not (isinstance(value, int) and bounds.least <= value <= bounds.most):
        raise Refused(
            "out_of_bounds",
            bounds.rule,
            field=field[:60],
            value=str(value)[:40],
            least=bounds.least,
            most=bounds.most,
        )
