"""The interface of a sheet that can be printed, filled or blank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.model.frozen import Json, replace
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.sheet_description import BoxesField, Field, FigureField, Section, SheetDescription


class PrintableSheet(Protocol):
    """A sheet that can be printed; `engine.sheets.model.filled_sheet.FilledSheet` is one."""

    @property
    def description(self) -> SheetDescription:
        """The description of the sheet."""
        ...

    def sections(self) -> Sequence[Section]:
        """Return the sections that are there, with the fields that are there."""
        ...

    def value(self, path: str) -> Json:
        """Return the value at a place."""
        ...

    def shown(self, path: str) -> str:
        """Return the value at a place as text."""
        ...

    def is_changed(self, path: str) -> bool:
        """Say whether a value overrides a calculated one and is another one."""
        ...

    def count(self, field: BoxesField, path: str) -> int:
        """Return how many boxes to tick there are."""
        ...

    def holds(self, formula: str) -> bool:
        """Say whether a formula is true; an empty one is."""
        ...


def row_count(source: PrintableSheet, field: Field) -> int:
    """Return the number of rows or entries in a field."""
    value = source.value(field.key)
    return len(value) if isinstance(value, list | tuple) else 0


def crossed_off(source: PrintableSheet, path: str, boxes: int) -> int:
    """Return how many of the boxes after a number are crossed off: all above it."""
    value = source.value(path)
    return min(boxes, max(0, boxes - max(0, value))) if isinstance(value, int) else 0


def worst_state(source: PrintableSheet, field: FigureField, path: str) -> int | None:
    """Return the worst state that the points at a place of a figure have reached, from 0; None for none."""
    place = parse_path(path)
    points, most = (source.value(str(replace(place, aspect=aspect))) for aspect in ("", "most"))
    if place.aspect or not isinstance(points, int):
        return None
    known = most if isinstance(most, int) else None
    limits = [0 if not state.share else None if known is None else -known * state.share for state in field.states]
    reached = [at for at, limit in enumerate(limits) if limit is not None and points <= limit]
    return reached[-1] if reached else None
