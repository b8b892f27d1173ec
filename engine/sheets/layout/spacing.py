"""Spacing on paper: the lengths of which boxes and fields are made, in millimetres."""

from __future__ import annotations

from math import ceil
from typing import Final, NamedTuple

from engine.model.frozen import Frozen, replace


class HeightNeed(NamedTuple):
    """The height that something needs.

    Attributes:
        least: the minimum; a repeated part then has one line.
        hard: everything is there, as close as possible.
        soft: acceptable.
        wanted: comfortable.
        stretches: it can use more than that.
    """

    least: float
    hard: float
    soft: float
    wanted: float
    stretches: bool = False


class Spacing(Frozen):
    """Lengths of one style of layout. Triples are the minimum, an acceptable and a comfortable length.

    A row is written on at its acceptable height; rows get closer than that only if there are more than the lines.

    Attributes:
        pad: from the frame of a box to its fields at the sides.
        top: from the title, or the frame, to the first field.
        bottom: from the last field to the frame.
        gutter: between fields side by side.
        gap: between lines of fields.
        title: the band with a section's title.
        label: the strip with a label above its field.
        head: the heads of a table.
        legend: a line of the sentence below a field.
        line: from one ruled line to the next.
        row: a row of a table.
        small: a row of a table of the rules.
        control: a box with a number, dots, boxes to tick.
        number: the width of a number box with its label beside it.
        dice: likewise with dice.
        tick: the side of a box to tick; a dot has the same size.
        tick_gap: between boxes to tick.
        letter: the average width of a letter of a name, for estimates before fonts are known.
        capital: the width of a capital of a label at its narrowest.
        small_print: everything is smaller.
        finished: the values are final: no lines to write on under text, and a name is set as a title.
    """

    pad: float = 2.6
    top: float = 1.8
    bottom: float = 2.4
    gutter: float = 3.4
    gap: float = 1.7
    title: float = 6.6
    label: float = 3.2
    head: float = 4.4
    legend: float = 3.1
    line: tuple[float, float, float] = (6.0, 6.0, 6.4)
    row: tuple[float, float, float] = (4.0, 6.0, 6.3)
    control: tuple[float, float, float] = (6.0, 6.2, 6.8)
    small: tuple[float, float, float] = (3.0, 3.4, 4.0)
    number: float = 12.0
    dice: float = 18.0
    tick: float = 3.4
    tick_gap: float = 1.3
    letter: float = 1.6
    capital: float = 1.5
    small_print: bool = False
    finished: bool = False

    def label_beside(self, label: str) -> float:
        """Return the width that a label needs beside its value.

        It is narrowed a little, or set in two lines, before it goes above its value; a word is never cut.
        """
        word = max(map(len, label.split()), default=0)
        return max(len(label) * 0.62, word * 0.9) * self.letter + 1.5

    def line_need(self, count: int = 1, above: float = 0.0, *, stretches: bool = False) -> HeightNeed:
        """Return the height of ruled lines below something; a field that stretches can do with half of them."""
        need = _need(self.line, count, above, stretches)
        if not stretches:
            return need
        hard = self.line[0]
        return need._replace(least=above + hard, hard=above + hard * ceil(count / 2))

    def row_need(self, count: int, there: int, above: float) -> HeightNeed:
        """Return the height of a table with `count` rows below its heads, `there` of them filled."""
        writing = self.row[1]
        need = _need(self.row, count, above, True)
        return need._replace(least=above + writing, hard=above + writing * max(ceil(count / 2), min(there, count)))

    def control_need(self, count: int = 1, above: float = 0.0) -> HeightNeed:
        """Return the height of lines of controls below something."""
        return _need(self.control, count, above, False)

    def small_need(self, count: int, above: float) -> HeightNeed:
        """Return the height of a table of the rules."""
        return _need(self.small, count, above, False)

    def tick_need(self, count: int, above: float = 0.0) -> HeightNeed:
        """Return the height of lines of tick boxes below something."""
        each = (self.tick * 0.75 + self.tick_gap * 0.5, self.tick + 0.8, self.tick + self.tick_gap)
        return _need(each, count, above, False)


def _need(each: tuple[float, float, float], count: int, above: float, stretches: bool) -> HeightNeed:
    hard, soft, wanted = (above + size * count for size in each)
    return HeightNeed(hard, hard, soft, wanted, stretches)


SHEET_SPACING: Final = Spacing()
"""A sheet of paper."""
CARD_SPACING: Final = Spacing(
    pad=1.2,
    top=0.6,
    bottom=0.8,
    gutter=2.0,
    gap=0.9,
    title=5.4,
    label=3.0,
    head=3.8,
    legend=2.9,
    line=(3.3, 3.7, 4.3),
    row=(3.2, 3.6, 4.2),
    control=(4.0, 4.4, 5.0),
    small=(2.7, 2.9, 3.3),
    number=10.5,
    dice=13.5,
    tick=2.6,
    tick_gap=0.9,
    letter=1.4,
    capital=1.45,
    small_print=True,
    finished=True,
)
"""A card to cut out."""

BLANK_CARD_SPACING: Final = replace(CARD_SPACING, line=(6.0, 6.0, 6.4), finished=False)
"""A card to write on by hand."""
