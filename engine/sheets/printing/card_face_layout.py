"""The face of a game's own card, set with its words: 63 × 88 millimetres from 0, 0, the same for screen and paper.

The column on the left is all that a fan leaves to be seen, so it holds the numbers and, upright along it, the name.
"""

from __future__ import annotations

from typing import Final

from engine.model.frozen import Frozen
from engine.presentation.card_faces import CardFace, FaceTag
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.printing.text_fitting import (
    LEAST_SIZE,
    POINT,
    Measure,
    PrintFace,
    TextBlock,
    TextRun,
    baseline_in,
    clean_text,
    fit_text,
    fitting_size,
    leading_of,
    shorten_text,
    width_of,
)

WIDE: Final = 63.0
HIGH: Final = 88.0
SPINE: Final = Rect(2.4, 2.4, 11.4, 83.2)
"""The column on the left."""
BODY: Final = Rect(15.6, 3.6, 44.4, 80.8)
_GEM: Final = 9.8
_LABEL: Final = 6.5
_NUMBER: Final = 26.0
_SIGN: Final = 8.0
_NAME: Final = (16.0, 9.0, 8.0)
"""The sizes of the name: the wanted one, the least on one line, the least on two."""
_BRIEF_NAME: Final = 25.0
_BRIEF_BADGE: Final = 13.0
_TEXT: Final = (11.0, LEAST_SIZE)
_MEANING: Final = (7.5, LEAST_SIZE)
_BADGE: Final = 4.5
_BADGE_SIZE: Final = 7.2
_GAP: Final = 1.1
_FOOT: Final = 3.4
_MOST_TAG_LINES: Final = 4
_LEAST_TEXT: Final = 12.0
"""The least height of the text."""


class ComposedNumber(Frozen):
    """A number in the corner: the text in the shape and above it, and the place of the shape."""

    key: str
    rect: Rect
    number: TextRun
    label: TextRun | None


class ComposedBadge(Frozen):
    """A tag: its frame, its name, and its number in a field of its own at the end."""

    rect: Rect
    name: TextRun
    number: TextRun | None = None
    field: Rect | None = None


class ComposedCard(Frozen):
    """A face with its text, in millimetres.

    Attributes:
        face: its content.
        numbers: the corner.
        spine: the place of the name along the column, from below to above.
        spine_name: the same name; x is the distance from the lower end, y that from the middle line.
        sign: the place of the sign of its kind.
        name: the name in lines.
        kind: the kind of card, and its numbers in words.
        rule: the height of the line below the head.
        badges: its tags.
        text: its effect.
        second: the background of the second use; None without one.
        second_title: the purpose of the second use.
        second_name: its name, and `second_text` what it allows.
        foot: the lists that it belongs to, and its author.
        short: some text had no room.
        regions: the parts with text in reading order. The column is none of them: it is drawn, and its numbers are text
            beside the kind.
    """

    face: CardFace
    numbers: tuple[ComposedNumber, ...]
    spine: Rect
    spine_name: TextRun
    sign: Rect
    name: tuple[TextRun, ...]
    kind: tuple[TextRun, ...]
    rule: float
    badges: tuple[ComposedBadge, ...]
    text: tuple[TextRun, ...]
    second: Rect | None
    second_title: tuple[TextRun, ...]
    second_name: tuple[TextRun, ...]
    second_text: tuple[TextRun, ...]
    foot: tuple[TextRun, ...]
    short: bool
    regions: tuple[Rect, ...]


def compose_small_face(face: CardFace, measure: Measure) -> ComposedCard:
    """Set a face that is shown small: numbers, name and tags as large as can be, and none of the rest."""
    return _FaceComposer(face, measure, brief=True).card()


def compose_face(face: CardFace, measure: Measure) -> ComposedCard:
    """Set a face. To make it fit, lines are set closer, then the second use loses its text, then the text is cut."""
    card = _FaceComposer(face, measure).card()
    return _FaceComposer(face, measure, close=True).card() if card.short else card


class _FaceComposer:
    def __init__(self, face: CardFace, measure: Measure, *, close: bool = False, brief: bool = False) -> None:
        self._face = face
        self._measure = measure
        self._close = close
        self._brief = brief
        self._badge_size, self._badge_high = (
            (LEAST_SIZE, 3.7) if close else (_BRIEF_BADGE, 7.2) if brief else (_BADGE_SIZE, _BADGE)
        )
        self._short = False

    def card(self) -> ComposedCard:
        face = self._face
        numbers, below = self._numbers()
        side = SPINE.w - 2.0 if self._brief else _SIGN
        sign = Rect(SPINE.x + (SPINE.w - side) / 2, SPINE.bottom - side - 1.4, side, side)
        spine = Rect(SPINE.x, below, SPINE.w, sign.y - 1.2 - below)
        name, top = self._name()
        if self._brief:
            kind: tuple[TextRun, ...] = ()
            rule = top + 1.0
        else:
            kind = self._kind(top + 2.9)
            rule = top + 4.3
        badges, top = self._badges(rule + (2.4 if self._brief else 1.3))
        foot = () if self._brief else self._foot()
        bottom = BODY.bottom - (_FOOT if foot else 0.0)
        second, title, called, meaning = self._second(bottom, top)
        room = Rect(BODY.x, top, BODY.w, (second.y - 1.2 if second else bottom) - top)
        text = () if self._brief else self._text(face.text, room, *_TEXT)
        head = Rect(BODY.x, BODY.y, BODY.w, rule - BODY.y)
        regions = [head, Rect(BODY.x, rule, BODY.w, max(0.1, room.y - rule)), room]
        regions += [] if second is None else [second]
        regions += [Rect(BODY.x, bottom, BODY.w, _FOOT)] if foot else []
        return ComposedCard(
            face=face,
            numbers=numbers,
            spine=spine,
            spine_name=self._spine_name(spine),
            sign=sign,
            name=name,
            kind=kind,
            rule=rule,
            badges=badges,
            text=text,
            second=second,
            second_title=title,
            second_name=called,
            second_text=meaning,
            foot=foot,
            short=self._short,
            regions=tuple(regions),
        )

    def _numbers(self) -> tuple[tuple[ComposedNumber, ...], float]:
        """Return the numbers one below the other, and the y at which the column continues."""
        made: list[ComposedNumber] = []
        top = SPINE.y + (0.5 if self._brief else 1.0)
        side, above, pad, size = (10.8, 0.3, 0.7, 32.0) if self._brief else (_GEM, 2.9, 1.3, _NUMBER)
        for number in self._face.numbers:
            rect = Rect(SPINE.x + (SPINE.w - side) / 2, top + above, side, side)
            value = self._middled(str(number.value), PrintFace.STRONG, size, rect.inset(pad, 0.0))
            label: TextRun | None = None
            if not self._brief:
                label = self._middled(number.brief, PrintFace.LABEL, _LABEL, Rect(SPINE.x, top, SPINE.w, 2.7))
            made.append(ComposedNumber(key=number.key, rect=rect, number=value, label=label))
            top = rect.bottom + (1.0 if self._brief else 1.4)
        return tuple(made), top + 0.6

    def _middled(self, text: str, face: PrintFace, size: float, rect: Rect) -> TextRun:
        size = fitting_size(text, face, size, LEAST_SIZE, rect.w, self._measure)
        text = shorten_text(text, face, size, rect.w, self._measure)
        wide = self._measure.width(text, face, size)
        return TextRun(x=rect.x + (rect.w - wide) / 2, y=baseline_in(rect, size), text=text, face=face, size=size)

    def _spine_name(self, spine: Rect) -> TextRun:
        name = _one_line(self._face.name)
        size = fitting_size(name, PrintFace.TITLE, 19.0, 10.0, spine.h, self._measure)
        return TextRun(
            x=0.0,
            y=size * POINT * 0.34,
            text=shorten_text(name, PrintFace.TITLE, size, spine.h, self._measure),
            face=PrintFace.TITLE,
            size=size,
        )

    def _name(self) -> tuple[tuple[TextRun, ...], float]:
        """Return the name on one line or two, and the y of its end."""
        name = _one_line(self._face.name) or "–"
        if self._brief:
            wished = self._whole_words(name, _BRIEF_NAME, 12.0)
            room = Rect(BODY.x, BODY.y, BODY.w, 3 * leading_of(wished, tight=True))
            block = fit_text(name, PrintFace.TITLE, wished, room, self._measure, least=8.0, tight=True)
            runs = self._runs(block, room, PrintFace.TITLE)
            return runs, BODY.y + len(runs) * block.leading + 1.6
        wished, one, two = _NAME
        size = fitting_size(name, PrintFace.TITLE, wished, one, BODY.w, self._measure)
        if self._measure.width(name, PrintFace.TITLE, size) <= BODY.w:
            return (TextRun(x=BODY.x, y=BODY.y + 5.2, text=name, face=PrintFace.TITLE, size=size),), BODY.y + 6.6
        size = self._whole_words(name, 12.0, one)
        room = Rect(BODY.x, BODY.y, BODY.w, 2 * leading_of(size, tight=True))
        block = fit_text(name, PrintFace.TITLE, size, room, self._measure, least=two, tight=True)
        runs = self._runs(block, room, PrintFace.TITLE)
        return runs, BODY.y + len(runs) * block.leading + 0.9

    def _kind(self, y: float) -> tuple[TextRun, ...]:
        """Return the kind of card, and on the right the numbers in words."""
        numbers = " · ".join(f"{number.label} {number.value}" for number in self._face.numbers)
        told = self._line(numbers, PrintFace.FINE, LEAST_SIZE, BODY.x, y, BODY.w * 0.72)
        wide = width_of(told[0], self._measure) if told else 0.0
        kind = self._line(self._face.kind_words, PrintFace.LABEL, 6.8, BODY.x, y, BODY.w - wide - 1.5)
        at_right = tuple(TextRun(x=BODY.right - wide, y=y, text=run.text, face=run.face, size=run.size) for run in told)
        return (*kind, *at_right)

    def _whole_words(self, name: str, size: float, least: float) -> float:
        """Return the size at which no word of the name is broken, if that is not too small."""
        return min(fitting_size(word, PrintFace.TITLE, size, least, BODY.w, self._measure) for word in name.split())

    def _line(self, text: str, face: PrintFace, size: float, x: float, y: float, width: float) -> tuple[TextRun, ...]:
        text = shorten_text(_one_line(text), face, size, width, self._measure)
        return (TextRun(x=x, y=y, text=text, face=face, size=size),) if text else ()

    def _badges(self, top: float) -> tuple[tuple[ComposedBadge, ...], float]:
        """Return the tags, line by line, and the y below them."""
        made: list[ComposedBadge] = []
        x, line = BODY.x, 1
        for tag in self._face.tags:
            badge = self._badge(tag, x, top)
            if badge.rect.right > BODY.right + 0.01 and x > BODY.x:
                if line == _MOST_TAG_LINES:
                    self._short = True
                    break
                x, top, line = BODY.x, top + self._badge_high + _GAP * (1.2 if self._brief else 0.7), line + 1
                badge = self._badge(tag, x, top)
            made.append(badge)
            x = badge.rect.right + _GAP
        return tuple(made), top + (self._badge_high + 1.5 if made else 0.2)

    def _badge(self, tag: FaceTag, x: float, top: float) -> ComposedBadge:
        pad = self._badge_high * 0.3
        number = "" if tag.number is None else str(tag.number)
        room = max(self._badge_high * 0.8, self._measure.width(number, PrintFace.STRONG, self._badge_size) + 1.8)
        most = BODY.w - 2 * pad - (room if number else 0.0)
        name = shorten_text(_one_line(tag.name), PrintFace.STRONG, self._badge_size, most, self._measure)
        wide = self._measure.width(name, PrintFace.STRONG, self._badge_size)
        baseline = baseline_in(Rect(x, top, 1.0, self._badge_high), self._badge_size)
        run = TextRun(x=x + pad, y=baseline, text=name, face=PrintFace.STRONG, size=self._badge_size)
        if not number:
            return ComposedBadge(rect=Rect(x, top, wide + 2 * pad, self._badge_high), name=run)
        field = Rect(x + wide + 2 * pad - 0.3, top, room, self._badge_high)
        value = self._middled(number, PrintFace.STRONG, self._badge_size, field)
        return ComposedBadge(rect=Rect(x, top, field.right - x, self._badge_high), name=run, number=value, field=field)

    def _foot(self) -> tuple[TextRun, ...]:
        """Return the lists that the card belongs to, and on the right its author."""
        face, y = self._face, BODY.bottom - 0.7
        mark = self._line(face.mark, PrintFace.NOTE, LEAST_SIZE, BODY.x, y, BODY.w * 0.5)
        taken = width_of(mark[0], self._measure) if mark else 0.0
        lists = self._line(face.lists, PrintFace.FINE, LEAST_SIZE, BODY.x, y, BODY.w - (taken + 2.0 if taken else 0.0))
        at_right = tuple(
            TextRun(x=BODY.right - taken, y=y, text=run.text, face=run.face, size=run.size) for run in mark
        )
        return (*lists, *at_right)

    def _second(
        self, bottom: float, top: float
    ) -> tuple[Rect | None, tuple[TextRun, ...], tuple[TextRun, ...], tuple[TextRun, ...]]:
        """Return the second use above `bottom`: its background, its purpose, its name, and its text."""
        face = self._face
        if not face.second or self._brief:
            return None, (), (), ()
        pad, head = 1.3, (4.2 if self._close else 7.0)
        wide = BODY.w - 2 * pad
        size, least = _MEANING
        meaning = _plain(face.second_text)
        lines = self._lines(meaning, size, wide, 4)
        leading = leading_of(size)
        needed = self._height(face.text)
        spare = bottom - top - head - pad - 2.4 - needed
        if lines * leading > spare:
            size, leading = least, leading_of(least)
            lines = self._lines(meaning, size, wide, 4)
        if lines and lines * leading > max(spare, 0.0):
            lines, self._short = 0, self._short or not self._close
        high = head + pad + lines * leading
        ground = Rect(BODY.x, bottom - high - 0.4, BODY.w, high)
        x = ground.x + pad
        title = self._line(face.second_title, PrintFace.LABEL, LEAST_SIZE, x, ground.y + 3.1, wide * 0.6)
        if self._close:
            x += width_of(title[0], self._measure) + 1.6 if title else 0.0
            called = self._line(face.second, PrintFace.STRONG, 7.2, x, ground.y + 3.1, ground.right - pad - x)
            x = ground.x + pad
        else:
            called = self._line(face.second, PrintFace.STRONG, 8.6, x, ground.y + 6.5, wide)
        if not lines:
            return ground, title, called, ()
        room = Rect(x, ground.y + head, wide, lines * leading + 0.1)
        text = self._runs(
            fit_text(meaning, PrintFace.VALUE, size, room, self._measure, least=size), room, PrintFace.VALUE
        )
        return ground, title, called, text

    def _lines(self, text: str, size: float, width: float, most: int) -> int:
        if not text:
            return 0
        found = sum(
            len(self._measure.lines(part, PrintFace.VALUE, size, width, most + 1)) or 1 for part in text.split("\n")
        )
        return min(found, most)

    def _height(self, text: str) -> float:
        """Return the height of the text at the smallest size."""
        lines = self._lines(_plain(text), LEAST_SIZE, BODY.w, 40)
        return max(_LEAST_TEXT, lines * leading_of(LEAST_SIZE, tight=self._close))

    def _text(self, text: str, room: Rect, size: float, least: float) -> tuple[TextRun, ...]:
        text = _plain(text)
        if not text:
            return ()
        block = fit_text(text, PrintFace.VALUE, size, room, self._measure, least=least, keep=2.0, tight=self._close)
        runs = self._runs(block, room, PrintFace.VALUE)
        if not block.rest.strip():
            return runs
        self._short = True
        last = runs[-1]
        words = shorten_text(f"{last.text.rstrip()}…", PrintFace.VALUE, last.size, room.w, self._measure)
        return (*runs[:-1], TextRun(x=last.x, y=last.y, text=words, face=last.face, size=last.size))

    def _runs(self, block: TextBlock, room: Rect, face: PrintFace) -> tuple[TextRun, ...]:
        first = room.y + block.size * POINT * 0.95
        return tuple(
            TextRun(x=room.x + indent, y=first + at * block.leading, text=line.rstrip(), face=face, size=block.size)
            for at, (indent, line) in enumerate(block.lines)
        )


def _one_line(text: str) -> str:
    return " ".join(_plain(text).split())


def _plain(text: str) -> str:
    return clean_text("".join(c if c.isprintable() or c in "\r\n\t" else " " for c in text)).strip()
