"""What the slate says: words of cells, countdowns, buttons; and how words are broken where room is scarce."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from engine.play.ledgers import Box, Cell, Ledger, Touch
from engine.play.words import Message, say
from vtt.table.naming import clean, tell
from vtt.widgets.fonts import title_font, ui_font
from vtt.widgets.glyphs import drawable

TONES: Final = {"good": "ok", "warn": "warning", "bad": "danger", "dim": "muted", "now": "accent_text"}
"""The colour of words of a tone."""
FILLS: Final = {"good": "ok", "warn": "warning", "bad": "danger", "dim": "outline", "now": "accent"}
"""The colour of a filled box of a tone."""
SIGNS: Final = {"bad": "warning", "warn": "warning"}
"""What stands before words of a tone that bring no sign of their own: colour is never alone."""
LONGEST: Final = 400
_ELIDE: Final = Qt.TextElideMode.ElideRight
_UNITS: Final = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


@dataclass(frozen=True, slots=True)
class Face:
    """A font by what makes it: so that what was measured can be remembered."""

    pixels: int
    bold: bool = False
    title: bool = False

    @property
    def font(self) -> QFont:
        """The font."""
        weight = QFont.Weight.DemiBold if self.bold else QFont.Weight.Normal
        return title_font(self.pixels) if self.title else ui_font(self.pixels, weight=weight)


@dataclass(frozen=True, slots=True)
class Knob:
    """A button on the slate.

    Attributes:
        touch: what it stands for.
        words: what stands on it.
        spoken: the same in full.
        why: why it cannot be pressed, with the rules; empty if it can.
        main: it is the natural next step.
        rules: what it rests on.
        more: it opens a menu of these, for which there was no room.
    """

    touch: Touch
    words: str
    spoken: str
    why: str = ""
    main: bool = False
    rules: tuple[str, ...] = ()
    more: tuple[Knob, ...] = ()


Knobs = Callable[[Touch], Knob | None]
"""Tells which button stands for a touch; None where nobody here can do it."""


def no_knobs(_touch: Touch) -> Knob | None:
    """Tell that nothing can be touched, as on the players' own screen."""
    return None


@dataclass(frozen=True, slots=True)
class CellSaid:
    """A cell in words.

    Attributes:
        words: what is drawn; empty where boxes are.
        spoken: what is said of it.
        sign: the icon before it.
        role: the colour of the words.
        bold: whether they are bold, so that a tone is seen without its colour.
        told: more on it.
        boxes: drawn in place of words.
        knobs: its buttons.
    """

    words: str
    spoken: str
    sign: str
    role: str
    bold: bool
    told: tuple[str, ...]
    boxes: tuple[Box, ...]
    knobs: tuple[Knob, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to see."""
        return not (self.words or self.sign or self.boxes or self.knobs)


def touches_of(ledger: Ledger) -> list[Touch]:
    """Return all that can be touched on a ledger."""
    found = [*ledger.touches]
    for line in ledger.lines:
        found += line.touches
        for cell in line.cells:
            found += cell.touches
    return found


def counts_down(ledger: Ledger) -> bool:
    """Say whether anything on a ledger goes by the clock."""
    return any(cell.until is not None for line in ledger.lines for cell in line.cells)


def words_of(message: Message | None) -> str:
    """Return a message as plain words in one line."""
    return clean(say(message), LONGEST) if message is not None else ""


def left_words(seconds: int) -> str:
    """Return how long something still takes, in the two largest units that it has."""
    if seconds <= 0:
        return tell("slate.due")
    parts: list[str] = []
    for unit, worth in _UNITS:
        count, seconds = divmod(seconds, worth)
        if count:
            parts.append(tell(f"slate.{unit}", count=count))
        elif parts:
            break
        if len(parts) == 2:
            break
    return " ".join(parts)


def say_cell(cell: Cell, clock: int, knobs: Knobs) -> CellSaid:
    """Return a cell in words at a moment of the table's clock."""
    words = words_of(cell.text)
    told = tuple(words_of(message) for message in cell.told)
    sign = cell.sign or SIGNS.get(cell.tone, "")
    if cell.until is not None:
        left = left_words(cell.until - clock)
        words = tell("slate.until", words=words, left=left) if words else left
        sign = sign or "hourglass"
    spoken = words
    if cell.boxes:
        full = sum(box.filled for box in cell.boxes)
        spoken = words or tell("slate.boxes", full=full, count=len(cell.boxes))
        told = (spoken, *told) if spoken not in told else told
    found = (knobs(touch) for touch in cell.touches)
    return CellSaid(
        words="" if cell.boxes else words,
        spoken=spoken,
        sign=sign if words or cell.sign or cell.boxes else "",
        role=TONES.get(cell.tone, "text"),
        bold=cell.tone in ("bad", "warn", "now"),
        told=told,
        boxes=cell.boxes,
        knobs=tuple(knob for knob in found if knob is not None),
    )


@lru_cache(maxsize=8192)
def width_of(words: str, face: Face) -> float:
    """Return how wide words are in one line."""
    return QFontMetricsF(face.font).horizontalAdvance(drawable(words)) + 1.0


@lru_cache(maxsize=8192)
def widest_word(words: str, face: Face) -> float:
    """Return how wide the longest word is: with less room it would be broken in itself."""
    return max((width_of(word, face) for word in words.split()), default=0.0)


@lru_cache(maxsize=64)
def line_height(face: Face) -> float:
    """Return how high a line is."""
    return QFontMetricsF(face.font).height()


@lru_cache(maxsize=8192)
def broken(words: str, face: Face, width: float, most: int) -> tuple[str, ...]:
    """Return words in lines no wider than there is room; in the last of `most` lines what has none becomes an ellipsis.

    What is broken is shown whole nowhere else: whoever cuts tells it on demand.
    """
    words = drawable(words)
    if width_of(words, face) <= width:
        return (words,)
    metrics = QFontMetricsF(face.font)
    layout = QTextLayout(words, face.font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    lines: list[str] = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width))
        start = line.textStart()
        if len(lines) == most - 1:
            lines.append(metrics.elidedText(words[start:].strip(), _ELIDE, width))
            break
        lines.append(words[start : start + line.textLength()].strip())
    layout.endLayout()
    return tuple(lines)


def is_cut(words: str, lines: tuple[str, ...]) -> bool:
    """Say whether something of the words is not to be seen."""
    return bool(lines) and lines[-1].endswith("…") and not words.endswith("…")
