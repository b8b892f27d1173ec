"""The sentences about individuals in the summary of a prepared record: the numbers that are rolled, and the names.

>>> from typing import Annotated
>>> from msgspec import Meta
>>> from engine.kit.content_editor.dice_numbers import Dice
>>> from engine.kit.content_editor.form_definitions import RecordKind, dice_number, lines
>>> class Wolf(Frozen):
...     id: str
...     names: str = ""
...     bite: Annotated[int, Meta(ge=1, le=9)] | Dice = 1
>>> kind = RecordKind(struct=Wolf, fields=(lines("names", longest=99), dice_number("bite")))
>>> forms = RecordForms("tiny", {"wolves": kind})
>>> [*individual_sentences(forms, "wolves", Wolf(id="wolf", names="Grey, Fang"))]
['Names: Grey, Fang.']
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.cast.individuals import listed_names
from engine.kit.content_editor.dice_numbers import dice_numbers, dice_range
from engine.kit.content_editor.form_definitions import RecordForms
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.model.frozen import Frozen, Json


def individual_sentences(forms: RecordForms, kind: str, record: Frozen) -> Iterator[str]:
    """Yield a sentence about the numbers that are rolled for each individual, and one about their names."""
    numbers: list[Json] = []
    for number in dice_numbers(record):
        if "[" not in number.path:  # the sentence about a row has its numbers
            label, ends = forms.label_of(kind, number.path), dice_range(number.text)
            numbers.append(
                forms.text("range.with_dice", label=label, dice=number.text, least=ends.least, most=ends.most)
            )
    if numbers:
        yield forms.text("reading.rolled", numbers=numbers)
    names = listed_names(getattr(record, "names", ""))
    if names:
        yield forms.text("reading.names", names=[clipped(name) for name in names])
