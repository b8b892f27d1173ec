"""How a ledger is set on the slate: head, columns, lines, boxes and buttons in their places. Geometry of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.play.ledgers import Ledger, LedgerLine, Touch
from vtt.table.slate_parts import Parts, replace_stops
from vtt.table.slate_pieces import Block, Page, Row
from vtt.table.slate_words import CellSaid, Face, Knob, Knobs, line_height, say_cell, widest_word, width_of, words_of
from vtt.widgets.metrics import Metrics

_LOW: Final = 20
"""On a page that is no higher than so many letters, lines count more than a title."""
_LARGE: Final = 1.5
_LARGEST: Final = 2.3
"""How many times larger than what else is large: read from three metres, and from across the room."""
_ROOM_BETWEEN: Final = 4.0
"""What is left of the width goes between the columns, up to so many letters' height each."""


class Setter:
    """Sets ledgers; lines that say what they said before are not set again."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[object, Row]] = {}
        self._look: tuple[object, ...] = ()

    def set(self, ledger: Ledger, clock: int, width: float, m: Metrics, knobs: Knobs, *, high: float = 0.0) -> Page:
        """Return a ledger as it stands at a width, at a moment of the table's clock.

        Args:
            ledger: what is to be set.
            clock: of the table, in seconds.
            width: of the page.
            m: how large everything is.
            knobs: which button stands for what.
            high: how much of it is seen at once. Where that is little the title gives way to the lines, and where all
                has room besides, what is written largest becomes larger still.
        """
        work = _Work(ledger, clock, width, m, knobs, low=high < _LOW * m.font_body)
        if self._look != work.look:
            self._rows, self._look = {}, work.look
        head = work.head()
        rows, kept, under = [*head], dict[str, tuple[object, Row]](), ""
        for line, said, ends in zip(ledger.lines, work.said, work.ends, strict=True):
            under = "" if line.head else under
            key, shows = line.key, (said, ends, line.head, line.rules, under)
            found = self._rows.get(key)
            row = found[1] if found is not None and found[0] == shows else work.row(line, said, ends, under)
            under = work.whose(said) if line.head else under
            kept[key] = shows, row
            rows.append(row)
        if not ledger.lines and ledger.empty is not None:
            rows.append(work.sentence(words_of(ledger.empty), "muted"))
        self._rows = kept
        if ledger.large is not None and not work.low:
            grown = work.head(_LARGEST)
            if sum(row.height for row in (*grown, *rows[len(head) :])) <= high:
                rows[: len(head)] = grown
        tops: list[float] = []
        top = 0.0
        for row in rows:
            tops.append(top)
            top += row.height
        return Page(width, top, tuple(rows), tuple(tops))


class _Work(Parts):
    """One ledger while it is set."""

    def __init__(self, ledger: Ledger, clock: int, width: float, m: Metrics, knobs: Knobs, *, low: bool) -> None:
        super().__init__(width, m, low=low)
        self.ledger, self.knobs = ledger, knobs
        self.said = [tuple(say_cell(cell, clock, knobs) for cell in line.cells) for line in ledger.lines]
        self.ends = [self._ends(line) for line in ledger.lines]
        self.titles = [words_of(column) for column in ledger.columns]
        self.columns, self.below = self._columns()
        # Lines depend on nothing else but this, and on what they say.
        self.look = (width, m, low, tuple(self.columns or ()), self.below, tuple(self.titles))

    def _ends(self, line: LedgerLine) -> tuple[Knob, ...]:
        return self._found(line.touches)

    def _found(self, touches: Sequence[Touch]) -> tuple[Knob, ...]:
        found = dict[tuple[str, str, str], Knob]()
        for touch in touches:
            knob = self.knobs(touch)
            if knob is None:
                continue
            # What two seats can do about one character, each by an offer of its own, is one button.
            name, _, whose = touch.offer.partition(":")
            place = name, whose or str(touch.answers.get("actor", "")), knob.words.rstrip("…")
            if place not in found or (found[place].why and not knob.why):
                found[place] = knob
        return tuple(found.values())

    # ---- the head ----------------------------------------------------------------------------------------------------

    def head(self, large: float = _LARGE) -> list[Row]:
        """Return what stands above the lines; `large` says how many times larger than a title on a page."""
        ledger, m = self.ledger, self.m
        if self.low:
            return self._low_head()
        knobs = [self._knob(knob, "") for knob in self._found(ledger.touches)]
        title = width_of(words_of(ledger.title), self._title_face) + m.pad_xl
        beside = ledger.large is None and title + sum(knob.width + m.pad_xs for knob in knobs) <= self.room
        rows = [self._title(self._side_by_side(knobs) if beside else Block(), large)]
        rows += (self.sentence(words_of(said), "text") for said in ledger.said)
        if knobs and not beside:
            block = self._flow(knobs, self.room)
            rows.append(self._row(block, "head", above=m.pad_xs, below=m.pad_s))
        if any(self.titles) and self.columns is not None and ledger.lines:
            rows.append(self._titles(self.columns))
        return rows

    def _low_head(self) -> list[Row]:
        """Return it where every line counts: one row of what is large and of buttons; what is open its tab tells."""
        ledger, m = self.ledger, self.m
        knobs, title, large = self._found(ledger.touches), words_of(ledger.title), words_of(ledger.large)
        block = Block()
        if large:
            block = self._words(large, Face(m.font_title, bold=True), "accent_text", self.room, 1)
        elif ledger.title.params or not ledger.lines or self._has_room(title, knobs):
            block = self._words(title, Face(m.font_large, title=True), "text", self.room * (0.6 if knobs else 1.0), 1)
        if knobs:
            x = block.width + m.pad_m if block.width else 0.0
            buttons = self._one_row(knobs, "", self.room - x)
            high, whole = max(block.height, buttons.height), Block()
            whole.put(block, 0, (high - block.height) / 2)
            whole.put(buttons, x, (high - buttons.height) / 2)
            block = whole
        rows = [self._row(block, "title", above=m.pad_xs / 2, below=m.pad_xs / 2)] if block.height else []
        rows += (self.sentence(words_of(said), "text") for said in ledger.said)
        if any(self.titles) and self.columns is not None and ledger.lines:
            rows.append(self._titles(self.columns))
        return rows

    def _has_room(self, title: str, knobs: Sequence[Knob]) -> bool:
        """Say whether the title fits beside buttons that have a row of their own anyhow."""
        wide = width_of(title, Face(self.m.font_large, title=True)) + self.m.pad_m + self._width_of_knobs(knobs)
        return bool(knobs) and wide <= self.room

    @property
    def _title_face(self) -> Face:
        return Face(self.m.font_title, title=True)

    def _title(self, knobs: Block, times: float) -> Row:
        """Return the title with what is written largest, or with the buttons that have room beside it."""
        ledger, m = self.ledger, self.m
        title, large, face = words_of(ledger.title), words_of(ledger.large), self._title_face
        block = Block()
        if not large:
            first = self._words(title, face, "text", self.room, 2)
            high = max(first.height, knobs.height)
            block.put(first, 0, (high - first.height) / 2)
            block.put(knobs, self.room - knobs.width, (high - knobs.height) / 2)
        else:
            great = Face(round(m.font_display * times), bold=True)
            wide = width_of(large, great)
            if wide > self.room:
                great = Face(max(m.font_title, int(great.pixels * self.room / wide)), bold=True)
                wide = min(self.room, width_of(large, great))
            beside = self.room - wide - 2 * m.pad_l
            first, second = Block(), self._words(large, great, "accent_text", wide + 1, 1)
            if beside >= min(width_of(title, face), 8 * m.font_title):
                first = self._words(title, face, "text", beside, 2)
                block.put(first, 0, (second.height - first.height) / 2 if second.height > first.height else 0)
                block.put(second, self.room - second.width, 0)
            else:
                first = self._words(title, Face(m.font_large, bold=True), "muted", self.room, 2)
                block.put(first, 0, 0)
                block.put(second, 0, first.height)
        return self._row(block, "title", above=m.pad_xs, below=m.pad_xs)

    def sentence(self, words: str, role: str) -> Row:
        """Return a sentence as a row."""
        wide = self.room if self.low else min(self.room, 46.0 * self.m.font_body)
        block = self._words(words, self.body, role, wide, 6)
        return self._row(block, "said", above=self.m.pad_xs / 2, below=self.m.pad_xs / (2 if self.low else 1))

    def _titles(self, columns: list[tuple[float, float]]) -> Row:
        block = Block()
        for words, (x, wide) in zip(self.titles, columns, strict=False):
            if words:
                part = self._words(words, self.small, "muted", wide, 1)
                block.put(replace_stops(part, ()), x, 0)
        return self._row(block, "columns", above=self.m.pad_xs / (2 if self.low else 1), below=self.m.pad_xs / 2)

    # ---- the columns -------------------------------------------------------------------------------------------------

    def _columns(self) -> tuple[list[tuple[float, float]] | None, bool]:
        """Return where each column begins and how wide it is, and whether the buttons of a line stand below it.

        None where the page is too narrow for columns: then the cells of a line flow as words do.
        """
        plain = [said for said, line in zip(self.said, self.ledger.lines, strict=True) if not line.head]
        count = max([len(said) for said in plain] + [len(self.titles)], default=0)
        if not count:
            return [], False
        m, gap = self.m, float(self.m.pad_l)
        wishes, least = [0.0] * count, [0.0] * count
        for said in plain:
            for i, cell in enumerate(said):
                wish, need = self._wish(cell)
                wishes[i], least[i] = max(wishes[i], wish), max(least[i], need)
        for i, words in enumerate(self.titles):
            wishes[i] = max(wishes[i], width_of(words, self.small) + 1)
        end = max((self._width_of_knobs(ends) for ends in self.ends), default=0.0)
        for below in (False, True) if end else (False,):
            room = self.room - gap * (count - 1) - (end + gap if end and not below else 0.0)
            if not below and end > self.room * 0.5:
                continue
            if sum(wishes) <= room:
                spare = (room - sum(wishes)) / max(1, count - 1 if not end or below else count)
                return _placed(wishes, gap + min(spare, _ROOM_BETWEEN * m.font_body), self.pad * 0), below
            if sum(least) <= room and (below or not end or sum(least) * 1.25 <= room):
                return _placed(_shared(wishes, least, room), gap, 0.0), below
        return None, True

    def _wish(self, cell: CellSaid) -> tuple[float, float]:
        """Return how wide a cell would like to be, and how wide it must be."""
        m = self.m
        sign = m.icon_s + m.pad_xs if cell.sign else 0.0
        face = self.bold if cell.bold else self.body
        words = width_of(cell.words, face) if cell.words else 0.0
        need = min(words, max(6.0 * m.font_body, min(widest_word(cell.words, face), 10.0 * m.font_body)))
        if cell.boxes:
            side = self._side() + m.pad_xs / 2
            words, need = side * len(cell.boxes), side * min(5, len(cell.boxes))
        knobs = self._width_of_knobs(cell.knobs)
        between = m.pad_s if knobs and (words or sign) else 0.0
        one = max((self._width_of_knobs((knob,)) for knob in cell.knobs), default=0.0)
        return sign + words + between + knobs, max(sign + need, one)

    # ---- lines -------------------------------------------------------------------------------------------------------

    def whose(self, said: tuple[CellSaid, ...]) -> str:
        """Return what a line is about: what its first cell says."""
        return next((cell.spoken for cell in said if cell.spoken), "")

    def row(self, line: LedgerLine, said: tuple[CellSaid, ...], ends: tuple[Knob, ...], under: str) -> Row:
        """Return a line as a row; `under` is the head that it stands below."""
        whose = ", ".join(filter(None, (under, self.whose(said))))
        knobs = [self._knob(knob, whose) for knob in ends]
        if line.head:
            return self._head_row(line, said, ends, whose)
        if self.columns is None:
            return self._stacked(line, said, knobs, whose)
        block, m = Block(), self.m
        cells = [
            self._cell(cell, wide, self._name(i, cell, whose), line.rules)
            for i, (cell, (_, wide)) in enumerate(zip(said, self.columns, strict=False))
        ]
        end = self._side_by_side(knobs) if knobs and not self.below else Block()
        high = max(end.height, line_height(self.body), *(cell.height for cell in cells))
        left, top = self.pad, m.pad_xs / (2 if self.low else 1)
        for cell, (x, _) in zip(cells, self.columns, strict=False):
            block.put(cell, left + x, top + (high - cell.height) / 2)
        block.put(end, left + self.room - end.width, top + (high - end.height) / 2)
        deep = top + high
        if knobs and self.below:
            block.put(self._one_row(ends, whose, self.room), left, deep + top)
            deep = block.height
        return Row(round(deep + top), tuple(block.pieces), tuple(block.stops), "line", line.key)

    def _head_row(self, line: LedgerLine, said: tuple[CellSaid, ...], ends: tuple[Knob, ...], whose: str) -> Row:
        m = self.m
        if self.low:
            return self._low_head_row(line, said, ends, whose)
        knobs = [self._knob(knob, whose) for knob in ends]
        wide = sum(knob.width for knob in knobs) + m.pad_xs * max(0, len(knobs) - 1)
        beside = wide <= self.room * 0.5
        end = self._side_by_side(knobs) if knobs and beside else Block()  # blocks are moved: they are laid only once
        room = self.room - (wide + m.pad_l if beside and knobs else 0.0)
        cells = []
        for i, cell in enumerate(said):
            if not cell.is_empty:
                cells.append(self._cell(cell, room, cell.spoken, line.rules, bold=i == 0))
        block = self._flow(cells, room, gap=m.pad_l)
        if knobs and beside:
            high = max(block.height, end.height)
            whole = Block()
            whole.put(block, 0, (high - block.height) / 2)
            whole.put(end, self.room - end.width, (high - end.height) / 2)
            block = whole
        elif knobs:
            block.put(self._flow(knobs, self.room), 0, block.height + m.pad_xs)
        return self._row(block, "group", above=m.pad_s, below=m.pad_xs, key=line.key)

    def _low_head_row(self, line: LedgerLine, said: tuple[CellSaid, ...], ends: tuple[Knob, ...], whose: str) -> Row:
        """Return the head of a group in one row with its buttons."""
        m, whole = self.m, Block()
        cells = [
            self._cell(cell, self.room, cell.spoken, line.rules, bold=i == 0)
            for i, cell in enumerate(said)
            if not cell.is_empty
        ]
        words = self._flow(cells, self.room * (0.7 if ends else 1.0), gap=m.pad_m)
        end = self._one_row(ends, whose, self.room - words.width - m.pad_m) if ends else Block()
        high, x = max(words.height, end.height), self.room - end.width
        whole.put(words, 0, (high - words.height) / 2)
        whole.put(end, x, (high - end.height) / 2)
        return self._row(whole, "group", above=m.pad_xs / 2, below=m.pad_xs / 2, key=line.key)

    def _stacked(self, line: LedgerLine, said: tuple[CellSaid, ...], knobs: list[Block], whose: str) -> Row:
        m = self.m
        parts = []
        for i, cell in enumerate(said):
            if cell.is_empty:
                continue
            name = self.titles[i] if i < len(self.titles) and i else ""
            part = self._cell(cell, self.room, self._name(i, cell, whose), line.rules, bold=i == 0)
            if name:
                head = replace_stops(self._words(name, self.small, "muted", self.room * 0.45, 1), ())
                both = Block()
                rest = self._cell(cell, self.room - head.width - m.pad_s, self._name(i, cell, whose), line.rules)
                high = max(head.height, rest.height)
                both.put(head, 0, (high - head.height) / 2)
                both.put(rest, head.width + m.pad_s, (high - rest.height) / 2)
                part = both
            parts.append(part)
        block = self._flow([*parts, *knobs], self.room, gap=m.pad_m)
        return self._row(block, "line", above=m.pad_s, below=m.pad_s, key=line.key)

    def _name(self, column: int, cell: CellSaid, whose: str) -> str:
        """Return what a screen reader says of a cell: whose it is, what the column is called, and what it says."""
        if not column:
            return whose or cell.spoken
        title = self.titles[column] if column < len(self.titles) else ""
        return ", ".join(part for part in (whose, title, cell.spoken) if part)


def _placed(widths: Sequence[float], gap: float, start: float) -> list[tuple[float, float]]:
    found, x = [], start
    for wide in widths:
        found.append((x, wide))
        x += wide + gap
    return found


def _shared(wishes: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Share out what there is: whoever wishes for most gives way first, none below its least."""
    low, high = 0.0, max(wishes)
    for _ in range(24):
        most = (low + high) / 2
        if sum(max(need, min(wish, most)) for wish, need in zip(wishes, least, strict=True)) <= room:
            low = most
        else:
            high = most
    return [max(need, min(wish, low)) for wish, need in zip(wishes, least, strict=True)]
