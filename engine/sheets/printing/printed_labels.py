"""The words that are printed whatever the values are: labels, titles, heads of tables, names beside marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.sheets.layout.layout_boxes import LaidField
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.layout.spacing import Spacing
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ChoiceField,
    DiceField,
    FigureField,
    FlagField,
    LevelField,
    NumberField,
    ReferenceField,
    RowsField,
)
from engine.sheets.printing.text_fitting import (
    LEAST_SIZE,
    Measure,
    PrintFace,
    TextRun,
    baseline_in,
    break_lines,
    breaks_word,
    clean_text,
    fitting_size,
    leading_of,
    shorten_text,
)

ORNAMENT: Final = 6.0
"""The width at the end of a box's title band that is kept free for an ornament."""
_NUMBER: Final = "{number}"
_CENTRED: Final = (NumberField, DiceField, FlagField, LevelField, BoxesField)


def paper_text(key: str, **params: Json) -> str:
    """Return a sentence of the language file under `paper`."""
    return say(Message(key=f"paper.{key}", params=params))


@cache
def _row_words() -> str:
    return paper_text("row", row=_NUMBER)


def row_label(row: int) -> str:
    """Return the name of a row without one, such as `row 3`; rows count from 0."""
    return _row_words().replace(_NUMBER, str(row + 1))


class LabelTypesetter:
    """Sets such words in one style."""

    def __init__(self, measure: Measure, spacing: Spacing) -> None:
        self._measure = measure
        self._spacing = spacing
        large = not spacing.small_print
        self._label = LEAST_SIZE
        self._item = 8.2 if large else 6.8
        self._name = 7.6 if large else LEAST_SIZE
        self._head = 11.5 if large else 9.0

    def title(self, rect: Rect, title: str, aside: str = "") -> tuple[TextRun, ...]:
        """Return the title of a box in its band, and behind it something in smaller letters."""
        pad = self._spacing.pad
        place = Rect(rect.x + pad, rect.y, rect.w - 2 * pad - ORNAMENT, rect.h)
        size = self._label * 1.15
        taken = self._measure.width(aside, PrintFace.NOTE, size) + 2 if aside else 0.0
        runs = self._fit(title, PrintFace.HEAD, self._head, Rect(place.x, place.y, place.w - taken, place.h), least=7.0)
        if not aside or not runs:
            return runs
        last = runs[-1]
        x = last.x + self._measure.width(last.text, last.face, last.size) + 1.6
        return (*runs, TextRun(x=x, y=last.y, text=aside, face=PrintFace.NOTE, size=size))

    def of(self, laid: LaidField) -> tuple[TextRun, ...]:
        """Return the label of a field, and the note at its end."""
        place = laid.label_rect
        if place is None:
            return ()
        runs: tuple[TextRun, ...] = ()
        if laid.note:
            wide = self._measure.width(laid.note, PrintFace.NOTE, self._label)
            runs = (
                TextRun(
                    x=place.right - wide,
                    y=baseline_in(place, self._label),
                    text=laid.note,
                    face=PrintFace.NOTE,
                    size=self._label,
                ),
            )
            place = Rect(place.x, place.y, max(1.0, place.w - wide - 1), place.h)
        if laid.beside:
            least = max(LEAST_SIZE, self._item * 0.84)
            return (*self._fit(laid.field.label, PrintFace.ITEM, self._item, place, least=least), *runs)
        made = self._fit(laid.field.label.upper(), PrintFace.LABEL, self._label, place)
        if (
            len(made) == 1 and place.bottom <= laid.value_rect.y + 0.01
        ):  # a single line in a strip for two is set near its value
            strip = Rect(place.x, place.bottom - self._spacing.label, place.w, self._spacing.label)
            made = (replace(made[0], y=baseline_in(strip, made[0].size)),)
        return (*made, *runs)

    def caption(self, laid: LaidField) -> TextRun:
        """Return the small words inside a value's place."""
        place = laid.value_rect.inset(1.0, 0)
        size = self._label
        text = shorten_text(laid.caption, PrintFace.LABEL, size, place.w / 2, self._measure)
        return TextRun(x=place.x, y=baseline_in(place, size), text=text, face=PrintFace.LABEL, size=size)

    def limit(self, text: str, place: Rect) -> TextRun:
        """Return the maximum of a value, at the end of its place."""
        size = fitting_size(text, PrintFace.NOTE, 7.5, LEAST_SIZE, place.w, self._measure)
        wide = self._measure.width(text, PrintFace.NOTE, size)
        return TextRun(x=place.right - wide, y=baseline_in(place, size), text=text, face=PrintFace.NOTE, size=size)

    def heads(self, laid: LaidField, field: RowsField | FigureField) -> tuple[TextRun, ...]:
        """Return the heads of the columns of a table, or of a list of areas."""
        if isinstance(field, RowsField):
            columns = [(column.label, isinstance(column, _CENTRED)) for column in field.columns]
        else:
            states = (state.label for state in field.states)
            numbers = (field.points_label, *states, field.most_label, field.armour_label, field.bleeding_label)
            columns = [(field.label, False), *((name, True) for name in numbers if name)]
        runs: list[TextRun] = []
        for at, rect in enumerate(laid.heads):
            name, centred = columns[at % len(columns)]
            place = rect.inset(0.2 if centred else 0.8, 0)
            runs += self._fit(name, PrintFace.LABEL, self._label, place, centred=centred)
        return tuple(runs)

    def legend(self, laid: LaidField) -> tuple[TextRun, ...]:
        """Return the legend below a field."""
        place = laid.legend_rect
        if place is None:
            return ()
        count = max(1, round(place.h / self._spacing.legend))
        text = clean_text(laid.field.legend).replace("\n", " ")
        lines, rest = break_lines(text, PrintFace.NOTE, self._label, place.w, count, self._measure)
        words = [line.strip() for _, line in lines]
        if rest:
            words[-1] = shorten_text(words[-1] + rest, PrintFace.NOTE, self._label, place.w, self._measure)
        pitch = place.h / count
        return tuple(
            TextRun(
                x=place.x,
                y=baseline_in(Rect(place.x, place.y + at * pitch, place.w, pitch), self._label) + 0.2,
                text=line,
                face=PrintFace.NOTE,
                size=self._label,
            )
            for at, line in enumerate(words)
        )

    def beside_marks(self, laid: LaidField) -> tuple[TextRun, ...]:
        """Return the names beside, below or inside the marks of a field."""
        field, marks = laid.field, laid.marks
        if not marks:
            return ()
        names: Sequence[str] = ()
        match field:
            case ChoiceField():
                names = field.labels or field.choices
            case LevelField() | BoxesField():
                names = field.names
            case NumberField() if field.crossed:
                return self._inside(range(len(marks), 0, -1), marks)
            case _:
                return ()
        if isinstance(field, LevelField) and not names:
            return self._inside(range(field.least, field.most + 1), marks) if field.least < 0 else ()
        runs: list[TextRun] = []
        if isinstance(field, LevelField) and not laid.listed:
            slot = laid.value_rect.w / len(marks)
            for name, mark in zip(names, marks, strict=False):
                below = Rect(mark.middle[0] - slot / 2, mark.bottom, slot - 0.4, self._spacing.label)
                runs += self._fit(name, PrintFace.FINE, LEAST_SIZE, below, centred=True)
            return tuple(runs)
        for at, (name, mark) in enumerate(zip(names, marks, strict=False)):
            following = marks[at + 1].x if at + 1 < len(marks) and marks[at + 1].y == mark.y else laid.value_rect.right
            place = Rect(mark.right + 1.2, mark.y - 0.5, max(1.0, following - mark.right - 2), mark.h + 1)
            runs += self._fit(name, PrintFace.ITEM, self._name, place)
        return (*runs, *self._effects(laid, field))

    def _effects(self, laid: LaidField, field: ChoiceField | LevelField | BoxesField) -> Iterable[TextRun]:
        """Return what each box means, in a column after the names."""
        if not isinstance(field, BoxesField) or not field.effects:
            return
        widest = max((self._measure.width(name, PrintFace.ITEM, self._name) for name in field.names), default=0.0)
        for effect, mark in zip(field.effects, laid.marks, strict=False):
            x = mark.right + 1.2 + widest + 2.0
            yield from self._fit(
                effect,
                PrintFace.FINE,
                self._name,
                Rect(x, mark.y - 0.5, max(1.0, laid.value_rect.right - x), mark.h + 1),
            )

    def letters(self, laid: LaidField, field: ChipsField) -> tuple[TextRun, ...]:
        """Return the letter on each chip, so that colours differ on any paper."""
        runs: list[TextRun] = []
        for colour, part in zip(field.colours, laid.parts, strict=True):
            for disc in part.marks:
                runs += self._fit(
                    colour.letter,
                    PrintFace.STRONG,
                    max(LEAST_SIZE, disc.h / 0.75),
                    disc.inset(disc.w * 0.2, 0),
                    centred=True,
                )
        return tuple(runs)

    def reference(self, laid: LaidField, field: ReferenceField) -> tuple[TextRun, ...]:
        """Return a table of the rules, its columns as wide as their words, all in one size."""
        head = tuple(word.upper() for word in field.head)
        rows = [row for row in (head, *field.rows) if row]
        count = max(map(len, rows), default=0)
        value, size = laid.value_rect, self._name * 0.95
        pitch = laid.heads[0].h if laid.heads else value.h
        size = max(LEAST_SIZE, min(size, pitch / 0.46))
        faces = [PrintFace.LABEL if row is head else PrintFace.FINE for row in rows]
        while True:
            wide = [
                max(
                    self._measure.width(row[at], face, LEAST_SIZE if face is PrintFace.LABEL else size)
                    if at < len(row)
                    else 0
                    for row, face in zip(rows, faces, strict=True)
                )
                for at in range(count)
            ]
            spare = value.w - sum(wide) - 1.5 * (count - 1)
            if spare >= 0 or size <= LEAST_SIZE:
                break
            size = max(LEAST_SIZE, size - 0.2)
        between = 1.5 + max(0.0, min(spare / max(1, count), 12.0))
        runs: list[TextRun] = []
        for line, (row, face) in enumerate(zip(rows, faces, strict=True)):
            x = value.x
            for at, text in enumerate(row):
                own = LEAST_SIZE if face is PrintFace.LABEL else size
                place = Rect(x, value.y + line * pitch, max(0.0, min(wide[at], value.right - x)) + 0.05, pitch)
                runs += self._fit(text, face, own, place)
                x += wide[at] + between
        return tuple(runs)

    def _inside(self, numbers: Iterable[int], marks: Sequence[Rect]) -> tuple[TextRun, ...]:
        runs: list[TextRun] = []
        for number, mark in zip(numbers, marks, strict=False):
            text = f"−{-number}" if number < 0 else str(number)
            runs += self._fit(text, PrintFace.FINE, LEAST_SIZE, mark, centred=True)
        return tuple(runs)

    def _fit(
        self, text: str, face: PrintFace, size: float, place: Rect, *, least: float = LEAST_SIZE, centred: bool = False
    ) -> tuple[TextRun, ...]:
        """Set words in a line, smaller if need be, then in two lines if these have room, at last cut."""
        text = clean_text(text).replace("\n", " ")
        if not text:
            return ()
        size = fitting_size(text, face, size, min(size, least), place.w, self._measure)
        lines = [text]
        if self._measure.width(text, face, size) > place.w:
            found, rest = break_lines(text, face, size, place.w, 2, self._measure)
            if place.h >= 2 * leading_of(size) * 0.95 and not breaks_word(found):
                lines = [line.strip() for _, line in found]
                if rest:
                    lines[-1] = shorten_text(lines[-1] + rest, face, size, place.w, self._measure)
            else:
                size = fitting_size(text, face, size, min(size, LEAST_SIZE), place.w, self._measure)
                lines = [shorten_text(text, face, size, place.w, self._measure)]
        leading = leading_of(size)
        top = baseline_in(place, size) - leading * (len(lines) - 1) / 2
        runs = []
        for at, line in enumerate(lines):
            x = place.x + (place.w - self._measure.width(line, face, size)) / 2 if centred else place.x
            runs.append(TextRun(x=x, y=top + at * leading, text=line, face=face, size=size))
        return tuple(runs)
