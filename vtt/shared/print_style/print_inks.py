"""The inks of a printed sheet: from one accent colour, in colour or grey, full or saving."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from PySide6.QtGui import QColor

from engine.sheets.model.sheet_description import SheetLook

_TEXT: Final = "#1a1a1f"
_DARKEST_FOR_WORDS: Final = 0.16
"""The greatest lightness (0 to 1) of an accent for printed text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintInks:
    """Every colour on a page; None where nothing is filled.

    Attributes:
        text: values and names.
        soft: labels and notes.
        title: titles and ticks.
        frame: frames of boxes.
        hair: hairlines between rows.
        faint: hairlines between columns, dots that lead the eye.
        writing: the lines to write on.
        band: the ground of a box's title.
        shade: the ground of a box that has a tint, and of every other row.
        paper: the ground of areas that stay white on a tint.
        body: the ground of a figure.
        grey: whether pictures lose their colours.
        saving: whether hairlines replace fills, even for ticks.
    """

    text: QColor
    soft: QColor
    title: QColor
    frame: QColor
    hair: QColor
    faint: QColor
    writing: QColor
    band: QColor | None
    shade: QColor | None
    paper: QColor | None
    body: QColor | None
    grey: bool
    saving: bool


def inks_for(look: SheetLook, *, grey: bool = False, saving: bool = False) -> PrintInks:
    """Return the inks for a sheet's look."""
    accent = _dark_enough(QColor(look.accent))
    inks = _saving(accent) if saving else _full(accent)
    return _in_grey(inks) if grey else inks


def _saving(accent: QColor) -> PrintInks:
    black = QColor("#000000")
    return PrintInks(
        text=black,
        soft=QColor("#333333"),
        title=accent,
        frame=QColor("#555555"),
        hair=QColor("#8a8a8a"),
        faint=QColor("#b5b5b5"),
        writing=QColor("#8a8a8a"),
        band=None,
        shade=None,
        paper=None,
        body=None,
        grey=False,
        saving=True,
    )


def _full(accent: QColor) -> PrintInks:
    neutral = QColor("#8b8b93")
    return PrintInks(
        text=QColor(_TEXT),
        soft=mixed_ink(QColor("#4a4a52"), accent, 0.25),
        title=accent,
        frame=mixed_ink(QColor("white"), accent, 0.62),
        hair=mixed_ink(QColor("white"), mixed_ink(neutral, accent, 0.4), 0.72),
        faint=mixed_ink(QColor("white"), mixed_ink(neutral, accent, 0.4), 0.42),
        writing=mixed_ink(QColor("white"), mixed_ink(neutral, accent, 0.3), 0.8),
        band=mixed_ink(QColor("white"), accent, 0.13),
        shade=mixed_ink(QColor("white"), accent, 0.055),
        paper=QColor("white"),
        body=mixed_ink(QColor("white"), accent, 0.10),
        grey=False,
        saving=False,
    )


def _in_grey(inks: PrintInks) -> PrintInks:
    colours = {name: getattr(inks, name) for name in (field.name for field in fields(inks))}
    greys: dict[str, Any] = {name: _grey(ink) for name, ink in colours.items() if isinstance(ink, QColor)}
    return replace(inks, **greys, grey=True)


def mixed_ink(ground: QColor, ink: QColor, part: float) -> QColor:
    """Return an opaque tint, because some printers handle transparency badly."""
    pairs = ((ground.red(), ink.red()), (ground.green(), ink.green()), (ground.blue(), ink.blue()))
    return QColor(*(round(a + (b - a) * part) for a, b in pairs))


def _grey(colour: QColor) -> QColor:
    level = round(0.299 * colour.red() + 0.587 * colour.green() + 0.114 * colour.blue())
    return QColor(level, level, level)


def _luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4) for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _dark_enough(accent: QColor) -> QColor:
    """Return an accent that is dark enough for text on white."""
    while _luminance(accent) > _DARKEST_FOR_WORDS:
        accent = accent.darker(112)
    return accent
