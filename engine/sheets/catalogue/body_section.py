"""Fits a sheet to a character's body: its areas become those of the character's own hit chart."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.model.body import Body
from engine.model.frozen import Json, replace
from engine.sheets.model.sheet_description import FigureArea, FigureField, SheetDescription

NO_TABLES: Final[Mapping[str, Json]] = MappingProxyType({})
_MOST_MADE: Final = 64
_made: dict[tuple[int, str, tuple[str, ...]], tuple[SheetDescription, SheetDescription]] = {}


def fit_to_body(
    description: SheetDescription, body: Body | None, tables: Mapping[str, Json] = NO_TABLES
) -> SheetDescription:
    """Return a sheet fitted to a body; the same object for the same chart, so that it is compiled only once.

    Args:
        description: the sheet.
        body: the body.
        tables: the tables of the game, in which a figure finds the numbers of the die.
    """
    if body is None or not body.locations or all(not _differs(field, body) for field in _figures(description)):
        return description
    key = (id(description), body.chart, tuple(body.locations))
    known = _made.get(key)
    if known is not None and known[0] is description:
        return known[1]
    sections = tuple(
        replace(
            s,
            fields=tuple(
                _with_body(f, body, tables) if isinstance(f, FigureField) and _differs(f, body) else f for f in s.fields
            ),
        )
        for s in description.sections
    )
    made = replace(description, sections=sections)
    if len(_made) >= _MOST_MADE:
        _made.clear()
    _made[key] = (description, made)
    return made


def _figures(description: SheetDescription) -> list[FigureField]:
    return [field for section in description.sections for field in section.fields if isinstance(field, FigureField)]


def _differs(field: FigureField, body: Body) -> bool:
    return field.bind == "body" and field.chart != body.chart and {a.name for a in field.areas} != set(body.locations)


def _with_body(field: FigureField, body: Body, tables: Mapping[str, Json]) -> FigureField:
    """Return a figure with the areas of a body; dice find only those of a chart that the game knows."""
    known = {area.name: area for area in field.areas}
    charts = tables.get(field.rolls)
    chart = charts.get(body.chart) if isinstance(charts, Mapping) else None
    rolls = chart if isinstance(chart, Mapping) and set(chart) == set(body.locations) else {}
    areas = tuple(
        replace(
            known.get(name) or FigureArea(name=name, label=name.replace("_", " ").capitalize()),
            roll=str(rolls.get(name, "")),
        )
        for name in (rolls or body.locations)
    )
    return replace(field, chart=body.chart, areas=areas)
