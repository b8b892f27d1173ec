"""Chips on paper: a disc with its letter, a box for the count, and the name beside or below."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from engine.sheets.description import Chips, Number
from engine.sheets.geometry import Rect
from engine.sheets.laid import LaidField
from engine.sheets.paths import format_path
from engine.sheets.spacing import Spacing
from engine.table.frozen import replace

_DISC = 1.05
_BETWEEN = 2.0


class ChipStyle(NamedTuple):
    """How chips stand in a width: the place of one, how many lines there are, and whether names stand below."""

    slot: float
    lines: int
    below: bool


def chip_style(field: Chips, width: float, spacing: Spacing) -> ChipStyle:
    """Choose how chips stand: names beside them if all have room in one line, or if little stands in a line at all."""
    below = len(field.colours) * _slot(field, spacing, below=False) > width >= 2 * _slot(field, spacing, below=True)
    slot = _slot(field, spacing, below=below)
    per_line = max(1, int(width / slot))
    return ChipStyle(slot, max(1, ceil(len(field.colours) / per_line)), below)


def _slot(field: Chips, spacing: Spacing, *, below: bool) -> float:
    names = max((len(colour.label) for colour in field.colours), default=1) * spacing.capital
    chip = spacing.control[2] * _DISC + 1.2 + spacing.number * 0.75
    return (max(chip, names) if below else chip + 1.0 + names) + _BETWEEN


def place_chips(laid: LaidField, field: Chips, spacing: Spacing) -> LaidField:
    """Return chips with a part for each colour."""
    value = laid.value_rect
    style = chip_style(field, value.w, spacing)
    per_line = ceil(len(field.colours) / style.lines)
    pitch = value.h / style.lines
    step = min(value.w / max(1, per_line), style.slot * 1.4)
    parts = []
    for at, colour in enumerate(field.colours):
        place = Rect(value.x + at % per_line * step, value.y + at // per_line * pitch, step - _BETWEEN, pitch)
        side = min(pitch - (spacing.label if style.below else 0.5), spacing.control[2] * _DISC)
        disc = Rect(place.x, place.y, side, side)
        wide = min(spacing.number * 0.75, place.w - side - 1.2)
        count = Rect(disc.right + 1.2, place.y + side * 0.06, wide, side * 0.88)
        under = Rect(place.x, disc.bottom, place.w, spacing.label)
        after = Rect(count.right + 1.0, count.y, max(1.0, place.right - count.right - 1.0), count.h)
        parts.append(
            LaidField(
                path=format_path(field.key, part=colour.key),
                field=Number(key=colour.key, label=colour.label, least=0),
                rect=place,
                label_rect=under if style.below else after,
                value_rect=count,
                marks=(disc,),
            )
        )
    return replace(laid, parts=tuple(parts))
