"""The sizes of texts in a font, remembered: a text is measured once, however often a layout asks for its size.

A size follows from the text, the font and the width alone, so a remembered one is never out of date. To measure costs
twenty times as much as to find it again.
"""

from __future__ import annotations

import atexit
import re
from collections.abc import Sequence
from functools import lru_cache
from threading import local
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF

_MOST: Final = 4096
"""The number of sizes of one sort that are remembered."""
_LONGEST: Final = 400
"""The length of the longest text whose size is remembered: a file may hold texts of any length."""
_HIGH: Final = 10_000
_NUMBER: Final = re.compile(r"\(?[-−+×]?\d{1,4}%?\)?[,;.:]?")
_ENDS: Final = ",;.:–—·"
"""The marks after which a number belongs to no word before it."""


def _exact_width(text: str, font: QFont) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)


def _whole_width(text: str, font: QFont) -> int:
    return QFontMetrics(font).horizontalAdvance(text)


def _wrapped_height(text: str, font: QFont, width: int, flags: int) -> int:
    return QFontMetrics(font).boundingRect(QRect(0, 0, width, _HIGH), flags, text).height()


class _Measures(local):
    """The sizes that one thread has measured; no font of one thread is held or let go of by another."""

    def __init__(self) -> None:
        self.exact_width = lru_cache(maxsize=_MOST)(_exact_width)
        self.whole_width = lru_cache(maxsize=_MOST)(_whole_width)
        self.wrapped_height = lru_cache(maxsize=_MOST)(_wrapped_height)

    def clear(self) -> None:
        """Forget all sizes."""
        for measure in (self.exact_width, self.whole_width, self.wrapped_height):
            measure.cache_clear()


_MEASURES: Final = _Measures()
atexit.register(_MEASURES.clear)  # no font may outlive the application


def exact_width(text: str, font: QFont) -> float:
    """Return the width of a line, with fractions of a pixel, as for a painter."""
    return _MEASURES.exact_width(text, font) if len(text) <= _LONGEST else _exact_width(text, font)


def whole_width(text: str, font: QFont) -> int:
    """Return the width of a line in whole pixels, as for a widget."""
    return _MEASURES.whole_width(text, font) if len(text) <= _LONGEST else _whole_width(text, font)


def wrapped_height(text: str, font: QFont, width: int, flags: int) -> int:
    """Return the height of a text that is wrapped to a width, in whole pixels.

    Args:
        text: the text.
        font: the font.
        width: the room.
        flags: alignment and wrapping, as for a painter.
    """
    measure = _MEASURES.wrapped_height if len(text) <= _LONGEST else _wrapped_height
    return measure(text, font, width, flags)


def unbroken_parts(text: str) -> list[str]:
    """Return the parts of a text between which a line breaks best: a number stays with the word that it counts.

    Such as `Smuggler 1 (13)`. After a mark that ends something, such as a colon, a number begins the next part.
    """
    parts: list[str] = []
    for word in text.split():
        if parts and _NUMBER.fullmatch(word) and parts[-1][-1] not in _ENDS:
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    return parts


def break_in_two(text: str, font: QFont, wide: float) -> tuple[str, ...]:
    """Return a text as one line if it fits, else broken once between words: after a colon, or as evenly as possible.

    Where there is room for that, a number stays with its word.
    """
    metrics = QFontMetricsF(font)
    words, parts = text.split(" "), unbroken_parts(text)
    if metrics.horizontalAdvance(text) <= wide or len(words) == 1 or metrics.height() < 9:
        return (text,)
    whole = [pair for pair in _halves(parts) if max(map(metrics.horizontalAdvance, pair)) <= wide]

    def rank(pair: tuple[str, str]) -> tuple[bool, float]:
        longest = max(map(metrics.horizontalAdvance, pair))
        return not (longest <= wide and pair[0].endswith(":")), longest

    return min(whole or _halves(words), key=rank)


def _halves(words: Sequence[str]) -> list[tuple[str, str]]:
    return [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
