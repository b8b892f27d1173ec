"""Blocks of a status page: cells, boxes, words and buttons, and blocks beside one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from PySide6.QtCore import QRectF

from engine.presentation.status_pages import OfferButton, ProgressBox
from vtt.shared.campaign_panel import text
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.screen_names import table_text
from vtt.table.status_pages.status_page_elements import (
    BoxesElement,
    ButtonElement,
    ElementBlock,
    IconElement,
    StatusPageElement,
    StatusPageRow,
    StatusPageStop,
    TextElement,
)
from vtt.table.status_pages.status_page_text import (
    CellText,
    FontSpec,
    StatusPageButton,
    broken_lines,
    is_cut,
    line_height,
    measured_width,
    whole_lines,
    widest_word,
    width_up_to,
)
from vtt.widgets.look.ui_metrics import UiMetrics

_MOST_LINES: Final = 3
MOST_WITH_ROOM: Final = 5
"""The greatest number of lines for a cell's text, and that where the page has room for more."""
_WIDEST_BUTTON: Final = 26.0
_WIDEST_LOW: Final = 15.0
"""The greatest width of the words of a button, in heights of a letter; on a low page less."""
_MOST_MEASURED: Final = 6
"""The number of lines of which each is measured; more fill the width of a cell."""


class StatusPageBlockBuilder:
    """Builds the blocks of one page.

    Args:
        width: of the page.
        m: every length.
        low: whether the page is low, so that every line counts.
    """

    def __init__(self, width: float, m: UiMetrics, *, low: bool) -> None:
        self.m, self.low = m, low
        self.most_lines = _MOST_LINES
        self.body, self.bold = FontSpec(m.font_body), FontSpec(m.font_body, bold=True)
        self.small = FontSpec(m.font_small, bold=True)
        self.pad = float(m.pad_m)
        self.room = max(40.0, width - 2 * self.pad)

    @property
    def button_height(self) -> int:
        """The height of every button."""
        m = self.m
        return round(max(m.control * (0.72 if self.low else 0.88), line_height(self.bold) + m.pad_xs))

    def _cell(
        self, cell: CellText, wide: float, name: str, rules: tuple[str, ...], *, bold: bool = False
    ) -> ElementBlock:
        """Return a cell: an icon, text or boxes, and its buttons beside them, or below where there is no room."""
        face = self.bold if cell.bold or bold else self.body
        if not cell.buttons:
            return self._body(cell, wide, face, name, rules)
        m = self.m
        buttons = [self._button(button, name) for button in cell.buttons]
        least = self._width_of_buttons(cell.buttons) + m.pad_s
        sign = m.icon_s + m.pad_xs if cell.sign else 0
        widest = width_up_to(cell.words, face, wide + 2) if cell.whole else widest_word(cell.words, face)
        if sign + widest + least <= wide + 1:  # a long text has its buttons below it
            block = self._body(cell, wide - least, face, name, rules)
            beside = self._side_by_side(buttons)
            whole, high = ElementBlock(), max(block.height, beside.height)
            whole.put(block, 0, (high - block.height) / 2)
            whole.put(beside, block.width + m.pad_s if block.width else 0, (high - beside.height) / 2)
            return whole
        block = self._body(cell, wide, face, name, rules)
        block.put(self._flow(buttons, wide), 0, block.height + m.pad_xs if block.height else 0)
        return block

    def _body(self, cell: CellText, wide: float, face: FontSpec, name: str, rules: tuple[str, ...]) -> ElementBlock:
        """Return a cell without its buttons."""
        m, x, line = self.m, 0.0, line_height(face)
        elements: list[StatusPageElement] = []
        details, high = cell.details, 0.0
        if cell.sign:
            x, high = float(m.icon_s + m.pad_xs), float(m.icon_s)
        room = max(1.0, wide - x)
        if cell.boxes:
            body = self._boxes(cell.boxes, room)
            high, wide = max(high, body.rect.height()), body.rect.width()
            body.rect.moveTo(x, (high - body.rect.height()) / 2)
            elements.append(body)
        elif cell.words:
            lines = (
                whole_lines(cell.words, face, room)
                if cell.whole
                else broken_lines(cell.words, face, room, self.most_lines)
            )
            if is_cut(cell.words, lines):
                details = (cell.words, *details)
            if len(lines) <= _MOST_MEASURED:
                room = min(room, max(measured_width(line, face) for line in lines))
            wide = room
            deep = len(lines) * line
            high = max(high, deep)
            elements.append(
                TextElement(QRectF(x, (high - deep) / 2, wide, deep), lines, face, cell.role, bool(cell.details))
            )
        else:
            wide, x = 0.0, float(m.icon_s) if cell.sign else 0.0
        if cell.sign:
            top = (min(high, line) if high > 1.5 * line and not cell.boxes else high) / 2 - m.icon_s / 2
            elements.append(IconElement(QRectF(0, top, m.icon_s, m.icon_s), cell.sign, cell.role))
        if not elements:
            return ElementBlock()
        return ElementBlock(
            x + wide,
            high,
            elements,
            [StatusPageStop(QRectF(0, 0, x + wide, high), name or cell.spoken, details, rules)],
        )

    def _boxes(self, boxes: tuple[ProgressBox, ...], wide: float) -> BoxesElement:
        m, gap = self.m, max(1.0, self.m.pad_xs / 2)
        box_size = self._box_size()
        if (box_size + gap) * len(boxes) - gap > wide:  # a little smaller is better than two rows
            box_size = max(m.font_body * 0.95, min(box_size, (wide + gap) / len(boxes) - gap))
        boxes_per_row = max(1, min(len(boxes), int((wide + gap) / (box_size + gap))))
        rows = -(-len(boxes) // boxes_per_row)
        rect = QRectF(0, 0, boxes_per_row * (box_size + gap) - gap, rows * (box_size + gap) - gap)
        return BoxesElement(rect, boxes, box_size, gap, boxes_per_row)

    def _words(self, words: str, face: FontSpec, role: str, wide: float, most: int) -> ElementBlock:
        lines = broken_lines(words, face, wide, most)
        rect = QRectF(
            0, 0, min(wide, max(measured_width(line, face) for line in lines)), len(lines) * line_height(face)
        )
        details = (words,) if is_cut(words, lines) else ()
        return ElementBlock(
            rect.width(),
            rect.height(),
            [TextElement(rect, lines, face, role)],
            [StatusPageStop(QRectF(rect), words, details)],
        )

    def _button(self, button: StatusPageButton, whose: str, *, whole: bool = False) -> ElementBlock:
        """Return a button; if `whole`, its words are as wide on a low page as on any other."""
        m = self.m
        wide = min(self._width_of_buttons((button,), whole=whole), self.room)
        rect = QRectF(0, 0, wide, self.button_height)
        room = self._odds_room(button)
        lines = broken_lines(button.words, self.bold, wide - room - 2 * m.pad_s, 1)
        name = f"{whose}: {button.spoken}" if whose else button.spoken
        details = ((button.spoken,) if is_cut(button.words, lines) else ()) + ((button.why,) if button.why else ())
        stop = StatusPageStop(
            QRectF(rect),
            f"{name}. {button.why}" if button.why else name,
            details,
            () if button.why else button.rules,
            button,
        )
        block = ElementBlock(wide, rect.height(), [ButtonElement(rect, button, lines[0], self.bold, room)], [stop])
        if button.odds is not None:
            self._add_odds(block, button, button.odds)
        return block

    def _add_odds(self, block: ElementBlock, button: StatusPageButton, odds: OddsFigure) -> None:
        """Put the odds of a button into its right end, as a button of its own that shows them in full."""
        room = self._odds_room(button)
        rect = QRectF(block.width - room, 0, room, block.height)
        shown = StatusPageButton(button.page_button, odds.words, odds.spoken, main=button.main, shows=odds)
        lines = broken_lines(odds.words, self.bold, room - self.m.pad_xs, 1)
        block.elements.append(ButtonElement(rect, shown, lines[0], self.bold))
        block.stops.append(StatusPageStop(QRectF(rect), f"{button.spoken}. {odds.spoken}", (odds.spoken,), (), shown))

    def _odds_room(self, button: StatusPageButton) -> float:
        """Return the room for the odds of a button: for those that it has, or that it may get."""
        if button.odds is None and not button.keeps_odds_room:
            return 0.0
        words = button.odds.words if button.odds is not None else ""
        least = measured_width(text("odds.percent", percent="100"), self.bold)
        return max(least, measured_width(words, self.bold)) + 2 * self.m.pad_xs

    def _side_by_side(self, blocks: Sequence[ElementBlock]) -> ElementBlock:
        whole, x = ElementBlock(), 0.0
        for block in blocks:
            whole.put(block, x, 0)
            x = whole.width + self.m.pad_xs
        return whole

    def _flow(self, blocks: Sequence[ElementBlock], wide: float, gap: float | None = None) -> ElementBlock:
        """Arrange blocks side by side and wrap them like words."""
        gap = float(self.m.pad_xs) if gap is None else gap
        whole, x, y = ElementBlock(), 0.0, 0.0
        row: list[tuple[ElementBlock, float]] = []

        def close() -> None:
            high = max((block.height for block, _ in row), default=0.0)
            for block, at in row:
                whole.put(block, at, y + (high - block.height) / 2)
            row.clear()

        for block in blocks:
            if row and x + block.width > wide + 0.5:
                close()
                x, y = 0.0, whole.height + self.m.pad_xs
            row.append((block, x))
            x += block.width + gap
        close()
        return whole

    def _row(self, block: ElementBlock, kind: str, *, above: float, below: float, key: str = "") -> StatusPageRow:
        inner, high = ElementBlock(), block.height
        inner.put(block, self.pad, above)
        return StatusPageRow(round(above + high + below), tuple(inner.elements), tuple(inner.stops), kind, key)

    def _one_row(self, buttons: Sequence[StatusPageButton], whose: str, wide: float) -> ElementBlock:
        """Return buttons; on a low page in one row, with shorter words or a menu for those without room."""
        gap = self.m.pad_xs

        def count_in(room: float, blocks: Sequence[ElementBlock]) -> int:
            return sum(end <= room + gap for end in accumulate(block.width + gap for block in blocks))

        blocks = [self._button(button, whose, whole=True) for button in buttons]
        if not self.low:
            return self._flow(blocks, wide)
        if count_in(wide, blocks) < len(blocks):
            blocks = [self._button(button, whose) for button in buttons]
        if count_in(wide, blocks) < len(blocks):
            fits = count_in(wide - gap - self._width_of_buttons((more_of(()),)), blocks)
            blocks = [*blocks[:fits], self._button(more_of(tuple(buttons[fits:])), whose)]
        return self._side_by_side(blocks)

    def _box_size(self) -> float:
        return round(self.m.font_body * 1.35)

    def _width_of_buttons(self, buttons: Sequence[StatusPageButton], *, whole: bool = False) -> float:
        if not buttons:
            return 0.0
        m = self.m
        widest = (_WIDEST_LOW if self.low and not whole else _WIDEST_BUTTON) * m.font_body
        widths = [
            min(measured_width(k.words, self.bold), widest) + 2 * m.pad_s + 2 + self._odds_room(k) for k in buttons
        ]
        return sum(widths) + m.pad_xs * (len(widths) - 1)


def more_of(buttons: tuple[StatusPageButton, ...]) -> StatusPageButton:
    """Return the button with a menu of other buttons."""
    return StatusPageButton(
        OfferButton(offer=""), "…", table_text("slate.more_buttons", count=len(buttons)), more=buttons
    )


def replace_stops(block: ElementBlock, stops: Sequence[StatusPageStop]) -> ElementBlock:
    """Return a block with other stops."""
    return replace(block, stops=list(stops))
