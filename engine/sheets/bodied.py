"""A sheet on which the body is that of the character: the areas of its own hit chart where that is another."""

from __future__ import annotations

from typing import Final

from engine.sheets.description import Area, Figure, SheetDescription
from engine.table.body import Body
from engine.table.frozen import replace

_MOST_MADE: Final = 64
_made: dict[tuple[int, str, tuple[str, ...]], tuple[SheetDescription, SheetDescription]] = {}


def fitted(description: SheetDescription, body: Body | None) -> SheetDescription:
    """Return a sheet for a body; the same for the same chart, so that it is made ready but once."""
    if body is None or not body.locations or all(not _differs(field, body) for field in _figures(description)):
        return description
    key = (id(description), body.chart, tuple(body.locations))
    known = _made.get(key)
    if known is not None and known[0] is description:
        return known[1]
    sections = tuple(
        replace(
            s, fields=tuple(_with_body(f, body) if isinstance(f, Figure) and _differs(f, body) else f for f in s.fields)
        )
        for s in description.sections
    )
    made = replace(description, sections=sections)
    if len(_made) >= _MOST_MADE:
        _made.clear()
    _made[key] = (description, made)
    return made


def _figures(description: SheetDescription) -> list[Figure]:
    return [field for section in description.sections for field in section.fields if isinstance(field, Figure)]


def _differs(field: Figure, body: Body) -> bool:
    return field.bind == "body" and field.chart != body.chart and {a.name for a in field.areas} != set(body.locations)


def _with_body(field: Figure, body: Body) -> Figure:
    """Return a figure with the areas of a body. What dice find them is told of the sheet's own chart alone."""
    known = {area.name: area for area in field.areas}
    areas = tuple(
        replace(known[name], roll="") if name in known else Area(name=name, label=name.replace("_", " ").capitalize())
        for name in body.locations
    )
    return replace(field, chart=body.chart, areas=areas)
