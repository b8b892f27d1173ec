"""Statistics of a record as plain figures: bars to compare, and numbers.

>>> [(bar.label, bar.told, bar.of, bar.among) for bar in bars([("Punch", 3, "punch"), ("Kick", 6, "kick")])]
[('Punch', '3', 3, 6), ('Kick', '6', 6, 6)]
>>> decimal(Fraction(5, 2))
'2.5'
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.kit.content_editor.form_definitions import RecordForms
from engine.kit.content_editor.view_models import Note, NoteKind, StatisticBar


def statistic(
    forms: RecordForms,
    id_: str,
    kind: NoteKind,
    rows: Iterable[StatisticBar],
    *,
    title: str = "",
    explanation: str = "",
) -> Note:
    """Return a statistic; its title is the game's text `note.<title>`, by default that of its id."""
    return Note(id=id_, title=forms.text(f"note.{title or id_}"), kind=kind, rows=tuple(rows), help=explanation)


def bars(counted: Iterable[tuple[str, int, str]]) -> tuple[StatisticBar, ...]:
    """Return bars for comparison, the longest at full width, of labels, counts, and the ids of their records."""
    rows = tuple(counted)
    most = max((count for _, count, _ in rows), default=0)
    return tuple(
        StatisticBar(label=label, told=str(count), of=count, among=most, ref=ref) for label, count, ref in rows
    )


def figures(forms: RecordForms, numbers: Iterable[tuple[str, int]]) -> tuple[StatisticBar, ...]:
    """Return numbers, each with the key of its label: the game's text `note.<key>`."""
    return tuple(StatisticBar(label=forms.text(f"note.{key}"), told=str(value), of=value) for key, value in numbers)


def decimal(value: Fraction) -> str:
    """Return a number with one decimal place."""
    tenths = (20 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{tenths // 10}.{tenths % 10}"
