"""The layout of a status page: title, columns, lines, boxes and buttons at their places for a width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageLine
from vtt.table.status_pages.status_page_blocks import MOST_WITH_ROOM, StatusPageBlockBuilder, more_of, replace_stops
from vtt.table.status_pages.status_page_elements import ElementBlock, LaidOutStatusPage, StatusPageRow, TextElement
from vtt.table.status_pages.status_page_text import (
    ButtonLookup,
    CellText,
    FontSpec,
    StatusPageButton,
    cell_text,
    line_height,
    measured_width,
    message_text,
    shortened,
    widest_word,
    width_up_to,
)
from vtt.widgets.look.ui_metrics import UiMetrics

_LOW: Final = 20
"""On a page of at most this height in letters, lines count more than a title."""
_LOWEST: Final = 10
"""On a page of at most this height in letters, there is room for one line only if its buttons are below it."""
_LARGE: Final = 1.5
_LARGEST: Final = 2.3
"""The factors for large text: to be read from three metres, and from across the room."""
_LETTERS_AT_ONCE: Final = 50_000
"""So many letters of long texts are laid out at once; the rest waits, so that the window never does."""
_MOST_NAMED: Final = 0.4
"""The greatest share of a page's width that the first column has before it is broken into lines."""
_ROOM_BETWEEN: Final = 4.0
"""The greatest gap that the spare width adds between columns, in heights of a letter."""


class StatusPageLayouter:
    """Lays out status pages, and reuses the rows of lines that did not change."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[object, StatusPageRow]] = {}
        self._look: tuple[object, ...] = ()

    def lay_out(
        self,
        status_page: StatusPage,
        clock: int,
        width: float,
        m: UiMetrics,
        buttons: ButtonLookup,
        *,
        high: float = 0.0,
    ) -> LaidOutStatusPage:
        """Return a status page laid out for a width, at a moment of the table's clock.

        Of very many long texts the last are cut, until it is laid out again.

        Args:
            status_page: the page.
            clock: of the table, in seconds.
            width: of the page.
            m: every length.
            buttons: returns the button of an offer.
            high: the height of the visible part. If it is small, the title gives way to the lines; if all has room, the
                largest text becomes larger still.
        """
        low, lowest = high < _LOW * m.font_body, high < _LOWEST * m.font_body
        work = _LayoutRun(status_page, clock, width, m, buttons, low=low, lowest=lowest)
        if self._look != work.look:
            self._rows, self._look = {}, work.look
        head = work.head()
        rows, kept, under = [*head], dict[str, tuple[object, StatusPageRow]](), ""
        cut: list[tuple[int, StatusPageLine, tuple[CellText, ...], tuple[StatusPageButton, ...], str]] = []
        letters, is_complete = 0, True
        for line, said, ends in zip(status_page.lines, work.said, work.ends, strict=True):
            under = "" if line.head else under
            key = line.key if line.key not in kept else f"{line.key}:{len(rows)}"  # a game may give two the same key
            shows: tuple[object, ...] = said, ends, line.head, line.rules, under
            cached = self._rows.get(key)
            if cached is not None and cached[0] == shows:
                row = cached[1]
            else:
                length = sum(len(cell.words) for cell in said if cell.whole)
                is_cut = letters > 0 and letters + length > _LETTERS_AT_ONCE
                row = work.row(line, tuple(map(shortened, said)) if is_cut else said, ends, under)
                letters, is_complete = letters + length, is_complete and not is_cut
                if is_cut:
                    shows = ()
            if _is_cut(row):
                cut.append((len(rows), line, said, ends, under))
            under = work.whose(said) if line.head else under
            kept[key] = shows, row
            rows.append(row)
        if not status_page.lines and status_page.empty is not None:
            rows.append(work.sentence(message_text(status_page.empty), "muted"))
        self._rows = kept
        free = high - sum(row.height for row in rows)
        work.most_lines = MOST_WITH_ROOM
        for at, line, said, ends, under in cut if is_complete and free > 0 else ():
            whole = work.row(line, said, ends, under)
            if whole.height - rows[at].height <= free:
                free -= whole.height - rows[at].height
                rows[at] = whole
        if status_page.large is not None and not work.low:
            grown = work.head(_LARGEST)
            if sum(row.height for row in (*grown, *rows[len(head) :])) <= high:
                rows[: len(head)] = grown
        tops: list[float] = []
        top = 0.0
        for row in rows:
            tops.append(top)
            top += row.height
        return LaidOutStatusPage(width, top, tuple(rows), tuple(tops), is_complete)


def _is_cut(row: StatusPageRow) -> bool:
    """Return whether a text of a row is cut."""
    texts = (element for element in row.elements if isinstance(element, TextElement))
    return any(text.lines and text.lines[-1].endswith("…") for text in texts)


class _LayoutRun(StatusPageBlockBuilder):
    """The layout of one page, in progress."""

    def __init__(
        self,
        status_page: StatusPage,
        clock: int,
        width: float,
        m: UiMetrics,
        buttons: ButtonLookup,
        *,
        low: bool,
        lowest: bool,
    ) -> None:
        super().__init__(width, m, low=low)
        self.lowest = lowest
        self.status_page, self.buttons = status_page, buttons
        self.said = [tuple(cell_text(cell, clock, buttons) for cell in line.cells) for line in status_page.lines]
        self.ends = [self._ends(line) for line in status_page.lines]
        self.titles = [message_text(column) for column in status_page.columns]
        self.columns, self.below = self._columns()
        self.end_room = self.room - max((x + wide for x, wide in self.columns or ()), default=0.0) - m.pad_s
        has_buttons = (not self.below and any(self.ends)) or any(cell.buttons for line in self.said for cell in line)
        # A line is as high without its buttons, or those below it would move when one is pressed and goes.
        self.least_height = self.button_height if has_buttons else 0
        # Lines depend only on this and on their own text.
        self.look = (width, m, low, lowest, tuple(self.columns or ()), self.below, tuple(self.titles), has_buttons)

    def _ends(self, line: StatusPageLine) -> tuple[StatusPageButton, ...]:
        return self._found(line.buttons)

    def _found(self, offer_buttons: Sequence[OfferButton]) -> tuple[StatusPageButton, ...]:
        by_key = dict[tuple[str, str, str], StatusPageButton]()
        for offer_button in offer_buttons:
            button = self.buttons(offer_button)
            if button is None:
                continue
            # Two seats' offers about the same character share one button.
            name, _, whose = offer_button.offer.partition(":")
            place = name, whose or str(offer_button.answers.get("actor", "")), button.words.rstrip("…")
            if place not in by_key or (by_key[place].why and not button.why):
                by_key[place] = button
        return tuple(by_key.values())

    # ---- the head ----------------------------------------------------------------------------------------------------

    def head(self, large: float = _LARGE) -> list[StatusPageRow]:
        """Return the rows above the lines; `large` is the factor of large text to a title."""
        status_page, m = self.status_page, self.m
        if self.low:
            return self._low_head()
        buttons = [self._button(button, "") for button in self._found(status_page.buttons)]
        title = measured_width(message_text(status_page.title), self._title_face) + m.pad_xl
        beside = status_page.large is None and title + sum(button.width + m.pad_xs for button in buttons) <= self.room
        rows = [self._title(self._side_by_side(buttons) if beside else ElementBlock(), large)]
        rows += (self.sentence(message_text(said), "text") for said in status_page.sentences)
        if buttons and not beside:
            block = self._flow(buttons, self.room)
            rows.append(self._row(block, "head", above=m.pad_xs, below=m.pad_s))
        if any(self.titles) and self.columns is not None and status_page.lines:
            rows.append(self._titles(self.columns))
        return rows

    def _low_head(self) -> list[StatusPageRow]:
        """Return the head of a low page: one row with the large text and the buttons; the tab has the title."""
        status_page, m = self.status_page, self.m
        buttons, title, large = (
            self._found(status_page.buttons),
            message_text(status_page.title),
            message_text(status_page.large),
        )
        block = ElementBlock()
        if large:
            block = self._words(large, FontSpec(m.font_title, bold=True), "accent_text", self.room, 1)
        elif status_page.title.params or not status_page.lines or self._has_room(title, buttons):
            block = self._words(
                title, FontSpec(m.font_large, title=True), "text", self.room * (0.6 if buttons else 1.0), 1
            )
        if buttons:
            x = block.width + m.pad_m if block.width else 0.0
            button_row = self._one_row(buttons, "", self.room - x)
            if block.width and not large:  # the title has the room that the buttons leave
                wide = self.room - m.pad_m - button_row.width
                block = self._words(title, FontSpec(m.font_large, title=True), "text", wide, 1)
                x = block.width + m.pad_m
            high, whole = max(block.height, button_row.height), ElementBlock()
            whole.put(block, 0, (high - block.height) / 2)
            whole.put(button_row, x, (high - button_row.height) / 2)
            block = whole
        rows = [self._row(block, "title", above=m.pad_xs / 2, below=m.pad_xs / 2)] if block.height else []
        rows += (self.sentence(message_text(said), "text") for said in status_page.sentences)
        if any(self.titles) and self.columns is not None and status_page.lines:
            rows.append(self._titles(self.columns))
        return rows

    def _has_room(self, title: str, buttons: Sequence[StatusPageButton]) -> bool:
        """Return whether the title fits beside buttons that need a row of their own anyway."""
        wide = (
            measured_width(title, FontSpec(self.m.font_large, title=True))
            + self.m.pad_m
            + self._width_of_buttons(buttons)
        )
        return bool(buttons) and wide <= self.room

    @property
    def _title_face(self) -> FontSpec:
        return FontSpec(self.m.font_title, title=True)

    def _title(self, buttons: ElementBlock, times: float) -> StatusPageRow:
        """Return the title with the large text, or with the buttons that have room beside it."""
        status_page, m = self.status_page, self.m
        title, large, face = message_text(status_page.title), message_text(status_page.large), self._title_face
        block = ElementBlock()
        if not large:
            first = self._words(title, face, "text", self.room, 2)
            high = max(first.height, buttons.height)
            block.put(first, 0, (high - first.height) / 2)
            block.put(buttons, self.room - buttons.width, (high - buttons.height) / 2)
        else:
            great = FontSpec(round(m.font_display * times), bold=True)
            wide = measured_width(large, great)
            if wide > self.room:
                great = FontSpec(max(m.font_title, int(great.pixels * self.room / wide)), bold=True)
                wide = min(self.room, measured_width(large, great))
            beside = self.room - wide - 2 * m.pad_l
            first, second = ElementBlock(), self._words(large, great, "accent_text", wide + 1, 1)
            if beside >= min(measured_width(title, face), 8 * m.font_title):
                first = self._words(title, face, "text", beside, 2)
                block.put(first, 0, (second.height - first.height) / 2 if second.height > first.height else 0)
                block.put(second, self.room - second.width, 0)
            else:
                first = self._words(title, FontSpec(m.font_large, bold=True), "muted", self.room, 2)
                block.put(first, 0, 0)
                block.put(second, 0, first.height)
        return self._row(block, "title", above=m.pad_xs, below=m.pad_xs)

    def sentence(self, words: str, role: str) -> StatusPageRow:
        """Return a sentence as a row."""
        wide = self.room if self.low else min(self.room, 46.0 * self.m.font_body)
        block = self._words(words, self.body, role, wide, 6)
        return self._row(block, "said", above=self.m.pad_xs / 2, below=self.m.pad_xs / (2 if self.low else 1))

    def _titles(self, columns: list[tuple[float, float]]) -> StatusPageRow:
        block = ElementBlock()
        for words, (x, wide) in zip(self.titles, columns, strict=False):
            if words and wide:
                part = self._words(words, self.small, "muted", wide, 1)
                block.put(replace_stops(part, ()), x, 0)
        return self._row(block, "columns", above=self.m.pad_xs / (2 if self.low else 1), below=self.m.pad_xs / 2)

    # ---- the columns -------------------------------------------------------------------------------------------------

    def _columns(self) -> tuple[list[tuple[float, float]] | None, bool]:
        """Return the start and the width of each column, and whether the buttons of a line are below it.

        A column without anything in it has no width and no gap. None if the page is too narrow for columns: then the
        cells of a line wrap like words.
        """
        plain = [said for said, line in zip(self.said, self.status_page.lines, strict=True) if not line.head]
        count = max([len(said) for said in plain] + [len(self.titles)], default=0)
        if not count:
            return [], False
        m, gap = self.m, float(self.m.pad_l)
        wishes, least = [0.0] * count, [0.0] * count
        for said in plain:
            for i, cell in enumerate(said):
                wish, need = self._wish(cell)
                wishes[i], least[i] = max(wishes[i], wish), max(least[i], need)
        unbroken = wishes[1:]
        for i, words in enumerate(self.titles):
            if not plain or any(i < len(said) and not said[i].is_empty for said in plain):
                wishes[i] = max(wishes[i], measured_width(words, self.small) + 1)
        gaps = max(0, sum(wish > 0 for wish in wishes) - 1)
        plain_ends = [ends for ends, line in zip(self.ends, self.status_page.lines, strict=True) if not line.head]
        end = max(map(self._width_of_buttons, plain_ends), default=0.0)
        places = [(end, False), (end, True)] if end else [(end, False)]
        menu = self._width_of_buttons((more_of(()),))
        if self.lowest and sum(map(bool, plain_ends)) > 1 and end > menu:
            places.insert(1, (menu, False))  # a menu beside each line comes before a second row for each
        for end, below in places:
            if not below and end > self.room * 0.5:
                continue
            room = self.room - gap * gaps - (end + gap if end and not below else 0.0)
            is_menu = not below and 0 < end <= menu
            tight = room + (gap - m.pad_s) * (gaps + is_menu)  # narrow gaps come before broken lines
            if room < sum(wishes) <= tight:
                return _placed(wishes, m.pad_s + (tight - sum(wishes)) / max(1, gaps), 0.0), below
            if sum(wishes) <= room:
                spare = (room - sum(wishes)) / max(1, gaps if not end or below else gaps + 1)
                return _placed(wishes, gap + min(spare, _ROOM_BETWEEN * m.font_body), self.pad * 0), below
            if sum(least) <= room and (below or end <= menu or sum(least) * 1.25 <= room):
                # A name is in one line as long as nothing else suffers: its line is no higher for it.
                named = [max(least[0], min(wishes[0], room * _MOST_NAMED)), *least[1:]]
                if self.lowest and named[0] + sum(unbroken) <= tight:
                    named[1:] = unbroken  # the titles of columns are cut before a line has a second row
                return _placed(_shared(wishes, named if sum(named) <= tight else least, tight), m.pad_s, 0.0), below
        return None, True

    def _wish(self, cell: CellText) -> tuple[float, float]:
        """Return the width that a cell wants, and its minimum width."""
        m = self.m
        sign = m.icon_s + m.pad_xs if cell.sign else 0.0
        face = self.bold if cell.bold else self.body
        if cell.whole:
            words = width_up_to(cell.words, face, self.room)
            need = min(words, 10.0 * m.font_body)
        else:
            words = measured_width(cell.words, face) if cell.words else 0.0
            need = min(words, max(6.0 * m.font_body, min(widest_word(cell.words, face), 10.0 * m.font_body)))
        if cell.boxes:
            side = self._box_size() + m.pad_xs / 2
            words, need = side * len(cell.boxes), side * min(5, len(cell.boxes))
        buttons = self._width_of_buttons(cell.buttons)
        between = m.pad_s if buttons and (words or sign) else 0.0
        widest = max((self._width_of_buttons((button,)) for button in cell.buttons), default=0.0)
        return sign + words + between + buttons, max(sign + need, widest)

    # ---- lines -------------------------------------------------------------------------------------------------------

    def whose(self, said: tuple[CellText, ...]) -> str:
        """Return the subject of a line: the text of its first cell."""
        return next((cell.spoken for cell in said if cell.spoken), "")

    def row(
        self, line: StatusPageLine, said: tuple[CellText, ...], ends: tuple[StatusPageButton, ...], under: str
    ) -> StatusPageRow:
        """Return a line as a row; `under` is the group head above it."""
        whose = ", ".join(filter(None, (under, self.whose(said))))
        buttons = [self._button(button, whose) for button in ends]
        if line.head:
            return self._head_row(line, said, ends, whose)
        if self.columns is None:
            return self._stacked(line, said, buttons, whose)
        block, m = ElementBlock(), self.m
        cells = [
            self._cell(cell, self._wide(i, ends), self._name(i, cell, whose), line.rules)
            for i, (cell, _) in enumerate(zip(said, self.columns, strict=False))
        ]
        end = self._beside(ends, buttons, whose) if buttons and not self.below else ElementBlock()
        high = max(end.height, line_height(self.body), self.least_height, *(cell.height for cell in cells))
        left, top = self.pad, m.pad_xs / (2 if self.low else 1)
        # Beside a text of many lines everything is at its top.
        row_high = min(high, 2 * line_height(self.bold)) if any(cell.whole for cell in said) else high
        for cell, (x, _) in zip(cells, self.columns, strict=False):
            block.put(cell, left + x, top + max(0.0, row_high - cell.height) / 2)
        block.put(end, left + self.room - end.width, top + max(0.0, row_high - end.height) / 2)
        deep = top + high
        if buttons and self.below:
            block.put(self._one_row(ends, whose, self.room), left, deep + top)
            deep = block.height
        return StatusPageRow(round(deep + top), tuple(block.elements), tuple(block.stops), "line", line.key)

    def _wide(self, column: int, ends: tuple[StatusPageButton, ...]) -> float:
        """Return the width of a cell; the last one takes the room of buttons that its line does not have, too."""
        assert self.columns is not None
        x, wide = self.columns[column]
        if column < len(self.columns) - 1:
            return wide
        end = min(self._width_of_buttons(ends) + self.m.pad_l, self.end_room) if ends and not self.below else 0.0
        return max(wide, self.room - x - end)

    def _beside(self, ends: tuple[StatusPageButton, ...], buttons: list[ElementBlock], whose: str) -> ElementBlock:
        """Return the buttons at the end of a line; on the lowest page those without room are in a menu."""
        if self._width_of_buttons(ends) > self.end_room + 1 and self.lowest:
            return self._one_row(ends, whose, self.end_room)
        return self._side_by_side(buttons)

    def _head_row(
        self, line: StatusPageLine, said: tuple[CellText, ...], ends: tuple[StatusPageButton, ...], whose: str
    ) -> StatusPageRow:
        m = self.m
        if self.low:
            return self._low_head_row(line, said, ends, whose)
        buttons = [self._button(button, whose) for button in ends]
        wide = sum(button.width for button in buttons) + m.pad_xs * max(0, len(buttons) - 1)
        beside = wide <= self.room * 0.5
        end = (
            self._side_by_side(buttons) if buttons and beside else ElementBlock()
        )  # blocks are moved, so each is placed only once
        room = self.room - (wide + m.pad_l if beside and buttons else 0.0)
        cells = []
        for i, cell in enumerate(said):
            if not cell.is_empty:
                cells.append(self._cell(cell, room, cell.spoken, line.rules, bold=i == 0))
        block = self._flow(cells, room, gap=m.pad_l)
        if buttons and beside:
            high = max(block.height, end.height)
            whole = ElementBlock()
            whole.put(block, 0, (high - block.height) / 2)
            whole.put(end, self.room - end.width, (high - end.height) / 2)
            block = whole
        elif buttons:
            block.put(self._flow(buttons, self.room), 0, block.height + m.pad_xs)
        return self._row(block, "group", above=m.pad_s, below=m.pad_xs, key=line.key)

    def _low_head_row(
        self, line: StatusPageLine, said: tuple[CellText, ...], ends: tuple[StatusPageButton, ...], whose: str
    ) -> StatusPageRow:
        """Return the head of a group in one row with its buttons."""
        m, whole = self.m, ElementBlock()
        cells = [
            self._cell(cell, self.room, cell.spoken, line.rules, bold=i == 0)
            for i, cell in enumerate(said)
            if not cell.is_empty
        ]
        words = self._flow(cells, self.room * (0.7 if ends else 1.0), gap=m.pad_m)
        end = self._one_row(ends, whose, self.room - words.width - m.pad_m) if ends else ElementBlock()
        high, x = max(words.height, end.height), self.room - end.width
        whole.put(words, 0, (high - words.height) / 2)
        whole.put(end, x, (high - end.height) / 2)
        return self._row(whole, "group", above=m.pad_xs / 2, below=m.pad_xs / 2, key=line.key)

    def _stacked(
        self, line: StatusPageLine, said: tuple[CellText, ...], buttons: list[ElementBlock], whose: str
    ) -> StatusPageRow:
        m = self.m
        parts = []
        for i, cell in enumerate(said):
            if cell.is_empty:
                continue
            name = self.titles[i] if i < len(self.titles) and i else ""
            part = self._cell(cell, self.room, self._name(i, cell, whose), line.rules, bold=i == 0)
            if name:
                head = replace_stops(self._words(name, self.small, "muted", self.room * 0.45, 1), ())
                both = ElementBlock()
                rest = self._cell(cell, self.room - head.width - m.pad_s, self._name(i, cell, whose), line.rules)
                high = max(head.height, rest.height)
                both.put(head, 0, (high - head.height) / 2)
                both.put(rest, head.width + m.pad_s, (high - rest.height) / 2)
                part = both
            parts.append(part)
        block = self._flow([*parts, *buttons], self.room, gap=m.pad_m)
        return self._row(block, "line", above=m.pad_s, below=m.pad_s, key=line.key)

    def _name(self, column: int, cell: CellText, whose: str) -> str:
        """Return the text of a cell for a screen reader: subject, column title and cell text."""
        if not column:
            return whose or cell.spoken
        title = self.titles[column] if column < len(self.titles) else ""
        return ", ".join(part for part in (whose, title, cell.spoken) if part)


def _placed(widths: Sequence[float], gap: float, start: float) -> list[tuple[float, float]]:
    columns, x = [], start
    for wide in widths:
        columns.append((x, wide))
        x += wide + gap if wide else 0.0
    return columns


def _shared(wishes: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Share out a width: the columns that want most give way first, none below its minimum."""
    low, high = 0.0, max(wishes)
    for _ in range(24):
        most = (low + high) / 2
        if sum(max(need, min(wish, most)) for wish, need in zip(wishes, least, strict=True)) <= room:
            low = most
        else:
            high = most
    return [max(need, min(wish, low)) for wish, need in zip(wishes, least, strict=True)]
