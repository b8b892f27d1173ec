"""The ranges of the numbers that an encounter rolls, found by running it with the lowest and the highest dice.

>>> from engine.model.tracks import Track
>>> low, high = (Actor(id="w", name="Wolf", seat="gm", tracks={"Health": Track(value=n)}) for n in (8, 18))
>>> number_ranges(Table(ruleset="example"), low, high)
(NumberRange(label='Health', least=8, most=18),)
>>> LowestChance().roll_together(6, 2), HighestChance().roll_together(6, 2)
((1, 1), (6, 6))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.model.frozen import Frozen
from engine.model.seats import Actor
from engine.model.table import Table
from engine.sheets.catalogue.sheet_library import description_of
from engine.sheets.model.character_record import record_of_actor
from engine.sheets.model.sheet_description import RowsField

MOST_RANGES: Final = 24


class NumberRange(Frozen):
    """A number of a character that dice decide: its label, and the lowest and the highest that it can be."""

    label: str
    least: int
    most: int


class LowestChance:
    """Chance whose dice show 1, and whose cards keep their order."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in their order."""
        return tuple(cards)

    def roll(self, sides: int) -> int:
        """Return the lowest face of a die."""
        return min(1, sides)

    def roll_together(self, sides: int, count: int) -> tuple[int, ...]:
        """Return the faces of dice that are rolled together."""
        return (self.roll(sides),) * count


class HighestChance(LowestChance):
    """Chance whose dice show their highest face, and whose cards keep their order."""

    def roll(self, sides: int) -> int:
        """Return the highest face of a die."""
        return sides


def number_ranges(table: Table, low: Actor, high: Actor) -> tuple[NumberRange, ...]:
    """Return the numbers that differ between a character of the lowest dice and the same one of the highest.

    Args:
        table: the table with the group's lists, for the labels of sheets.
        low: the character with the lowest dice.
        high: the same one with the highest.
    """
    lows, highs = dict(_numbers(table, low)), dict(_numbers(table, high))
    both = ((label, lows[label], number) for label, number in highs.items() if label in lows)
    ranges = (NumberRange(label=label, least=min(a, b), most=max(a, b)) for label, a, b in both if a != b)
    return tuple(ranges)[:MOST_RANGES]


def _numbers(table: Table, actor: Actor) -> Iterator[tuple[str, int]]:
    """Yield the numbers of a character with their labels: of its sheet, its rows and its tracks."""
    record = record_of_actor(actor)
    description = description_of(table.ruleset, record, table.lists)
    for field in (field for section in description.sections for field in section.fields) if description else ():
        value = actor.sheet.get(field.key)
        if type(value) is int:
            yield field.label, value
        elif isinstance(field, RowsField) and isinstance(value, Sequence) and not isinstance(value, str):
            yield field.label, len(value)
            columns = {column.key: column.label for column in field.columns}
            for row in (row for row in value if isinstance(row, Mapping)):
                name = str(row.get(next(iter(columns), ""), ""))
                cells = ((label, row.get(key)) for key, label in columns.items())
                yield from ((f"{name} {label}".strip(), cell) for label, cell in cells if type(cell) is int)
    labels = tuple(field.label for section in description.sections for field in section.fields) if description else ()
    for name, track in actor.tracks.items():
        if not any(name in label for label in labels):  # the sheet has its maximum
            yield name, track.value if track.most is None else track.most
