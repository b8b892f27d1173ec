"""Letters that no font on this machine has: a neutral sign is drawn in their place; the text itself stays as it is."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtGui import QTextLayout

from vtt.widgets.look.ui_fonts import ui_font

UNKNOWN: Final = "◇"
_PROBE: Final = 16
_JOINERS: Final = {0x200D, 0x20E3, *range(0xFE00, 0xFE10), *range(0x1F3FB, 0x1F400), *range(0xE0020, 0xE0080)}
"""Code points that belong to the sign before them: joiners, variants, skin tones, tags."""


def drawable(text: str) -> str:
    """Return a text as it can be drawn: each sign that no font has, with all that belongs to it, becomes a `◇`."""
    if text.isascii() or all(map(has_glyph, set(text))):
        return text
    shown: list[str] = []
    joined = missing = False
    for letter in text:
        code = ord(letter)
        if code in _JOINERS:
            joined = missing and code == 0x200D
            if not missing:
                shown.append(letter)
        elif has_glyph(letter):
            shown.append(letter)
            joined = missing = False
        else:
            if not joined:
                shown.append(UNKNOWN)
            joined, missing = False, True
    return "".join(shown)


@lru_cache(maxsize=4096)
def has_glyph(letter: str) -> bool:
    """Say whether any font has a letter. Needs a QGuiApplication."""
    if letter.isascii() or not letter.isprintable():
        return True  # an invisible character draws no box
    layout = QTextLayout(letter, ui_font(_PROBE))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return all(0 not in run.glyphIndexes() for run in layout.glyphRuns())
