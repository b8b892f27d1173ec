"""The parts of a ledger on the slate, each a block: cells, boxes, words, buttons; and blocks beside one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRectF

from engine.play.ledgers import Box, Touch
from vtt.table.naming import tell
from vtt.table.slate_pieces import Block, Button, Piece, Row, Sign, Squares, Stop, Text
from vtt.table.slate_words import CellSaid, Face, Knob, broken, is_cut, line_height, widest_word, width_of
from vtt.widgets.metrics import Metrics

_MOST_LINES: Final = 3
_MOST_LOW: Final = 2
"""Words of a cell are broken into so many lines; on a low page into fewer."""


class Parts:
    """Makes the parts of one page.

    Args:
        width: of the page.
        m: how large everything is.
        low: every line counts, for few are seen at once.
    """

    def __init__(self, width: float, m: Metrics, *, low: bool) -> None:
        self.m, self.low = m, low
        self.body, self.bold = Face(m.font_body), Face(m.font_body, bold=True)
        self.small = Face(m.font_small, bold=True)
        self.pad = float(m.pad_m)
        self.room = max(40.0, width - 2 * self.pad)

    def _cell(self, cell: CellSaid, wide: float, name: str, rules: tuple[str, ...], *, bold: bool = False) -> Block:
        """Return a cell: a sign, words or boxes, and its buttons beside them or, where there is no room, below."""
        face = self.bold if cell.bold or bold else self.body
        if not cell.knobs:
            return self._body(cell, wide, face, name, rules)
        m = self.m
        knobs = [self._knob(knob, name) for knob in cell.knobs]
        least = self._width_of_knobs(cell.knobs) + m.pad_s
        sign = m.icon_s + m.pad_xs if cell.sign else 0
        if sign + widest_word(cell.words, face) + least <= wide + 1:
            block = self._body(cell, wide - least, face, name, rules)
            beside = self._side_by_side(knobs)
            whole, high = Block(), max(block.height, beside.height)
            whole.put(block, 0, (high - block.height) / 2)
            whole.put(beside, block.width + m.pad_s if block.width else 0, (high - beside.height) / 2)
            return whole
        block = self._body(cell, wide, face, name, rules)
        block.put(self._flow(knobs, wide), 0, block.height + m.pad_xs if block.height else 0)
        return block

    def _body(self, cell: CellSaid, wide: float, face: Face, name: str, rules: tuple[str, ...]) -> Block:
        """Return a cell without its buttons."""
        m, x, line = self.m, 0.0, line_height(face)
        pieces: list[Piece] = []
        told, high = cell.told, 0.0
        if cell.sign:
            x, high = float(m.icon_s + m.pad_xs), float(m.icon_s)
        room = max(1.0, wide - x)
        if cell.boxes:
            body = self._boxes(cell.boxes, room)
            high, wide = max(high, body.rect.height()), body.rect.width()
            body.rect.moveTo(x, (high - body.rect.height()) / 2)
            pieces.append(body)
        elif cell.words:
            lines = broken(cell.words, face, room, _MOST_LOW if self.low else _MOST_LINES)
            if is_cut(cell.words, lines):
                told = (cell.words, *told)
            wide = min(room, width_of(lines[0], face) if len(lines) == 1 else max(width_of(w, face) for w in lines))
            deep = len(lines) * line
            high = max(high, deep)
            pieces.append(Text(QRectF(x, (high - deep) / 2, wide, deep), lines, face, cell.role, bool(cell.told)))
        else:
            wide, x = 0.0, float(m.icon_s) if cell.sign else 0.0
        if cell.sign:
            top = (min(high, line) if high > 1.5 * line and not cell.boxes else high) / 2 - m.icon_s / 2
            pieces.append(Sign(QRectF(0, top, m.icon_s, m.icon_s), cell.sign, cell.role))
        if not pieces:
            return Block()
        return Block(x + wide, high, pieces, [Stop(QRectF(0, 0, x + wide, high), name or cell.spoken, told, rules)])

    def _boxes(self, boxes: tuple[Box, ...], wide: float) -> Squares:
        m, gap = self.m, max(1.0, self.m.pad_xs / 2)
        side = self._side()
        if (side + gap) * len(boxes) - gap > wide:  # a little smaller is better than two rows
            side = max(m.font_body * 0.95, min(side, (wide + gap) / len(boxes) - gap))
        each = max(1, min(len(boxes), int((wide + gap) / (side + gap))))
        rows = -(-len(boxes) // each)
        rect = QRectF(0, 0, each * (side + gap) - gap, rows * (side + gap) - gap)
        return Squares(rect, boxes, side, gap, each)

    def _words(self, words: str, face: Face, role: str, wide: float, most: int) -> Block:
        lines = broken(words, face, wide, most)
        rect = QRectF(0, 0, min(wide, max(width_of(line, face) for line in lines)), len(lines) * line_height(face))
        told = (words,) if is_cut(words, lines) else ()
        return Block(rect.width(), rect.height(), [Text(rect, lines, face, role)], [Stop(QRectF(rect), words, told)])

    def _knob(self, knob: Knob, whose: str) -> Block:
        m = self.m
        wide = min(self._width_of_knobs((knob,)), self.room)
        high = max(m.control * (0.72 if self.low else 0.88), line_height(self.bold) + m.pad_xs)
        rect = QRectF(0, 0, wide, round(high))
        lines = broken(knob.words, self.bold, wide - 2 * m.pad_s, 1)
        name = f"{whose}: {knob.spoken}" if whose else knob.spoken
        told = ((knob.spoken,) if is_cut(knob.words, lines) else ()) + ((knob.why,) if knob.why else ())
        stop = Stop(
            QRectF(rect), f"{name}. {knob.why}" if knob.why else name, told, () if knob.why else knob.rules, knob
        )
        return Block(wide, rect.height(), [Button(rect, knob, lines[0], self.bold)], [stop])

    def _side_by_side(self, blocks: Sequence[Block]) -> Block:
        whole, x = Block(), 0.0
        for block in blocks:
            whole.put(block, x, 0)
            x = whole.width + self.m.pad_xs
        return whole

    def _flow(self, blocks: Sequence[Block], wide: float, gap: float | None = None) -> Block:
        """Lay blocks side by side and go on below, as words do."""
        gap = float(self.m.pad_xs) if gap is None else gap
        whole, x, y = Block(), 0.0, 0.0
        row: list[tuple[Block, float]] = []

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

    def _row(self, block: Block, kind: str, *, above: float, below: float, key: str = "") -> Row:
        inner, high = Block(), block.height
        inner.put(block, self.pad, above)
        return Row(round(above + high + below), tuple(inner.pieces), tuple(inner.stops), kind, key)

    def _one_row(self, knobs: Sequence[Knob], whose: str, wide: float) -> Block:
        """Return buttons; on a low page in one row, and those for which it has no room under the last of it."""
        blocks = [self._knob(knob, whose) for knob in knobs]
        if not self.low:
            return self._flow(blocks, wide)
        if sum(block.width for block in blocks) + self.m.pad_xs * (len(blocks) - 1) <= wide:
            return self._side_by_side(blocks)
        least = self._width_of_knobs((_more_of(()),)) + self.m.pad_xs
        fits, x = 0, least
        for block in blocks:
            x += block.width + self.m.pad_xs
            if x > wide:
                break
            fits += 1
        return self._side_by_side([*blocks[:fits], self._knob(_more_of(tuple(knobs[fits:])), whose)])

    def _side(self) -> float:
        return round(self.m.font_body * 1.35)

    def _width_of_knobs(self, knobs: Sequence[Knob]) -> float:
        m = self.m
        widths = [min(width_of(k.words, self.bold), 15.0 * m.font_body) + 2 * m.pad_s + 2 for k in knobs]
        return sum(widths) + m.pad_xs * max(0, len(widths) - 1)


def _more_of(knobs: tuple[Knob, ...]) -> Knob:
    """Return the button under which others are."""
    return Knob(Touch(offer=""), "…", tell("slate.more_buttons", count=len(knobs)), more=knobs)


def replace_stops(block: Block, stops: Sequence[Stop]) -> Block:
    """Return a block with other stops."""
    return replace(block, stops=list(stops))
