"""Texts of a status page: words of cells, times that are left, buttons; and how words are broken into lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from engine.messages.message import Message
from engine.messages.texts import say
from engine.presentation.status_pages import PageButton, ProgressBox, StatusPage, StatusPageCell
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.screen_names import clean_name, table_text
from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.look.ui_fonts import title_font, ui_font

TONES: Final = {"good": "ok", "warn": "warning", "bad": "danger", "dim": "muted", "now": "accent_text"}
"""The colour of words of a tone."""
FILLS: Final = {"good": "ok", "warn": "warning", "bad": "danger", "dim": "outline", "now": "accent"}
"""The colour of a filled box of a tone."""
SIGNS: Final = {"bad": "warning", "warn": "warning"}
"""The icon before text of a tone without an icon of its own: colour is never the only sign."""
LONGEST: Final = 400
LONGEST_WHOLE: Final = 4000
"""The length of a text that is shown to its end."""
MOST_WHOLE: Final = 400
"""The number of lines of such a text."""
_NARROW: Final = 0.25
"""The mean width of the letters of a narrow text, in heights of a letter."""
_ELIDE: Final = Qt.TextElideMode.ElideRight
_UNITS: Final = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


class FontSpec(NamedTuple):
    """The attributes of a font, hashable so that measurements can be cached."""

    pixels: int
    bold: bool = False
    title: bool = False

    @property
    def font(self) -> QFont:
        """The font."""
        weight = QFont.Weight.DemiBold if self.bold else QFont.Weight.Normal
        return title_font(self.pixels) if self.title else ui_font(self.pixels, weight=weight)


@dataclass(frozen=True, slots=True)
class StatusPageButton:
    """A button on a status page.

    Attributes:
        page_button: the offer or the link behind it.
        words: its text.
        spoken: the text in full.
        why: why it is disabled, with the rules; empty if it is enabled.
        main: whether it is the primary next step.
        rules: the rules behind it.
        more: the buttons of its menu, if it replaces those without room.
        odds: the odds of its offer, at its right end; None for none.
        keeps_odds_room: there is room for them.
        shows: the odds that it shows in full in place of doing anything; None for a button of an offer or a link.
    """

    page_button: PageButton
    words: str
    spoken: str
    why: str = ""
    main: bool = False
    rules: tuple[str, ...] = ()
    more: tuple[StatusPageButton, ...] = ()
    odds: OddsFigure | None = None
    keeps_odds_room: bool = False
    shows: OddsFigure | None = None


ButtonLookup = Callable[[PageButton], StatusPageButton | None]
"""Returns the button of an offer or a link; None if nobody here can take it."""
PageButtonLookup = Callable[[Sequence[PageButton]], Sequence[StatusPageButton | None]]
"""The same for all offers and links of a page, in their order."""


def no_buttons(page_buttons: Sequence[PageButton]) -> Sequence[StatusPageButton | None]:
    """Return no button for any of them, as on the players' own screen."""
    return [None] * len(page_buttons)


@dataclass(frozen=True, slots=True)
class CellText:
    """The texts of a cell.

    Attributes:
        words: the visible text; empty if there are boxes.
        spoken: the text for a screen reader.
        sign: the icon before it.
        role: the colour of the text.
        bold: whether it is bold, so that colour is not the only sign of a tone.
        details: further lines.
        boxes: drawn instead of text.
        buttons: its buttons.
        whole: whether its text is shown to its end, with its paragraphs as lines.
    """

    words: str
    spoken: str
    sign: str
    role: str
    bold: bool
    details: tuple[str, ...]
    boxes: tuple[ProgressBox, ...]
    buttons: tuple[StatusPageButton, ...]
    whole: bool = False

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to see."""
        return not (self.words or self.sign or self.boxes or self.buttons)


def buttons_on_page(status_page: StatusPage) -> list[PageButton]:
    """Return all buttons of a page."""
    buttons: list[PageButton] = [*status_page.buttons]
    for line in status_page.lines:
        buttons += line.buttons
        for cell in line.cells:
            buttons += (*cell.buttons, *cell.links)
    return buttons


def has_countdown(status_page: StatusPage) -> bool:
    """Return whether anything on a page depends on the clock."""
    return any(cell.until is not None for line in status_page.lines for cell in line.cells)


def message_text(message: Message | None) -> str:
    """Return a message as plain text in one line."""
    return clean_name(say(message), LONGEST) if message is not None else ""


def remaining_time_text(seconds: int) -> str:
    """Return a remaining time, in its two largest units."""
    if seconds <= 0:
        return table_text("slate.due")
    parts: list[str] = []
    for unit, worth in _UNITS:
        count, seconds = divmod(seconds, worth)
        if count:
            parts.append(table_text(f"slate.{unit}", count=count))
        elif parts:
            break
        if len(parts) == 2:
            break
    return " ".join(parts)


def cell_text(cell: StatusPageCell, clock: int, buttons: ButtonLookup) -> CellText:
    """Return the texts of a cell at a moment of the table's clock."""
    words = " · ".join(map(say, cell.texts))
    words = _paragraphs(words) if cell.whole else clean_name(words, LONGEST)
    details = tuple(message_text(message) for message in cell.details)
    sign = cell.sign or SIGNS.get(cell.tone, "")
    if cell.until is not None:
        left = remaining_time_text(cell.until - clock)
        words = table_text("slate.until", words=words, left=left) if words else left
        sign = sign or "hourglass"
    spoken = words
    if cell.boxes:
        full = sum(box.filled for box in cell.boxes)
        spoken = words or table_text("slate.boxes", full=full, count=len(cell.boxes))
        details = (spoken, *details) if spoken not in details else details
    page_buttons: list[PageButton] = [*cell.buttons, *cell.links]
    cell_buttons = map(buttons, page_buttons)
    return CellText(
        words="" if cell.boxes else words,
        spoken=spoken,
        sign=sign if words or cell.sign or cell.boxes else "",
        role=TONES.get(cell.tone, "text"),
        bold=cell.tone in ("bad", "warn", "now"),
        details=details,
        boxes=cell.boxes,
        buttons=tuple(button for button in cell_buttons if button is not None),
        whole=cell.whole,
    )


def shortened(cell: CellText) -> CellText:
    """Return a cell with the beginning of its text, if that is a long one."""
    if not cell.whole or len(cell.words) <= LONGEST:
        return cell
    return replace(cell, words=clean_name(cell.words, LONGEST), whole=False)


def _paragraphs(text: str) -> str:
    """Return a text without control characters, its paragraphs as lines."""
    return "\n".join(filter(None, (clean_name(line, LONGEST_WHOLE) for line in text[:LONGEST_WHOLE].splitlines())))


@lru_cache(maxsize=8192)
def measured_width(words: str, face: FontSpec) -> float:
    """Return the width of a text; of one with paragraphs, that of the longest."""
    metrics = QFontMetricsF(face.font)
    return max(metrics.horizontalAdvance(drawable(line)) for line in words.split("\n")) + 1.0


@lru_cache(maxsize=8192)
def width_up_to(words: str, face: FontSpec, most: float) -> float:
    """Return the width of a text with paragraphs, or `most` if it is wider: then most of it is never measured."""
    wide = 0.0
    for line in words.split("\n"):
        start = line[: int(most / (_NARROW * face.pixels)) + 1]
        wide = max(wide, measured_width(start, face))
        if wide < most and len(start) < len(line):
            wide = max(wide, measured_width(line, face))
        if wide >= most:
            return most
    return wide


@lru_cache(maxsize=8192)
def widest_word(words: str, face: FontSpec) -> float:
    """Return the width of the longest word; with less room the word itself would be broken."""
    return max((measured_width(word, face) for word in words.split()), default=0.0)


@lru_cache(maxsize=64)
def line_height(face: FontSpec) -> float:
    """Return the height of a line."""
    return QFontMetricsF(face.font).height()


@lru_cache(maxsize=8192)
def broken_lines(words: str, face: FontSpec, width: float, most: int) -> tuple[str, ...]:
    """Return text in lines of a width; the last of `most` lines ends in an ellipsis if text is left.

    The caller must make text that is cut available in another way.
    """
    words = drawable(words)
    if len(words) <= LONGEST and measured_width(words, face) <= width:
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


def whole_lines(text: str, face: FontSpec, width: float) -> tuple[str, ...]:
    """Return all lines of a text with paragraphs."""
    lines = [line for part in text.split("\n") for line in broken_lines(part, face, width, MOST_WHOLE)]
    return tuple(lines[:MOST_WHOLE])


def is_cut(words: str, lines: tuple[str, ...]) -> bool:
    """Return whether part of the text is not visible."""
    return bool(lines) and lines[-1].endswith("…") and not words.endswith("…")
