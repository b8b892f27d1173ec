"""Where a question of the table is shown: its width, its place beside a piece, and which of its words have room."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QPushButton, QVBoxLayout, QWidget

from vtt.widgets.basic_widgets import set_prose
from vtt.widgets.layouts.beside_piece import (
    NOTICE_FRAME,
    Sides,
    covered_area,
    find_place,
    free_rectangles,
    inside,
    outermost,
)
from vtt.widgets.look.theme import ThemeHub

_WIDE_EM: Final = 32
_OTHER_EM: Final = (28, 25, 22, 16, 15, 44)
_WIDTHS_EM: Final = (_WIDE_EM, *_OTHER_EM)
"""The greatest widths of a question, in letters: the usual one, and those that are tried where it covers something.

The last one is for several choices, and for the hint of cards: in one line they are lower than in two.
"""
HINT_LINES: Final = 2
"""The lines that the hint of a question about cards has room for: its words change while cards are chosen.

Where it says during a look what the chosen cards cost, the question is higher only while that needs more lines.
"""
_LEAST_CARDS_EM: Final = 25
"""The least of these widths at which the buttons of a question about cards are in one line.

It is narrower only where it would cover a hand, a character or a piece that answers it.
"""
_HINT_EM: Final = 17
"""The width of that hint, in letters."""
_MARGIN: Final = 10


@dataclass(frozen=True)
class Surroundings:
    """Everything that a question is placed among, in the coordinates of the widget on which it floats.

    Attributes:
        about: the piece that it is about.
        room: where it has to stay.
        pieces: what answers it, which it should not cover.
        kept: what it should not cover, even if it is farther away then.
        others: what it covers only where there is no other room.
    """

    about: QRectF
    room: QRect
    pieces: Sequence[QRectF]
    kept: Sequence[QRectF]
    others: Sequence[QRectF]

    @property
    def kept_clear(self) -> list[QRectF]:
        """Everything that it should not cover."""
        return [*self.pieces, *self.kept]

    @cached_property
    def free(self) -> list[Sides]:
        """The rectangles of the room where it covers nothing that it should not."""
        return free_rectangles(self.room, [self.about, *self.kept_clear])

    def has_room_for(self, size: QSize) -> bool:
        """Return whether a question of a size has a place where it covers nothing that it should not."""
        return any(right - left > size.width() and end - top > size.height() for left, top, right, end in self.free)


class QuestionBubblePlace:
    """Shows a question beside its piece, as wide as it has room there.

    Args:
        bubble: the question.
        page: the widget on which it floats.
        hub: the theme.
        column: the layout of the question.
        titles: the line of the offer and that of what is asked, each with its words.
        hint: how cards are chosen, if cards answer it; these words change.
        choices: the buttons for one of some choices, by answer.

    Attributes:
        keeps_cost_room: the place does not depend on the hint, because that says during a look what cards cost.
        hints: what the hint of a question about cards may say; there is always room for each of these.
    """

    def __init__(
        self,
        bubble: QFrame,
        page: QWidget,
        hub: ThemeHub,
        column: QVBoxLayout,
        titles: tuple[tuple[QLabel, str], tuple[QLabel, str]],
        hint: QLabel | None,
        choices: Mapping[str, QPushButton],
    ) -> None:
        self.keeps_cost_room = False
        self.hints: tuple[str, ...] = ()
        self._bubble, self._page, self._hub, self._column = bubble, page, hub, column
        (self._offer_line, offer_label), (self._heading, words) = titles
        self._titles = offer_label, words
        self._hint, self._choices = hint, choices
        self._at_rest = QRect()
        self._most_em = _WIDE_EM

    def show_beside(
        self,
        about: QRectF,
        pieces: Sequence[QRectF],
        others: Sequence[QRectF],
        *,
        kept: Sequence[QRectF] = (),
        stays: bool = False,
    ) -> None:
        """Show the question beside a piece, where it covers as little as possible.

        Args:
            about: the piece that it is about, in the coordinates of the parent.
            pieces: the pieces that answer it, which it should not cover.
            others: what it covers only where there is no other room.
            kept: what it should not cover, even if it is farther away then, such as the hands of other seats.
            stays: where it is visible already, it stays there unless it covers a piece.
        """
        cards, pieces = [about, *pieces], [*pieces, *self._notices()]
        stays = stays and self._bubble.isVisible()
        self._bubble.show()  # what was never shown has no size
        room = self._page.rect().adjusted(6, 6, -6, -6)
        for part in self._bubble.findChildren(QWidget):
            part.ensurePolished()
            part.updateGeometry()
        for inner in self._bubble.findChildren(QLayout):
            inner.invalidate()
        (size,) = self._fitting_sizes([self._most_em]).values() if stays else (QSize(),)
        here = inside(QRect(self._at_rest.topLeft(), size), room)
        if stays and room.contains(here) and not any(QRectF(here).intersects(rect) for rect in (about, *pieces)):
            self._at_rest = here  # it moves only as far as what it says now needs more room
        else:
            self._write_titles_apart(room)
            surroundings = Surroundings(about, room, outermost(pieces), outermost(kept), outermost(others))
            self._find_place(surroundings)
            if self._hint is not None:
                self._shorten(surroundings)
                self._uncover(cards, surroundings)
        if self._hint is not None:
            self._hint.setMinimumHeight(self._hint_height(self._hint, self._at_rest.width() - self._around()))
        grown = self._at_rest.adjusted(0, 0, 0, self._over_rest(self._at_rest.width()))
        self._bubble.setGeometry(inside(grown, room))
        self._bubble.raise_()

    def _write_titles_apart(self, room: QRect) -> None:
        """Write the offer and what is asked each in a line of its own, and show all words over the answers."""
        self._write_heading()
        if all(size.height() > room.height() for size in self._fitting_sizes().values()):
            self._leave_out(self._offer_line)  # its buttons matter more, and the bar names the offer

    def _write_titles_in_one_line(self, *left_out: QWidget) -> None:
        set_prose(self._heading, " · ".join(self._titles))
        self._leave_out(self._offer_line, *left_out)

    def _shorten(self, surroundings: Surroundings) -> None:
        """Write fewer words as long as a question about cards then covers at most half as much of hands and names.

        The bar names the offer, and the plate of the seat has its key and its eye. What cards cost during a look is
        said nowhere else, and stays.
        """
        covered = covered_area(self._at_rest, surroundings.kept_clear)
        spare = () if self._hint is None or self.keeps_cost_room else (self._hint,)
        forms = [partial(self._write_titles_in_one_line, *hidden) for hidden in dict.fromkeys(((), spare))]
        forms += [partial(self._write_heading, self._offer_line, *hidden) for hidden in dict.fromkeys(((), spare))]
        best: tuple[Callable[[], None], int, QRect]
        best = partial(self._write_titles_apart, surroundings.room), self._most_em, self._at_rest
        for write in forms:
            if not covered:
                return
            write()
            self._find_place(surroundings, [best[1]])
            covers = covered_area(self._at_rest, surroundings.kept_clear)
            if covers * 2 <= covered:
                covered, best = covers, (write, self._most_em, self._at_rest)
        write, self._most_em, self._at_rest = best
        write()

    def _write_heading(self, *left_out: QWidget) -> None:
        set_prose(self._heading, self._titles[1])
        self._leave_out(*left_out)

    def _leave_out(self, *parts: QWidget) -> None:
        """Show the words over the answers, but for some parts."""
        for part in self._words():
            part.setHidden(part in parts)

    def _words(self) -> list[QWidget]:
        return [self._offer_line, self._heading, *([self._hint] if self._hint is not None else [])]

    def _uncover(self, cards: Sequence[QRectF], surroundings: Surroundings) -> None:
        """Leave out words where the question covers cards that answer it, as on a small screen with large type.

        The cards matter more: the bar names the offer, and the plate of the seat has its key and its eye. What cards
        cost during a look is said nowhere else, and stays.
        """
        covered = covered_area(self._at_rest, cards)
        best = [part for part in self._words() if part.isHidden()], self._at_rest, self._most_em
        for count in (2,) if self.keeps_cost_room else (2, 3):
            if not covered:
                break
            left_out = self._words()[:count]
            self._leave_out(*left_out)
            self._find_place(surroundings)
            covers = covered_area(self._at_rest, cards)
            if covers < covered:
                covered, best = covers, (left_out, self._at_rest, self._most_em)
        left_out, self._at_rest, self._most_em = best
        self._leave_out(*left_out)

    def _find_place(self, surroundings: Surroundings, widths: Sequence[int] = _WIDTHS_EM) -> None:
        """Find the width and place at which it covers as little as possible; see `show_beside`.

        Args:
            surroundings: what it is placed among.
            widths: those that are tried if there is none at which it would cover nothing.
        """
        about, room, kept_clear = surroundings.about, surroundings.room, surroundings.kept_clear
        sizes = self._fitting_sizes()
        clear = [most_em for most_em in _WIDTHS_EM if surroundings.has_room_for(sizes[most_em])]
        costs: dict[int, float] = {}
        places: dict[int, QRect] = {}
        for most_em in clear or widths:
            best = min(costs, key=lambda em: costs[em], default=_WIDE_EM)
            is_clear = best in places and not covered_area(places[best], kept_clear)
            if most_em < _LEAST_CARDS_EM and self._hint is not None and is_clear:
                continue
            size = sizes[most_em]
            if (places and size.height() > room.height()) or any(size == place.size() for place in places.values()):
                continue  # it would be cut off, or was tried
            enough = min(costs.values(), default=math.inf)
            places[most_em], costs[most_em] = find_place(
                size,
                about.toAlignedRect(),
                room,
                surroundings.pieces,
                surroundings.kept,
                surroundings.others,
                enough,
                is_of_hand=self._hint is not None,
                free=surroundings.free,
            )
            if costs[most_em] < enough and not covered_area(places[most_em], [*kept_clear, *surroundings.others]):
                break
        self._most_em = min(places, key=lambda most_em: costs[most_em])
        self._at_rest = places[self._most_em]

    def _over_rest(self, wide: int) -> int:
        """Return the height that the cost of cards needs during a look beyond the room that the hint always has."""
        if self._hint is None or not self.keeps_cost_room or self._hint.isHidden():
            return 0
        return max(0, self._hint.heightForWidth(wide - self._around()) - self._hint.minimumHeight())

    def _around(self) -> int:
        """Return the width of what surrounds the parts of the question."""
        margins = self._column.contentsMargins()
        return margins.left() + margins.right() + 2 * self._bubble.frameWidth()

    def _hint_height(self, shown: QLabel, line: int) -> int:
        """Return the height that the hint of a question about cards keeps, whichever it is, in lines of a width."""
        fonts = shown.fontMetrics()
        wrapped, room = Qt.TextFlag.TextWordWrap, QRect(0, 0, line, 0)
        said = () if self.keeps_cost_room else (shown.text(),)
        heights = [fonts.boundingRect(room, wrapped, hint).height() for hint in (*self.hints, *said)]
        least = HINT_LINES * fonts.lineSpacing() if self.keeps_cost_room else shown.minimumSizeHint().height()
        return max([least, *heights])

    def _notices(self) -> list[QRectF]:
        """Return where a notice of the window lies in front of the table now, in the coordinates of the parent."""
        toasts = [toast for toast in self._page.window().findChildren(QFrame, NOTICE_FRAME) if toast.isVisible()]
        return [QRectF(QRect(self._page.mapFromGlobal(toast.mapToGlobal(QPoint())), toast.size())) for toast in toasts]

    def _fitting_sizes(self, widths: Iterable[int] = _WIDTHS_EM) -> dict[int, QSize]:
        """Return the size in which the question can be read, by the greatest width in letters."""
        margins, em = self._column.contentsMargins(), self._hub.theme.metrics.font_body
        children = self._bubble.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        parts = [part for part in children if not part.isHidden()]
        hint = self._hint  # its words change, but the question stays as wide
        measured = [part for part in parts if part is not hint]
        around = self._around()
        narrowest = max(part.minimumSizeHint().width() for part in measured)
        whole = max((chosen.sizeHint().width() for chosen in self._choices.values()), default=0)  # words never wrap
        wished = 0 if self.keeps_cost_room else max(part.sizeHint().width() for part in measured)
        longest = 0 if hint is None else max(map(hint.fontMetrics().horizontalAdvance, self.hints), default=0) + 1
        least_heights = {part: max(part.minimumSizeHint().height(), part.minimumHeight()) for part in parts}
        above_and_below = margins.top() + margins.bottom() + 2 * self._bubble.frameWidth()
        sizes = {}
        for most_em in widths:
            least = max(whole, narrowest if most_em < _WIDE_EM else 0)
            usual = most_em * em if self.keeps_cost_room else wished
            if hint is not None:
                usual = max(usual, longest if most_em > _WIDE_EM else _HINT_EM * em)
            wide = max(min(_OTHER_EM) * em, min(most_em * em, usual + around), least + around)
            wide = min(wide, self._page.width() - 2 * _MARGIN)
            heights = [
                self._hint_height(hint, wide - around)
                if hint is not None and part is hint
                else max(part.heightForWidth(wide - around), least_heights[part])
                if part.hasHeightForWidth()
                else part.sizeHint().height()
                for part in parts
            ]
            sizes[most_em] = QSize(wide, sum(heights) + self._column.spacing() * (len(parts) - 1) + above_and_below)
        return sizes
